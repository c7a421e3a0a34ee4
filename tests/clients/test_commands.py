"""The commands of engines: this program from anywhere, others as they are, and what is missing."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from clients.referee.commands import resolve, why_no_cpus, why_not_startable


def run(command: Sequence[str], cwd: Path, words: str) -> str:
    """What an engine answers that is started in `cwd`, without help from the environment."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        resolve(command), input=words, capture_output=True, text=True, cwd=cwd, env=env, timeout=60
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("command", [["quatuor"], ["quatuor", "gtp"], ("quatuor", "gtp")])
def test_this_program_starts_in_any_directory(tmp_path: Path, command: Sequence[str]) -> None:
    assert run(command, tmp_path, "name\nquit\n").lower().startswith("= quatuor")


def test_modules_in_the_working_directory_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    for name in ("engine/__init__.py", "protocol.py", "argparse.py", "random.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong module')\n")
    assert run(["quatuor"], tmp_path, "name\nquit\n").lower().startswith("= quatuor")


@pytest.mark.parametrize("command", [["quatuor"], ["quatuor", "gtp"]])
def test_arguments_are_handed_on(tmp_path: Path, command: list[str]) -> None:
    answer = run([*command, "--param", "level=3"], tmp_path, "param level\nquit\n")
    assert answer.startswith("= 3")


def test_the_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/quatuor/quatuor")
    expected = ["/opt/quatuor/quatuor", "gtp", "--game", "donuts"]
    assert resolve(["quatuor", "--game", "donuts"]) == expected


@pytest.mark.parametrize("command", [["./quatuor", "gtp"], ["gnugo", "--mode", "gtp"], ["gtp"]])
def test_other_commands_stay_as_they_are(command: list[str]) -> None:
    assert resolve(command) == command


@pytest.mark.parametrize("command", [["quatuor", "--verbose"], ["sh", "-c", "cat"], ["/bin/sh"]])
def test_what_can_be_started(command: list[str], tmp_path: Path) -> None:
    assert why_not_startable(command) is None
    assert why_not_startable(command, str(tmp_path)) is None


def test_a_program_is_looked_for_from_its_working_directory(tmp_path: Path) -> None:
    (tmp_path / "engine.sh").write_text("#!/bin/sh\n")
    (tmp_path / "engine.sh").chmod(0o755)
    assert why_not_startable(["./engine.sh"], str(tmp_path)) is None
    why = why_not_startable(["./engine.sh"])
    assert why == "there is no command ./engine.sh"


def test_the_path_of_the_engine_counts(tmp_path: Path) -> None:
    (tmp_path / "engine.sh").write_text("#!/bin/sh\n")
    (tmp_path / "engine.sh").chmod(0o755)
    assert why_not_startable(["engine.sh"], None, {"PATH": str(tmp_path)}) is None
    assert why_not_startable(["engine.sh"]) is not None


def test_what_cannot_be_started_is_explained(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    folder = str(tmp_path)
    for command, cwd, words in (
        (["no-such-engine"], None, "no command no-such-engine in the PATH"),
        (["./no-such-engine"], None, "no command ./no-such-engine"),
        ([folder], None, f"{folder} is a directory"),
        ([f"{folder}/plain"], None, "not executable: chmod +x"),
        (["plain"], folder, "write ./plain"),
        (["quatuor gtp"], None, "each word of the command as a text of its own"),
        (["quatuor"], f"{folder}/missing", f"no directory {folder}/missing"),
    ):
        why = why_not_startable(command, cwd)
        assert why is not None
        assert words in why


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system binds no processes")
def test_processors() -> None:
    ours = sorted(os.sched_getaffinity(0))
    assert why_no_cpus([]) is None
    assert why_no_cpus(ours) is None
    why = why_no_cpus([*ours, 4096])
    assert why is not None
    assert "no processor 4096" in why


def test_systems_that_bind_no_processes_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert why_no_cpus([]) is None
    why = why_no_cpus([0])
    assert why is not None
    assert "leave it out" in why
