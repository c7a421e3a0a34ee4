"""Lines of text for a terminal: columns and bars."""

from collections.abc import Sequence

from clients.referee.report import words


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Rows of cells in columns; the first `left` ones to the left, the others to the right."""
    widths = [max(map(words.width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            words.padded(cell, wide, is_word=place < left)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def bar(share: float, wide: int) -> str:
    """A bar that is filled by a share from 0 to 1."""
    filled = round(min(max(share, 0.0), 1.0) * wide)
    return "━" * filled + "─" * (wide - filled)


def gauge(low: float, value: float, high: float, wide: int) -> str:
    """A value between two bounds, with a mark for nought: ``-2.94 ├───┼─●──┤ 2.94``."""
    track = ["─"] * wide
    for point, mark in ((0.0, "┼"), (value, "●")):
        share = min(max((point - low) / (high - low), 0.0), 1.0)
        track[round(share * (wide - 1))] = mark
    return f"{low:.2f} ├{''.join(track)}┤ {high:.2f}"
