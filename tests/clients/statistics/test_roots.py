"""The bracketing root finder."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.statistics.roots import Point, falling_root

#: One more step where rounding leaves the bracket a trifle wider than twice the tolerance.
ROUNDING = 1

SHAPES: dict[str, Callable[[float], float]] = {
    "line": lambda x: -x,
    "cubic": lambda x: -(x**3),
    "root": lambda x: -math.copysign(abs(x) ** 0.1, x),
    "step": lambda x: -math.copysign(1.0, x),
    "flat": lambda x: -(x**31),
    "steep on one side": lambda x: -x if x < 0 else -1e12 * x,
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@given(low=st.floats(-10, -1e-3), high=st.floats(1e-3, 10), tolerance=st.floats(1e-12, 1e-2))
def test_roots_are_found_in_hardly_more_steps_than_by_halving(
    shape: Callable[[float], float], low: float, high: float, tolerance: float
) -> None:
    asked = []

    def function(x: float) -> float:
        asked.append(x)
        return shape(x)

    found = falling_root(function, Point(low, shape(low)), Point(high, shape(high)), tolerance)
    assert abs(found) <= tolerance or shape(found) == 0
    assert all(low < x < high for x in asked)
    halvings = max(0, math.ceil(math.log2((high - low) / (2 * tolerance))))
    assert len(asked) <= halvings + 1 + ROUNDING


def test_smooth_functions_take_few_steps() -> None:
    asked = []

    def function(x: float) -> float:
        asked.append(x)
        return math.cos(x) - x

    found = falling_root(function, Point(0, 1), Point(2, math.cos(2) - 2), 1e-12)
    assert found == pytest.approx(0.739085133215, abs=1e-11)
    assert len(asked) < 12
