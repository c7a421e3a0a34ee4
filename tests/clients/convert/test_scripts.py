"""GTP scripts: what an engine would play (PROTOCOL section 3)."""

from collections.abc import Sequence

import pytest

from clients.convert.errors import BadGame
from clients.convert.game import Game
from protocol.game_record import GameRecord, Move
from protocol.sgf import MAX_FILE
from protocol.wire import MAX_LINE
from tests.clients.convert.support import GORAMI, errors, games, readings, replayed

KULAMI = (
    "kulami scoring=standard layout="
    "AABCCCDD/AABEEFDD/GGBEEFDD/GGHHHIII/JJHHHKKL/MNNOOKKL/MNNPPPQQ/MNNPPPQQ"
)
THREE = "newgame siege_stones players=3"


def moves(text: str) -> list[str]:
    """The moves of the script's only game."""
    return [f"{move.seat} {move.text}" for move in replayed("gtp", text).record.moves]


def record(text: str) -> GameRecord:
    return replayed("gtp", text).record


# ---------------------------------------------------------------------- what changes a game


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("play b D4\nplay w d7", ["1 D4", "2 D7"]),
        ("1 play red D4\n39play black D7", ["1 D4", "2 D7"]),
        ("\n  # words\n\tplay\tb\tD4   # more\r\n", ["1 D4"]),
        ("\ufeffplay 1 D4", ["1 D4"]),
        ("play_sequence b D4 w D7 b D1\nundo", ["1 D4", "2 D7"]),
        ("play b D4\nplay w D7\ngg-undo 2\nplay b A1", ["1 A1"]),
        (f"{THREE}\nplay blue D4\nplay w E4=T\nplay red A1=s", ["1 D4=S", "2 E4=T", "3 A1=S"]),
        (f"{THREE}\nplay 1 D4\nplay 2 E4\nplay 3 A1", ["1 D4=S", "2 E4=S", "3 A1=S"]),
        ("set_game gorami\nplay yellow A1=1", ["1 A1=1"]),
        ("play b D4\nquit\nplay w A1", ["1 D4"]),
        ("play b D4\nkomi 6.5\nshowboard\nplay w D7", ["1 D4", "2 D7"]),
    ],
)
def test_moves(script: str, expected: list[str]) -> None:
    assert moves(script) == expected


@pytest.mark.parametrize(
    ("script", "setup"),
    [
        ("play b D4", KULAMI),
        ("newgame kulami", KULAMI),
        ("newgame scoring=both", KULAMI.replace("standard", "both")),
        ("newgame GORAMI board=16", GORAMI),
        ("newgame gorami board=16\nclear_board", GORAMI),
        ("newgame gorami board=16\nnewgame board=24", "gorami board=24"),
        ("set_game gorami\nrectangular_boardsize 5 4", GORAMI),
        ("newgame siege_stones towers=5\nboardsize 7", "siege_stones players=2 towers=5 "),
    ],
)
def test_setups(script: str, setup: str) -> None:
    assert record(script).setup.startswith(setup)
    assert record(script).moves == () or script == "play b D4"


def test_a_position() -> None:
    """It begins with the position, not with the moves before it."""
    text = record("newgame gorami board=16\nplay 1 C3=2\nplay 2 B2=1").setup
    position = "setposition gorami board=16 fields=../..../..../.."
    assert errors("gtp", position) != []
    begun = replayed("gtp", "newgame gorami board=16\nplay 1 C3=2\nplay 2 B2=1").state.text()
    found = record(f"setposition {begun}\nplay 1 A2=3")
    assert found.setup == text
    assert f"{found.setup} {found.position}" == begun
    assert [move.text for move in found.moves] == ["A2=3"]


def test_a_position_that_is_the_beginning_is_none() -> None:
    begun = replayed("gtp", "newgame gorami board=16").state.text()
    assert record(f"setposition {begun}").position == ""


def test_several_games_in_a_script() -> None:
    found = games("gtp", "play b D4\nnewgame gorami\nnewgame donuts seed=1\nplay 1 A1\nclear_board")
    assert [(game.record.setup.split()[0], len(game.record.moves)) for game in found] == [
        ("kulami", 1),
        ("donuts", 1),
    ]


