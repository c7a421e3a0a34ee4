"""Kulami's position as searches see it: the rules, bounds of the result, and the evaluation.

C types are in ``position.pxd``, the rules in ``marbles.py``.

What only some searches ask for (bounds, hash of the essence, bonuses) is not kept up to date by
``make`` but noted ply by ply when somebody asks; see ``follow``.
"""

from collections.abc import MutableSequence, Sequence

import cython

from engine.games.kulami import board, tables, weights
from engine.games.learned import by_ply
from engine.games.position import Moves, Position
from engine.games.randomness import zobrist

if not cython.compiled:
    from engine.games.bits import lowest, popcount
    from engine.games.kulami.marbles import Marbles, targets
    from engine.games.kulami.prospects import (
        Prospects,
        group_size,
        look_on,
        look_round,
        most_lines,
    )

    FEATURES, KINDS = 35, 7
    GAINS_BASE, REPLIES_BASE, AREA, FIVES_BASE = 25, 15, 29, 30
    REPLY_GAINS, REPLY_COUNTS, NEIGHBOURS, FIVES = 36, 41, 51, 61
else:
    from cython.cimports.engine.games.bits import lowest, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.kulami.marbles import (  # type: ignore[no-redef]
        Marbles,
        targets,
    )
    from cython.cimports.engine.games.kulami.prospects import (  # type: ignore[no-redef]
        Prospects,
        group_size,
        look_on,
        look_round,
        most_lines,
    )

if not cython.compiled:
    WORTH = [[[0] * 64 for _ in range(7)] for _ in range(2)]
    RESERVE, STATE = [[0] * 64 for _ in range(7)], [[0] * 64 for _ in range(7)]
    LEAD = [[[0] * 64 for _ in range(7)] for _ in range(2)]
    SIGN = [[[0] * 64 for _ in range(7)] for _ in range(2)]
    OPEN = [[[0] * 64 for _ in range(7)] for _ in range(2)]
    STATE_KEYS, LAST_TILE_KEYS = [0] * 544, [0] * 32
    VALUE = [[[0] * 40 for _ in range(57)] for _ in range(4)]
    PRIOR = [[[0] * 80 for _ in range(57)] for _ in range(4)]
    #: What one marble can be worth, from the most, and its place in that order.
    LEVELS, RANK = [0] * 4, [0] * 7

FULL = (1 << 64) - 1
MIXER, SECOND_MIXER = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53
STATE_KEYS[:] = zobrist(544, 4)
LAST_TILE_KEYS[:] = zobrist(32, 5)
LEVELS[:] = tables.LEVELS
RANK[:] = [4, 4, 3, 2, 1, 4, 0]
for _size, _red, _black in tables.TILES:
    _code = _red + 8 * _black
    RESERVE[_size][_code] = tables.packed_reserve(_size, _red, _black)
    STATE[_size][_code] = tables.tile_state(_size, _red, _black)
    for _seat, _own, _other in ((0, _red, _black), (1, _black, _red)):
        WORTH[_seat][_size][_code] = tables.tile_gain(_size, _own, _other)
        LEAD[_seat][_size][_code] = tables.lead_feature(_size, _own, _other)
        SIGN[_seat][_size][_code] = (_own > _other) - (_own < _other)
        OPEN[_seat][_size][_code] = tables.open_trait(_size, _own, _other)
for _name, _mode in board.SCORING.items():
    for _ply, _row in enumerate(by_ply(weights.KNOTS, weights.VALUE[_name], 57, 40)):
        VALUE[_mode][_ply][:] = _row
    for _ply, _row in enumerate(by_ply(weights.KNOTS, weights.PRIOR[_name], 57, 80)):
        PRIOR[_mode][_ply][:] = _row


def mix(board: int) -> int:
    """A hash of a bitboard, 0 for the empty one (the finalizer of MurmurHash3, Appleby 2011)."""
    board = (board ^ board >> 33) * MIXER & FULL
    board = (board ^ board >> 33) * SECOND_MIXER & FULL
    return board ^ board >> 33


# ---------------------------------------------------------- notes that are made ply by ply


def follow(position: "Kulami") -> None:
    """Make the notes of this ply: from those of the ply before, or else from nothing."""
    ply = position.ply
    if position.known[ply]:
        return
    if ply and position.known[ply - 1]:
        step(position)
    else:
        survey(position)
    position.known[ply] = 1
    bound(position)


def survey(position: "Kulami") -> None:
    """Everything noted about this ply but the bounds."""
    ply = position.ply
    reserve = trace = 0
    for tile in range(17):
        code = position.filled[tile]
        reserve += RESERVE[position.size[tile]][code]
        trace ^= STATE_KEYS[32 * tile + STATE[position.size[tile]][code]]
    position.reserves[ply] = reserve
    position.traces[ply] = trace
    for seat in range(2):
        position.areas[2 * ply + seat] = position.largest_area(seat) if position.modes & 1 else 0
    if position.modes:
        look_round(position)


