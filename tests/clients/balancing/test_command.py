"""The subcommand ``openings`` as a user meets it: found, continued, interrupted, refused."""

import argparse
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from clients.balancing.book import Found, position_of, read_line
from clients.balancing.recipe import Recipe
from clients.openings_command import describe, run
from engine.games.registry import GAMES
from engine.games.state import State
from tests.clients.support import faulty, is_gone, is_running, new_token

ROOT = Path(__file__).resolve().parents[3]
SCREEN = ("--plies", "4-5", "--screen", "300:0.2-0.8", "900:0.3-0.7")
#: An engine that answers everything; `hook` is what it does after it has heard a line.
JUDGE = """\
import sys, time
known = "name version list_commands newgame play param genmove_analyze quit"
for line in sys.stdin:
    id, name, *words = line.split()
    {hook}
    text = known.replace(" ", chr(10)) if name == "list_commands" else ""
    text = {analysis!r} if name == "genmove_analyze" else text
    print("=" + id, text, end=chr(10) * 2, flush=True)
"""
EVEN = "info move A1=1 winrate 5000 order 0 pv A1=1"


def openings(*words: object) -> int:
    parser = argparse.ArgumentParser()
    describe(parser)
    return run(parser.parse_args([str(word) for word in words]))


def judge(folder: Path, analysis: str = EVEN, hook: str = "pass", token: str = "") -> str:
    """The command of an engine that says this of every position."""
    path = folder / "judge.py"
    path.write_text(JUDGE.format(analysis=analysis, hook=hook))
    return shlex.join([sys.executable, str(path), token or new_token()])


def found(path: Path, game: str) -> list[Found]:
    lines = path.read_text().splitlines()
    return [read_line(line, GAMES[game]) for line in lines if not line.startswith("#")]


# ---------------------------------------------------------------------- what is found


