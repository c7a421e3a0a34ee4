"""Proof before search: a position that can be solved in part of the time is played perfectly.

First a quick look for a forced win by threats, where the game has such; then an attempt to solve
the position, if few enough plies are left; and if that fails, the search that is best without.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from math import floor, log
from typing import NamedTuple

from engine.games.position import OUTRIGHT, Position
from engine.search.proof import LEAST_WIN
from engine.search.proof_solver import ProofSolver
from engine.search.report import (
    Candidate,
    Limits,
    Report,
    Thought,
    lead_after,
    solved,
    winning_chance,
)
from engine.search.solver import Solver
from engine.search.team import Team, Worker
from engine.search.threats import ForcedWin, ThreatSearch

#: The part of the time for solving, and the part where proofs are the best search there is.
SHARE, FORCING_SHARE = 0.4, 0.9
#: The time for solving, in seconds, if there is no limit.
WITHOUT_LIMIT = 10.0
#: The most nodes of the look for threats, those for each second of the time for the move, and
#: the part of the limit if nodes are limited.
THREAT_NODES, THREAT_PACE, THREAT_SHARE = 20_000, 75_000, 0.1
#: The time that an ``Endgame`` counts on, and the nodes of exact search in a second.
USUAL, SOLVING_PACE = 0.1, 2_000_000
#: Less time than this, in seconds, counts as so much.
LEAST_SECONDS = 0.001
#: The longest win that is looked for, of any moves and of threats alone.
ANY_MOVES, BY_THREATS = 5, 11
#: What a forced win is found by, and what is played because it was proved long before.
THREATS, RECORD = "threats", "record"


class Endgame(NamedTuple):
    """How many plies left can mostly be solved in ``USUAL`` seconds.

    Each ply more takes `growth` times as long.
    """

    plies: int
    growth: float

    def reach(self, limits: Limits) -> int:
        """The plies that can mostly be solved in the part of these limits that is for solving."""
        seconds = wanted_seconds(limits)
        if limits.nodes is not None:
            seconds = limits.nodes / SOLVING_PACE
        elif seconds is None:
            seconds = WITHOUT_LIMIT
        return self.plies + floor(log(SHARE * max(seconds, LEAST_SECONDS) / USUAL, self.growth))


def wanted_seconds(limits: Limits) -> float | None:
    """The time that a usual search takes, None if there is no such limit."""
    return limits.seconds if limits.optimum is None else limits.optimum


class Proofs:
    """What is tried to prove of a position before it is searched, and what was proved."""

    def __init__(
        self,
        position: Position,
        solver: Solver | ProofSolver | None,
        threats: ThreatSearch | None,
    ) -> None:
        """`solver` and `threats` are None if they are not worth a try."""
        self.position = position.copy()
        self.solver = solver
        self.threats = threats
        self.forced: ForcedWin | None = None

    def thought(self) -> Thought | None:
        """The move that is proved to be best, or at least to win; None if none is."""
        if self.forced is not None:
            return self._forced_thought(self.forced)
        return self._solved_thought() or self._recorded_thought()

    def _solved_thought(self) -> Thought | None:
        """What the solver has proved.

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

    def _recorded_thought(self) -> Thought | None:
        """A win that is on record, if the time is too short to prove it again."""
        move = self.position.on_record()
        if move is None:
            return None
        nodes = 0 if self.solver is None else self.solver.thought().nodes
        return Thought(move, RECORD, [move], 0, nodes, nodes, score=LEAST_WIN, exact=True)

    def candidate(self, thought: Thought) -> Candidate:
        """What a proved move looks like to those who watch."""
        score = thought.score or 0
        horizon = self.position.plies_left()
        return Candidate(
            thought.move,
            thought.nodes,
            winning_chance(score),
            lead_after(self.position, thought.line),
            tuple(thought.line),
            max(thought.depth, len(thought.line)),
            solved(score, horizon, horizon, self.position.ply),
        )

    def _forced_thought(self, win: ForcedWin) -> Thought:
        score = OUTRIGHT - self.position.ply - win.plies
        nodes = self.threats.nodes if self.threats is not None else 0
        return Thought(
            win.move, THREATS, [win.move], win.plies, nodes, nodes, score=score, exact=True
        )


