"""docs/plug-in.md against the program: every script, file and command line of the page is used.

Its talks are played in tests/test_docs.py. GoGui and cutegames do not run here; what they send is
sent in their place.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cli import UserError, parser
from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.gogui.session import GoguiSession
from engine.session.session import Session
from engine.session.start import new_session

from .engine_process import COMMAND, ROOT, Engine, environment
from .sessions import Talk
from .test_sabaki import MODULES, NODE

PAGE = (ROOT / "docs" / "plug-in.md").read_text(encoding="utf-8")
#: For a game of each kind with 200 nodes a move, on a busy machine.
PATIENCE = 120.0
#: How a command of the page begins that starts the engine.
PROGRAM = "quatuor"


def block(language: str) -> str:
    """The one block of the page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)
    return str(found)


def section(title: str) -> str:
    """The part of the page under a heading."""
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


# ---------------------------------------------------------------------- command lines


def quoted_commands() -> Iterator[str]:
    """The engine's commands that stand in quotes in the command lines of other programs."""
    for script in re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S):
        for word in shlex.split(script.replace("\\\n", " ")):
            if word.startswith(f"{PROGRAM} "):
                yield word


def commands() -> list[str]:
    """All commands that start the engine, without its name; the arguments for Sabaki too."""
    code = re.findall(r"`([^`\n]+)`", PAGE) + re.findall(r"^ {4,}(\S.*)$", PAGE, re.M)
    plain = [line for line in code if re.match(rf"({PROGRAM} )?(gtp|ugi)\b", line)]
    return [line.removeprefix(f"{PROGRAM} ") for line in [*quoted_commands(), *plain]]


def session_of(command: str) -> Session:
    """The session that a ``gtp`` command starts."""
    options = parser("gtp").parse_args(shlex.split(command))
    return new_session(options.game, options.param, options.verbose, options.dialect)


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_commands_start_the_engine(command: str) -> None:
    if command.startswith("gtp"):
        session_of(command)
    else:
        parser("ugi").parse_args(shlex.split(command))


def test_the_commands_are_found() -> None:
    found = commands()
    assert len(found) >= 12
    assert {"gtp", "ugi", "gtp --dialect gogui --game gorami"} <= set(found)


def test_what_a_wrong_game_says() -> None:
    options = parser("gtp").parse_args(["gtp", "--game", "chess"])
    with pytest.raises(UserError, match=r"^--game: "):
        options.run(options)
    assert "`quatuor: --game: …`" in section("When something goes wrong")


# ---------------------------------------------------------------------- the scripts


def begin(line: str) -> State:
    """The beginning of the game of a setup line."""
    name, *options = line.split()
    return State(GAMES[name].setup(dict(option.split("=", 1) for option in options)))


def games_in(output: str) -> list[list[str]]:
    """What a script prints, in lines, game by game."""
    return [part.strip().split("\n") for part in re.split(r"\n\s*\n", output.strip())]


def assert_is_a_whole_game(setup: str, moves: str, *score: str) -> None:
    """The moves, replayed by the rules alone, lead to an end with this score."""
    state = begin(setup)
    for move in moves.split():
        state.play(move)
    talk = Talk()
    talk.ok(f"newgame {setup}")
    talk.ok(f"setposition {state.text()}")
    assert state.outcome() is not None
    assert "\n".join(score) == talk.ok("score")


def assert_plays_every_game(output: str) -> None:
    games = games_in(output)
    assert [setup.split()[0] for setup, *_ in games] == list(GAMES)
    for lines in games:
        assert_is_a_whole_game(*lines)


def test_the_output_that_is_shown_is_a_whole_game() -> None:
    _, _, text = section("JavaScript").partition("It prints, ")
    assert_is_a_whole_game(*re.findall(r"^ {4}(.*)$", text, re.M))


