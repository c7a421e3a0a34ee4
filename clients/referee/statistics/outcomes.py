"""Outcomes of a match, seen from its first player."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple, TypeAlias


@dataclass(frozen=True, slots=True)
class Sample:
    """How often each score fell, in trials of one or two games each.

    `scores` are the first player's points per game, from 0 to 1, ascending; `counts` are how many
    trials had each of them.
    """

    scores: tuple[float, ...]
    counts: tuple[int, ...]
    games_per_trial: int

    @property
    def trials(self) -> int:
        """How many trials there were: games or pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.trials * self.games_per_trial

    @property
    def mean(self) -> float:
        """The mean score of a game, from 0 to 1. Raises: ZeroDivisionError without a trial."""
        return expectation(self.scores, self._shares)

    @property
    def variance(self) -> float:
        """The mean square of what lies between a trial's score and the mean score.

        Exactly 0 if all trials ended alike. Raises: ZeroDivisionError without a trial.
        """
        return variance(self.scores, self._shares)

    @property
    def _shares(self) -> list[float]:
        trials = self.trials
        return [count / trials for count in self.counts]


def expectation(values: Sequence[float], probabilities: Sequence[float]) -> float:
    """The expected value where each of the values has its probability."""
    total: float = sum(map(mul, values, probabilities))
    return total


def variance(values: Sequence[float], probabilities: Sequence[float]) -> float:
    """The expected square of the distance from the expected value."""
    centre = expectation(values, probabilities)
    return expectation([(value - centre) ** 2 for value in values], probabilities)


class Wdl(NamedTuple):
    """Single games of the first player."""

    wins: int
    draws: int
    losses: int

    def sample(self) -> Sample:
        """The games by their scores. Raises: ValueError if a count is negative."""
        return _sample((0.0, 0.5, 1.0), (self.losses, self.draws, self.wins), 1)


class Penta(NamedTuple):
    """Pairs of games on one board with swapped seats, by the first player's points in both.

    The games of a pair depend on each other, since a board may favour a seat. Pairs do not, and
    there are five kinds of them (the pentanomial model; M. Van den Bergh, "Comments on
    normalized Elo", https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
    """

    ll: int
    """Pairs with two losses: no point."""
    ld: int
    """Pairs with a loss and a draw: ½ point."""
    wldd: int
    """Pairs with a win and a loss, or two draws: 1 point."""
    wd: int
    """Pairs with a win and a draw: 1½ points."""
    ww: int
    """Pairs with two wins: 2 points."""

    def sample(self) -> Sample:
        """The pairs by their scores. Raises: ValueError if a count is negative."""
        return _sample((0.0, 0.25, 0.5, 0.75, 1.0), tuple(self), 2)


Outcomes: TypeAlias = Wdl | Penta


def _sample(scores: tuple[float, ...], counts: tuple[int, ...], games: int) -> Sample:
    if min(counts) < 0:
        raise ValueError(f"how often something happened is 0 or more, not {min(counts)}")
    return Sample(scores, counts, games)
