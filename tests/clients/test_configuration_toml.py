"""Configurations as TOML files: every key, every mistake with its line, and writing them."""

import os
from pathlib import Path
from typing import Any

import pytest

from clients.referee.configuration_error import ConfigurationError
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
from clients.referee.toml_file import read_toml

#: The example of the manual.
EXAMPLE = """\
[tournament]
game = "kulami layout=8x8 scoring=both"     # a newgame line
format = "match"
games = 200
concurrency = 4
seed = 1
results = "out.jsonl"
[limits]
movetime = 0.05
[[engine]]
name = "A"
command = ["quatuor", "gtp"]
params = { level = 5 }
[[engine]]
name = "B"
command = "quatuor gtp"
"""

MINIMAL = """\
[tournament]
game = "gorami"
[limits]
nodes = 100
[[engine]]
command = "quatuor"
[[engine]]
command = "quatuor"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(text: str) -> tuple[Tournament, Conduct]:
    Path("match.toml").write_text(text)
    return read_toml("match.toml")


def errors(text: str) -> list[str]:
    """The errors of a file, without its name."""
    with pytest.raises(ConfigurationError) as caught:
        read(text)
    assert str(caught.value) == "\n".join(caught.value.errors)
    assert all(error.startswith("match.toml:") for error in caught.value.errors)
    return [error.removeprefix("match.toml:") for error in caught.value.errors]


def with_engine(keys: str, limits: str = "nodes = 100") -> str:
    """A file whose second engine has `keys` on line 8."""
    return f"""\
[tournament]
game = "gorami"
[limits]
{limits}
[[engine]]
command = "quatuor"
[[engine]]
{keys}
command = "quatuor"
"""


# ---------------------------------------------------------------------- what is right


@pytest.mark.usefixtures("folder")
def test_the_example() -> None:
    tournament, conduct = read(EXAMPLE)
    assert tournament == Tournament(
        game="kulami layout=8x8 scoring=both",
        engines=(
            Engine(("quatuor", "gtp"), "A", Limits(movetime=0.05), {"level": "5"}),
            Engine(("quatuor", "gtp"), "B", Limits(movetime=0.05)),
        ),
        games=200,
    )
    assert conduct == Conduct(concurrency=4, results="out.jsonl")


@pytest.mark.usefixtures("folder")
def test_every_key() -> None:
    Path("book.txt").write_text("C3=2 D4=1\n")
    Path("bin").mkdir()
    tournament, conduct = read("""\