def output_of(command: list[str], **variables: str) -> str:
    """What a script prints; it must end well and complain of nothing."""
    done = subprocess.run(
        [*command, *COMMAND, "gtp"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env=environment(variables),
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_python_script(tmp_path: Path) -> None:
    script = tmp_path / "play_all.py"
    script.write_text(block("python"), encoding="utf-8")
    assert_plays_every_game(output_of([sys.executable, str(script)]))


@pytest.mark.parametrize(
    ("program", "error"),
    [("print('? no', flush=True); print(flush=True); input()", "ValueError"), ("", "EOFError")],
    ids=["refuses", "gone"],
)
def test_the_python_script_tells_what_went_wrong(tmp_path: Path, program: str, error: str) -> None:
    script = tmp_path / "play_all.py"
    script.write_text(block("python"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), sys.executable, "-c", f"input(); {program}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert error in done.stderr


def test_the_javascript_script(tmp_path: Path) -> None:
    if NODE is None:
        pytest.skip("node is not installed")
    if not (MODULES / "@sabaki" / "gtp").is_dir():
        pytest.skip("@sabaki/gtp is missing: npm install --prefix tests/session/sabaki")
    script = tmp_path / "play_all.js"
    script.write_text(block("js"), encoding="utf-8")
    assert_plays_every_game(output_of([NODE, str(script)], NODE_PATH=str(MODULES)))


# ---------------------------------------------------------------------- the tools of GoGui


class _Program(Talk):
    """A session that a command of the page starts, with short searches."""

    def __init__(self, command: str) -> None:
        self.session = session_of(command.removeprefix(f"{PROGRAM} "))
        self.ok("param hash 1")
        self.ok("param nodes 30")


def test_twogtp_plays_with_its_commands() -> None:
    """What gogui-twogtp sends: plays in turn until two passes follow each other, then the score."""
    words = shlex.split(section("gogui-twogtp").split("```sh\n")[1].replace("\\\n", " "))
    size = words[words.index("-size") + 1]
    programs = [_Program(words[words.index(side) + 1]) for side in ("-black", "-white")]
    for program in programs:
        for line in (f"boardsize {size}", "clear_board", "komi 6.5", "time_settings 60 0 0"):
            program.ok(line)
    played: list[str] = []
    while played[-2:] != ["pass", "pass"]:
        colour = "bw"[len(played) % 2]
        mover, other = programs if colour == "b" else reversed(programs)
        played.append(mover.ok(f"genmove {colour}"))
        other.ok(f"play {colour} {played[-1]}")
    first, second = (program.ok("final_score") for program in programs)
    assert first == second
    assert re.fullmatch(r"0|[BW]\+\d*", first)
    assert programs[0].state.outcome() is not None


def test_sizes_are_those_of_the_usual_boards() -> None:
    text = " ".join(section("gogui-twogtp").split())
    assert "8 for the usual board of Kulami, 6 for Donuts, 7 for GORami and Siege Stones" in text
    sizes = {}
    for game in GAMES:
        talk = Talk()
        talk.session = GoguiSession(GAMES, game)
        sizes[game] = talk.ok("gogui-rules_board_size").split()[0]
    assert sizes == {"kulami": "8", "donuts": "6", "gorami": "7", "siege_stones": "7"}


def test_the_regression_file_passes() -> None:
    """As gogui-regress reads it: the comment after a numbered line is the answer's pattern."""
    talk = Talk()
    lines = [line for line in block("tst").splitlines() if line]
    tested = 0
    for line, comment in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("#"):
            continue
        answer = talk.answer(line)
        assert answer.ok, line
        if comment.startswith("#? "):
            pattern = comment.removeprefix("#? [").removesuffix("]")
            assert re.fullmatch(pattern, answer.text), f"{line}: {answer.text}"
            tested += 1
    assert tested == 4


def test_the_failure_that_is_shown_is_the_answer_to_the_test_that_is_shown() -> None:
    (shown,) = re.findall(r"got '(.*)'", section("gogui-regress"))
    talk = Talk()
    talk.ok("newgame kulami layout=R8")
    talk.ok("play red D4")
    assert talk.ok("legal_moves") == shown


# ---------------------------------------------------------------------- arenas


def settings() -> dict[str, Any]:
    """The settings of cutegames."""
    found: dict[str, Any] = json.loads(block("json"))
    return found


def test_the_engines_of_the_arena_know_their_options(start: Callable[..., Engine]) -> None:
    for each in settings()["engines"]:
        engine = start(*shlex.split(each["parameters"]))
        engine.send(b"ugi\n")
        offered = []
        while (line := engine.line()) != "ugiok":
            offered += re.findall(r"^option name (\S+) ", line)
        for name, value in each.get("options", {}).items():
            assert name in offered
            engine.send(f"setoption name {name} value {value}\n".encode())
        engine.send(b"isready\n")
        assert engine.line() == "readyok"


def test_the_openings_of_the_arena_begin_games(start: Callable[..., Engine]) -> None:
    engine = start("ugi")
    openings = block("openings").splitlines()
    assert 2 * len(openings) == settings()["games"]
    for opening in openings:
        engine.send(f"position fen {opening}\nquery p1turn\nquery gameover\n".encode())
        assert [engine.line(), engine.line()] == ["response true", "response false"]


def test_the_game_that_is_shown_follows_the_rules() -> None:
    text = section("Arenas that speak UGI")
    (beginning,) = re.findall(r'\[FEN "(.*)"\]', text)
    (moves,) = re.findall(r"^ {4}1\. (.*) …$", text, re.M)
    state = begin(beginning)
    for move in moves.split():
        if not move.endswith("."):
            state.play(move)
    assert len(state.history) == 12
