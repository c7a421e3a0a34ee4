"""The schedule, and the subcommand as a user meets it (CASES R25, R27, R28, R30)."""

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clients.match_command import describe, run
from engine.games.game import Game
from engine.games.registry import GAMES
from tests.clients.support import faulty, is_gone, is_running, new_token

ROOT = Path(__file__).resolve().parents[2]
EACH_GAME = [pytest.param(game, id=name) for name, game in GAMES.items()]


def match(*words: str) -> int:
    parser = argparse.ArgumentParser()
    describe(parser)
    return run(parser.parse_args(words))


def engines(*modes: str) -> list[str]:
    return [word for mode in modes for word in ("--engine", shlex.join(faulty(mode)))]


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# ---------------------------------------------------------------------- a whole match


@pytest.mark.parametrize("game", EACH_GAME)
def test_a_match_of_every_game(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    seats = game.setup().seats
    words = [game.name, "--games", str(2 * seats), "--openings", "2", "--seed", "7"]
    words += [*engines(*["good"] * seats), "--name", "Ann", "--results", str(results)]
    assert match(*words, "--margin", "60") == 0
    out = capsys.readouterr().out
    assert out.count("\ngame ") == 2 * seats
    games = records(results)
    assert [each["number"] for each in games] == list(range(1, 2 * seats + 1))
    assert [each["pair"] for each in games] == sorted([1, 2] * seats)
    names = ["Ann", Path(sys.executable).name]
    assert [each["players"][0]["name"] for each in games] == names * seats
    assert {player["program"] for each in games for player in each["players"]} == {"Faulty"}
    assert len({each["setup"] for each in games if each["pair"] == 1}) == 1
    assert all(each["result"] in out for each in games)


def test_the_program_plays_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    options = ["--nodes", "20", "--margin", "60", "--results", str(results)]
    assert match("kulami", "scoring=both", *options) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "quatuor 1" in captured.out
    for game in records(results):
        assert game["setup"].startswith("kulami scoring=both layout=")
        assert game["termination"] == "rules"
        assert all(0 <= move["nodes"] <= 60 for move in game["moves"])
        limits = [engine["limits"] for engine in game["tournament"]["engines"]]
        assert [(each["movetime"], each["nodes"], each["margin"]) for each in limits] == [
            (None, 20, 60.0)
        ] * 2


def test_our_own_engine_with_options_is_found_without_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    results = tmp_path / "results.jsonl"
    weak = ["--engine", "quatuor --param level=0", "--engine", "quatuor gtp --param level=1"]
    assert match("kulami", *weak, "--movetime", "0.01", "--margin", "60", "--games", "2",
                 "--results", str(results), "--quiet") == 0  # fmt: skip
    commands = [player["command"] for player in records(results)[0]["players"]]
    assert commands == [["quatuor", "--param", "level=0"], ["quatuor", "gtp", "--param", "level=1"]]


def test_a_game_after_a_fault_is_played(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    options = ["--games", "4", "--results", str(results), "--margin", "60"]
    assert match("kulami", *engines("exits", "good"), *options) == 0
    games = records(results)
    assert [game["winners"] for game in games] == [[2], [1], [2], [1]]
    assert [game["faults"][0]["exit_status"] for game in games] == [3] * 4
    assert [game["faults"][0]["kind"] for game in games] == ["exit"] * 4


def test_only_whole_rounds_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert match("kulami", "--games", "1", *engines("good", "good"), "--margin", "60") == 0
    captured = capsys.readouterr()
    assert "note: 2 games" in captured.err
    assert "game 2/2" in captured.out


def test_quiet_is_the_table_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert match("kulami", "--quiet", *engines("good", "resigns"), "--margin", "60") == 0
    out = capsys.readouterr().out
    assert "game 1" not in out
    assert "wins  draws  losses" in " ".join(out.split("\n"))


# ---------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["go"], "'go' is not one of kulami"),
        (["kulami", "size=9"], "size: kulami has the options scoring, layout, seed"),
        (["kulami", "R8"], "name=value expected, not 'R8'"),
        (["kulami", "layout=ZZ"], "layout: one of R8"),
        (["kulami", "--engine", "quatuor"], "has 2 seats here: give --engine 2 times"),
        (["kulami", "--engine", "a 'b", "--engine", "quatuor"], "No closing quotation"),
        (["kulami", "--engine", "", "--engine", "quatuor"], "a command expected"),
        (["kulami", "--engine", "no-such", "--engine", "quatuor"], "there is no command no-such"),
        (["kulami", *["--name", "x"] * 3], "--name is given 3 times, for 2 engines"),
        (["kulami", "--openings", "500"], "was over before 500 random plies"),
        (["kulami", "--results", "/no/such/place"], "cannot write /no/such/place"),
        (["kulami", "--depth", "3", *engines("good", "good")], "can only be limited by time"),
    ],
)
def test_a_users_mistake(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert match(*words) == 1
    err = capsys.readouterr().err
    assert err.startswith("quatuor match: ")
    assert message in err


@pytest.mark.parametrize(
    "words", [["--games", "0"], ["--movetime", "nan"], ["--margin", "-1"], ["--nodes", "x"]]
)
def test_bad_usage(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        match("kulami", *words)
    assert caught.value.code == 2


def test_a_read_only_file_is_seen_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert match("kulami", "--results", str(tmp_path)) == 1
    captured = capsys.readouterr()
    assert f"cannot write {tmp_path}: Is a directory" in captured.err
    assert captured.out == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["kulami", "--results", "/dev/full", "--margin", "60", "--games", "4"]
    assert match(*words, *engines("good", "resigns")) == 1
    captured = capsys.readouterr()
    assert "cannot write /dev/full: No space left on device" in captured.err
    unsaved = [line for line in captured.err.splitlines() if line.startswith("{")]
    assert [json.loads(line)["number"] for line in unsaved] == [1]
    assert "the record that could not be saved" in captured.err


# ---------------------------------------------------------------------- interruption


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    token = new_token()
    results = tmp_path / "results.jsonl"
    good, hanging = (
        shlex.join(faulty(mode, token, genmove=40)) for mode in ("good", "never_answers")
    )
    words = ["kulami", "--games", "4", "--margin", "600", "--results", str(results)]
    code = "import sys; from tests.clients.test_match import match; sys.exit(match(*sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words, "--engine", good, "--engine", hanging],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    while not lines[-1].startswith("game 1/4"):
        lines.append(process.stdout.readline())
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert len(records(results)) == len([line for line in lines if line.startswith("game")])
    assert "after 1 game" in out
    assert is_gone(token)
    assert not is_running(token)
