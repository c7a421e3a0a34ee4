"""How much of the time of others went into the position that came of it."""

from engine.games.position import Position
from engine.search.report import ALPHABETA, Report


class Foresight:
    """What pondering is worth: for each position that a move might lead to, seconds of thought."""

    def __init__(self) -> None:
        self._seconds: dict[int, float] = {}

    def clear(self) -> None:
        """Forget all, since the game goes on otherwise or the time is used up."""
        self._seconds = {}

    def add(self, position: Position, report: Report) -> None:
        """Count a search of `position`, where another seat is to move; leaves it as it was.

        A tree gives each move the part of its time that it has of the visits; alpha-beta
        thinks about the best move most of all, and its time counts for that one.
        """
        expected = report.candidates
        if report.method == ALPHABETA:
            expected = expected[:1]
        visits = sum(candidate.visits for candidate in expected)
        for candidate in expected:
            position.play(candidate.move)
            reached = position.hash()
            position.take_back()
            part = candidate.visits / visits if visits else 0.0
            self._seconds[reached] = self.seconds(reached) + part * report.seconds

    def seconds(self, reached: int) -> float:
        """How long the position with that hash was thought about in advance."""
        return self._seconds.get(reached, 0.0)
