"""Choosing a move: which search, its threads, its limits. Plain Python; the kernel does the work.

A ``Thinker`` keeps what is worth keeping from move to move (the transposition table, and the
trees if it ponders) and runs one search at a time. Nothing heavy is made before the first one.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.search import levels
from engine.search.deepening import Deepening
from engine.search.exact_table import ExactTable
from engine.search.finishing import Endgame, Finishing
from engine.search.graphs import Graphs
from engine.search.growing import Growing, Tree
from engine.search.mcts import Mcts
from engine.search.proof import Proof
from engine.search.proof_solver import ProofSolver
from engine.search.proof_table import ProofTable
from engine.search.report import ALPHABETA, MCTS, UCT, Limits, Report, Thought
from engine.search.solver import Solver
from engine.search.table import Table
from engine.search.team import Team, Worker
from engine.search.threats import ThreatSearch
from engine.search.uct import Nodes, Uct

#: The nodes of a search that has no time at all: a few milliseconds.
GLANCE = 400


#: The look for threats is short, and needs no more MiB than this.
MOST_FOR_THREATS = 8.0


class Known:
    """A move that needs no search."""

    workers: Sequence[Worker] = ()

    def __init__(self, move: int, method: str) -> None:
        self._thought = Thought(move, method, [move])

    def report(self) -> Report:
        return Report(self._thought.method, (), 0, 0, 0, 0.0, 0.0)

    def thought(self) -> Thought:
        return self._thought


class Search:
    """A search that runs in threads of its own until a limit is reached or it is ended."""

    def __init__(
        self, team: Team, limits: Limits, begin: float, otherwise: Callable[[], int]
    ) -> None:
        """Start it. `begin` is a monotonic time; `otherwise` gives a move if it comes nowhere."""
        self._team = team
        self._begin = begin
        self._until = None if limits.seconds is None else begin + limits.seconds
        self._otherwise = otherwise
        self._finished: float | None = None
        self._done = threading.Event()
        workers = team.workers
        if limits.seconds == 0:
            _look_at_once(workers)
            workers = ()
        self._threads = [
            _Thread(worker.work, limits, self._until, self._done) for worker in workers
        ]
        if not self._threads:
            self._done.set()
        for thread in self._threads:
            thread.start()

    def halt(self) -> None:
        """Make it end as soon as it can; from any thread."""
        for worker in self._team.workers:
            worker.halt()

    def report(self) -> Report:
        """What was found so far; no candidates if nothing was."""
        return replace(self._team.report(), seconds=self._seconds())

    def _seconds(self) -> float:
        return (self._finished or time.monotonic()) - self._begin

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is over, at most so long; whether it is."""
        left = None if self._until is None else max(self._until - time.monotonic(), 0)
        known = [each for each in (seconds, left) if each is not None]
        self._done.wait(min(known, default=None))
        return self._done.is_set() or self._is_late()

    def _is_late(self) -> bool:
        return self._until is not None and time.monotonic() >= self._until

    def finish(self) -> Thought:
        """End it and give the chosen move; raises what a worker has raised."""
        self.halt()
        for thread in self._threads:
            thread.join()
        self._finished = self._finished or time.monotonic()
        for thread in self._threads:
            if thread.error is not None:
                raise thread.error
        thought = self._team.thought()
        if thought is None:
            move = self._otherwise()
            thought = Thought(move, self._team.report().method, [move])
        return replace(thought, seconds=self._seconds())


