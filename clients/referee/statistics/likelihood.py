"""The most likely distribution of scores that meets a hypothesis, given what was counted.

A distribution is a sequence of probabilities, one for each of the `scores`, which ascend from 0
to 1 and lie symmetrically about ½. `observed` is the distribution of what was counted; it has
no zero. Of all distributions p under the hypothesis the most likely one has the greatest
Σ observed[i] · log p[i].
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot, inf, log, sqrt
from typing import TypeAlias

from clients.referee.statistics.outcomes import expectation, variance
from clients.referee.statistics.roots import Point, falling_root

Distribution: TypeAlias = Sequence[float]

#: A t-value closer to 0 is 0: the difference is too small for any likelihood ratio.
_ZERO = 1e-9
#: The greatest standard deviation of scores from 0 to 1.
_WIDEST = 0.5
#: How exact the standard deviation becomes, relatively. The likelihood, at its peak there, is
#: exact to the square of this.
_PRECISION = 1e-6
#: Where to look for several peaks, in deviations of `_two_point_deviation`.
_LOOKS = (0.5, 0.6, 0.68, 0.75, 0.95, 1.3)
#: How exact a probability becomes, relatively.
_CLOSE = 1e-13
#: More steps than any root has needed.
_MOST_STEPS = 100


def log_likelihood(distribution: Distribution, observed: Distribution) -> float:
    """The logarithm of the likelihood, per trial."""
    return expectation([log(probability) for probability in distribution], observed)


def with_mean(scores: Sequence[float], observed: Distribution, target: float) -> list[float]:
    """The most likely distribution whose mean is `target`, 0 < `target` < 1.

    M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of
    a multinomial distribution", proposition 1.1
    (https://www.cantate.be/Fishtest/comparing_approximations.pdf).
    """
    return _balanced([score - target for score in scores], observed)


def with_t_value(scores: Sequence[float], observed: Distribution, target: float) -> list[float]:
    """The most likely distribution in which (mean - ½) / standard deviation is `target`.

    M. Van den Bergh, "Comments on normalized Elo", section 4.1
    (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf), with another way to the
    solution: instead of an iteration that may not converge, brackets that hold a solution always.
    """
    if abs(target) < _ZERO:
        return with_mean(scores, observed, 0.5)
    if target < 0:
        return with_t_value(scores, observed[::-1], -target)[::-1]
    candidates = _peaks(scores, observed, target)
    return max(candidates, key=lambda candidate: log_likelihood(candidate, observed))


# ---------------------------------------------------------------------- one linear condition


def _balanced(features: Sequence[float], observed: Distribution) -> list[float]:
    """The most likely distribution in which the mean of `features`, of both signs, is 0.

    It is observed[i] / (1 + λ · features[i]) with a Lagrange multiplier λ. The key is the extreme
    feature on the side that has too little weight, whose probability grows the most. Instead of
    λ we look for its divisor 1 + λ · key, which may be so small that λ could not tell it from 0.
    """
    tips_up = expectation(features, observed) > 0
    key, other = sorted((max(features), min(features)), reverse=not tips_up)
    ratios = [feature / key for feature in features]
    divisor = _divisor(ratios, observed, ratios.index(1.0), features.index(other))
    return [
        share / (1 - ratio + divisor * ratio) for share, ratio in zip(observed, ratios, strict=True)
    ]


def _divisor(ratios: Sequence[float], observed: Distribution, key: int, other: int) -> float:
    """1 + λ · key by Newton's method, in a bracket that begins where the key has probability 1.

    The mean of the ratios falls from it to 1. Times its distances from its poles it is nearly a
    straight line with the same root. A step that would leave the bracket is replaced by its
    middle.
    """
    low, high = observed[key], 1.0
    share = observed[key] / (observed[key] + observed[other])
    divisor = min(1.0, share * (1 - 1 / ratios[other]))
    for _ in range(_MOST_STEPS):
        excess, slope = _excess(ratios, observed, divisor)
        far = 1 - ratios[other] + divisor * ratios[other]
        fall = slope - excess * (1 / divisor + ratios[other] / far)
        step = excess / fall if fall > 0 else inf
        if abs(step) <= _CLOSE * divisor:
            break
        low, high = (divisor, high) if excess > 0 else (low, divisor)
        divisor = divisor + step if low < divisor + step < high else (low + high) / 2
    return divisor


def _excess(ratios: Sequence[float], observed: Distribution, divisor: float) -> tuple[float, float]:
    """The mean of the ratios, and how fast it falls as the divisor grows."""
    excess = slope = 0.0
    for share, ratio in zip(observed, ratios, strict=True):
        tilted = ratio / (1 - ratio + divisor * ratio)
        excess += share * tilted
        slope += share * tilted * tilted
    return excess, slope


# ---------------------------------------------------------------------- a condition on the t-value

# For a standard deviation s the mean m must be ½ + t·s. The condition is not linear in the
# probabilities, but it is so to first order at a distribution that has this mean and deviation:
# there the mean of a - ½ - t/2 · (s + (a - m)²/s), over the scores a, is 0. So the distribution
# that is most likely under that linear condition is what we want if its mean is m; then its
# deviation is s, too. One unknown, s, is left.


def _features(scores: Sequence[float], t: float, deviation: float) -> list[float]:
    centre = 0.5 + t * deviation
    return [
        score - 0.5 - t / 2 * (deviation + (score - centre) ** 2 / deviation) for score in scores
    ]


def _peaks(scores: Sequence[float], observed: Distribution, t: float) -> Iterator[list[float]]:
    """The distributions with the t-value `t` > 0 where the likelihood has a peak; at least one.

    A second peak can be where nearly all trials scored ½: the few others may then lie close
    to ½ or far from it. In these peaks the deviation is about that of a distribution on two
    scores only, so that is where to look; elsewhere it is about the observed one.
    """

    def tangent(deviation: float) -> list[float]:
        return _balanced(_features(scores, t, deviation), observed)

    def excess(deviation: float) -> float:
        return expectation(scores, tangent(deviation)) - (0.5 + t * deviation)

    narrow = _two_point_deviation(t)
    places = sorted([*(look * narrow for look in _LOOKS), sqrt(variance(scores, observed))])
    for low, high in _brackets(scores, t):
        for left, right in _falls(excess, low, high, places):
            yield tangent(falling_root(excess, left, right, _PRECISION * left.x))


def _two_point_deviation(t: float) -> float:
    """The deviation of the distribution on the scores ½ and 1 alone that has the t-value `t`."""
    return t / (2 * (1 + t * t))


def _brackets(scores: Sequence[float], t: float) -> list[tuple[Point, Point]]:
    """Where the deviation may lie: where a feature is above 0, each end with the excess there.

    The feature of a score above ½ is above 0 in an interval. At its lower end all probability
    goes to that score, whose excess is above 0; at its upper end too, with an excess below 0.
    Intervals that overlap are joined.
    """
    joined: list[tuple[Point, Point]] = []
    root = hypot(1, t)
    for distance in [score - 0.5 for score in scores if score > 0.5]:
        low = Point(distance * t / (root * (root + 1)), distance / root)
        high = Point(distance * (1 + 1 / root) / t, -distance / root)
        if joined and joined[-1][1].x > low.x:
            low = joined.pop()[0]
        joined.append((low, high))
    return joined


def _falls(
    excess: Callable[[float], float], low: Point, high: Point, places: Sequence[float]
) -> Iterator[tuple[Point, Point]]:
    """Brackets within a wide one, from place to place, in which the excess falls through 0.

    At `_WIDEST` and beyond it is below 0, rounding aside, since no distribution is as wide. So
    there is a fall.
    """
    if high.x > _WIDEST:
        high = Point(_WIDEST, -abs(excess(_WIDEST)))
    inner = [Point(x, excess(x)) for x in places if low.x < x < high.x]
    for left, right in pairwise([low, *inner, high]):
        if left.y > 0 >= right.y:
            yield left, right