class Finishing:
    """A team: proofs, then `search`."""

    def __init__(
        self,
        position: Position,
        search: Team,
        solver: Solver | ProofSolver | None,
        threats: ThreatSearch | None,
    ) -> None:
        """The rest is as for ``Proofs``."""
        self.search = search
        self.proofs = Proofs(position, solver, threats)
        others = list(search.workers[1:])
        helpers = solver.workers[1:] if solver is not None else ()
        for number, (helper, worker) in enumerate(zip(helpers, others, strict=False)):
            others[number] = HelpingWorker(helper, worker)
        self.workers: Sequence[Worker] = [FinishingWorker(self.proofs, search.workers), *others]

    def report(self) -> Report:
        """What the search has found; if a move is proved, that one alone."""
        report = self.search.report()
        thought = self.proofs.thought()
        if thought is None:
            return report
        candidate = self.proofs.candidate(thought)
        return replace(
            report,
            method=thought.method,
            candidates=(candidate,),
            depth=candidate.depth,
            seldepth=candidate.depth,
            nodes=report.nodes + thought.nodes,
        )

    def thought(self) -> Thought | None:
        """The proved move if there is one, else what the search has found."""
        return self.proofs.thought() or self.search.thought()


class HelpingWorker:
    """Another thread of the team: helps to solve the position, then works for the search."""

    def __init__(self, helper: Worker, worker: Worker) -> None:
        """`helper` is one of the solver's, `worker` one of the search's."""
        self._helper = helper
        self._worker = worker
        self._halted = False

    def halt(self) -> None:
        self._halted = True
        self._helper.halt()
        self._worker.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        self._helper.work(limits, until)
        if not self._halted:
            self._worker.work(limits, until)


class FinishingWorker:
    """The first thread of the team: proves as long as it may, then works for the search."""

    def __init__(self, proofs: Proofs, others: Sequence[Worker]) -> None:
        """`others` are the workers of the search, of which it replaces the first."""
        self._proofs = proofs
        self._others = others
        self._halted = False

    def halt(self) -> None:
        self._halted = True
        for each in (self._proofs.threats, self._proofs.solver, self._others[0]):
            if each is not None:
                each.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        try:
            spent = self._prove(limits)
        finally:
            if self._proofs.solver is not None:
                self._proofs.solver.dismiss()
        if self._proofs.thought() is not None:
            for worker in self._others:
                worker.halt()
        elif not self._halted:
            left = None if limits.nodes is None else max(limits.nodes - spent, 1)
            self._others[0].work(replace(limits, nodes=left), until)

    def _prove(self, limits: Limits) -> int:
        """Look for a proof; returns the nodes that it took."""
        proofs = self._proofs
        spent = 0
        if proofs.threats is not None:
            nodes = THREAT_NODES
            if limits.nodes is not None:
                nodes = max(min(nodes, int(limits.nodes * THREAT_SHARE)), 1)
            elif (seconds := wanted_seconds(limits)) is not None:
                nodes = max(min(nodes, int(seconds * THREAT_PACE)), 1)
            before = proofs.threats.nodes
            proofs.forced = proofs.threats.find(proofs.position, ANY_MOVES, BY_THREATS, nodes)
            spent = proofs.threats.nodes - before
        if proofs.solver is not None and proofs.forced is None and not self._halted:
            spent += self._solve(proofs.solver, limits)
        return spent

    def _solve(self, solver: Solver | ProofSolver, limits: Limits) -> int:
        """Solve within a share of the limits; returns the nodes that it took."""
        share = FORCING_SHARE if isinstance(solver, ProofSolver) else SHARE
        nodes = None if limits.nodes is None else max(int(limits.nodes * share), 1)
        wanted = wanted_seconds(limits)
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
