"""The rules of Kulami on two bitboards over the 64 cells of any board.

C types are in ``marbles.pxd``. Numbers of cells and tiles are those of ``board.Layout``.
"""

from collections.abc import Sequence

import cython

from engine.games.kulami import board, tables
from engine.games.position import Moves, Position
from engine.games.randomness import zobrist

if not cython.compiled:
    from engine.games.bits import lowest, popcount
    from engine.games.kulami.segments import FIRST, SUMS, prepare
else:
    from cython.cimports.engine.games.bits import lowest, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.kulami.segments import (  # type: ignore[no-redef]
        FIRST,
        SUMS,
        prepare,
    )

if not cython.compiled:
    GAIN = [[[0] * 64 for _ in range(7)] for _ in range(2)]
    MARBLE_KEYS, LAST_KEYS, TABOO_KEYS = [0] * 128, [0] * 64, [0] * 32

FULL = (1 << 64) - 1
MARBLE_KEYS[:] = zobrist(128, 1)
LAST_KEYS[:] = zobrist(64, 2)
TABOO_KEYS[:] = zobrist(32, 3)
for _size, _red, _black in tables.TILES:
    _code = _red + 8 * _black
    GAIN[0][_size][_code] = tables.tile_gain(_size, _red, _black)
    GAIN[1][_size][_code] = -tables.tile_gain(_size, _black, _red)


def targets(position: "Marbles") -> int:
    """The legal cells as a bitboard (K4 to K6, K8)."""
    if position.ply == 56:
        return 0
    board = FULL & ~(position.marbles[0] | position.marbles[1])
    if position.ply > 0:
        last = position.moves[position.ply - 1]
        board &= position.cross[last] & position.off_tile[last]
    if position.ply > 1:
        board &= position.off_tile[position.moves[position.ply - 2]]
    return board


def mark(position: "Marbles", cell: int, change: int) -> None:
    """Change a digit in the patterns of all segments that a cell lies on."""
    for i in range(4 * cell, 4 * cell + 4):
        position.patterns[position.segment[i]] += change * position.digit[i]


def line_lead(position: "Marbles") -> int:
    """Red's sum of lines minus black's (K11), if lines count."""
    lead = 0
    for i in range(1, position.first_segment[4]):
        pattern = position.patterns[i]
        lead += SUMS[2 * pattern] - SUMS[2 * pattern + 1]
    return lead


