"""Candidates: what is drawn, and what passes a stage."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.balancing.recipe import STAGES, Recipe, Stage, after
from clients.referee.openings import NoOpening
from clients.referee.variants import read_game
from engine.games.registry import GAMES

LINES = (
    "kulami layout=8x8",
    "kulami layout=irregular scoring=both",
    "gorami board=24",
    "donuts",
    "siege_stones",
)


def recipe(line: str, least: int = 4, most: int = 8, seed: int = 1) -> Recipe:
    rules, options = read_game(line)
    return Recipe(rules, options, least, most, seed)


@given(line=st.sampled_from(LINES), seed=st.integers(0, 2**63 - 1), number=st.integers(1, 10**6))
@settings(max_examples=25, deadline=None)
def test_a_candidate_follows_from_its_number(line: str, seed: int, number: int) -> None:
    beginning = recipe(line, seed=seed).candidate(number)
    assert beginning == recipe(line, seed=seed).candidate(number)
    assert 4 <= len(beginning.opening) <= 8
    assert len(after(beginning).legal_moves()) > 1


@pytest.mark.parametrize("line", LINES)
def test_all_lengths_and_many_candidates_are_drawn(line: str) -> None:
    drawn = [recipe(line, 4, 6).candidate(number) for number in range(1, 31)]
    assert {len(each.opening) for each in drawn} == {4, 5, 6}
    assert len(set(drawn)) == 30
    assert drawn[0] != recipe(line, 4, 6, seed=2).candidate(1)


def test_each_candidate_has_a_layout_of_its_own_where_layouts_are_drawn() -> None:
    def layouts(line: str) -> int:
        return len({recipe(line).candidate(number).setup for number in range(1, 11)})

    assert layouts("kulami layout=8x8") == 10
    assert layouts("kulami layout=8x8 seed=3") == 1
    assert layouts("kulami") == 1


def test_openings_that_leave_no_choice_are_not_drawn() -> None:
    """K3: 56 marbles. Before the last one there is at most little choice, and often none."""
    drawn = [recipe("kulami", 50, 50).candidate(number) for number in range(1, 6)]
    assert all(len(after(each).legal_moves()) > 1 for each in drawn)


def test_openings_longer_than_the_game_are_an_error() -> None:
    with pytest.raises(NoOpening, match="was over before 56 random plies"):
        recipe("kulami", 56, 56).candidate(1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("kulami layout=8x8", "kulami scoring=standard layout=8x8"),
        ("Kulami Layout=8x8 seed=7", None),
        ("gorami", "gorami board=22"),
        ("siege_stones", "siege_stones players=2 towers=8 opening=any first_tower=any"),
        ("donuts", "donuts layout=random"),
    ],
)
def test_the_game_is_told_whole(line: str, expected: str | None) -> None:
    rules, options = read_game(line)
    told = recipe(line).game
    assert told == (expected or rules.setup(options).line)
    assert read_game(told)[0] is rules


def test_bounds_of_a_stage_pass() -> None:
    stage = Stage(10, 0.4, 0.6)
    assert [stage.passes(chance) for chance in (0.3999, 0.4, 0.6, 0.6001)] == [
        False,
        True,
        True,
        False,
    ]


def test_the_last_stage_is_the_one_that_is_promised() -> None:
    """Each stage is longer than the one before and no stricter than the last."""
    assert (STAGES[-1].low, STAGES[-1].high) == (0.4, 0.6)
    for one, other in pairwise(STAGES):
        assert one.nodes < other.nodes
        assert one.low <= other.low <= other.high <= one.high


def test_every_game_of_two_seats_has_candidates() -> None:
    for name in GAMES:
        assert recipe(name, 1, 1).candidate(1).opening
