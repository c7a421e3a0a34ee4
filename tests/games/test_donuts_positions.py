"""Donuts' board as data and its positions as text: what comes back, and what is refused."""

import pytest

from engine.games.donuts.board import HOUSE_FACES, random_layout, read_layout
from engine.games.errors import InvalidPosition
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.test_donuts import LATE, ROWS, game, insertion, position


def test_board_data() -> None:
    board = game(moves="A1 C1").board()
    cells = {cell.vertex: cell for cell in board.cells}
    assert board.regions == ()
    assert (cells["A1"].owner, cells["A1"].piece) == (1, "donut")
    assert (cells["C1"].owner, cells["B1"].owner, cells["B1"].piece) == (2, 0, "")
    assert sorted(cells["A1"].neighbours) == ["A2", "B1"]
    assert sorted(cells["C3"].neighbours) == ["B3", "C2", "C4", "D3"]
    assert cells["C3"].centre == (2, 2)
    assert len(cells["C3"].polygon) == 4


def test_position_text() -> None:
    state = game(moves="A1 C1 D1")
    assert state.text() == f"donuts layout={ROWS} donuts={'....../' * 5}1.21.. last=D1"
    assert game().text() == f"donuts layout={ROWS} donuts={'....../' * 5}...... last=none"
    for one in (state, game()):
        assert State.from_text(one.text().lower(), GAMES).text() == one.text()


@pytest.mark.parametrize("seed", range(30))
def test_every_position_of_a_game_is_rebuilt_from_its_text(seed: int) -> None:
    state = State(GAMES["donuts"].setup({"seed": str(seed)}))
    dice = Dice(seed)
    while state.seat:
        state.play(dice.choice(state.legal_moves()))
        other = State.from_text(state.text(), GAMES)
        assert other.text() == state.text()
        assert other.position.hash() == state.position.hash()
        assert other.position.value() == state.position.value()
        assert other.legal_moves() == state.legal_moves()
        assert (other.outcome(), other.scores()) == (state.outcome(), state.scores())


EMPTY = "....../" * 5


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("last=none", "donuts= is missing"),
        (f"donuts={EMPTY}......", "last= is missing"),
        (f"donuts={EMPTY}...... last=none ply=1", "ply= is no field of this game"),
        (f"donuts={EMPTY} last=none", "donuts= must be 6 rows of 6"),
        (f"donuts={EMPTY}....... last=none", "donuts= must be 6 rows of 6"),
        (f"donuts={EMPTY}3..... last=none", "donuts= has 1, 2 or '.' for each cell, not '3'"),
        (f"donuts={EMPTY}...... last=A1", "last=A1: none expected on an empty board"),
        (f"donuts={LATE[:-1]}2".replace("./1", "1/1") + " last=F1", "has 31 donuts; there are 30"),
        (f"donuts={EMPTY}2..... last=A1", "0 of chocolate, who has laid 1: donuts turn in pairs"),
        (f"donuts={EMPTY}1.2... last=none", "last=none: a donut of vanilla, .*(C1)"),
        (f"donuts={EMPTY}1.2... last=A1", "last=A1: a donut of vanilla"),
        (f"donuts={EMPTY}1.2... last=G9", "last=G9: a donut of vanilla"),
        (f"donuts={EMPTY}1.11.1 last=none", "last=none: a donut of vanilla.*there is none"),
        ("donuts=11111./....../2.2.../....../2.2.../2..... last=A1", "five in a row for the side"),
        (f"donuts={EMPTY}121.2. last=B1", "last=B1: A1 and C1 would have turned"),
        (f"donuts={EMPTY}1221.. last=B1", "last=B1: A1 and D1 would have turned"),
        ("donuts=11111./....../2.2.2./....../2.2.../1..... last=A1", "the game was over before"),
    ],
)
def test_impossible_positions_are_refused(fields: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        State.from_text(f"donuts layout={ROWS} {fields}", GAMES)


def test_a_run_between_opponents_is_possible_when_its_ends_have_just_turned() -> None:
    state = insertion("VV*VV_")
    assert State.from_text(state.text(), GAMES).text() == state.text()


def test_hash_tells_apart_what_matters_and_only_that() -> None:
    donuts = "2.2.../....../....../2...../....../1.1.1."
    hashes = {last: position(donuts, last).position.hash() for last in ("A6", "C6", "A3")}
    assert hashes["A6"] == hashes["C6"] != hashes["A3"]
    swapped = position(donuts.translate(str.maketrans("12", "21")), "A1").position.hash()
    assert swapped not in hashes.values()


def test_hash_of_a_free_choice_does_not_depend_on_the_last_cell() -> None:
    full = f"{EMPTY}112212"
    one, other = (position(full.replace("2212", "1222"), last) for last in ("D1", "F1"))
    assert one.legal_moves() == other.legal_moves()
    assert one.position.hash() == other.position.hash()


def test_undo_restores_turned_donuts() -> None:
    state = position("2.2.../....../....../....../....../1...1.", "A6")
    before = state.text(), state.position.hash(), state.position.value()
    state.play("B6")
    state.undo()
    assert (state.text(), state.position.hash(), state.position.value()) == before


def test_copies_are_independent() -> None:
    state = game(moves="A1 C1")
    other = state.copy()
    other.play("B1")
    assert state.legal_moves() == ["B1", "D1", "E1", "F1"]
    other.undo()
    assert other.text() == state.text()


def test_evaluation_sees_the_win_by_the_next_donut() -> None:
    win = position("1111.2/....../....../....../2.2.../2.....", "F6").position
    turn = position("211.12/....../....../....../2...../......", "F6").position
    quiet = position("1.11.2/....../....../....../2...../2.....", "A1").position
    assert win.value() == turn.value() == 12000
    assert abs(quiet.value()) < 12000


def test_plain_evaluation_is_the_difference_of_the_groups() -> None:
    state = position("1111.2/....../....../....../2.2.../2.....", "F6")
    state.position.plain = True
    assert state.position.value() == 4 - 2


def test_read_layout_is_what_random_layout_writes() -> None:
    layout = random_layout(Dice(3), HOUSE_FACES)
    assert read_layout(layout.text).letter == layout.letter
