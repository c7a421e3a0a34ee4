"""Moves in two words, filler passes, and what they do to all that changes a game."""

from pathlib import Path

import pytest

from engine.games.registry import GAMES

from .gogui_talk import GoguiTalk
from .sessions import Talk

#: A move of each game with a palette in two words: the cell, the piece, and the native move.
COMPOUND = {
    "gorami": ("D3", "E6", "D3=3"),
    "gorami board=16": ("C3", "B6", "C3=1"),
    "siege_stones": ("D4", "G1", "D4=T"),
    "siege_stones towers=0": ("D4", "A7", "D4=S"),
}
compound = pytest.mark.parametrize("line", COMPOUND, ids=lambda line: line.replace(" ", "-"))


def native_history(talk: Talk) -> list[str]:
    return [played.text for played in talk.state.history]


def play_native(talk: GoguiTalk, moves: str) -> None:
    """Play native moves of alternating seats, each in its words."""
    for number, move in enumerate(moves.split()):
        for word in talk.session.spell(move):
            talk.ok(f"play {'bw'[number % 2]} {word}")


# ---------------------------------------------------------------------- half-moves


@compound
def test_a_move_in_two_words(line: str) -> None:
    talk = GoguiTalk(line)
    cell, piece, move = COMPOUND[line]
    empty = talk.ok("position")
    assert talk.ask(f"play b {cell.lower()}") == "= "
    assert talk.ok("position") == empty
    assert talk.ok("gogui-rules_side_to_move") == "black"
    assert piece in talk.ok("gogui-rules_legal_moves").split()
    assert set(talk.ok("legal_moves").split()) <= set(talk.session.embedding.palette.values())
    assert talk.session.open_cell == cell
    assert talk.session.spell(move) == [cell, piece]
    assert talk.ask(f"play b {piece.lower()}") == "= "
    assert native_history(talk) == [move]
    assert talk.ok("gogui-rules_side_to_move") == "white"
    assert talk.session.open_cell is None
    assert talk.ok("history") == f"1 {cell}\n1 {piece}"


@compound
def test_wrong_words_change_nothing(line: str) -> None:
    talk = GoguiTalk(line)
    cell, piece, move = COMPOUND[line]
    for wrong in (f"b {piece}", f"b {move}", f"w {cell}", "b pass", "w pass", "b resign", "b K10"):
        before = talk.everything()
        assert talk.ask(f"play {wrong}") == "? illegal move"
        assert talk.everything() == before
    talk.ok(f"play b {cell}")
    for wrong in (f"b {cell}", f"b {move}", f"w {piece}", f"w {cell}", "b pass", "b resign"):
        before = talk.everything()
        assert talk.ask(f"play {wrong}") == "? illegal move"
        assert talk.everything() == before
    for wrong in ("b", "b A1 =", "x A1", "b A1=3=T", "b @"):
        before = talk.everything()
        assert talk.ask(f"play {wrong}").startswith(("? syntax error: ", "? illegal move"))
        assert talk.everything() == before


def test_the_palette_offers_only_what_is_legal() -> None:
    """G7: next to a 3 there can be no other; G6: with no disc of a number left, none at all."""
    talk = GoguiTalk("gorami")
    talk.play_out(["b D3", "b E6", "w E3"])
    assert talk.ok("gogui-rules_legal_moves") == "C6 D6"
    assert talk.ask("play w E6") == "? illegal move"
    talk = GoguiTalk("siege_stones first_tower=other")
    talk.play_out(["b D4", "b A7", "w D5", "w A7", "b A1"])
    assert talk.ok("gogui-rules_legal_moves") == "A7"  # S12: who placed the first stone waits


def test_a_cell_without_a_legal_piece_cannot_be_begun() -> None:
    """G7: B3 of board 16 has the neighbours A3, C3 and B2 with 2, 1 and 3 at the end."""
    moves = "E3=1 C1=2 C3=1 A3=2 D1=3 B4=3 E2=3 B2=3 D4=2 D3=3 C2=2 A2=1 B1=1 D2=1"
    talk = GoguiTalk("gorami board=16")
    play_native(talk, moves)
    assert talk.ok("legal_moves") == "pass"
    assert talk.ask("play b B3") == "? illegal move"
    assert talk.ask("play w pass") == "? illegal move"
    assert talk.ok("genmove b") == "pass"
    assert talk.ask("play b pass") == "? illegal move"
    assert talk.ok("genmove w") == "C4"
    assert talk.ok("genmove b") == "pass"
    assert talk.ok("genmove w") == "B6"
    assert talk.ok("final_score") == "W+7"


