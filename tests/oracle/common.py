"""What the four slow checks share: vertices, layouts in text, and the interface.

The checks in this package are written from the rules alone and know nothing of the engine. They
use plain sets, dicts and loops; being easy to read is their only aim. Rule numbers (C2, K5, ...)
are those of the rules document.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Self

#: Column and row, both counted from 1; column 1 is A, row 1 is the bottom row (C2).
Cell = tuple[int, int]

COLUMNS = "ABCDEFGHJK"  # C2: no I


def vertex(cell: Cell) -> str:
    """The text of a cell (C2)."""
    column, row = cell
    return f"{COLUMNS[column - 1]}{row}"


def cell_of(text: str) -> Cell:
    """The cell that a vertex names, in either case (C2)."""
    text = text.upper()
    if len(text) < 2 or text[0] not in COLUMNS:
        raise ValueError(f"not a vertex: {text!r}")
    for row in range(1, 100):
        if text[1:] == str(row):
            return (COLUMNS.index(text[0]) + 1, row)
    raise ValueError(f"not a vertex: {text!r}")


def read_rows(text: str) -> dict[Cell, str]:
    """The letters of a layout by cell, margins trimmed (C4); `.` is left out (K2)."""
    lines = text.upper().split("/")
    for line in lines:
        if len(line) != len(lines[0]):
            raise ValueError("rows of different length")
    letters: dict[Cell, str] = {}
    for down, line in enumerate(lines):
        for across, letter in enumerate(line):
            if letter != ".":
                letters[(across, -down)] = letter
    if not letters:
        raise ValueError("an empty layout")
    left = min(column for column, _ in letters)
    bottom = min(row for _, row in letters)
    trimmed: dict[Cell, str] = {}
    for (column, row), letter in letters.items():
        trimmed[(column - left + 1, row - bottom + 1)] = letter
    return trimmed


def connected_groups(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The orthogonally connected groups of a set of square cells (K2, K10, D10)."""
    unseen = set(cells)
    groups: list[set[Cell]] = []
    while unseen:
        start = unseen.pop()
        group = {start}
        waiting = [start]
        while waiting:
            column, row = waiting.pop()
            for near in (
                (column - 1, row),
                (column + 1, row),
                (column, row - 1),
                (column, row + 1),
            ):
                if near in unseen:
                    unseen.remove(near)
                    group.add(near)
                    waiting.append(near)
        groups.append(group)
    return groups


def largest_group(cells: Iterable[Cell]) -> int:
    """The size of the largest connected group, 0 without any cell (K10, D10)."""
    largest = 0
    for group in connected_groups(cells):
        largest = max(largest, len(group))
    return largest


#: One step along each of the four axes of a square grid: row, column, rising, falling.
AXES: tuple[Cell, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))


def runs(cells: set[Cell]) -> list[list[Cell]]:
    """All maximal straight runs of cells on the four axes, single cells included (K11, D8)."""
    found: list[list[Cell]] = []
    for step_column, step_row in AXES:
        for column, row in sorted(cells):
            if (column - step_column, row - step_row) in cells:
                continue  # not the first cell of its run
            run = []
            here = (column, row)
            while here in cells:
                run.append(here)
                here = (here[0] + step_column, here[1] + step_row)
            found.append(run)
    return found


class Oracle(ABC):
    """One game in progress, by the letter of the rules.

    A move replaces the containers that hold the position and never changes them in place, so a
    shallow copy is an independent game.
    """

    #: The number of players (C1).
    seats: int

    @abstractmethod
    def __init__(self, options: Mapping[str, str]) -> None:
        """The empty board of the game with these options (C8)."""

    @abstractmethod
    def side(self) -> int | None:
        """The seat to move (C1), None when the game is over."""

    @abstractmethod
    def legal(self) -> list[str]:
        """All legal moves in the notation of C3, sorted as strings; none when it is over."""

    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended (C6)."""

    @abstractmethod
    def winner(self) -> int | None:
        """The seat that has won, None in a draw or before the end."""

    @abstractmethod
    def draw_between(self) -> list[int] | None:
        """The seats among whom the finished game is drawn, None if it is not drawn."""

    @abstractmethod
    def margin(self) -> int | None:
        """The winner's lead in the criterion that decided, 0 if won outright, else None."""

    @abstractmethod
    def totals(self) -> dict[int, int]:
        """The total of every seat (C7)."""

    @abstractmethod
    def detail(self) -> dict[int, dict[str, int]]:
        """The parts of every seat's score."""

    @abstractmethod
    def owners(self) -> dict[str, tuple[int, str | None]]:
        """Every occupied vertex with its owner and piece; towers belong to seat 0."""

    @abstractmethod
    def _apply(self, move: str) -> set[str]:
        """Carries out a legal move and names the vertices that changed their owner."""

    def controllers(self) -> dict[str, int]:
        """Towers and who controls them (S7): only Siege Stones has any."""
        return {}

    def play(self, move: str) -> set[str]:
        """Plays a legal move (C3, C5) and names the vertices whose owner changed.

        The placed piece is not among them. Raises ValueError if the move is not legal.
        """
        canonical = self.canonical(move)
        if canonical not in self.legal():
            raise ValueError(f"illegal move: {move}")
        return self._apply(canonical)

    def canonical(self, move: str) -> str:
        """A move as it is written in output (C2, C3)."""
        if not move.isascii():
            raise ValueError(f"illegal move: {move}")
        if move.lower() == "pass":
            return "pass"
        return move.upper()

    def copy(self) -> Self:
        """An independent copy of the game in progress."""
        return copy.copy(self)


def check_options(options: Mapping[str, str], known: Iterable[str]) -> None:
    """Refuses an option the game does not have (C8)."""
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option: {name}")
