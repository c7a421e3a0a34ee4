"""docs/solve.md shows what really happens, and names what there is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.session.solving.command import SAVE_EVERY
from engine.session.solving.request import DEFAULT_MEBIBYTES
from engine.session.solving.verify_command import DEFAULT_NODES

from .engine_process import DEADLINE, ROOT, environment
from .solve_support import HARD, LOST, Shell

PAGE = (ROOT / "docs" / "solve.md").read_text(encoding="utf-8")
#: What in an expected output stands for anything.
ANYTHING = "…"


def like(expected: str, said: str) -> bool:
    pattern = re.escape(expected.strip()).replace(re.escape(ANYTHING), ".*")
    return re.fullmatch(pattern, said.strip()) is not None


def test_examples_are_real(tmp_path: Path) -> None:
    program = tmp_path / "quatuor"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m engine "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    blocks = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
    assert len(parts) >= 5
    for part in parts:
        command, _, expected = part.partition("\n")
        run = subprocess.run(
            ["sh", "-c", f"({command}) 2>&1"],
            cwd=tmp_path,
            env=environment({"PATH": path}),
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        said, wanted = (sorted(text.strip().splitlines()) for text in (run.stdout, expected))
        assert len(said) == len(wanted), run.stdout
        assert all(map(like, wanted, said)), f"{command}: {run.stdout}"


@pytest.mark.parametrize("command", ["solve", "verify"])
def test_every_option_is_on_the_page(command: str) -> None:
    words = [sys.executable, "-m", "engine", command, "--help"]
    shown = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    options = set(re.findall(r"^  (--[a-z]+)", shown, re.MULTILINE)) - {"--help"}
    assert options
    assert all(f"`{option}" in PAGE for option in options)
    assert options <= set(re.findall(r"--[a-z]+", shown.partition("examples:")[0]))


def test_keys_are_those_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell(capsys)
    table = PAGE.partition("## Results")[2].partition("## Verifying")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    documented = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    told = shell.solve("--position", LOST, "--json", "--hash", "1").json
    assert set(told) == documented
    unknown = shell("solve", *HARD, "--time", "0.1", "--json").json
    assert set(unknown) - documented == {"low", "high"}


def test_defaults_are_those_on_the_page() -> None:
    assert f"({DEFAULT_MEBIBYTES})" in PAGE
    assert f"({SAVE_EVERY:.0f})" in PAGE
    assert f"({DEFAULT_NODES:,}, some" in PAGE
