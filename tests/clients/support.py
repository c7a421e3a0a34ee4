"""What the tests of the clients share: coroutines as tests, faulty engines and their processes."""

import functools
import inspect
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from itertools import count
from os import getpid
from pathlib import Path
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from clients.guardian import Guardian
from clients.loop import Loop
from clients.process import EngineProcess
from clients.referee.game import Game, Result
from clients.referee.openings import Beginning
from clients.referee.player import Player
from clients.referee.settings import Adjudication, Engine, Limits
from engine.games.registry import GAMES

P = ParamSpec("P")
T = TypeVar("T")

FAULTY = Path(__file__).resolve().parents[1] / "faulty_engines" / "faulty.py"
#: For engines that hang with their first move; nobody else is held to this margin.
SHORT = Limits(movetime=0.01, margin=0.4, answer=60, startup=60)
LONG = Limits(movetime=0.01, margin=60, answer=60, startup=60)
KULAMI = Beginning(GAMES["kulami"].setup())
#: How long an answer is waited for that will come, in seconds.
PATIENCE = 60.0
#: After so long a test hangs, in seconds.
HANGING = 120.0

_tokens = count()


# ---------------------------------------------------------------------- coroutines


def in_loop(body: Callable[[Loop], Coroutine[Any, Any, T]]) -> T:
    """What `body` gives in a loop of its own."""
    loop = Loop()
    loop.call_in(HANGING, _give_up)
    try:
        return loop.run(body(loop))
    finally:
        loop.close()


def on_loop(
    test: Callable[Concatenate[Loop, P], Coroutine[Any, Any, None]],
) -> Callable[P, None]:
    """Make a test of a coroutine whose first argument is the loop it runs in."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        in_loop(lambda loop: test(loop, *args, **kwargs))

    signature = inspect.signature(test)
    _, *others = signature.parameters.values()
    run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]  # pytest reads it
    return run


def _give_up() -> NoReturn:
    raise TimeoutError(f"the test did not end within {HANGING:g} s")


# ---------------------------------------------------------------------- engines


def faulty(mode: str, token: str = "", genmove: int = 2) -> list[str]:
    """The command of an engine with that fault; `token` marks its processes."""
    return [sys.executable, str(FAULTY), mode, token or new_token(), str(genmove)]


def script(*lines: str) -> list[str]:
    """An engine of a few lines of Python; `ask()` reads a command and gives its id."""
    start = "import os, signal, sys, time\ndef ask(): return sys.stdin.readline().split()[0]"
    return [sys.executable, "-c", "\n".join([start, *lines]), new_token()]


@asynccontextmanager
async def started(
    command: Sequence[str], loop: Loop, guardian: Guardian | None = None
) -> AsyncIterator[EngineProcess]:
    """A started engine that is stopped at the end."""
    engine = EngineProcess(command, loop, guardian=guardian)
    engine.start()
    try:
        yield engine
    finally:
        await engine.stop()


def entrant(command: Sequence[str], name: str = "", limits: Limits = LONG) -> Engine:
    """An engine of a tournament."""
    return Engine(tuple(command), name, limits)


def play(
    commands: Sequence[Sequence[str]],
    beginning: Beginning = KULAMI,
    limits: Limits = LONG,
    adjudication: Adjudication | None = None,
    is_guarded: bool = False,
) -> Result:
    """One game, after which all players are dismissed, with or without a guardian."""
    guardian = Guardian() if is_guarded else None

    async def body(loop: Loop) -> Result:
        players = [Player(entrant(each, limits=limits), loop, guardian) for each in commands]
        return await play_once(loop, players, beginning, adjudication)

    try:
        return in_loop(body)
    finally:
        if guardian:
            guardian.close()


async def play_once(
    loop: Loop,
    players: Sequence[Player],
    beginning: Beginning = KULAMI,
    adjudication: Adjudication | None = None,
) -> Result:
    """One game of these players, after which all are dismissed."""
    try:
        return await Game(players, beginning, loop, adjudication).play()
    finally:
        for task in [loop.spawn(player.dismiss()) for player in players]:
            await task


# ---------------------------------------------------------------------- processes


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
    return _is_soon(lambda: not is_running(token))


def is_there(token: str) -> bool:
    """Whether a process with this argument runs, or soon does."""
    return _is_soon(lambda: is_running(token))


def _is_soon(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not (is_so := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_so