# ---------------------------------------------------------------------- passes that fill in


@compound
def test_the_other_colour_passes_while_a_half_move_is_open(line: str) -> None:
    talk = GoguiTalk(line)
    cell, piece, move = COMPOUND[line]
    talk.ok(f"play b {cell}")
    assert talk.ok("reg_genmove w") == "pass"
    assert talk.ok("history") == f"1 {cell}"
    assert talk.ok("genmove w") == "pass"
    assert talk.ask("play w PASS") == "= "
    assert talk.ok("gogui-rules_side_to_move") == "black"
    assert talk.ok(f"play b {piece}") == ""
    assert native_history(talk) == [move]
    assert talk.ask("play b pass") == "? illegal move"
    assert talk.ask("genmove b") == "? wrong colour"


@pytest.mark.parametrize("game", GAMES)
def test_no_pass_between_moves(game: str) -> None:
    talk = GoguiTalk(game)
    before = talk.everything()
    assert talk.ask("play w pass") == "? illegal move"
    assert talk.ask("genmove w") == "? wrong colour"
    assert talk.ask("reg_genmove w") == "? wrong colour"
    assert talk.everything() == before


@pytest.mark.parametrize("game", GAMES)
def test_strict_alternation_to_two_passes_at_the_end(game: str) -> None:
    """What gogui-twogtp does with two engines: each word goes to the other one, too."""
    black, white = GoguiTalk(f"{game} seed=7" if game == "donuts" else game), GoguiTalk()
    assert white.ok(f"newgame {black.ok('setup')}") == black.ok("setup")
    words: list[str] = []
    while words[-2:] != ["pass", "pass"]:
        colour = "bw"[len(words) % 2]
        mover, other = (black, white) if colour == "b" else (white, black)
        words.append(mover.ok(f"genmove {colour}"))
        other.ok(f"play {colour} {words[-1]}")
    assert black.ok("side_to_move") == "none"
    assert black.ok("history") == white.ok("history")
    assert black.ok("final_score") == white.ok("final_score") != ""
    if not black.session.embedding.palette:
        assert "pass" not in words[:-2]


# ---------------------------------------------------------------------- choosing


@compound
def test_what_was_thought_is_said_in_two_words(line: str) -> None:
    talk = GoguiTalk(line)
    talk.ok("param nodes 60")
    first = talk.ok("reg_genmove b")
    cell = talk.ok("genmove b")
    assert cell == first
    assert talk.ok("explain_last_move") == "no move was generated yet"
    piece = talk.ok("reg_genmove b")
    assert talk.ok("genmove") == piece
    (move,) = native_history(talk)
    assert talk.session.spell(move) == [cell, piece]
    assert f"pv {move}" in talk.ok("explain_last_move")
    talk.ok("undo")
    assert talk.ok("genmove b") == piece


@pytest.mark.parametrize("level", [0, 1, 3, 10])
@compound
def test_a_half_move_of_somebody_else_is_completed(line: str, level: int) -> None:
    talk = GoguiTalk(line)
    cell, _, _ = COMPOUND[line]
    talk.ok(f"param level {level}")
    talk.ok("param nodes 40")
    talk.ok(f"play b {cell}")
    before = talk.everything()
    piece = talk.ok("reg_genmove b")
    assert talk.everything() == before
    assert talk.ok("genmove b") == piece
    assert [move.partition("=")[0] for move in native_history(talk)] == [cell]


def test_a_piece_that_loses_is_not_chosen() -> None:
    """S-A: blue's tower on F5 gives yellow its fourth."""
    talk = GoguiTalk("siege_stones")
    play_native(talk, "F3=S C1=S F7=S F4=S C5=T D6=S D1=T C4=S B5=T D5=T")
    talk.ok("param nodes 20000")
    talk.ok("param depth 1")
    talk.ok("play b F5")
    assert talk.ok("genmove b") == "A7"


LOST = "E3=1 C1=2 C3=1 A3=2 D1=3 B4=3 E2=3 B2=3 D4=2 D3=3 C2=2 A2=1"


