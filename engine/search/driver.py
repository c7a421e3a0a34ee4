"""Choosing a move: worker threads, limits, deepening. Plain Python; the kernel does the work.

A ``Thinker`` keeps what is worth keeping from move to move (the transposition table) and runs
one search at a time. Nothing heavy is made before the first search.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.search import levels
from engine.search.alphabeta import PROVED, AlphaBeta
from engine.search.table import Table
from engine.search.uct import Nodes, Uct

ALPHABETA, UCT = "alphabeta", "uct"
#: Simulations between two looks at the limits.
SLICE = 500
#: Half the width of the first aspiration window, in units of the evaluation.
ASPIRATION = 60
#: Part of the time after which no deeper iteration is begun, if the clock decides.
SOFT = 0.55
MOST_DEPTH = 63


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search, whichever comes first; None for no such limit.

    `seconds` is wall time; with `saving` the rest of it is worth keeping and no iteration is
    begun that would hardly end in time. `nodes` are nodes (alpha-beta) or simulations (UCT).
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    saving: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found, from the side to move at its root.

    `score` is in the units of ``Position.evaluate`` and ``final_score`` (alpha-beta) or None;
    `winrate` is the mean reward from 0 to 1 (UCT) or None. `exact` says that the score is
    proved. `nodes` are counted as in ``Limits``; `positions` are all that were visited, playouts
    too. `line` is the principal variation as move numbers, the chosen move first.
    """

    move: int
    method: str
    line: list[int] = field(default_factory=list)
    depth: int = 0
    nodes: int = 0
    positions: int = 0
    seconds: float = 0.0
    score: int | None = None
    winrate: float | None = None
    exact: bool = False


class Worker(Protocol):
    """One thread's share of a search."""

    def work(self, limits: Limits, until: float | None) -> None:
        """Search until a limit is reached or ``halt`` is called."""

    def halt(self) -> None:
        """Make ``work`` return at once; from any thread."""


class DeepeningWorker:
    """Iterative deepening with an aspiration window round an ``AlphaBeta``."""

    def __init__(self, position: Position, table: Table, first_depth: int = 1) -> None:
        self.kernel = AlphaBeta(position, table)
        self.horizon = position.plies_left()
        self.first_depth = first_depth
        self.move: int | None = None
        self.score = 0
        self.depth = 0
        self.exact = False
        self.line: list[int] = []

    def halt(self) -> None:
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        begin = time.monotonic()
        self.kernel.limit_nodes(limits.nodes or 0)
        last = min(limits.depth or MOST_DEPTH, self.horizon)
        for depth in range(min(self.first_depth, last), last + 1):
            score = self._iterate(depth)
            self._keep_best_move()
            if self.kernel.is_halted():
                return
            self.depth, self.score = depth, score
            self.exact = abs(score) >= PROVED or depth == self.horizon
            self.line = self.kernel.principal_variation()
            if self.exact or (limits.saving and _late(begin, until)):
                return

    def _iterate(self, depth: int) -> int:
        """The exact score at `depth`, by way of a window round the last iteration's."""
        if depth < 3 or abs(self.score) >= PROVED:
            return self.kernel.search(depth)
        margin = ASPIRATION
        while not self.kernel.is_halted():
            alpha, beta = self.score - margin, self.score + margin
            score = self.kernel.search(depth, alpha, beta)
            if alpha < score < beta:
                return score
            margin *= 8
            if margin > PROVED:
                return self.kernel.search(depth)
        return self.score

    def _keep_best_move(self) -> None:
        """Adopt the root's best move; a halted iteration's too, which is better than the last."""
        line = self.kernel.principal_variation()
        if line:
            if line[0] != self.move:
                self.line = line
            self.move = line[0]


def _late(begin: float, until: float | None) -> bool:
    now = time.monotonic()
    return until is not None and now - begin > SOFT * (until - begin)


class TreeWorker:
    """A ``Uct`` that is grown in slices until a limit is reached."""

    def __init__(self, position: Position, nodes: Nodes, seed: int) -> None:
        self.kernel = Uct(position, nodes, seed)

    def halt(self) -> None:
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        wanted = limits.nodes
        while not self.kernel.is_halted():
            left = SLICE if wanted is None else min(SLICE, wanted - self.kernel.simulations)
            if left <= 0:
                return
            self.kernel.run(left)
            if limits.depth and len(self.kernel.principal_variation()) >= limits.depth:
                return


