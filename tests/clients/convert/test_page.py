"""docs/convert.md shows what really happens, and names what there is."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from clients.convert.forms import FORMS
from clients.convert.json_reading import MAX_LINE
from protocol.sgf import MAX_FILE, MAX_GAME

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "convert.md").read_text(encoding="utf-8")
#: What in an expected output stands for anything.
ANYTHING = "…"


def blocks(kind: str) -> list[str]:
    found: list[str] = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)
    return found


def exchanges(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with all that it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def test_examples_are_real(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "quatuor").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m engine "$@"\n')
    (programs / "quatuor").chmod(0o755)
    folder = tmp_path / "work"
    folder.mkdir()
    (game,) = blocks("sgf")
    (folder / "game.sgf").write_text(game, encoding="utf-8")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    commands = 0
    for command, expected in [pair for block in blocks("console") for pair in exchanges(block)]:
        run = subprocess.run(
            ["sh", "-c", f"({command}) 2>&1"],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        pattern = re.escape(tidy(expected)).replace(re.escape(ANYTHING), ".*")
        assert re.fullmatch(pattern, tidy(run.stdout), re.S), f"{command}: {run.stdout}"
        commands += 1
    assert commands > 10


def test_bounds_and_endings_are_named() -> None:
    assert f"{MAX_FILE >> 20} MiB" in PAGE
    assert f"{MAX_GAME:,} characters" in PAGE
    assert f"up to {MAX_LINE >> 20} MiB" in PAGE
    for form in FORMS.values():
        assert all(f"`{ending}`" in PAGE for ending in form.endings)
