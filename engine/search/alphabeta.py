"""Principal variation search for two seats. C types are in ``alphabeta.pxd``.

Scores are from the side to move, as ``Position.final_score`` and ``Position.evaluate`` give
them. A proved score is one of at least ``PROVED`` in absolute value.

The search is selective: late moves are looked at less deep (late move reductions; Romstad 2007),
and positions that are far better than needed not at all (reverse futility). Nothing of that is
done where the depth reaches to the end of the game, so that a search to that depth is exact; and
a proved score is always true, for it comes from finished games only. Moves are tried in the order
of the table's move, killers, the answer to the last move that was good before (counter move;
Uiterwijk 1992), and history, which follows what happened lately.
"""

import cython

from engine.games.position import EVALUATION_LIMIT, ON_POINTS, Position
from engine.search.halting import Limited
from engine.search.table import Table

if not cython.compiled:
    from engine.search.table import EXACT, LOWER, NO_MOVE, UPPER, probe, save

    INFINITE, MAX_MOVES, MAX_PLY = 32000, 80, 64
else:
    from cython.cimports.engine.search.table import (  # type: ignore[no-redef]
        EXACT,
        LOWER,
        NO_MOVE,
        UPPER,
        probe,
        save,
    )

#: The window that no score lies outside of.
WINDOW = 32000
#: No evaluation reaches it; every won or lost game does.
PROVED = ON_POINTS
#: The first move that is reduced, by its place from 0, and the first that is reduced by two plies.
LATE, VERY_LATE = 3, 8
#: The least depth at which late moves are reduced.
REDUCED_FROM = 3
#: The most depth that a position is given up at without a look at its moves, and by how much it
#: must be better than needed for each ply of it, in units of the evaluation.
FUTILE_TO, FUTILITY = 3, 120
#: No evaluation lies beyond.
EVALUATED = EVALUATION_LIMIT
#: What a cut or a failure adds to a move's history at most; the history is within 16384.
MOST_BONUS = 1600


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
        self.tune()
        if not cython.compiled:
            self.history = [[0] * MAX_MOVES for _ in range(2)]
            self.counters = [[0] * MAX_MOVES for _ in range(2)]
            self.made = [0] * MAX_PLY
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
                self.counters[seat][move] = NO_MOVE

    def tune(self, reductions: bool = True, pruning: bool = True) -> None:
        """Search without a part of what makes the search selective, to see what it is worth.

        Without both a score at a depth is that of minimax.
        """
        self.reductions, self.pruning = reductions, pruning

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
    counter: int,
) -> None:
    """Give each move its place: the table's move, killers, the counter move, then by history."""
    for i in range(count):
        move = moves[i]
        if move == best_move:
            order[i] = 1 << 30
        elif move == killers[0]:
            order[i] = (1 << 29) + 1
        elif move == killers[1]:
            order[i] = 1 << 29
        elif move == counter:
            order[i] = 1 << 28
        else:
            order[i] = history[move]


def answers(data: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether what the table knows is deep enough and says all that the window asks."""
    if data >> 8 & 255 < depth:
        return False
    value = stored_value(data)
    bound = data >> 16 & 255
    if bound == EXACT:
        return True
    return value >= beta if bound == LOWER else value <= alpha


def stored_value(data: int) -> int:
    """The score in the data of a table's entry."""
    value: int = cython.cast(cython.int, data >> 24 & 0xFFFF)
    return value - 32768


def is_futile(search: AlphaBeta, position: Position, alpha: int, beta: int, depth: int) -> int:
    """By how much the evaluation exceeds `beta` if that is enough for a cut, else -1."""
    if not search.pruning or depth > FUTILE_TO or beta - alpha > 1:
        return -1
    if beta <= -EVALUATED or beta >= EVALUATED:
        return -1
    excess: int = position.evaluate() - beta
    return excess if excess >= FUTILITY * depth else -1


def lessening(search: AlphaBeta, place: int, number: int, depth: int) -> int:
    """By how many plies the move of this `number` is searched less deep at first.

    `place` is from ``rank``: those that were good before are not reduced.
    """
    if not search.reductions or number < LATE or depth < REDUCED_FROM or place >= 1 << 28:
        return 0
    return 2 if number >= VERY_LATE and depth > REDUCED_FROM else 1


def reward(history: list[int], moves: list[int], last: int, depth: int) -> None:
    """Credit the move at `last` with a cut, and blame those that were tried before it.

    What a number gains shrinks as it nears the limit, so that it follows what happens lately.
    """
    bonus = 16 * depth * depth
    if bonus > MOST_BONUS:
        bonus = MOST_BONUS
    for i in range(last):
        history[moves[i]] -= bonus + (history[moves[i]] * bonus >> 14)
    history[moves[last]] += bonus - (history[moves[last]] * bonus >> 14)


def remember(search: AlphaBeta, ply: int, side: int, move: int) -> None:
    """Note a move that cut as a killer of its ply, and as the answer to the move before."""
    killers = search.killers[ply]
    if move != killers[0]:
        killers[1] = killers[0]
        killers[0] = move
    if ply > 0:
        search.counters[side][search.made[ply - 1]] = move


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
        if ply and answers(data, depth, alpha, beta):
            return stored_value(data)
    selective = depth < position.horizon()
    if selective and ply:
        excess = is_futile(search, position, alpha, beta, depth)
        if excess >= 0:
            return beta + excess
    side = position.side()
    counter = search.counters[side][search.made[ply - 1]] if ply else NO_MOVE
    rank(moves, order, count, best_move, search.history[side], search.killers[ply], counter)
    best = -INFINITE
    floor = alpha
    for i in range(count):
        p = best_of(order, i, count)
        move, place = moves[p], order[p]
        moves[p], order[p] = moves[i], order[i]
        moves[i] = move
        below = depth - 1
        less = lessening(search, place, i, depth) if selective else 0
        search.made[ply] = move
        position.make(move)
        if i == 0:
            value = -negamax(search, position, -beta, -alpha, below, ply + 1)
        else:
            value = -negamax(search, position, -alpha - 1, -alpha, below - less, ply + 1)
            if less and value > alpha:
                value = -negamax(search, position, -alpha - 1, -alpha, below, ply + 1)
            if alpha < value < beta:
                value = -negamax(search, position, -beta, -alpha, below, ply + 1)
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
                    reward(search.history[side], moves, i, depth)
                    remember(search, ply, side, move)
                    break

    bound = UPPER if best <= floor else LOWER if best >= beta else EXACT
    if not partial:
        save(search.table, key, best, bound, depth, best_move)
    return best
