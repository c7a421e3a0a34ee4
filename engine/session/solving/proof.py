"""A run of the solver: on from what is known, in threads of its own, looked at now and then."""

import time
from collections.abc import Callable
from dataclasses import replace

from engine.games.state import State
from engine.search.driver import Search
from engine.search.proof_solver import ProofSolver
from engine.search.report import Limits
from engine.search.solver import Solver
from engine.session.solving.standing import Standing

#: Seconds between two looks at what the solver has found.
TICK = 0.1


class Proof:
    """One run, and what is known before and after it."""

    def __init__(self, state: State, solver: Solver | ProofSolver, before: Standing) -> None:
        """`solver` is new, and of the position of `state`."""
        self.state = state
        self.before = before
        self._solver = solver
        self._solver.restore(before.low, before.high)
        self._begin = time.monotonic()
        self._end: float | None = None

    def run(self, tick: Callable[[], None], seconds: float | None) -> None:
        """Prove until all is known or the time is over; `tick` is called meanwhile.

        Raises what `tick` raises, after the search has ended.
        """
        if self.is_complete():
            return
        self._begin, solver = time.monotonic(), self._solver
        search = Search(solver, Limits(seconds), self._begin, lambda: solver.first)
        try:
            while not search.wait(TICK):
                tick()
        finally:
            search.finish()
            self._end = time.monotonic()

    @property
    def nodes(self) -> int:
        """Those of this run."""
        return self._solver.report().nodes

    @property
    def seconds(self) -> float:
        """Those of this run."""
        return (self._end or time.monotonic()) - self._begin

    @property
    def hash_full(self) -> float:
        """How full the table is, from 0 to 1."""
        return self._solver.report().hash_full

    @property
    def question(self) -> int | None:
        """Whether the position is worth so much is being asked; None if nothing is."""
        return self._solver.question

    def standing(self) -> Standing:
        """What is known by now, with what was known before."""
        known = Standing(
            self._solver.low,
            self._solver.high,
            self.before.line,
            self.before.nodes + self.nodes,
            self.before.seconds + self.seconds,
            self.before.runs + 1,
        )
        if self._end is None or not known.is_proved:
            return known
        found = tuple(map(self.state.setup.move_text, self._solver.line))
        return replace(known, line=max(found, self.before.line, key=len))

    def is_complete(self) -> bool:
        """Whether the value is known, and a line to the end of the game."""
        known, end = self.standing(), self.state.copy()
        for move in known.line:
            end.play(move)
        return known.is_proved and end.position.is_over()
