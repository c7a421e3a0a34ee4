"""Donuts by the letter of the rules (D1 to D10)."""

from __future__ import annotations

from collections.abc import Mapping

from .common import (
    AXES,
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

SIZE = 6  # D1
DONUTS = 15  # D3
SEATS = (1, 2)

#: One step along each printed line; the opposite step belongs to it too (D1).
STEPS: dict[str, Cell] = {"H": (1, 0), "V": (0, 1), "S": (1, 1), "B": (1, -1)}

BOARD = {(column, row) for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)}


def read_layout(text: str) -> dict[Cell, str]:
    """The printed line of every cell, or ValueError if this is no board (D1, C4)."""
    lines = read_rows(text)
    if set(lines) != BOARD:
        raise ValueError("not six rows of six")
    for letter in lines.values():
        if letter not in STEPS:
            raise ValueError(f"no line letter: {letter!r}")
    return lines


def board_line(cell: Cell, step: Cell) -> set[Cell]:
    """All cells of the full board line through a cell, both ways (D5)."""
    line = {cell}
    for sign in (1, -1):
        here = (cell[0] + sign * step[0], cell[1] + sign * step[1])
        while here in BOARD:
            line.add(here)
            here = (here[0] + sign * step[0], here[1] + sign * step[1])
    return line


def targets(lines: Mapping[Cell, str], donuts: Mapping[Cell, int], last: Cell) -> set[Cell]:
    """The cells open to the next donut after one was placed on `last` (D5, D6)."""
    directed = {cell for cell in board_line(last, STEPS[lines[last]]) if cell not in donuts}
    if directed:
        return directed
    return {cell for cell in BOARD if cell not in donuts}


def flips(donuts: Mapping[Cell, int], placed: Cell) -> set[Cell]:
    """The donuts turned by the one just placed, which `donuts` already contains (D7)."""
    mover = donuts[placed]
    opponent = 3 - mover
    turned: set[Cell] = set()
    for step in AXES:
        ends = []
        for sign in (1, -1):
            here = placed
            while donuts.get(here) == mover:
                here = (here[0] + sign * step[0], here[1] + sign * step[1])
            ends.append(here)  # the first cell beyond the run, perhaps off the board
        if donuts.get(ends[0]) == opponent and donuts.get(ends[1]) == opponent:
            turned.update(ends)
    return turned


def has_five(donuts: Mapping[Cell, int], seat: int) -> bool:
    """Whether a seat has a run of at least five (D8)."""
    own = {cell for cell, owner in donuts.items() if owner == seat}
    return any(len(run) >= 5 for run in runs(own))


def groups(donuts: Mapping[Cell, int]) -> dict[int, list[set[Cell]]]:
    """The orthogonally connected groups of each seat (D10)."""
    found = {}
    for seat in SEATS:
        found[seat] = connected_groups(cell for cell, owner in donuts.items() if owner == seat)
    return found


class Donuts(Oracle):
    """A game of Donuts."""

    seats = 2

    def __init__(self, options: Mapping[str, str]) -> None:
        """The empty board (D1, C8): the rows must be given, a random board is not made here."""
        check_options(options, ("layout", "seed"))
        if "layout" not in options:
            raise ValueError("the layout must be given as rows")
        self.lines = read_layout(options["layout"])
        self.donuts: dict[Cell, int] = {}
        self.history: list[Cell] = []

    def _to_move(self) -> int:
        """The seat whose turn it would be; seat 1 begins and nobody passes (C1, D4)."""
        return 1 if len(self.history) % 2 == 0 else 2

    def _five(self) -> int | None:
        """The seat that has won by a five (D8)."""
        for seat in SEATS:
            if has_five(self.donuts, seat):
                return seat
        return None

    def side(self) -> int | None:
        """The seat to move (C1, D4)."""
        return None if self.over() else self._to_move()

    def legal(self) -> list[str]:
        """All legal moves (D4, D5, D6, C3)."""
        if self.over():
            return []
        if not self.history:
            return sorted(vertex(cell) for cell in BOARD)
        return sorted(vertex(cell) for cell in targets(self.lines, self.donuts, self.history[-1]))

    def over(self) -> bool:
        """A five, or all donuts placed (D8, D9)."""
        return self._five() is not None or len(self.history) == 2 * DONUTS

    def winner(self) -> int | None:
        """A five, else the larger single group (D8, D10)."""
        if not self.over():
            return None
        five = self._five()
        if five is not None:
            return five
        totals = self.totals()
        if totals[1] == totals[2]:
            return None
        return 1 if totals[1] > totals[2] else 2

    def draw_between(self) -> list[int] | None:
        """Equal groups draw (D10)."""
        if self.over() and self.winner() is None:
            return [1, 2]
        return None

    def margin(self) -> int | None:
        """The difference of the groups, 0 after a five (D8, D10)."""
        if self.winner() is None:
            return None
        if self._five() is not None:
            return 0
        totals = self.totals()
        return abs(totals[1] - totals[2])

    def totals(self) -> dict[int, int]:
        """The largest group of each seat (C7, D10)."""
        totals = {}
        for seat in SEATS:
            totals[seat] = largest_group(c for c, owner in self.donuts.items() if owner == seat)
        return totals

    def detail(self) -> dict[int, dict[str, int]]:
        """Largest group, whether there is a five, donuts placed so far (D10, D8, D3)."""
        totals = self.totals()
        made = len(self.history)
        placed = {1: (made + 1) // 2, 2: made // 2}
        parts = {}
        for seat in SEATS:
            parts[seat] = {
                "group": totals[seat],
                "five": 1 if has_five(self.donuts, seat) else 0,
                "placed": placed[seat],
            }
        return parts

    def owners(self) -> dict[str, tuple[int, str | None]]:
        """The donuts on the board (C5)."""
        return {vertex(cell): (seat, None) for cell, seat in self.donuts.items()}

    def _apply(self, move: str) -> set[str]:
        """Places a donut and turns those it was inserted between (D7)."""
        cell = cell_of(move)
        mover = self._to_move()
        board = {**self.donuts, cell: mover}
        turned = flips(board, cell)
        for other in turned:
            board[other] = mover
        self.donuts = board
        self.history = [*self.history, cell]
        return {vertex(other) for other in turned}
