"""The sequential test: its LLR, its bounds, its decisions."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.statistics.elo import NORMALIZED_SCALE, expected_score
from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl
from clients.referee.statistics.sprt import HYPOTHESES, MODELS, MOST_ELO, Model, Sprt
from tests.clients.statistics.test_elo import swapped

COUNTS = st.one_of(st.just(0), st.integers(0, 100), st.integers(0, 10**12))
OUTCOMES = st.one_of(st.builds(Wdl, *[COUNTS] * 3), st.builds(Penta, *[COUNTS] * 5))
ELOS = st.one_of(st.floats(-MOST_ELO, MOST_ELO), st.floats(-30, 30), st.just(0.0))
TWO_ELOS = st.lists(ELOS, min_size=2, max_size=2, unique=True).map(sorted)


@settings(max_examples=300)
@given(OUTCOMES, TWO_ELOS, st.sampled_from(MODELS))
def test_any_counts_and_any_hypotheses_have_a_finite_llr(
    outcomes: Outcomes, elos: list[float], model: Model
) -> None:
    assert math.isfinite(Sprt(elos[0], elos[1], model=model).llr(outcomes))


@given(
    st.one_of(
        st.builds(Wdl, *[st.integers(0, 99)] * 3), st.builds(Penta, *[st.integers(0, 99)] * 5)
    ),
    st.lists(st.floats(-500, 500), min_size=2, max_size=2, unique=True).map(sorted),
    st.sampled_from(MODELS),
)
def test_the_other_player_sees_the_opposite(
    outcomes: Outcomes, elos: list[float], model: Model
) -> None:
    ours = Sprt(elos[0], elos[1], model=model).llr(outcomes)
    theirs = Sprt(-elos[1], -elos[0], model=model).llr(swapped(outcomes))
    assert ours == pytest.approx(-theirs, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("outcomes", [Wdl(0, 0, 0), Penta(0, 0, 0, 0, 0)])
def test_no_games_say_nothing(outcomes: Outcomes, model: Model) -> None:
    test = Sprt(-5, 20, model=model)
    assert test.llr(outcomes) == 0
    assert test.decide(outcomes) is None


@pytest.mark.parametrize("elos", [(0, 5), (-20, 60), (100, 300)])
@pytest.mark.parametrize(("wins", "losses"), [(60, 40), (1, 1), (900, 100)])
def test_wins_and_losses_alone(wins: int, losses: int, elos: tuple[float, float]) -> None:
    """Without draws it is the likelihood ratio of a biased coin (but for the thousandth draw)."""
    t_values = [elo / NORMALIZED_SCALE for elo in elos]
    chances: dict[Model, list[float]] = {
        "logistic": [expected_score(elo) for elo in elos],
        "normalized": [0.5 + t / (2 * math.sqrt(1 + t * t)) for t in t_values],
    }
    for model, (low, high) in chances.items():
        coin = wins * math.log(high / low) + losses * math.log((1 - high) / (1 - low))
        llr = Sprt(*elos, model=model).llr(Wdl(wins, 0, losses))
        assert llr == pytest.approx(coin, abs=3e-3)


@given(st.tuples(*[st.integers(100, 120)] * 5), st.floats(-5, 5), st.floats(1, 5))
def test_close_hypotheses(counts: tuple[int, ...], elo0: float, width: float) -> None:
    """Where they are close, the LLR is near that of a normal distribution of known variance.

    N · (s1 - s0) · (2 s - s0 - s1) / (2 σ²), M. Van den Bergh's first approximation of it.
    """
    outcomes = Penta(*counts)
    sample = outcomes.sample()
    s0, s1 = expected_score(elo0), expected_score(elo0 + width)
    normal = (s1 - s0) * (2 * sample.mean - s0 - s1) / (2 * sample.variance) * sample.trials
    llr = Sprt(elo0, elo0 + width, model="logistic").llr(outcomes)
    assert llr == pytest.approx(normal, rel=0.2, abs=0.02)


@given(st.tuples(*[st.integers(1, 200)] * 5), st.sampled_from(MODELS))
def test_distributions_meet_their_hypothesis(counts: tuple[int, ...], model: Model) -> None:
    test = Sprt(-40, 30, model=model)
    scores = Penta(*counts).sample().scores
    for hypothesis, elo in zip(HYPOTHESES, (-40, 30), strict=True):
        found = test.distribution(hypothesis, Penta(*counts))
        mean = sum(score * share for score, share in zip(scores, found, strict=True))
        square = sum(score**2 * share for score, share in zip(scores, found, strict=True))
        deviation = math.sqrt(2 * (square - mean**2))
        wanted = (
            expected_score(elo)
            if model == "logistic"
            else 0.5 + elo * deviation * (math.log(10) / 800)
        )
        assert mean == pytest.approx(wanted, abs=1e-6)


def test_decisions() -> None:
    test = Sprt(0, 5, model="logistic")
    assert test.decide(Wdl(880, 1863, 759)) == "H1"
    assert test.decide(Wdl(759, 1863, 880)) == "H0"
    assert test.decide(Wdl(880, 1863, 800)) is None
    assert Sprt(0, 5, alpha=0.01, beta=0.01, model="logistic").decide(Wdl(880, 1863, 759)) is None


def test_bounds_follow_the_error_rates() -> None:
    lower, upper = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert (lower, upper) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))
    assert all(map(math.isfinite, Sprt(0, 5, alpha=5e-324, beta=5e-324).bounds))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 has to be less than elo1"),
        ({"elo0": 5, "elo1": 0}, "not 5 and 0"),
        ({"elo0": math.nan, "elo1": 0}, "not nan and 0"),
        ({"elo0": 0, "elo1": math.inf}, "from -3000 to 3000"),
        ({"elo0": -3001, "elo1": 0}, "from -3000 to 3000"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha has to be more than 0"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta has to be .* less than 0.5, not 0.5"),
        ({"elo0": 0, "elo1": 5, "beta": math.nan}, "not nan"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "logistic or normalized, not bayesian"),
    ],
)
def test_impossible_tests(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Sprt(**arguments)


def test_negative_counts() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        Sprt(0, 5).llr(Wdl(1, -1, 0))