@pytest.mark.parametrize("game", ["kulami", "gorami", "siege_stones"])
def test_a_file_is_made(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "book.txt"
    words = ["layout=8x8", "scoring=both"] if game == "kulami" else []
    assert openings(game, *words, "--output", path, "--count", 6, *SCREEN) == 0
    here = found(path, game)
    assert len({position_of(each.beginning) for each in here}) == 6
    assert {len(each.beginning.opening) for each in here} <= {4, 5}
    assert all(0.3 <= each.chance <= 0.7 for each in here)
    output, errors = capsys.readouterr()
    candidates = here[-1].number
    assert output.startswith(f"{path}: 6 of 6 openings, {candidates} candidates, ")
    assert errors == ""
    head = path.read_text().splitlines()
    assert head[-1] == f"# 6 openings of {candidates} candidates"
    assert head[2].startswith("# engine: Quatuor ")


def test_the_head_is_a_command_that_makes_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    assert openings("gorami", "board=16", "--seed", 7, "--count", 3, *SCREEN, "--output", one) == 0
    line = one.read_text().splitlines()[1]
    program, name, *words = shlex.split(line.removeprefix("# made by: "))
    assert (program, name) == ("quatuor", "openings")
    assert openings(*words, "--count", 3, "--output", other) == 0
    assert one.read_bytes() == other.read_bytes()


def test_many_engines_find_what_one_finds(tmp_path: Path) -> None:
    files = []
    for jobs in (1, 3):
        path = tmp_path / f"{jobs}.txt"
        words = ["kulami", "layout=8x8", "--count", 8, "--jobs", jobs, *SCREEN]
        assert openings(*words, "--output", path) == 0
        files.append(path.read_bytes())
    assert files[0] == files[1]


def test_each_stage_passes_what_is_within_its_bounds(tmp_path: Path) -> None:
    """The judge gives every position the same chance: all pass, or none ever would."""
    path = tmp_path / "book.txt"
    engine = judge(tmp_path, "info move A1=1 winrate 4999 pv A1=1")
    words = ["gorami", "--count", 2, "--output", path, "--engine", engine]
    assert openings(*words, "--screen", "1:0.4999-0.4999", "2:0-1") == 0
    assert [(each.number, each.chance) for each in found(path, "gorami")] == [
        (1, 0.4999),
        (2, 0.4999),
    ]


def test_the_last_line_of_an_analysis_counts(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    analysis = "\ninfo move A1=1 winrate 9000 order 0 pv A1=1\ninfo move A1=2 winrate 5100 pv A1=2"
    words = ["gorami", "--count", 1, "--output", path, "--engine", judge(tmp_path, analysis)]
    assert openings(*words) == 0
    assert found(path, "gorami")[0].chance == 0.51


def test_the_engine_is_told_the_opening_and_the_nodes(tmp_path: Path) -> None:
    path, heard = tmp_path / "book.txt", tmp_path / "heard.txt"
    hook = f"open({str(heard)!r}, 'a').write(line.partition(' ')[2])"
    engine = judge(tmp_path, hook=hook)
    words = ["gorami", "--plies", 2, "--count", 1, "--output", path, "--engine", engine]
    assert openings(*words, "--screen", "7:0-1", "9:0-1") == 0
    first, second = Recipe(GAMES["gorami"], {}, 2, 2).candidate(1).opening
    state = State(GAMES["gorami"].setup())
    state.play(first)
    state.play(second)
    setting_up = ["newgame gorami board=22", f"play b {first}", f"play w {second}"]
    told = heard.read_text().splitlines()
    assert told[3:-1] == [
        *setting_up,
        "param nodes 7",
        "genmove_analyze b 100000 maxmoves 1",
        *setting_up,
        "param nodes 9",
        "genmove_analyze b 100000 maxmoves 1",
    ]


# ---------------------------------------------------------------------- going on


def test_a_file_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In two runs, the second after a kill in the middle of a line, as in one."""
    parts, whole = tmp_path / "parts.txt", tmp_path / "whole.txt"
    words = ["gorami", *SCREEN, "--output"]
    assert openings(*words, whole, "--count", 6) == 0
    assert openings(*words, parts, "--count", 3) == 0
    parts.write_bytes(parts.read_bytes()[:-40])
    assert openings(*words, parts, "--count", 6) == 0
    assert parts.read_bytes() == whole.read_bytes()
    capsys.readouterr()
    assert openings(*words, parts, "--count", 4) == 0
    assert parts.read_bytes() == whole.read_bytes()
    assert ": 6 of 4 openings" in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    """What was found is there, no engine is left, and the same command goes on."""
    path, token = tmp_path / "book.txt", new_token()
    engine = judge(tmp_path, hook="time.sleep(0.05 * (name == 'genmove_analyze'))", token=token)
    words = ["gorami", "--count", "10000", "--screen", "1:0-1", "--jobs", "2"]
    words += ["--output", str(path), "--engine", engine]
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "openings", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    while not (path.exists() and path.read_text().count("\n") > 6):
        assert process.poll() is None
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (
        130,
        "quatuor openings: interrupted; the same command goes on\n",
    )
    count = len(found(path, "gorami"))
    assert f"{count} of 10000 openings" in out
    assert is_gone(token)
    assert not is_running(token)


# ---------------------------------------------------------------------- mistakes and faults


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["go"], "'go' is not one of kulami"),
        (["kulami", "size=9"], "size: kulami has the options scoring, layout, seed"),
        (["kulami", "R8"], "name=value expected, not 'R8'"),
        (["siege_stones", "players=3"], "balanced for two seats, and here are 3"),
        (["kulami", "--engine", "no-such"], "there is no command no-such"),
        (["kulami", "--engine", "a 'b"], "No closing quotation"),
        (["kulami", "--engine", ""], "a command of one line expected"),
        (["kulami", "--plies", "60"], "was over before 60 random plies"),
        (["kulami", "--engine", "python3 -c '\n'"], "a command of one line expected"),
        (
            ["kulami", "--engine", "quatuor --param level=0"],
            "told no winrate in its answer to 'genmove",
        ),
        (["kulami", "--engine", shlex.join(faulty("good"))], "it has no genmove_analyze"),
        (["kulami", "--engine", shlex.join(faulty("exits_at_once"))], "exited with status"),
        (["kulami", "--output", "/no/such/place"], "cannot write /no/such/place: No such file"),
    ],
)
def test_a_users_mistake(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert openings("--output", tmp_path / "book.txt", *words) == 1
    err = capsys.readouterr().err
    assert err.startswith("quatuor openings: ")
    assert message in err


def test_an_engine_that_hangs_is_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = judge(tmp_path, hook="time.sleep(3600 * (name == 'genmove_analyze'))")
    path = tmp_path / "book.txt"
    assert openings("kulami", "--engine", engine, "--patience", "0.2", "--output", path) == 1
    assert "did not answer 'genmove_analyze b 100000 maxmoves 1' within 0.2 s" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--plies", "8-4"],
        ["--plies", "0"],
        ["--plies", "4-61"],
        ["--plies", "x"],
        ["--count", "0"],
        ["--jobs", "0"],
        ["--seed", "-1"],
        ["--patience", "nan"],
        ["--screen", "0:0.4-0.6"],
        ["--screen", "10:0.6-0.4"],
        ["--screen", "10:0.4-1.6"],
        ["--screen", "10"],
    ],
)
def test_bad_usage(words: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as caught:
        openings("kulami", "--output", tmp_path / "book.txt", *words)
    assert caught.value.code == 2
    assert list(tmp_path.iterdir()) == []