# ---------------------------------------------------------------------- comments


def test_comments_say_who_played() -> None:
    found = record(
        "# player 2: Bob: the second\n# player 1: Ann\n# result: W+R\n# date: 2030-01-31\n"
        "# event: Cup\n# round: 3\n# opening: 1\n# comment: one\n# comment:\n# comment: three\n"
        f"newgame {GORAMI}\nplay 1 C3=2 # behind\n# below\n#\n# last\nplay 2 B2=1\nshowboard\n"
    )
    assert found == GameRecord(
        GORAMI,
        (Move(1, "C3=2", "behind\nbelow\n\nlast"), Move(2, "B2=1")),
        opening=1,
        players=("Ann", "Bob: the second"),
        result="W+R",
        date="2030-01-31",
        event="Cup",
        round="3",
        comment="one\n\nthree",
    )


def test_other_comments_before_the_moves_are_on_the_game() -> None:
    found = record(f"# A fine game\nnewgame {GORAMI}\n# to begin\nplay 1 C3=2")
    assert found.comment == "A fine game\nto begin"
    assert found.moves[0].comment == ""


def test_comments_without_a_beginning_count_too() -> None:
    assert record("# player 1: Ann\nplay b D4").players == ("Ann",)


def test_the_top_of_an_exported_script_is_understood() -> None:
    found = record(
        f"# game 12.2: A, B (x) (yellow), C (blue)\n# A beats B 3-1\nnewgame {GORAMI}\nplay 1 C3=2"
    )
    assert (found.players, found.round, found.comment) == (
        ("A, B (x)", "C"),
        "12.2",
        "A beats B 3-1",
    )


def test_comments_behind_a_game_belong_to_the_next() -> None:
    text = f"# player 1: Ann\nnewgame {GORAMI}\nplay 1 C3=2\nshowboard\n"
    first, second = games("gtp", text + text.replace("Ann", "Bob"))
    assert (first.record.players, second.record.players) == (("Ann",), ("Bob",))
    (alone,) = games("gtp", text + "# the end\n")
    assert alone.lost == {"comments behind the last move's"}


# ---------------------------------------------------------------------- what is not carried out


def test_commands_that_change_no_game_are_named() -> None:
    (game,) = games("gtp", "time_left b 3 0\nplay b D4\nname\nfrobnicate now\n3 bar\nshowboard\n")
    assert game.lost == {"the command time_left", "the command name"}
    assert [tuple(note) for note in game.notes] == [
        (4, "the command 'frobnicate' is not understood"),
        (5, "the command 'bar' is not understood"),
    ]


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("play b D4\nplay w D5", "x:2: game 1, move 2: illegal move 'D5': D5 is on the tile of"),
        (
            "play b D4\n\nplay b D7",
            "x:3: game 1, move 2: seat 1 moves, but it is the turn of seat 2",
        ),
        ("play b D4 w\nplay w", "x:2: game 1: syntax error: play COLOUR MOVE"),
        (
            "play 3 D4",
            "x:1: game 1, move 1: syntax error: colour expected, not '3' (b, w, red, black)",
        ),
        (
            f"{THREE}\nplay green D4",
            "x:2: game 1, move 1: syntax error: colour expected, not 'green'",
        ),
        ("play b resign", "x:1: game 1, move 1: resign is no move: say it before the game as"),
        ("play b Z99", "x:1: game 1, move 1: syntax error: move expected, not 'Z99'"),
        ("play_sequence b D4 w", "x:1: game 1: syntax error: MOVE missing"),
        ("play b D4\ngenmove w", "x:2: game 1: 'genmove' lets an engine choose"),
        ("loadsgf a.sgf", "x:1: game 1: 'loadsgf' reads another file; convert that one"),
        ("play b D4\ngg-undo 2", "x:2: game 1: cannot undo: 1 moves were played, not 2"),
        ("undo", "x:1: game 1: cannot undo"),
        ("gg-undo", "x:1: game 1: syntax error: gg-undo MOVES"),
        (
            "newgame chess",
            "x:1: game 1: 'chess' is not one of kulami, donuts, gorami, siege_stones",
        ),
        ("newgame gorami board=9", "x:1: game 1: board: 16 or 22 or 24 expected, not '9'"),
        ("newgame donuts", "x:1: game 1: the setup 'donuts' draws a board at random"),
        (
            "newgame layout=8x8",
            "x:1: game 1: the setup 'kulami layout=8x8' draws a board at random",
        ),
        ("set_game", "x:1: game 1: syntax error: set_game GAME"),
        ("setposition", "x:1: game 1: '' is not one of"),
        ("setposition kulami", "x:1: game 1: marbles= is missing"),
        ("boardsize 19", "x:1: game 1: unacceptable size"),
        ("boardsize", "x:1: game 1: syntax error: INTEGER missing"),
        ("boardsize x", "x:1: game 1: syntax error: whole number expected, not 'x'"),
        (
            "# opening: some\nplay b D4",
            "x:2: game 1: opening: a number of moves expected, not 'some'",
        ),
        ("# opening: 2\nplay b D4", "x:2: game 1: an opening of 2 moves in a game of 1"),
        ("# player 4: Eve\nplay b D4", "x:2: game 1: 4 players for 2 seats"),
        ("# result: B+4\nplay b D4", "x:2: game 1: the file says 'B+4', but the game is not over"),
        ("", "x: game 1: there is no game"),
        ("# nothing\nname\n", "x: game 1: there is no game"),
    ],
)
def test_errors(script: str, error: str) -> None:
    (found,) = errors("gtp", script)
    assert found.startswith(error)


