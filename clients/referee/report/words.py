"""Numbers and names as they are written in every form of a report."""

from collections.abc import Mapping
from typing import Any
from unicodedata import east_asian_width

from clients.referee.statistics.elo import Estimate

MISSING = "-"
#: The first character that may be two columns wide.
FIRST_WIDE = "\u1100"


def printable(text: object, most: int | None = None) -> str:
    """Text that cannot do anything but be read: no line breaks, no escape sequences.

    Records come from engines, whose names may hold anything. What is longer than `most` columns
    is cut and ends with an ellipsis.
    """
    line = str(text)
    if not line.isprintable():
        line = "".join(each if each.isprintable() else "�" for each in line)
    if most is not None and width(line) > most:
        line = line[:most]
        while width(line) > most - 1:
            line = line[:-1]
        line += "…"
    return line


def width(text: str) -> int:
    """How many columns a terminal needs for it."""
    if max(text, default="") < FIRST_WIDE:
        return len(text)
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def padded(text: str, wide: int, is_word: bool = True) -> str:
    """Text with blanks to so many columns: behind a word, before a number."""
    gap = " " * (wide - width(text))
    return text + gap if is_word else gap + text


def points(value: float) -> str:
    """Points: ``12``, ``0.5``, ``3.33``."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def some_points(value: float) -> str:
    """``1 point``, ``2.5 points``."""
    return f"{points(value)} point{'s' * (value != 1)}"


def percent(share: float | None) -> str:
    """A share of all, ``52.5 %``."""
    return MISSING if share is None else f"{100 * share:.1f} %"


def signed(value: float) -> str:
    """A difference of Elo, ``+12.3``; never a negative nought."""
    return f"{round(value, 1) + 0.0:+.1f}"


def estimate(value: Estimate | None) -> str:
    """An estimate with its error: ``+12.3 ± 4.5``."""
    if value is None:
        return MISSING
    return elo(value.value, value.error)


def elo(value: float | None, error: float | None) -> str:
    """A rating with its error."""
    if value is None:
        return MISSING
    return signed(value) if error is None else f"{signed(value)} ± {error:.1f}"


def seconds(value: float | None) -> str:
    """A time of moves: ``0.0512 s``, ``2.50 s``."""
    if value is None:
        return MISSING
    return f"{value:.2f} s" if value >= 1 else f"{value:.4f} s"


def count(value: float | None) -> str:
    """A big number: ``950``, ``12.3 k``, ``4.5 M``."""
    if value is None:
        return MISSING
    if value < 1000:
        return f"{value:.0f}"
    return f"{value / 1000:.1f} k" if value < 999_950 else f"{value / 1_000_000:.1f} M"


def number(value: float | None) -> str:
    """A mean, with one decimal."""
    return MISSING if value is None else f"{value:.1f}"


def games(count: int) -> str:
    """``1 game``, ``2 games``."""
    return some(count, "game")


def some(count: int, noun: str) -> str:
    """So many of something."""
    return f"{count} {noun}{'s' * (count != 1)}"


def span(value: float) -> str:
    """A time that a person waits for: ``42 s``, ``3 min 05 s``, ``2 h 07 min``, ``3 d 4 h``."""
    whole = max(0, round(value))
    minutes, rest = divmod(whole, 60)
    hours, minutes_left = divmod(minutes, 60)
    days, hours_left = divmod(hours, 24)
    if days:
        return f"{days} d {hours_left} h"
    if hours:
        return f"{hours} h {minutes_left:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def limits(told: Mapping[str, Any]) -> str:
    """What an engine may use: ``0.05 s a move``, ``60 s + 0.6 s``, ``10000 nodes a move``."""
    clock = [f"{told['main']:g} s"] if told.get("main") is not None else []
    if told.get("increment"):
        clock.append(f"{told['increment']:g} s a move")
    if told.get("byo_time") is not None:
        clock.append(f"{told['byo_time']:g} s for {some(told.get('byo_stones') or 1, 'move')}")
    parts = [" + ".join(clock)] if clock else []
    if told.get("movetime") is not None:
        parts.append(f"{told['movetime']:g} s a move")
    if told.get("nodes") is not None:
        parts.append(f"{told['nodes']} nodes a move")
    if told.get("depth") is not None:
        parts.append(f"depth {told['depth']}")
    return ", ".join(parts) or "no limits"
