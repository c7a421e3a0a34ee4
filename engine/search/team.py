"""What runs a search, and what makes one up."""

from collections.abc import Sequence
from typing import Protocol

from engine.search.report import Limits, Report, Thought


class Worker(Protocol):
    """One thread's share of a search."""

    def work(self, limits: Limits, until: float | None) -> None:
        """Search until a limit is reached or ``halt`` is called."""

    def halt(self) -> None:
        """Make ``work`` return at once; from any thread."""


class Team(Protocol):
    """The workers of one search, and what they have found together."""

    @property
    def workers(self) -> Sequence[Worker]: ...

    def report(self) -> Report:
        """The state of the search; `seconds` is left to others."""

    def thought(self) -> Thought | None:
        """The chosen move, when all workers have stopped; None if they came nowhere."""