@pytest.mark.parametrize(
    ("scripts", "broken"),
    [
        (["play b D4\nplay w D5\nundo\nplay w D7", "newgame gorami\nplay 1 A1=1"], [1]),
        (["play b A9", "set_game gorami\nplay 1 A1=1", "newgame gorami\nplay 1 A1=9"], [1, 3]),
        (["newgame chess\nplay b D4\nclear_board\nplay b D4", "newgame gorami\nplay 1 A1=1"], [1]),
        (["newgame gorami\nplay 1 A1=1", "newgame chess\nplay 1 A1=1", THREE + "\nplay 1 D4"], [2]),
        (["# opening: x\nplay b D4", "newgame gorami\nplay 1 A1=1"], [1]),
    ],
)
def test_a_script_goes_on_with_the_next_game_that_is_named(
    scripts: Sequence[str], broken: list[int]
) -> None:
    found = readings("gtp", "\n".join(scripts))
    assert len(found) == len(scripts)
    assert [n for n, each in enumerate(found, start=1) if not isinstance(each, Game)] == broken


HOSTILE: dict[str, tuple[bytes, str]] = {
    "a NUL": (b"play b D4\npl\0ay w D7\n", "x:2: game 1: a NUL byte: this is no text"),
    "UTF-16": ("play b D4\n".encode("utf-16"), "x:1: game 1: a NUL byte: this is no text (UTF-16"),
    "Latin-1": (b"play b D4\n# Zo\xeb\n", "x:2:5: game 1: the bytes are not in UTF-8"),
    "a long line": (b"play b D4\n\n" + b"x" * (MAX_LINE + 1), "x:3: game 1: line too long"),
    "a long file": (b"#" * (MAX_FILE + 1), "x: game 1: the file has more than 16 MiB"),
    "SGF": (b"(;FF[4];B[D4])\n", "x: game 1: there is no game"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_files_that_are_no_scripts(case: str) -> None:
    data, error = HOSTILE[case]
    (found,) = errors("gtp", data)
    assert found.startswith(error)


def test_a_comment_that_is_too_long_is_an_error_of_its_own_line() -> None:
    """The line after it keeps its number."""
    found = readings("gtp", b"#" * (MAX_LINE + 1) + b"\nnewgame gorami\nplay 1 A1=9\n")
    assert [(each.line, each.move) for each in found if isinstance(each, BadGame)] == [
        (1, 0),
        (3, 1),
    ]
