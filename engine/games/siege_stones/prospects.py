"""Learned numbers: what a seat's towers promise, and how good a move looks.

Both are sums of weights, one for each trait that a seat or a move has; ``weights`` says how they
were learned. Traits are numbers, different ones in each of the three phases of a game. C types
are in ``prospects.pxd``.
"""

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

import cython

from engine.games.position import Moves
from engine.games.siege_stones import board as tables
from engine.games.siege_stones import weights

if not cython.compiled:
    from engine.games.bits import exceeds, popcount, tally
    from engine.games.siege_stones.control import controlled, outright
    from engine.games.siege_stones.outlook import after_stone, after_tower

    NEAR, RING, TURN = [0] * 37, [0] * 37, [0] * 320
    SEAT_WEIGHTS, MOVE_WEIGHTS = [0] * 2520, [0] * 1440
    #: Traits of a seat and of a move in one phase, and where the groups of them begin.
    SEAT_TRAITS, HELD, STONES, STOCK = 140, 104, 129, 136
    MOVE_TRAITS, TOWER, BESIDE, AT, OWN, OTHERS, ROOM, WISH, MINE, THEIRS, LAST, WINS, SAVES = (
        160, 80, 25, 32, 36, 40, 44, 51, 60, 64, 68, 72, 73
    )  # fmt: skip
    MOST_TRAITS = 64
else:
    from cython.cimports.engine.games.bits import (  # type: ignore[no-redef]
        exceeds,
        popcount,
        tally,
    )
    from cython.cimports.engine.games.siege_stones.control import (  # type: ignore[no-redef]
        controlled,
        outright,
    )
    from cython.cimports.engine.games.siege_stones.outlook import (  # type: ignore[no-redef]
        after_stone,
        after_tower,
    )

if TYPE_CHECKING:
    from engine.games.siege_stones.position import SiegeStones

ONES = 0x0101010101010101
TOPS = ONES << 7
NEAR[:] = [tables.mask(cells) for cells in tables.NEIGHBOURS]
RING[:] = tables.RINGS
TURN[:] = [ply % max(seats, 1) for seats in range(5) for ply in range(64)]
SEAT_WEIGHTS[:] = weights.SEATS
MOVE_WEIGHTS[:] = weights.MOVES


def phase(position: "SiegeStones") -> int:
    """0 to 2: the first plies, in which towers are built, the middle, and the end."""
    return 0 if position.ply < 10 else 1 if position.ply < 18 else 2


def within(number: int, low: int, high: int) -> int:
    """The number in this range that is nearest."""
    return low if number < low else high if number > high else number


# ---------------------------------------------------------------------- seats


def seat_traits(position: "SiegeStones", seat: int, out: MutableSequence[int]) -> int:
    """Write the traits of a seat; returns how many.

    One for each tower: whether a threat on it is enough to control it, how many cells next to it
    are empty, and by how much the seat's threat exceeds the highest other one. Then its towers
    and the most of another seat, its stones more than another's, and the towers in stock.
    """
    first = SEAT_TRAITS * phase(position)
    for tower in range(position.built):
        word = tower >> 3
        shift = 8 * (tower & 7)
        own = position.threat[5 * seat + word] >> shift & 255
        best = 0
        for other in range(position.seats):
            if other != seat:
                threat = position.threat[5 * other + word] >> shift & 255
                best = threat if threat > best else best
        room = position.free[word] >> shift & 255
        reached = 52 if own > 4 or best > 4 else 0
        lead = within(own - best, -6, 6) + 6
        out[tower] = first + reached + 13 * (room if room < 3 else 3) + lead
    held = most = stones = 0
    for other in range(position.seats):
        count = popcount(position.stones[other])
        if other == seat:
            held = position.total(other)
        else:
            most = position.total(other) if position.total(other) > most else most
            stones = count if count > stones else stones
    lead = within(popcount(position.stones[seat]) - stones, -3, 3) + 3
    count = position.built
    out[count] = first + HELD + 5 * within(held, 0, 4) + within(most, 0, 4)
    out[count + 1] = first + STONES + lead
    out[count + 2] = first + STOCK + within(position.stock - position.built, 0, 3)
    return count + 3


def prospects(position: "SiegeStones", seat: int) -> int:
    """What the position promises a seat, in hundredths of a logit: only differences tell."""
    if not cython.compiled:
        traits = [0] * MOST_TRAITS
    count = seat_traits(position, seat, traits)
    first = 6 * SEAT_TRAITS * (position.seats - 2)
    if seat != position.side():
        first += 3 * SEAT_TRAITS
    value = 0
    for i in range(count):
        value += SEAT_WEIGHTS[first + traits[i]]
    return value


# ---------------------------------------------------------------------- moves


