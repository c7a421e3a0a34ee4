"""Cholesky's decomposition against the definition of an inverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.statistics.linear import cholesky, inverse_diagonal, solve

SQUARES = st.integers(1, 6).flatmap(
    lambda size: st.lists(
        st.lists(st.floats(-3, 3), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


def definite(square: list[list[float]]) -> list[list[float]]:
    """S·Sᵀ + 1, which is positive definite whatever S is."""
    return [
        [sum(a * b for a, b in zip(x, y, strict=True)) + (i == k) for k, y in enumerate(square)]
        for i, x in enumerate(square)
    ]


@given(SQUARES)
def test_solutions_and_inverse(square: list[list[float]]) -> None:
    matrix = definite(square)
    factor = cholesky([row[: index + 1] for index, row in enumerate(matrix)])
    size = len(matrix)
    inverse = [solve(factor, [float(i == k) for k in range(size)]) for i in range(size)]
    for i, row in enumerate(matrix):
        for k, column in enumerate(inverse):
            product = sum(a * b for a, b in zip(row, column, strict=True))
            assert product == pytest.approx(float(i == k), abs=1e-9)
    assert inverse_diagonal(factor) == pytest.approx([inverse[i][i] for i in range(size)])


def test_an_indefinite_matrix_is_refused() -> None:
    with pytest.raises(ValueError):
        cholesky([[1.0], [2.0, 1.0]])
