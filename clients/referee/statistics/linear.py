"""Symmetric positive definite systems of linear equations, by Cholesky's decomposition."""

from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import TypeAlias

Matrix: TypeAlias = list[list[float]]
"""Rows of a lower triangle: row i has i + 1 numbers."""


def cholesky(lower: Matrix) -> Matrix:
    """The triangle L of L·Lᵀ = A, where `lower` is the lower triangle of A.

    Raises: ValueError if A is not positive definite.
    """
    factor: Matrix = []
    for source in lower:
        row: list[float] = []
        for value, above in zip(source, factor, strict=False):
            row.append((value - sum(map(mul, row, above))) / above[-1])
        row.append(sqrt(source[-1] - sum(map(mul, row, row))))
        factor.append(row)
    return factor


def solve(factor: Matrix, right: Sequence[float]) -> list[float]:
    """x of L·Lᵀ·x = `right`."""
    halfway = _forward(factor, right)
    for index in reversed(range(len(halfway))):
        row = factor[index]
        halfway[index] /= row[-1]
        for column in range(index):
            halfway[column] -= row[column] * halfway[index]
    return halfway


def inverse_diagonal(factor: Matrix) -> list[float]:
    """The diagonal of the inverse of L·Lᵀ."""
    size = len(factor)
    columns = [_forward(factor, [float(k == index) for k in range(size)]) for index in range(size)]
    return [sum(map(mul, column, column)) for column in columns]


def _forward(factor: Matrix, right: Sequence[float]) -> list[float]:
    """x of L·x = `right`."""
    found: list[float] = []
    for row, value in zip(factor, right, strict=True):
        found.append((value - sum(map(mul, row, found))) / row[-1])
    return found
