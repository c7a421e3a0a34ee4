"""The table of first moves: every house board has its place, and the moves in it win."""

import pytest

from engine.games.donuts import first_moves
from engine.games.donuts.board import HOUSE_FACES, SIDE, quarter_turn, random_layout
from engine.games.donuts.first_moves import BOARDS, board, first_move, number_of, table
from engine.games.donuts.position import Donuts
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.search.proof_table import ProofTable
from engine.search.proving import Prover
from tests.games.support import COMPILED

#: Boards that are solved quickly after the first move, by the seed of ``newgame``.
QUICK = (1, 2, 3, 4, 5, 6, 7, 9, 10, 12) if COMPILED else (5,)


def turned(text: str) -> str:
    """The board a quarter turn clockwise."""
    return "/".join(quarter_turn(text.split("/")))


def test_there_are_as_many_boards_as_the_tiles_allow() -> None:
    """4! orders, 2 faces and 4 rotations for each of 4 tiles, of which 4 boards are one turned."""
    assert BOARDS == 24 * 2**4 * 4**4 // 4
    numbers = range(0, BOARDS, 1 if COMPILED else 97)
    assert len({board(number).text for number in numbers}) == len(numbers)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_board_is_found_by_its_number_however_it_lies(seed: int) -> None:
    text = random_layout(Dice(seed), HOUSE_FACES).text
    place = number_of(text)
    assert place is not None
    number, turns = place
    known = text
    for _ in range(turns):
        known = turned(known)
    assert board(number).text == known
    again = number_of(turned(text))
    assert again is not None
    assert again[0] == number


@pytest.mark.parametrize(
    "layout",
    [
        "HHHHHH/HHHHHH/HHHHHH/VVVVVV/VVVVVV/VVVVVV",
        "VHBVHB/BSSBSS/HVHHVH/VHBVHB/BSSBSS/HVHHVH",  # one tile four times
    ],
)
def test_other_boards_have_no_number(layout: str) -> None:
    assert number_of(layout) is None
    assert first_move(layout) is None


def test_seat_1_wins_on_every_board() -> None:
    """So says the table; each cell is one of the 36."""
    assert len(table()) == BOARDS
    assert max(table()) < SIDE * SIDE


@pytest.mark.parametrize("seed", QUICK)
def test_the_recorded_move_wins(seed: int) -> None:
    position = GAMES["donuts"].setup({"seed": str(seed)}).start()
    move = position.on_record()
    assert move is not None
    position.play(move)
    assert position.on_record() is None
    assert not Prover(position, ProofTable(16)).ask(0)


@pytest.mark.parametrize("number", [0, 5000, 11111, 24575])
def test_a_turned_board_has_the_turned_move(number: int) -> None:
    text = board(number).text
    move = first_move(text)
    assert move is not None
    for _ in range(3):
        text = turned(text)
        x, y = move & 7, move >> 3
        move = 8 * (SIDE - 1 - x) + y
        assert first_move(text) == move


@pytest.mark.parametrize("entry", [first_moves.DRAWN, first_moves.LOST])
def test_a_board_that_cannot_be_won_has_no_first_move(
    entry: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_moves, "table", lambda: bytes([entry]) * BOARDS)
    assert Donuts(board(7)).on_record() is None


def test_without_the_table_no_move_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_moves, "FILE", "missing.table")
    table.cache_clear()
    try:
        assert Donuts(board(7)).on_record() is None
    finally:
        monkeypatch.undo()
        table.cache_clear()
