"""The observation tensor, against boards that are written down here."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

import pyspiel
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from engine.games.registry import GAMES


def seen(state: Any) -> np.ndarray[Any, Any]:
    """The planes that player 0 sees."""
    shape = state.get_game().observation_tensor_shape()
    return np.array(state.observation_tensor(0)).reshape(shape)


def marked(plane: np.ndarray[Any, Any]) -> set[str]:
    """The names of the cells that are 1 in a plane, all others being 0."""
    assert set(np.unique(plane)) <= {0, 1}
    return {"ABCDEFGHJK"[column] + str(row + 1) for row, column in np.argwhere(plane)}


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("quatuor_kulami", [9, 8, 8]),
        ("quatuor_donuts", [9, 6, 6]),
        ("quatuor_gorami", [12, 4, 7]),
        ("quatuor_siege_stones", [11, 7, 7]),
        ("quatuor_siege_stones(players=4)", [19, 7, 7]),
    ],
)
def test_shapes(text: str, shape: list[int]) -> None:
    game = pyspiel.load_game(text)
    assert game.observation_tensor_shape() == shape
    planes = seen(game.new_initial_state())
    assert marked(planes[0]) == set(game.setup.cells)
    turn = planes[-game.num_players() :]
    assert turn[0].all()
    assert not turn[1:].any()
    assert not planes[1 : -game.num_players()].any()


def test_kulami() -> None:
    planes = seen(pyspiel.load_game("quatuor_kulami").state_after(["D4", "D2", "A2"]))
    cells, red, black, by_red, by_black, last, before, red_turn, black_turn = map(marked, planes)
    assert len(cells) == 64
    assert red == by_red == {"D4", "A2"}
    assert black == by_black == {"D2"}
    assert last == {"A2"}
    assert before == {"D2"}
    assert not red_turn
    assert len(black_turn) == 64


def test_donuts_that_turned_are_seen_with_their_owner_and_who_placed_them() -> None:
    layout = "HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH"
    game = pyspiel.load_game(f"quatuor_donuts(layout={layout})")
    # Vanilla's run B1 C1 lies between chocolate's A1 and D1, and turns both (D7).
    planes = seen(game.state_after(["A1", "C1", "D1", "B1"]))
    assert marked(planes[1]) == set()
    assert marked(planes[2]) == {"A1", "B1", "C1", "D1"}
    assert marked(planes[3]) == {"A1", "D1"}
    assert marked(planes[4]) == {"B1", "C1"}


def test_gorami_numbers() -> None:
    planes = seen(pyspiel.load_game("quatuor_gorami").state_after(["D2=3", "A1=1", "C3=2"]))
    assert [marked(plane) for plane in planes[5:8]] == [{"A1"}, {"C3"}, {"D2"}]


def test_siege_stones_towers() -> None:
    game = pyspiel.load_game("quatuor_siege_stones")
    # Blue's stone next to one tower rates 5, enough to control it (S5 to S7).
    planes = seen(game.state_after(["D4=S", "D5=T"]))
    assert marked(planes[1]) == {"D4", "D5"}
    assert marked(planes[2]) == set()
    assert marked(planes[4]) == {"D5"}
    assert [marked(plane) for plane in planes[5:7]] == [{"D4"}, {"D5"}]


@pytest.mark.parametrize("name", GAMES)
def test_all_players_see_the_same_and_the_end_is_nobodys_turn(name: str) -> None:
    state = pyspiel.load_game(f"quatuor_{name}").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        assert state.observation_tensor(0) == state.observation_tensor(1)
        assert state.observation_string(0) == state.observation_string(1) == str(state)
    assert not seen(state)[-2:].any()


def test_the_observer_writes_over_what_it_saw_before() -> None:
    game = pyspiel.load_game("quatuor_gorami")
    observer = make_observation(game)
    observer.set_from(game.state_after(["D2=3"]), 0)
    observer.set_from(game.new_initial_state(), 1)
    assert (observer.tensor.reshape(12, 4, 7) == seen(game.new_initial_state())).all()
    assert observer.dict["observation"].base is observer.tensor


def test_the_information_state_is_the_history() -> None:
    game = pyspiel.load_game("quatuor_donuts")
    state = game.state_after(["A1"])
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) == ", ".join(map(str, state.history()))
    assert make_observation(game, INFO_STATE_OBS_TYPE).tensor is None


def test_parameters_of_an_observation_are_refused() -> None:
    with pytest.raises(ValueError, match="has no parameters"):
        make_observation(pyspiel.load_game("quatuor_kulami"), params={"planes": 3})
