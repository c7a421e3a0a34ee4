"""Every vector of the corpus, by its id."""

import math
from collections.abc import Mapping
from time import process_time
from typing import Any

import pytest

from clients.referee.statistics.elo import elo, expected_score, los, normalized_elo
from clients.referee.statistics.outcomes import Outcomes
from clients.referee.statistics.ratings import bradley_terry
from clients.referee.statistics.sprt import Sprt, wald_bounds
from tests.clients.statistics.vectors import NUMBERS, TOLERANCE, VECTORS, outcomes, with_key


def close(expected: object) -> Any:
    return pytest.approx(expected, rel=TOLERANCE)


def strength(given: Outcomes) -> dict[str, float | None]:
    estimate, normalized = elo(given), normalized_elo(given)
    assert estimate is not None
    assert normalized is not None
    return {
        "score": given.sample().mean,
        "elo": estimate.value,
        "elo_error": estimate.error,
        "nelo": normalized.value,
        "nelo_error": normalized.error,
        "los": los(given),
    }


@pytest.mark.parametrize(("given", "expect"), with_key("wdl", "penta"))
def test_outcomes(given: dict[str, Any], expect: Mapping[str, Any]) -> None:
    found: dict[str, float | None] = {}
    if "elo0" in given:
        found["llr"] = Sprt(given["elo0"], given["elo1"], model=given["model"]).llr(outcomes(given))
    else:
        found |= strength(outcomes(given))
    if "finite" in expect:
        assert found["llr"] is not None
        assert math.isfinite(found["llr"])
        return
    assert {name: found[name] for name in expect} == close(expect)


@pytest.mark.parametrize(("given", "expect"), with_key("alpha"))
def test_bounds(given: dict[str, float], expect: dict[str, float]) -> None:
    assert wald_bounds(**given)._asdict() == close(expect)


@pytest.mark.parametrize(("given", "expect"), with_key("results"))
def test_ratings(given: dict[str, Any], expect: dict[str, dict[str, float]]) -> None:
    ratings = bradley_terry(tuple(result) for result in given["results"])
    assert {player: rating.elo for player, rating in ratings.items()} == close(expect["ratings"])


@pytest.mark.parametrize(("given", "expect"), with_key("elo"))
def test_expected_scores(given: dict[str, list[float]], expect: dict[str, list[float]]) -> None:
    assert [expected_score(value) for value in given["elo"]] == close(expect["score"])


@pytest.mark.parametrize(("given", "expect"), with_key("elo0"))
def test_time(given: dict[str, Any], expect: Mapping[str, Any]) -> None:
    """The processor's time for one LLR, the best of several against a busy machine."""
    test, counts = Sprt(given["elo0"], given["elo1"], model=given["model"]), outcomes(given)
    seconds = []
    for _ in range(10):
        start = process_time()
        test.llr(counts)
        seconds.append(process_time() - start)
    assert min(seconds) < expect.get("max_ms", 10) / 1000


def test_no_vector_is_left_out() -> None:
    keys = {key for vector in VECTORS for key in vector["expect"]}
    assert keys == NUMBERS | {"ratings", "finite", "max_ms"}
    kinds = ("wdl", "penta", "alpha", "results", "elo")
    assert len(with_key(*kinds)) == len(VECTORS) >= 21