def test_a_lost_game_is_resigned_before_the_first_word() -> None:
    """Golden game G1: yellow is to move and loses, whatever it does."""
    talk = GoguiTalk("gorami board=16")
    play_native(talk, LOST)
    talk.ok("param nodes 1000000")
    assert talk.ok("reg_genmove b") != "resign"
    talk.ok("param resign on")
    said, board = talk.ok("history"), talk.ok("gogui-rules_board")
    assert talk.ok("genmove b") == "resign"
    assert (talk.ok("history"), talk.ok("gogui-rules_board")) == (said, board)
    assert talk.ok("gogui-rules_legal_moves") == ""
    assert talk.ok("gogui-rules_final_result") == ("blue (white stones) wins: yellow has resigned")
    assert talk.ok("final_score") == "W+"
    assert talk.ok("genmove w") == "pass"
    assert talk.ok("undo") == ""
    assert talk.ok("history") == said
    assert talk.ok("side_to_move") == "1 yellow"


def test_a_resignation_goes_with_the_last_word() -> None:
    """A client such as GoGui does not count it as a move of its own."""
    talk = GoguiTalk("gorami board=16")
    play_native(talk, LOST)
    talk.ok("param nodes 1000000")
    talk.ok("param resign on")
    assert talk.ok("genmove b") == "resign"
    said = talk.ok("history").split("\n")
    assert talk.ok("undo") == ""
    assert talk.ok("history").split("\n") == said[:-1]
    assert talk.session.open_cell == "A2"
    assert talk.ok("side_to_move") == "2 blue"


# ---------------------------------------------------------------------- taking back


@compound
def test_undo_takes_back_one_word(line: str) -> None:
    talk = GoguiTalk(line)
    cell, piece, _ = COMPOUND[line]
    states = [talk.everything()]
    for word in (f"b {cell}", "w pass", f"b {piece}"):
        talk.ok(f"play {word}")
        states.append(talk.everything())
    for state in reversed(states[:-1]):
        assert talk.ask("undo") == "= "
        assert talk.everything() == state
    assert talk.ask("undo") == "? cannot undo"
    talk.ok(f"gogui-play_sequence b {cell} w PASS b {piece}")
    assert talk.everything() == states[-1]
    assert talk.ask("gg-undo 4") == "? cannot undo"
    assert talk.everything() == states[-1]
    assert talk.ask("gg-undo 0") == "= "
    assert talk.ask("gg-undo 2") == "= "
    assert talk.everything() == states[1]


@compound
def test_a_sequence_is_played_whole_or_not_at_all(line: str) -> None:
    talk = GoguiTalk(line)
    cell, piece, _ = COMPOUND[line]
    talk.ok(f"play b {cell}")
    before = talk.everything()
    good = f"w pass b {piece}"
    for wrong in ("b pass", f"b {cell}", "w A1=1", "w", "x A1", "w nonsense", f"w {cell}"):
        for command in ("gogui-play_sequence", "play_sequence"):
            answer = talk.ask(f"{command} {good} {wrong}")
            assert answer == "? illegal move" or answer.startswith("? syntax error: ")
            assert talk.everything() == before
    assert talk.ask("gogui-play_sequence") == "= "
    assert talk.everything() == before


@compound
@pytest.mark.parametrize(
    "change",
    ["clear_board", "newgame", "boardsize", "setposition", "loadsgf"],
)
def test_a_half_move_is_dropped_by_whatever_changes_the_game(
    line: str, change: str, tmp_path: Path
) -> None:
    talk = GoguiTalk(line)
    cell, piece, _ = COMPOUND[line]
    file = tmp_path / "game.sgf"
    talk.ok(f"printsgf {file}")
    size = talk.ok("gogui-rules_board_size").split()[0]
    commands = {
        "clear_board": "clear_board",
        "newgame": f"newgame {talk.ok('setup')}",
        "boardsize": f"boardsize {size}",
        "setposition": f"setposition {talk.ok('position')}",
        "loadsgf": f"loadsgf {file}",
    }
    empty = talk.everything()
    talk.ok(f"play b {cell}")
    assert talk.ok(commands[change]) in ("", talk.ok("setup"))
    assert talk.everything() == empty
    assert talk.ask(f"play b {piece}") == "? illegal move"
    assert talk.ask("play w pass") == "? illegal move"


def test_a_loaded_game_is_taken_back_word_by_word(tmp_path: Path) -> None:
    talk = GoguiTalk("gorami")
    talk.play_out(["b D3", "b E6", "w E3", "w C6"])
    file = tmp_path / "game.sgf"
    talk.ok(f"printsgf {file}")
    talk.ok("newgame kulami")
    talk.ok(f"loadsgf {file}")
    assert talk.ok("history") == "1 D3\n1 E6\n2 E3\n2 C6"
    talk.ok("undo")
    assert talk.session.open_cell == "E3"
    assert talk.ok("gogui-rules_legal_moves") == "C6 D6"


