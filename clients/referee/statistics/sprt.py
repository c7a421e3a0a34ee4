"""The sequential probability ratio test between two hypotheses about the first player's strength.

H0 says the difference is `elo0`, H1 that it is `elo1`. After each game, or pair, the logarithm of
the generalized likelihood ratio (LLR) tells how much better H1 explains all results than H0
does. The test ends when it leaves Wald's bounds.
"""

from dataclasses import dataclass
from math import log, log1p, sqrt
from typing import Literal, NamedTuple, TypeAlias, get_args

from clients.referee.statistics.elo import NORMALIZED_SCALE, expected_score
from clients.referee.statistics.likelihood import log_likelihood, with_mean, with_t_value
from clients.referee.statistics.outcomes import Outcomes, Sample

Model: TypeAlias = Literal["logistic", "normalized"]
"""What the Elo of a hypothesis means.

``logistic``: the expected score. ``normalized``: the score's distance from ½ in standard
deviations of a game, so that a test takes about as long whatever the share of draws.
"""
Hypothesis: TypeAlias = Literal["H0", "H1"]

MODELS: tuple[Model, ...] = get_args(Model)
HYPOTHESES: tuple[Hypothesis, ...] = get_args(Hypothesis)
#: No hypothesis may be farther off, in Elo: its expected score would be 0 or 1 in all but name.
MOST_ELO = 3000
#: What stands for a count of 0, whose likelihood under a distribution of what was counted were 0.
_ALMOST_NONE = 1e-3


class Bounds(NamedTuple):
    """The LLR at which a hypothesis is accepted: H0 at the lower one, H1 at the upper."""

    lower: float
    upper: float


def wald_bounds(alpha: float, beta: float) -> Bounds:
    """Wald's bounds; `alpha` and `beta` are the error rates of a `Sprt`, and any model's.

    A. Wald, "Sequential Tests of Statistical Hypotheses", Ann. Math. Statist. 16 (1945). As the
    LLR steps over a bound rather than onto it, real error rates are a little below these.
    Raises: ValueError unless both are between 0 and 0.5.
    """
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not 0 < rate < 0.5:
            raise ValueError(f"{name} has to be more than 0 and less than 0.5, not {rate:g}")
    return Bounds(log(beta) - log1p(-alpha), log1p(-beta) - log(alpha))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H0 against H1.

    `alpha` is the probability to accept H1 though H0 is true, `beta` to accept H0 though H1 is
    true. Raises: ValueError if `elo0` is not below `elo1` or a value is out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(
                f"elo0 has to be less than elo1, and both from {-MOST_ELO} to {MOST_ELO}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )
        if self.model not in MODELS:
            raise ValueError(f"model has to be {' or '.join(MODELS)}, not {self.model}")
        wald_bounds(self.alpha, self.beta)

    @property
    def bounds(self) -> Bounds:
        """Wald's bounds of the LLR."""
        return wald_bounds(self.alpha, self.beta)

    def distribution(self, hypothesis: Hypothesis, outcomes: Outcomes) -> list[float]:
        """The most likely distribution of a trial's score under a hypothesis, given outcomes.

        The probabilities are in the order of ``outcomes.sample().scores``. A count of 0 is taken
        for 0.001. Raises: ValueError for negative counts.
        """
        sample = outcomes.sample()
        observed = _shares(sample)
        elo = self.elo0 if hypothesis == "H0" else self.elo1
        if self.model == "logistic":
            return with_mean(sample.scores, observed, expected_score(elo))
        t_value = elo / NORMALIZED_SCALE * sqrt(sample.games_per_trial)
        return with_t_value(sample.scores, observed, t_value)

    def llr(self, outcomes: Outcomes) -> float:
        """The logarithm of the generalized likelihood ratio of H1 to H0; 0 without a trial.

        Each hypothesis is represented by the most likely distribution that it allows. M. Van den
        Bergh, "A Practical Introduction to the GSPRT"
        (https://www.cantate.be/Fishtest/GSPRT_approximation.pdf). Raises: ValueError for negative
        counts.
        """
        sample = outcomes.sample()
        if not sample.trials:
            return 0.0
        observed = _shares(sample)
        likelihoods = [
            log_likelihood(self.distribution(hypothesis, outcomes), observed)
            for hypothesis in HYPOTHESES
        ]
        return sum(_counts(sample)) * (likelihoods[1] - likelihoods[0])

    def decide(self, outcomes: Outcomes) -> Hypothesis | None:
        """The hypothesis that is accepted; None: play on. Raises: ValueError as `llr`."""
        llr, (lower, upper) = self.llr(outcomes), self.bounds
        if llr >= upper:
            return "H1"
        return "H0" if llr <= lower else None


def _counts(sample: Sample) -> list[float]:
    return [count or _ALMOST_NONE for count in sample.counts]


def _shares(sample: Sample) -> list[float]:
    """The observed distribution, without zeros."""
    counts = _counts(sample)
    total = sum(counts)
    return [count / total for count in counts]
