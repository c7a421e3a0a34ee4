"""The clock of the front end: GTP's words, and shares of what is left."""

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from hypothesis import given
from hypothesis import strategies as st

from clients.openspiel.clock import KEPT_BACK, LEAST, Clock, settings, time_left


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ((0, 0, 0), None),  # no limit
        ((60, 10, 0), None),  # byo-yomi without stones: no limit
        ((60, 0, 0), Clock(60)),
        ((60, 0, 5), Clock(60)),
        ((60, 10, 5), Clock(60, 0, 10, 5)),
        ((0, 10, 5), Clock(10, 5, 10, 5)),
    ],
)
def test_time_settings(words: tuple[float, float, int], clock: Clock | None) -> None:
    assert settings(*words) == clock


def test_time_left() -> None:
    known = settings(60, 10, 5)
    assert time_left(known, 12.5, 0) == Clock(12.5, 0, 10, 5)
    assert time_left(known, 7, 3) == Clock(7, 3, 10, 5)
    assert time_left(None, 7, 0) == Clock(7)
    assert time_left(known, -1, -2) == Clock(-1, 0, 10, 5)


def test_main_time_runs_out_into_byo_yomi() -> None:
    clock = Clock(5, 0, 10, 2)
    assert clock.after(4) == Clock(1, 0, 10, 2)
    assert clock.after(6) == Clock(10, 2, 10, 2)
    assert clock.after(6).after(3) == Clock(7, 1, 10, 2)
    assert clock.after(6).after(3).after(3) == Clock(10, 2, 10, 2)


def test_sudden_death_only_runs_down() -> None:
    assert Clock(5).after(6) == Clock(-1)


@pytest.mark.parametrize(
    ("clock", "moves", "seconds"),
    [
        (Clock(60), 20, 3.0),
        (Clock(60), 0, 60.0),
        (Clock(10, 5, 10, 5), 20, 2.0),
        (Clock(1, 0, 10, 5), 20, 1.0),  # the period's share is more than is left
        (Clock(30, 0, 10, 5), 20, 2.0),  # and more than a share of the main time
        (Clock(100, 0, 10, 5), 20, 5.0),
    ],
)
def test_budget(clock: Clock, moves: int, seconds: float) -> None:
    assert clock.budget(moves) == pytest.approx(seconds - KEPT_BACK)


def test_a_lost_clock_still_gives_a_moment() -> None:
    assert Clock(-3).budget(10) == LEAST
    assert Clock(0).budget(0) == LEAST


@given(st.floats(0.5, 1e4), st.integers(1, 40))
def test_a_whole_game_of_budgets_fits_into_sudden_death(main: float, moves: int) -> None:
    clock = Clock(main)
    for left in range(moves, 0, -1):
        clock = clock.after(max(clock.budget(left), LEAST))
    assert clock.seconds >= min(0.0, main - moves * LEAST) - 1e-6
