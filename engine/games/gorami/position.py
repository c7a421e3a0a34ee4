"""GORami's position: bitboards on a grid, and the sums of all stripes in one word for each seat.

C types are in ``position.pxd``. Inside, a field is bit 8 * row + column of a 32-bit board, so
that neighbours are shifts away; moves count the fields as ``board.Shape`` does. What a move
changes is kept in rows by ply: ``make`` writes a new row and ``unmake`` goes back to the old
one. Discs of number n have the index n - 1.
"""

import cython

from engine.games.gorami import board as tables
from engine.games.position import Moves, Position
from engine.games.randomness import zobrist

if not cython.compiled:
    from engine.games.bits import lowest, nth, popcount
    from engine.games.gorami.features import SYMMETRIES, digest, mirror, most_points
    from engine.games.gorami.lanes import EVEN, GUARD, lanes_ahead, stripes_ahead, units_of
else:
    from cython.cimports.engine.games.bits import lowest, nth, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.gorami.features import (  # type: ignore[no-redef]
        SYMMETRIES,
        digest,
        mirror,
        most_points,
    )
    from cython.cimports.engine.games.gorami.lanes import (  # type: ignore[no-redef]
        EVEN,
        GUARD,
        lanes_ahead,
        stripes_ahead,
        units_of,
    )

if not cython.compiled:
    FIELDS, UP, DOWN = [0] * 3, [0] * 3, [0] * 3
    NEAR, CODE = [[0] * 32 for _ in range(3)], [[0] * 32 for _ in range(3)]
    SQUARE, WORTH = [[0] * 80 for _ in range(3)], [[0] * 80 for _ in range(3)]
    NUMBER = [0] * 80
    STRIPES = [[0] * 12 for _ in range(3)]
    STRIPE_VALUE, DISC_VALUE, TURN_VALUE = [0] * 128, [0] * 32, [0] * 32
    SUPPLY, BOARD_KEYS = [0] * 3, [0] * 3
    DISC_KEYS, BLUE_KEYS, SPENT_KEYS = [0] * 80, [0] * 32, [0] * 24
    MIDDLES = [0] * 3

#: The number of the move ``pass`` on every board.
PASS = tables.PASS
#: Where the sum of the middle fields lies, above those of the stripes.
MIDDLE = 60
STRIPES_ONLY = (1 << 60) - 1
SIDE_KEY = zobrist(1, 4)[0]
MASK = (1 << 64) - 1
#: All sums but that of the middle fields.
STRIPES_ONLY = (1 << 60) - 1
SIDE_KEY = zobrist(1, 4)[0]
MASK, LOW_HALF = (1 << 64) - 1, (1 << 32) - 1
#: Odd numbers without pattern: the golden ratio's digits, pi's, and one of SplitMix64's.
GOLDEN, PI_DIGITS, SPLIT_MIX = 0x9E3779B97F4A7C15, 0x243F6A8885A308D3, 0xBF58476D1CE4E5B9
DISC_KEYS[:] = zobrist(80, 5)
BLUE_KEYS[:] = zobrist(32, 6)
SPENT_KEYS[:] = zobrist(24, 7)
BOARD_KEYS[:] = zobrist(3, 8)
NUMBER[:] = [move % 3 for move in range(80)]
for _kind, _grid in enumerate(tables.GRIDS):
    SUPPLY[_kind] = _grid.supply
    UP[_kind], DOWN[_kind] = _grid.up, _grid.down
    FIELDS[_kind] = _grid.up | _grid.down
    NEAR[_kind][:] = _grid.near
    CODE[_kind][:] = _grid.code
    SQUARE[_kind][:] = _grid.square
    WORTH[_kind][:] = _grid.worth
    STRIPES[_kind][:] = _grid.stripes
    MIDDLES[_kind] = _grid.middle
STRIPE_VALUE[:] = [tables.stripe_value(i >= 64, i % 64 - 32) for i in range(128)]
DISC_VALUE[:] = [tables.disc_value(i >> 2 & 3, i & 3, i >= 16) for i in range(32)]
TURN_VALUE[:] = [tables.turn_value(contested) for contested in range(32)]
#: What it is worth to be the only one who can fill a field, and a point in the middle.
ONLY_MINE = 120
IN_MIDDLE = 6


def room_left(position: "Gorami", seat: int) -> int:
    """The fields on which `seat` may place some disc (G7)."""
    ply = position.ply
    left = position.left[ply] >> 12 * seat
    board = 0
    if left & 15:
        board = position.room[3 * ply]
    if left & 240:
        board |= position.room[3 * ply + 1]
    if left & 3840:
        board |= position.room[3 * ply + 2]
    return board


