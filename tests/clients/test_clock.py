"""A player's clock: main time, increment, Canadian byo-yomi (GTP 2, section 4.2), time per move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.clock import PATIENCE, Clock, written
from clients.referee.settings import Limits

#: Binary fractions, so that sums are exact.
SECONDS = st.integers(0, 400).map(lambda ticks: ticks / 16)


def clock(
    main: float | None = None,
    increment: float = 0.0,
    byo_yomi: tuple[float, int] | None = None,
    movetime: float | None = None,
) -> Clock:
    """A clock with a margin of a quarter of a second; `byo_yomi` is time and stones."""
    time, stones = byo_yomi or (None, None)
    return Clock(
        Limits(
            main=main,
            increment=increment,
            byo_time=time,
            byo_stones=stones,
            movetime=movetime,
            margin=0.25,
        )
    )


# ---------------------------------------------------------------------- without a clock


def test_without_limits_a_move_may_take_long_but_not_for_ever() -> None:
    free = clock()
    assert (free.allowance, free.deadline) == (PATIENCE, PATIENCE + 0.25)
    assert (free.settings, free.left) == (None, None)


def test_time_for_each_move() -> None:
    each = clock(movetime=0.5)
    for seconds, is_in_time in ((0.1, True), (0.5, True), (0.75, True), (0.8125, False)):
        assert (each.allowance, each.deadline) == (0.5, 0.75)
        assert each.spend(seconds) is is_in_time
    assert (each.settings, each.left) == (None, None)


# ---------------------------------------------------------------------- main time


def test_main_time_runs_down() -> None:
    main = clock(10)
    assert (main.settings, main.told, main.left) == ("10 0 0", "10 0", 10)
    assert main.spend(2.5)
    assert (main.told, main.left, main.allowance) == ("7.500 0", 7.5, 7.5)
    assert main.spend(7.5)
    assert (main.told, main.left, main.allowance, main.deadline) == ("0 0", 0, 0, 0.25)


def test_the_margin_saves_a_move_but_gives_no_time() -> None:
    main = clock(1)
    assert main.spend(1.25)
    assert main.left == 0
    assert not main.spend(0.3125)


def test_an_increment_follows_each_move() -> None:
    main = clock(2, increment=0.5)
    assert (main.settings, main.allowance) == ("2 0 0", 2)
    assert main.spend(1)
    assert (main.left, main.told) == (1.5, "1.500 0")
    assert main.spend(1.5)
    assert main.left == 0.5
    assert not main.spend(0.8125)


@given(SECONDS, SECONDS, st.lists(SECONDS, max_size=20))
def test_main_time_is_what_the_sum_says(main: float, increment: float, moves: list[float]) -> None:
    """As long as nobody is late, time left = main + increments - what was spent."""
    running = clock(main, increment)
    spent = 0.0
    for number, seconds in enumerate(moves):
        left = main + number * increment - spent
        assert running.left == left
        assert running.spend(seconds) is (seconds <= left + 0.25)
        if seconds > left:
            break
        spent += seconds


# ---------------------------------------------------------------------- Canadian byo-yomi


def test_byo_yomi_follows_main_time() -> None:
    """GTP 2: in main time the stones that are told are 0; then time and stones of the period."""
    canadian = clock(10, byo_yomi=(6, 3))
    assert (canadian.settings, canadian.told) == ("10 6 3", "10 0")
    assert canadian.spend(8)
    assert (canadian.told, canadian.left, canadian.allowance) == ("2 0", 2, 8)
    assert canadian.spend(3)  # the last two seconds and one of the first period
    assert (canadian.told, canadian.left, canadian.allowance) == ("5 2", 5, 5)
    assert canadian.spend(4)
    assert canadian.told == "1 1"
    assert canadian.spend(1)  # the third stone: a new period
    assert (canadian.told, canadian.left) == ("6 3", 6)
    assert not canadian.spend(6.5)


def test_main_time_that_ends_with_a_move_takes_no_stone() -> None:
    canadian = clock(10, byo_yomi=(6, 3))
    assert canadian.spend(10)
    assert (canadian.told, canadian.allowance) == ("6 3", 6)


def test_byo_yomi_alone() -> None:
    canadian = clock(byo_yomi=(6, 2))
    assert (canadian.settings, canadian.told, canadian.left) == ("0 6 2", "6 2", 6)
    assert canadian.spend(5)
    assert canadian.told == "1 1"


def test_a_move_in_no_time_takes_a_stone() -> None:
    canadian = clock(byo_yomi=(6, 2))
    assert canadian.spend(0)
    assert canadian.told == "6 1"
    assert canadian.spend(0)
    assert canadian.told == "6 2"


def test_the_margin_holds_in_byo_yomi() -> None:
    canadian = clock(byo_yomi=(6, 2))
    assert canadian.deadline == 6.25
    assert canadian.spend(6.25)
    assert (canadian.told, canadian.allowance) == ("0 1", 0)
    assert not canadian.spend(0.5)


@given(
    st.none() | SECONDS,
    SECONDS.filter(bool),
    st.integers(1, 5),
    st.lists(SECONDS, max_size=30),
)
def test_byo_yomi_is_periods_after_main_time(
    main: float | None, byo: float, stones: int, moves: list[float]
) -> None:
    """Written as GTP 2 puts it: so many stones in each period of so much time."""
    canadian = clock(main, byo_yomi=(byo, stones))
    main_left, period, played = main or 0.0, byo, 0
    for seconds in moves:
        assert canadian.allowance == main_left + period
        if seconds > main_left + period:
            assert canadian.spend(seconds) is (seconds <= main_left + period + 0.25)
            return
        assert canadian.spend(seconds)
        if main_left and seconds <= main_left:
            main_left -= seconds
            continue
        period, main_left, played = period - (seconds - main_left), 0.0, played + 1
        if played == stones:
            period, played = byo, 0
        assert canadian.told == f"{written(period)} {stones - played}"


# ---------------------------------------------------------------------- both


def test_time_for_each_move_beside_a_clock() -> None:
    """The smaller one counts; the clock alone is told."""
    both = clock(2, movetime=1.5)
    assert (both.allowance, both.settings, both.told) == (1.5, "2 0 0", "2 0")
    assert not both.spend(1.8125)
    both = clock(2, movetime=1.5)
    assert both.spend(1)
    assert (both.allowance, both.told, both.left) == (1, "1 0", 1)


def test_time_for_each_move_beside_byo_yomi() -> None:
    both = clock(1, byo_yomi=(4, 2), movetime=3)
    assert both.allowance == 3
    assert both.spend(3)
    assert (both.told, both.allowance) == ("2 1", 2)


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("seconds", "word"),
    [(0, "0"), (300.0, "300"), (0.05, "0.050"), (1.23456, "1.235"), (0.0004, "0"), (2.9999, "3")],
)
def test_seconds_as_words(seconds: float, word: str) -> None:
    assert written(seconds) == word
