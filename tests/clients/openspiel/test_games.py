"""The games as OpenSpiel sees them: names, parameters, actions, results."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

import pyspiel
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.openspiel import games
from clients.openspiel.games import load
from engine.games.errors import IllegalMove, InvalidOption
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import load as golden
from tests.games.support import samples

ROOT = Path(__file__).parents[3]
RANDOM_GAMES = golden("random_games.jsonl")


def played(text: str, *moves: str) -> Any:
    """An OpenSpiel state after these moves."""
    return pyspiel.load_game(text).state_after(moves)


# ---------------------------------------------------------------------- names and parameters


def test_every_game_of_the_registry_is_registered() -> None:
    registered = {each for each in pyspiel.registered_names() if each.startswith("quatuor_")}
    assert registered == {f"quatuor_{name}" for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_the_bare_name_loads_the_defaults(name: str) -> None:
    game = pyspiel.load_game(f"quatuor_{name}")
    is_drawn = any(option.name == "seed" for option in GAMES[name].options)
    assert game.setup == GAMES[name].setup({"seed": "1"} if is_drawn else {})
    assert game.get_type().long_name == GAMES[name].title


def test_options_are_parameters() -> None:
    assert pyspiel.load_game("quatuor_gorami(board=24)").setup.line == "gorami board=24"
    game = pyspiel.load_game("quatuor_siege_stones(towers=9,opening=centre)")
    assert game.setup.options == {
        "players": "2",
        "towers": "9",
        "opening": "centre",
        "first_tower": "any",
    }
    game = pyspiel.load_game("quatuor_kulami", {"layout": "K8", "scoring": "both"})
    assert game.setup == GAMES["kulami"].setup({"layout": "K8", "scoring": "both"})


def test_rows_of_a_layout_need_no_quotes() -> None:
    rows = "VVSBHH/BSVVBB/BVVVBH/HVHSHS/BBBBBV/SHHVBV"
    assert pyspiel.load_game(f"quatuor_donuts(layout={rows})").setup.layout.text == rows
    rows = GAMES["kulami"].setup({"layout": "R10"}).options["layout"]
    assert "." in rows
    assert pyspiel.load_game(f"quatuor_kulami(layout={rows})").setup.options["layout"] == rows


def test_a_random_layout_is_fixed_when_the_game_is_loaded() -> None:
    first, second = (pyspiel.load_game("quatuor_kulami(layout=8x8,seed=7)") for _ in range(2))
    assert first.setup == second.setup == GAMES["kulami"].setup({"layout": "8x8", "seed": "7"})
    assert first.new_initial_state().play.setup is first.new_initial_state().play.setup
    assert pyspiel.load_game("quatuor_kulami(layout=8x8,seed=8)").setup != first.setup
    unseeded = pyspiel.load_game("quatuor_kulami(layout=8x8)")
    assert unseeded.setup == pyspiel.load_game("quatuor_kulami(layout=8x8,seed=1)").setup


def test_the_name_of_a_loaded_game_holds_its_board_and_no_seed() -> None:
    game = pyspiel.load_game("quatuor_donuts(seed=5)")
    assert str(game) == f"quatuor_donuts(layout={game.setup.layout.text})"


@pytest.mark.parametrize(("name", "options"), samples())
def test_every_setup_can_be_loaded_and_named(name: str, options: dict[str, str]) -> None:
    setup = GAMES[name].setup(options)
    game = load(setup)
    assert game.setup == setup
    assert game.num_players() == setup.seats
    assert pyspiel.load_game(str(game)).setup == setup
    assert pickle.loads(pickle.dumps(game)).setup == setup


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("quatuor_gorami(board=23)", "board: 16 or 22 or 24 expected, not '23'"),
        ("quatuor_siege_stones(players=5)", "players: a whole number from 2 to 4"),
        ("quatuor_donuts(seed=-1)", "seed: a whole number from 0"),
        ("quatuor_kulami(layout=nowhere)", "layout: one of R8"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(text: str, why: str) -> None:
    with pytest.raises(InvalidOption, match=why):
        pyspiel.load_game(text)


def test_an_unknown_parameter_is_refused_by_openspiel() -> None:
    with pytest.raises(pyspiel.SpielError, match="Available parameters are: board"):
        pyspiel.load_game("quatuor_gorami(bard=22)")


# ---------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("text", "actions", "length"),
    [
        ("quatuor_kulami", 64, 56),  # K1, K8
        ("quatuor_donuts", 36, 30),  # D1, D9
        ("quatuor_gorami(board=16)", 3 * 16 + 1, 16),  # G1, G6 and a pass
        ("quatuor_gorami(board=22)", 3 * 22 + 1, 22),
        ("quatuor_gorami(board=24)", 3 * 24 + 1, 24),
        ("quatuor_siege_stones", 2 * 37, 37),  # S1, S4
    ],
)
def test_numbers_of_actions_and_moves(text: str, actions: int, length: int) -> None:
    game = pyspiel.load_game(text)
    assert game.num_distinct_actions() == actions
    assert game.max_game_length() >= length
    # Only GORami's passes can make a game longer than its board.
    assert game.max_game_length() <= length * (2 if "gorami" in text else 1)


def test_actions_are_cells_then_pieces_then_pass() -> None:
    moves = pyspiel.load_game("quatuor_gorami(board=16)").moves
    assert [moves.text(action) for action in range(4)] == ["B1=1", "B1=2", "B1=3", "C1=1"]
    assert moves.text(48) == "pass"
    moves = pyspiel.load_game("quatuor_siege_stones").moves
    assert [moves.text(action) for action in range(4)] == ["A1=S", "A1=T", "B1=S", "B1=T"]
    assert [moves.text(action) for action in (0, 1, 63)] == ["A1=S", "A1=T", "F6=T"]


def test_actions_and_their_texts() -> None:
    state = played("quatuor_kulami", "D4")
    assert state.legal_actions() == sorted(state.legal_actions())
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    assert texts == set(state.play.legal_moves())
    for action in state.legal_actions():
        assert state.string_to_action(state.action_to_string(action)) == action


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = played("quatuor_gorami", "D2=1")
    before = str(state)
    with pytest.raises(IllegalMove, match="D2 is not empty"):
        state.apply_action(state.get_game().moves.action("D2=3"))
    with pytest.raises(ValueError, match="an action from 0 to 66 expected, not 67"):
        state.apply_action(67)
    assert str(state) == before
    assert len(state.history()) == 1


# ---------------------------------------------------------------------- games to the end


@pytest.mark.parametrize("number", range(0, len(RANDOM_GAMES), 6))
def test_golden_games_have_their_moves_and_results(number: int) -> None:
    game = RANDOM_GAMES[number]
    state = load(GAMES[game["game"]].setup(game["options"])).new_initial_state()
    for move, count in zip(game["moves"], game["legal_counts"], strict=True):
        assert len(state.legal_actions()) == count
        state.apply_action(state.string_to_action(move))
    result, seats = game["result"], state.num_players()
    winners = [result["winner"]] if result["winner"] else result["draw_between"]
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sum(state.returns()) == pytest.approx(0)
    best = max(state.returns())
    assert [state.returns()[seat - 1] == best for seat in range(1, seats + 1)] == [
        seat in winners for seat in range(1, seats + 1)
    ]
    assert best == pytest.approx((seats / len(winners) - 1) / (seats - 1))


def test_returns_of_two_players_are_1_and_minus_1_or_0() -> None:
    found = set()
    for game in RANDOM_GAMES:
        options = game["options"]
        if game["game"] == "gorami" or options.get("players") == "2":
            state = load(GAMES[game["game"]].setup(options)).state_after(game["moves"])
            found.add((game["result"]["winner"], tuple(state.returns())))
    assert found == {(1, (1.0, -1.0)), (2, (-1.0, 1.0)), (None, (0.0, 0.0))}


def test_returns_of_three_players_add_up_to_0() -> None:
    by_result = {
        (game["result"]["winner"], tuple(game["result"]["draw_between"] or ())): game
        for game in RANDOM_GAMES
        if game["options"].get("players") == "3"
    }
    for (winner, drawn), game in by_result.items():
        state = load(GAMES[game["game"]].setup(game["options"])).state_after(game["moves"])
        expected = [-0.5] * 3
        for seat in drawn or (winner,):
            expected[seat - 1] = 1.0 if winner else {2: 0.25, 3: 0.0}[len(drawn)]
        assert state.returns() == pytest.approx(expected)
        assert state.get_game().min_utility() == -0.5
    assert len(by_result) > 2


def test_nobody_has_anything_before_the_end() -> None:
    state = played("quatuor_donuts", "A1")
    assert not state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert state.current_player() == 1


# ---------------------------------------------------------------------- copies


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([each.values for each in samples()]), st.data())
def test_copies_are_equal_and_go_their_own_way(sample: tuple[Any, ...], data: Any) -> None:
    name, options = sample
    state = load(GAMES[name].setup(options)).new_initial_state()
    plies = data.draw(st.integers(0, 60), label="plies")
    while not state.is_terminal() and len(state.history()) < plies:
        state.apply_action(data.draw(st.sampled_from(state.legal_actions())))
    before = str(state)
    copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for each in copies:
        assert str(each) == before
        assert each.history() == state.history()
        assert each.legal_actions() == state.legal_actions()
        assert each.returns() == state.returns()
        if not each.is_terminal():
            each.apply_action(each.legal_actions()[0])
            assert str(each) != before
    assert str(state) == before


def test_the_text_tells_positions_apart_that_look_alike() -> None:
    # The same marbles, but other last moves and so other replies (K5, K6).
    one = played("quatuor_kulami", "A1", "A4", "D4", "D1")
    other = played("quatuor_kulami", "D4", "D1", "A1", "A4")
    assert one.legal_actions() != other.legal_actions()
    assert str(one) != str(other)
    assert str(State.from_text(str(one), GAMES).text()) == str(one)


# ---------------------------------------------------------------------- the process


def test_a_script_that_leaves_games_and_states_behind_ends_cleanly() -> None:
    script = (
        "import pyspiel, clients.openspiel.games as games\n"
        "game = pyspiel.load_game('quatuor_gorami')\n"
        "state = game.new_initial_state()\n"
        "state.apply_action(0)\n"
        "raise SystemExit(len(state.history()))\n"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=60).returncode == 1


def test_the_default_of_a_number_that_the_rules_give_is_marked() -> None:
    assert games.default_parameters(GAMES["siege_stones"]) == {
        "players": 2,
        "towers": games.BY_THE_RULES,
        "opening": "any",
        "first_tower": "any",
    }
    assert pyspiel.load_game("quatuor_siege_stones(players=3)").setup.options["towers"] == "12"
