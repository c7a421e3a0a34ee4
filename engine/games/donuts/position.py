"""Donuts' position: a stack of bitboards, one entry for each ply.

C types are in ``position.pxd``. A move is the number of its cell (``board``).
"""

import cython

from engine.games.donuts import board as tables
from engine.games.donuts import first_moves
from engine.games.position import Moves, Position
from engine.games.randomness import zobrist

if not cython.compiled:
    OUTRIGHT = 25000
    from engine.games.bits import lowest, nth, popcount
else:
    from cython.cimports.engine.games.bits import lowest, nth, popcount  # type: ignore[no-redef]

if not cython.compiled:
    CELL_KEYS, FLIP_KEYS, LINE_KEYS = [0] * 128, [0] * 64, [0] * 256
    WINDOW = [0] * 64

CELLS = tables.mask(tables.NUMBERS)
#: Stands for the last cell before the first move: it is on no line.
NO_CELL = 63
CELL_KEYS[:] = zobrist(128, 4)
FLIP_KEYS[:] = [a ^ b for a, b in zip(zobrist(128, 4)[:64], zobrist(128, 4)[64:], strict=True)]
LINE_KEYS[:] = zobrist(256, 5)
for _place, _window in tables.window_places().items():
    WINDOW[_place] = _window

#: First cells of the windows of five along each axis.
IN_ROW = 0x030303030303
IN_COLUMN = 0x3F3F
RISING = 0x0303
FALLING = 0x3030


def turned_along(step: int, own: int, other: int, bit: int) -> int:
    """The opponent's donuts that turn on one axis when `bit` is placed (D7)."""
    above = bit << step
    while above & own:
        above <<= step
    if above & other == 0:
        return 0
    below = bit >> step
    while below & own:
        below >>= step
    return above | below if below & other else 0


def turned(own: int, other: int, bit: int) -> int:
    """The opponent's donuts that turn when `bit` is placed (D7)."""
    taken = own | other
    between = (
        (taken << 1 & taken >> 1)
        | (taken << 8 & taken >> 8)
        | (taken << 9 & taken >> 9)
        | (taken << 7 & taken >> 7)
    )
    if between & bit == 0:
        return 0
    return (
        turned_along(1, own, other, bit)
        | turned_along(8, own, other, bit)
        | turned_along(9, own, other, bit)
        | turned_along(7, own, other, bit)
    )


def row_of_five(step: int, board: int) -> int:
    """Not 0 if there are five in a row along one axis."""
    pairs = board & board >> step
    return pairs & pairs >> 2 * step & board >> 4 * step


def has_five(board: int) -> bool:
    """Whether there are five in a row anywhere (D8)."""
    return (
        row_of_five(1, board)
        | row_of_five(8, board)
        | row_of_five(9, board)
        | row_of_five(7, board)
    ) != 0


def spread(group: int) -> int:
    """A group and what shares an edge with it."""
    return group | group << 1 | group >> 1 | group << 8 | group >> 8


def largest_group(board: int) -> int:
    """Donuts in the largest connected group (D10)."""
    best = 0
    while board:
        group = board & ~(board - 1)
        grown = spread(group) & board
        while grown != group:
            group = grown
            grown = spread(group) & board
        board ^= group
        best = max(best, popcount(group))
    return best


def targets(position: "Donuts") -> int:
    """The legal cells of a game that is not over, as a bitboard (D4 to D6)."""
    ply = position.ply
    free = CELLS & ~(position.mine[ply] | position.theirs[ply])
    line = position.line[position.last[ply]] & free
    return line if line else free


def packed(board: int, step: int) -> int:
    """Which windows have a donut on cell `step`, from 0: a bit at the place of each."""
    return (
        (board >> step & IN_ROW) << 6
        | (board >> 8 * step & IN_COLUMN)
        | (board >> 9 * step & RISING) << 16
        | (board >> 7 * step & FALLING) << 16
    )


def fours(board: int) -> int:
    """The places of the windows with four donuts or more: two full adders."""
    a = packed(board, 0)
    b = packed(board, 1)
    c = packed(board, 2)
    d = packed(board, 3)
    e = packed(board, 4)
    odd = a ^ b ^ c
    return (a & b | c & (a ^ b)) & (odd & d | e & (odd ^ d))


def winning_cells(board: int, free: int) -> int:
    """The empty cells that complete five in a row without an insertion (D8)."""
    places = fours(board)
    cells = 0
    while places:
        cells |= WINDOW[lowest(places)]
        places &= places - 1
    return cells & free