def survey(position: "SiegeStones", lanes: MutableSequence[int]) -> None:
    """Write what all moves ask for: five words each of the towers that the side to move controls,
    that another seat controls, and that have one empty cell next to them.
    """
    side = TURN[64 * position.seats + position.ply]
    for word in range(position.words):
        lanes[word] = controlled(position.threat, position.seats, side, word)
        lanes[5 + word] = 0
        for other in range(position.seats):
            if other != side:
                lanes[5 + word] |= controlled(position.threat, position.seats, other, word)
        free = position.free[word]
        lanes[10 + word] = exceeds(free, 0) & (TOPS ^ exceeds(free, ONES))


def change(now: int, counts: int, seat: int) -> int:
    """By how much a seat's towers are more in `counts` than `now`, from -2 to 2."""
    return within((counts >> 8 * seat & 255) - (now >> 8 * seat & 255), -2, 2)


def change_of_others(seats: int, now: int, counts: int, seat: int) -> int:
    """By how much the towers of all seats but one are more in `counts` than `now`, -2 to 2."""
    more = 0
    for other in range(seats):
        if other != seat:
            more += (counts >> 8 * other & 255) - (now >> 8 * other & 255)
    return within(more, -2, 2)


def next_seat(position: "SiegeStones") -> int:
    """The seat that moves after the side to move."""
    return TURN[64 * position.seats + position.ply + 1]


def cell_traits(position: "SiegeStones", cell: int, out: MutableSequence[int]) -> int:
    """Write the traits that an empty cell gives to a stone and to a tower there; returns how many.

    The towers, own stones, other stones and empty cells next to it; its distance from the centre;
    what the next seat's stone there would change, and whether it would win.
    """
    side = TURN[64 * position.seats + position.ply]
    near = NEAR[cell]
    stones = near ^ (near & (position.towers | position.empty))
    own = popcount(stones & position.stones[side])
    rival = next_seat(position)
    wish = after_stone(position, rival, cell)
    out[0] = BESIDE + popcount(near & position.towers)
    out[1] = AT + RING[cell]
    out[2] = OWN + within(own, 0, 3)
    out[3] = OTHERS + within(popcount(stones) - own, 0, 3)
    out[4] = ROOM + popcount(near & position.empty)
    now = position.held[position.ply]
    out[5] = WISH + 3 * change(now, wish, rival) - change(now, wish, side)
    if wish == now or outright(wish, position.seats) != 1 << rival:
        return 6
    out[6] = SAVES
    return 7


def piece_traits(
    position: "SiegeStones",
    move: int,
    lanes: MutableSequence[int],
    out: MutableSequence[int],
    count: int,
) -> int:
    """Add to `count` traits those of the piece; returns how many they are now.

    What it changes in control, and whether it wins. A stone has three more: the towers next to
    it by who controls them, and those whose last empty cell it takes.
    """
    side = TURN[64 * position.seats + position.ply]
    cell = move >> 1
    counts = after_tower(position, cell) if move & 1 else after_stone(position, side, cell)
    now = position.held[position.ply]
    gain = change(now, counts, side)
    out[count] = 5 * (gain + 2) + change_of_others(position.seats, now, counts, side) + 2
    count += 1
    if counts != now and outright(counts, position.seats) == 1 << side:
        out[count] = WINS
        count += 1
    if move & 1:
        return count
    mine = theirs = last = 0
    for word in range(position.words):
        beside = position.beside[cell * position.words + word] << 7
        mine += tally(beside & lanes[word])
        theirs += tally(beside & lanes[5 + word])
        last += tally(beside & lanes[10 + word])
    out[count] = MINE + within(mine, 0, 3)
    out[count + 1] = THEIRS + within(theirs, 0, 3)
    out[count + 2] = LAST + within(last, 0, 3)
    return count + 3


def move_traits(
    position: "SiegeStones", move: int, lanes: MutableSequence[int], out: MutableSequence[int]
) -> int:
    """Write the traits of a legal move; returns how many. `lanes` are those of ``survey``."""
    first = MOVE_TRAITS * phase(position) + TOWER * (move & 1)
    count = cell_traits(position, move >> 1, out)
    count = piece_traits(position, move, lanes, out, count)
    for i in range(count):
        out[i] += first
    return count


def rate(position: "SiegeStones", moves: Moves, count: int, out: Moves) -> None:
    """``Position.rate``; moves to the same cell that follow each other are rated quicker."""
    if not cython.compiled:
        lanes, traits = [0] * 15, [0] * MOST_TRAITS
    survey(position, lanes)
    group = MOVE_TRAITS * (3 * (position.seats - 2) + phase(position))
    cell = -1
    common = 0
    for i in range(count):
        move = moves[i]
        if move >> 1 != cell:
            cell = move >> 1
            common = cell_traits(position, cell, traits)
        known = piece_traits(position, move, lanes, traits, common)
        first = group + TOWER * (move & 1)
        value = 0
        for k in range(known):
            value += MOVE_WEIGHTS[first + traits[k]]
        out[i] = value
