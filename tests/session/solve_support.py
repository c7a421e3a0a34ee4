"""Positions to solve, and the commands ``solve`` and ``verify`` in this process and as others."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import cli
from tests.games.support import load, played

from .engine_process import COMMAND, DEADLINE, ROOT, environment

#: Yellow, to move, cannot keep blue from winning with the next move but one.
LOST = "siege_stones pieces=...T1../...1.2./..T.1../....T../...T.../..1..../1T....."
#: What a run says that has no time to come to an end.
HARD = ("kulami", "--hash", "1")


class Done(NamedTuple):
    """How a command has ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """What it wrote, as JSON."""
        told: dict[str, Any] = json.loads(self.out)
        return told


class Shell:
    """Runs ``quatuor`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> Done:
        code = cli.main([str(word) for word in words])
        return Done(code, *self._capsys.readouterr())

    def solve(self, *words: object) -> Done:
        """A ``solve`` that must succeed."""
        done = self("solve", *words)
        assert done.code == 0, done.err
        return done


def late(game: str, plies: int) -> list[str]:
    """The words that name where a random game of two goes on for so many plies at most."""
    for item in load("random_games.jsonl"):
        if item["game"] == game and int(item["options"].get("players", 2)) == 2:
            state = played(game, item["options"])
            for move in item["moves"]:
                if state.position.plies_left() <= plies:
                    break
                state.play(move)
            if not state.position.is_over():
                moves = " ".join(made.text for made in state.history)
                return [*state.setup.line.split(), "--moves", moves]
    raise AssertionError(f"no game of {game} is long enough")


def process(*words: object, stderr: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    """``quatuor`` as a process of its own."""
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env=environment(),
        cwd=ROOT,
    )


#: ``quatuor solve`` that kills itself in the middle of a search, after the first so many nodes.
KILLED = """\
import os, signal, sys
from engine import cli
from engine.session.solving import keeper, proof
proof.TICK = 0.001
tick = keeper.Keeper.tick
def deadly_tick(self):
    tick(self)
    if self._proof.nodes >= int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
keeper.Keeper.tick = deadly_tick
sys.exit(cli.main(sys.argv[2:]))
"""


def killed_after(nodes: int, *words: object) -> "subprocess.CompletedProcess[str]":
    """``quatuor solve``, killed as soon as it has visited about so many nodes; it may be faster."""
    return subprocess.run(
        [sys.executable, "-c", KILLED, str(nodes), "solve", *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=ROOT,
        timeout=3 * DEADLINE,
        check=False,
    )


def journal(folder: Path) -> dict[str, Any]:
    """The journal of a state."""
    told: dict[str, Any] = json.loads((folder / "journal.json").read_text(encoding="utf-8"))
    return told
