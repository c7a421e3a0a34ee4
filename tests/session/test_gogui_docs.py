"""The page about the dialect: its tables, and its talks."""

import re
from pathlib import Path

import pytest

from docs import make_gogui
from engine.games.registry import GAMES
from engine.session.dispatch import handle
from engine.session.gogui.session import GoguiSession
from protocol.wire import CommandReader, encode_answer

from ..test_docs import ANYTHING, exchanges

TEXT = (Path(__file__).parents[2] / "docs" / "gogui.md").read_text(encoding="utf-8")
TALKS = re.findall(r"^```gogui\n(.*?)^```", TEXT, re.M | re.S)


def test_tables_are_up_to_date() -> None:
    assert make_gogui.page(TEXT) == TEXT, "run: python docs/make_gogui.py"


@pytest.mark.parametrize("talk", TALKS, ids=range(len(TALKS)))
def test_talks_are_real(talk: str) -> None:
    session = GoguiSession(GAMES)
    for command, expected in exchanges(talk):
        (message,) = CommandReader().feed(command.encode() + b"\n")
        said = encode_answer(handle(session, message)).decode()
        said = "\n".join(line.rstrip() for line in said.splitlines()).rstrip()
        pattern = re.escape(expected.strip()).replace(re.escape(ANYTHING), ".*")
        assert re.fullmatch(pattern, said, re.S), f"{command}: {said}"


def test_there_are_talks() -> None:
    assert len(TALKS) >= 3


def test_every_game_is_described() -> None:
    assert all(f"- **{game.title}.**" in TEXT for game in GAMES.values())
