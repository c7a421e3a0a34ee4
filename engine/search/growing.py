"""Growing trees round the kernels of UCT and MCTS: one worker a thread, and what they found."""

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from engine.games.position import Position
from engine.search.pacing import TreeWatch, Visited
from engine.search.report import Candidate, Limits, Report, Thought

#: The most simulations between two looks at the limits, and the first ones.
SLICE, FIRST_SLICE = 500, 16
#: A slice that takes so many seconds is long enough.
LONG = 0.001
#: A tree whose room is used to this part does not grow any more.
FULL = 0.999
#: After so many simulations a short game that is the best line stays it.
MANY = 20 * SLICE
#: How long to wait for a worker to tell what it has found, in seconds.
PATIENCE = 0.1


class Tree(Protocol):
    """A kernel: ``Uct`` or ``Mcts``, which see."""

    @property
    def position(self) -> Position: ...
    @property
    def simulations(self) -> int: ...
    @property
    def plies(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    def run(self, simulations: int) -> None: ...
    def halt(self) -> None: ...
    def is_halted(self) -> bool: ...
    def is_solved(self) -> bool: ...
    @property
    def is_shared(self) -> bool: ...
    def measure(self) -> None: ...
    def fullness(self) -> float: ...
    def root_moves(self) -> list[Visited]: ...
    def told(self) -> Sequence[tuple[Visited, float, int | None]]: ...
    def principal_variation(self, after: int = ...) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Branch:
    """What a tree knows of a move at its root, from the side to move there.

    `reward` and `lead` are sums over the visits. `result` is the proved one: 1 a win, 0 a draw,
    -1 a loss; None if nothing is proved.
    """

    visits: int = 0
    reward: float = 0.0
    lead: float = 0.0
    result: int | None = None
    line: list[int] = field(default_factory=list)

    def __add__(self, other: "Branch") -> "Branch":
        line = self.line if self.visits >= other.visits else other.line
        return Branch(
            self.visits + other.visits,
            self.reward + other.reward,
            self.lead + other.lead,
            other.result if self.result is None else self.result,
            line,
        )

    def rank(self, is_proved: bool) -> tuple[int, bool, int]:
        """The higher, the better the move: a proved win, else by visits, proved losses last.

        If the result of the root `is_proved`, what is not proved of its moves is at most that:
        of a draw those that are proved to draw come first.
        """
        return self.result or 0, is_proved and self.result is not None, self.visits


class TreeWorker:
    """One thread's share: a tree that is grown in slices until a limit is reached."""

    def __init__(self, tree: Tree, team: "Sequence[TreeWorker]") -> None:
        """`team` are all workers of the search, this one too."""
        self.kernel = tree
        self._team = team
        #: The root's moves at the last look at the time.
        self.seen: Sequence[Visited] = ()
        self._asked = threading.Event()
        self._told = threading.Event()
        #: Between the beginning of its work and the end it has to be asked what it has found.
        self._works = False
        self._branches: dict[int, Branch] = {}

    def halt(self) -> None:
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        self._works = True
        # Where a depth is reached must not depend on the time that slices take.
        slice_ = SLICE if limits.depth else FIRST_SLICE
        watch = TreeWatch(limits, until)
        while not self.kernel.is_halted() and not self._is_at(limits):
            begin = time.monotonic()
            self.kernel.run(self._most(slice_, limits))
            now = time.monotonic()
            if not limits.depth:
                slice_ = _next(slice_, now - begin)
            if watch.is_due(now) and self._is_enough(watch, now):
                break
            if self._asked.is_set():
                self._tell()
        self._works = False
        self._tell()

    def _is_enough(self, watch: TreeWatch, now: float) -> bool:
        """Whether all trees together have found enough."""
        self.seen = self.kernel.root_moves()
        simulations = sum(worker.kernel.simulations for worker in self._team)
        seen = self.seen
        if not self.kernel.is_shared:
            seen = _added([worker.seen for worker in self._team])
        return watch.is_enough(now, seen, simulations)

    def _is_at(self, limits: Limits) -> bool:
        if self.kernel.is_solved():
            return True
        if limits.nodes is not None and self.kernel.simulations >= limits.nodes:
            return True
        return limits.depth is not None and self._comes_no_deeper(limits.depth)

    def _comes_no_deeper(self, depth: int) -> bool:
        """Whether the best line is that deep, or will not become so.

        It will not if the tree has no room left, or if after many simulations it ends the game.
        """
        line = self.kernel.principal_variation()
        if len(line) >= depth or self.kernel.fullness() >= FULL:
            return True
        return self.kernel.simulations >= MANY and _ends_the_game(self.kernel.position, line)

    def _most(self, simulations: int, limits: Limits) -> int:
        if limits.nodes is None:
            return simulations
        return min(simulations, limits.nodes - self.kernel.simulations)

    def branches(self) -> dict[int, Branch]:
        """What is known of each move that was tried; may be asked for while it works."""
        if self._works:
            self._told.clear()
            self._asked.set()
            self._told.wait(PATIENCE)
        return self._branches

    def _tell(self) -> None:
        tree = self.kernel
        self._branches = {
            move: Branch(visits, reward, lead * visits, result, tree.principal_variation(move))
            for (move, visits, reward), lead, result in tree.told()
            if visits or result is not None
        }
        self._asked.clear()
        self._told.set()


def _visits(branches: Mapping[int, Branch]) -> int:
    """How often the root's moves were visited: of one graph the latest knowledge has the most."""
    return sum(branch.visits for branch in branches.values())


def _added(trees: Sequence[Sequence[Visited]]) -> list[Visited]:
    """The root's moves with the visits and rewards of all trees."""
    found: dict[int, Visited] = {}
    for move, visits, reward in chain.from_iterable(trees):
        _, visits_before, reward_before = found.get(move, (move, 0, 0.0))
        found[move] = (move, visits_before + visits, reward_before + reward)
    return list(found.values())


def _ends_the_game(position: Position, line: Sequence[int]) -> bool:
    end = position.copy()
    for move in line:
        end.play(move)
    return end.is_over()


def _next(slice_: int, seconds: float) -> int:
    """The length of the slice after one that took so long."""
    if seconds > 2 * LONG:
        return max(slice_ // 2, 1)
    return slice_ if seconds > LONG else min(2 * slice_, SLICE)


class Growing:
    """The workers of one search, each with its own tree, and what they have found together."""

    def __init__(self, trees: Sequence[Tree], method: str) -> None:
        self.method = method
        team: list[TreeWorker] = []
        team.extend(TreeWorker(tree, team) for tree in trees)
        self.workers: Sequence[TreeWorker] = team

    def _branches(self) -> list[tuple[int, Branch]]:
        """All trees' branches together, best first."""
        found: dict[int, Branch] = {}
        known = [worker.branches() for worker in self.workers]
        if self.workers[0].kernel.is_shared:
            known = [max(known, key=_visits)]
        for branches in known:
            for move, branch in branches.items():
                found[move] = found[move] + branch if move in found else branch
        proved = self._is_proved()
        return sorted(found.items(), key=lambda item: item[1].rank(proved), reverse=True)

    def _is_proved(self) -> bool:
        """Whether a tree has proved the result of the root."""
        return any(worker.kernel.is_solved() for worker in self.workers)

    def _nodes(self) -> int:
        return sum(worker.kernel.simulations for worker in self.workers)

    def report(self) -> Report:
        """The state of the search; may be asked for while the workers work."""
        candidates = tuple(_candidate(*item) for item in self._branches())
        return Report(
            self.method,
            candidates,
            candidates[0].depth if candidates else 0,
            max(worker.kernel.deepest for worker in self.workers),
            self._nodes(),
            0.0,
            max(worker.kernel.fullness() for worker in self.workers),
        )

    def thought(self) -> Thought | None:
        """The chosen move; None if no move was tried."""
        branches = self._branches()
        if not branches:
            return None
        move, branch = branches[0]
        return Thought(
            move,
            self.method,
            branch.line or [move],
            len(branch.line),
            self._nodes(),
            sum(worker.kernel.plies for worker in self.workers),
            winrate=_chance(branch),
            exact=self._is_proved(),
        )


def _chance(branch: Branch) -> float:
    """The mean reward after a move, the exact one if it is proved."""
    if branch.result is not None:
        return 0.5 + 0.5 * branch.result
    return branch.reward / branch.visits


def _candidate(move: int, branch: Branch) -> Candidate:
    return Candidate(
        move,
        branch.visits,
        _chance(branch),
        branch.lead / max(branch.visits, 1),
        tuple(branch.line),
        len(branch.line),
    )
