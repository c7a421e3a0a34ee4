"""Time budgets: GTP's clocks, and never a loss on time by our own fault."""

from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_tests
from hypothesis import strategies as st

from engine.search.clock import LEAST, Allotment, Clock, Course, budget, settings, time_left

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
    def after(clock: Clock, seconds: float) -> Clock:
        spent = clock.spent(seconds)
        assert spent.has_moved
        return replace(spent, has_moved=False)

    assert after(Clock(10, 30, 5), 4) == Clock(6, 30, 5)
    assert after(Clock(10, 30, 5), 11) == Clock(30, 30, 5, 5)
    assert after(Clock(30, 30, 5, 5), 4) == Clock(26, 30, 5, 4)
    assert after(Clock(26, 30, 5, 1), 4) == Clock(30, 30, 5, 5)
    assert after(Clock(10), 11) == Clock(-1)


# ---------------------------------------------------------------------- an increment


def test_an_increment_shows_in_the_times_that_are_told() -> None:
    clock = settings(10, 0, 0)
    assert clock is not None
    clock = time_left(clock.spent(2), 8.0, 0)
    assert clock.increment == 0
    clock = Clock(10).told(10.0, 0).spent(2).told(8.25, 0)
    assert clock == Clock(8.25, increment=0.25)


def test_the_least_gain_of_all_is_the_increment() -> None:
    """A controller that puts the clock right once does not mean that it will do so again."""
    clock = Clock(10).spent(1).told(9.5, 0)
    assert clock.increment == pytest.approx(0.5)
    assert clock.spent(1).told(100.0, 0).increment == pytest.approx(0.5)
    assert clock.spent(1).told(8.75, 0).increment == pytest.approx(0.25)
    assert clock.spent(1).told(8.0, 0).increment == 0


def test_only_a_move_gains_an_increment() -> None:
    clock = Clock(10).spent(1).told(9.5, 0)
    assert clock.told(9.5, 0) == clock
    assert Clock(10).told(50.0, 0).increment is None
    assert Clock(30, 30, 5, 2).spent(1).told(30.0, 5).increment is None


# ---------------------------------------------------------------------- budgets

times = st.floats(-10, 10000, allow_nan=False)
overheads = st.floats(0, 1)
plies = st.integers(0, 100)
clocks = st.builds(
    Clock,
    times,
    times,
    st.integers(0, 50),
    st.integers(0, 50),
    st.none() | st.floats(0, 100),
)


@given(clocks, plies, st.integers(2, 4), overheads, st.integers(0, 30))
def test_an_allotment_never_oversteps_the_clock(
    clock: Clock, left: int, seats: int, overhead: float, solvable: int
) -> None:
    found = budget(clock, Course(left, seats, solvable), overhead)
    assert 0 <= found.maximum <= max(clock.main - overhead, 0)
    assert found.maximum == 0 or found.maximum >= LEAST
    if found.optimum is not None:
        assert (found.optimum == 0) == (found.maximum == 0)
        assert found.optimum <= found.maximum


@given(st.floats(0.001, 1000), plies, st.integers(2, 4), overheads)
def test_an_increment_never_shortens_a_move(
    main: float, left: int, seats: int, increment: float
) -> None:
    without = budget(Clock(main), Course(left, seats), OVERHEAD)
    found = budget(Clock(main, increment=increment), Course(left, seats), OVERHEAD)
    assert found.optimum is not None
    assert without.optimum is not None
    assert found.optimum >= without.optimum
    assert found.maximum >= without.maximum


@settings_of_tests(max_examples=40)
@given(st.integers(1, 60), st.integers(2, 4), overheads, st.integers(0, 30), st.data())
def test_a_whole_game_is_played_within_its_main_time(
    length: int, seats: int, overhead: float, solvable: int, data: st.DataObject
) -> None:
    """A seat that takes all it may, and its overhead on top of it, never runs out of time."""
    moves = ceil(length / seats)
    main = data.draw(st.floats(moves * overhead, 1000))
    clock = Clock(main)
    for left in range(length, 0, -seats):
        found = budget(clock, Course(left, seats, solvable), overhead)
        clock = clock.spent(data.draw(st.floats(0, 1)) * found.maximum + overhead)
        assert clock.main >= -1e-9


@given(st.integers(2, 25), st.integers(1, 60), overheads, st.floats(0.001, 100))
def test_a_period_lasts_for_its_stones(
    stones: int, moves: int, overhead: float, spare: float
) -> None:
    period = stones * overhead + spare
    clock = Clock(period, period, stones, stones)
    for left in range(2 * moves, 0, -2):
        found = budget(clock, Course(left, 2), overhead)
        assert found.maximum <= clock.main - overhead + 1e-9
        clock = clock.spent(found.maximum + overhead)


@pytest.mark.parametrize("length", [9, 22, 30, 56])
def test_most_of_the_time_is_used(length: int) -> None:
    """Moves of usual length leave less than a quarter of the main time unused."""
    clock = Clock(10.0)
    for left in range(length, 0, -2):
        optimum = budget(clock, Course(left, 2), OVERHEAD).optimum
        assert optimum is not None
        clock = clock.spent(optimum + OVERHEAD)
    assert clock.main < 2.5


def test_plies_that_can_be_solved_leave_more_for_those_before_them() -> None:
    plain = budget(Clock(10.0), Course(24, 2), OVERHEAD)
    better = budget(Clock(10.0), Course(24, 2, 11), OVERHEAD)
    assert plain.optimum is not None
    assert better.optimum is not None
    assert better.optimum > 1.3 * plain.optimum


def test_the_last_stone_of_a_period_may_use_what_is_left() -> None:
    """What is not used of it is lost."""
    assert budget(Clock(3.0, 30, 5, 1), Course(20, 2), OVERHEAD) == Allotment(None, 3.0 - OVERHEAD)


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0, 100))
def test_a_head_start_shortens_the_optimum_only(one: float, other: float, start: float) -> None:
    whole = Allotment(min(one, other), max(one, other))
    after = whole.after(start)
    assert whole.optimum is not None
    assert after.optimum is not None
    assert after.maximum == whole.maximum
    assert max(whole.optimum - start, 0) <= after.optimum <= whole.optimum
    assert Allotment(None, one).after(start) == Allotment(None, one)
