"""``quatuor solve``: what it proves and says, where positions come from, and how it ends."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from engine.games.registry import GAMES
from engine.games.state import State, read_setup
from engine.search.bruteforce import OUTRIGHT_WORTH, worth

from .engine_process import COMMAND, DEADLINE, ROOT, environment
from .solve_support import HARD, LOST, Shell, journal, late, process

#: What is said of a position whose winner is not known.
BOUNDS = r"from loss( \d+ \w+)? to win( \d+ \w+)?"


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# ---------------------------------------------------------------------- values and lines


@pytest.mark.parametrize("game", GAMES)
def test_the_line_ends_the_game_as_it_is_said(shell: Shell, game: str) -> None:
    told = shell.solve(*late(game, 6), "--json", "--quiet", "--hash", "1").json
    state = State(read_setup(told["setup"], GAMES))
    for move in told["moves"]:
        state.play(move)
    assert told["side"] == state.seat
    seat, ply = state.position.seat_to_move(), state.position.ply
    for move in told["line"]:
        state.play(move)
    found = worth(state.position, seat)
    assert told["value"] == ("win" if found > 0 else "loss" if found else "draw")
    if told["unit"] == "plies":
        assert OUTRIGHT_WORTH - abs(found) == ply + told["number"] == ply + len(told["line"])
    else:
        assert told["number"] == abs(found)


def test_what_people_read(shell: Shell) -> None:
    done = shell.solve("--position", LOST, "--hash", "1")
    setup, position, side, value, line, nodes, seconds = done.out.splitlines()
    assert setup.startswith("setup siege_stones players=2 ")
    assert position == f"position {LOST.partition(' ')[2]}"
    assert (side, value) == ("side 2", "value loss 2 plies")
    assert re.fullmatch(r"line [A-H][1-7]=[ST] [A-H][1-7]=[ST]", line)
    assert re.fullmatch(r"nodes \d+", nodes)
    assert re.fullmatch(r"seconds \d+\.\d{3}", seconds)


def test_more_threads_find_the_same(shell: Shell) -> None:
    words = [*late("gorami", 8), "--json", "--hash", "1", "--quiet"]
    one, two = (shell.solve(*words, "--threads", number).json for number in (1, 2))
    assert (one["value"], one["number"]) == (two["value"], two["number"])


def test_bounds_if_there_is_no_time(shell: Shell) -> None:
    done = shell("solve", *HARD, "--time", "0.2")
    assert done.code == 3
    assert re.search(rf"\nside 1\nvalue unknown, {BOUNDS}\nnodes \d+\n", done.out)
    assert "not solved within the time" in done.err
    told = shell("solve", *HARD, "--time", "0.2", "--json").json
    assert told["value"] == "unknown"
    assert re.fullmatch(BOUNDS, f"from {told['low']} to {told['high']}")


# ---------------------------------------------------------------------- where positions come from


def test_a_game_in_sgf_and_moves_after_it(shell: Shell, tmp_path: Path) -> None:
    words = late("donuts", 4)
    game, moves = words[:-2], words[-1].split()
    file = tmp_path / "game.sgf"
    nodes = "".join(f";{'BW'[i % 2]}[{move}]" for i, move in enumerate(moves[:-2]))
    file.write_text(f"(;FF[4]GM[1000]QST[{' '.join(game)}]{nodes})", encoding="utf-8")
    rest = ",".join(moves[-2:])
    told = shell.solve("--sgf", file, "--moves", rest, "--json", "--hash", "1").json
    expected = shell.solve(*words, "--json", "--hash", "1").json
    same = ("setup", "position", "moves", "value", "number", "unit", "line")
    assert [told[key] for key in same] == [expected[key] for key in same]


def test_a_position_is_kept_as_such(shell: Shell) -> None:
    told = shell.solve("--position", LOST, "--moves", "G7=T", "--json", "--hash", "1").json
    state = State.from_text(f"{told['setup']} {told['position']}", GAMES)
    assert state.text() == State.from_text(LOST, GAMES).text()
    assert (told["moves"], told["side"]) == (["G7=T"], 1)
    assert (told["value"], told["number"], told["unit"]) == ("win", 1, "plies")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "what is to be solved? a GAME, --sgf FILE, --position TEXT or --state DIR"),
        (("chess",), "'chess' is not one of kulami, donuts"),
        (("gorami", "board=17"), "board: "),
        (("gorami", "17"), "name=value expected, not '17'"),
        (("gorami", "--moves", "A1"), "--moves: move 1: A1: "),
        (("gorami", "--position", LOST), "one position at a time"),
        (("--moves", "A1"), "--moves need a GAME"),
        (("--position", "siege_stones"), "pieces= is missing"),
        (("--sgf", "nowhere.sgf"), "--sgf: cannot load file: 'nowhere.sgf': No such file"),
        (
            ("siege_stones", "players=3"),
            "only games of two seats can be solved, and this one has 3",
        ),
        (("donuts", "--faces", "nowhere.json"), "faces: there is no file 'nowhere.json'"),
        (("gorami", "--out", "/nowhere/x"), "--out /nowhere/x: No such file or directory"),
        (("gorami", "--out", "/dev/full"), "--out /dev/full: it is no ordinary file"),
        (("gorami", "--hash", "1048576"), "--hash 1048576 is too much here: "),
        (("--state", "/nowhere/x"), "--state /nowhere/x: no such folder; what is to be solved?"),
    ],
)
def test_what_is_refused(shell: Shell, words: tuple[str, ...], message: str) -> None:
    done = shell("solve", *words)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"quatuor: {message}")
    assert done.err.count("\n") == 1


def test_a_game_that_is_over_is_refused(shell: Shell) -> None:
    words = late("donuts", 1)
    (last,) = shell.solve(*words, "--json", "--hash", "1").json["line"]
    done = shell("solve", *words[:-1], f"{words[-1]} {last}")
    assert done.code == 1
    assert "the game is over at this position" in done.err


@pytest.mark.parametrize(
    "words",
    [("--hash", "0"), ("--threads", "x"), ("--time", "0"), ("--time", "nan"), ("--save", "-1")],
)
def test_bad_usage(shell: Shell, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match="2"):
        shell("solve", "gorami", *words)


# ---------------------------------------------------------------------- results on disk


def test_results_are_added_to_a_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "solved.jsonl"
    shell.solve(*late("kulami", 4), "--out", file, "--hash", "1")
    file.write_text(file.read_text()[:-1], encoding="utf-8")  # as an editor may leave it
    shell.solve(*late("gorami", 4), "--out", file, "--hash", "1")
    told = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [each["setup"].split()[0] for each in told] == ["kulami", "gorami"]
    assert all(each["schema"] == 1 and each["line"] for each in told)


def test_bounds_are_no_result(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "solved.jsonl"
    assert shell("solve", *HARD, "--time", "0.1", "--out", file).code == 3
    assert not file.exists()


# ---------------------------------------------------------------------- progress and interruption


def test_lines_of_progress(shell: Shell) -> None:
    words = late("gorami", 12)
    done = shell.solve(*words, "--hash", "1")
    form = r"quatuor solve: \d+ s, [\d.]+( [kMG])? nodes, [\d.]+( [kMG])?/s, table \d+ %, from .+"
    assert all(re.fullmatch(form, line) for line in done.err.splitlines())
    assert shell.solve(*words, "--hash", "1", "--quiet").err == ""


def test_a_line_that_changes_on_a_terminal() -> None:
    child = pexpect.spawn(
        sys.executable,
        [*COMMAND[1:], "solve", *HARD, "--time", "2"],
        encoding="utf-8",
        timeout=DEADLINE,
        env={**environment(), "TERM": "xterm", "COLUMNS": "60"},
        cwd=str(ROOT),
        dimensions=(24, 60),
    )
    child.expect(r"\r\d+ s, [\d.]+( [kMG])? nodes, [^\r\n]{20,50}\x1b\[K\r\d+ s, ")
    child.expect(f"value unknown, {BOUNDS}\r\n")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_says_what_is_known_and_keeps_it(number: int, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    child = process("solve", *HARD, "--state", folder, "--save", "0.05")
    until = time.monotonic() + DEADLINE
    while not (folder / "journal.json").exists() or not journal(folder)["nodes"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    child.send_signal(number)
    out, err = child.communicate(timeout=DEADLINE)
    assert child.returncode == 130
    assert re.search(f"\nside 1\nvalue unknown, {BOUNDS}\nnodes {journal(folder)['nodes']}\n", out)
    assert f"interrupted; --state {folder} goes on from here" in err
    assert "Traceback" not in err


def test_an_answer_that_nobody_reads_is_kept_all_the_same(tmp_path: Path) -> None:
    words = " ".join(f"'{word}'" for word in (*late("gorami", 6), "--out", tmp_path / "out"))
    command = f"{sys.executable} -m engine solve --quiet {words} | true"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, cwd=ROOT, timeout=DEADLINE, check=True
    )
    assert done.stderr == b""
    assert (tmp_path / "out").exists()