def step(position: "Kulami") -> None:
    """As ``survey``, by what the last move has changed."""
    ply = position.ply
    s = ply - 1 & 1
    move = position.moves[ply - 1]
    tile = position.tile[move]
    size = position.size[tile]
    code = position.filled[tile]
    older = code - 1 - 7 * s
    position.reserves[ply] = position.reserves[ply - 1] + RESERVE[size][code] - RESERVE[size][older]
    position.traces[ply] = (
        position.traces[ply - 1]
        ^ STATE_KEYS[32 * tile + STATE[size][code]]
        ^ STATE_KEYS[32 * tile + STATE[size][older]]
    )
    for seat in range(2):
        position.areas[2 * ply + seat] = position.areas[2 * ply - 2 + seat]
    if position.modes & 1:
        area = group_size(position, move, position.marbles[s])
        if area > position.areas[2 * ply + s]:
            position.areas[2 * ply + s] = area
    if position.modes:
        look_on(position)


def bound(position: "Kulami") -> None:
    """Note between which leads of red the game must end.

    Each side's lead grows by no more than its marbles left can gain when they are spent where a
    marble is worth most; its groups and its lines as ``prospects`` has them.
    """
    ply = position.ply
    reserve = position.reserves[ply]
    lead = position.leads[ply]
    high = lead + spend(reserve, 28 - (ply + 1 >> 1))
    low = lead - spend(reserve >> 32, 28 - (ply >> 1))
    if position.modes & 1:
        high += position.tops[2 * ply] - position.areas[2 * ply + 1]
        low += position.areas[2 * ply] - position.tops[2 * ply + 1]
    if position.modes & 2:
        high += most_lines(position, 0) - position.lines[2 * ply + 1]
        low += position.lines[2 * ply] - most_lines(position, 1)
    position.highs[ply] = high
    position.lows[ply] = low


def spend(reserve: int, marbles: int) -> int:
    """The most that so many marbles can gain; `reserve` as in ``tables.packed_reserve``."""
    gain = 0
    for i in range(4):
        used: int = reserve >> 8 * i & 255
        if used > marbles:
            used = marbles
        gain += used * LEVELS[i]
        marbles -= used
    return gain


def score_of(lead: int) -> int:
    """The final score of who leads by so much (``Position.final_score``)."""
    return lead + 20000 if lead > 0 else lead - 20000 if lead < 0 else 0


# ------------------------------------------------------------------------- the evaluation


def describe(position: "Kulami", out: MutableSequence[int]) -> None:
    """Fill in ``tables.FEATURES``, from the side to move; the game must not be over."""
    s = position.ply & 1
    for i in range(FEATURES + 1):
        out[i] = 0
    out[0] = 1
    for i in range(17):
        code = position.filled[i]
        out[LEAD[s][position.size[i]][code]] += SIGN[s][position.size[i]][code]
    board = targets(position)
    count = popcount(board)
    out[REPLIES_BASE + (count if count < 9 else 9)] = 1
    best = 0
    while board:
        tile = position.tile[lowest(board)]
        board &= board - 1
        gain = WORTH[s][position.size[tile]][position.filled[tile]]
        if gain > best:
            best = gain
    if best:
        out[GAINS_BASE + RANK[best]] = 1
    if position.modes & 1:
        out[AREA] = position.largest_area(s) - position.largest_area(1 - s)
    if position.modes & 2:
        count_fives(position, s, out)


def count_fives(position: "Kulami", seat: int, out: MutableSequence[int]) -> None:
    """Count the open fives with 1 to 4 marbles, those of `seat` up and the other's down.

    The full ones make the difference of the lines (``line_sum``), which is found on the way.
    """
    own = position.marbles[seat]
    other = position.marbles[1 - seat]
    lines = 0
    for direction in range(4):
        my_runs = his_runs = 0
        for i in range(position.window_start[direction], position.window_start[direction + 1]):
            window = position.windows[i]
            mine = window & own
            his = window & other
            if his == 0:
                if mine == window:
                    my_runs |= window
                elif mine:
                    out[FIVES_BASE + popcount(mine)] += 1
            elif mine == 0:
                if his == window:
                    his_runs |= window
                else:
                    out[FIVES_BASE + popcount(his)] -= 1
        lines += popcount(my_runs) - popcount(his_runs)
    out[AREA + 1] = lines


def rank_gains(position: "Kulami", seat: int, out: MutableSequence[int]) -> None:
    """Write the cells where one marble gives `seat` each of ``LEVELS``, and 0 as the last."""
    for level in range(5):
        out[level] = 0
    for tile in range(17):
        gain = WORTH[seat][position.size[tile]][position.filled[tile]]
        out[RANK[gain]] |= position.tile_cells[tile]


