"""Numbers and names as they are written."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.report import words
from clients.referee.report.columns import bar, columns, gauge
from clients.referee.statistics.elo import Estimate


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"movetime": 0.05}, "0.05 s a move"),
        ({"main": 60.0, "increment": 0.6}, "60 s + 0.6 s a move"),
        ({"main": 600.0, "byo_time": 30.0, "byo_stones": 5}, "600 s + 30 s for 5 moves"),
        ({"byo_time": 30.0, "byo_stones": 1}, "30 s for 1 move"),
        ({"nodes": 10000}, "10000 nodes a move"),
        ({"movetime": 1.0, "depth": 6}, "1 s a move, depth 6"),
        ({}, "no limits"),
    ],
)
def test_limits(told: dict[str, Any], text: str) -> None:
    assert words.limits(told) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (768, "12 min 48 s"),
        (7620, "2 h 07 min"),
        (273_600, "3 d 4 h"),
    ],
)
def test_spans(seconds: float, text: str) -> None:
    assert words.span(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (950, "950"), (12_345, "12.3 k"), (999_999, "1.0 M"), (4_500_000, "4.5 M")],
)
def test_big_numbers(value: float | None, text: str) -> None:
    assert words.count(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(12.0, "12"), (0.5, "0.5"), (10 / 3, "3.33"), (12345.5, "12345.5"), (0, "0")],
)
def test_points(value: float, text: str) -> None:
    assert words.points(value) == text


def test_estimates() -> None:
    assert words.estimate(Estimate(12.34, 5.67)) == "+12.3 ± 5.7"
    assert words.estimate(Estimate(-0.04, 3)) == "+0.0 ± 3.0"
    assert words.estimate(Estimate(-7.0, None)) == "-7.0"
    assert words.estimate(None) == "-"


@given(st.text())
def test_printable_text_is_one_line_without_control_characters(text: str) -> None:
    shown = words.printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)


@given(st.text(), st.integers(1, 12))
def test_long_text_is_cut_to_columns(text: str, most: int) -> None:
    shown = words.printable(text, most)
    assert words.width(shown) <= most
    assert shown == words.printable(text) or shown.endswith("…")


def test_wide_letters_need_two_columns() -> None:
    assert words.width("棋a") == 3
    assert columns([["棋", "1"], ["abc", "22"]]) == ["棋    1", "abc  22"]


def test_a_bar_is_filled_by_its_share() -> None:
    assert bar(0.5, 4) == "━━──"
    assert bar(7, 2) == "━━"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "-2.00 ├──●──┤ 2.00"),
        (1.0, "-2.00 ├──┼●─┤ 2.00"),
        (9.0, "-2.00 ├──┼─●┤ 2.00"),
        (-9.0, "-2.00 ├●─┼──┤ 2.00"),
    ],
)
def test_a_gauge_shows_where_a_value_lies(value: float, text: str) -> None:
    assert gauge(-2, value, 2, 5) == text
