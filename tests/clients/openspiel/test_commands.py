"""The commands, one by one, and next to those of Quatuor's own engine."""

import re

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from hypothesis import given, settings
from hypothesis import strategies as st

from clients.openspiel import dispatch
from clients.openspiel.parameters import PARAMETERS
from clients.openspiel.session import Session
from clients.openspiel.table import COMMANDS
from engine.games.registry import GAMES
from engine.session import dispatch as quatuor
from engine.session.session import Session as QuatuorSession
from protocol.wire import CommandReader, encode_answer
from tests.games.support import load as golden

#: What GTP 2 demands, and what the project's protocol adds for a referee.
NEEDED = {
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "list_games",
    "newgame",
    "set_game",
    "setup",
    "legal_moves",
    "side_to_move",
    "score",
    "explain_last_move",
    "param",
}


class Talk:
    """A session, asked line by line; few simulations unless a test says otherwise."""

    def __init__(self) -> None:
        self.session = Session()
        self.session.parameters.set("nodes", "10")

    def __call__(self, line: str) -> str:
        """The answer as it goes out, without its empty line."""
        (message,) = CommandReader().feed(line.encode() + b"\n")
        return encode_answer(dispatch.handle(self.session, message)).decode().rstrip("\n")

    def lines(self, line: str) -> list[str]:
        """The lines of a successful answer."""
        said = self(line)
        assert said.startswith("= ")
        return said[2:].splitlines()


@pytest.fixture
def talk() -> Talk:
    return Talk()


# ---------------------------------------------------------------------- who it is


def test_it_says_who_it_is(talk: Talk) -> None:
    assert talk("protocol_version") == "= 2"
    assert talk("name") == "= OpenSpiel MCTS"
    assert re.fullmatch(r"= [0-9]+(\.[0-9]+)+", talk("version"))
    assert talk.lines("list_games") == list(GAMES)


def test_list_commands_is_the_table(talk: Talk) -> None:
    assert talk.lines("list_commands") == sorted(COMMANDS)
    assert set(COMMANDS) == NEEDED
    assert talk("known_command genmove") == "= true"
    assert talk("known_command Genmove") == "= false"


def test_every_command_has_a_help_text() -> None:
    assert all((entry.handler.__doc__ or "").strip() for entry in COMMANDS.values())


def test_ids_come_back(talk: Talk) -> None:
    assert talk("7 protocol_version") == "=7 2"
    assert talk("007nonsense") == "?7 unknown command"
    assert talk("-5 protocol_version") == "= 2"


def test_a_line_that_is_too_long_is_answered(talk: Talk) -> None:
    assert talk("3 name " + "x" * (1 << 20)) == "?3 line too long"


# ---------------------------------------------------------------------- setting up


def test_newgame_says_the_setup_that_rebuilds_it(talk: Talk) -> None:
    line = talk("newgame kulami layout=8x8 seed=3")[2:]
    assert line == GAMES["kulami"].setup({"layout": "8x8", "seed": "3"}).line
    assert talk(f"newgame {line}") == f"= {line}"
    assert talk("setup") == f"= {line}"


def test_newgame_without_a_game_is_the_current_one(talk: Talk) -> None:
    talk("set_game gorami")
    assert talk("newgame board=16") == "= gorami board=16"
    assert talk("newgame") == "= gorami board=22"


@pytest.mark.parametrize(
    ("line", "failure"),
    [
        ("newgame chess", "unsupported game"),
        ("set_game chess", "unsupported game"),
        ("set_game", "syntax error"),
        ("newgame gorami board=17", "invalid option: board"),
        ("newgame gorami size=9", "invalid option: size"),
        ("newgame gorami board=16 board=22", "syntax error"),
        ("newgame gorami 16", "syntax error"),
        ("boardsize 19", "unacceptable size"),
        ("boardsize", "syntax error"),
        ("play b", "syntax error"),
        ("play b A0", "syntax error"),
        ("play x A1", "syntax error"),
        ("play w D2=1", "illegal move"),
        ("play b A4=1", "illegal move"),
        ("play b pass", "illegal move"),
        ("play b resign", "illegal move"),
        ("genmove w", "wrong colour"),
        ("genmove green", "syntax error"),
        ("final_score", "cannot score"),
        ("param speed 3", "invalid option: speed"),
        ("param nodes many", "invalid option: nodes"),
        ("param movetime -1", "invalid option: movetime"),
        ("param uct_c -0.5", "invalid option: uct_c"),
        ("param nodes 1 2", "syntax error"),
        ("list_games now", "syntax error"),
        ("time_settings 1 2", "syntax error"),
        ("Play b D2=1", "unknown command"),
    ],
)
def test_a_failed_command_changes_nothing(talk: Talk, line: str, failure: str) -> None:
    talk("newgame gorami")
    talk("play yellow C3=2")
    talk("undo")
    before = [talk(each) for each in ("setup", "showboard", "side_to_move", "param")]
    said = talk(line)
    assert said.startswith(f"? {failure}")
    assert failure in ("syntax error",) or ":" in failure or said == f"? {failure}"
    assert [talk(each) for each in ("setup", "showboard", "side_to_move", "param")] == before


