"""Between which leads a game of GORami must end.

C types are in ``bounds.pxd``. Boards have bit 8 * row + column. The sums of all stripes stand in
one word: five bits for each of up to 12, from the lowest, and the middle fields above them.
"""

import cython

from engine.games.gorami import board as tables
from engine.games.gorami.discs import Discs

if not cython.compiled:
    from engine.games.bits import lowest, popcount
    from engine.games.gorami.discs import BOARD_KEYS, beside, room_left

    ROW_UNITS = [[[0] * 256 for _ in range(4)] for _ in range(3)]
    MIDDLES = [0] * 3
else:
    from cython.cimports.engine.games.bits import lowest, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.gorami.discs import (  # type: ignore[no-redef]
        BOARD_KEYS,
        beside,
        room_left,
    )

MASK = (1 << 64) - 1
#: Where the sum of the middle fields lies, and what is below it: the sums of the stripes.
MIDDLE = 60
STRIPES_ONLY = (1 << 60) - 1
#: The lanes of even number, and the bit above each of them.
EVEN = tables.lanes(range(0, 12, 2), 31)
GUARD = tables.lanes(range(1, 12, 2), 1)
for _kind, _grid in enumerate(tables.GRIDS):
    MIDDLES[_kind] = _grid.middle
    for _number, _row in enumerate(_grid.row_units):
        ROW_UNITS[_kind][_number][:] = _row


def stripes_ahead(own: int, other: int) -> int:
    """In how many stripes one seat's sum is higher than the other's (G11)."""
    even = (other & EVEN | GUARD) - (own & EVEN) & GUARD
    odd = (other >> 5 & EVEN | GUARD) - (own >> 5 & EVEN) & GUARD
    not_ahead: int = popcount(even | odd >> 1)
    return 12 - not_ahead


def lanes_ahead(own: int, other: int) -> int:
    """The guard bits of lanes, of which every second is used, where `own` is higher."""
    return ((other & EVEN | GUARD) - (own & EVEN) & GUARD) ^ GUARD


def units_of(kind: int, board: int) -> int:
    """How many of the squares lie in each stripe."""
    low = ROW_UNITS[kind][0][board & 255] + ROW_UNITS[kind][1][board >> 8 & 255]
    return low + ROW_UNITS[kind][2][board >> 16 & 255] + ROW_UNITS[kind][3][board >> 24]


def room_by_number(position: "Bounds", seat: int, reach: int, number: int) -> int:
    """Where a disc of `number` may come to be of `seat`: it is placed, or captured in `reach`."""
    ply = position.ply
    left = position.left[ply] >> 4 * number - 4
    room = position.room[3 * ply + number - 1]
    if left >> 12 * seat & 15:
        return room
    return room & reach if left >> 12 - 12 * seat & 15 else 0


def gains(position: "Bounds", seat: int, reach: int) -> int:
    """The most that discs still to come can add to each stripe of `seat`."""
    room = 0
    total = 0
    for number in range(3, 0, -1):
        board = room_by_number(position, seat, reach, number) & ~room
        room |= board
        total += number * units_of(position.kind, board)
    return total


def middle_gains(position: "Bounds", seat: int, reach: int) -> int:
    """The same for the sum of the middle fields."""
    room = 0
    total = 0
    for number in range(3, 0, -1):
        board = room_by_number(position, seat, reach, number) & ~room
        room |= board
        total += number * popcount(board & MIDDLES[position.kind])
    return total


def worth_of(position: "Bounds", board: int) -> int:
    """What the discs on some squares add to the sums."""
    total = 0
    while board:
        total += position.worth[lowest(board)]
        board &= board - 1
    return total


def study(position: "Bounds") -> None:
    """Note the bounds of the result, and what they rest on.

    What can be filled is live. A disc can be captured as long as it has an empty neighbour, all
    of those are live, and the rival can fill one. A stripe is decided as soon as all that can
    still be added and captured leaves its winner the same.
    """
    ply = position.ply
    if position.studied == position.row_key[ply]:
        return
    position.studied = position.row_key[ply]
    kind = position.kind
    side = position.turn[ply]
    mine = room_left(position, side)
    his = room_left(position, 1 - side)
    live = mine | his
    own = position.own[2 * ply + side]
    other = position.own[2 * ply + 1 - side]
    loose = ~beside(kind, position.empty[ply] & ~live)
    my_reach = loose & beside(kind, mine)
    his_reach = loose & beside(kind, his)
    own &= his_reach
    other &= my_reach
    my_sums = position.sums[2 * ply + side]
    his_sums = position.sums[2 * ply + 1 - side]
    middle = my_sums >> MIDDLE
    middle -= his_sums >> MIDDLE
    my_sums &= STRIPES_ONLY
    his_sums &= STRIPES_ONLY
    lost = worth_of(position, own)
    won = worth_of(position, other)
    middle_lost = lost >> MIDDLE
    middle_won = won >> MIDDLE
    lost &= STRIPES_ONLY
    won &= STRIPES_ONLY
    my_most = my_sums + gains(position, side, my_reach) + won
    his_most = his_sums + gains(position, 1 - side, his_reach) + lost
    my_least = my_sums - lost
    his_least = his_sums - won

    even_won = lanes_ahead(my_least, his_most)
    odd_won = lanes_ahead(my_least >> 5, his_most >> 5)
    even_lost = lanes_ahead(his_least, my_most)
    odd_lost = lanes_ahead(his_least >> 5, my_most >> 5)
    decided = popcount(even_won | odd_won >> 1) - popcount(even_lost | odd_lost >> 1)
    position.most_lead = stripes_ahead(my_most, his_least) - popcount(even_lost | odd_lost >> 1)
    position.least_lead = popcount(even_won | odd_won >> 1) - stripes_ahead(his_most, my_least)
    position.middle = 0
    if position.least_lead <= 0 <= position.most_lead:
        most = middle_gains(position, side, my_reach) + 2 * middle_won
        position.most_middle = middle + most
        most = middle_gains(position, 1 - side, his_reach) + 2 * middle_lost
        position.least_middle = middle - most
        position.middle = middle
    position.even_open = (even_won | even_lost) ^ GUARD
    position.odd_open = (odd_won | odd_lost) ^ GUARD
    position.decided = decided
    position.my_caught = own
    position.his_caught = other


class Bounds(Discs):
    """Discs on their board, and what ``study`` has found out about the position.

    All from the side to move: the range of the leads, in stripes and in the sum of the middle
    fields, at the end of the game; the guard bits of stripes of even and of odd number that are
    still open, the lead in `decided` ones, and the lead in the `middle`, 0 if it does not
    matter; and the discs of either side that can be captured.
    """

    def __init__(self, kind: int) -> None:
        """The empty board `kind`, an index of ``board.NAMES``."""
        super().__init__(kind)
        self.least_lead = self.most_lead = self.least_middle = self.most_middle = 0
        self.even_open = self.odd_open = self.decided = self.middle = 0
        self.my_caught = self.his_caught = 0
        self.studied = ~BOARD_KEYS[kind] & MASK
