"""The subcommand ``referee check``: what it takes, what it shows, how it ends."""

import argparse
import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from clients.check_command import describe, run
from clients.referee.compliance import STEPS, Examination, Watcher, examine
from clients.referee.compliance_check import Patience
from clients.referee.compliance_game import SETTING_UP
from clients.referee.openings import Beginning
from clients.referee.settings import Engine, Limits
from tests.clients.support import faulty, is_gone, new_token
from tests.faulty_engines.altered import ROOT, changed, with_fault

PROCESSES = Path("/proc")
#: A busy machine is no failure.
LONG = Limits(margin=60, answer=60, startup=60)
CALM = Patience(ending=60, step=120, game=0.2, move=0.02)


def engine_runs(token: str) -> bool:
    """Whether a process has this word as an argument of its own, as the engine has."""
    argument = f"\0{token}\0".encode()
    return any(argument in _arguments(path) for path in PROCESSES.glob("[0-9]*/cmdline"))


def _arguments(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    describe(parser)
    return parser.parse_args(words)


SETTINGS = """
[tournament]
game = "gorami board=24"
format = "match"
games = 2
[limits]
movetime = 0.02
margin = 60
startup = 60
answer = 60
[[engine]]
name = "A"
command = ["quatuor"]
params = { level = 3 }
[[engine]]
name = "B"
command = COMMAND
"""


def test_the_engines_of_a_file_and_all_about_them_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.check_command.examine", examine_shortly)
    path = tmp_path / "t.toml"
    path.write_text(SETTINGS.replace("COMMAND", json.dumps(faulty("refuses_newgame"))))
    assert run(options(str(path), "--json")) == 1
    told = json.loads(capsys.readouterr().out)
    one, other = told["engines"]
    assert (told["passed"], one["passed"], other["passed"]) == (False, True, False)
    assert (one["name"], one["program"], other["program"]) == ("A", "Quatuor", "Faulty")
    steps = {step["name"]: step for step in one["steps"]}
    assert steps["sets the game up"]["text"] == "'gorami board=24'"
    assert steps["takes the tournament's parameters"]["text"] == "2 parameters"
    assert {step["status"] for step in one["steps"]} == {"ok"}
    (wrong,) = [step for step in other["steps"] if step["status"] == "failed"]
    assert wrong["name"] == "sets the game up"
    assert wrong["needed"]
    assert "with '? unsupported game'" in wrong["text"]


def examine_shortly(
    engines: Sequence[Engine], beginning: Beginning, wanted: bool, watcher: Watcher
) -> list[Examination]:
    return examine(engines, beginning, wanted, watcher, CALM, [STEPS[0], *SETTING_UP.steps])


def examine_calmly(
    engines: Sequence[Engine], beginning: Beginning, wanted: bool, watcher: Watcher
) -> list[Examination]:
    patient = [replace(engine, limits=LONG) for engine in engines]
    return examine(patient, beginning, wanted, watcher, CALM)


def test_lines_for_people(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.check_command.examine", examine_calmly)
    engine = shlex.join(with_fault(changed("protocol_version", 'text="1"')))
    assert run(options("--engine", engine, "no-such-engine")) == 1
    one, other = capsys.readouterr().out.split("\n\n")
    heading, *lines, summary = one.splitlines()
    assert f"{sys.executable} -c" in heading
    assert [int(each.split()[0]) for each in lines] == list(range(1, len(STEPS) + 1))
    assert lines[4].split(None, 1)[1] == (
        "speaks version 2 of the protocol         FAILED: it answered 'protocol_version' with "
        "'= 1'. Right would be: `protocol_version` is answered with 2."
    )
    assert summary.startswith("Quatuor ")
    assert summary.endswith(" failed. Nothing that a tournament needs has failed.")
    assert other.splitlines()[-1] == (
        f"{len(STEPS) - 1} skipped, 1 failed. No tournament can be played with it before step 1 "
        "succeeds."
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--engine", "quatuor", "--game", "chess"], "'chess' is not one of kulami, "),
        (["--engine", "quatuor", "--game", "gorami board=23"], "no game can be begun: board: "),
        (["--engine", "'quatuor"], "No closing quotation"),
        (["--engine", ""], "a command expected"),
        (["missing.toml"], "missing.toml"),
    ],
)
def test_a_users_mistake(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(options(*words)) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("quatuor referee check: ")
    assert why in told.err


@pytest.mark.parametrize(
    "words", [[], ["t.toml", "--engine", "quatuor"], ["t.toml", "--startup", "0"]]
)
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        options(*words)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(("startup", "code"), [("0.5", 1), ("60", 0)])
def test_a_slow_start_may_be_allowed(
    startup: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.check_command.examine", examine_shortly)
    engine = shlex.join(with_fault("time.sleep(1.5)"))
    assert run(options("--engine", engine, "--startup", startup)) == code


@pytest.mark.skipif(not (PROCESSES / "self").exists(), reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_check_leaves_nothing_behind(number: signal.Signals) -> None:
    token = new_token()
    engine = shlex.join(faulty("never_greets", token))
    words = ["--engine", engine, "--startup", "3600"]
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not engine_runs(token):
            time.sleep(0.02)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "quatuor referee check: interrupted\n"
    assert is_gone(token)


#: Where the tests run in the background, SIGINT may be ignored; the command then ignores it, too.
COMMAND = """
import argparse, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from clients.check_command import describe, run
parser = argparse.ArgumentParser()
describe(parser)
sys.exit(run(parser.parse_args()))
"""
