"""Donuts' position as fields of a text, and what cannot be a position."""

from collections.abc import Mapping

from engine.games.donuts.board import (
    NUMBERS,
    SIDE,
    STEPS,
    VERTICES,
    Layout,
    mask,
    walk,
    window_places,
)
from engine.games.donuts.position import Donuts
from engine.games.errors import InvalidPosition
from engine.games.game import demand

FIELDS = ("donuts", "last")
DONUTS = 30
COLOURS = ("chocolate", "vanilla")

Boards = tuple[int, int]


def owner(boards: Boards, number: int) -> int:
    """The seat, from 1, whose donut lies on a cell; 0 if it is empty."""
    return (boards[0] >> number & 1) + 2 * (boards[1] >> number & 1)


def write(position: Donuts) -> dict[str, str]:
    """The fields of a position: its rows from the top, and the last cell."""
    boards = position.donuts()
    rows = (
        "".join(".12"[owner(boards, 8 * row + column)] for column in range(SIDE))
        for row in reversed(range(SIDE))
    )
    last = position.last_cell()
    return {"donuts": "/".join(rows), "last": "none" if last is None else VERTICES[last]}


def read(layout: Layout, fields: Mapping[str, str]) -> Donuts:
    """The position with these fields on `layout`.

    Raises: InvalidPosition.
    """
    words = demand(fields, FIELDS)
    boards = _boards(words["donuts"])
    placed = sum(board.bit_count() for board in boards)
    _check_numbers(boards[0].bit_count(), placed)
    position = Donuts(layout)
    if placed:
        _lay(position, boards[placed & 1], boards[1 - placed & 1], words["last"])
    elif words["last"].lower() != "none":
        raise InvalidPosition(f"last={words['last']}: none expected on an empty board")
    return position


def _lay(position: Donuts, own: int, other: int, word: str) -> None:
    """Put the donuts of the side to move and of the other, who has laid the last one."""
    placed = own.bit_count() + other.bit_count()
    last = _last(word, other, COLOURS[1 - placed & 1])
    _check_turned(last, own, other)
    position.set_up(own, other, last)
    if position.fives()[0]:
        raise InvalidPosition("donuts= has five in a row for the side to move: see D8")
    _check_new(last, other)


def _boards(text: str) -> Boards:
    """The bitboards of both seats in a ``donuts`` field."""
    rows = text.split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise InvalidPosition(f"donuts= must be {SIDE} rows of {SIDE}")
    for mark in text:
        if mark not in ".12/":
            raise InvalidPosition(f"donuts= has 1, 2 or '.' for each cell, not {mark!r}")
    marks = {number: rows[SIDE - 1 - (number >> 3)][number & 7] for number in NUMBERS}
    chocolate, vanilla = (mask(n for n in NUMBERS if marks[n] == seat) for seat in "12")
    return chocolate, vanilla


def _check_numbers(chocolate: int, placed: int) -> None:
    """Raises InvalidPosition unless `placed` donuts can include so many of chocolate.

    A move turns an even number of them, whichever axes take part (D7).
    """
    if placed > DONUTS:
        raise InvalidPosition(f"donuts= has {placed} donuts; there are {DONUTS} (D3)")
    laid = (placed + 1) // 2
    if (chocolate - laid) % 2:
        raise InvalidPosition(
            f"donuts= has {chocolate} of chocolate, who has laid {laid}: donuts turn in pairs (D7)"
        )


def _last(word: str, other: int, colour: str) -> int:
    """The last cell, which must be one of `other`, the donuts of `colour`."""
    cells = {VERTICES[number]: number for number in NUMBERS if other >> number & 1}
    if word.upper() not in cells:
        right = ", ".join(cells) or "there is none"
        raise InvalidPosition(
            f"last={word}: a donut of {colour}, who has just moved, expected ({right})"
        )
    return cells[word.upper()]


def _check_turned(last: int, own: int, other: int) -> None:
    """Raises InvalidPosition if the last donut left donuts of `own` that it had to turn (D7).

    It has done so on an axis where the run through it lies between two of them, unless it may
    have just turned donuts on both sides of it within that run.
    """
    for step in STEPS.values():
        ahead, behind = _run(last, step, other), _run(last, -step, other)
        ends = (behind[-1] if behind else last) - step, (ahead[-1] if ahead else last) + step
        if all(end in VERTICES and own >> end & 1 for end in ends) and not (ahead and behind):
            first, second = sorted(VERTICES[end] for end in ends)
            raise InvalidPosition(
                f"last={VERTICES[last]}: {first} and {second} would have turned (D7)"
            )


def _check_new(last: int, other: int) -> None:
    """Raises InvalidPosition if the last move made no difference to five in a row (D8)."""
    changed = 1 << last
    for step in STEPS.values():
        ahead, behind = _run(last, step, other), _run(last, -step, other)
        if ahead and behind:
            changed |= mask(ahead + behind)
    for window in window_places().values():
        if window & other == window and not window & changed:
            raise InvalidPosition(
                f"last={VERTICES[last]}: the game was over before, by five in a row (D8)"
            )


def _run(start: int, step: int, board: int) -> list[int]:
    """The donuts of `board` next to `start` on one side, without a gap."""
    cells = []
    for number in walk(start, step)[1:]:
        if not board >> number & 1:
            break
        cells.append(number)
    return cells
