"""Principal variation search for two seats. C types are in ``alphabeta.pxd``.

Scores are from the side to move, as ``Position.final_score`` and ``Position.evaluate`` give
them. A proved score is one of at least ``PROVED`` in absolute value.
"""

import cython

from engine.games.position import ON_POINTS, Position
from engine.search.halting import Limited
from engine.search.table import Table

if not cython.compiled:
    from engine.search.table import EXACT, LOWER, NO_MOVE, UPPER

    INFINITE, MAX_MOVES, MAX_PLY = 32000, 80, 64
else:
    from cython.cimports.engine.search.table import EXACT, LOWER, NO_MOVE, UPPER  # type: ignore[no-redef]

#: The window that no score lies outside of.
WINDOW = 32000
#: No evaluation reaches it; every won or lost game does.
PROVED = ON_POINTS


class AlphaBeta(Limited):
    """One thread's search: its own position, killers and history, and a shared table.

    `nodes` counts every position visited, leaves too. `best_move` is the best move at the
    root as far as the last ``search`` came, ``NO_MOVE`` if it came nowhere.
    """

    def __init__(self, position: Position, table: Table) -> None:
        super().__init__()
        self.position = position.copy()
        self.table = table
        self.best_move = NO_MOVE
        if not cython.compiled:
            self.history = [[0] * MAX_MOVES for _ in range(2)]
            self.killers = [[0, 0] for _ in range(MAX_PLY)]
            self.barred = [0] * MAX_MOVES
        self.bars = 0
        for move in range(MAX_MOVES):
            self.barred[move] = 0
        for ply in range(MAX_PLY):
            self.killers[ply][0] = self.killers[ply][1] = NO_MOVE
        for seat in range(2):
            for move in range(MAX_MOVES):
                self.history[seat][move] = 0

    def bar(self, move: int) -> None:
        """Leave a move of the root out from the next search on; some other one must be left."""
        self.barred[move] = 1
        self.bars += 1
        self.best_move = NO_MOVE

    def unbar(self) -> None:
        """Let all moves of the root be searched again."""
        for move in range(MAX_MOVES):
            self.barred[move] = 0
        self.bars = 0
        self.best_move = NO_MOVE

    def search(self, depth: int, alpha: int = -WINDOW, beta: int = WINDOW) -> int:
        """The score of the root to `depth` plies.

        Fail-soft: a score of at most `alpha` is an upper bound, one of at least `beta` a lower
        bound, one between them exact. Of no meaning after ``halt``.
        """
        with cython.nogil:
            value = negamax(self, self.position, alpha, beta, depth, 0)
        return value

    def principal_variation(self) -> list[int]:
        """The best moves of both sides from the root on, as far as the table still knows."""
        line: list[int] = []
        move = self.best_move
        while move in self.position.legal():
            self.position.make(move)
            line.append(move)
            data = probe(self.table, self.position.key())
            move = data & 255 if data else NO_MOVE
        for _ in line:
            self.position.unmake()
        return line


def probe(table: Table, key: int) -> int:
    """The data stored for `key`; 0 if there is none."""
    slot = key << 1 & table.mask
    data = table.words[slot + 1]
    return data if table.words[slot] ^ data == key else 0


def save(table: Table, key: int, value: int, bound: int, depth: int, move: int) -> None:
    """Store what a search of `key` to `depth` found, in the place of whatever was there."""
    slot = key << 1 & table.mask
    data = value + 32768
    data = data << 24 | bound << 16 | depth << 8 | move
    table.words[slot + 1] = data
    table.words[slot] = key ^ data


def unbarred(search: AlphaBeta, moves: list[int], count: int) -> int:
    """Keep the root's moves that may be searched; returns how many they are."""
    kept = 0
    for i in range(count):
        if not search.barred[moves[i]]:
            moves[kept] = moves[i]
            kept += 1
    return kept


def best_of(order: list[int], first: int, count: int) -> int:
    """The index of the highest number from `first` on."""
    p = first
    for j in range(first + 1, count):
        if order[j] > order[p]:
            p = j
    return p


def rank(
    moves: list[int],
    order: list[int],
    count: int,
    best_move: int,
    history: list[int],
    killers: list[int],
) -> None:
    """Give each move its place: the table's move, then the killers, then by history."""
    for i in range(count):
        move = moves[i]
        if move == best_move:
            order[i] = 1 << 30
        elif move == killers[0]:
            order[i] = (1 << 29) + 1
        elif move == killers[1]:
            order[i] = 1 << 29
        else:
            order[i] = history[move]


def negamax(
    search: AlphaBeta, position: Position, alpha: int, beta: int, depth: int, ply: int
) -> int:
    """The score of `position`, fail-soft, searched `depth` plies deep; `ply` from the root."""
    search.nodes += 1
    if search.stopped:
        return 0
    if depth == 0:
        return position.final_score() if position.over() else position.evaluate()
    if not cython.compiled:
        moves, order = [0] * MAX_MOVES, [0] * MAX_MOVES
    count = position.generate(moves)
    if count == 0:
        return position.final_score()
    if search.nodes >= search.node_limit:
        search.stopped = True
        return 0
    partial = ply == 0 and search.bars > 0
    if partial:
        count = unbarred(search, moves, count)

    key = position.key()
    data = probe(search.table, key)
    best_move = NO_MOVE
    if data:
        best_move = data & 255
        if ply and data >> 8 & 255 >= depth:
            value: int = cython.cast(cython.int, data >> 24 & 0xFFFF) - 32768
            bound = data >> 16 & 255
            if (
                bound == EXACT
                or (bound == LOWER and value >= beta)
                or (bound == UPPER and value <= alpha)
            ):
                return value

    history = search.history[position.side()]
    killers = search.killers[ply]
    rank(moves, order, count, best_move, history, killers)
    best = -INFINITE
    floor = alpha
    for i in range(count):
        p = best_of(order, i, count)
        move = moves[p]
        moves[p] = moves[i]
        order[p] = order[i]
        position.make(move)
        if i == 0:
            value = -negamax(search, position, -beta, -alpha, depth - 1, ply + 1)
        else:
            value = -negamax(search, position, -alpha - 1, -alpha, depth - 1, ply + 1)
            if alpha < value < beta:
                value = -negamax(search, position, -beta, -alpha, depth - 1, ply + 1)
        position.unmake()
        if search.stopped:
            return 0
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if ply == 0:
                    search.best_move = move
                if value >= beta:
                    history[move] += depth * depth
                    if move != killers[0]:
                        killers[1] = killers[0]
                        killers[0] = move
                    break

    bound = UPPER if best <= floor else LOWER if best >= beta else EXACT
    if not partial:
        save(search.table, key, best, bound, depth, best_move)
    return best