def characterise(
    position: "Kulami", move: int, gains: Sequence[int], out: MutableSequence[int]
) -> None:
    """The traits of a legal move, by number, of each of ``KINDS`` one.

    `gains` are those of ``rank_gains`` for the opponent.
    """
    s = position.ply & 1
    tile = position.tile[move]
    own = position.marbles[s]
    other = position.marbles[1 - s]
    out[0] = OPEN[s][position.size[tile]][position.filled[tile]]
    replies = position.cross[move] & position.off_tile[move] & ~(own | other)
    if position.ply:
        replies &= position.off_tile[position.moves[position.ply - 1]]
    if position.ply == 55:
        replies = 0
    level = 0
    while level < 4 and replies & gains[level] == 0:
        level += 1
    out[1] = REPLY_GAINS + level
    count = popcount(replies)
    out[2] = REPLY_COUNTS + (count if count < 9 else 9)
    out[3] = NEIGHBOURS + (popcount(position.near[move] & own) if position.modes & 1 else 0)
    out[4] = NEIGHBOURS + 5 + (popcount(position.near[move] & other) if position.modes & 1 else 0)
    mine = his = -1
    if position.modes & 2:
        for i in range(position.through_start[move], position.through_start[move + 1]):
            window = position.through[i]
            if window & other == 0:
                count = popcount(window & own)
                if count > mine:
                    mine = count
            if window & own == 0:
                count = popcount(window & other)
                if count > his:
                    his = count
    out[5] = FIVES + 1 + mine
    out[6] = FIVES + 7 + his


class Kulami(Prospects):
    """Kulami with what searches ask for.

    Notes of the plies that are `known` (see ``follow``): `reserves` and `traces` of the tiles,
    both seats' largest `areas`, the `lows` and `highs` of red's lead in the
    end.
    """

    def __init__(self, layout: board.Layout, modes: int) -> None:
        """The empty board of `layout` with the bonuses of `modes` (``board.SCORING``)."""
        Prospects.__init__(self, layout, modes)
        if not cython.compiled:
            self.reserves, self.traces = [0] * 64, [0] * 64
            self.areas = [0] * 128
            self.lows, self.highs = [0] * 64, [0] * 64

    def lead(self) -> int:
        ply = self.ply
        if not self.modes or ply == 0 or not self.known[ply - 1]:
            return Marbles.lead(self)
        follow(self)
        value = self.leads[ply] + self.areas[2 * ply] - self.areas[2 * ply + 1]
        return value + self.lines[2 * ply] - self.lines[2 * ply + 1]

    def evaluate(self) -> int:
        if self.plain:
            value = self.lead()
            return -value if self.ply & 1 else value
        if not cython.compiled:
            counts = [0] * 40
        describe(self, counts)
        value = 0
        for i in range(FEATURES):
            value += VALUE[self.modes][self.ply][i] * counts[i]
        return max(min(value, 14999), -14999)

    def doubt(self) -> float:
        """Groups and lines are harder to judge than tiles."""
        return 0.75 if self.modes else 0.5

    def rate(self, moves: Moves, count: int, out: Moves) -> None:
        if not cython.compiled:
            gains, traits = [0] * 5, [0] * KINDS
        rank_gains(self, 1 - (self.ply & 1), gains)
        for i in range(count):
            characterise(self, moves[i], gains, traits)
            rating = 0
            for kind in range(KINDS):
                rating += PRIOR[self.modes][self.ply][traits[kind]]
            out[i] = rating

    def ceiling(self) -> int:
        follow(self)
        return score_of(-self.lows[self.ply] if self.ply & 1 else self.highs[self.ply])

    def floor(self) -> int:
        follow(self)
        return score_of(-self.highs[self.ply] if self.ply & 1 else self.lows[self.ply])

    def essence(self) -> int:
        """Two differences that ``key`` makes do not matter any more.

        The last two marbles count only by the cells that are legal now, and by the tile that its
        owner may not go to next if a cell is empty there. Without bonuses the colours count only
        by who leads on a tile, or has it for good.
        """
        follow(self)
        empty = FULL ^ (self.marbles[0] | self.marbles[1])
        k = self.keys[self.ply] if self.modes else self.traces[self.ply] ^ mix(empty)
        if self.ply > 0:
            tile = self.tile[self.moves[self.ply - 1]]
            if self.tile_cells[tile] & empty:
                k ^= LAST_TILE_KEYS[tile]
            k ^= mix(~targets(self) & FULL)
        return k

    def copy(self) -> Position:
        other = Kulami.__new__(Kulami)
        self.hand_over(other)
        other.reserves, other.traces = self.reserves[:], self.traces[:]
        other.areas, other.lines = self.areas[:], self.lines[:]
        other.lows, other.highs = self.lows[:], self.highs[:]
        other.realms, other.tops = self.realms[:], self.tops[:]
        other.hopes = self.hopes[:]
        return other

    # ------------------------------------------------------------------ for Python callers

    def features(self) -> list[int]:
        """``tables.FEATURES`` as the evaluation counts them; the game must not be over."""
        if not cython.compiled:
            counts = [0] * 40
        describe(self, counts)
        return [counts[i] for i in range(FEATURES)]

    def move_traits(self) -> list[list[int]]:
        """For each legal move its traits as ``rate`` sees them, by number in ``tables.TRAITS``."""
        if not cython.compiled:
            gains, traits = [0] * 5, [0] * KINDS
        rank_gains(self, 1 - (self.ply & 1), gains)
        found = []
        for move in self.legal():
            characterise(self, move, gains, traits)
            found.append([traits[kind] for kind in range(KINDS)])
        return found
