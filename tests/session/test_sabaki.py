"""A real client that nobody here wrote, @sabaki/gtp, drives whole games of every game.

`npm install --prefix tests/session/sabaki` fetches it; QUATUOR_NODE_MODULES may name another
`node_modules` folder.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.games.registry import GAMES
from engine.games.state import State

from .engine_process import COMMAND, ROOT, environment

HERE = Path(__file__).parent / "sabaki"
MODULES = Path(os.environ.get("QUATUOR_NODE_MODULES", HERE / "node_modules"))
NODE = shutil.which("node")
#: For a game of each kind of some dozens of moves, on a busy machine.
PATIENCE = 120.0


def drive() -> list[dict[str, Any]]:
    """Let the client play; gives what it saw of each game."""
    if NODE is None:
        pytest.skip("node is not installed")
    if not (MODULES / "@sabaki" / "gtp").is_dir():
        pytest.skip("@sabaki/gtp is missing: npm install --prefix tests/session/sabaki")
    done = subprocess.run(
        [NODE, str(HERE / "drive.js"), str(MODULES), *COMMAND],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env=environment(),
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def assert_is_a_whole_game(seen: dict[str, Any]) -> None:
    """The client's moves, replayed by the rules alone, lead to the end that it saw."""
    name, *options = seen["setup"].split()
    state = State(GAMES[name].setup(dict(option.split("=", 1) for option in options)))
    for move in seen["moves"]:
        state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    first, second = seen["ends"]
    assert first == second
    assert (first["side"], first["legal"]) == ("none", "")
    assert first["position"] == state.text()
    assert first["history"].split("\n") == [f"{each.seat} {each.text}" for each in state.history]
    letter = {None: "0", 1: "B+", 2: "W+"}[outcome.winner]
    assert first["result"] == f"{letter}{outcome.margin or ''}"
    standing = f"win {outcome.winner}" if outcome.winner else "draw 1 2"
    assert first["score"].split("\n")[0] == standing


def test_sabaki_plays_every_game() -> None:
    games = drive()
    assert [seen["game"] for seen in games] == list(GAMES)
    for seen in games:
        assert_is_a_whole_game(seen)
