"""Kulami by the letter of the rules (K1 to K14)."""

from __future__ import annotations

from collections.abc import Mapping

from .common import (
    Cell,
    Oracle,
    cell_of,
    check_options,
    connected_groups,
    largest_group,
    read_rows,
    runs,
    vertex,
)

#: The default layout R8 (C8); other layouts are given as rows.
R8 = "AABCCCDD/AABEEFDD/GGBEEFDD/GGHHHIII/JJHHHKKL/MNNOOKKL/MNNPPPQQ/MNNPPPQQ"

SCORINGS = ("standard", "areas", "lines", "both")  # K12
MARBLES = 28  # K3
SEATS = (1, 2)

#: How many tiles there are of each shape, the shorter side first (K1).
SHAPES = {(2, 3): 4, (2, 2): 5, (1, 3): 4, (1, 2): 4}


def read_layout(text: str) -> dict[Cell, str]:
    """The tile letter of every cell, or ValueError if this is no legal board (K1, K2, C4)."""
    tiles = read_rows(text)
    for letter in tiles.values():
        if letter not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            raise ValueError(f"no tile letter: {letter!r}")
    for column, row in tiles:
        if column > 10 or row > 10:
            raise ValueError("wider or higher than 10")
    if len(connected_groups(tiles)) != 1:
        raise ValueError("not connected")
    counts = dict.fromkeys(SHAPES, 0)
    for letter in set(tiles.values()):
        cells = {cell for cell, name in tiles.items() if name == letter}
        columns = {column for column, _ in cells}
        rows = {row for _, row in cells}
        width = max(columns) - min(columns) + 1
        height = max(rows) - min(rows) + 1
        if width * height != len(cells):
            raise ValueError(f"tile {letter} is no rectangle")
        shape = (min(width, height), max(width, height))
        if shape not in counts:
            raise ValueError(f"tile {letter} has a wrong size")
        counts[shape] += 1
    if counts != SHAPES:
        raise ValueError("not the 17 tiles")
    return tiles


def write_layout(tiles: Mapping[Cell, str]) -> str:
    """The layout as text, tiles renamed from A in order of first appearance (C4, K2)."""
    names: dict[str, str] = {}
    rows = []
    for row in range(max(r for _, r in tiles), 0, -1):
        line = ""
        for column in range(1, max(c for c, _ in tiles) + 1):
            letter = tiles.get((column, row))
            if letter is None:
                line += "."
            else:
                if letter not in names:
                    names[letter] = "ABCDEFGHIJKLMNOPQ"[len(names)]
                line += names[letter]
        rows.append(line)
    return "/".join(rows)


def tile_points(tiles: Mapping[Cell, str], marbles: Mapping[Cell, int]) -> dict[int, int]:
    """The cells of the tiles on which a seat has the majority (K9)."""
    points = dict.fromkeys(SEATS, 0)
    for letter in set(tiles.values()):
        cells = [cell for cell, name in tiles.items() if name == letter]
        ones = sum(1 for cell in cells if marbles.get(cell) == 1)
        twos = sum(1 for cell in cells if marbles.get(cell) == 2)
        if ones > twos:
            points[1] += len(cells)
        if twos > ones:
            points[2] += len(cells)
    return points


def line_sum(cells: set[Cell]) -> int:
    """The summed length of the maximal runs of at least five (K11)."""
    return sum(len(run) for run in runs(cells) if len(run) >= 5)


def score_board(
    tiles: Mapping[Cell, str], marbles: Mapping[Cell, int], scoring: str
) -> dict[int, dict[str, int]]:
    """Per seat: tiles, area and lines as counted, and the total in this mode (K9 to K12)."""
    points = tile_points(tiles, marbles)
    parts: dict[int, dict[str, int]] = {}
    for seat in SEATS:
        own = {cell for cell, owner in marbles.items() if owner == seat}
        parts[seat] = {"tiles": points[seat], "area": largest_group(own), "lines": line_sum(own)}
    for seat, other in ((1, 2), (2, 1)):
        total = parts[seat]["tiles"]
        if scoring in ("areas", "both"):
            total += max(0, parts[seat]["area"] - parts[other]["area"])
        if scoring in ("lines", "both"):
            total += max(0, parts[seat]["lines"] - parts[other]["lines"])
        parts[seat]["total"] = total
    return parts


