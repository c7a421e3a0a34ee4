"""SGF: collections, what is not kept, and what is wrong with a file (docs/sgf.md)."""

import pytest

from clients.convert.forms import FORMS
from clients.convert.game import Game
from clients.convert.replay import replay
from protocol.game_record import GameRecord, write_sgf
from protocol.sgf import MAX_FILE, MAX_GAME
from tests.clients.convert.support import GORAMI, errors, games, readings

GAME = f"(;FF[4]QST[{GORAMI}]\n;B[C3=2]\n;W[B2=1])"


def test_a_collection_with_other_text_around() -> None:
    assert len(games("sgf", f"first {GAME}\nand (no game)\n{GAME}\n")) == 2


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (GAME, set()),
        (GAME.replace("FF", "AP[An:1]GM[1]CA[UTF-8]FF"), set()),
        (GAME.replace("]\n;W", "]TR[A2]SZ[5]\n;W"), {"the property TR", "the property SZ"}),
        (f"(;QST[{GORAMI}];B[C3=2](;W[B2=1])(;W[A2=1]))", {"variations"}),
        (f"(;QST[{GORAMI}];B[C3=2](;W[B2=1]C[a)(;b]))", set()),
        (f"(a) [ (b){GAME}", set()),
    ],
)
def test_what_is_not_kept(text: str, lost: set[str]) -> None:
    (game,) = games("sgf", text)
    assert game.lost == lost


def test_moves_and_setups_are_written_in_their_canonical_form() -> None:
    (game,) = games("sgf", "(;QST[siege_stones towers=8];B[d4];W[ e4=t ])")
    text = FORMS["sgf"].write(replay(game), 1)
    assert ";B[D4=S]\n;W[E4=T]" in text
    assert "QST[siege_stones players=2 towers=8 opening=any first_tower=any]" in text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "x: game 1: there is no game: it would begin with '(;'"),
        ("nothing here", "x: game 1: there is no game"),
        (
            GAME.replace("C3=2", "H9=2"),
            "x:2: game 1, move 1: illegal move 'H9=2': H9=2 is no move of",
        ),
        (GAME.replace("W", "B"), "x:3: game 1, move 2: seat 1 moves, but it is the turn of seat 2"),
        (GAME.replace("W[B2=1]", "QMV[3:B2=1]"), "x:3: game 1, move 2: seat 3 moves, but it is"),
        (
            GAME.replace("W[B2=1]", "QMV[5:B2=1]"),
            "x:3: game 1, move 2: a seat from 1 to 4 expected",
        ),
        (GAME.replace("gorami", "chess"), "x:1: game 1: 'chess' is not one of kulami, donuts"),
        (
            GAME.replace("board=16", "board=17"),
            "x:1: game 1: board: 16 or 22 or 24 expected, not '17'",
        ),
        (GAME.replace("board=16", "board"), "x:1: game 1: name=value expected, not 'board'"),
        (GAME.replace(GORAMI, "donuts"), "x:1: game 1: the setup 'donuts' draws a board at random"),
        (GAME.replace("\n;B", "QPO[x=1]\n;B"), "x:1: game 1: "),
        (GAME.replace("\n;B", "PB[a]QNA[3:c]\n;B"), "x:1: game 1: 3 players for 2 seats"),
        (GAME.replace("\n;B", "QOP[9]\n;B"), "x:1: game 1: an opening of 9 moves in a game of 2"),
        (
            GAME.replace("QST", "XST"),
            "x: game 1: no record of these games: QST, the setup line, is",
        ),
        (GAME[:-1], "x:3:9: game 1: the file ends in the middle of a game: ')' is missing"),
        (GAME[:-4], "x:3:3: game 1: the file ends in this value: ']' is missing"),
        ("(" * 100_000, "x: game 1: there is no game"),
        (f"(;QST[{GORAMI}]" + "(;" * 100_000, "x:1:"),
        (
            f"(;QST[{GORAMI}]C[{'x' * MAX_GAME}])",
            f"x:1:24: game 1: the game has more than {MAX_GAME}",
        ),
        ("x" * (MAX_FILE + 1), "x: game 1: the file has more than 16 MiB"),
        (
            GAME.replace("FF", "CA[EBCDIC]FF"),
            "x:1: game 1: the character set 'EBCDIC' is not known",
        ),
        (GAME.replace("\n;W", "\n\0;W"), "x:3: game 1: a NUL byte: this is no text"),
    ],
)
def test_errors(text: str, error: str) -> None:
    (found,) = errors("sgf", text)
    assert found.startswith(error)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (
            GAME.encode("utf-16"),
            "x:1: game 1: a NUL byte: this is no text (UTF-16 is not read, UTF-8 is)",
        ),
        (
            GAME.replace("FF", "CA[UTF-8]\nPB[Zo]FF").encode().replace(b"Zo", b"Zo\xeb"),
            "x:2: game 1: the bytes are not in the character set utf-8",
        ),
    ],
)
def test_wrong_encodings(data: bytes, error: str) -> None:
    (found,) = errors("sgf", data)
    assert found == error


@pytest.mark.parametrize("codec", ["utf-8-sig", "latin-1"])
def test_right_encodings(codec: str) -> None:
    (game,) = games("sgf", GAME.replace("FF[4]", "FF[4]PB[Zoë]").encode(codec))
    assert game.record.players == ("Zoë",)


def test_a_game_of_go_is_none_of_ours() -> None:
    (found,) = errors("sgf", "(;GM[1]FF[4]SZ[19];B[dd];W[pp])")
    assert "QST, the setup line, is missing" in found


def test_after_a_wrong_game_the_next_is_read() -> None:
    """But not after an error in the grammar."""
    wrong = GAME.replace("QST", "XST")
    found = readings("sgf", GAME + wrong + GAME)
    assert [isinstance(each, Game) for each in found] == [True, False, True]
    found = readings("sgf", GAME + "(;QST)" + GAME)
    assert [isinstance(each, Game) for each in found] == [True, False]


def test_a_game_that_would_not_be_read_again_is_not_written() -> None:
    record = GameRecord(GORAMI, comment="x" * MAX_GAME)
    assert len(write_sgf(record)) > MAX_GAME
    with pytest.raises(Exception, match=f"in SGF it has more than {MAX_GAME} characters"):
        FORMS["sgf"].write(replay(Game("jsonl", record)), 1)
