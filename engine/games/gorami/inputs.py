"""What GORami's network sees of a position. C types are in ``inputs.pxd``.

Boards have bit 8 * row + column, as in ``position``. Everything is told from the side to move.
"""

import cython

from engine.games.gorami import board as tables

if not cython.compiled:
    from engine.games.bits import popcount
else:
    from cython.cimports.engine.games.bits import popcount  # type: ignore[no-redef]

if not cython.compiled:
    FIELD_COUNT = [0] * 3
    SQUARES, NEAR = [[0] * 24 for _ in range(3)], [[0] * 32 for _ in range(3)]
    STRIPES = [[0] * 12 for _ in range(3)]
    STATES = 26

#: Blocks of inputs, each after the last one: what is on a field; fields that only I, only he can
#: fill; leads in stripes with the fields left there; supplies; then five small numbers.
ONLY_MINE = 26 * 24
ONLY_HIS = ONLY_MINE + 24
STRIPE = ONLY_HIS + 24
SUPPLY = STRIPE + 12 * 9 * 4
TOTAL = SUPPLY + 2 * 3 * 5
MIDDLE = TOTAL + 13
CONTESTED = MIDDLE + 13
MARGIN = CONTESTED + 25
INPUTS = MARGIN + 11
#: The blocks again, for those who teach a network: the first input, of how many things the block
#: tells, and in how many states each can be. No thing has two inputs on.
BLOCKS = {
    "field": (0, 24, STATES),
    "only mine": (ONLY_MINE, 24, 1),
    "only his": (ONLY_HIS, 24, 1),
    "stripe": (STRIPE, 12, 9 * 4),
    "supply": (SUPPLY, 6, 5),
    "total": (TOTAL, 1, 13),
    "middle": (MIDDLE, 1, 13),
    "contested": (CONTESTED, 1, 25),
    "margin": (MARGIN, 1, 11),
}

for _kind, _grid in enumerate(tables.GRIDS):
    FIELD_COUNT[_kind] = len(_grid.squares)
    SQUARES[_kind][:] = _grid.squares + [0] * (24 - len(_grid.squares))
    NEAR[_kind][:] = _grid.near
    STRIPES[_kind][:] = _grid.stripes


def clipped(number: int, most: int) -> int:
    """`number` from -most to most, moved so that the least is 0."""
    if number < -most:
        return 0
    return 2 * most if number > most else number + most


def state_of(
    own: int, other: int, discs: list[int], room: list[int], row: int, square: int, near: int
) -> int:
    """What is on a field, from 0 to 25: whose disc of what number with how much air, or room.

    `near` are the empty neighbours that somebody can fill.
    """
    if own >> square & 1 or other >> square & 1:
        air = min(popcount(near), 2)
        number = 0 if discs[row] >> square & 1 else 1 if discs[row + 1] >> square & 1 else 2
        return 3 * number + air + (0 if own >> square & 1 else 9)
    rooms = (room[row] >> square & 1) + 2 * (room[row + 1] >> square & 1)
    return 18 + rooms + 4 * (room[row + 2] >> square & 1)


def field_inputs(
    kind: int,
    own: int,
    other: int,
    discs: list[int],
    room: list[int],
    row: int,
    mine: int,
    his: int,
    out: list[int],
) -> int:
    """Write the inputs of all fields from the start of `out`; returns how many.

    `discs` and `room` have three boards from index `row` on, by number.
    """
    count = 0
    live = mine | his
    for field in range(FIELD_COUNT[kind]):
        square = SQUARES[kind][field]
        near = NEAR[kind][square] & live
        out[count] = STATES * field + state_of(own, other, discs, room, row, square, near)
        count += 1
        if (mine ^ his) >> square & 1:
            out[count] = (ONLY_MINE if mine >> square & 1 else ONLY_HIS) + field
            count += 1
    return count


def stripe_inputs(
    kind: int, my_sums: int, his_sums: int, live: int, out: list[int], count: int
) -> int:
    """Write an input for each stripe, and one for the lead in stripes, from `count` on.

    Returns where the next one goes.
    """
    ahead = 0
    for stripe in range(12):
        lead = cython.cast(cython.int, my_sums >> 5 * stripe & 31)
        lead -= cython.cast(cython.int, his_sums >> 5 * stripe & 31)
        ahead += 1 if lead > 0 else -1 if lead < 0 else 0
        left = min(popcount(live & STRIPES[kind][stripe]), 3)
        out[count + stripe] = STRIPE + 36 * stripe + 4 * clipped(lead, 4) + left
    out[count + 12] = TOTAL + clipped(ahead, 6)
    return count + 13


def supply_inputs(mine: int, his: int, out: list[int], count: int) -> int:
    """Write an input for each supply, four bits a number; returns where the next one goes."""
    for number in range(3):
        out[count + number] = SUPPLY + 5 * number + (mine >> 4 * number & 15)
        out[count + 3 + number] = SUPPLY + 15 + 5 * number + (his >> 4 * number & 15)
    return count + 6


def other_inputs(middle: int, mine: int, his: int, out: list[int], count: int) -> int:
    """Write inputs for the lead in the middle and for who can fill what; returns how many."""
    my_own = popcount(mine & ~his)
    his_own = popcount(his & ~mine)
    out[count] = MIDDLE + clipped(middle, 6)
    out[count + 1] = CONTESTED + popcount(mine & his)
    out[count + 2] = MARGIN + clipped(my_own - his_own, 5)
    return count + 3
