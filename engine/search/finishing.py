"""Proof before search: a position that can be solved in part of the time is played perfectly.

First a quick look for a forced win by threats, where the game has such; then an attempt to solve
the position, if few enough plies are left; and if that fails, the search that is best without.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from engine.games.position import OUTRIGHT, Position
from engine.search.proof_solver import ProofSolver
from engine.search.report import Limits, Report, Thought
from engine.search.solver import Solver
from engine.search.team import Team, Worker
from engine.search.threats import ForcedWin, ThreatSearch

#: The part of the time for solving, and the part where proofs are the best search there is.
SHARE, FORCING_SHARE = 0.4, 0.8
#: The time for solving, in seconds, if there is no limit.
WITHOUT_LIMIT = 10.0
#: The most nodes of the look for threats, and the part of the limit if nodes are limited.
THREAT_NODES, THREAT_SHARE = 20_000, 0.1
#: The longest win that is looked for, of any moves and of threats alone.
ANY_MOVES, BY_THREATS = 5, 11
#: What a forced win is found by.
THREATS = "threats"


class Finishing:
    """A team: proofs, then `search`."""

    def __init__(
        self,
        position: Position,
        search: Team,
        solver: Solver | ProofSolver | None,
        threats: ThreatSearch | None,
    ) -> None:
        """`solver` and `threats` are None if they are not worth a try."""
        self.position = position.copy()
        self.search = search
        self.solver = solver
        self.threats = threats
        self.forced: ForcedWin | None = None
        first, *others = search.workers
        self.workers: Sequence[Worker] = [FinishingWorker(self, first), *others]

    def is_finished(self) -> bool:
        """Whether the best move is proved, or at least one that wins."""
        return self.forced is not None or self._proved() is not None

    def _proved(self) -> Thought | None:
        """The move that the solver has proved to be best, or at least to win.

        The value alone is no move: the solver may have been ended before it knew the line.
        """
        proof = self.solver
        if proof is None:
            return None
        if proof.line:
            return proof.thought()
        move = proof.kept
        if move is None or not (proof.low > 0 or proof.low == proof.high):
            return None
        return replace(proof.thought(), move=move, line=[move], score=proof.low, exact=True)

    def report(self) -> Report:
        return self.search.report()

    def thought(self) -> Thought | None:
        """The proved move if there is one, else what the search has found."""
        if self.forced is not None:
            return self._forced_thought(self.forced)
        return self._proved() or self.search.thought()

    def _forced_thought(self, win: ForcedWin) -> Thought:
        score = OUTRIGHT - self.position.ply - win.plies
        nodes = self.threats.nodes if self.threats is not None else 0
        return Thought(
            win.move, THREATS, [win.move], win.plies, nodes, nodes, score=score, exact=True
        )


class FinishingWorker:
    """The first thread of the team: proves as long as it may, then works for the search."""

    def __init__(self, team: Finishing, worker: Worker) -> None:
        self._team = team
        self._worker = worker
        self._halted = False

    def halt(self) -> None:
        self._halted = True
        for each in (self._team.threats, self._team.solver, self._worker):
            if each is not None:
                each.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        spent = self._prove(limits)
        if self._team.is_finished():
            for worker in self._team.search.workers:
                worker.halt()
        elif not self._halted:
            left = None if limits.nodes is None else max(limits.nodes - spent, 1)
            self._worker.work(replace(limits, nodes=left), until)

    def _prove(self, limits: Limits) -> int:
        """Look for a proof; returns the nodes that it took."""
        team = self._team
        spent = 0
        if team.threats is not None:
            nodes = THREAT_NODES
            if limits.nodes is not None:
                nodes = max(min(nodes, int(limits.nodes * THREAT_SHARE)), 1)
            before = team.threats.nodes
            team.forced = team.threats.find(team.position, ANY_MOVES, BY_THREATS, nodes)
            spent = team.threats.nodes - before
        if team.solver is not None and team.forced is None and not self._halted:
            spent += self._solve(team.solver, limits)
        return spent

    def _solve(self, solver: Solver | ProofSolver, limits: Limits) -> int:
        """Solve within a share of the limits; returns the nodes that it took."""
        share = FORCING_SHARE if isinstance(solver, ProofSolver) else SHARE
        nodes = None if limits.nodes is None else max(int(limits.nodes * share), 1)
        wanted = limits.optimum or limits.seconds
        seconds = WITHOUT_LIMIT if wanted is None and nodes is None else wanted
        timer = None if seconds is None else threading.Timer(share * seconds, solver.halt)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            solver.work(Limits(nodes=nodes), None if seconds is None else time.monotonic())
        finally:
            if timer is not None:
                timer.cancel()
        return solver.thought().nodes
