"""The threat search against searches that try everything, and its limits."""

from random import Random
from typing import Any

import pytest

from engine.games.position import ON_POINTS, Position
from engine.games.registry import GAMES
from engine.search.threats import ForcedWin, ThreatSearch
from tests.games.support import COMPILED, load, played
from tests.search.late import full_width

SUITE = load("siege_forced_wins.jsonl")
#: A score above this is an outright win; a win on points is not.
BETWEEN = ON_POINTS + 1000
#: The longest wins that are looked for here, and how many games that they are looked for in.
LONGEST, GAMES_TRIED = (7, 12) if COMPILED else (3, 3)


def position_of(item: dict[str, Any]) -> Position:
    return played(item["game"], item["options"], item["moves"]).position


def suite(plies: int) -> list[Any]:
    return [
        pytest.param(item, id=f"{item['plies']} plies, {place}")
        for place, item in enumerate(SUITE)
        if item["plies"] <= plies
    ]


def distance(position: Position, plies: int) -> int | None:
    """The plies within which the side to move wins outright, tried out in full."""
    search = full_width(position, 4)
    for depth in range(1, plies + 1, 2):
        if search.search(depth, BETWEEN, BETWEEN + 1) > BETWEEN:
            return depth
    return None


def loses(position: Position, plies: int) -> bool:
    """Whether the side to move loses outright within so many plies."""
    search = full_width(position, 4)
    return search.search(plies, -BETWEEN - 1, -BETWEEN) < -BETWEEN


def random_position(random: Random, plies: int) -> Position:
    """A position of an unfinished game of random moves that built its towers early."""
    while True:
        position = GAMES["siege_stones"].setup({}).start()
        while not position.is_over() and position.ply < plies:
            moves = position.legal()
            towers = [move for move in moves if move & 1]
            position.play(random.choice(towers if position.ply < 5 and towers else moves))
        if not position.is_over():
            return position


def test_the_suite_is_as_large_as_it_is_said_to_be() -> None:
    assert len(SUITE) == 50
    assert {item["plies"] for item in SUITE} == {3, 5, 7}


@pytest.mark.parametrize("item", suite(LONGEST))
def test_every_win_of_the_suite_is_found(item: dict[str, Any]) -> None:
    position = position_of(item)
    found = ThreatSearch(16).find(position, nodes=700_000)
    assert found is not None
    assert found.plies == item["plies"]
    position.play(found.move)
    assert loses(position, found.plies - 1)


@pytest.mark.parametrize("seed", range(GAMES_TRIED))
def test_what_is_found_and_what_is_not_is_as_trying_everything_says(seed: int) -> None:
    random = Random(seed)
    search = ThreatSearch(1)
    longest = 5 if COMPILED else 3
    for plies in (10, 14, 18, 22, 24, 26, 28):
        position = random_position(random, plies)
        found = search.find(position, longest)
        expected = distance(position, longest)
        assert (found and found.plies) == expected
        if found and found.plies > 1:
            position.play(found.move)
            assert loses(position, found.plies - 1)


@pytest.mark.skipif(not COMPILED, reason="too slow without compilation")
@pytest.mark.parametrize("seed", range(6))
def test_a_win_by_threats_alone_is_a_win(seed: int) -> None:
    random = Random(seed)
    for plies in (16, 20, 24, 26):
        position = random_position(random, plies)
        found = ThreatSearch(1).find(position, 1, 7)
        if found:
            assert found.plies % 2 == 1
            position.play(found.move)
            assert position.is_over() or loses(position, found.plies - 1)


def test_a_win_at_once_needs_no_search() -> None:
    item = SUITE[0]
    position = position_of(item)
    search = ThreatSearch(1)
    first = search.find(position)
    assert first is not None
    position.play(first.move)
    position.play(position.legal()[0])
    before = search.nodes
    move = position.winning_move(position.seat_to_move())
    assert move is not None
    assert search.find(position) == ForcedWin(move, 1)
    assert search.nodes == before


def test_the_search_ends_at_its_limit_of_nodes() -> None:
    position = position_of(SUITE[-1])
    search = ThreatSearch(1)
    assert search.find(position, nodes=500) is None
    assert 500 <= search.nodes < 1000


def test_a_halted_search_finds_nothing_until_it_is_resumed() -> None:
    position = position_of(SUITE[0])
    search = ThreatSearch(1)
    search.halt()
    assert search.find(position) is None
    search.resume()
    assert search.find(position) is not None


def test_nothing_is_found_in_a_game_that_cannot_tell_threats() -> None:
    assert ThreatSearch(1).find(GAMES["donuts"].setup({"layout": "random"}).start(), 5) is None


def test_no_win_is_claimed_beyond_the_last_ply() -> None:
    """With no towers in the stock nobody ever wins outright (S9)."""
    position = GAMES["siege_stones"].setup({"towers": "0"}).start()
    random = Random(1)
    while position.plies_left() > 3:
        position.play(random.choice(position.legal()))
    assert ThreatSearch(1).find(position, 7, 7) is None
