"""GORami's discs on their board: bitboards on a grid, and the sums of all stripes in one word.

C types are in ``discs.pxd``. Inside, a field is bit 8 * row + column of a 32-bit board, so that
neighbours are shifts away; moves count the fields as ``board.Shape`` does. What a move changes
is kept in rows by ply: ``make`` writes a new row and ``unmake`` goes back to the old one. Discs
of number n have the index n - 1.
"""

import cython

from engine.games.gorami import board as tables
from engine.games.position import Moves, Position
from engine.games.randomness import zobrist

if not cython.compiled:
    from engine.games.bits import lowest, nth, popcount
else:
    from cython.cimports.engine.games.bits import lowest, nth, popcount  # type: ignore[no-redef]

if not cython.compiled:
    FIELDS, UP, DOWN = [0] * 3, [0] * 3, [0] * 3
    NEAR, CODE = [[0] * 32 for _ in range(3)], [[0] * 32 for _ in range(3)]
    SQUARE, WORTH = [[0] * 80 for _ in range(3)], [[0] * 80 for _ in range(3)]
    NUMBER = [0] * 80
    SUPPLY, BOARD_KEYS = [0] * 3, [0] * 3
    DISC_KEYS, BLUE_KEYS, SPENT_KEYS = [0] * 80, [0] * 32, [0] * 24

#: The number of the move ``pass`` on every board.
PASS = tables.PASS
SIDE_KEY = zobrist(1, 4)[0]
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


def room_left(position: "Discs", seat: int) -> int:
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


def beside(kind: int, board: int) -> int:
    """The neighbours of a set of fields (G3), and some bits that are no field."""
    level = board << 1 | board >> 1
    return level | (board << 8 & UP[kind]) | (board >> 8 & DOWN[kind])


def next_row(position: "Discs") -> None:
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


def put(position: "Discs", seat: int, move: int) -> None:
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


def spend(position: "Discs", seat: int, number: int) -> None:
    """Take a disc from the supply of `seat` (G6)."""
    shift = 12 * seat + 4 * number
    one = 1
    left = position.left[position.ply] >> shift & 15
    position.left[position.ply] -= one << shift
    position.row_key[position.ply] ^= SPENT_KEYS[12 * seat + 4 * number + left - 1]


def capture(position: "Discs", seat: int, square: int) -> None:
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


class Discs(Position):
    """A board and, for every ply, a row of all that a move changes.

    `room` has the empty fields with no neighbour of the number, `discs` those with a disc of it;
    `own` the discs of each seat; `sums` each seat's sums, five bits a stripe, and that of the
    middle fields on top; `left` the supplies, four bits a number, seat 1 below. `number` is that
    of the disc on a square and `worth` what it adds to the sums; of an empty square they mean
    nothing.
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
            self.discs = [0] * 192
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

    def key(self) -> int:
        return self.row_key[self.ply]

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