def most_discs(position: "Gorami", seat: int) -> int:
    """An upper bound of the discs that `seat` can still place."""
    left = position.left[position.ply] >> 12 * seat
    fields: int
    total = 0
    for n in range(3):
        fields = popcount(position.room[3 * position.ply + n])
        total += min(left & 15, fields)
        left >>= 4
    fields = popcount(room_left(position, seat))
    return min(total, fields)


def beside(kind: int, board: int) -> int:
    """The neighbours of a set of fields (G3), and some bits that are no field."""
    level = board << 1 | board >> 1
    return level | (board << 8 & UP[kind]) | (board >> 8 & DOWN[kind])


def next_row(position: "Gorami") -> None:
    """Begin the next ply with a copy of this one and the other seat to move."""
    ply = position.ply
    for n in range(3):
        position.room[3 * ply + 3 + n] = position.room[3 * ply + n]
        position.discs[3 * ply + 3 + n] = position.discs[3 * ply + n]
    for seat in range(2):
        position.own[2 * ply + 2 + seat] = position.own[2 * ply + seat]
        position.sums[2 * ply + 2 + seat] = position.sums[2 * ply + seat]
    position.left[ply + 1] = position.left[ply]
    position.empty[ply + 1] = position.empty[ply]
    position.turn[ply + 1] = 1 - position.turn[ply]
    position.row_key[ply + 1] = position.row_key[ply] ^ SIDE_KEY
    position.ply = ply + 1


def put(position: "Gorami", seat: int, move: int) -> None:
    """Lay a disc down for `seat`, which spends none and captures nothing."""
    ply = position.ply
    square = SQUARE[position.kind][move]
    number = NUMBER[move]
    bit = 1
    bit <<= square
    position.empty[ply] ^= bit
    position.room[3 * ply] &= ~bit
    position.room[3 * ply + 1] &= ~bit
    position.room[3 * ply + 2] &= ~bit
    position.room[3 * ply + number] &= ~NEAR[position.kind][square]
    position.discs[3 * ply + number] |= bit
    position.own[2 * ply + seat] |= bit
    position.sums[2 * ply + seat] += WORTH[position.kind][move]
    position.worth[square] = WORTH[position.kind][move]
    position.number[square] = number + 1
    position.row_key[ply] ^= DISC_KEYS[move]
    if seat:
        position.row_key[ply] ^= BLUE_KEYS[square]


def spend(position: "Gorami", seat: int, number: int) -> None:
    """Take a disc from the supply of `seat` (G6)."""
    shift = 12 * seat + 4 * number
    one = 1
    left = position.left[position.ply] >> shift & 15
    position.left[position.ply] -= one << shift
    position.row_key[position.ply] ^= SPENT_KEYS[12 * seat + 4 * number + left - 1]


def capture(position: "Gorami", seat: int, square: int) -> None:
    """Turn what the disc that `seat` has placed on `square` captures (G8)."""
    ply = position.ply
    free = beside(position.kind, position.empty[ply])
    caught = position.own[2 * ply + 1 - seat] & NEAR[position.kind][square] & ~free
    if not caught:
        return
    position.own[2 * ply] ^= caught
    position.own[2 * ply + 1] ^= caught
    moved = 0
    while caught:
        moved += position.worth[lowest(caught)]
        position.row_key[ply] ^= BLUE_KEYS[lowest(caught)]
        caught &= caught - 1
    position.sums[2 * ply + seat] += moved
    position.sums[2 * ply + 1 - seat] -= moved


def stripe_values(position: "Gorami", seat: int, room: int) -> int:
    """What the leads of `seat` in the stripes are worth; `room` is all that can be filled."""
    own = position.sums[2 * position.ply + seat]
    other = position.sums[2 * position.ply + 1 - seat]
    value = 0
    for i in range(12):
        lead = (own >> 5 * i & 31) + 32 - (other >> 5 * i & 31)
        value += STRIPE_VALUE[lead + (64 if room & STRIPES[position.kind][i] else 0)]
    return value


