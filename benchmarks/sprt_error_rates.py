"""How often the sequential test errs, by simulation, beside what alpha and beta promise.

    python -m benchmarks.sprt_error_rates [RUNS] [SEED]

For each model and each kind of outcomes, games or pairs are drawn under one hypothesis until the
test accepts one. The share of wrong ends is an error rate, but errors are rare, so that a count
of them is inexact. The right ends tell more about the other hypothesis' error rate: each of them
would have been an error under that one, and its weight is how much likelier it is there. As the
test ends at nearly the same likelihood ratio each time, the weights hardly vary (D. Siegmund,
"Importance Sampling in the Monte Carlo Study of Sequential Tests", Ann. Statist. 4 (1976)).
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl, expectation
from clients.referee.statistics.sprt import HYPOTHESES, Hypothesis, Sprt

#: A trial changes the LLR by less than this, times the greatest change under the hypotheses.
CAUTION = 1.5


@dataclass(frozen=True, slots=True)
class Case:
    """A test, and outcomes that say how games are drawn, as far as no hypothesis does."""

    name: str
    test: Sprt
    typical: Outcomes

    def probabilities(self, truth: Hypothesis) -> list[float]:
        """The probability of each score of a trial, ascending, if a hypothesis is true."""
        return self.test.distribution(truth, self.typical)

    def outcomes(self, counts: Sequence[int]) -> Outcomes:
        """How often each score fell, in ascending order, as outcomes."""
        return Penta(*counts) if isinstance(self.typical, Penta) else Wdl(*reversed(counts))

    def log_ratios(self) -> list[float]:
        """The logarithm of how much likelier each score is under H1 than under H0."""
        h0, h1 = (self.probabilities(hypothesis) for hypothesis in HYPOTHESES)
        return [log(likely / unlikely) for likely, unlikely in zip(h1, h0, strict=True)]


CASES = (
    Case("logistic, games", Sprt(0, 40, model="logistic"), Wdl(35, 30, 35)),
    Case("logistic, pairs", Sprt(0, 40, model="logistic"), Penta(10, 20, 40, 20, 10)),
    Case("normalized, games", Sprt(0, 50, model="normalized"), Wdl(35, 30, 35)),
    Case("normalized, pairs", Sprt(0, 50, model="normalized"), Penta(10, 20, 40, 20, 10)),
)
MORE_CASES = (
    Case("few draws", Sprt(-10, 20, beta=0.1, model="normalized"), Penta(20, 5, 50, 5, 20)),
    Case("many draws", Sprt(0, 30, alpha=0.02, model="logistic"), Penta(1, 15, 68, 15, 1)),
)


class End(NamedTuple):
    """How a test ended: what was accepted, and how often each score fell, ascending."""

    accepted: Hypothesis
    counts: tuple[int, ...]


class Rate(NamedTuple):
    """An error rate and its standard error."""

    value: float
    error: float


def play(case: Case, truth: Hypothesis, dice: Random) -> End:
    """One test, looked at after every trial that may have ended it."""
    probabilities = case.probabilities(truth)
    jump = CAUTION * max(map(abs, case.log_ratios()))
    lower, upper = case.test.bounds
    counts = [0] * len(probabilities)
    llr = 0.0
    while lower < llr < upper:
        safe = max(1, int(min(llr - lower, upper - llr) / jump))
        for score in dice.choices(range(len(counts)), probabilities, k=safe):
            counts[score] += 1
        llr = case.test.llr(case.outcomes(counts))
    return End("H1" if llr >= upper else "H0", tuple(counts))


def other(hypothesis: Hypothesis) -> Hypothesis:
    """The other of both."""
    return "H0" if hypothesis == "H1" else "H1"


def weighted_rate(case: Case, ends: Sequence[End], truth: Hypothesis) -> Rate:
    """How often `truth` would be accepted were the other true, from tests with `truth` true."""
    sign = 1 if truth == "H0" else -1
    ratios = [sign * ratio for ratio in case.log_ratios()]
    weights = [
        exp(expectation(ratios, counts)) if accepted == truth else 0.0 for accepted, counts in ends
    ]
    return Rate(fmean(weights), stdev(weights) / sqrt(len(weights)))


def counted_rate(ends: Sequence[End], truth: Hypothesis) -> Rate:
    """How often the other was accepted though `truth` is true."""
    share = fmean(accepted != truth for accepted, _ in ends)
    return Rate(share, sqrt(share * (1 - share) / len(ends)))


def main(runs: int = 200, seed: int = 1) -> None:
    """Print both error rates of each case, weighted and counted, in percent."""
    print(f"{runs} tests for each hypothesis, seed {seed}; error rates in percent")
    print(f"{'':20}true  trials  promised        weighted         counted")
    for case in (*CASES, *MORE_CASES):
        dice = Random(seed)
        ends = {truth: [play(case, truth, dice) for _ in range(runs)] for truth in HYPOTHESES}
        for truth, promised in zip(HYPOTHESES, (case.test.alpha, case.test.beta), strict=True):
            trials = fmean(sum(end.counts) for end in ends[truth])
            weighted = weighted_rate(case, ends[other(truth)], other(truth))
            counted = counted_rate(ends[truth], truth)
            rates = f"{100 * promised:8.1f}  {_percent(weighted)}  {_percent(counted)}"
            print(f"{case.name:20}{truth:4}{trials:8.0f}  {rates}", flush=True)


def _percent(rate: Rate) -> str:
    return f"{100 * rate.value:6.2f} +-{100 * rate.error:5.2f}"


if __name__ == "__main__":
    if len(sys.argv) > 3:
        sys.exit(__doc__)
    main(*map(int, sys.argv[1:]))
