"""The command ``quatuor`` and its subcommands, as a person at a shell meets them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import __version__, cli
from engine.games.registry import GAMES
from tests.games.support import DATA, load

ROOT = Path(__file__).parent.parent


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *words],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )


def main(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The command in this process: its exit code and what it wrote."""
    code = cli.main(words)
    output, errors = capsys.readouterr()
    return code, output, errors


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(capsys, "version") == (0, f"quatuor {__version__}\n", "")
    assert main(capsys, "--version") == (0, f"quatuor {__version__}\n", "")


def test_version_verbose_says_which_kernel_runs_on_what(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = main(capsys, "version", "--verbose")
    lines = output.splitlines()
    assert code == 0
    assert lines[1] in ("kernel: compiled", "kernel: not compiled")
    assert lines[2].startswith(f"python: {sys.version_info[0]}.{sys.version_info[1]}.")
    assert lines[3].startswith("platform: ")


def test_help_names_every_subcommand_and_says_what_a_bare_call_does() -> None:
    output = run("--help").stdout
    for name, (_, summary) in cli.COMMANDS.items():
        assert re.search(rf"^    {name} +{re.escape(summary[:40])}", output, re.MULTILINE)
    assert "quatuor gtp" in output


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_subcommand_has_help(name: str) -> None:
    answer = run(name, "--help")
    assert answer.returncode == 0
    assert answer.stdout.startswith(f"usage: quatuor {name}")


@pytest.mark.parametrize("words", [(), ("gtp",), ("--game", "kulami"), ("gtp", "--game", "KULAMI")])
def test_a_bare_call_speaks_the_protocol(words: tuple[str, ...]) -> None:
    answer = run(*words, text="name\nsetup\nquit\n")
    assert answer.stdout.startswith("= Quatuor\n\n= kulami scoring=standard layout=")
    assert (answer.returncode, answer.stderr) == (0, "")


def test_parameters_and_game_at_the_start() -> None:
    words = ("--game", "gorami", "--param", "nodes=7", "--param", "LEVEL=3")
    answer = run(*words, text="param nodes\nparam level\nsetup\n")
    assert answer.stdout == "= 7\n\n= 3\n\n= gorami board=22\n\n"


def test_verbose_logs_why_to_standard_error() -> None:
    answer = run("--verbose", text="play b D4\nplay w D5\n")
    assert answer.stdout == "= \n\n? illegal move\n\n"
    assert "D5 is on the tile of the opponent's last marble, D4. (K6)" in answer.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--game", "chess"), "--game: 'chess' is not one of kulami, donuts, gorami, siege_stones"),
        (("--param", "level"), "--param NAME=VALUE expected, not 'level'"),
        (("--param", "level=11"), "--param level: a whole number from 0 to 10 expected"),
        (("--param", "colour=1"), "--param colour: no such parameter; there are threads, "),
        (("--param", "faces=nowhere.json"), "--param faces: there is no file 'nowhere.json'"),
        (("perft", "chess", "3"), "'chess' is not one of kulami, "),
        (("perft", "kulami", "0"), "a depth from 1 to 60 expected, not 0"),
        (("perft", "gorami", "2", "board=17"), "board: "),
        (("perft", "gorami", "2", "17"), "name=value expected, not '17'"),
    ],
)
def test_a_users_mistake_gets_one_clear_line(words: tuple[str, ...], message: str) -> None:
    answer = run(*words, text="name\n")
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.startswith(f"quatuor: {message}")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [("--colour",), ("perft",), ("perft", "kulami", "x"), ("swim",)])
def test_bad_usage(words: tuple[str, ...]) -> None:
    answer = run(*words)
    assert answer.returncode == 2
    assert answer.stderr.startswith("usage: quatuor")


@pytest.mark.parametrize("item", [i for i in load("perft.json") if not i["moves"]])
def test_perft_prints_depth_nodes_seconds_and_rate(
    capsys: pytest.CaptureFixture[str], item: dict[str, object]
) -> None:
    name, options, golden = item["game"], item["options"], item["perft"]
    assert isinstance(name, str)
    assert isinstance(options, dict)
    assert isinstance(golden, list)
    words = [f"{key}={value}" for key, value in options.items()]
    code, output, _ = main(capsys, "perft", name, "2", *words)
    assert code == 0
    lines = [re.fullmatch(r"(\d+) (\d+) (\d+\.\d{3}) (\d+)", line) for line in output.splitlines()]
    found = [(int(line[1]), int(line[2])) for line in lines if line]
    assert found == [(1, golden[0]), (2, golden[1])]


def test_bench_prints_the_fingerprint(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = main(capsys, "bench")
    assert code == 0
    *lines, speed = output.splitlines()
    assert lines == (DATA / "bench.txt").read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"nps \d+", speed)


def test_bench_yardstick_prints_three_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """5783242 is the perft of R8 at 6 plies, as the yardstick program counts it."""
    code, output, _ = main(capsys, "bench", "yardstick")
    assert code == 0
    form = r"(\w+) count=(\d+) seconds=\d+\.\d{3} rate=\d+"
    lines = [re.fullmatch(form, line) for line in output.splitlines()]
    assert [line[1] for line in lines if line] == ["perft6", "playouts", "search"]
    assert [line[2] for line in lines if line][:2] == ["5783242", "30000"]


def test_faces_of_a_file_make_the_random_boards(tmp_path: Path) -> None:
    path = tmp_path / "faces.json"
    path.write_text(json.dumps({"tiles": [["HHH/HHH/HHH"]] * 4}), encoding="utf-8")
    answer = run("--game", "donuts", "--param", f"faces={path}", text="setup\nlist_games\n")
    setup, games = answer.stdout.split("\n\n")[:2]
    assert set(setup.partition("layout=")[2]) <= set("HV/")
    assert games == "= " + "\n".join(GAMES)


def test_only_what_is_called_is_imported() -> None:
    """The engine process needs no client, and nothing but the standard library and itself."""
    code = (
        "import sys; from engine.session.start import new_session; import engine.session.loop\n"
        "new_session('kulami', [], False)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    names = set(answer.stdout.split()) - set(sys.stdlib_module_names)
    assert "engine" in names
    assert not names & {"clients", "numpy", "argparse", "pytest"}
