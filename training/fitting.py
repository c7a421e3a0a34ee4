"""Linear models whose weights change from stage to stage of a game, fitted with NumPy.

A model has a row of weights for each of some knots, which are plies; between two knots weights
are mixed as ``engine.games.learned.by_ply`` does. Weights are in logits here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.games.learned import stages

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
#: Corrections that L-BFGS remembers.
MEMORY = 12
#: The most steps of a fit, and the relative change of the loss that ends it sooner.
STEPS, ENOUGH = 200, 1e-6
MOST_PLIES = 64


@dataclass(frozen=True, slots=True)
class ValueRows:
    """Positions: `features` by row, their `plies`, and what to predict, from 0 to 1."""

    features: Array
    plies: Numbers
    targets: Array


@dataclass(frozen=True, slots=True)
class PolicyRows:
    """Moves: the numbers of their `traits` by row, and the share of visits that each had.

    The moves of one position follow each other; ``starts`` has the first row of each position,
    and `plies` is by row.
    """

    traits: Numbers
    plies: Numbers
    starts: Numbers
    targets: Array


def shares(knots: Sequence[int], plies: Numbers) -> Array:
    """How much each knot's weights count, by row."""
    return np.array([stages(knots, ply) for ply in range(MOST_PLIES)])[plies]


# ----------------------------------------------------------------------------- value


def value_logits(weights: Array, knots: Sequence[int], rows: ValueRows) -> Array:
    """What the model says of each position."""
    logits: Array = ((rows.features @ weights.T) * shares(knots, rows.plies)).sum(axis=1)
    return logits


def value_loss(weights: Array, knots: Sequence[int], rows: ValueRows) -> float:
    """The mean log loss of the model, in nats."""
    logits = value_logits(weights, knots, rows)
    return float(np.mean(np.logaddexp(0.0, logits) - rows.targets * logits))


def fit_value(rows: ValueRows, knots: Sequence[int], ridge: float, around: Array) -> Array:
    """The weights, by knot and feature, with the least log loss.

    `ridge` draws them to `around`: it is how much the square of a distance of one logit costs,
    in twice the loss of one position.
    """
    mixed = shares(knots, rows.plies)
    shape = around.shape
    count = len(rows.targets)

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(shape)
        logits = ((rows.features @ weights.T) * mixed).sum(axis=1)
        total = np.sum(np.logaddexp(0.0, logits) - rows.targets * logits)
        wrong = (1.0 / (1.0 + np.exp(-logits)) - rows.targets)[:, None]
        slope = (wrong * mixed).T @ rows.features
        return with_ridge(float(total), slope, weights - around, ridge, count)

    return minimise(loss, around.ravel()).reshape(shape)


# ---------------------------------------------------------------------------- policy


def policy_logs(weights: Array, mixed: Array, rows: PolicyRows) -> Array:
    """The logarithm of the chance of each move among those of its position."""
    logits = np.zeros(len(rows.targets))
    for knot in range(len(weights)):
        logits += mixed[:, knot] * weights[knot][rows.traits].sum(axis=1)
    sizes = np.diff(np.append(rows.starts, len(logits)))
    logits -= np.repeat(np.maximum.reduceat(logits, rows.starts), sizes)
    sums = np.add.reduceat(np.exp(logits), rows.starts)
    logs: Array = logits - np.repeat(np.log(sums), sizes)
    return logs


def policy_loss(weights: Array, knots: Sequence[int], rows: PolicyRows) -> float:
    """The mean cross entropy of the visits, in nats a position."""
    logs = policy_logs(weights, shares(knots, rows.plies), rows)
    return float(-np.sum(rows.targets * logs) / len(rows.starts))


def fit_policy(rows: PolicyRows, knots: Sequence[int], ridge: float, around: Array) -> Array:
    """The weights, by knot and trait, with the least cross entropy; `ridge` as in `fit_value`."""
    mixed = shares(knots, rows.plies)
    shape = around.shape

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(shape)
        logs = policy_logs(weights, mixed, rows)
        wrong = np.exp(logs) - rows.targets
        slope = np.zeros(shape)
        for knot in range(len(knots)):
            part = wrong * mixed[:, knot]
            for kind in range(rows.traits.shape[1]):
                slope[knot] += np.bincount(rows.traits[:, kind], part, shape[1])
        total = -float(np.sum(rows.targets * logs))
        return with_ridge(total, slope, weights - around, ridge, len(rows.starts))

    return minimise(loss, around.ravel()).reshape(shape)


# ------------------------------------------------------------------------- minimising


def with_ridge(
    total: float, slope: Array, distance: Array, ridge: float, count: int
) -> tuple[float, Array]:
    """A summed loss and its slope, with the ridge added to both, for each of `count` positions."""
    return (
        (total + 0.5 * ridge * float(np.sum(distance**2))) / count,
        (slope + ridge * distance).ravel() / count,
    )


def minimise(loss: Callable[[Array], tuple[float, Array]], start: Array) -> Array:
    """Where a smooth convex function is least; `loss` gives its value and its slope.

    L-BFGS with backtracking (Nocedal and Wright 2006, algorithms 7.4, 7.5 and 3.1).
    """
    here, (value, slope) = start, loss(start)
    steps: list[Array] = []
    turns: list[Array] = []
    for _ in range(STEPS):
        way = direction(slope, steps, turns)
        length, fall = 1.0, float(slope @ way)
        there = here + way
        new_value, new_slope = loss(there)
        while new_value > value + 1e-4 * length * fall and length > 1e-10:
            length *= 0.5
            there = here + length * way
            new_value, new_slope = loss(there)
        if (there - here) @ (new_slope - slope) > 0:
            steps, turns = [*steps, there - here][-MEMORY:], [*turns, new_slope - slope][-MEMORY:]
        gained, value = value - new_value, new_value
        here, slope = there, new_slope
        if gained < ENOUGH * abs(value):
            break
    return here


def direction(slope: Array, steps: Sequence[Array], turns: Sequence[Array]) -> Array:
    """Downhill, by the inverse curvature that the last steps have shown."""
    way = -slope
    if not steps:
        return way / max(1.0, float(np.linalg.norm(slope)))
    pairs = list(zip(steps, turns, strict=True))
    parts = []
    for step, turn in reversed(pairs):
        part = float(step @ way) / float(step @ turn)
        way = way - part * turn
        parts.append(part)
    way = way * (float(steps[-1] @ turns[-1]) / float(turns[-1] @ turns[-1]))
    for (step, turn), part in zip(pairs, reversed(parts), strict=True):
        way = way + step * (part - float(turn @ way) / float(step @ turn))
    return way
