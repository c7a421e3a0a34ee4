"""The fits find what was planted, and a smooth function's minimum."""

import math
from itertools import pairwise

import pytest

from engine.games.learned import by_ply, stages

pytest.importorskip("numpy")

import numpy as np

from training import fitting
from training.fitting import Array

KNOTS = (0, 20, 40)


def test_stages_share_between_two_neighbours() -> None:
    assert stages(KNOTS, 0) == [1.0, 0.0, 0.0]
    assert stages(KNOTS, 5) == [0.75, 0.25, 0.0]
    assert stages(KNOTS, 20) == [0.0, 1.0, 0.0]
    assert stages(KNOTS, 30) == [0.0, 0.5, 0.5]
    assert stages(KNOTS, 60) == [0.0, 0.0, 1.0]


def test_a_row_of_weights_for_each_ply() -> None:
    table = by_ply(KNOTS, [[0, 100], [40, 100], [40, -100]], 50, 4)
    assert table[0] == [0, 100, 0, 0]
    assert table[10] == [20, 100, 0, 0]
    assert table[30] == [40, 0, 0, 0]
    assert table[49] == [40, -100, 0, 0]
    assert all(abs(b[1] - a[1]) <= 10 for a, b in pairwise(table))


def test_minimum_of_a_bent_valley() -> None:
    """Rosenbrock's function, whose only minimum is at (1, 1)."""

    def valley(x: Array) -> tuple[float, Array]:
        bend, way = x[1] - x[0] ** 2, 1 - x[0]
        return 100 * bend**2 + way**2, np.array([-400 * x[0] * bend - 2 * way, 200 * bend])

    assert np.allclose(fitting.minimise(valley, np.array([-1.2, 1.0])), 1.0, atol=1e-2)


def planted(rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    return rng.normal(size=shape)


def test_value_fit_finds_the_planted_weights() -> None:
    """Targets are the true chances, so the loss is least at the planted weights alone."""
    rng = np.random.default_rng(1)
    weights = planted(rng, (3, 4))
    plies = rng.integers(0, 50, 3000)
    features = rng.integers(-2, 3, (3000, 4)).astype(float)
    rows = fitting.ValueRows(features, plies, np.zeros(3000))
    chances = 1 / (1 + np.exp(-fitting.value_logits(weights, KNOTS, rows)))
    rows = fitting.ValueRows(features, plies, chances)
    found = fitting.fit_value(rows, KNOTS, 0.0, np.zeros((3, 4)))
    assert np.allclose(found, weights, atol=0.05)
    entropy = -np.mean(chances * np.log(chances) + (1 - chances) * np.log(1 - chances))
    assert math.isclose(fitting.value_loss(weights, KNOTS, rows), entropy)


def test_policy_fit_finds_the_planted_odds() -> None:
    """Traits of one kind are known up to a constant, so differences are compared."""
    rng = np.random.default_rng(2)
    weights = planted(rng, (3, 6))
    starts = np.arange(0, 4000, 4)
    plies = np.repeat(rng.integers(0, 50, 1000), 4)
    traits = np.stack([rng.integers(0, 3, 4000), rng.integers(3, 6, 4000)], axis=1)
    rows = fitting.PolicyRows(traits, plies, starts, np.zeros(4000))
    chances = np.exp(fitting.policy_logs(weights, fitting.shares(KNOTS, plies), rows))
    assert np.allclose(np.add.reduceat(chances, starts), 1.0)
    rows = fitting.PolicyRows(traits, plies, starts, chances)
    found = fitting.fit_policy(rows, KNOTS, 1e-6, np.zeros((3, 6)))
    for kind in (slice(0, 3), slice(3, 6)):
        gaps = [w[:, kind] - w[:, kind].mean(axis=1, keepdims=True) for w in (found, weights)]
        assert np.allclose(gaps[0], gaps[1], atol=0.05)


def test_a_strong_ridge_keeps_the_weights_where_they_were() -> None:
    rows = fitting.ValueRows(np.ones((10, 1)), np.zeros(10, dtype=int), np.ones(10))
    around = np.array([[0.5]])
    assert np.allclose(fitting.fit_value(rows, (0,), 1e6, around), around, atol=1e-3)
    assert fitting.fit_value(rows, (0,), 0.1, around)[0, 0] > 1.0
