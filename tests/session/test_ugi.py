"""UGI commands in this process: answers, complaints, and that a mistake changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.parameters import PARAMETERS, InvalidParameter, Parameters
from engine.session.start import BadStart
from engine.session.ugi import COMMANDS, Ugi
from engine.session.ugi_command import new_ugi
from engine.session.ugi_options import kind_of
from protocol.wire import CommandReader

from .ugi_arena import RESULTS, random_moves

COMPLAINT = "info string "


@pytest.fixture
def ugi() -> Ugi:
    return new_ugi(None, [], [], False)


def say(ugi: Ugi, line: str) -> list[str]:
    """What is answered to a line."""
    (message,) = CommandReader().feed(line.encode() + b"\n")
    return ugi.answer(message)


def seen(ugi: Ugi) -> list[str]:
    """All that an arena can have changed."""
    values = [ugi.match.parameters.text(name) for name in PARAMETERS]
    return [ugi.match.state.text(), ugi.start.line, str(ugi.lines), *values]


def refused(ugi: Ugi, line: str) -> str:
    """The one complaint about a line, which must change nothing."""
    before = seen(ugi)
    (answer,) = say(ugi, line)
    assert seen(ugi) == before
    assert answer.startswith(COMPLAINT)
    return answer.removeprefix(COMPLAINT)


# ---------------------------------------------------------------------- ugi, setoption


def test_the_greeting(ugi: Ugi) -> None:
    first, second, *options, last = say(ugi, "ugi")
    assert first.startswith("id name Quatuor ")
    assert second.startswith("id author ")
    assert last == "ugiok"
    assert all(option.startswith("option name ") for option in options)
    assert "option name Hash type spin default 64 min 1 max 65536" in options
    assert "option name Threads type spin default 1 min 1 max 64" in options
    assert "option name movetime type string default 0" in options
    assert "option name ponder type check default false" in options
    searches = "auto var auto var alphabeta var mcts var uct"
    assert f"option name search type combo default {searches}" in options
    games = "kulami var kulami var donuts var gorami var siege_stones"
    assert f"option name Game type combo default {games}" in options
    assert f"option name Setup type string default {GAMES['kulami'].setup().line}" in options
    assert "option name MultiPV type spin default 1 min 1 max 500" in options


def test_every_parameter_is_an_option(ugi: Ugi) -> None:
    names = [line.split()[2].lower() for line in say(ugi, "ugi") if line.startswith("option")]
    assert names == ["game", "setup", "multipv", *PARAMETERS]


def test_defaults_are_what_the_program_was_started_with() -> None:
    ugi = new_ugi("gorami", ["board=16"], ["threads=2", "ponder=on"], False)
    options = say(ugi, "ugi")
    assert "option name Threads type spin default 2 min 1 max 64" in options
    assert "option name ponder type check default true" in options
    assert "option name Setup type string default gorami board=16" in options


def is_accepted(name: str, text: str) -> bool:
    try:
        Parameters().set(name, text)
    except InvalidParameter:
        return False
    return True


@pytest.mark.parametrize("name", PARAMETERS)
def test_kinds_of_options_are_those_of_the_parameters(name: str) -> None:
    kind = kind_of(PARAMETERS[name])
    words = kind.rest.split()
    if kind.type == "spin":
        least, most = int(words[1]), int(words[3])
        assert is_accepted(name, str(least))
        assert is_accepted(name, str(most))
        assert not is_accepted(name, str(least - 1))
        assert not is_accepted(name, str(most + 1))
    elif kind.type == "combo":
        assert all(is_accepted(name, word) for word in words[1::2])
    elif kind.type == "string":
        assert is_accepted(name, "0.5")
        assert not is_accepted(name, "-0.5")
    else:
        assert kind.type == "check"
        assert is_accepted(name, "true")
        assert is_accepted(name, "false")
        assert not is_accepted(name, "0.5")


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("setoption name Hash value 128", "hash", "128"),
        ("setoption name hash value 128", "hash", "128"),
        ("setoption name THREADS value 3", "threads", "3"),
        ("setoption name movetime value 0.25", "movetime", "0.25"),
        ("setoption name ponder value true", "ponder", "on"),
        ("setoption  name  search  value  UCT", "search", "uct"),
    ],
)
def test_options_are_parameters(ugi: Ugi, line: str, name: str, value: str) -> None:
    assert say(ugi, line) == []
    assert ugi.match.parameters.text(name) == value


@pytest.mark.parametrize(
    "line", ["setoption name Game value gorami", "setoption name game value GORami"]
)
def test_a_game_is_chosen(ugi: Ugi, line: str) -> None:
    assert say(ugi, line) == []
    assert say(ugi, "position startpos") == []
    assert ugi.match.setup == GAMES["gorami"].setup()


def test_a_setup_is_chosen(ugi: Ugi) -> None:
    assert say(ugi, "setoption name Setup value gorami board=16") == []
    say(ugi, "position startpos moves D4=1")
    assert ugi.match.setup == GAMES["gorami"].setup({"board": "16"})
    assert say(ugi, "setoption name Setup value board=22") == []
    assert ugi.match.state.text() == State(GAMES["gorami"].setup({"board": "22"})).text()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("name Hash value 0", "hash: a whole number from 1 to 65536 expected, not '0'"),
        ("name Hash value", "hash: a whole number from 1 to 65536 expected, not ''"),
        ("name search value best", "auto or alphabeta or mcts or uct expected, not 'best'"),
        ("name OwnBook value false", "no option 'OwnBook'; there are Game, Setup, MultiPV, Thr"),
        ("name Clear Hash", "no option 'Clear Hash'"),
        ("name Own Book value a b", "no option 'Own Book'"),
        ("name MultiPV value 0", "a whole number from 1 to 500 expected, not '0'"),
        ("name MultiPV value 501", "a whole number from 1 to 500 expected"),
        ("name MultiPV value \u0663", "a whole number from 1 to 500 expected"),
        ("name Game value chess", "'chess' is not one of kulami, donuts, gorami, siege_stones"),
        ("name Setup value gorami board=17", "board: 16 or 22 or 24 expected, not '17'"),
        ("name Setup value gorami 16", "name=value expected, not '16'"),
        ("name Setup value gorami size=16", "gorami has the options board"),
        ("name Setup value siege_stones players=3", "UGI is for 2 players, and this setup has 3"),
        ("Hash 128", "name NAME value VALUE expected, not 'Hash 128'"),
        ("name", "name NAME value VALUE expected, not 'name'"),
        ("name value 3", "name NAME value VALUE expected, not 'name value 3'"),
        ("", "name NAME value VALUE expected, not ''"),
    ],
)
def test_bad_options(ugi: Ugi, words: str, expected: str) -> None:
    answer = refused(ugi, f"setoption {words}")
    assert answer.startswith("setoption: ")
    assert expected in answer


# ---------------------------------------------------------------------- position


def test_random_boards_are_the_same_in_every_process(ugi: Ugi) -> None:
    """Both engines of a game are told the same words, and must be on the same board."""
    other = new_ugi("donuts", [], [], False)
    say(ugi, "setoption name Game value donuts")
    assert ugi.start == other.start == GAMES["donuts"].setup({"seed": "1"})
    say(ugi, "position fen kulami layout=8x8")
    assert ugi.match.setup == GAMES["kulami"].setup({"layout": "8x8", "seed": "1"})
    say(ugi, "position fen donuts SEED=7 moves D4")
    assert ugi.match.setup == GAMES["donuts"].setup({"seed": "7"})


@pytest.mark.parametrize("moves", ["moves D4 D7", "moves d4 d7", "moves D4 moves D7"])
def test_moves_are_played(ugi: Ugi, moves: str) -> None:
    assert say(ugi, f"position startpos {moves}") == []
    expected = State(GAMES["kulami"].setup())
    expected.play("D4")
    expected.play("D7")
    assert ugi.match.state.text() == expected.text()


def test_a_position_replaces_the_one_before(ugi: Ugi) -> None:
    say(ugi, "position startpos moves D4 D7")
    say(ugi, "position startpos moves E5")
    assert [played.text for played in ugi.match.state.history] == ["E5"]
    say(ugi, "position startpos moves")
    assert not ugi.match.state.history


def test_a_new_game_begins_at_the_start(ugi: Ugi) -> None:
    say(ugi, "position fen gorami board=16 moves C3=2")
    assert say(ugi, "uginewgame") == []
    assert ugi.match.state.text() == State(GAMES["kulami"].setup()).text()


@settings(max_examples=60)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 64), st.integers(0, 2**32))
def test_our_position_text_is_a_fen(game: str, plies: int, seed: int) -> None:
    """What a `fen` names answers all questions as the game that led there does."""
    setup = new_ugi(game, [], [], False).start
    state = State(setup)
    for move in random_moves(state, plies, Dice(seed)):
        state.play(move)
    ugi = new_ugi(None, [], [], False)
    assert say(ugi, f"position fen {state.text()}") == []
    assert ugi.match.state.text() == state.text()
    outcome = state.outcome()
    assert say(ugi, "query gameover") == [f"response {'false' if outcome is None else 'true'}"]
    if outcome is None:  # whose turn it is afterwards means nothing in a position without history
        first = len(state.history) % 2 == 0
        assert say(ugi, "query p1turn") == [f"response {str(first).lower()}"]
    expected = "none" if outcome is None else RESULTS[outcome.winner]
    assert say(ugi, "query result") == [f"response {expected}"]


FAR = "position startpos moves D4 D7"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "startpos, or fen and a setup line or position text expected"),
        ("fen", "startpos, or fen and"),
        ("fen moves D4", "startpos, or fen and"),
        ("startpos D4", "not 'startpos D4'"),
        ("moves D4", "startpos, or fen and"),
        ("kulami", "not 'kulami'"),
        ("fen chess", "'chess' is not one of kulami, donuts, gorami, siege_stones"),
        ("fen rnbqkbnr/8 w KQkq - 0 1", "is not one of kulami"),
        ("fen gorami board=17", "board: 16 or 22 or 24 expected"),
        ("fen gorami board=16 board=16", "board= is given twice"),
        ("fen gorami board=16 cells=0", "is missing"),
        ("fen siege_stones players=4", "UGI is for 2 players, and this setup has 4"),
        ("startpos moves D4 D7 D4", "move 3: D4: "),
        ("startpos moves D4 Z9", "move 2: Z9: 'Z9' is not written as a move (C3)"),
        ("startpos moves D4 moves D7 moves D4", "move 3: D4: "),
        ("startpos moves D4=2", "move 1: D4=2: "),
        ("fen gorami board=16 moves pass", "move 1: pass: "),
    ],
)
def test_bad_positions_keep_the_one_before(ugi: Ugi, words: str, expected: str) -> None:
    say(ugi, FAR)
    answer = refused(ugi, f"position {words}")
    assert answer.startswith("position: ")
    assert expected in answer


def test_three_players_are_refused_as_a_position_too(ugi: Ugi) -> None:
    text = State(GAMES["siege_stones"].setup({"players": "3"})).text()
    assert "UGI is for 2 players" in refused(ugi, f"position fen {text}")


# ---------------------------------------------------------------------- query, go, stop


@settings(max_examples=30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 64), st.integers(0, 2**32))
def test_turns_alternate_to_the_end_and_after(game: str, plies: int, seed: int) -> None:
    """An arena may ask whose turn it is before it asks whether the game is over."""
    ugi = new_ugi(game, [], [], False)
    moves = random_moves(State(ugi.start), plies, Dice(seed))
    say(ugi, f"position startpos moves {' '.join(moves)}")
    first = "false" if len(moves) % 2 else "true"
    assert say(ugi, "query p1turn") == [f"response {first}"]


@pytest.mark.parametrize("words", ["", "legal", "p1turn now", "P1TURN"])
def test_other_questions(ugi: Ugi, words: str) -> None:
    expected = f"query: gameover, p1turn, result expected, not '{words}'"
    assert refused(ugi, f"query {words}") == expected


def over_position() -> str:
    """A ``position`` command of a game that is over."""
    state = State(GAMES["gorami"].setup())
    moves = random_moves(state, 99, Dice(1))
    return f"position fen gorami moves {' '.join(moves)}"


def test_go_when_the_game_is_over(ugi: Ugi) -> None:
    say(ugi, over_position())
    assert say(ugi, "query gameover") == ["response true"]
    assert say(ugi, "go movetime 100") == ["info string go: game over", "bestmove 0000"]
    assert ugi.running is None


@pytest.mark.parametrize("words", ["depth", "depth x", "wtime 100", "nodes 1.5", "p1time"])
def test_go_with_nonsense_searches_nevertheless(ugi: Ugi, words: str) -> None:
    """The arena waits for a move: what was understood counts."""
    say(ugi, FAR)
    answers = say(ugi, f"go nodes 5 {words}")
    assert answers
    assert all(answer.startswith("info string go: ") for answer in answers)
    running = ugi.running
    assert running is not None
    assert not running.endless
    running.search.wait()
    assert ugi.conclude()[-1].startswith("bestmove ")


def test_stop_without_a_search_is_nothing(ugi: Ugi) -> None:
    assert say(ugi, "stop") == []


def test_too_much_memory_is_said_and_answered(ugi: Ugi, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*words: object) -> None:
        raise MemoryError

    monkeypatch.setattr(ugi.match.thinker, "begin", begin)
    complaint, move = say(ugi, "go nodes 5")
    assert complaint.startswith("info string go: out of memory: param hash 64")
    assert move == "bestmove 0000"


@pytest.mark.parametrize("line", ["uci", "Ugi", "ugi2", "d", "genmove b", "bestmove D4"])
def test_unknown_commands(ugi: Ugi, line: str) -> None:
    answer = refused(ugi, line)
    known = "ugi, isready, setoption, uginewgame, position, query, go, stop or quit expected"
    assert answer == f"{known}, not {line.split()[0]!r}"


def test_a_long_word_is_cut_off(ugi: Ugi) -> None:
    assert len(refused(ugi, "x" * 100_000)) <= 400
    assert len(refused(ugi, f"position startpos moves {'x' * 100_000}")) <= 400


WORDS = (
    "startpos fen moves name value Hash Setup Game kulami gorami board=16 D4 pass p1turn result "
    "players=3 -1 0 99999999999999999999999"
)


@settings(max_examples=200)
@given(
    st.sampled_from([name for name in COMMANDS if name != "go"]),
    st.lists(st.one_of(st.sampled_from(WORDS.split()), st.text(max_size=8)), max_size=8),
)
def test_nothing_raises(name: str, words: list[str]) -> None:
    ugi = new_ugi("gorami", [], [], False)
    for message in CommandReader().feed(f"{' '.join([name, *words])}\n".encode()):
        assert all("\n" not in line for line in ugi.answer(message))


# ---------------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("game", "words", "parameters", "expected"),
    [
        ("chess", [], [], "'chess' is not one of"),
        (None, ["chess"], [], "'chess' is not one of"),
        ("gorami", ["donuts"], [], "the game is given twice: --game gorami and donuts"),
        (None, ["gorami", "16"], [], "name=value expected, not '16'"),
        (None, ["gorami", "board=17"], [], "board: 16 or 22 or 24 expected"),
        (None, ["siege_stones", "players=3"], [], "UGI is for 2 players"),
        (None, [], ["hash=0"], "--param hash: a whole number"),
        (None, [], ["hash"], "--param NAME=VALUE expected"),
    ],
)
def test_bad_command_lines(
    game: str | None, words: list[str], parameters: list[str], expected: str
) -> None:
    with pytest.raises(BadStart, match=expected.replace("(", r"\(")):
        new_ugi(game, words, parameters, False)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("gorami", ["board=16"]),
        ("gorami board=16", []),
        (None, ["gorami", "board=16"]),
        ("GORami", ["BOARD=16"]),
    ],
)
def test_the_start_on_the_command_line(game: str | None, words: list[str]) -> None:
    ugi = new_ugi(game, words, ["threads=2"], False)
    assert ugi.start == GAMES["gorami"].setup({"board": "16"})
    assert ugi.match.parameters.text("threads") == "2"
