"""A session in this process, spoken to in lines: the engine without its pipes."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.dispatch import handle
from engine.session.session import Session
from protocol.messages import Answer
from protocol.wire import CommandReader, encode_answer

GOLDEN = Path(__file__).parents[1] / "data" / "golden.json"


class Talk:
    """A session, and how to speak to it."""

    def __init__(self) -> None:
        self.session = Session(GAMES)
        self.ok("param hash 1")
        self.ok("param nodes 1")

    def answer(self, line: str) -> Answer:
        """The answer to one command line."""
        (message,) = CommandReader().feed(line.encode() + b"\n")
        return handle(self.session, message)

    def ask(self, line: str) -> str:
        """The answer as it goes over the wire, without its empty line."""
        return encode_answer(self.answer(line)).decode().removesuffix("\n\n")

    def ok(self, line: str) -> str:
        """The text of the answer to a command that must succeed."""
        answer = self.answer(line)
        assert answer.ok, f"{line}: {answer.text}"
        return answer.text

    @property
    def state(self) -> State:
        """The state of the session's match, to look at."""
        return self.session.match.state


def newgame(game: str, options: Mapping[str, str]) -> str:
    """The command that begins a game."""
    return " ".join(["newgame", game, *(f"{name}={value}" for name, value in options.items())])


@cache
def golden() -> list[dict[str, Any]]:
    """The golden games whose game is in the table."""
    records: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return [record for record in records if record["game"] in GAMES]


def finished() -> list[dict[str, Any]]:
    """Of these, those that have ended, with who has won."""
    return [record for record in golden() if record["expect"].get("over")]
