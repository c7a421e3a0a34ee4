"""Time budgets: GTP's clocks, and never a loss on time by our own fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search.clock import LEAST, Clock, budget, settings, time_left

OVERHEAD = 0.02


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ((0, 0, 0), None),
        ((600, 0, 0), Clock(600)),
        ((0, 30, 5), Clock(30, 30, 5, 5)),
        ((600, 30, 5), Clock(600, 30, 5)),
        ((5, 0, 1), Clock(5)),
        ((600, 30, 0), None),
        ((-1, 0, 0), None),
    ],
)
def test_time_settings(words: tuple[float, float, int], clock: Clock | None) -> None:
    """0 0 0 and a byo-yomi time without stones mean no limit (PROTOCOL section 3)."""
    assert settings(*words) == clock


def test_time_left_in_main_time_and_in_byo_yomi() -> None:
    known = settings(600, 30, 5)
    assert time_left(known, 12.5, 0) == Clock(12.5, 30, 5, 0)
    assert time_left(known, 20, 3) == Clock(20, 30, 5, 3)
    assert time_left(None, 7, 0) == Clock(7)


def test_main_time_runs_out_into_byo_yomi() -> None:
    assert Clock(10, 30, 5).spent(4) == Clock(6, 30, 5)
    assert Clock(10, 30, 5).spent(11) == Clock(30, 30, 5, 5)
    assert Clock(30, 30, 5, 5).spent(4) == Clock(26, 30, 5, 4)
    assert Clock(26, 30, 5, 1).spent(4) == Clock(30, 30, 5, 5)
    assert Clock(10).spent(11) == Clock(-1)


times = st.floats(-10, 10000, allow_nan=False)


@given(times, times, st.integers(0, 50), st.integers(0, 50), st.integers(0, 100), st.integers(2, 4))
def test_a_budget_never_oversteps_the_clock(
    main: float, byo: float, stones: int, left: int, plies: int, seats: int
) -> None:
    clock = Clock(main, byo, stones, left)
    seconds = budget(clock, plies, seats, OVERHEAD)
    assert seconds >= LEAST
    assert seconds <= max(main - OVERHEAD, LEAST)
    if left > 0:
        assert seconds <= max(main / left, LEAST)


@pytest.mark.parametrize("plies", [1, 2, 9, 30, 56])
def test_a_whole_game_is_played_within_its_main_time(plies: int) -> None:
    """Each seat's budgets, taken in full, never add up to more than the main time."""
    clock, spent = Clock(10.0), 0.0
    for left in range(plies, 0, -2):
        seconds = budget(clock, left, 2, OVERHEAD)
        spent += seconds + OVERHEAD
        clock = clock.spent(seconds + OVERHEAD)
    assert spent <= 10.0 + 1e-9
    assert spent >= 5.0


def test_the_last_move_may_use_what_is_left() -> None:
    assert budget(Clock(3.0), 1, 2, OVERHEAD) == pytest.approx(2.98)
