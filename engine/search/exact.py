"""Exact search for two seats: is a position worth at least so much? C types: ``exact.pxd``.

A question is alpha-beta with a null window to the end of the game. Scores are those of
``Position.final_score``, from the side to move; nothing is estimated but the order of moves.
"""

import cython

from engine.games.position import Position
from engine.search.exact_table import ExactTable
from engine.search.halting import Limited

if not cython.compiled:
    from engine.search.exact_table import begin, end, high_of, is_busy, keep, look_up, low_of

    INFINITE, NO_MOVE, MAX_MOVES = 32000, 255, 80
    #: Positions before this ply are known by ``Position.canonical``, later ones by ``essence``.
    MIRRORED = 8
    #: With so many moves it pays to look at all of them before the first is searched, and with
    #: so many to ask the table about each.
    PEEK, PROBE = 8, 14
    #: A position with so few moves and plies to go is searched again sooner than looked up.
    FEW, SHORT = 12, 6
    #: By so much in the evaluation a move comes later for each reply that there is to it: of two
    #: answers to the question the one with the smaller subtree is better.
    REPLY = 15
    #: With so many plies to go threads share the moves of a position.
    SHARE = 6
    #: With so many plies to go the best order of moves is worth a slow evaluation.
    CAREFUL = 13
    MOST_HISTORY = 1 << 14
else:
    from cython.cimports.engine.search.exact_table import (  # type: ignore[no-redef]
        begin,
        end,
        high_of,
        is_busy,
        keep,
        look_up,
        low_of,
    )


class Exact(Limited):
    """One thread's search: its own position and history, and a shared table.

    `nodes` counts every position visited, leaves too. `horizon` is the most plies that can be
    played from the root.
    """

    def __init__(self, position: Position, table: ExactTable, sharing: bool = False) -> None:
        """With `sharing` it leaves to later what other threads with the same table are at."""
        super().__init__()
        self.position = position.copy()
        self.table = table
        self.horizon = position.plies_left()
        self.sharing = sharing
        if not cython.compiled:
            self.history = [[0] * MAX_MOVES for _ in range(2)]
        for seat in range(2):
            for move in range(MAX_MOVES):
                self.history[seat][move] = 0

    def ask(self, value: int) -> int:
        """Whether the root is worth at least `value`.

        An answer of at least `value` means yes and is a lower bound of the score; any other
        means no and is an upper bound (fail-soft). Of no meaning after ``halt``.
        """
        with cython.nogil:
            found = settle(self, self.position, value, 0, False)
        return found

    def line(self, value: int) -> list[int]:
        """Best play of both sides to the end, from the root, whose score is `value`.

        Quick if the table still knows why; cut short by ``halt``.
        """
        line: list[int] = []
        while not self.position.is_over():
            moves = [self.remembered_move(), *self.position.legal()]
            legal = set(moves[1:])
            ply = len(line) + 1
            best = next((m for m in moves if m in legal and self.gives(m, value, ply)), None)
            if best is None:
                break
            self.position.make(best)
            line.append(best)
            value = -value
        for _ in line:
            self.position.unmake()
        return line

    def gives(self, move: int, value: int, ply: int) -> bool:
        """Whether `move` is worth at least `value` to who plays it, and the search not halted."""
        with cython.nogil:
            self.position.make(move)
            found = settle(self, self.position, 1 - value, ply, False)
            self.position.unmake()
        return bool(not self.stopped and found <= -value)

    def remembered_move(self) -> int:
        """The best move of the position as far as the table knows, else ``NO_MOVE``."""
        data = look_up(self.table, self.position.essence())
        return data & 255 if data else NO_MOVE


def name_of(position: Position) -> int:
    """The hash by which the table knows a position."""
    return position.canonical() if position.ply < MIRRORED else position.essence()


def next_best(moves: list[int], order: list[int], first: int, count: int) -> int:
    """Bring the move of the highest order from `first` on there, and give it."""
    p = first
    for j in range(first + 1, count):
        if order[j] > order[p]:
            p = j
    move = moves[p]
    moves[p] = moves[first]
    order[p] = order[first]
    return move


def rank(search: Exact, position: Position, moves: list[int], order: list[int], count: int) -> None:
    """Give each move its place, by rating and history."""
    history = search.history[position.side()]
    position.rate(moves, count, order)
    for i in range(count):
        order[i] += history[moves[i]] >> 9


def prefer(moves: list[int], order: list[int], count: int, best_move: int) -> None:
    """Give the table's move the first place."""
    for i in range(count):
        if moves[i] == best_move:
            order[i] = 1 << 30


