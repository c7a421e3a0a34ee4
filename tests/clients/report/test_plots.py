"""Plots: what is drawn lies where the numbers say."""

import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clients.referee.report import plots

Element = ElementTree.Element


def read(svg: str) -> Element:
    return ElementTree.fromstring(svg)


def having(root: Element, kind: str) -> list[Element]:
    return [each for each in root.iter() if each.get("class") == kind]


def number(element: Element, name: str) -> float:
    return float(element.attrib[name])


def texts(root: Element) -> dict[str, float]:
    """Where the middle of each text is, from the left."""
    return {each.text or "": number(each, "x") for each in root.iter("text")}


@example(-10.0, 0.001, 5)  # both ends are ticks, and rounding makes the span a little too short
@given(st.floats(-10, 10), st.floats(1e-3, 1e6), st.integers(3, 12))
def test_ticks_are_few_round_and_in_range(start: float, spread: float, most: int) -> None:
    low = start * spread
    found = plots.ticks(low, low + spread, most)
    assert len(found) <= most
    assert all(low - 1e-6 <= tick <= low + spread + 1e-6 for tick in found)
    steps = {f"{after - before:.6g}" for before, after in pairwise(found)}
    assert all(step.strip("0.").split("e")[0] in ("1", "2", "5") for step in steps)


def test_ticks_of_a_range() -> None:
    assert plots.ticks(-3, 3.2) == [-2, 0, 2]
    assert plots.ticks(0, 1, 5) == [0, 0.5, 1]
    assert plots.ticks(0, 97) == [0, 20, 40, 60, 80]


def test_a_rating_lies_in_the_middle_of_its_error_bar() -> None:
    row = plots.Row("A", 100.0, "+100.0 ± 50.0", 50.0)
    root = read(plots.ratings([row, plots.Row("B", -100.0, "-100.0")], "Ratings"))
    first, second = having(root, "point")
    (bar,) = having(root, "error")
    found = re.match(r"M([\d.]+) [\d.]+H([\d.]+)", bar.attrib["d"])
    assert found is not None
    left, right = map(float, found.groups())
    assert number(first, "cx") == pytest.approx((left + right) / 2, abs=0.1)
    assert right == plots.WIDTH - plots.VALUES
    zero = texts(root)["0"]
    assert number(first, "cx") - zero == pytest.approx(zero - number(second, "cx"), abs=0.2)
    assert right - number(first, "cx") == pytest.approx((number(first, "cx") - zero) / 2, abs=0.2)


def test_shares_are_bars_from_the_fair_share() -> None:
    rows = [plots.Row("good", 0.75, "75 %"), plots.Row("bad", 0.25, "25 %")]
    root = read(plots.shares(rows, "Shares", fair=0.5))
    (good,), (bad,) = having(root, "good"), having(root, "bad")
    middle = texts(root)["50 %"]
    quarter = (plots.WIDTH - plots.VALUES - plots.LABELS) / 4
    assert number(good, "x") == pytest.approx(middle, abs=0.1)
    assert number(bad, "x") + number(bad, "width") == pytest.approx(middle, abs=0.2)
    assert number(good, "width") == number(bad, "width") == pytest.approx(quarter, abs=0.1)


@given(st.dictionaries(st.integers(0, 3000), st.integers(1, 10**6), min_size=1, max_size=60))
def test_a_histogram_shows_every_game_once(counts: dict[int, int]) -> None:
    root = read(plots.histogram(counts, "Lengths"))
    bars = having(root, "bar")
    told = [each.findtext("title", "").rsplit(" ", 2)[1] for each in bars]
    assert sum(map(int, told)) == sum(counts.values())
    assert len(bars) <= plots.BARS + 1
    heights = [number(each, "height") for each in bars]
    tallest = max(heights)
    assert tallest == pytest.approx(150)
    for height, games in zip(heights, map(int, told), strict=True):
        assert height == pytest.approx(150 * games / max(map(int, told)), abs=0.1)


def test_a_bar_of_a_histogram_has_equal_lengths() -> None:
    root = read(plots.histogram({10: 3, 11: 1, 80: 5}, "Lengths"))
    told = [each.findtext("title") for each in having(root, "bar")]
    assert told[0] == "10 to 14 plies: 4 games"
    assert told[-1] == "80 to 84 plies: 5 games"


@pytest.mark.parametrize(
    "steps", [[], [(1, 0.4)], [(1, 0.1), (2, -0.3), (3, 0.5)], [(1, 9.0), (2, -9.0)]]
)
def test_a_path_runs_between_its_bounds(steps: Sequence[tuple[int, float]]) -> None:
    root = read(plots.path(steps, -2.94, 2.94, "Path"))
    (line,) = having(root, "line")
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert len(points) == len(steps) + 1
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    upper, lower = (
        float(each.attrib["d"].split("H")[0].split()[-1]) for each in having(root, "bound")
    )
    for (_, llr), (_, y) in zip(steps, points[1:], strict=True):
        assert (y < upper) == (llr > 2.94)
        assert (y > lower) == (llr < -2.94)
        assert 0 <= y <= 220


def test_what_cannot_be_seen_is_described() -> None:
    root = read(plots.path([(1, 0.2), (2, 1.25)], -2.94, 2.94, "The way"))
    assert root.findtext("title") == "The way"
    assert root.findtext("desc") == (
        "The LLR is 1.25 after 2 pairs. H0 is accepted at -2.94, H1 at 2.94."
    )
    assert root.get("role") == "img"
