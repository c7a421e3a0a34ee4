"""What the tests of the clients share: faulty engines, and whether any of them still runs."""

import sys
import time
from itertools import count
from os import getpid
from pathlib import Path

from clients.referee.game import Beginning, Game, Result
from clients.referee.player import Limits, Player
from engine.games.registry import GAMES

FAULTY = Path(__file__).resolve().parents[1] / "faulty_engines" / "faulty.py"
#: For engines that hang with their first move; nobody else is held to this margin.
SHORT = Limits(movetime=0.01, margin=0.4, answer=60)
LONG = Limits(movetime=0.01, margin=60, answer=60)
KULAMI = Beginning(GAMES["kulami"].setup())

_tokens = count()


def faulty(mode: str, token: str = "", genmove: int = 2) -> list[str]:
    """The command of an engine with that fault; `token` marks its processes."""
    return [sys.executable, str(FAULTY), mode, token or new_token(), str(genmove)]


def new_token() -> str:
    """A word that no other process has among its arguments."""
    return f"token-{getpid()}-{next(_tokens)}-"


def is_running(token: str) -> bool:
    """Whether a process with this argument runs (Linux only, else False)."""
    lines = (_arguments(path) for path in Path("/proc").glob("[0-9]*/cmdline"))
    return any(token.encode() in line for line in lines)


def _arguments(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


def is_gone(token: str) -> bool:
    """Whether no process with this argument is left, or soon is."""
    deadline = time.monotonic() + 20
    while is_running(token) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_running(token)


def play(commands: list[list[str]], beginning: Beginning = KULAMI, limits: Limits = LONG) -> Result:
    """One game, after which all players are dismissed."""
    players = [Player(command) for command in commands]
    try:
        return Game(players, beginning, limits).play()
    finally:
        for player in players:
            player.dismiss()