class Thinker:
    """Runs one search at a time in worker threads, and can be halted from any thread."""

    def __init__(self, mebibytes: float = 64, threads: int = 1) -> None:
        """`mebibytes` for the table, and as much again for the trees and for solving."""
        self.mebibytes = mebibytes
        self.threads = threads
        #: Whether trees are kept from search to search; they then have half the room.
        self.keeps_trees = False
        self._table: Table | None = None
        self._exact_table: ExactTable | None = None
        self._proof_table: ProofTable | None = None
        self._graphs: Graphs | None = None
        self._threats: ThreatSearch | None = None
        self._pools: list[Nodes] = []
        self._spare: list[Nodes] = []
        self._trees: list[Uct] = []
        self._search: Search | None = None
        self._halted = threading.Event()

    def resize(self, mebibytes: float, threads: int) -> None:
        """Use so much memory and so many threads from the next search on."""
        self.mebibytes, self.threads = mebibytes, threads
        self._table = self._exact_table = self._proof_table = self._graphs = None
        self._drop_pools()

    def keep_trees(self, keeps: bool) -> None:
        """Whether a search goes on with the tree of the last one if that has come so far."""
        if keeps != self.keeps_trees:
            self.keeps_trees = keeps
            self._drop_pools()

    def _drop_pools(self) -> None:
        self._pools, self._spare, self._trees = [], [], []

    def forget(self) -> None:
        """Drop what was learned in earlier searches."""
        self._table = self._exact_table = self._proof_table = self._threats = None
        self._trees = []
        if self._graphs is not None:
            self._graphs.forget()

    @contextmanager
    def afresh(self, mebibytes: float | None = None, threads: int | None = None) -> Iterator[None]:
        """Search with empty tables of that size meanwhile, and keep the present ones."""
        kept = self.mebibytes, self.threads
        tables = self._table, self._exact_table, self._proof_table
        pools = self._pools, self._spare, self._trees
        graphs, threats = self._graphs, self._threats
        self._threats = None
        self.resize(mebibytes or self.mebibytes, threads or self.threads)
        try:
            yield
        finally:
            self.mebibytes, self.threads = kept
            self._table, self._exact_table, self._proof_table = tables
            self._pools, self._spare, self._trees = pools
            self._graphs, self._threats = graphs, threats

    def halt(self) -> None:
        """End the running search, and every later one at once, until ``resume``."""
        self._halted.set()
        if self._search is not None:
            self._search.halt()

    def is_halted(self) -> bool:
        """Whether ``halt`` is in force."""
        return self._halted.is_set()

    def resume(self) -> None:
        """Let searches run again after ``halt``."""
        self._halted.clear()

    def think(
        self, position: Position, method: str, limits: Limits, level: int, seed: int
    ) -> Thought:
        """Choose a move in a game that is not over; see ``begin``."""
        search = self.begin(position, method, limits, level, seed)
        search.wait()
        return search.finish()

    def begin(
        self,
        position: Position,
        method: str,
        limits: Limits,
        level: int,
        seed: int,
        lines: int | None = None,
        endgame: Endgame | None = None,
    ) -> Search:
        """Start to search a game that is not over.

        `method` is ``ALPHABETA``, ``MCTS`` or ``UCT``; with more than two seats ``MCTS`` takes
        the place of the first. `level` is one of ``levels``. With an `endgame` it is tried to
        solve the position first, if so few plies are left or if the game's lines are forced. With
        `lines` every position is searched, also if there is one legal move, and alpha-beta values
        so many moves exactly. With the same `seed`, limits of nodes or depth only and one
        thread, after ``forget``, the answer is always the same.
        """
        begin = time.monotonic()
        dice = Dice(seed ^ position.hash())
        team = self._team(position, method, level, dice, lines)
        if endgame and lines is None and level == levels.FULL_LEVEL and not limits.depth:
            team = self._with_proofs(team, position, endgame.reach(limits))
        root = position.copy()
        limits = _at_level(limits, level)
        return self._start(Search(team, limits, begin, lambda: levels.greedy_move(root, dice)))

    def begin_solving(self, position: Position, limits: Limits) -> tuple[Search, Proof]:
        """Start to solve a position of two seats, in a game that is not over.

        The proof tells what is known as soon as the search is finished. Forced lines are found by
        proof numbers.
        """
        begin = time.monotonic()
        solver = self._solver(position, self.threads)
        return self._start(Search(solver, limits, begin, lambda: solver.first)), solver

    def _solver(self, position: Position, threads: int) -> ProofSolver | Solver:
        if position.is_forcing():
            if self._proof_table is None:
                self._proof_table = ProofTable(self.mebibytes)
            return ProofSolver(position, self._proof_table)
        if self._exact_table is None:
            self._exact_table = ExactTable(self.mebibytes)
        return Solver(position, self._exact_table, threads)

    def _start(self, search: Search) -> Search:
        """Let ``halt`` know of a search that has begun."""
        self._search = search
        if self._halted.is_set():
            search.halt()
        return search

    def _team(
        self, position: Position, method: str, level: int, dice: Dice, lines: int | None
    ) -> Team:
        if level == levels.RANDOM_LEVEL:
            return Known(levels.random_move(position, dice), "random")
        if level == levels.GREEDY_LEVEL:
            return Known(levels.greedy_move(position.copy(), dice), "greedy")
        if lines is None and len(position.legal()) == 1:
            return Known(position.legal()[0], "forced")
        if method == ALPHABETA and position.seats == 2:
            return Deepening(position, self._shared_table(), self.threads, lines)
        trees: Sequence[Tree]
        if method == UCT:
            trees = self._rooted_trees(position, dice)
        else:
            method, trees = MCTS, self._searches(position, dice)
        for tree in trees:
            if lines is not None:
                tree.measure()
        return Growing(trees, method)

    def _searches(self, position: Position, dice: Dice) -> Sequence[Mcts]:
        """A search for each thread, with what is known from the moves before."""
        if self._graphs is None:
            self._graphs = Graphs(self.mebibytes, self.threads)
        return self._graphs.searches(position, dice)

    def _threat_room(self) -> float:
        """MiB for what the look for threats has proved."""
        return min(MOST_FOR_THREATS, self.mebibytes / 4)

    def _with_proofs(self, team: Team, position: Position, plies: int) -> Team:
        """The same team, but a proof is tried first, where there is hope for one."""
        if position.seats != 2 or isinstance(team, Known):
            return team
        forcing = position.is_forcing()
        solvable = forcing or position.plies_left() <= plies
        solver = self._solver(position, self.threads) if solvable else None
        threats = None
        if position.sudden and not forcing:
            threats = self._threats = self._threats or ThreatSearch(self._threat_room())
            threats.resume()
        return Finishing(position, team, solver, threats) if solver or threats else team

    def _shared_table(self) -> Table:
        """The transposition table, made when it is first needed."""
        if self._table is None:
            self._table = Table(self.mebibytes)
        return self._table

    def _rooted_trees(self, position: Position, dice: Dice) -> list[Uct]:
        """A tree for each thread: the kept ones if they lead to `position`, else new ones."""
        self._make_pools()
        if not (self._trees and self._go_on_to(position)):
            trees = [Uct(position, pool, dice.below(1 << 30)) for pool in self._pools]
            self._trees = trees if self.keeps_trees else []
            return trees
        for tree in self._trees:
            tree.resume()
        return self._trees

    def _make_pools(self) -> None:
        """Make each thread's room for its tree when it is first needed."""
        if not self._pools:
            share = self.mebibytes / self.threads / (2 if self.keeps_trees else 1)
            self._pools = [Nodes(share) for _ in range(self.threads)]
            if self.keeps_trees:
                self._spare = [Nodes(share) for _ in range(self.threads)]

    def _go_on_to(self, position: Position) -> bool:
        """Move the kept trees to `position`, at most a move away; whether all have come there."""
        wanted = position.hash()
        if self._trees[0].position.hash() == wanted:
            return True
        move = _move_to(self._trees[0].position, wanted)
        known = [[each[0] for each in tree.root_moves()] for tree in self._trees]
        if move is None or any(move not in moves for moves in known):
            return False
        for tree, room in zip(self._trees, self._spare, strict=True):
            tree.descend(move, room)
        self._pools, self._spare = self._spare, self._pools
        return True


def _look_at_once(workers: Sequence[Worker]) -> None:
    """A glance in this thread: another one might have to wait for a processor."""
    for worker in workers[:1]:
        worker.work(Limits(nodes=GLANCE), None)


def _move_to(position: Position, wanted: int) -> int | None:
    """The move that leads to a position with that hash."""
    for move in position.legal():
        position.play(move)
        reached = position.hash()
        position.take_back()
        if reached == wanted:
            return move
    return None


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
    return replace(limits, nodes=min(nodes, limits.nodes or nodes))
