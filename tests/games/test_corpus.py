"""Every item of the golden data: positions, random games, perft counts, layouts, faces."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.games.donuts.board import HOUSE_FACES
from engine.games.kulami.board import NAMED, read_layout
from engine.games.registry import GAMES
from engine.games.siege_stones.position import SiegeStones
from engine.games.state import State
from engine.search.walk import perft
from tests.games.support import COMPILED, load, played

#: The largest perft that the uncompiled kernel is asked for.
PATIENCE = 10**9 if COMPILED else 3000
#: One in so many random games is played.
EVERY = 1 if COMPILED else 12
RANDOM_GAMES = load("random_games.jsonl")


def _board(state: State) -> dict[str, tuple[int, str]]:
    """Owner and piece by vertex; a tower belongs to nobody, as golden data has it."""
    return {
        cell.vertex: (0 if cell.piece == "T" else cell.owner, cell.piece)
        for cell in state.board().cells
        if cell.piece
    }


def check_board(state: State, board: Mapping[str, tuple[int, str | None]]) -> None:
    """Compare owners and pieces; golden data names no piece where a game has only one kind."""
    found = _board(state)
    assert found.keys() == board.keys()
    for vertex, (owner, piece) in board.items():
        assert found[vertex][0] == owner
        assert piece is None or found[vertex][1] == piece


def check_scores(state: State, scores: Mapping[str, int]) -> None:
    """Totals by seat."""
    assert {str(score.seat): score.total for score in state.scores()} == scores


def check_detail(state: State, detail: Mapping[str, Mapping[str, object]]) -> None:
    """Parts by seat; golden data may leave some out."""
    for score in state.scores():
        for name, value in detail[str(score.seat)].items():
            assert score.parts[name] == str(int(value) if isinstance(value, bool) else value)


def check_winner(state: State, winner: int | None) -> None:
    """The winner's seat; None for a draw and for a game that goes on."""
    outcome = state.outcome()
    assert (outcome.winner if outcome else None) == winner


def check_draw(state: State, seats: list[int] | None) -> None:
    """The seats that draw."""
    outcome = state.outcome()
    assert list(outcome.drawn if outcome else ()) == (seats or [])


def check_over(state: State, over: bool) -> None:
    """Whether the game is over."""
    assert (state.seat is None) == over


def check_legal(state: State, legal: list[str]) -> None:
    """The whole list, sorted."""
    assert state.legal_moves() == legal


def check_empty(state: State, empty: list[str]) -> None:
    """The cells without a piece."""
    assert sorted(cell.vertex for cell in state.board().cells if not cell.piece) == empty


def check_supply(state: State, supply: Mapping[str, list[int]]) -> None:
    """GORami discs left, by seat and number."""
    for score in state.scores():
        assert score.parts["discs"] == ",".join(map(str, supply[str(score.seat)]))


def check_tied_stripes(state: State, tied: int) -> None:
    """GORami stripes that nobody takes."""
    assert sum(region.owner == 0 for region in state.board().regions) == tied


def check_controllers(state: State, controllers: Mapping[str, int | None]) -> None:
    """Siege Stones: who controls these towers."""
    owners = {cell.vertex: cell.owner for cell in state.board().cells if cell.piece == "T"}
    assert {vertex: owners[vertex] for vertex in controllers} == {
        vertex: seat or 0 for vertex, seat in controllers.items()
    }


def check_threats(state: State, threats: Mapping[str, Mapping[str, int]]) -> None:
    """Siege Stones: the threats of these seats on these towers."""
    position = state.position
    assert isinstance(position, SiegeStones)
    towers = [state.setup.cells[cell] for cell in position.tower_cells()]
    for vertex, by_seat in threats.items():
        found = position.threats(towers.index(vertex))
        for seat, threat in by_seat.items():
            assert found[int(seat) - 1] == threat


CHECKS: dict[str, Callable[[State, Any], None]] = {
    "board": check_board,
    "scores": check_scores,
    "detail": check_detail,
    "winner": check_winner,
    "draw_between": check_draw,
    "over": check_over,
    "legal": check_legal,
    "empty": check_empty,
    "supply": check_supply,
    "tied_stripes": check_tied_stripes,
    "controllers": check_controllers,
    "threats": check_threats,
}


@pytest.mark.parametrize("item", load("golden.json"), ids=lambda item: item["name"])
def test_golden(item: dict[str, Any]) -> None:
    state = State(GAMES[item["game"]].setup(item["options"]))
    captures: dict[str, list[str]] = {}
    for number, move in enumerate(item["moves"], start=1):
        turned = [e.cells[0] for e in state.effects(move) if e.kind == "turn"]
        if turned:
            captures[str(number)] = sorted(turned)
        state.play(move)
    expected = dict(item["expect"])
    if "captures" in expected:
        assert captures == expected.pop("captures")
    for name, value in expected.items():
        CHECKS[name](state, value)


@pytest.mark.parametrize("item", load("perft.json"), ids=lambda item: item["name"])
def test_perft(item: dict[str, Any]) -> None:
    state = played(item["game"], item["options"], item["moves"])
    for depth, nodes in enumerate(item["perft"], start=1):
        if nodes <= PATIENCE:
            assert perft(state.position, depth) == nodes


@pytest.mark.parametrize("number", range(0, len(RANDOM_GAMES), EVERY))
def test_random_game(number: int) -> None:
    item = RANDOM_GAMES[number]
    state = State(GAMES[item["game"]].setup(item["options"]))
    for move, count in zip(item["moves"], item["legal_counts"], strict=True):
        assert len(state.legal_moves()) == count
        state.play(move)
    result = item["result"]
    check_over(state, result["over"])
    check_winner(state, result["winner"])
    check_draw(state, result["draw_between"])
    check_scores(state, result["scores"])
    check_detail(state, result["detail"])
    check_board(state, item["owners"])


def test_every_game_is_in_the_golden_data() -> None:
    for name in ("golden.json", "perft.json", "random_games.jsonl"):
        assert {item["game"] for item in load(name)} == set(GAMES)


def test_named_layouts_are_the_golden_ones() -> None:
    golden: Any = load("kulami_layouts.json")
    assert golden == NAMED
    assert all(read_layout(text).text == text for text in NAMED.values())


def test_house_faces_are_the_golden_ones() -> None:
    golden: Any = load("donuts_faces.json")
    assert [tuple(tile) for tile in golden["tiles"]] == [tuple(tile) for tile in HOUSE_FACES]