class Thinker:
    """Runs one search at a time in worker threads, and can be halted from any thread."""

    def __init__(self, mebibytes: float = 64, threads: int = 1) -> None:
        """`mebibytes` for the table, and as much again for the trees."""
        self.mebibytes = mebibytes
        self.threads = threads
        self._table: Table | None = None
        self._pools: list[Nodes] = []
        self._workers: list[Worker] = []
        self._halted = threading.Event()

    def resize(self, mebibytes: float, threads: int) -> None:
        """Use so much memory and so many threads from the next search on."""
        self.mebibytes, self.threads = mebibytes, threads
        self._table, self._pools = None, []

    def forget(self) -> None:
        """Drop what was learned in earlier searches."""
        self._table = None

    @contextmanager
    def afresh(self, mebibytes: float | None = None, threads: int | None = None) -> Iterator[None]:
        """Search with empty tables of that size meanwhile, and keep the present ones."""
        kept = self.mebibytes, self.threads, self._table, self._pools
        self.resize(mebibytes or self.mebibytes, threads or self.threads)
        try:
            yield
        finally:
            self.mebibytes, self.threads, self._table, self._pools = kept

    def halt(self) -> None:
        """End the running search, and every later one at once, until ``resume``."""
        self._halted.set()
        for worker in self._workers:
            worker.halt()

    def is_halted(self) -> bool:
        """Whether ``halt`` is in force."""
        return self._halted.is_set()

    def resume(self) -> None:
        """Let searches run again after ``halt``."""
        self._halted.clear()

    def think(
        self, position: Position, method: str, limits: Limits, level: int, seed: int
    ) -> Thought:
        """Choose a move in a game that is not over.

        `method` is ``ALPHABETA`` (two seats only) or ``UCT``; `level` is one of ``levels``.
        With the same `seed`, limits of nodes or depth only and one thread, after ``forget``,
        the answer is always the same.
        """
        begin = time.monotonic()
        dice = Dice(seed ^ position.hash())
        if level == levels.RANDOM_LEVEL:
            thought = Thought(levels.random_move(position, dice), "random")
        elif level == levels.GREEDY_LEVEL:
            thought = Thought(levels.greedy_move(position.copy(), dice), "greedy")
        elif len(position.legal()) == 1:
            thought = Thought(position.legal()[0], "forced")
        else:
            limits = _at_level(limits, level)
            search = self._deepen if method == ALPHABETA and position.seats == 2 else self._grow
            until = None if limits.seconds is None else begin + limits.seconds
            thought = search(position, limits, until, dice)
        return _timed(thought, time.monotonic() - begin)

    def _deepen(
        self, position: Position, limits: Limits, until: float | None, dice: Dice
    ) -> Thought:
        table = self._shared_table()
        workers = [DeepeningWorker(position, table, 1 + i % 2) for i in range(self.threads)]
        self._run(workers, limits, until)
        best = max(workers, key=lambda worker: (worker.move is not None, worker.depth))
        move = levels.greedy_move(position.copy(), dice) if best.move is None else best.move
        return Thought(
            move,
            ALPHABETA,
            best.line or [move],
            best.depth,
            nodes := sum(worker.kernel.nodes for worker in workers),
            nodes,
            score=best.score,
            exact=best.exact,
        )

    def _shared_table(self) -> Table:
        """The transposition table, made when it is first needed."""
        if self._table is None:
            self._table = Table(self.mebibytes)
        return self._table

    def _node_pools(self) -> list[Nodes]:
        """Each thread's room for its tree, made when it is first needed."""
        if not self._pools:
            share = self.mebibytes / self.threads
            self._pools = [Nodes(share) for _ in range(self.threads)]
        return self._pools

    def _grow(self, position: Position, limits: Limits, until: float | None, dice: Dice) -> Thought:
        pools = self._node_pools()
        workers = [TreeWorker(position, pool, dice.below(1 << 30)) for pool in pools]
        self._run(workers, limits, until)
        visits: dict[int, int] = {}
        rewards: dict[int, float] = {}
        for worker in workers:
            for move, count, reward in worker.kernel.root_moves():
                visits[move] = visits.get(move, 0) + count
                rewards[move] = rewards.get(move, 0.0) + reward
        if not visits:
            return Thought(levels.greedy_move(position.copy(), dice), UCT)
        move = max(visits, key=lambda move: visits[move])
        lines = [worker.kernel.principal_variation() for worker in workers]
        line = next((line for line in lines if line[:1] == [move]), [move])
        return Thought(
            move,
            UCT,
            line,
            len(line),
            sum(worker.kernel.simulations for worker in workers),
            sum(worker.kernel.plies for worker in workers),
            winrate=rewards[move] / max(visits[move], 1),
        )

    def _run(self, workers: Sequence[Worker], limits: Limits, until: float | None) -> None:
        """Let the workers work, each in its thread, until the first is done or time is up."""
        done = threading.Event()
        threads = [_Thread(worker.work, limits, until, done) for worker in workers]
        self._workers = list(workers)
        for thread in threads:
            thread.start()
        if self._halted.is_set():
            self.halt()
        try:
            done.wait(None if until is None else max(until - time.monotonic(), 0))
        finally:
            for worker in workers:
                worker.halt()
            for thread in threads:
                thread.join()
            self._workers = []
        for thread in threads:
            if thread.error is not None:
                raise thread.error


class _Thread(threading.Thread):
    """A worker thread that hands its exception to whoever joins it."""

    def __init__(
        self,
        work: Callable[[Limits, float | None], None],
        limits: Limits,
        until: float | None,
        done: threading.Event,
    ) -> None:
        super().__init__(daemon=True)
        self._job = (work, limits, until)
        self._done = done
        self.error: BaseException | None = None

    def run(self) -> None:
        work, limits, until = self._job
        try:
            work(limits, until)
        except BaseException as error:  # noqa: BLE001 - raised again by the thread that joins
            self.error = error
        finally:
            self._done.set()


def _at_level(limits: Limits, level: int) -> Limits:
    nodes = levels.NODES.get(level)
    if nodes is None:
        return limits
    return Limits(limits.seconds, min(nodes, limits.nodes or nodes), limits.depth, limits.saving)


def _timed(thought: Thought, seconds: float) -> Thought:
    return replace(thought, seconds=seconds)
