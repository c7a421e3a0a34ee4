"""OpenSpiel's algorithms on our games, against exhaustive search by the rules alone."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from open_spiel.python.algorithms import mcts, minimax

from clients.openspiel.games import load
from engine.games.position import Position
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import load as golden
from tests.games.support import played

#: Positions with no more plies to go than this are searched to the end.
PLIES = 5
POSITIONS_OF_A_GAME = 20
#: Trees with no more leaves than this are walked.
MOST_LEAVES = 1500
PERFT = golden("perft.json")


def value(position: Position) -> int:
    """1, 0 or -1 for the side to move of a two-seat game, by trying everything."""
    side = position.seat_to_move()
    if position.is_over():
        winners = position.winning_seats()
        return 0 if len(winners) > 1 else 1 if winners == (side,) else -1
    found = []
    for move in position.legal():
        position.play(move)
        same = position.seat_to_move() == side
        found.append(value(position) if same else -value(position))
        position.take_back()
    return max(found)


def late_positions() -> Iterator[State]:
    """Two-seat positions of golden games that are near their end but not over."""
    left = dict.fromkeys(GAMES, POSITIONS_OF_A_GAME)
    for game in golden("random_games.jsonl"):
        state = played(game["game"], game["options"], game["moves"][:-PLIES])
        if state.position.plies_left() <= PLIES and left[game["game"]] and state.setup.seats == 2:
            left[game["game"]] -= 1
            yield state


LATE = list(late_positions())


def in_openspiel(state: State) -> Any:
    """The same position as an OpenSpiel state."""
    return load(state.setup).state_after(played.text for played in state.history)


def test_there_are_positions_of_every_game() -> None:
    assert {state.setup.game.name for state in LATE} == set(GAMES)
    assert {value(state.position) for state in LATE} == {-1, 0, 1}


@pytest.mark.parametrize("number", range(len(LATE)))
def test_alpha_beta_agrees_with_exhaustive_search(number: int) -> None:
    state = in_openspiel(LATE[number])
    found, action = minimax.alpha_beta_search(state.get_game(), state)
    assert found == value(LATE[number].position)
    reply = in_openspiel(LATE[number])
    reply.apply_action(action)
    after = reply.play.position
    mine = after.seat_to_move() == LATE[number].position.seat_to_move()
    assert (value(after) if mine else -value(after)) == found


@pytest.mark.parametrize("number", range(len(LATE)))
def test_mcts_proves_the_same_value(number: int) -> None:
    state = in_openspiel(LATE[number])
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 20000, evaluator, random_state=dice)
    root = bot.mcts_search(state)
    assert root.outcome is not None
    assert root.outcome[state.current_player()] == value(LATE[number].position)
    assert bot.step(state) in state.legal_actions()


def perft(state: Any, depth: int) -> int:
    """The number of move sequences of that length."""
    if depth == 1 or state.is_terminal():
        return len(state.legal_actions())
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize("number", range(len(PERFT)))
def test_the_tree_has_the_known_size(number: int) -> None:
    item = PERFT[number]
    state = load(GAMES[item["game"]].setup(item["options"])).state_after(item["moves"])
    for depth, count in enumerate(item["perft"], start=1):
        if count <= MOST_LEAVES:
            assert perft(state, depth) == count
