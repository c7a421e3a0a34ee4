"""Configurations by options, alone and over a file."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from clients.referee.configuration_error import ConfigurationError
from clients.referee.keys import KEYS
from clients.referee.options import describe, read_options, read_options_over
from clients.referee.settings import (
    Adjudication,
    Conduct,
    Engine,
    Format,
    Limits,
    Openings,
    Restart,
    SprtTest,
    StartFault,
    Tournament,
)

TWO = ("--engine", "command=quatuor", "--engine", "command=quatuor")
FILE = """\
[tournament]
game = "gorami"
games = 2
results = "old.jsonl"
[limits]
main = 10
increment = 1
margin = 0.5
[[engine]]
name = "A"
command = "quatuor"
params = { level = 5, x = 1 }
[[engine]]
name = "B"
command = "quatuor"
movetime = 3
[openings]
plies = 2
layouts = ["16"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory with a file."""
    monkeypatch.chdir(tmp_path)
    Path("match.toml").write_text(FILE)
    return tmp_path


def read(*words: str) -> tuple[Tournament, Conduct]:
    parser = argparse.ArgumentParser()
    describe(parser)
    return read_options(parser.parse_args(words))


def errors(*words: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        read(*words)
    return list(caught.value.errors)


# ---------------------------------------------------------------------- options alone


def test_a_match() -> None:
    tournament, conduct = read(
        *("--game", "kulami", "layout=8x8", "--games", "400", "--movetime", "0.1"),
        *("--engine", "name=A", "cmd=quatuor gtp --param level=3", "param.level=5", "hash=64"),
        *("--engine", "command=quatuor", "movetime=2", "env.A=b c", "env.B=", "restart=game"),
    )
    assert tournament == Tournament(
        game="kulami layout=8x8",
        engines=(
            Engine(
                ("quatuor", "gtp", "--param", "level=3"),
                "A",
                Limits(movetime=0.1),
                {"level": "5", "hash": "64"},
            ),
            Engine(
                ("quatuor",),
                limits=Limits(movetime=2.0),
                env={"A": "b c", "B": ""},
                restart=Restart.GAME,
            ),
        ),
        games=400,
    )
    assert conduct == Conduct()


def test_every_option() -> None:
    Path("book.txt").write_text("C3=2\n")
    tournament, conduct = read(
        *("--game", "gorami board=24", "--format", "swiss", "--games", "4", "--rounds", "1"),
        *("--seed", "7", "--concurrency", "3", "--results", "r", "--log", "l"),
        *("--executor", "dask://h:1", "--start-fault", "loss", "--main", "60", "--byo-time", "5"),
        *("--byo-stones", "3", "--nodes", "1000", "--depth", "9", "--margin", "0"),
        *("--answer", "1.5", "--startup", "2", "--plies", "1", "--openings", "book.txt"),
        *("--resign-score", "9.5", "--resign-moves", "2", "--move-cap", "99"),
        *("--elo0", "-1", "--elo1", "1e0", "--alpha", ".01", "--beta", "0.02"),
        *("--model", "logistic", *TWO),
    )
    limits = Limits(None, 60.0, 0.0, 5.0, 3, 1000, 9, 0.0, 1.5, 2.0)
    assert tournament == Tournament(
        game="gorami board=24",
        engines=(Engine(("quatuor",), limits=limits),) * 2,
        format=Format.SWISS,
        games=4,
        rounds=1,
        seed=7,
        openings=Openings(1, "book.txt"),
        adjudication=Adjudication(9.5, 2, 99),
        sprt=SprtTest(-1.0, 1.0, 0.01, 0.02, "logistic"),
        start_fault=StartFault.LOSS,
    )
    assert conduct == Conduct(3, "r", "l", "dask://h:1")


def test_layouts_are_words() -> None:
    layouts = ("--layouts", "16", "board=24")
    tournament, _ = read("--game", "gorami", "--nodes", "5", *TWO, *layouts)
    assert tournament.openings == Openings(layouts=("16", "board=24"))


def test_processors_are_numbers_and_ranges() -> None:
    here = ("--game", "gorami", "--nodes", "5", "--executor", "dask://h:1", *TWO)
    with pytest.raises(ConfigurationError, match=r"--each: cpus: numbers of processors.*\"0-x\""):
        read(*here, "--each", "cpus=0-x")
    tournament, _ = read("--game", "gorami", "--nodes", "5", *TWO, "--each", "cpus=0")
    assert [engine.cpus for engine in tournament.engines] == [(0,), (0,)]


def test_each_is_for_every_engine_without_its_own() -> None:
    tournament, _ = read(
        *("--game", "gorami", "--each", "nodes=5", "param.a=1", "param.b=1", "threads=2"),
        *("--each", "env.X=y", "--engine", "cmd=quatuor", "param.b=2", "main=3"),
        *("--engine", "cmd=quatuor", "nodes=7"),
    )
    one, other = tournament.engines
    assert one.params == {"a": "1", "b": "2", "threads": "2"}
    assert other.params == {"a": "1", "b": "1", "threads": "2"}
    assert (one.limits, other.limits) == (Limits(nodes=5, main=3.0), Limits(nodes=7))
    assert one.env == other.env == {"X": "y"}


def test_the_help_has_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read("--help")
    text = capsys.readouterr().out
    for key in KEYS:
        assert key.flag in text


# ---------------------------------------------------------------------- over a file


def test_options_override_a_file() -> None:
    plain, _ = read("match.toml")
    tournament, conduct = read(
        "match.toml", "--games", "400", "--concurrency", "2", "--game", "gorami", "board=24"
    )
    assert (tournament.games, tournament.game) == (400, "gorami board=24")
    assert tournament.engines == plain.engines
    assert conduct == Conduct(2, "old.jsonl")


def test_a_kind_of_time_replaces_the_common_time_of_the_file() -> None:
    tournament, _ = read("match.toml", "--movetime", "0.2")
    assert tournament.engines[0].limits == Limits(movetime=0.2, margin=0.5)
    assert tournament.engines[1].limits == Limits(movetime=3.0, margin=0.5)
    tournament, _ = read("match.toml", "--increment", "2", "--margin", "1")
    assert tournament.engines[0].limits == Limits(main=10.0, increment=2.0, margin=1.0)


def test_engines_replace_those_of_the_file() -> None:
    tournament, _ = read("match.toml", *TWO)
    limits = Limits(main=10.0, increment=1.0, margin=0.5)
    assert tournament.engines == tuple(
        Engine(("quatuor",), name, limits) for name in ("quatuor 1", "quatuor 2")
    )


def test_each_is_over_the_engines_of_the_file() -> None:
    tournament, _ = read("match.toml", "--each", "param.level=1", "main=7")
    assert [engine.params for engine in tournament.engines] == [
        {"level": "1", "x": "1"},
        {"level": "1"},
    ]
    assert [engine.limits for engine in tournament.engines] == [Limits(main=7.0, margin=0.5)] * 2


def test_openings_replace_the_layouts_of_the_file() -> None:
    Path("book.txt").write_text("C3=2\n")
    tournament, _ = read("match.toml", "--openings", "book.txt")
    assert tournament.openings == Openings(2, "book.txt")
    tournament, _ = read("match.toml", "--plies", "0")
    assert tournament.openings == Openings(0, None, ("16",))


def test_options_over_a_tournament_that_is_known() -> None:
    """As if it had been read from a file, but for the limits that its engines have each."""
    known, _ = read("match.toml")
    parser = argparse.ArgumentParser()
    describe(parser)
    options = parser.parse_args(["out.jsonl", "--concurrency", "3", "--games", "8"])
    tournament, conduct = read_options_over(options, "out.jsonl", known, Conduct(results="out"))
    assert tournament == replace(known, games=8)
    assert conduct == Conduct(3, "out")


def test_what_is_wrong_with_a_tournament_that_is_known() -> None:
    known = Tournament("gorami", (Engine(("quatuor",)), Engine(("no-such-engine",))))
    parser = argparse.ArgumentParser()
    describe(parser)
    options = parser.parse_args(["--games", "3"])
    with pytest.raises(ConfigurationError) as caught:
        read_options_over(options, "out.jsonl", known, Conduct())
    assert [
        error.partition(": there")[0].partition(": 2 or")[0] for error in caught.value.errors
    ] == [
        "out.jsonl: limits: nothing limits a move: give movetime (0.1, say), main, byo_time, "
        "nodes or depth",
        "out.jsonl: engine 2: command",
        "--games",
    ]


# ---------------------------------------------------------------------- what is wrong


def test_mistakes_of_the_file_come_first() -> None:
    Path("match.toml").write_text(FILE.replace("games = 2", "games = 0"))
    found = errors("match.toml", "--seed", "-1", "--each", "threads=0", "--plies", "x")
    assert [error.rsplit(": ", 1)[0] for error in found] == [
        "match.toml:3: games",
        "--seed",
        "--plies",
        "--each: threads",
    ]


def test_mistakes_of_engines_that_were_replaced_do_not_matter() -> None:
    Path("match.toml").write_text(FILE.replace('"quatuor"', '"no-such-engine"'))
    assert len(errors("match.toml")) == 2
    read("match.toml", *TWO)


def test_mistakes_of_both_together_name_the_option() -> None:
    assert errors("match.toml", "--games", "3") == [
        "--games: 2 or 4 expected, not 3: on each beginning every engine has each of the 2 seats "
        "once"
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--games", "many"], '--games: a whole number of 1 or more expected, not "many"'),
        (["--games", "1_0"], '--games: a whole number of 1 or more expected, not "1_0"'),
        (["--margin", "-1"], "--margin: a number of seconds of 0 or more expected, not -1"),
        (["--margin", "nan"], "--margin: a number of seconds of 0 or more expected, not nan"),
        (["--game", "chess"], "--game: 'chess' is not one of"),
        (["--elo0", "50"], "--elo1: more than elo0 = 50 expected, not 10"),
        (["--movetime", "1", "--main", "1"], "--movetime: either movetime or a clock"),
        (["--each", "byo_time=1"], "--engine 1: byo_time: it needs byo_stones"),
        (["--each", "tokens=5"], "--each: tokens: there is no key of this name"),
        (["--each", "thread=5"], "--each: thread: there is no key of this name; did you mean thre"),
        (["--each", "param=5"], "--each: param: a name expected after a point: param.level=5"),
        (["--each", "params=5"], "--each: params: a name expected after a point"),
        (["--each", "param.level="], "--each: param.level: a value of one line expected"),
        (["--each", "quatuor"], "--each: quatuor: KEY=VALUE expected, not 'quatuor'"),
        (["--each", "cwd=nowhere"], "--engine 1: cwd: there is no directory nowhere"),
    ],
)
def test_mistakes(words: list[str], expected: str) -> None:
    found = errors("--game", "gorami", "--nodes", "5", *TWO, *words)
    assert found[0].startswith(expected)


def test_nothing_at_all() -> None:
    found = errors()
    assert [error.partition(":")[0] for error in found] == ["--game", "--engine"]


def test_no_limits() -> None:
    assert errors("--game", "gorami", *TWO) == [
        "limits: nothing limits a move: give movetime (0.1, say), main, byo_time, nodes or depth"
    ]


def test_the_engine_at_fault_is_named() -> None:
    words = ("--engine", "cmd=quatuor", "--engine", "cmd=no-such-engine", "nodes=0")
    found = errors("--game", "gorami", "--nodes", "5", *words)
    assert found[0] == "--engine 2: nodes: a whole number of 1 or more expected, not 0"
    assert found[1].startswith("--engine 2: command: there is no command no-such-engine")
