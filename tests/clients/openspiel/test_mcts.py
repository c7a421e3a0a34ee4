"""The search: its limits, its determinism, and that it finds what is to be found."""

from itertools import count

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from open_spiel.python.algorithms import mcts

from clients.openspiel.games import load
from clients.openspiel.mcts import Thought, think
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import load as golden
from tests.games.support import played, samples


def thought(state: State, simulations: int | None = 60, seed: int = 1) -> Thought:
    """The search with few simulations."""
    return think(state, simulations, None, 2.0, seed)


@pytest.mark.parametrize(("name", "options"), samples())
def test_it_plays_every_setup(name: str, options: dict[str, str]) -> None:
    state = State(GAMES[name].setup(options))
    found = thought(state, 3)
    assert found.simulations == 3
    for move in found.line:
        state.play(move)


@pytest.mark.parametrize("wanted", [1, 2, 3, 50])
def test_it_does_as_many_simulations_as_it_may_but_at_least_two(wanted: int) -> None:
    found = thought(State(GAMES["donuts"].setup({"seed": "1"})), wanted)
    assert found.simulations == max(wanted, 2)
    assert found.move == found.line[0]
    assert -1 <= found.value <= 1


def test_no_time_at_all_is_enough_for_two_simulations() -> None:
    found = think(State(GAMES["gorami"].setup()), None, 0.0, 2.0, 1)
    assert found.simulations == 2


def test_time_ends_a_search_without_other_limits() -> None:
    found = think(State(GAMES["gorami"].setup()), None, 0.05, 2.0, 1)
    assert found.simulations > 2
    assert found.seconds >= 0.05


def test_an_interruption_ends_it_before_the_next_simulation() -> None:
    asked = count(1)
    found = think(State(GAMES["gorami"].setup()), 1000, 600.0, 2.0, 1, lambda: next(asked) == 10)
    # It is asked from the third simulation on, which would be simulation 12 here.
    assert found.simulations == 11


def test_stopping_does_not_change_what_was_searched() -> None:
    state = State(GAMES["gorami"].setup())
    asked = count(1)
    stopped = think(state, 1000, None, 2.0, 5, lambda: next(asked) == 99)
    assert stopped.simulations == 100
    assert stopped.line == thought(state, 100, seed=5).line


def test_the_search_is_that_of_openspiel() -> None:
    game = load(GAMES["siege_stones"].setup())
    dice = np.random.RandomState([7, 0, 0])
    bot = mcts.MCTSBot(game, 2.0, 80, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    root = bot.mcts_search(game.new_initial_state())
    found = thought(State(game.setup), 80, seed=7)
    best = root.best_child()
    assert found.move == game.moves.text(best.action)
    assert found.value == best.total_reward / best.explore_count


def test_a_seed_gives_the_same_move_and_others_another() -> None:
    state = State(GAMES["kulami"].setup())
    assert thought(state, 5).line == thought(state, 5).line
    assert len({thought(state, 5, seed).move for seed in range(1, 9)}) > 1
    assert len({thought(state, 5, 2**62 + (high << 32)).move for high in range(8)}) > 1
    assert len({thought(state, 5, seed=0).move for _ in range(8)}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_proved_win_is_played(name: str) -> None:
    """One move before the end of golden games that the mover could win at once."""
    tried = 0
    for game in golden("random_games.jsonl"):
        if game["game"] != name or game["options"].get("players", "2") != "2":
            continue
        state = played(name, game["options"], game["moves"][:-1])
        mover = state.seat
        if game["result"]["winner"] == mover and tried < 5:
            tried += 1
            found = thought(state, 3000)
            assert (found.value, found.exact) == (1.0, True)
            assert found.simulations < 3000
            while not state.position.is_over():
                state.play(thought(state, 3000).move)
            outcome = state.outcome()
            assert outcome is not None
            assert outcome.winner == mover
    assert tried


def test_a_single_legal_move_is_played() -> None:
    # Yellow cannot place any more and passes (G9), late in a golden game.
    for game in golden("random_games.jsonl"):
        if "pass" in game["moves"]:
            state = played(game["game"], game["options"], game["moves"])
            state.undo(len(game["moves"]) - game["moves"].index("pass"))
            assert state.legal_moves() == ["pass"]
            assert thought(state).move == "pass"
            return
    pytest.fail("no golden game has a pass")