def insertions_along(step: int, own: int, other: int) -> int:
    """Cells between two of the opponent's donuts on one axis, past at most three own ones."""
    above = other >> step
    above |= (above & own) >> step
    above |= (above & own) >> step
    above |= (above & own) >> step
    below = other << step
    below |= (below & own) << step
    below |= (below & own) << step
    below |= (below & own) << step
    return above & below


def insertions(own: int, other: int, free: int) -> int:
    """The empty cells on which a donut of `own` would turn some of `other` (D7)."""
    return free & (
        insertions_along(1, own, other)
        | insertions_along(8, own, other)
        | insertions_along(9, own, other)
        | insertions_along(7, own, other)
    )


def wins_by_insertion(own: int, other: int, board: int) -> bool:
    """Whether a donut on one of the cells of `board` makes five in a row (D7, D8)."""
    while board:
        bit = board ^ (board & (board - 1))
        if has_five(own | bit | turned(own, other, bit)):
            return True
        board ^= bit
    return False


def choice_value(position: "Donuts", board: int) -> int:
    """What it is worth to the side to move that its legal cells are those of `board`.

    In hundredths of a logit, as fitted to positions that were solved. Each cell sends the
    opponent on: bad if he wins there, good if he can turn nothing there.
    """
    ply = position.ply
    free = CELLS & ~(position.mine[ply] | position.theirs[ply])
    wins = winning_cells(position.theirs[ply], free)
    turning = insertions(position.theirs[ply], position.mine[ply], free)
    value = safe = 0
    while board:
        cell = lowest(board)
        bit = board ^ (board & (board - 1))
        board ^= bit
        line = position.line[cell] & free & ~bit
        if line == 0:
            line = free ^ bit
        if line & wins:
            value -= 32
        else:
            value += 10
            safe = 1
        if line & turning == 0:
            value += 34
    return value if safe else value - 200


def can_win(position: "Donuts") -> bool:
    """Whether the side to move can make five in a row with its next donut (D8)."""
    ply = position.ply
    own = position.mine[ply]
    other = position.theirs[ply]
    board = targets(position)
    if winning_cells(own, board):
        return True
    return wins_by_insertion(own, other, insertions(own, other, board))