def reward(search: Exact, side: int, move: int, left: int) -> None:
    """Note that a move has answered the question with so many plies `left`."""
    history = search.history[side]
    history[move] += (MOST_HISTORY - history[move]) * left >> 8


def order_of(nodes: int) -> int:
    """How many binary digits a number of nodes has."""
    work = 0
    while nodes:
        nodes >>= 1
        work += 1
    return work


def peek(
    search: Exact, position: Position, moves: list[int], order: list[int], count: int, beta: int
) -> int:
    """Look at the position after each move, whose bounds may answer the question.

    Gives a score of at least `beta`, and its move first in `moves`; or the most that moves are
    worth which are known to be too bad. The other ones are kept, their number is noted at the
    end of `order`, and each is rated by the evaluation of the position it leads to and by the
    number of replies there.
    """
    if not cython.compiled:
        replies = [0] * MAX_MOVES
    best = -INFINITE
    kept = 0
    for i in range(count):
        move = moves[i]
        position.make(move)
        least, most = -position.ceiling(), -position.floor()
        if least < beta <= most and count >= PROBE:
            data = look_up(search.table, name_of(position))
            if data:
                least, most = max(least, -high_of(data)), min(most, -low_of(data))
        if least < beta <= most:
            moves[kept] = move
            order[kept] = order[i]
            if not position.over():
                order[kept] -= position.evaluate() + REPLY * position.generate(replies)
            kept += 1
            least = -INFINITE
        elif most < beta:
            least = most
        position.unmake()
        if least > best:
            best = least
            if best >= beta:
                moves[0] = move
                break
    order[MAX_MOVES] = kept
    return best


def settle(search: Exact, position: Position, beta: int, ply: int, peeked: bool) -> int:
    """Whether `position` is worth at least `beta`, as ``Exact.ask``; `ply` from the root.

    If it was `peeked` at, its bounds are known not to answer.
    """
    search.nodes += 1
    if search.stopped:
        return 0
    high, low = INFINITE, -INFINITE
    if not peeked:
        high = position.ceiling()
        if high < beta:
            return high
        low = position.floor()
        if low >= beta:
            return low
    if position.sudden:
        if position.over():
            return position.final_score()
        soonest = 24999 - position.ply
        high = min(high, soonest)
        low = max(low, -soonest)
        if high < beta:
            return high
        if low >= beta:
            return low
    if not cython.compiled:
        moves, later, order = [0] * MAX_MOVES, [0] * MAX_MOVES, [0] * (MAX_MOVES + 1)
    count = position.generate(moves)
    if count == 0:
        return position.final_score()
    brief = count <= FEW and position.horizon() <= SHORT
    key = own_key = 0
    best_move = NO_MOVE
    if not brief:
        key = own_key = position.essence()
        if position.ply < MIRRORED:
            key = position.canonical()
        data = look_up(search.table, key)
        if data:
            known = high_of(data)
            if known < beta:
                return known
            high = min(high, known)
            known = low_of(data)
            if known >= beta:
                return known
            low = max(low, known)
        if own_key != key:
            data = look_up(search.table, own_key)
        if data:
            best_move = cython.cast(cython.int, data & 255)
    if search.nodes >= search.node_limit:
        search.stopped = True
        return 0

    left = search.horizon - ply
    position.hurry(left < CAREFUL)
    if count > 1:
        rank(search, position, moves, order, count)
    best = -INFINITE
    peeked = count >= PEEK
    if peeked:
        best = peek(search, position, moves, order, count, beta)
        if best >= beta:
            if not brief:
                keep(search.table, key, max(low, best), high, moves[0], 1)
            return best
        count = order[MAX_MOVES]
    prefer(moves, order, count, best_move)
    before = search.nodes
    shared = search.sharing and left >= SHARE
    postponed = i = 0
    while i < count + postponed:
        if i < count:
            move = next_best(moves, order, i, count)
            if shared and i and is_busy(search.table, key, move):
                later[postponed] = move
                postponed += 1
                i += 1
                continue
        else:
            move = later[i - count]
        i += 1
        if shared:
            tag = begin(search.table, key, move)
        position.make(move)
        value = -settle(search, position, 1 - beta, ply + 1, peeked)
        position.unmake()
        if shared:
            end(search.table, tag)
        if search.stopped:
            return 0
        if value > best:
            best = value
            if value >= beta:
                best_move = move
                low = max(low, best)
                reward(search, position.side(), move, left)
                break
    if best < beta:
        high = min(high, best)
    if brief:
        return best
    work = order_of(search.nodes - before)
    keep(search.table, key, low, high, best_move, work)
    if own_key != key:
        keep(search.table, own_key, low, high, best_move, work)
    return best
