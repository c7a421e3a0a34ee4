"""Siege Stones' position: bitboards of the pieces, and all threats as lanes of a few words.

C types are in ``position.pxd``. Towers are numbered in the order in which they were built.
Tower n has lane n & 7, eight bits, of word n >> 3 in every word that speaks of towers; no
threat is more than 30, so one lane's sum never runs into the next.
"""

import cython

from engine.games.position import Moves, Position
from engine.games.randomness import zobrist
from engine.games.siege_stones import board as tables

if not cython.compiled:
    from math import exp

    from engine.games.bits import lowest, nth, popcount
    from engine.games.siege_stones.control import controlled, most_towers, outright
    from engine.games.siege_stones.control import count as count_towers
    from engine.games.siege_stones.outlook import decisive
    from engine.games.siege_stones.prospects import (
        move_traits,
        prospects,
        rate,
        seat_traits,
        survey,
    )
else:
    from cython.cimports.engine.games.bits import (  # type: ignore[no-redef]
        lowest,
        nth,
        popcount,
    )
    from cython.cimports.engine.games.siege_stones.control import (  # type: ignore[no-redef]
        controlled,
        most_towers,
        outright,
    )
    from cython.cimports.engine.games.siege_stones.control import (  # type: ignore[no-redef]
        count as count_towers,
    )
    from cython.cimports.engine.games.siege_stones.outlook import (  # type: ignore[no-redef]
        decisive,
    )
    from cython.cimports.engine.games.siege_stones.prospects import (  # type: ignore[no-redef]
        move_traits,
        prospects,
        rate,
        seat_traits,
        survey,
    )
    from cython.cimports.libc.math import exp  # type: ignore[no-redef]

if not cython.compiled:
    NEAR, TURN = [0] * 37, [0] * 320
    STONE_KEYS, TOWER_KEYS = [0] * 256, [0] * 64

FULL = (1 << 64) - 1
ALL = (1 << 37) - 1
MIDDLE = tables.mask(tables.CENTRE)
NEAR[:] = [tables.mask(cells) for cells in tables.NEIGHBOURS]
TURN[:] = [ply % max(seats, 1) for seats in range(5) for ply in range(64)]
STONE_KEYS[:] = zobrist(256, 11)
TOWER_KEYS[:] = zobrist(64, 12)


def judge(position: "SiegeStones") -> None:
    """Count the towers of every seat and see whether somebody has won (S8, S9)."""
    counts = count_towers(position.threat, position.seats, position.words)
    position.held[position.ply] = counts
    position.won[position.ply] = outright(counts, position.seats)


def may_build(position: "SiegeStones") -> bool:
    """Whether the side to move may place a tower (S4, S12).

    While no tower stands every piece is a stone, so seat 1 has placed the first of them.
    """
    if position.built == position.stock:
        return False
    if position.built > 0 or not position.other:
        return True
    return position.ply == 0 or TURN[64 * position.seats + position.ply] != 0


def add_stone(position: "SiegeStones", cell: int, seat: int) -> int:
    """Add a stone's rating to the threats on the towers next to it (S5, S6); not 0 if any."""
    touched = 0
    rating = position.rating[cell]
    start = cell * position.words
    for word in range(position.words):
        lanes = position.beside[start + word]
        touched |= lanes
        position.threat[5 * seat + word] += rating * lanes
        position.free[word] -= lanes
    return touched


def remove_stone(position: "SiegeStones", cell: int, seat: int) -> None:
    """The reverse of ``add_stone``."""
    rating = position.rating[cell]
    start = cell * position.words
    for word in range(position.words):
        lanes = position.beside[start + word]
        position.threat[5 * seat + word] -= rating * lanes
        position.free[word] += lanes


def add_tower(position: "SiegeStones", cell: int) -> int:
    """Give a tower its lane and lower the ratings next to it (S5); not 0 if stones are there."""
    touched = 0
    home = position.built >> 3
    lane = 1
    lane <<= 8 * (position.built & 7)
    position.site[position.built] = cell
    position.built += 1
    for word in range(position.words):
        position.free[word] -= position.beside[cell * position.words + word]
    board = NEAR[cell] & (FULL ^ position.towers)
    while board:
        near = lowest(board)
        board &= board - 1
        position.rating[near] -= 1
        seat = position.owner[near] - 1
        if seat < 0:
            position.free[home] += lane
        else:
            touched = 1
            for word in range(position.words):
                position.threat[5 * seat + word] -= position.beside[near * position.words + word]
            position.threat[5 * seat + home] += position.rating[near] * lane
        position.beside[near * position.words + home] |= lane
    return touched