def disc_values(position: "Gorami", seat: int, mine: int, his: int) -> int:
    """What the discs of `seat` are worth; `mine` and `his` are what the seats can fill."""
    kind = position.kind
    empty = position.empty[position.ply]
    right = empty << 1
    left = empty >> 1
    third = (empty << 8 & UP[kind]) | (empty >> 8 & DOWN[kind])
    several = right & left | right & third | left & third
    last = (right | left | third) & ~several
    rival = beside(kind, his)
    safe = ~(right | left | third) | beside(kind, empty & ~(mine | his)) | last & ~rival
    hot = last & ~safe
    doomed = hot & ~beside(kind, mine)
    mover = 16 if seat == position.turn[position.ply] else 0
    value = 0
    board = position.own[2 * position.ply + seat]
    while board:
        square = lowest(board)
        board &= board - 1
        fate = (safe >> square & 1) + 3 * (hot >> square & 1) - (doomed >> square & 1)
        value += DISC_VALUE[mover + 4 * fate + position.number[square]]
    return value


def room_by_number(position: "Gorami", seat: int, reach: int, number: int) -> int:
    """Where a disc of `number` may come to be of `seat`: it is placed, or captured in `reach`."""
    ply = position.ply
    left = position.left[ply] >> 4 * number - 4
    room = position.room[3 * ply + number - 1]
    if left >> 12 * seat & 15:
        return room
    return room & reach if left >> 12 - 12 * seat & 15 else 0


def gains(position: "Gorami", seat: int, reach: int) -> int:
    """The most that discs still to come can add to each stripe of `seat`."""
    room = 0
    total = 0
    for number in range(3, 0, -1):
        board = room_by_number(position, seat, reach, number) & ~room
        room |= board
        total += number * units_of(position.kind, board)
    return total


def middle_gains(position: "Gorami", seat: int, reach: int) -> int:
    """The same for the sum of the middle fields."""
    room = 0
    total = 0
    for number in range(3, 0, -1):
        board = room_by_number(position, seat, reach, number) & ~room
        room |= board
        total += number * popcount(board & MIDDLES[position.kind])
    return total


def worth_of(position: "Gorami", board: int) -> int:
    """What the discs on some squares add to the stripes."""
    ply = position.ply
    total = 0
    for n in range(3):
        total += (n + 1) * units_of(position.kind, position.discs[3 * ply + n] & board)
    return total


def middle_worth(position: "Gorami", board: int) -> int:
    """What the discs on some squares add to the sum of the middle fields."""
    ply = position.ply
    board &= MIDDLES[position.kind]
    total = 0
    for n in range(3):
        total += (n + 1) * popcount(position.discs[3 * ply + n] & board)
    return total


def clamped(position: "Gorami", seat: int) -> int:
    """The discs of `seat` by number, but never more than can be placed; four bits each."""
    ply = position.ply
    left = position.left[ply] >> 12 * seat
    total = 0
    for n in range(3):
        count = left >> 4 * n & 15
        fields = popcount(position.room[3 * ply + n])
        total |= min(count, fields) << 4 * n
    return total


