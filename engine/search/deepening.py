"""Iterative deepening round the alpha-beta kernel: one worker a thread, and what they found."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.games.position import Position
from engine.search.alphabeta import PROVED, AlphaBeta
from engine.search.pacing import IterationWatch
from engine.search.report import (
    ALPHABETA,
    Candidate,
    Limits,
    Report,
    Solved,
    Thought,
    lead_after,
    solved,
    winning_chance,
)
from engine.search.table import Table

#: Half the width of the first aspiration window, in units of the evaluation.
ASPIRATION = 60
MOST_DEPTH = 63


@dataclass(frozen=True, slots=True)
class Line:
    """A move of the root with its score at a depth, and the best play after it."""

    score: int
    depth: int
    moves: list[int] = field(default_factory=list)
    solved: Solved | None = None


class DeepeningWorker:
    """One thread's share: an ``AlphaBeta`` that is asked for more depth again and again.

    With `lines` it values so many moves exactly at each depth, leaves nothing out, and goes on
    until all of them are solved; without, it is selective, values one move and stops as soon as
    the winner is proved.
    """

    def __init__(
        self, position: Position, table: Table, first_depth: int = 1, lines: int | None = None
    ) -> None:
        self.kernel = AlphaBeta(position, table)
        self.ply = position.ply
        self.horizon = position.plies_left()
        self.first_depth = first_depth
        self.thorough = lines is not None
        if self.thorough:
            self.kernel.tune(reductions=False, pruning=False)
        self.wanted = min(lines or 1, len(position.legal()))
        self.move: int | None = None
        self.score = 0
        self.depth = 0
        self.exact = False
        self.line: list[int] = []
        #: The best moves at the last depth that was finished, best first.
        self.lines: list[Line] = []
        #: Nodes spent on each move of the root that was valued, all depths together.
        self.spent: dict[int, int] = {}

    def halt(self) -> None:
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        watch = IterationWatch(limits, until)
        self.kernel.limit_nodes(limits.nodes or 0)
        last = min(limits.depth or MOST_DEPTH, self.horizon)
        for depth in range(min(self.first_depth, last), last + 1):
            self._value_moves(depth)
            if self.kernel.is_halted():
                return
            if self._is_done(depth):
                return
            if watch.is_enough(time.monotonic(), self.move, self.score):
                return

    def _is_done(self, depth: int) -> bool:
        if self.thorough:
            return all(line.solved for line in self.lines)
        return self.exact

    def _value_moves(self, depth: int) -> None:
        """Search to `depth` for the best move, then without it for the next best, and so on."""
        found: list[Line] = []
        for place in range(self.wanted):
            before = self.kernel.nodes
            score = self._iterate(depth, self._expected(place))
            line = self.kernel.principal_variation()
            if place == 0:
                self._keep_best_move(line)
            if self.kernel.is_halted():
                break
            if place == 0:
                self._keep_score(score, depth, line)
            self.spent[line[0]] = self.spent.get(line[0], 0) + self.kernel.nodes - before
            found.append(Line(score, depth, line, self._solved(score, depth)))
            if place + 1 < self.wanted:
                self.kernel.bar(line[0])
        if self.wanted > 1:
            self.kernel.unbar()
        if not self.kernel.is_halted():
            self.lines = sorted(found, key=lambda line: -line.score)

    def _solved(self, score: int, depth: int) -> Solved | None:
        """What is proved; a selective search may find a win, but not that it is the quickest."""
        if not self.thorough and depth < self.horizon:
            return None
        return solved(score, depth, self.horizon, self.ply)

    def _expected(self, place: int) -> int:
        """The score at the last depth of the move that came in this place."""
        if place == 0:
            return self.score
        return self.lines[place].score if place < len(self.lines) else self.score

    def _iterate(self, depth: int, expected: int) -> int:
        """The exact score at `depth`, by way of a window round the `expected` one."""
        if depth < 3 or abs(expected) >= PROVED:
            return self.kernel.search(depth)
        margin = ASPIRATION
        while not self.kernel.is_halted():
            alpha, beta = expected - margin, expected + margin
            score = self.kernel.search(depth, alpha, beta)
            if alpha < score < beta:
                return score
            margin *= 8
            if margin > PROVED:
                return self.kernel.search(depth)
        return expected

    def _keep_score(self, score: int, depth: int, line: list[int]) -> None:
        self.depth, self.score, self.line = depth, score, line
        self.exact = abs(score) >= PROVED or depth == self.horizon

    def _keep_best_move(self, line: list[int]) -> None:
        """Adopt the root's best move; a halted iteration's too, which is better than the last."""
        if line:
            if line[0] != self.move:
                self.line = line
            self.move = line[0]


class Deepening:
    """The workers of one search with a shared table, and what they have found together."""

    def __init__(self, position: Position, table: Table, threads: int, lines: int | None) -> None:
        self.position = position.copy()
        self.table = table
        table.grow_older()
        self.workers: Sequence[DeepeningWorker] = [
            DeepeningWorker(position, table, 1 + number % 2, lines) for number in range(threads)
        ]

    def _best(self) -> DeepeningWorker:
        return max(self.workers, key=lambda worker: (worker.move is not None, worker.depth))

    def _nodes(self) -> int:
        return sum(worker.kernel.nodes for worker in self.workers)

    def report(self) -> Report:
        """The state of the search; may be asked for while the workers work."""
        best = self._best()
        lines = _with_choice_first(best)
        return Report(
            ALPHABETA,
            tuple(self._candidate(line, best) for line in lines),
            best.depth,
            best.depth,
            self._nodes(),
            0.0,
            self.table.fullness(),
        )

    def _candidate(self, line: Line, worker: DeepeningWorker) -> Candidate:
        return Candidate(
            line.moves[0],
            worker.spent.get(line.moves[0], 0),
            winning_chance(line.score),
            lead_after(self.position, line.moves),
            tuple(line.moves),
            line.depth,
            line.solved,
        )

    def thought(self) -> Thought | None:
        """The chosen move; None if no worker came so far."""
        best = self._best()
        if best.move is None:
            return None
        return Thought(
            best.move,
            ALPHABETA,
            best.line or [best.move],
            best.depth,
            self._nodes(),
            self._nodes(),
            score=best.score,
            exact=best.exact,
        )


def _with_choice_first(worker: DeepeningWorker) -> list[Line]:
    """The worker's lines; if it was halted, first the better move that it had just found."""
    lines = worker.lines
    if not lines or not worker.kernel.is_halted() or lines[0].moves[0] == worker.move:
        return lines
    others = [line for line in lines if line.moves[0] != worker.move]
    kept = [line for line in lines if line.moves[0] == worker.move]
    return kept + others if kept else [Line(worker.score, worker.depth, worker.line), *lines]
