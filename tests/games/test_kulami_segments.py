"""Lines of straight segments (RULES K11) against trying out what can be laid there."""

import itertools
from collections.abc import Sequence
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.kulami import segments
from engine.games.kulami.board import read_layout
from engine.games.registry import GAMES

LENGTHS = (5, 6, 7)
patterns = st.sampled_from(LENGTHS).flatmap(
    lambda length: st.lists(st.integers(0, 2), min_size=length, max_size=length)
)


def line_sum(cells: Sequence[int], own: int) -> int:
    """The marbles of `own` in runs of five or more (K11)."""
    runs = (len(list(run)) for owner, run in itertools.groupby(cells) if owner == own)
    return sum(size for size in runs if size >= 5)


@lru_cache
def best_sum(cells: tuple[int, ...], own: int, marbles: int) -> int:
    """The most that lines can sum up to with so many marbles of `own` more, or fewer."""
    best = line_sum(cells, own)
    if marbles:
        for i, owner in enumerate(cells):
            if owner == 0:
                more = (*cells[:i], own, *cells[i + 1 :])
                best = max(best, best_sum(more, own, marbles - 1))
    return best


@given(cells=patterns, own=st.integers(1, 2))
def test_a_segment_sums_its_lines(cells: list[int], own: int) -> None:
    assert segments.sum_of(cells, own - 1) == line_sum(cells, own)


@given(cells=patterns, own=st.integers(1, 2), marbles=st.integers(0, 7))
def test_no_marbles_gain_more_than_is_hoped(cells: list[int], own: int, marbles: int) -> None:
    hope = segments.hope_of(cells, own - 1)
    gain = best_sum(tuple(cells), own, min(marbles, cells.count(0))) - line_sum(cells, own)
    assert 12 * gain <= segments.most_of(hope, marbles)


@pytest.mark.parametrize(
    ("cells", "gains"),
    [
        ([1, 1, 1, 1, 0], [0, 5, 5]),
        ([1, 1, 1, 2, 1], [0, 0, 0]),
        ([0, 1, 1, 1, 1, 0], [0, 5, 6, 6]),
        ([1, 1, 1, 0, 1, 1], [0, 6, 6]),
        ([1, 1, 1, 1, 1, 0, 2], [0, 1, 1]),
    ],
)
def test_hopes_of_what_is_nearly_full_are_exact(cells: list[int], gains: list[int]) -> None:
    hope = segments.hope_of(cells, 0)
    assert [segments.most_of(hope, n) // 12 for n in range(len(gains))] == gains


def test_hopes_of_two_segments_can_be_summed() -> None:
    """One marble for six here, another for five there."""
    hope = segments.hope_of([1, 1, 1, 1, 0], 0) + segments.hope_of([1, 1, 1, 0, 1, 1], 0)
    assert [segments.most_of(hope, n) // 12 for n in range(4)] == [0, 6, 11, 11]


def test_segments_are_all_rows_without_a_gap() -> None:
    """8x8: eight rows, eight columns, and of the diagonals those of five cells or more."""
    board = read_layout(GAMES["kulami"].setup({"layout": "R8"}).options["layout"])
    assert [len(rows) for rows in board.segments] == [8, 8, 7, 7]
    assert {len(row) for row in board.segments[0]} == {8}
    assert sorted(len(row) for row in board.segments[2]) == [5, 5, 6, 6, 7, 7, 8]
