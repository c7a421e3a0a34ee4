"""`loadsgf` and `printsgf`: PROTOCOL sections 3 and 6, and GTP 2."""

import os
import re
import stat
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from protocol.game_record import read_sgf
from tests.games.support import load, samples

from .engine_process import COMMAND, DEADLINE, Engine, environment
from .sessions import Talk, finished, newgame

GAME = "(;FF[4]\nQST[kulami layout=R8]\n;B[D4]\n;W[D7]\n;B[A7]\n;W[A1]\n)"
PLAYED = ["1 D4", "2 D7", "1 A7", "2 A1"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of files are short: they are in a folder of their own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def talk() -> Talk:
    return Talk()


def file(text: str | bytes, name: str = "game.sgf") -> str:
    """Write a file, and give its name."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def seen(talk: Talk) -> list[object]:
    """What a failure must leave alone."""
    match = talk.session.match
    shown: list[object] = [talk.ok(name) for name in ("position", "history", "param", "setup")]
    return [*shown, match.state.position.hash(), match.settings, dict(match.clocks)]


def history(talk: Talk) -> list[str]:
    return talk.ok("history").split("\n") if talk.ok("history") else []


def random_game(talk: Talk, dice: Dice, plies: int) -> None:
    """Play so many random moves, or to the end."""
    for _ in range(plies):
        moves = talk.ok("legal_moves").split()
        if not moves:
            return
        talk.ok(f"play {talk.state.seat} {dice.choice(moves)}")


# ---------------------------------------------------------------------- loadsgf


def test_loading(talk: Talk) -> None:
    talk.ok("newgame gorami")
    assert talk.ok(f"loadsgf {file(GAME)}") == ""
    assert talk.ok("setup") == GAMES["kulami"].setup({"layout": "R8"}).line
    assert history(talk) == PLAYED
    assert talk.ok("side_to_move") == "1 red"


@pytest.mark.parametrize("number", range(1, 9))
def test_loading_up_to_the_position_before_a_move(talk: Talk, number: int) -> None:
    """GTP 2; a number beyond the end gives the whole game, as in its reference implementation."""
    talk.ok(f"loadsgf {file(GAME)} {number}")
    assert history(talk) == PLAYED[: number - 1]


def test_what_is_not_played_is_not_judged(talk: Talk) -> None:
    name = file(GAME.replace("A7", "Z9"))
    assert talk.answer(f"loadsgf {name} 4").text.startswith("cannot load file")
    talk.ok(f"loadsgf {name} 3")
    assert history(talk) == PLAYED[:2]


def test_the_game_goes_on(talk: Talk) -> None:
    talk.ok(f"loadsgf {file(GAME)} 3")
    talk.ok("play b A7")
    talk.ok("gg-undo 3")
    assert talk.ask("undo") == "? cannot undo"
    assert talk.ok("genmove b")


def test_clocks_are_full_again(talk: Talk) -> None:
    talk.ok("time_settings 600 0 0")
    talk.ok("time_left b 5 0")
    talk.ok(f"loadsgf {file(GAME)}")
    assert talk.session.match.clocks == {}
    assert talk.session.match.settings is not None


def test_a_resignation_is_no_move(talk: Talk) -> None:
    """The position before it is loaded, where the game can go on."""
    talk.ok(f"loadsgf {file(GAME.replace('QST', 'RE[B+R]QST'))}")
    assert talk.ok("side_to_move") == "1 red"
    assert talk.ask("final_score") == "? cannot score"


@pytest.mark.parametrize("word", ["b[d4]", "B[D4]BL[3.2]C[well]", "\n;\n  B[ d4 ]"])
def test_moves_in_other_forms(talk: Talk, word: str) -> None:
    """A lower case name does not count: only the second is a move of seat 1 in FF[4]."""
    talk.ok(f"loadsgf {file(f'(;QST[kulami];{word})')}")
    assert history(talk) == ([] if word.startswith("b") else ["1 D4"])


def test_surplus_words_are_ignored(talk: Talk) -> None:
    talk.ok(f"loadsgf {file(GAME)} 2 and more")
    assert history(talk) == PLAYED[:1]
    assert talk.ok("printsgf - and more").startswith("(;FF[4]")


def test_a_file_outside_ascii(talk: Talk) -> None:
    talk.ok(f"loadsgf {file(GAME, 'Übung.sgf')}")
    assert history(talk) == PLAYED


# ---------------------------------------------------------------------- loadsgf fails

FAILURES: Mapping[str, tuple[str | bytes, str]] = {
    "an empty file": ("", "there is no game: it would begin with '(;'"),
    "noise": (bytes(range(256)) * 9, "there is no game: it would begin with '(;'"),
    "another language": (b"(;CA[UTF-8]\nC[\xff])", "line 2: the bytes are not in *"),
    "an unknown language": (b"(;CA[Klingon])", "line 1: the character set 'Klingon' is not known*"),
    "cut off": (GAME[:-4], "line 6, column 3: the file ends in this value: ']' is missing"),
    "no syntax": (GAME.replace("[D7]", ""), "line 4, column 2: 'W' has no value: '[' is missing"),
    "deep": ("(;" * 500_000, "line 1, column 262145: the game has more than 262144 characters"),
    "large": (b"(;" + b" " * (16 << 20), "the file has more than 16 MiB"),
    "Go": ("(;GM[1]SZ[9];B[dd])", "no record of these games: QST, the setup line, is missing"),
    "an empty setup": ("(;\nQST[])", "line 2: '' is not one of kulami, *"),
    "no game": ("(;\nQST[chess])", "line 2: 'chess' is not one of kulami, *"),
    "no option": ("(;\nQST[kulami depth=3])", "line 2: depth: kulami has the options *"),
    "no value": ("(;\nQST[kulami layout])", "line 2: name=value expected, not 'layout'"),
    "a bad board": ("(;\nQST[kulami layout=AB])", "line 2: layout: *"),
    "a bad position": ("(;\nQST[gorami]QPO[x=1])", "line 2: * is missing"),
    "an illegal move": (
        GAME.replace("A7", "H1"),
        "line 5, move 3: illegal move: 'H1': H1 is neither in the row nor in the column of the "
        "opponent's last marble, D7. (K5)",
    ),
    "no move": (GAME.replace("A7", "what"), "line 5, move 3: illegal move: 'what': *(C3)"),
    "a long move": (GAME.replace("A7", "A" * 9999), "line 5, move 3: illegal move: 'AAAA*"),
    "a pass": (GAME.replace("A7", ""), "line 5, move 3: illegal move: 'pass': *"),
    "the wrong seat": (
        GAME.replace(";B[A7]", ";W[A7]"),
        "line 5, move 3: seat 2 moves, but it is the turn of seat 1",
    ),
    "no such seat here": (
        GAME.replace(";B[A7]", ";QMV[3:A7]"),
        "line 5, move 3: seat 3 moves, but it is the turn of seat 1",
    ),
    "two at once": (GAME.replace(";W[D7]", "W[D7]"), "line 4, move 2: there are two moves in *"),
    "stones": (GAME.replace("QST", "AB[D4]QST"), "line 2: AB: stones that nobody played*"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_a_failure_says_where_and_changes_nothing(talk: Talk, case: str) -> None:
    talk.ok("newgame donuts seed=1")
    talk.ok("time_left b 5 0")
    random_game(talk, Dice(1), 9)
    before = seen(talk)
    content, why = FAILURES[case]
    answer = talk.answer(f"loadsgf {file(content)}")
    pattern = re.escape(f"cannot load file: 'game.sgf': {why}").replace(r"\*", ".*")
    assert not answer.ok
    assert re.fullmatch(pattern, answer.text), answer.text
    assert seen(talk) == before


def test_a_move_after_the_end(talk: Talk) -> None:
    record = next(each for each in finished() if each["game"] == "donuts")
    talk.ok(newgame(record["game"], record["options"]))
    for number, move in enumerate(record["moves"]):
        talk.ok(f"play {number % 2 + 1} {move}")
    more = talk.ok("printsgf").removesuffix(")\n") + ";B[A1])"
    move = len(record["moves"]) + 1
    assert talk.ask(f"loadsgf {file(more)}").endswith(
        f", move {move}: seat 1 moves, but the game is over"
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("", "syntax error: FILE missing: loadsgf FILE [MOVE]"),
        ("game.sgf 0", "syntax error: move number expected, not '0' (1 for the position before "),
        ("game.sgf -1", "syntax error: whole number expected, not '-1' (0 or more)"),
        ("game.sgf D4", "syntax error: whole number expected, not 'D4' (0 or more)"),
        ("a game.sgf", "syntax error: whole number expected, not 'game.sgf' (0 or more)"),
        ("none.sgf", "cannot load file: 'none.sgf': No such file or directory"),
        ("none.sgf 3", "cannot load file: 'none.sgf': No such file or directory"),
        ("game.sgf/x", "cannot load file: 'game.sgf/x': Not a directory"),
        (".", "cannot load file: '.': it is no ordinary file"),
        ("x" * 5000, "cannot load file: 'xxxxxxxxxxxx"),
        ("pipe", "cannot load file: 'pipe': it is no ordinary file"),
        ("/dev/zero", "cannot load file: '/dev/zero': it is no ordinary file"),
    ],
    ids=lambda text: text[:12],
)
def test_what_cannot_be_read(talk: Talk, words: str, text: str) -> None:
    file(GAME)
    os.mkfifo("pipe")
    before = seen(talk)
    answer = talk.answer(f"loadsgf {words}")
    assert not answer.ok
    assert answer.text.startswith(text)
    assert seen(talk) == before


# ---------------------------------------------------------------------- printsgf


def test_printing(talk: Talk) -> None:
    talk.ok("newgame gorami board=16")
    assert talk.ok("printsgf") == "\n".join(
        [f"(;FF[4]GM[1000]CA[UTF-8]AP[Quatuor:{engine.__version__}]", "QST[gorami board=16]", ")\n"]
    )
    talk.ok("play b C3=2")
    assert talk.ok("printsgf -").endswith("QST[gorami board=16]\n;B[C3=2]\n)\n")


def test_printing_changes_nothing(talk: Talk) -> None:
    random_game(talk, Dice(1), 20)
    before = seen(talk)
    talk.ok("printsgf")
    assert seen(talk) == before


def test_three_seats(talk: Talk) -> None:
    talk.ok("newgame siege_stones players=3")
    talk.ok("play_sequence blue D4 yellow E4=T red A1")
    assert talk.ok("printsgf").endswith("\n;B[D4=S]\n;W[E4=T]\n;QMV[3:A1=S]\n)\n")


def result(talk: Talk) -> str:
    talk.ok("printsgf game.sgf")
    return read_sgf(Path("game.sgf").read_bytes()).result


@pytest.mark.parametrize("record", finished(), ids=lambda record: str(record["name"]))
def test_results(talk: Talk, record: Mapping[str, object]) -> None:
    """The result is what final_score says; of three and four seats, who has won."""
    assert isinstance(record["options"], dict)
    assert isinstance(record["moves"], list)
    talk.ok(newgame(str(record["game"]), record["options"]))
    for move in record["moves"]:
        talk.ok(f"play {talk.state.seat} {move}")
    seats = len(talk.state.setup.colours)
    said = talk.ok("final_score") if seats == 2 else talk.ok("score").split("\n")[0]
    assert result(talk) == said


def test_a_resignation(talk: Talk) -> None:
    talk.session.match.resigned = 1
    assert result(talk) == "W+R"


def test_a_game_from_a_position(talk: Talk) -> None:
    talk.ok("play_sequence red D4 black D7")
    position = talk.ok("position")
    talk.ok(f"setposition {position}")
    talk.ok("play red A7")
    end = talk.ok("position")
    text = talk.ok("printsgf")
    setup = talk.ok("setup")
    assert f"QST[{setup}]\nQPO[{position.removeprefix(setup).strip()}]\n;B[A7]\n" in text
    talk.ok("newgame donuts")
    talk.ok(f"loadsgf {file(text)}")
    assert talk.ok("position") == end
    assert history(talk) == ["1 A7"]
    talk.ok("undo")
    assert talk.ok("position") == position


def test_a_position_that_is_the_beginning_is_none(talk: Talk) -> None:
    talk.ok(f"setposition {talk.ok('position')}")
    assert "QPO" not in talk.ok("printsgf")


# ---------------------------------------------------------------------- printsgf writes


def test_a_file_is_what_would_have_been_said(talk: Talk) -> None:
    random_game(talk, Dice(2), 30)
    assert talk.ok("printsgf game.sgf") == ""
    assert Path("game.sgf").read_text(encoding="utf-8") == talk.ok("printsgf")
    assert os.listdir() == ["game.sgf"]


def test_a_file_is_replaced(talk: Talk) -> None:
    file("something that is much longer than the record of a game" * 99)
    talk.ok("printsgf game.sgf")
    assert Path("game.sgf").read_text(encoding="utf-8") == talk.ok("printsgf")


def test_the_ending_may_be_in_upper_case(talk: Talk) -> None:
    talk.ok("printsgf GAME.SGF")
    assert os.listdir() == ["GAME.SGF"]


def test_a_link_stays_one(talk: Talk) -> None:
    os.mkdir("games")
    file("", "games/game.sgf")
    os.symlink("games/game.sgf", "link.sgf")
    talk.ok("printsgf link.sgf")
    assert Path("link.sgf").is_symlink()
    assert Path("games/game.sgf").read_text(encoding="utf-8") == talk.ok("printsgf")


def test_a_new_file_has_the_usual_mode(talk: Talk) -> None:
    talk.ok("printsgf game.sgf")
    Path("other").touch()
    assert stat.filemode(os.stat("game.sgf").st_mode) == stat.filemode(os.stat("other").st_mode)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("game", "the name has to end in .sgf"),
        ("/dev/stdout", "the name has to end in .sgf"),
        ("folder.sgf", "it is no ordinary file"),
        ("pipe.sgf", "it is no ordinary file"),
        ("full.sgf", "it is no ordinary file"),
        ("none/game.sgf", "No such file or directory"),
        ("game.sgf/x.sgf", "Not a directory"),
        ("x" * 300 + ".sgf", "File name too long"),
    ],
    ids=lambda text: text[:12],
)
def test_what_cannot_be_written(talk: Talk, name: str, why: str) -> None:
    file(GAME)
    os.mkfifo("pipe.sgf")
    os.mkdir("folder.sgf")
    os.symlink("/dev/full", "full.sgf")
    before = sorted(os.listdir())
    answer = talk.answer(f"printsgf {name}")
    assert not answer.ok
    assert re.fullmatch(f"cannot write file: '.*': {why}", answer.text)
    assert sorted(os.listdir()) == before
    assert Path("game.sgf").read_text(encoding="utf-8") == GAME


def test_a_full_disk_leaves_the_file_that_was_there(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    file(GAME)

    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert talk.ask("printsgf game.sgf") == (
        "? cannot write file: 'game.sgf': No space left on device"
    )
    assert Path("game.sgf").read_text(encoding="utf-8") == GAME
    assert os.listdir() == ["game.sgf"]


# ---------------------------------------------------------------------- there and back


@pytest.mark.parametrize(("name", "options"), samples())
def test_random_games_there_and_back(name: str, options: Mapping[str, str]) -> None:
    """Every prefix of a random game, and from a random position in its middle."""
    talk, other = Talk(), Talk()
    for seed, plies in enumerate((0, 1, 7, 25, 99)):
        talk.ok(newgame(name, options))
        random_game(talk, Dice(seed), plies // 2)
        if seed % 2:
            talk.ok(f"setposition {talk.ok('position')}")
        random_game(talk, Dice(seed), plies - plies // 2)
        talk.ok("printsgf game.sgf")
        other.ok("loadsgf game.sgf")
        for line in ("setup", "history", "position", "score", "legal_moves"):
            assert other.ok(line) == talk.ok(line)
        assert other.state.position.hash() == talk.state.position.hash()
        played = len(history(talk))
        for one in (talk, other):
            one.ok(f"gg-undo {played}")
        assert other.ok("position") == talk.ok("position")


@pytest.mark.parametrize("game", GAMES)
def test_games_of_the_corpus_there_and_back(game: str) -> None:
    """Whole games, whose moves in the file are those that were played."""
    talk = Talk()
    for record in [each for each in load("random_games.jsonl") if each["game"] == game][:5]:
        talk.ok(newgame(game, record["options"]))
        for move in record["moves"]:
            talk.ok(f"play {talk.state.seat} {move}")
        talk.ok("printsgf game.sgf")
        found = read_sgf(Path("game.sgf").read_bytes())
        assert [move.text for move in found.moves] == record["moves"]
        position = talk.ok("position")
        talk.ok("loadsgf game.sgf")
        assert talk.ok("position") == position


# ---------------------------------------------------------------------- hostile files

MANGLED = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 3),
        st.sampled_from([b"", b"(", b")", b";", b"]", b"[", b"\\", b"\xff", b"W", b"B[A7]", b"D7"]),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MANGLED)
def test_mangled_files(changes: list[tuple[float, int, bytes]]) -> None:
    """Each is loaded or refused, and refused without a trace."""
    talk = Talk()
    talk.ok("play b D4")
    data = GAME.encode()
    for place, gone, new in changes:
        at = int(place * len(data))
        data = data[:at] + new + data[at + gone :]
    before = seen(talk)
    answer = talk.answer(f"loadsgf {file(data)}")
    if answer.ok:
        record = read_sgf(data)
        assert history(talk) == [f"{move.seat} {move.text.upper()}" for move in record.moves]
    else:
        assert answer.text.startswith("cannot load file: 'game.sgf': ")
        assert seen(talk) == before


# ---------------------------------------------------------------------- the process


def test_a_process(start: Callable[..., Engine], tmp_path: Path) -> None:
    """Through a pipe, in the folder where the engine was started; nothing else comes out."""
    engine = start(cwd=tmp_path)
    engine.ok("newgame siege_stones players=3")
    engine.ok("play_sequence blue D4 yellow E4=T red A1")
    engine.ok("printsgf game.sgf")
    text = engine.ok("printsgf")
    assert (tmp_path / "game.sgf").read_text(encoding="utf-8") == f"{text}\n"
    engine.ok("set_game donuts")
    engine.ok("loadsgf game.sgf 3")
    assert engine.ok("history") == "1 D4=S\n2 E4=T"
    assert engine.ask("printsgf /dev/stdout").startswith("? cannot write file")
    assert engine.ask("loadsgf /dev/stdin").startswith("? cannot load file")
    engine.end_input()
    assert (engine.rest(), engine.wait(), engine.errors()) == (b"", 0, "")


def test_output_that_goes_to_a_file_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    os.symlink("/dev/stdout", tmp_path / "link.sgf")
    script = b"printsgf link.sgf\nprintsgf out.sgf\nname\n"
    with out.open("wb") as sink:
        subprocess.run(
            COMMAND, input=script, stdout=sink, env=environment(), timeout=DEADLINE, check=True
        )
    refused = "? cannot write file: '{}': it is no ordinary file\n\n"
    assert out.read_text(encoding="utf-8") == (
        f"{refused.format('link.sgf')}{refused.format('out.sgf')}= Quatuor\n\n"
    )