def test_a_very_long_wrong_word_is_not_repeated_whole(talk: Talk) -> None:
    assert len(talk("newgame gorami board=" + "9" * 5000)) < 500


def test_superfluous_arguments_of_standard_commands_are_ignored(talk: Talk) -> None:
    assert talk("protocol_version please") == "= 2"
    assert talk("undo 3") == "? cannot undo"


def test_boardsize_finds_a_board_of_the_game(talk: Talk) -> None:
    assert talk("boardsize 10") == "= "
    assert talk("setup") == f"= {GAMES['kulami'].setup({'layout': 'R10'}).line}"
    talk("set_game siege_stones")
    assert talk("boardsize 7") == "= "
    assert talk("boardsize 19") == "? unacceptable size"


# ---------------------------------------------------------------------- playing


def test_a_game_from_beginning_to_end(talk: Talk) -> None:
    talk("newgame gorami board=16")
    moves = 0
    while talk("side_to_move") != "= none":
        legal = talk("legal_moves")[2:].split()
        move = talk("genmove")[2:]
        assert move in legal
        moves += 1
    assert talk("legal_moves") == "= "
    assert talk("genmove") == "? game over"
    assert talk("play b C2=1") == "? illegal move"
    assert re.fullmatch(r"= ([BW]\+[0-9]+|0)", talk("final_score"))
    for _ in range(moves):
        assert talk("undo") == "= "
    assert talk("undo") == "? cannot undo"
    assert talk("side_to_move") == "= 1 yellow"


def test_three_seats_are_played(talk: Talk) -> None:
    talk("newgame siege_stones players=3")
    for colour in ("blue", "yellow", "red"):
        assert re.fullmatch(r"= [A-G][1-7]=[ST]", talk(f"genmove {colour}"))
    assert talk("side_to_move") == "= 1 blue"


def test_clear_board_keeps_the_setup(talk: Talk) -> None:
    setup = talk("newgame donuts seed=4")
    talk("genmove")
    assert talk("clear_board") == "= "
    assert talk("setup") == setup
    assert talk("undo") == "? cannot undo"


def test_the_last_move_is_explained(talk: Talk) -> None:
    assert talk("explain_last_move") == "= no move was generated yet"
    talk("param nodes 25")
    move = talk("genmove")[2:]
    said = talk("explain_last_move")
    assert re.fullmatch(
        rf"= mcts nodes 25 seconds \d+\.\d{{3}} value -?[01]\.\d{{4}} exact no pv {move}( \S+)*",
        said,
    )


def test_nodes_and_seed_repeat_a_game(talk: Talk) -> None:
    def game() -> list[str]:
        talk("clear_board")
        return [talk("genmove") for _ in range(4)]

    talk("param seed 5")
    first = game()
    assert game() == first
    talk("param seed 6")
    assert game() != first


# ---------------------------------------------------------------------- parameters and time


def test_param_lists_and_sets(talk: Talk) -> None:
    assert talk.lines("param") == ["movetime 0", "nodes 10", "uct_c 2", "seed 1"]
    assert talk("param MoveTime 0.25") == "= "
    assert talk("param movetime") == "= 0.25"
    assert [line.split()[0] for line in talk.lines("param")] == list(PARAMETERS)


def simulations(talk: Talk) -> int:
    """How many simulations the last move took."""
    found = re.search(r"nodes (\d+)", talk("explain_last_move"))
    assert found
    return int(found[1])


