"""Samples of games and of pairs."""

from statistics import fmean, pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl

COUNTS = st.integers(0, 1000)
OUTCOMES = st.one_of(st.builds(Wdl, *[COUNTS] * 3), st.builds(Penta, *[COUNTS] * 5))


def scores(outcomes: Outcomes) -> list[float]:
    """Points per game, one number for each trial."""
    points = (1.0, 0.5, 0.0) if isinstance(outcomes, Wdl) else (0.0, 0.25, 0.5, 0.75, 1.0)
    return [score for score, count in zip(points, outcomes, strict=True) for _ in range(count)]


@given(OUTCOMES)
def test_moments_are_those_of_the_single_trials(outcomes: Outcomes) -> None:
    sample, all_scores = outcomes.sample(), scores(outcomes)
    assert sample.trials == len(all_scores)
    assert sample.games == len(all_scores) * (2 if isinstance(outcomes, Penta) else 1)
    if all_scores:
        assert sample.mean == pytest.approx(fmean(all_scores), abs=1e-12)
        assert sample.variance == pytest.approx(pvariance(all_scores), abs=1e-12)


def test_scores_ascend_and_belong_to_their_counts() -> None:
    assert Wdl(wins=3, draws=2, losses=1).sample().counts == (1, 2, 3)
    assert Wdl(3, 2, 1).sample().scores == (0, 0.5, 1)
    assert Penta(ll=1, ld=2, wldd=3, wd=4, ww=5).sample().counts == (1, 2, 3, 4, 5)
    assert Penta(1, 2, 3, 4, 5).sample().scores == (0, 0.25, 0.5, 0.75, 1)


@pytest.mark.parametrize("count", [1, 3, 7, 49, 10**12])
@pytest.mark.parametrize("place", range(5))
def test_trials_that_end_alike_have_no_variance(count: int, place: int) -> None:
    counts = [0] * 5
    counts[place] = count
    assert Penta(*counts).sample().variance == 0


@pytest.mark.parametrize("outcomes", [Wdl(1, -1, 1), Penta(0, 0, 0, -3, 0)])
def test_negative_counts(outcomes: Outcomes) -> None:
    with pytest.raises(ValueError, match="0 or more, not -"):
        outcomes.sample()
