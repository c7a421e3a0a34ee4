"""Solved positions of every game: values by more than one method, within the nodes of today.

Each line of ``solved.jsonl`` has a position of quick self-play, its exact `value` from the side to
move, the moves that are worth it (`best`) and those that win, draw or lose like it (`keeps`). All
values were found by the solver and confirmed as `how` says: by playing all games to their ends,
by one alpha-beta search to the end, or by alpha-beta's questions where the solver had used proof
numbers. `nodes` is what the solver needed then.
"""

from typing import Any

import pytest

from engine.games.registry import GAMES
from engine.search.bruteforce import BruteForce, OutOfNodes
from engine.search.driver import Thinker
from engine.search.finishing import Endgame
from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, MCTS, Limits
from tests.games.support import COMPILED, load, played

SUITE = load("solved.jsonl")
#: How much of the nodes of then a better or a slightly worse search may need.
LEEWAY = 1.5
#: What is left of the nodes for the solver when a move is chosen (``finishing``).
SHARE = 0.35
#: Positions that are solved sooner than this are checked by brute force once more.
QUICK = 6_000

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow without compilation")


def suite(items: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(item, id=f"{item['game']} {SUITE.index(item)}") for item in items]


def test_the_suite_has_wins_draws_and_losses_of_every_game() -> None:
    for game in GAMES:
        values = [item["value"].split()[0] for item in SUITE if item["game"] == game]
        assert len(values) >= 8
        assert {"win", "loss"} <= set(values)
    assert sum(item["value"] == "draw" for item in SUITE) >= 3


@pytest.mark.parametrize("item", suite(SUITE))
def test_the_value_is_found_within_its_nodes(item: dict[str, Any]) -> None:
    state = played(item["game"], item["options"], item["moves"])
    limits = Limits(nodes=int(item["nodes"] * LEEWAY))
    search, proof = Thinker(16).begin_solving(state.position, limits)
    search.wait()
    search.finish()
    solution = proof.solution
    assert solution is not None
    unit = "plies" if solution.outright else "points"
    said = f"{solution.value} {solution.number} {unit}" if proof.low else solution.value
    assert said == item["value"]
    assert state.setup.move_text(proof.line[0]) in item["best"]


@pytest.mark.parametrize("item", suite(SUITE))
def test_a_best_move_is_played(item: dict[str, Any]) -> None:
    """As ``param search auto`` plays; a win by threats need not be the quickest."""
    state = played(item["game"], item["options"], item["moves"])
    method = ALPHABETA if state.setup.game.tactical else MCTS
    limits = Limits(nodes=int(item["nodes"] * LEEWAY / SHARE))
    endgame = Endgame(state.position.plies_left() + 20, 2.0)
    search = Thinker(16).begin(state.position, method, limits, FULL_LEVEL, 1, endgame=endgame)
    search.wait()
    thought = search.finish()
    right = item["keeps"] if thought.method == "threats" else item["best"]
    assert thought.exact
    assert state.setup.move_text(thought.move) in right


@pytest.mark.parametrize("item", suite([item for item in SUITE if item["nodes"] < QUICK]))
def test_the_winner_is_that_of_playing_all_games(item: dict[str, Any]) -> None:
    position = played(item["game"], item["options"], item["moves"]).position
    seat = position.seat_to_move()
    for seat_, wins in ((seat, "win"), (1 - seat, "loss")):
        search = BruteForce(seat_, 1, type(position).hash, 10**6)
        try:
            assert search.can_force(position) == item["value"].startswith(wins)
        except OutOfNodes:
            pytest.fail("not as quick as it was")