def study(position: "Gorami") -> None:
    """Bounds of the result, and the features that the rest of the game depends on.

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
    my_sums = position.sums[2 * ply + side] & STRIPES_ONLY
    his_sums = position.sums[2 * ply + 1 - side] & STRIPES_ONLY
    lost = worth_of(position, own)
    won = worth_of(position, other)
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
    middle = 0
    if position.least_lead <= 0 <= position.most_lead:
        middle = middle_worth(position, position.own[2 * ply + side])
        middle -= middle_worth(position, position.own[2 * ply + 1 - side])
        most = middle_gains(position, side, my_reach) + 2 * middle_worth(position, other)
        position.most_middle = middle + most
        most = middle_gains(position, 1 - side, his_reach) + 2 * middle_worth(position, own)
        position.least_middle = middle - most

    features = position.features
    open_lanes = (even_won | even_lost) ^ GUARD
    features[0] = (my_sums & EVEN | GUARD) - (his_sums & EVEN) & (open_lanes >> 5) * 1023
    open_lanes = (odd_won | odd_lost) ^ GUARD
    features[1] = (my_sums >> 5 & EVEN | GUARD) - (his_sums >> 5 & EVEN) & (open_lanes >> 5) * 1023
    features[2] = clamped(position, side) | clamped(position, 1 - side) << 12
    word = middle + 64
    features[2] |= (decided + 16) << 24 | word << 32
    for n in range(3):
        used = features[2] >> 4 * n & 0xF00F
        features[3 + n] = position.room[3 * ply + n] if used else 0
    word = other
    features[6] = own | word << 32
    caught = own | other
    word = position.discs[3 * ply + 1] & caught
    features[7] = position.discs[3 * ply] & caught | word << 32


class Gorami(Position):
    """A board and, for every ply, a row of all that a move changes.

    `room` has the empty fields with no neighbour of the number; `own` the discs of each seat;
    `sums` each seat's sums, five bits a stripe, and that of the middle fields on top; `left`
    the supplies, four bits a number, seat 1 below. `number` is that of the disc on a square and
    `worth` what it adds to the sums; of an empty square they mean nothing.
    """

    def __init__(self, kind: int) -> None:
        """The empty board `kind`, an index of ``board.NAMES``."""
        self.seats = 2
        self.ply = 0
        self.plain = False
        self.sudden = False
        self.kind = kind
        if not cython.compiled:
            self.room, self.own, self.sums = [0] * 192, [0] * 128, [0] * 128
            self.left, self.empty, self.turn = [0] * 64, [0] * 64, [0] * 64
            self.row_key, self.worth, self.number = [0] * 64, [0] * 32, [0] * 32
            self.discs, self.features = [0] * 192, [0] * 8
        for n in range(3):
            self.room[n] = FIELDS[kind]
            self.discs[n] = 0
        for seat in range(2):
            self.own[seat] = 0
            self.sums[seat] = 0
        self.left[0] = 0x111111 * SUPPLY[kind]
        self.empty[0] = FIELDS[kind]
        self.turn[0] = 0
        self.row_key[0] = BOARD_KEYS[kind]
        self.least_lead = self.most_lead = self.least_middle = self.most_middle = 0
        self.studied = ~BOARD_KEYS[kind] & MASK

    # ------------------------------------------------------------------ the kernel

    def generate(self, out: Moves) -> int:
        count = 0
        side = self.turn[self.ply]
        left = self.left[self.ply] >> 12 * side
        for number in range(3):
            board = self.room[3 * self.ply + number] if left & 15 else 0
            left >>= 4
            while board:
                out[count] = CODE[self.kind][lowest(board)] + number
                count += 1
                board &= board - 1
        if count == 0 and room_left(self, 1 - side):
            out[0] = PASS
            count = 1
        return count

    def pick(self, random: int) -> int:
        side = self.turn[self.ply]
        left = self.left[self.ply] >> 12 * side
        ones = self.room[3 * self.ply] if left & 15 else 0
        twos = self.room[3 * self.ply + 1] if left >> 4 & 15 else 0
        threes = self.room[3 * self.ply + 2] if left >> 8 & 15 else 0
        first = popcount(ones)
        second = first + popcount(twos)
        count = second + popcount(threes)
        if count == 0:
            return PASS if room_left(self, 1 - side) else -1
        count = (random >> 32) * count >> 32
        if count < first:
            return CODE[self.kind][nth(ones, count)]
        if count < second:
            return CODE[self.kind][nth(twos, count - first)] + 1
        return CODE[self.kind][nth(threes, count - second)] + 2

    def make(self, move: int) -> None:
        seat = self.turn[self.ply]
        next_row(self)
        if move != PASS:
            put(self, seat, move)
            spend(self, seat, NUMBER[move])
            capture(self, seat, SQUARE[self.kind][move])

    def unmake(self) -> None:
        self.ply -= 1

    def side(self) -> int:
        return self.turn[self.ply]

    def over(self) -> bool:
        return room_left(self, 0) == 0 and room_left(self, 1) == 0

    def stripe_lead(self) -> int:
        """Yellow's stripes minus blue's (G11)."""
        return self.total(0) - self.total(1)

    def middle_lead(self) -> int:
        """The sum of yellow's numbers on the middle fields minus that of blue's (G12)."""
        yellow = self.sums[2 * self.ply] >> MIDDLE
        blue = self.sums[2 * self.ply + 1] >> MIDDLE
        return yellow - blue

    def final_lead(self) -> int:
        """Yellow's lead in what decides a finished game (G12)."""
        lead = self.stripe_lead()
        return lead if lead else self.middle_lead()

    def winners(self) -> int:
        lead = self.final_lead()
        return 1 if lead > 0 else 2 if lead < 0 else 3

    def margin(self) -> int:
        return abs(self.final_lead())

    def evaluate(self) -> int:
        side = self.turn[self.ply]
        if self.plain:
            return -self.stripe_lead() if side else self.stripe_lead()
        mine = room_left(self, side)
        his = room_left(self, 1 - side)
        middle = -self.middle_lead() if side else self.middle_lead()
        value: int = stripe_values(self, side, mine | his) + IN_MIDDLE * middle
        value += disc_values(self, side, mine, his) - disc_values(self, 1 - side, his, mine)
        value += ONLY_MINE * (popcount(mine & ~his) - popcount(his & ~mine))
        contested: int = popcount(mine & his)
        return value + TURN_VALUE[contested]

    def horizon(self) -> int:
        """An upper bound of the plies that can still be played.

        The seats alternate, and only one of them ever passes: who can place no disc will not
        be able to later.
        """
        side = self.turn[self.ply]
        fields: int = popcount(room_left(self, 0) | room_left(self, 1))
        mine = most_discs(self, side)
        his = most_discs(self, 1 - side)
        nobody_passes = min(fields, 2 * mine, 2 * his + 1)
        i_pass = 2 * min(his, fields - (1 if mine else 0))
        he_passes = 2 * mine - 1
        return max(nobody_passes, i_pass, he_passes)

    def key(self) -> int:
        return self.row_key[self.ply]

    def ceiling(self) -> int:
        study(self)
        return most_points(self.least_lead, self.most_lead, self.most_middle)

    def floor(self) -> int:
        study(self)
        return -most_points(-self.most_lead, -self.least_lead, -self.least_middle)

    def essence(self) -> int:
        study(self)
        return digest(self.features)

    def canonical(self) -> int:
        if not cython.compiled:
            features = [0] * 8
        study(self)
        least = digest(self.features)
        for number in range(1, SYMMETRIES[self.kind]):
            mirror(self.kind, self.features, number, features)
            least = min(least, digest(features))
        return least

    def total(self, seat: int) -> int:
        """The stripes of `seat` (C7, G11)."""
        return stripes_ahead(self.sums[2 * self.ply + seat], self.sums[2 * self.ply + 1 - seat])

    def copy(self) -> Position:
        other = Gorami.__new__(Gorami)
        other.seats = 2
        other.ply = self.ply
        other.plain = self.plain
        other.sudden = self.sudden
        other.kind = self.kind
        other.room = self.room[:]
        other.own = self.own[:]
        other.sums = self.sums[:]
        other.left = self.left[:]
        other.empty = self.empty[:]
        other.turn = self.turn[:]
        other.row_key = self.row_key[:]
        other.discs = self.discs[:]
        other.features = self.features[:]
        other.least_lead = other.most_lead = other.least_middle = other.most_middle = 0
        other.studied = ~self.row_key[self.ply] & MASK
        other.worth = self.worth[:]
        other.number = self.number[:]
        return other

    # ------------------------------------------------------------------ for Python callers

    def owners(self) -> list[int]:
        """For each field the seat whose disc lies there, from 1; 0 if it is empty."""
        yellow, blue = self.own[2 * self.ply], self.own[2 * self.ply + 1]
        squares = tables.GRIDS[self.kind].squares
        return [(yellow >> square & 1) + 2 * (blue >> square & 1) for square in squares]

    def numbers(self) -> list[int]:
        """For each field the number of the disc there; 0 if it is empty."""
        empty = self.empty[self.ply]
        squares = tables.GRIDS[self.kind].squares
        return [0 if empty >> square & 1 else self.number[square] for square in squares]

    def supplies(self, seat: int) -> list[int]:
        """How many discs of 1, 2 and 3 `seat`, from 0, has left (G6)."""
        return [self.left[self.ply] >> 12 * seat + 4 * n & 15 for n in range(3)]

    def middle_sum(self, seat: int) -> int:
        """The sum of the numbers of `seat`, from 0, on the middle fields (G12)."""
        return self.sums[2 * self.ply + seat] >> MIDDLE

    def can_place(self, seat: int) -> bool:
        """Whether `seat`, from 0, has a legal placement (G7), whoever is to move."""
        return room_left(self, seat) != 0

    def lay(self, discs: list[tuple[int, int]], supplies: list[list[int]], turn: int) -> None:
        """Fill an empty board: pairs of owner, from 0, and placement, legal or not.

        `supplies` are each seat's discs left of 1, 2 and 3; `turn` is the seat to move, from 0.
        """
        for seat, move in discs:
            next_row(self)
            put(self, seat, move)
        for seat in range(2):
            for number in range(3):
                for _ in range(SUPPLY[self.kind] - supplies[seat][number]):
                    spend(self, seat, number)
        if self.turn[self.ply] != turn:
            self.turn[self.ply] = turn
            self.row_key[self.ply] ^= SIDE_KEY