def remove_tower(position: "SiegeStones", cell: int) -> None:
    """The reverse of ``add_tower``."""
    position.built -= 1
    home = position.built >> 3
    lane = 1
    lane <<= 8 * (position.built & 7)
    board = NEAR[cell] & (FULL ^ position.towers)
    while board:
        near = lowest(board)
        board &= board - 1
        position.beside[near * position.words + home] ^= lane
        seat = position.owner[near] - 1
        if seat < 0:
            position.free[home] -= lane
        else:
            position.threat[5 * seat + home] -= position.rating[near] * lane
            for word in range(position.words):
                position.threat[5 * seat + word] += position.beside[near * position.words + word]
        position.rating[near] += 1
    for word in range(position.words):
        position.free[word] += position.beside[cell * position.words + word]


def lead(position: "SiegeStones", side: int) -> int:
    """The towers of `side` minus the most that another seat controls."""
    best = 0
    for seat in range(position.seats):
        if seat != side and position.total(seat) > best:
            best = position.total(seat)
    return position.total(side) - best


class SiegeStones(Position):
    """The pieces, the threats on every tower, and by ply how many towers each seat controls.

    `threat` has five words for each seat; `free` counts the empty neighbours of each tower;
    `beside` says for each cell, in `words` words, which towers are next to it; `rating` is what
    a stone there rates (S5); `owner` is the seat of the stone there, from 1. `held` has eight
    bits for each seat, and `won` is the winner's bit if the game was won outright (S9).
    """

    def __init__(self, seats: int, stock: int, centre: bool, other: bool) -> None:
        """The empty board for `seats` with `stock` towers and the options of S12."""
        self.seats = seats
        self.ply = 0
        self.plain = False
        self.sudden = True
        self.stock = stock
        self.built = 0
        self.centre = centre
        self.other = other
        self.words = stock + 7 >> 3
        self.empty = ALL
        self.towers = 0
        if not cython.compiled:
            self.stones, self.threat, self.free, self.beside = [0] * 4, [0] * 20, [0] * 5, [0] * 185
            self.rating, self.owner, self.site = [0] * 37, [0] * 37, [0] * 37
            self.held, self.won, self.moves = [0] * 64, [0] * 64, [0] * 64
        self.rating[:] = [6] * 37
        self.piece_key = zobrist(1, 64 * stock + 8 * seats + 2 * centre + other)[0]

    # ------------------------------------------------------------------ the kernel

    def generate(self, out: Moves) -> int:
        if self.won[self.ply]:
            return 0
        board = MIDDLE if self.centre and self.ply == 0 else self.empty
        count = 0
        if may_build(self):
            while board:
                cell = lowest(board)
                board &= board - 1
                out[count] = 2 * cell
                out[count + 1] = 2 * cell + 1
                count += 2
        else:
            while board:
                out[count] = 2 * lowest(board)
                board &= board - 1
                count += 1
        return count

    def pick(self, random: int) -> int:
        if self.won[self.ply] or self.empty == 0:
            return -1
        board = MIDDLE if self.centre and self.ply == 0 else self.empty
        if may_build(self):
            index = (random >> 32) * 2 * popcount(board) >> 32
            return 2 * nth(board, index >> 1) + (index & 1)
        return 2 * nth(board, (random >> 32) * popcount(board) >> 32)

    def make(self, move: int) -> None:
        bit = 1
        cell = move >> 1
        bit <<= cell
        self.empty ^= bit
        if move & 1:
            touched = add_tower(self, cell)
            self.towers |= bit
            self.piece_key ^= TOWER_KEYS[cell]
        else:
            seat = TURN[64 * self.seats + self.ply]
            touched = add_stone(self, cell, seat)
            self.stones[seat] |= bit
            self.owner[cell] = seat + 1
            self.piece_key ^= STONE_KEYS[64 * seat + cell]
        self.moves[self.ply] = move
        self.ply += 1
        if touched:
            judge(self)
        else:
            self.held[self.ply] = self.held[self.ply - 1]
            self.won[self.ply] = self.won[self.ply - 1]

    def unmake(self) -> None:
        self.ply -= 1
        move = self.moves[self.ply]
        bit = 1
        cell = move >> 1
        bit <<= cell
        self.empty |= bit
        if move & 1:
            self.towers ^= bit
            self.piece_key ^= TOWER_KEYS[cell]
            remove_tower(self, cell)
        else:
            seat = TURN[64 * self.seats + self.ply]
            self.stones[seat] ^= bit
            self.owner[cell] = 0
            self.piece_key ^= STONE_KEYS[64 * seat + cell]
            remove_stone(self, cell, seat)

    def side(self) -> int:
        return TURN[64 * self.seats + self.ply]

    def over(self) -> bool:
        return self.won[self.ply] != 0 or self.empty == 0

    def winners(self) -> int:
        leaders = most_towers(self.held[self.ply], self.seats)
        best = winners = 0
        for seat in range(self.seats):
            if leaders >> seat & 1:
                count = popcount(self.stones[seat])
                if count > best:
                    best = count
                    winners = 0
                if count == best:
                    winners |= 1 << seat
        return winners

    def margin(self) -> int:
        leaders = most_towers(self.held[self.ply], self.seats)
        tied = leaders & (leaders - 1)
        if self.won[self.ply]:
            return 0
        best = second = 0
        for seat in range(self.seats):
            if not tied or leaders >> seat & 1:
                count = popcount(self.stones[seat]) if tied else self.total(seat)
                if count > best:
                    second = best
                    best = count
                elif count > second:
                    second = count
        return best - second

    def evaluate(self) -> int:
        side = self.side()
        if self.plain or self.seats > 2:
            return lead(self, side)
        value = prospects(self, side) - prospects(self, 1 - side)
        return 14999 if value > 14999 else -14999 if value < -14999 else value

    def expected(self, seat: int) -> float:
        own = prospects(self, seat)
        odds = 0.0
        for other in range(self.seats):
            odds += exp((prospects(self, other) - own) / 100.0)
        return 1.0 / odds

    def rate(self, moves: Moves, count: int, out: Moves) -> None:
        rate(self, moves, count, out)

    def decisive(self, seat: int) -> int:
        return -1 if self.won[self.ply] else decisive(self, seat)

    def horizon(self) -> int:
        return 0 if self.won[self.ply] else 37 - self.ply

    def key(self) -> int:
        return self.piece_key

    def total(self, seat: int) -> int:
        """The towers that `seat` controls (C7)."""
        return self.held[self.ply] >> 8 * seat & 255

    def copy(self) -> Position:
        other = SiegeStones.__new__(SiegeStones)
        other.seats = self.seats
        other.ply = self.ply
        other.plain = self.plain
        other.sudden = self.sudden
        other.stock = self.stock
        other.built = self.built
        other.centre = self.centre
        other.other = self.other
        other.words = self.words
        other.empty = self.empty
        other.towers = self.towers
        other.stones = self.stones[:]
        other.piece_key = self.piece_key
        other.threat = self.threat[:]
        other.free = self.free[:]
        other.beside = self.beside[:]
        other.rating = self.rating[:]
        other.owner = self.owner[:]
        other.site = self.site[:]
        other.held = self.held[:]
        other.won = self.won[:]
        other.moves = self.moves[:]
        return other

    # ------------------------------------------------------------------ for Python callers

    def is_empty(self, cell: int) -> bool:
        """Whether nothing stands on a cell."""
        return bool(self.empty >> cell & 1)

    def is_won(self) -> bool:
        """Whether the game was won outright (S9)."""
        return self.won[self.ply] != 0

    def stone_owners(self) -> list[int]:
        """For each cell the seat whose stone lies there, from 1; 0 if none does."""
        return [self.owner[cell] for cell in range(37)]

    def stone_count(self, seat: int) -> int:
        """The stones of `seat`, from 0, on the board."""
        return int(popcount(self.stones[seat]))

    def tower_cells(self) -> list[int]:
        """The cells with towers in the order in which they were built."""
        return [self.site[tower] for tower in range(self.built)]

    def threats(self, tower: int) -> tuple[int, ...]:
        """Each seat's threat on a tower (S6), seat 1 first; `tower` counts in building order."""
        word = tower >> 3
        shift = 8 * (tower & 7)
        return tuple([self.threat[5 * seat + word] >> shift & 255 for seat in range(self.seats)])

    def controller(self, tower: int) -> int:
        """The seat, from 1, that controls a tower (S7), 0 if none; `tower` as in ``threats``."""
        top = 8 * (tower & 7) + 7
        for seat in range(self.seats):
            if controlled(self.threat, self.seats, seat, tower >> 3) >> top & 1:
                return seat + 1
        return 0

    def traits_of_seat(self, seat: int) -> list[int]:
        """The traits of `seat`, from 0, by which ``expected`` is learned (``prospects``)."""
        if not cython.compiled:
            traits = [0] * 64
        count = seat_traits(self, seat, traits)
        return [traits[i] for i in range(count)]

    def traits_of_move(self, move: int) -> list[int]:
        """The traits of a legal move by which ``rate`` is learned (``prospects``)."""
        if not cython.compiled:
            traits, lanes = [0] * 64, [0] * 15
        survey(self, lanes)
        count = move_traits(self, move, lanes, traits)
        return [traits[i] for i in range(count)]
