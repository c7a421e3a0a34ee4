"""How much stronger the first player is: Elo, normalized Elo, likelihood of superiority.

Everything is seen from the first player. The mean of many independent trials is about normally
distributed; all errors here rest on that, and hold for some dozens of trials and more.
"""

from math import log, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

from clients.referee.statistics.outcomes import Outcomes, Sample

#: Elo for a ratio of 10 between the points of two players.
SCALE = 400
#: Normalized Elo for one standard deviation of a game, so that near ½ and without draws it is
#: about the same as Elo.
NORMALIZED_SCALE = 2 * SCALE / log(10)
#: Standard errors on either side of a 95 % interval.
Z95 = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """An estimated number and half the width of its 95 % interval.

    `error` is None if the trials are too few or too much alike to tell.
    """

    value: float
    error: float | None


def expected_score(elo: float) -> float:
    """The expected score, from 0 to 1, of a player who is `elo` stronger.

    The logistic curve of A. E. Elo, "The Rating of Chessplayers, Past and Present" (1978).
    """
    odds: float = 10.0 ** (-abs(elo) / SCALE)
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def elo_from_score(score: float) -> float:
    """The Elo difference at which `score` is expected. Raises: ValueError unless 0 < score < 1."""
    if not 0 < score < 1:
        raise ValueError(f"a score between 0 and 1 expected, not {score}")
    return SCALE * log10(score / (1 - score))


def elo(outcomes: Outcomes) -> Estimate | None:
    """The Elo difference; None if there is no game or all points went to one player.

    The error is half of what lies between the Elo of both ends of the score's 95 % interval.
    """
    sample = outcomes.sample()
    if not sample.trials or not 0 < sample.mean < 1:
        return None
    return Estimate(elo_from_score(sample.mean), _elo_error(sample))


def _elo_error(sample: Sample) -> float | None:
    reach = Z95 * _standard_error(sample)
    low, high = sample.mean - reach, sample.mean + reach
    if not (reach and low > 0 and high < 1):
        return None
    return (elo_from_score(high) - elo_from_score(low)) / 2


def normalized_elo(outcomes: Outcomes) -> Estimate | None:
    """The score's distance from ½ in standard deviations of a game, in units of Elo.

    None if all trials ended alike. Tests between players of the same normalized Elo need the
    same number of games. In pairs the deviation of a game is √2 times that of a pair's mean.
    M. Van den Bergh, "Comments on normalized Elo"
    (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
    """
    sample = outcomes.sample()
    if not sample.trials or not sample.variance:
        return None
    deviation = sqrt(sample.games_per_trial * sample.variance)
    value = NORMALIZED_SCALE * (sample.mean - 0.5) / deviation
    return Estimate(value, NORMALIZED_SCALE * Z95 / sqrt(sample.games))


def los(outcomes: Outcomes) -> float | None:
    """The likelihood of superiority: the probability, from 0 to 1, that the first is stronger.

    Φ((score - ½) / standard error), with no prior knowledge. None if all trials ended alike.
    """
    sample = outcomes.sample()
    if not sample.trials or not sample.variance:
        return None
    return NormalDist().cdf((sample.mean - 0.5) / _standard_error(sample))


def remark(outcomes: Outcomes) -> str:
    """Why an estimate or its error is missing, in words; empty if none is."""
    sample = outcomes.sample()
    if not sample.trials:
        return "no games, so nothing can be estimated"
    if not 0 < sample.mean < 1:
        word = "lost" if sample.mean < 0.5 else "won"
        return f"every game was {word}, so the difference has no limit that could be estimated"
    if not sample.variance:
        return f"all {_trials(sample)} ended alike, so no error can be estimated"
    if _elo_error(sample) is None:
        return f"too few {_trials(sample)}: the score's 95 % interval goes beyond 0 or 1"
    return ""


def _trials(sample: Sample) -> str:
    return "games" if sample.games_per_trial == 1 else "pairs"


def _standard_error(sample: Sample) -> float:
    """The standard error of the mean score."""
    return sqrt(sample.variance / sample.trials)