@pytest.mark.parametrize("line", ["play w pass", "genmove w", "genmove"])
def test_passes_after_a_finished_position_count_from_there(line: str) -> None:
    talk = GoguiTalk("siege_stones")
    play_native(talk, "F3=S C1=S F7=S F4=S C5=T D6=S D1=T C4=S B5=T D5=T F5=T")
    position = talk.ok("position")
    talk.ok("newgame gorami")
    talk.ok("play b D3")
    talk.ok(f"setposition {position}")
    talk.ok(line)
    assert talk.ok("history").split() in (["2", "pass"], ["1", "pass"])
    assert talk.ok("position") == position
    talk.ok("undo")
    assert talk.ask("undo") == "? cannot undo"


# ---------------------------------------------------------------------- what cannot be here


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_players_are_refused_everywhere(players: int, tmp_path: Path) -> None:
    native = Talk()
    native.ok(f"newgame siege_stones players={players}")
    native.ok("play 1 D4")
    file = tmp_path / "game.sgf"
    native.ok(f"printsgf {file}")
    talk = GoguiTalk("siege_stones")
    talk.ok("play b C3")
    before = talk.everything()
    for command in (
        f"newgame siege_stones players={players}",
        f"newgame players={players}",
        f"setposition {native.ok('position')}",
        f"loadsgf {file}",
    ):
        answer = talk.ask(command)
        assert answer.startswith("? unsupported game: the gogui dialect has stones of two colours")
        assert f"{players} players" in answer
        assert talk.everything() == before


def test_boards_of_other_sizes() -> None:
    talk = GoguiTalk("gorami")
    for size, setup in ((6, "board=16"), (7, "board=22")):
        assert talk.ask(f"boardsize {size}") == "= "
        assert talk.ok("setup") == f"gorami {setup}"
    assert talk.ask("boardsize 19") == "? unacceptable size"
    talk.ok("newgame gorami board=24")
    talk.ok("boardsize 7")
    assert talk.ok("setup") == "gorami board=24"
    talk.ok("newgame siege_stones")
    assert talk.ask("boardsize 6") == "? unacceptable size"
    talk.ok("newgame kulami scoring=both")
    talk.ok("boardsize 9")
    assert talk.ok("setup").startswith("kulami scoring=both layout=...AABB../.CCAADDD./")


# ---------------------------------------------------------------------- setting up


def test_a_position_of_stones_alone_can_be_set_up() -> None:
    talk = GoguiTalk("siege_stones")
    assert talk.ask("gogui-setup B D4 W D5") == "= "
    assert talk.ok("history") == ""
    stones = [cell.vertex for cell in talk.state.board().cells if cell.piece == "S"]
    assert stones == ["D4", "D5"]
    assert talk.ask("gogui-setup_player B") == "= "
    wrong = "? cannot set up: with these stones it is the turn of blue (black stones)"
    assert talk.ask("gogui-setup_player W") == wrong
    assert talk.ask("gogui-setup b C3 w C4") == "? cannot set up: the board is not empty"


def test_nobody_is_to_move_after_the_end() -> None:
    talk = GoguiTalk("siege_stones")
    play_native(talk, "F3=S C1=S F7=S F4=S C5=T D6=S D1=T C4=S B5=T D5=T F5=T")
    assert talk.ask("gogui-setup_player b") == "? cannot set up: the game is over"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("b D4 b D5", "pieces= has 2 pieces, so seat 1 had 1 turns, but 2 stones of it"),
        ("b D4 w D4", "two stones on D4"),
        ("b A7", "'A7' is no cell of the board"),
        ("b pass", "'pass' is no cell of the board"),
    ],
)
def test_stones_that_cannot_be(words: str, why: str) -> None:
    talk = GoguiTalk("siege_stones")
    before = talk.everything()
    assert talk.ask(f"gogui-setup {words}") == f"? cannot set up: {why}"
    assert talk.everything() == before


@pytest.mark.parametrize("game", ["kulami", "donuts", "gorami"])
def test_where_stones_are_not_everything(game: str) -> None:
    talk = GoguiTalk(game)
    before = talk.everything()
    title = GAMES[game].title
    assert talk.ask("gogui-setup b A1") == (
        f"? cannot set up: a position of {title} is more than stones; setposition takes it whole"
    )
    assert talk.everything() == before
    assert talk.ask("gogui-setup") == "= "