class Marbles(Position):
    """Marbles, the order of the moves, the marbles on each tile, and red's lead in tiles.

    `filled` counts a tile's marbles as red + 8 * black. For each ply, `leads` has red's tile
    points minus black's (K9) and `keys` the hash of the marbles. Which plies are `known` is for
    who notes more about them: a ply that is reached anew is not.
    `patterns` has what lies on each segment (``segments.py``), if lines count at all.
    """

    def __init__(self, layout: board.Layout, modes: int) -> None:
        """The empty board of `layout` with the bonuses of `modes` (``board.SCORING``)."""
        self.seats = 2
        self.ply = 0
        self.plain = False
        self.sudden = False
        self.modes = modes
        if not cython.compiled:
            self.marbles = [0, 0]
            self.keys, self.leads = [0] * 64, [0] * 64
            self.size, self.filled = [0] * 17, [0] * 17
            self.tile, self.cross, self.off_tile = [0] * 64, [0] * 64, [0] * 64
            self.near, self.tile_cells = [0] * 64, [0] * 17
            self.window_start, self.windows = [0] * 5, [0] * 160
            self.through_start, self.through = [0] * 65, [0] * 800
            self.first_segment = [0] * 5
            self.patterns, self.segment, self.digit = [0] * 48, [0] * 256, [0] * 256
            self.moves = [0] * 64
            self.known = [0] * 64
        self.size[:] = layout.tile_sizes
        self.tile[:] = layout.tile
        self.cross[:] = layout.cross_masks
        self.off_tile[:] = [FULL ^ mask for mask in layout.tile_masks]
        self.near[:] = [layout.mask(cells) for cells in layout.neighbours]
        for mask, tile in zip(layout.tile_masks, layout.tile, strict=True):
            self.tile_cells[tile] = mask
        self.lay_windows(layout.windows)
        self.lay_segments(layout.segments)

    def lay_windows(self, windows: Sequence[Sequence[int]]) -> None:
        """Store the fives of the board by direction, and once more by the cells they cover."""
        count = 0
        self.window_start[0] = 0
        for direction in range(4):
            for window in windows[direction]:
                self.windows[count] = window
                count += 1
            self.window_start[direction + 1] = count
        covered = 0
        self.through_start[0] = 0
        for cell in range(64):
            for i in range(count):
                if self.windows[i] >> cell & 1:
                    self.through[covered] = self.windows[i]
                    covered += 1
            self.through_start[cell + 1] = covered

    def lay_segments(self, segments: Sequence[Sequence[Sequence[int]]]) -> None:
        """Store on which segment each cell lies in each direction, and as which digit.

        Segment 0 stands for none.
        """
        if not self.modes & 2:
            return
        count = 0
        for direction in range(4):
            self.first_segment[direction] = count + 1
            for cells in segments[direction]:
                count += 1
                prepare(len(cells))
                self.patterns[count] = FIRST[len(cells)]
                for i, cell in enumerate(cells):
                    self.segment[4 * cell + direction] = count
                    self.digit[4 * cell + direction] = 3**i
        self.first_segment[4] = count + 1

    # ------------------------------------------------------------------ the kernel

    def generate(self, out: Moves) -> int:
        board = targets(self)
        count = 0
        while board:
            out[count] = lowest(board)
            count += 1
            board &= board - 1
        return count

    def pick(self, random: int) -> int:
        board = targets(self)
        if board == 0:
            return -1
        count = (random >> 32) * popcount(board) >> 32
        while count:
            board &= board - 1
            count -= 1
        return lowest(board)

    def make(self, move: int) -> None:
        bit = 1
        ply = self.ply
        s = ply & 1
        tile = self.tile[move]
        code = self.filled[tile]
        self.marbles[s] |= bit << move
        self.keys[ply + 1] = self.keys[ply] ^ MARBLE_KEYS[64 * s + move]
        self.leads[ply + 1] = self.leads[ply] + GAIN[s][self.size[tile]][code]
        self.filled[tile] = code + 1 + 7 * s
        self.moves[ply] = move
        self.known[ply + 1] = 0
        self.ply = ply + 1
        if self.modes & 2:
            mark(self, move, 1 + s)

    def unmake(self) -> None:
        bit = 1
        ply = self.ply - 1
        move = self.moves[ply]
        s = ply & 1
        self.marbles[s] ^= bit << move
        self.filled[self.tile[move]] -= 1 + 7 * s
        self.ply = ply
        if self.modes & 2:
            mark(self, move, -1 - s)

    def side(self) -> int:
        return self.ply & 1

    def over(self) -> bool:
        return targets(self) == 0

    def winners(self) -> int:
        lead = self.lead()
        return 1 if lead > 0 else 2 if lead < 0 else 3

    def margin(self) -> int:
        return abs(self.lead())

    def lead(self) -> int:
        """Red's total minus black's, bonuses included (K9 to K12)."""
        lead = self.leads[self.ply]
        if self.modes & 1:
            lead += self.largest_area(0) - self.largest_area(1)
        if self.modes & 2:
            lead += line_lead(self)
        return lead

    def horizon(self) -> int:
        return 56 - self.ply

    def key(self) -> int:
        k = self.keys[self.ply]
        if self.ply > 0:
            k ^= LAST_KEYS[self.moves[self.ply - 1]]
        if self.ply > 1:
            k ^= TABOO_KEYS[self.tile[self.moves[self.ply - 2]]]
        return k

    def tile_points(self, seat: int) -> int:
        """The points of `seat` for tiles (K9)."""
        tiles = 0
        for i in range(17):
            red = self.filled[i] & 7
            black = self.filled[i] >> 3
            if (black > red) if seat else (red > black):
                tiles += self.size[i]
        return tiles

    def largest_area(self, seat: int) -> int:
        """Marbles in the largest connected group of `seat` (K10)."""
        rest = self.marbles[seat]
        best = 0
        while popcount(rest) > best:
            frontier = rest ^ (rest & (rest - 1))
            rest ^= frontier
            size = 0
            while frontier:
                group = self.near[lowest(frontier)] & rest
                frontier = frontier & (frontier - 1) | group
                rest ^= group
                size += 1
            if size > best:
                best = size
        return best

    def line_sum(self, seat: int) -> int:
        """Marbles in runs of at least 5 of `seat`, all directions (K11)."""
        own = self.marbles[seat]
        total = 0
        for direction in range(4):
            runs = 0
            for i in range(self.window_start[direction], self.window_start[direction + 1]):
                if self.windows[i] & ~own == 0:
                    runs |= self.windows[i]
            total += popcount(runs)
        return total

    def total(self, seat: int) -> int:
        """Tile points with the bonuses of the mode (C7, K9 to K12)."""
        area = self.largest_area(seat) - self.largest_area(1 - seat) if self.modes & 1 else 0
        lines = self.line_sum(seat) - self.line_sum(1 - seat) if self.modes & 2 else 0
        return self.tile_points(seat) + max(area, 0) + max(lines, 0)

    def hand_over(self, other: "Marbles") -> None:
        """Make `other` a copy of this position."""
        other.seats = 2
        other.ply = self.ply
        other.plain = self.plain
        other.sudden = self.sudden
        other.modes = self.modes
        other.marbles = self.marbles[:]
        other.keys = self.keys[:]
        other.leads = self.leads[:]
        other.size = self.size[:]
        other.filled = self.filled[:]
        other.tile = self.tile[:]
        other.cross = self.cross[:]
        other.off_tile = self.off_tile[:]
        other.near = self.near[:]
        other.tile_cells = self.tile_cells[:]
        other.window_start = self.window_start[:]
        other.windows = self.windows[:]
        other.through_start = self.through_start[:]
        other.through = self.through[:]
        other.first_segment = self.first_segment[:]
        other.patterns, other.segment = self.patterns[:], self.segment[:]
        other.digit = self.digit[:]
        other.known = [0] * 64
        other.moves = self.moves[:]

    # ------------------------------------------------------------------ for Python callers

    def owners(self) -> list[int]:
        """For each cell the seat whose marble lies there, from 1; 0 if it is empty."""
        return [(self.marbles[0] >> c & 1) + 2 * (self.marbles[1] >> c & 1) for c in range(64)]

    def last_moves(self) -> list[int]:
        """The cells of the last two marbles, the last one first; fewer before they exist."""
        return [self.moves[self.ply - back] for back in (1, 2) if self.ply >= back]

    def points(self, seat: int) -> tuple[int, int, int]:
        """Tile points, largest area and line sum of `seat`, from 0, as counted (K9 to K11)."""
        return self.tile_points(seat), self.largest_area(seat), self.line_sum(seat)

    def fill(self, order: list[int]) -> None:
        """Lay marbles on an empty board in this order, red first, legal or not."""
        for move in order:
            self.make(move)
