"""Elo, normalized Elo and the likelihood of superiority."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clients.referee.statistics.elo import (
    elo,
    elo_from_score,
    expected_score,
    los,
    normalized_elo,
    remark,
)
from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl
from tests.clients.statistics.test_outcomes import OUTCOMES


def swapped(outcomes: Outcomes) -> Outcomes:
    """The same games, seen from the other player."""
    return Wdl(*reversed(outcomes)) if isinstance(outcomes, Wdl) else Penta(*reversed(outcomes))


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(difference: float) -> None:
    score = expected_score(difference)
    assert score + expected_score(-difference) == pytest.approx(1)
    assert elo_from_score(score) == pytest.approx(difference, abs=1e-4)


def test_expected_score_of_any_number() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert (expected_score(1e300), expected_score(-1e300)) == (1, 0)


@pytest.mark.parametrize("score", [0, 1, -0.1, 1.1, math.nan])
def test_scores_without_elo(score: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1 expected"):
        elo_from_score(score)


@given(OUTCOMES)
def test_the_other_player_sees_the_opposite(outcomes: Outcomes) -> None:
    for estimate in (elo, normalized_elo):
        one, two = estimate(outcomes), estimate(swapped(outcomes))
        assert (one is None) == (two is None)
        if one and two:
            assert one.value == pytest.approx(-two.value, abs=1e-6)
            assert one.error == pytest.approx(two.error)
    superior, inferior = los(outcomes), los(swapped(outcomes))
    if superior is not None and inferior is not None:
        assert superior + inferior == pytest.approx(1)


@given(st.tuples(*[st.integers(1, 30)] * 3))
def test_pairs_of_independent_games_say_what_the_games_say(wdl: tuple[int, int, int]) -> None:
    """If each result of a first game meets each of a second, pairing adds nothing."""
    win, draw, loss = wdl
    games = 2 * sum(wdl)
    pairs = Penta(
        loss * loss, 2 * loss * draw, 2 * win * loss + draw * draw, 2 * win * draw, win * win
    )
    single = Wdl(*[count * games for count in wdl])
    assert pairs.sample().games * 2 == single.sample().games * 2 == games**2
    assert elo(pairs) == pytest.approx(elo(single), rel=1e-6, abs=1e-6)
    assert normalized_elo(pairs) == pytest.approx(normalized_elo(single), rel=1e-6, abs=1e-6)
    assert los(pairs) == pytest.approx(los(single))


@given(OUTCOMES)
def test_many_games_have_the_error_of_the_tangent(outcomes: Outcomes) -> None:
    """With many trials the interval is so short that the Elo curve is straight in it."""
    sample = type(outcomes)(*[1000 * count for count in outcomes]).sample()
    assume(sample.trials and sample.variance and 0.1 < sample.mean < 0.9)
    estimate = elo(type(outcomes)(*[1000 * count for count in outcomes]))
    slope = 400 / math.log(10) / (sample.mean * (1 - sample.mean))
    assert estimate is not None
    error = 1.959964 * slope * math.sqrt(sample.variance / sample.trials)
    assert estimate.error == pytest.approx(error, rel=0.02)


def test_pairs_on_boards_that_favour_a_seat_have_smaller_errors() -> None:
    games, pairs = elo(Wdl(100, 0, 100)), elo(Penta(5, 0, 90, 0, 5))
    assert games is not None
    assert pairs is not None
    assert games.error is not None
    assert pairs.error is not None
    assert pairs.error < games.error / 2


NO_ERROR = "no error"
UNKNOWN = "unknown"


@pytest.mark.parametrize(
    ("outcomes", "value", "words"),
    [
        (Wdl(0, 0, 0), UNKNOWN, "no games"),
        (Penta(0, 0, 0, 0, 0), UNKNOWN, "no games"),
        (Wdl(1, 0, 0), UNKNOWN, "every game was won"),
        (Wdl(10**12, 0, 0), UNKNOWN, "every game was won"),
        (Penta(20, 0, 0, 0, 0), UNKNOWN, "every game was lost"),
        (Wdl(0, 1, 0), NO_ERROR, "all games ended alike"),
        (Penta(0, 0, 0, 7, 0), NO_ERROR, "all pairs ended alike"),
        (Wdl(2, 0, 1), NO_ERROR, "too few games"),
        (Penta(0, 0, 1, 0, 1), NO_ERROR, "too few pairs"),
        (Wdl(20, 1, 18), "", ""),
    ],
)
def test_what_cannot_be_told_is_said(outcomes: Outcomes, value: str, words: str) -> None:
    assert remark(outcomes).startswith(words)
    assert bool(remark(outcomes)) == bool(words)
    estimate = elo(outcomes)
    assert (estimate is None) == (value == UNKNOWN)
    assert (estimate is not None and estimate.error is None) == (value == NO_ERROR)


@given(st.one_of(OUTCOMES, st.sampled_from([Wdl(1, 0, 0), Penta(0, 0, 9, 0, 0)])))
def test_numbers_are_finite_or_none(outcomes: Outcomes) -> None:
    numbers = [los(outcomes), *(elo(outcomes) or ()), *(normalized_elo(outcomes) or ())]
    assert all(number is None or math.isfinite(number) for number in numbers)