def test_the_smaller_limit_counts(talk: Talk) -> None:
    talk("param movetime 600")
    talk("genmove")
    assert simulations(talk) == 10
    talk("param movetime 0.000001")
    talk("param nodes 1000000")
    talk("genmove")
    assert simulations(talk) == 2


def test_a_clock_limits_like_movetime(talk: Talk) -> None:
    talk("param nodes 1000000")
    talk("time_settings 0.5 0 0")  # a share of it is less than what is kept back
    talk("genmove")
    assert simulations(talk) < 100
    talk("time_settings 0 0 0")  # no limit
    talk("param nodes 100")
    talk("genmove")
    assert simulations(talk) == 100


def test_time_left_is_for_one_seat_and_forgotten_with_the_game(talk: Talk) -> None:
    talk("param nodes 40")
    talk("time_left red 0 0")
    talk("genmove red")
    assert simulations(talk) < 40
    talk("genmove black")
    assert simulations(talk) == 40
    talk("clear_board")
    talk("genmove red")
    assert simulations(talk) == 40


def test_without_any_limit_it_thinks_for_a_second() -> None:
    talk = Talk()
    talk("param nodes 0")
    talk("newgame gorami board=16")
    talk("genmove")
    found = re.search(r"seconds (\d+\.\d+)", talk("explain_last_move"))
    assert found
    assert float(found[1]) >= 1.0


# ---------------------------------------------------------------------- anything

WORDS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["b", "w", "D4", "pass", "gorami", "seed=1", "nodes", "-1", "1e9", "0", "nan"]),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(COMMANDS)), st.lists(WORDS, max_size=4))))
def test_whatever_is_said_is_answered(lines: list[tuple[str, list[str]]]) -> None:
    session = Session(is_interrupted=lambda: True)
    for name, words in lines:
        text = " ".join([name, *words]).replace("\n", "")
        for message in CommandReader().feed(text.encode("utf-8", "replace") + b"\n"):
            answer = dispatch.handle(session, message)
            assert encode_answer(answer).endswith(b"\n\n")
            assert answer.ok or answer.text


# ---------------------------------------------------------------------- against Quatuor's engine

RANDOM_GAMES = golden("random_games.jsonl")
#: Questions whose answers depend on the game alone.
LOOKS = ("setup", "legal_moves", "side_to_move", "score", "final_score", "showboard")


class Both:
    """Two engines that hear the same and must say the same."""

    def __init__(self) -> None:
        self.here, self.there = Session(), QuatuorSession(GAMES)

    def ask(self, line: str) -> bytes:
        """What both answer."""
        (message,) = CommandReader().feed(line.encode() + b"\n")
        here = encode_answer(dispatch.handle(self.here, message))
        assert here == encode_answer(quatuor.handle(self.there, message)), line
        return here


@pytest.mark.parametrize("number", range(0, len(RANDOM_GAMES), 31))
def test_golden_games_are_told_in_the_same_words(number: int) -> None:
    game = RANDOM_GAMES[number]
    both = Both()
    both.ask(f"newgame {GAMES[game['game']].setup(game['options']).line}")
    seats = both.here.setup.seats
    for ply, move in enumerate(game["moves"]):
        both.ask(f"play {'bw34'[ply % seats]} {move}")
    for look in LOOKS:
        both.ask(look)
    assert both.here.state.position.is_over()


#: No board of these is drawn without a seed, which each engine would draw for itself.
LINES = st.one_of(
    st.sampled_from([*LOOKS, "undo", "clear_board", "komi 6.5", "newgame seed=2"]),
    st.sampled_from(["kulami", "GORami", "siege_stones", "chess"]).map("set_game {}".format),
    st.sampled_from([f"newgame {name} seed=1" for name in GAMES]),
    st.builds(
        "play {} {}{}{}".format,
        st.sampled_from(["b", "w", "black", "3", "x"]),
        st.sampled_from("ABCDEFGHIK"),
        st.integers(0, 8),
        st.sampled_from(["", "=1", "=3", "=S", "=T", "=9"]),
    ),
    st.sampled_from(["boardsize 6", "boardsize 7", "boardsize 8", "boardsize 9", "play b pass"]),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(LINES, max_size=25))
def test_all_that_the_rules_decide_is_said_in_the_same_words(lines: list[str]) -> None:
    both = Both()
    for line in ["newgame gorami", *lines]:
        both.ask(line)
