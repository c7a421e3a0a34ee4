"""The rules that all games share (RULES C1 to C8)."""

import pytest

from engine.games.errors import IllegalMove, InvalidPosition, UnknownGame
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State, find
from engine.games.vertex import COLUMNS, vertex
from tests.games.support import played, samples

COLOURS = {
    "kulami": ("red", "black"),
    "donuts": ("chocolate", "vanilla"),
    "gorami": ("yellow", "blue"),
    "siege_stones": ("blue", "yellow", "red", "green"),
}


@pytest.mark.parametrize("name", GAMES)
def test_c1_seats_and_their_colours(name: str) -> None:
    assert GAMES[name].colours == COLOURS[name]
    state = State(GAMES[name].setup(GAMES[name].samples[0]))
    assert state.seat == 1
    assert state.colour == COLOURS[name][0]
    assert [score.seat for score in state.scores()] == list(range(1, state.setup.seats + 1))


def test_c2_columns_skip_the_letter_i() -> None:
    assert COLUMNS == "ABCDEFGHJK"
    assert [vertex(column, 0) for column in (0, 7, 8, 9)] == ["A1", "H1", "J1", "K1"]
    assert vertex(2, 9) == "C10"


@pytest.mark.parametrize("name", GAMES)
def test_c2_c3_moves_are_read_in_any_case_and_written_in_upper_case(name: str) -> None:
    state = State(GAMES[name].setup(GAMES[name].samples[0]))
    move = state.legal_moves()[-1]
    assert move == move.upper()
    assert state.play(move.lower()) == move


@pytest.mark.parametrize("word", ["", "D", "4D", "D04", "I4", "L4", "D4=", "D4=X", "D4 ", "passs"])
def test_c3_words_that_are_no_moves(word: str) -> None:
    for game in GAMES.values():
        state = State(game.setup(game.samples[0]))
        with pytest.raises(IllegalMove) as caught:
            state.play(word)
        assert caught.value.rule == "C3"


def test_c3_pieces_belong_to_their_games() -> None:
    assert played("siege_stones", {}, ["D4"]).history[0].text == "D4=S"
    assert played("siege_stones", {}, ["d4=t"]).history[0].text == "D4=T"
    for name, word in (
        ("kulami", "D4=1"),
        ("donuts", "D4=S"),
        ("gorami", "D3"),
        ("gorami", "D3=T"),
        ("siege_stones", "D4=1"),
        ("kulami", "pass"),
        ("donuts", "pass"),
        ("siege_stones", "pass"),
    ):
        state = State(GAMES[name].setup(GAMES[name].samples[0]))
        with pytest.raises(IllegalMove, match="C3"):
            state.play(word)


def test_c3_pass_is_written_in_lower_case_and_read_in_any() -> None:
    for seed in range(400):
        state, dice = State(GAMES["gorami"].setup({"board": "16"})), Dice(seed)
        while state.seat is not None and state.legal_moves() != ["pass"]:
            state.play(dice.choice(state.legal_moves()))
        if state.seat is not None:
            assert state.play("PASS") == "pass"
            return
    pytest.fail("no forced pass came up")


@pytest.mark.parametrize("name", ["kulami", "donuts"])
def test_c4_a_layout_is_rows_from_the_top_in_any_case(name: str) -> None:
    setup = GAMES[name].setup({"layout": "8x8" if name == "kulami" else "random", "seed": "5"})
    text = setup.options["layout"]
    assert GAMES[name].setup({"layout": text.lower()}).options["layout"] == text
    top_left = text.split("/")[0][0]
    board = State(setup).board()
    corner = next(cell for cell in board.cells if cell.vertex == f"A{setup.height}")
    glyph = {"H": "-", "V": "|", "S": "/", "B": "\\"}
    assert corner.print == (glyph[top_left] if name == "donuts" else top_left)
    assert "seed" not in setup.line


@pytest.mark.parametrize(("name", "options"), samples())
def test_c5_a_piece_never_moves_and_never_leaves(name: str, options: dict[str, str]) -> None:
    state, dice = State(GAMES[name].setup(options)), Dice(11)
    pieces: dict[str, str] = {}
    while state.seat is not None:
        move = state.play(dice.choice(state.legal_moves()))
        now = {cell.vertex: cell.piece for cell in state.board().cells if cell.piece}
        placed = {} if move == "pass" else {move.partition("=")[0]}
        assert set(now) == set(pieces) | set(placed)
        assert {cell: now[cell] for cell in pieces} == pieces
        pieces = now


@pytest.mark.parametrize(("name", "options"), samples())
def test_c6_over_or_a_legal_move(name: str, options: dict[str, str]) -> None:
    for seed in range(5):
        state, dice = State(GAMES[name].setup(options)), Dice(seed)
        while state.seat is not None:
            assert state.legal_moves()
            assert state.outcome() is None
            state.play(dice.choice(state.legal_moves()))
        assert state.legal_moves() == []
        assert state.outcome() is not None


TOTAL = {"donuts": "group", "gorami": "stripes", "siege_stones": "towers"}


@pytest.mark.parametrize(("name", "options"), samples())
def test_c7_totals_at_any_time(name: str, options: dict[str, str]) -> None:
    state, dice = State(GAMES[name].setup(options)), Dice(2)
    while state.seat is not None:
        for score in state.scores():
            if name in TOTAL:
                assert str(score.total) == score.parts[TOTAL[name]]
            else:
                assert score.total >= int(score.parts["tiles"])
        state.play(dice.choice(state.legal_moves()))


def test_c8_names_and_defaults() -> None:
    assert list(GAMES) == ["kulami", "donuts", "gorami", "siege_stones"]
    lines = {name: game.setup().line for name, game in GAMES.items()}
    assert lines["kulami"].startswith("kulami scoring=standard layout=AABCCCDD/AABEEFDD/")
    assert lines["gorami"] == "gorami board=22"
    assert lines["siege_stones"] == "siege_stones players=2 towers=8 opening=any first_tower=any"
    assert lines["donuts"].startswith("donuts layout=")
    assert GAMES["donuts"].setup() != GAMES["donuts"].setup()


def test_games_are_found_in_any_case_and_only_those_of_the_table() -> None:
    assert find(GAMES, "KuLaMi") is GAMES["kulami"]
    with pytest.raises(UnknownGame, match="kulami, donuts, gorami, siege_stones"):
        find(GAMES, "chess")
    with pytest.raises(UnknownGame):
        State.from_text("", GAMES)
    with pytest.raises(InvalidPosition, match="name=value expected, not 'red'"):
        State.from_text("kulami red", GAMES)
