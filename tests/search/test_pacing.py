"""When a search ends: decisions on numbers, at times that are told."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search.pacing import (
    CLEAR,
    IterationWatch,
    TreeWatch,
    Visited,
    is_settled,
    iteration_need,
    tree_need,
)
from engine.search.report import Limits

#: A search that began at 100 s, has a second, and two at most.
CLOCK, BEGIN, END = Limits(seconds=2.0, optimum=1.0), 100.0, 102.0
FIXED = Limits(seconds=2.0)


def tree(*moves: tuple[int, float]) -> list[Visited]:
    """Moves with so many visits and so high a mean reward."""
    return [(move, visits, visits * mean) for move, (visits, mean) in enumerate(moves)]


counts = st.lists(st.integers(0, 1000), max_size=10)


@given(counts, st.integers(0, 1000), st.data())
def test_what_is_settled_cannot_change(
    visits: list[int], to_come: int, data: st.DataObject
) -> None:
    """However the simulations to come are spread, the leader stays the only one."""
    if not is_settled(visits, to_come) or not visits:
        return
    leader = visits.index(max(visits))
    for _ in range(to_come):
        move = data.draw(st.integers(0, len(visits) - 1)) if to_come < 20 else to_come % len(visits)
        visits[move] += 1
    assert [i for i, count in enumerate(visits) if count == max(visits)] == [leader]


@given(counts, st.integers(0, 1000))
def test_what_is_not_settled_may_change(visits: list[int], to_come: int) -> None:
    """If the rival got all that is to come it would be level at least."""
    if len(visits) > 1 and not is_settled(visits, to_come):
        first, second = sorted(visits, reverse=True)[:2]
        assert second + to_come >= first


# ---------------------------------------------------------------------- how much a tree needs


def test_a_usual_tree_needs_its_optimum() -> None:
    assert tree_need(tree((500, 0.6), (200, 0.55))) == 1.0


def test_a_leader_without_a_rival_is_an_easy_move() -> None:
    assert tree_need(tree((900, 0.6), (40, 0.4), (30, 0.7))) == CLEAR < 1
    assert tree_need(tree((1, 0.6))) == CLEAR


@pytest.mark.parametrize("mean", [0.0, 0.02, 0.98, 1.0])
def test_a_decided_game_needs_little(mean: float) -> None:
    assert tree_need(tree((500, mean), (450, mean))) == CLEAR


def test_a_rival_of_a_higher_reward_needs_more() -> None:
    assert tree_need(tree((500, 0.55), (200, 0.6))) > 1.0


@given(st.integers(1, 1000), st.integers(1, 1000), st.integers(1, 1000))
def test_the_nearer_a_rival_the_more_is_needed(one: int, other: int, leader: int) -> None:
    first, second = sorted((min(one, leader), min(other, leader)))
    lesser = tree_need(tree((leader, 0.5), (first, 0.4)))
    more = tree_need(tree((leader, 0.5), (second, 0.4)))
    assert CLEAR <= lesser <= more <= 2.0


# ---------------------------------------------------------------------- watching a tree


def end_of_tree(limits: Limits, grow: Sequence[tuple[float, float]]) -> float:
    """When a tree ends whose moves get visits at these rates a second, with these rewards."""
    watch = TreeWatch(limits, None if limits.seconds is None else BEGIN + limits.seconds)
    for hundredth in range(1, 1000):
        seconds = hundredth / 100
        moves = tree(*((int(rate * seconds), mean) for rate, mean in grow))
        now, total = BEGIN + seconds, sum(visits for _, visits, _ in moves)
        if watch.is_due(now) and watch.is_enough(now, moves, total):
            return seconds
    return 10.0


def test_a_tree_ends_about_its_optimum() -> None:
    assert end_of_tree(CLOCK, [(500, 0.6), (290, 0.55)]) == pytest.approx(1.0, abs=0.3)


def test_an_easy_tree_ends_early() -> None:
    assert CLEAR <= end_of_tree(CLOCK, [(900, 0.7), (50, 0.4)]) < CLEAR + 0.1


def test_a_contested_tree_goes_on_beyond_its_optimum_but_not_its_maximum() -> None:
    assert 1.3 < end_of_tree(CLOCK, [(500, 0.5), (495, 0.6)]) <= 2.05
    assert 1.3 < end_of_tree(CLOCK, [(500, 0.5), (495, 0.5)]) <= 2.05


def test_without_an_optimum_all_time_is_used() -> None:
    """Even by a tree without a rival: the next move profits."""
    assert end_of_tree(FIXED, [(500, 0.6), (400, 0.55)]) > 1.9
    assert end_of_tree(FIXED, [(1000, 0.6), (1, 0.55)]) > 1.9


def test_a_tree_without_a_limit_of_time_is_never_looked_at() -> None:
    assert end_of_tree(Limits(nodes=100), [(1000, 0.6), (1, 0.55)]) == 10.0


def test_nothing_is_decided_before_anything_is_known() -> None:
    watch = TreeWatch(CLOCK, END)
    assert not watch.is_enough(BEGIN + 5, [], 0)
    assert not watch.is_enough(BEGIN + 5, tree((0, 0.0), (0, 0.0)), 0)


# ---------------------------------------------------------------------- watching alpha-beta


def test_a_steady_move_needs_less_and_a_falling_score_more() -> None:
    needs = [iteration_need(unchanged, 0) for unchanged in range(8)]
    assert needs == sorted(needs, reverse=True)
    assert needs[0] > 1 > needs[-1]
    assert iteration_need(3, 100) > iteration_need(3, 0) == iteration_need(3, -100)


def end_of_deepening(limits: Limits, found: Sequence[tuple[int, int]]) -> int:
    """After how many iterations of a tenth of a second alpha-beta ends: moves and scores."""
    watch = IterationWatch(limits, BEGIN + (limits.seconds or 0))
    for depth, (move, score) in enumerate(found, 1):
        if watch.is_enough(BEGIN + depth / 10, move, score):
            return depth
    return len(found) + 1


def test_alpha_beta_ends_sooner_the_longer_it_finds_the_same() -> None:
    steady = end_of_deepening(CLOCK, [(1, 20)] * 20)
    unsteady = end_of_deepening(CLOCK, [(depth, 20) for depth in range(20)])
    falling = end_of_deepening(CLOCK, [(1, -50 * depth) for depth in range(20)])
    assert steady < unsteady <= 12
    assert steady < falling <= 12


def test_alpha_beta_without_an_optimum_uses_all_of_its_time() -> None:
    assert end_of_deepening(FIXED, [(1, 20)] * 20) == 21
