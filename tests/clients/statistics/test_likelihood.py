"""Most likely distributions: they meet the hypothesis, and nothing that does is likelier."""

from collections.abc import Callable, Sequence
from math import log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.statistics.likelihood import log_likelihood, with_mean, with_t_value
from clients.referee.statistics.outcomes import expectation, variance

GAMES, PAIRS = (0.0, 0.5, 1.0), (0.0, 0.25, 0.5, 0.75, 1.0)
#: Counts as different as they come, the stand-in for 0 included.
WEIGHTS = st.one_of(st.just(1e-3), st.sampled_from([1.0, 3.0, 40.0, 1e3, 1e6]), st.floats(1, 1e3))
#: t-values of up to about 1000 normalized Elo.
T_VALUES = st.one_of(st.floats(-3, 3), st.floats(-0.1, 0.1))


def shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def distributions(scores: Sequence[float]) -> st.SearchStrategy[list[float]]:
    return st.lists(WEIGHTS, min_size=len(scores), max_size=len(scores)).map(shares)


def t_value(scores: Sequence[float], distribution: Sequence[float]) -> float:
    return (expectation(scores, distribution) - 0.5) / sqrt(variance(scores, distribution))


def bent(
    start: Sequence[float], statistic: Callable[[Sequence[float]], float], target: float
) -> list[float]:
    """A distribution on the way from `start` to certain win or loss, where the statistic is met."""
    end = [0.0] * len(start)
    rises = statistic(start) < target
    end[-1 if rises else 0] = 1.0

    def at(part: float) -> list[float]:
        return [(1 - part) * a + part * b for a, b in zip(start, end, strict=True)]

    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if (statistic(at(middle)) < target) == rises else (low, middle)
    return at(low)


SCORES = pytest.mark.parametrize("scores", [GAMES, PAIRS], ids=["games", "pairs"])


@SCORES
@settings(max_examples=60)
@given(data=st.data(), target=st.floats(0.001, 0.999))
def test_a_given_mean(scores: tuple[float, ...], data: st.DataObject, target: float) -> None:
    observed, start = data.draw(distributions(scores)), data.draw(distributions(scores))
    best = with_mean(scores, observed, target)
    assert min(best) > 0
    assert sum(best) == pytest.approx(1)
    assert expectation(scores, best) == pytest.approx(target)
    rival = bent(start, lambda some: expectation(scores, some), target)
    assert log_likelihood(rival, observed) <= log_likelihood(best, observed) + 1e-9


@SCORES
@settings(max_examples=100)
@given(data=st.data(), target=T_VALUES)
def test_a_given_t_value(scores: tuple[float, ...], data: st.DataObject, target: float) -> None:
    observed, start = data.draw(distributions(scores)), data.draw(distributions(scores))
    best = with_t_value(scores, observed, target)
    assert min(best) > 0
    assert sum(best) == pytest.approx(1)
    assert t_value(scores, best) == pytest.approx(target, rel=1e-4, abs=1e-6)
    for rival in (start, observed):
        met = bent(rival, lambda some: t_value(scores, some), target)
        assert log_likelihood(met, observed) <= log_likelihood(best, observed) + 1e-9


@SCORES
@given(data=st.data())
def test_what_was_observed_is_its_own_best_explanation(
    scores: tuple[float, ...], data: st.DataObject
) -> None:
    weights = st.lists(st.floats(1, 1000), min_size=len(scores), max_size=len(scores))
    observed = shares(data.draw(weights))
    mean, t = expectation(scores, observed), t_value(scores, observed)
    assert with_mean(scores, observed, mean) == pytest.approx(observed, abs=1e-6)
    assert with_t_value(scores, observed, t) == pytest.approx(observed, abs=1e-5)


@given(st.floats(0.01, 0.99), st.floats(-5, 5))
def test_wins_and_losses_alone(share: float, t: float) -> None:
    """Two scores leave no choice: the probability of a win is ½ + t / (2 √(1 + t²))."""
    win = 0.5 + t / (2 * sqrt(1 + t * t))
    best = with_t_value((0.0, 1.0), (1 - share, share), t)
    assert best == pytest.approx([1 - win, win], abs=1e-6)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_greater_of_two_peaks_is_found(sign: int) -> None:
    """All pairs drawn: a few pairs won explain a t-value better than some more half won.

    SciPy's SLSQP finds both peaks from random starts: -0.08200, where one pair in 10,500 is won,
    and -0.08431, where one in 9,600 is half won.
    """
    observed = shares([1e-3, 1e-3, 310, 1e-3, 1e-3])
    best = with_t_value(PAIRS, observed, sign * 0.01)
    assert 310.004 * log_likelihood(best, observed) == pytest.approx(-0.08200, abs=1e-5)
    assert best[::sign][-1] == pytest.approx(95.5e-6, rel=1e-2)


@pytest.mark.parametrize(
    ("counts", "t", "expected"),
    [
        ((500, 10, 10, 3, 100), 1, -1116.63525),
        ((500, 3, 1, 1e-3, 3), 0.2, -484.70308),
        ((10, 1, 500, 10, 500), -0.5, -1568.21482),
        ((1, 1e-3, 10, 1, 100), -1.5, -301.42774),
        ((500, 1, 500, 1, 500), 1, -2227.69389),
        ((1e-3, 1, 1, 1, 1e-3), 0.01, -3.31400),
        ((100, 500, 1), 0.01, -344.57133),
        ((1e-3, 500, 10), 1, -353.52125),
        ((1e-3, 500, 1e-3), -0.1, -4.99530),
        ((1e-3, 1e-3, 3), -0.5, -3.86746),
    ],
)
def test_likelihoods_by_another_way(counts: Sequence[float], t: float, expected: float) -> None:
    """The greatest of many local maxima that SciPy's SLSQP found from random starts."""
    scores = GAMES if len(counts) == 3 else PAIRS
    observed = shares(counts)
    found = sum(counts) * log_likelihood(with_t_value(scores, observed, t), observed)
    assert found == pytest.approx(expected, abs=2e-5)


def test_log_likelihood() -> None:
    assert log_likelihood([0.25, 0.75], [0.5, 0.5]) == pytest.approx(log(0.25 * 0.75) / 2)