class Donuts(Position):
    """Donuts and the last cell.

    At each ply `mine` are the donuts of the side to move, `theirs` those of the other, `keys`
    hashes them with their owners, and `last` is the last cell (``NO_CELL`` before the first move).
    `five` says whether the side that has just moved has five in a row. `layout` is the board as
    text. For each cell, `line` is
    the board line printed on it (D5) and `name` a number of its own for that line.
    """

    def __init__(self, layout: tables.Layout) -> None:
        """The empty board of `layout`."""
        self.seats = 2
        self.ply = 0
        self.plain = False
        self.sudden = True
        if not cython.compiled:
            self.mine, self.theirs, self.keys = [0] * 32, [0] * 32, [0] * 32
            self.last = [0] * 32
            self.line, self.name = [0] * 64, [0] * 64
        self.five = False
        self.last[0] = NO_CELL
        self.layout = layout.text
        self.line[:] = layout.line_masks()
        self.name[:] = layout.line_names()

    # ------------------------------------------------------------------ the kernel

    def generate(self, out: Moves) -> int:
        if self.five or self.ply == 30:
            return 0
        board = targets(self)
        count = 0
        while board:
            out[count] = lowest(board)
            count += 1
            board &= board - 1
        return count

    def pick(self, random: int) -> int:
        if self.five or self.ply == 30:
            return -1
        board = targets(self)
        return nth(board, (random >> 32) * popcount(board) >> 32)

    def make(self, move: int) -> None:
        ply = self.ply
        bit = 1
        bit <<= move
        own = self.mine[ply]
        other = self.theirs[ply]
        k = self.keys[ply] ^ CELL_KEYS[64 * (ply & 1) + move]
        flips = turned(own, other, bit)
        own |= bit | flips
        self.mine[ply + 1] = other ^ flips
        self.theirs[ply + 1] = own
        while flips:
            k ^= FLIP_KEYS[lowest(flips)]
            flips &= flips - 1
        self.keys[ply + 1] = k
        self.last[ply + 1] = move
        self.five = has_five(own)
        self.ply = ply + 1

    def unmake(self) -> None:
        self.ply -= 1
        self.five = False

    def side(self) -> int:
        return self.ply & 1

    def over(self) -> bool:
        return self.five or self.ply == 30

    def lead(self) -> int:
        """The largest group of the side to move minus the other's (D10)."""
        return largest_group(self.mine[self.ply]) - largest_group(self.theirs[self.ply])

    def winners(self) -> int:
        lead = -1 if self.five else self.lead()
        if lead == 0:
            return 3
        return 2 if (self.ply & 1) == (lead > 0) else 1

    def margin(self) -> int:
        return 0 if self.five else abs(self.lead())

    def evaluate(self) -> int:
        """In hundredths of a logit, or 12000 if the next donut can win by five."""
        if self.plain:
            return self.lead()
        ply = self.ply
        own = self.mine[ply]
        other = self.theirs[ply]
        free = CELLS & ~(own | other)
        board = targets(self)
        wins = winning_cells(own, free)
        turning = insertions(own, other, free)
        if wins & board or wins_by_insertion(own, other, turning & board):
            return 12000
        value: int = choice_value(self, board) + 17 * self.lead() - 90
        value += 15 * popcount(wins) + 4 * popcount(turning)
        value += 3 * ply * popcount(turning & board)
        return value

    def ceiling(self) -> int:
        """A win by five with this donut, or else with the next but one."""
        if self.five or self.ply == 30:
            return self.final_score()
        return OUTRIGHT - self.ply - (1 if can_win(self) else 3)

    def floor(self) -> int:
        """A win by five with this donut, or else a loss to the opponent's next."""
        if self.five or self.ply == 30:
            return self.final_score()
        return OUTRIGHT - self.ply - 1 if can_win(self) else self.ply + 2 - OUTRIGHT

    def horizon(self) -> int:
        return 0 if self.five else 30 - self.ply

    def key(self) -> int:
        ply = self.ply
        last = self.last[ply]
        k = self.keys[ply]
        if self.line[last] & ~(self.mine[ply] | self.theirs[ply]):
            k ^= LINE_KEYS[self.name[last]]
        return k

    def total(self, seat: int) -> int:
        ply = self.ply
        return largest_group(self.mine[ply] if (ply & 1) == seat else self.theirs[ply])

    def copy(self) -> Position:
        other = Donuts.__new__(Donuts)
        other.seats = 2
        other.ply = self.ply
        other.plain = self.plain
        other.sudden = self.sudden
        other.five = self.five
        other.mine = self.mine[:]
        other.theirs = self.theirs[:]
        other.keys = self.keys[:]
        other.last = self.last[:]
        other.line = self.line[:]
        other.name = self.name[:]
        other.layout = self.layout
        return other

    # ------------------------------------------------------------------ for Python callers

    def is_forcing(self) -> bool:
        """Always: the last donut prescribes a line (D5), and five in a row win (D8)."""
        return True

    def on_record(self) -> int | None:
        return None if self.ply else first_moves.first_move(self.layout)

    def donuts(self) -> tuple[int, int]:
        """The donuts of both seats as bitboards, seat 1 first."""
        boards = self.mine[self.ply], self.theirs[self.ply]
        return (boards[1], boards[0]) if self.ply & 1 else boards

    def last_cell(self) -> int | None:
        """The cell of the last donut; None before the first."""
        return self.last[self.ply] if self.ply else None

    def is_won_by_five(self) -> bool:
        """Whether the side that has just moved has five in a row (D8)."""
        return bool(self.five)

    def fives(self) -> tuple[bool, bool]:
        """Whether the side to move and the other have five in a row."""
        return bool(has_five(self.mine[self.ply])), bool(has_five(self.theirs[self.ply]))

    def set_up(self, own: int, other: int, last: int) -> None:
        """Put donuts on the board: `own` are those of the side to move, `last` is in `other`."""
        self.ply = own.bit_count() + other.bit_count()
        self.mine[self.ply], self.theirs[self.ply] = own, other
        self.last[self.ply] = last
        first = 64 * (self.ply & 1)
        self.keys[self.ply] = hash_of(own, first) ^ hash_of(other, 64 - first)
        self.five = has_five(other)


def hash_of(board: int, first: int) -> int:
    """The keys of these donuts together; `first` is 0 for seat 1 and 64 for seat 2."""
    keys = 0
    for number in tables.NUMBERS:
        if board >> number & 1:
            keys ^= CELL_KEYS[first + number]
    return keys