[tournament]
game = "gorami board=24"
format = "swiss"
games = 4
rounds = 1
seed = 9223372036854775807
concurrency = 2
results = "r"
log = "l"
executor = "dask://host:8786"
start_fault = "loss"
[limits]
main = 60
byo_time = 5
byo_stones = 3
nodes = 1000
depth = 10
margin = 0
answer = 1.5
startup = 2
[[engine]]
name = "A"
command = ["./a", "b c"]
params = { level = 5, x = 0.5, ponder = true, resign = false, word = "many words" }
hash = 64
threads = 2
env = { A = "x y", B = 3 }
cwd = "bin"
restart = "never"
main = 1
increment = 0.5
[[engine]]
command = "b 'c d'"
[openings]
plies = 2
file = "book.txt"
[adjudication]
resign_score = 900
resign_moves = 4
move_cap = 100
[sprt]
elo0 = -5
elo1 = 5.5
alpha = 0.01
beta = 0.02
model = "logistic"
""")
    waits = {"margin": 0.0, "answer": 1.5, "startup": 2.0, "nodes": 1000, "depth": 10}
    common: dict[str, Any] = {"main": 60.0, "byo_time": 5.0, "byo_stones": 3, **waits}
    params = {"level": "5", "x": "0.5", "ponder": "on", "resign": "off", "word": "many words"}
    own: dict[str, Any] = {"main": 1.0, "increment": 0.5, **waits}
    assert tournament == Tournament(
        game="gorami board=24",
        engines=(
            Engine(
                ("./a", "b c"),
                "A",
                Limits(**own),
                {**params, "hash": "64", "threads": "2"},
                {"A": "x y", "B": "3"},
                "bin",
                Restart.NEVER,
            ),
            Engine(("b", "c d"), limits=Limits(**common)),
        ),
        format=Format.SWISS,
        games=4,
        rounds=1,
        seed=2**63 - 1,
        openings=Openings(2, "book.txt"),
        adjudication=Adjudication(900.0, 4, 100),
        sprt=SprtTest(-5.0, 5.5, 0.01, 0.02, "logistic"),
        start_fault=StartFault.LOSS,
    )
    assert conduct == Conduct(2, "r", "l", "dask://host:8786")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("common", "own", "expected"),
    [
        ("movetime = 1", "", Limits(movetime=1)),
        ("movetime = 1", "movetime = 2", Limits(movetime=2)),
        ("movetime = 1", "main = 2", Limits(main=2)),
        ("main = 9\nincrement = 1", "movetime = 2", Limits(movetime=2)),
        ("main = 9\nincrement = 1", "main = 2", Limits(main=2)),
        ("main = 9\nincrement = 1", "increment = 2", Limits(main=9, increment=2)),
        ("byo_time = 9\nbyo_stones = 1", "main = 2", Limits(main=2)),
        ("byo_time = 9\nbyo_stones = 1", "byo_stones = 2", Limits(byo_time=9, byo_stones=2)),
        ("movetime = 1\nnodes = 5", "main = 2", Limits(main=2, nodes=5)),
        ("movetime = 1", "nodes = 5\nmargin = 0", Limits(movetime=1, nodes=5, margin=0)),
    ],
)
def test_an_engine_replaces_the_common_time_as_a_whole(
    common: str, own: str, expected: Limits
) -> None:
    tournament, _ = read(with_engine(own, common))
    assert tournament.engines[1].limits == expected


@pytest.mark.usefixtures("folder")
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system binds no processes")
def test_processors_of_an_engine() -> None:
    cpu = min(os.sched_getaffinity(0))
    tournament, _ = read(with_engine(f"cpus = [{cpu}]"))
    assert tournament.engines[1].cpus == (cpu,)
    assert "there is no processor 99999" in errors(with_engine("cpus = [99999]"))[0]


@pytest.mark.usefixtures("folder")
def test_a_byte_order_mark_and_windows_line_ends() -> None:
    text = "\ufeff" + MINIMAL.replace("\n", "\r\n")
    Path("match.toml").write_bytes(text.encode())
    assert read_toml("match.toml")[0].game == "gorami"
    Path("match.toml").write_bytes(text.replace("nodes = 100", "nodes = 0").encode())
    with pytest.raises(ConfigurationError, match=r"match\.toml:4: nodes"):
        read_toml("match.toml")


@pytest.mark.usefixtures("folder")
def test_engines_of_other_machines_need_not_be_here() -> None:
    missing = MINIMAL.replace('command = "quatuor"', 'command = "no-such-engine"')
    assert len(errors(missing)) == 2
    elsewhere = missing.replace("[limits]", 'executor = "dask://host:8786"\n[limits]')
    assert read(elsewhere)[0].engines[0].command == ("no-such-engine",)


# ---------------------------------------------------------------------- what is wrong


@pytest.mark.usefixtures("folder")
def test_all_mistakes_are_told_in_the_order_of_their_lines() -> None:
    found = errors("""\
