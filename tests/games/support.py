"""What the tests of the rules share."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.games import position
from engine.games.registry import GAMES
from engine.games.state import State

DATA = Path(__file__).parent.parent / "data"
#: Whether the compiled kernel is under test: the other one gets smaller doses.
COMPILED = not str(position.__file__).endswith(".py")


def load(name: str) -> list[dict[str, Any]]:
    """The items of a file of golden data, JSON or JSON Lines."""
    text = (DATA / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    items: list[dict[str, Any]] = json.loads(text)
    return items


def played(game: str, options: Mapping[str, str], moves: Sequence[str] = ()) -> State:
    """A game after these moves."""
    state = State(GAMES[game].setup(options))
    for move in moves:
        state.play(move)
    return state


def samples() -> list[Any]:
    """A pytest parameter (game, options) for every sample of every game in the table."""
    return [
        pytest.param(name, options, id=f"{name} {label(options)}")
        for name, game in GAMES.items()
        for options in game.samples
    ]


def label(options: Mapping[str, str]) -> str:
    """Options as a short name for a test."""
    return ",".join(f"{name}={value[:12]}" for name, value in options.items())
