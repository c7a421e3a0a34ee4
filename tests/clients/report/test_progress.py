"""The way of an SPRT: the LLR after each pair, and the verdict."""

from collections.abc import Iterable

import pytest

from clients.referee.report.progress import DENSE, SHOWN, Progress
from clients.referee.statistics.outcomes import Penta
from clients.referee.statistics.sprt import Sprt

TEST = Sprt(0, 10, model="logistic")
WW, WLDD, LL = 4, 2, 0


def progress(outcomes: Iterable[int]) -> Progress:
    found = Progress(TEST)
    for outcome in outcomes:
        found.add(outcome)
    return found


def test_before_the_first_pair_nothing_is_known() -> None:
    found = progress([])
    assert (found.llr, found.verdict, found.path, found.pairs) == (0.0, None, (), 0)


def test_the_path_has_the_llr_after_each_pair() -> None:
    found = progress([WW, LL, WLDD])
    assert found.path == (
        (1, TEST.llr(Penta(0, 0, 0, 0, 1))),
        (2, TEST.llr(Penta(1, 0, 0, 0, 1))),
        (3, TEST.llr(Penta(1, 0, 1, 0, 1))),
    )
    assert found.llr == found.path[-1][1]


def first_beyond_bounds(outcomes: list[int]) -> tuple[str, int]:
    counts = [0] * 5
    for pairs, outcome in enumerate(outcomes, start=1):
        counts[outcome] += 1
        decision = TEST.decide(Penta(*counts))
        if decision:
            return decision, pairs
    raise AssertionError("the test goes on")


@pytest.mark.parametrize("better", [WW, LL])
def test_the_first_llr_beyond_the_bounds_is_the_verdict(better: int) -> None:
    outcomes = [better, WLDD] * 200
    assert progress(outcomes).verdict == first_beyond_bounds(outcomes)


def test_pairs_after_the_verdict_do_not_change_it() -> None:
    outcomes = [WW, WLDD] * 200
    verdict = first_beyond_bounds(outcomes)
    outcomes[verdict[1] :] = [LL] * 40
    found = progress(outcomes)
    assert found.llr < TEST.bounds.upper
    assert found.verdict == verdict


def test_it_makes_no_difference_when_it_is_asked() -> None:
    asked = Progress(TEST)
    for outcome in [WW, WLDD, LL, WW] * 30:
        asked.add(outcome)
        assert asked.llr == asked.path[-1][1]
    assert asked.path == progress([WW, WLDD, LL, WW] * 30).path


def test_a_verdict_at_the_end_of_a_long_log_is_found_to_the_pair() -> None:
    outcomes = [WW, LL, WLDD, WLDD] * DENSE
    outcomes += [WW] * 200
    expected = first_beyond_bounds(outcomes)
    found = progress(outcomes[: expected[1] + 3])
    assert found.verdict == expected
    pairs = [pair for pair, _ in found.path]
    assert pairs == sorted(set(pairs))
    assert pairs[-1] == found.pairs
    assert len(pairs) < 2 * SHOWN