class Kulami(Oracle):
    """A game of Kulami."""

    seats = 2

    def __init__(self, options: Mapping[str, str]) -> None:
        """The empty board (K2, K12, C8); `seed` is taken and ignored, the rows say it all (C4)."""
        check_options(options, ("layout", "scoring", "seed"))
        layout = options.get("layout", "R8")
        self.scoring = options.get("scoring", "standard")
        if self.scoring not in SCORINGS:
            raise ValueError(f"unknown scoring: {self.scoring}")
        self.tiles = read_layout(R8 if layout.upper() == "R8" else layout)
        self.marbles: dict[Cell, int] = {}
        self.history: list[Cell] = []

    def _to_move(self) -> int:
        """The seat whose turn it would be; seat 1 begins and nobody passes (C1, K4, K7)."""
        return 1 if len(self.history) % 2 == 0 else 2

    def _legal_cells(self) -> set[Cell]:
        """The cells the next marble may go to (K3 to K6, K8)."""
        if len(self.history) == 2 * MARBLES:
            return set()
        empty = {cell for cell in self.tiles if cell not in self.marbles}
        if not self.history:
            return empty
        theirs = self.history[-1]
        taboo = {self.tiles[theirs]}
        if len(self.history) >= 2:
            taboo.add(self.tiles[self.history[-2]])
        legal = set()
        for cell in empty:
            same_row = cell[1] == theirs[1]
            same_column = cell[0] == theirs[0]
            if (same_row or same_column) and self.tiles[cell] not in taboo:
                legal.add(cell)
        return legal

    def side(self) -> int | None:
        """The seat to move (C1, K4, K7)."""
        return None if self.over() else self._to_move()

    def legal(self) -> list[str]:
        """All legal moves (K4 to K8, C3)."""
        return sorted(vertex(cell) for cell in self._legal_cells())

    def over(self) -> bool:
        """All marbles placed, or the side to move has no legal cell (K8, K14)."""
        return not self._legal_cells()

    def winner(self) -> int | None:
        """The higher total (K13)."""
        totals = self.totals()
        if not self.over() or totals[1] == totals[2]:
            return None
        return 1 if totals[1] > totals[2] else 2

    def draw_between(self) -> list[int] | None:
        """Equal totals draw (K13)."""
        totals = self.totals()
        if self.over() and totals[1] == totals[2]:
            return [1, 2]
        return None

    def margin(self) -> int | None:
        """The difference in points (K13)."""
        if self.winner() is None:
            return None
        totals = self.totals()
        return abs(totals[1] - totals[2])

    def totals(self) -> dict[int, int]:
        """Points with the bonuses of the mode (C7, K12)."""
        parts = score_board(self.tiles, self.marbles, self.scoring)
        return {seat: parts[seat]["total"] for seat in SEATS}

    def detail(self) -> dict[int, dict[str, int]]:
        """Tiles, largest area and line sum, the last two as counted (K9, K10, K11)."""
        parts = score_board(self.tiles, self.marbles, self.scoring)
        names = ("tiles", "area", "lines")
        return {seat: {name: parts[seat][name] for name in names} for seat in SEATS}

    def owners(self) -> dict[str, tuple[int, str | None]]:
        """The marbles on the board (C5)."""
        return {vertex(cell): (seat, None) for cell, seat in self.marbles.items()}

    def _apply(self, move: str) -> set[str]:
        """Places a marble; no marble ever changes its owner (K4, K5)."""
        cell = cell_of(move)
        self.marbles = {**self.marbles, cell: self._to_move()}
        self.history = [*self.history, cell]
        return set()
