"""The test errs as rarely as it promises, by simulation."""

from random import Random

import pytest

from benchmarks import sprt_error_rates
from benchmarks.sprt_error_rates import CASES, Case, other, play, weighted_rate
from clients.referee.statistics.sprt import HYPOTHESES, Hypothesis

#: Tests for each rate. Weighted, they make the standard error less than MOST_NOISE.
RUNS = {"logistic": 120, "normalized": 40}
MOST_NOISE = 0.004


@pytest.mark.parametrize("truth", HYPOTHESES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_error_rates_are_within_a_point_of_what_is_promised(case: Case, truth: Hypothesis) -> None:
    """`truth` is rejected about as often as alpha (H0) or beta (H1) says."""
    dice = Random(1)
    ends = [play(case, other(truth), dice) for _ in range(RUNS[case.test.model])]
    rate = weighted_rate(case, ends, other(truth))
    promised = case.test.alpha if truth == "H0" else case.test.beta
    assert rate.error < MOST_NOISE
    assert rate.value == pytest.approx(promised, abs=0.01)


def test_trials_that_are_not_looked_at_end_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [play(CASES[1], "H1", Random(seed)) for seed in range(10)]
    monkeypatch.setattr(sprt_error_rates, "CAUTION", 1e9)
    assert [play(CASES[1], "H1", Random(seed)) for seed in range(10)] == ends
