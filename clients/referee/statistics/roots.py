"""Roots of continuous functions, in a bracket that only shrinks."""

from collections.abc import Callable
from math import ceil, copysign, log2
from typing import NamedTuple

#: How many more steps than bisection the worst case may take, and how far a secant is truncated.
_SLACK = 1
_TRUNCATION = 0.2


class Point(NamedTuple):
    """A place and the value of a function there."""

    x: float
    y: float


def falling_root(
    function: Callable[[float], float], left: Point, right: Point, tolerance: float
) -> float:
    """Where `function` falls through 0 between `left` (above 0) and `right` (below 0).

    The result is within `tolerance` of a root. ITP, a secant that is projected into a shrinking
    interval about the middle, takes at most one step more than bisection, rounding aside, and
    far fewer where the function is smooth (I. F. D. Oliveira and R. H. C. Takahashi, "An
    Enhancement of the Bisection Method Average Performance Preserving Minmax Optimality", ACM
    Trans. Math. Softw. 47 (2020), https://doi.org/10.1145/3423597).
    """
    width = right.x - left.x
    reach = tolerance * 2.0 ** (max(0, ceil(log2(width / (2 * tolerance)))) + _SLACK)
    while right.x - left.x > 2 * tolerance:
        shift = max(tolerance, _TRUNCATION * (right.x - left.x) ** 2 / width)
        x = _query(left, right, shift, reach - (right.x - left.x) / 2)
        reach /= 2
        point = Point(x, function(x))
        if point.y == 0:
            return x
        left, right = (point, right) if point.y > 0 else (left, point)
    return (left.x + right.x) / 2


def _query(left: Point, right: Point, shift: float, radius: float) -> float:
    """The secant's root, moved by `shift` towards the middle, and at most `radius` away from it."""
    middle = (left.x + right.x) / 2
    secant = (left.y * right.x - right.y * left.x) / (left.y - right.y)
    if shift >= abs(middle - secant):
        return middle
    x = secant + copysign(shift, middle - secant)
    return x if abs(x - middle) <= radius else middle - copysign(radius, middle - secant)
