"""What a position of Siege Stones promises, without making a move. C types in ``outlook.pxd``.

Moves are tried on the threats alone, which are put back at once.
"""

from typing import TYPE_CHECKING

import cython

from engine.games.siege_stones import board as tables

if not cython.compiled:
    from engine.games.bits import exceeds, lowest, tally
    from engine.games.siege_stones.control import controlled, outright
    from engine.games.siege_stones.control import count as count_towers

    NEAR = [0] * 37
else:
    from cython.cimports.engine.games.bits import (  # type: ignore[no-redef]
        exceeds,
        lowest,
        tally,
    )
    from cython.cimports.engine.games.siege_stones.control import (  # type: ignore[no-redef]
        controlled,
        outright,
    )
    from cython.cimports.engine.games.siege_stones.control import (  # type: ignore[no-redef]
        count as count_towers,
    )

if TYPE_CHECKING:
    from engine.games.siege_stones.position import SiegeStones

ONES = 0x0101010101010101
TOPS = ONES << 7
#: What 5 lacks to the top bit of a lane (S7).
ENOUGH = ONES * (128 - 5)
NEAR[:] = [tables.mask(cells) for cells in tables.NEIGHBOURS]


def after_stone(position: "SiegeStones", seat: int, cell: int) -> int:
    """The counts of all seats if `seat` had a stone on an empty cell."""
    start = cell * position.words
    rating = position.rating[cell]
    for word in range(position.words):
        position.threat[5 * seat + word] += rating * position.beside[start + word]
    counts = count_towers(position.threat, position.seats, position.words)
    for word in range(position.words):
        position.threat[5 * seat + word] -= rating * position.beside[start + word]
    return counts


def shift_threats(position: "SiegeStones", cell: int, sign: int) -> None:
    """Change the threats as a tower on `cell` would (`sign` 1), or back (-1)."""
    home = position.built >> 3
    lane = 1
    lane <<= 8 * (position.built & 7)
    board = NEAR[cell] & ~(position.towers | position.empty)
    while board:
        near = lowest(board)
        board &= board - 1
        row = 5 * (position.owner[near] - 1)
        for word in range(position.words):
            position.threat[row + word] -= sign * position.beside[near * position.words + word]
        position.threat[row + home] += sign * (position.rating[near] - 1) * lane


def after_tower(position: "SiegeStones", cell: int) -> int:
    """The counts of all seats if a tower stood on an empty cell."""
    shift_threats(position, cell, 1)
    counts = count_towers(position.threat, position.seats, position.words)
    shift_threats(position, cell, -1)
    return counts


def most_by_stone(position: "SiegeStones", seat: int) -> int:
    """No stone gives `seat` more towers than this."""
    most = 0
    for word in range(position.words):
        lanes = position.threat[5 * seat + word] + 6 * ONES
        takeable = exceeds(position.free[word], 0)
        for other in range(position.seats):
            if other != seat:
                takeable &= exceeds(lanes, position.threat[5 * other + word])
        most += tally(takeable | controlled(position.threat, position.seats, seat, word))
    return most


def most_by_tower(position: "SiegeStones", seat: int) -> int:
    """No tower gives `seat` more towers than this: it adds no threat but on itself."""
    most = 1
    for word in range(position.words):
        most += tally((position.threat[5 * seat + word] + ENOUGH) & TOPS)
    return most


def decisive(position: "SiegeStones", seat: int) -> int:
    """A move that wins outright for `seat`, were it to move (S9); -1 if there is none."""
    win = 1 << seat
    if most_by_stone(position, seat) >= 4:
        board = position.empty
        while board:
            cell = lowest(board)
            board &= board - 1
            if outright(after_stone(position, seat, cell), position.seats) == win:
                return 2 * cell
    if 0 < position.built < position.stock and most_by_tower(position, seat) >= 4:
        board = position.empty
        while board:
            cell = lowest(board)
            board &= board - 1
            if outright(after_tower(position, cell), position.seats) == win:
                return 2 * cell + 1
    return -1