[[engine]]
name = "A"
comand = "quatuor"
[[engine]]
name = "A"
command = "quatuor"
threads = 0
[tournament]
game = "kulami"
games = "many"
[limit]
[limits]
movetime = 0
""")
    assert [error.split(":")[0] for error in found] == ["1", "3", "5", "7", "10", "11", "13"]
    assert found[4] == '10: games: a whole number of 1 or more expected, not "many"'
    assert found[1].endswith("did you mean command?")
    assert found[5].endswith("did you mean limits?")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("name = 3", ["8: name: a name expected, not 3"]),
        ('name = ""', ["8: name: a name expected"]),
        ('name = "a\\nb"', ["8: name: a name expected"]),
        ("params = 5", ["8: params: parameters", "not 5"]),
        ("params = { level = [1] }", ["8: params.level: a value of one line expected, not [1]"]),
        ('params = { a = "1\\nquit" }', ["8: params.a", "one line"]),
        ('params = { a = "" }', ["8: params.a"]),
        ('params = { "a b" = 1 }', ["8: params", "a b"]),
        ("params.a = []", ["8: params.a: "]),
        ("hash = 0", ["8: hash: a whole number of 1 or more expected, not 0"]),
        ("hash = 1\nparams.hash = 1", ["8: hash: also given as params.hash"]),
        ("threads = 1.5", ["8: threads: a whole number", "not 1.5"]),
        ("env = { A = true }", ["8: env.A"]),
        ('env = { "A=B" = "" }', ["8: env", "A=B"]),
        ('cwd = "nowhere"', ["8: cwd: there is no directory nowhere"]),
        ('restart = "always"', ['8: restart: fault, game or never expected, not "always"']),
        ("cpus = [-1]", ["8: cpus: numbers of processors", "not [-1]"]),
        ("cpus = 0", ["8: cpus: numbers of processors"]),
        ("movetime = inf", ["8: movetime: a number of seconds more than 0 expected, not inf"]),
        ("movetime = true", ["8: movetime", "not true"]),
        ("movetime = 2026-01-01", ["8: movetime", "not 2026-01-01"]),
        ("movetime = 1\nmain = 1", ["8: movetime: either movetime or a clock"]),
        ("byo_time = 1", ["8: byo_time: it needs byo_stones"]),
        ("byo_stones = 1", ["8: byo_stones: it needs byo_time"]),
        ("increment = 1", ["8: increment: it needs main"]),
        ("increment = 1\nbyo_time = 1\nbyo_stones = 1", ["8: increment: either increment or"]),
        ("games = 2", ["8: games: this key belongs to the section [tournament]"]),
        ("movtime = 2", ["8: movtime: there is no key", "did you mean movetime?"]),
    ],
)
def test_mistakes_of_an_engine(keys: str, words: list[str]) -> None:
    (error,) = errors(with_engine(keys))
    for word in words:
        assert word in error


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ('"no-such-engine --x"', ["6: command: there is no command no-such-engine in the PATH"]),
        ('["quatuor gtp"]', ["6: command", "write each word of the command as a text of its own"]),
        ('"./match.toml"', ["6: command: ./match.toml is not executable: chmod +x"]),
        ('"/"', ["6: command: / is a directory"]),
        ("[]", ["6: command: a command", "expected, not []"]),
        ('""', ["6: command: a command"]),
        ('["", "x"]', ["6: command: a command"]),
        ('"quatuor \'"', ["6: command: a command", "No closing quotation"]),
        ("5", ["6: command: a command", "not 5"]),
    ],
)
def test_mistakes_of_a_command(command: str, words: list[str]) -> None:
    (error,) = errors(MINIMAL.replace('"quatuor"', command, 1))
    for word in words:
        assert word in error


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "gorami"', "", ["1: game: it is missing"]),
        ('game = "gorami"', 'game = "chess"', ["2: game: 'chess' is not one of kulami"]),
        ('game = "gorami"', 'game = "gorami board=3"', ["2: game: board: 16 or 22 or 24 expected"]),
        ('game = "gorami"', 'game = "gorami big"', ["2: game: name=value expected, not 'big'"]),
        ('game = "gorami"', "game = gorami", ["2: this is no TOML", "quotation marks"]),
        ("[limits]", "games = 3\n[limits]", ["3: games: 2 or 4 expected, not 3"]),
        ("[limits]", 'format = "swis"\n[limits]', ["3: format:", "did you mean swiss?"]),
        ("[limits]", "rounds = 3\n[limits]", ["3: rounds: only swiss"]),
        ("[limits]", "seed = -1\n[limits]", ["3: seed: a whole number from 0 to"]),
        ("[limits]", "concurrency = 0\n[limits]", ["3: concurrency:"]),
        ("[limits]", 'executor = "ssh://x"\n[limits]', ["3: executor: local or dask://HOST:PORT"]),
        ("[limits]", 'start_fault = "x"\n[limits]', ["3: start_fault: void or loss expected"]),
        ("nodes = 100", "margin = 1", ["3: limits: nothing limits a move: give movetime"]),
        ("nodes = 100", "nodes = 1\nmovetime = 1\nmain = 2", ["5: movetime: either movetime or"]),
        ("[limits]", "[openings]\nplies = -1\n[limits]", ["4: plies: a whole number of 0"]),
        ("[limits]", "[openings]\nplies = 500\n[limits]", ["4: plies: a smaller number"]),
        ("[limits]", "[openings]\nlayouts = []\n[limits]", ["4: layouts: layouts", "not []"]),
        ("[limits]", '[openings]\nlayouts = "R8"\n[limits]', ["4: layouts: layouts"]),
        ("[limits]", '[openings]\nlayouts = ["R8"]\n[limits]', ["4: layouts: 'R8': board"]),
        ("[limits]", '[openings]\nfile = "no"\n[limits]', ["4: file: cannot read no: No such"]),
        ("[limits]", "[sprt]\nelo0 = 5\nelo1 = 5\n[limits]", ["5: elo1: more than elo0 = 5"]),
        ("[limits]", "[sprt]\nalpha = 0.5\n[limits]", ["4: alpha:", "less than 0.5"]),
        ("[limits]", "[sprt]\nbeta = 0\n[limits]", ["4: beta: a number more than 0"]),
        ("[limits]", '[sprt]\nmodel = "elo"\n[limits]', ["4: model: logistic or normalized"]),
        ("[limits]", "[adjudication]\nmove_cap = 0\n[limits]", ["4: move_cap:"]),
        ("[limits]", "[adjudication]\nresign_score = 0\n[limits]", ["4: resign_score:"]),
        ("[tournament]", "concurrency = 2\n[tournament]", ["1: concurrency: this key belongs to"]),
        ("[tournament]", "x = 2\n[tournament]", ["1: x: there is no key of this name here"]),
        ("[limits]", "[matches]\n[limits]", ["3: matches: there is no section of this name"]),
        ("[limits]", "[[limits]]", ["3: limits: a section [limits] expected, once"]),
        ("[limits]", "games = 2\ngames = 4\n[limits]", ["4: this is no TOML: Cannot overwrite"]),
    ],
)
def test_mistakes_of_the_sections(old: str, new: str, words: list[str]) -> None:
    (error,) = errors(MINIMAL.replace(old, new, 1))
    for word in words:
        assert word in error


@pytest.mark.usefixtures("folder")
def test_engines() -> None:
    head, *engines = MINIMAL.split("[[engine]]\n")
    assert errors(head) == [
        " engine: there is none: give each engine a section [[engine]] with its command"
    ]
    (error,) = errors(f"{head}[engine]\n{engines[0]}")
    assert error == "5: engine: a section [[engine]], with two brackets, expected for each engine"
    (error,) = errors(f"{head}[[engine]]\n{engines[0]}")
    assert error.startswith("5: engine: 2 engines expected for a match of GORami")
    (error,) = errors(f"{head}[[engine]]\n{engines[0]}[[engine]]\nname = 'C'\n")
    assert error.startswith("7: command: it is missing")


@pytest.mark.usefixtures("folder")
def test_lines_of_a_file_of_openings() -> None:
    Path("book.txt").write_text("gorami\nkulami\n# fine\nA9=1\n")
    found = errors(MINIMAL.replace("[limits]", '[openings]\nfile = "book.txt"\n[limits]'))
    assert found[0] == "4: file: book.txt:2: the tournament plays gorami, not kulami"
    assert found[1].startswith("4: file: book.txt:4: move 1, A9=1: ")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tournament\n", ["match.toml:1: this is no TOML: "]),
        ('[tournament]\n\ngame = """', ["match.toml:3: this is no TOML"]),
        ("[tournament]\ngame 3", ["match.toml:2: this is no TOML", "column 6"]),
    ],
)
def test_no_toml(text: str, words: list[str]) -> None:
    Path("match.toml").write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        read_toml("match.toml")
    for word in words:
        assert word in str(caught.value)


def test_files_that_cannot_be_read(folder: Path) -> None:
    (folder / "binary").write_bytes(b"\xff\xfe[")
    for name, why in (
        ("none.toml", "cannot read none.toml: No such file or directory"),
        (".", "cannot read .: Is a directory"),
        ("binary", "binary: it is no text in UTF-8"),
    ):
        with pytest.raises(ConfigurationError) as caught:
            read_toml(name)
        assert caught.value.errors == (why,)
