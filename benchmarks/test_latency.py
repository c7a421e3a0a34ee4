"""The bars of PROTOCOL for how quickly the engine answers and goes; for a machine at rest.

    python -m pytest benchmarks/test_latency.py

The best of a few tries counts: what else the machine does is no fault of the engine's.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from engine.games.registry import GAMES
from tests.session.engine_process import ENDLESS, Engine

TRIES = 5
FIRST_ANSWER = 0.3
QUIT = 0.2
GONE = 1.0
#: At a budget of 0.1 s.
ANSWER = 0.2


def best(measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(TRIES))


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


@pytest.fixture
def engines() -> Iterator[list[Engine]]:
    """Engines that a test starts, none of which is left."""
    started: list[Engine] = []
    yield started
    for engine in started:
        engine.kill()


def started(engines: list[Engine]) -> Engine:
    engines.append(Engine())
    return engines[-1]


def thinking(engines: list[Engine]) -> Engine:
    engine = started(engines)
    engine.ok(ENDLESS)
    engine.send(b"genmove\n")
    time.sleep(0.3)
    return engine


def test_e1_first_answer(engines: list[Engine]) -> None:
    assert best(lambda: seconds(lambda: started(engines).ok("name"))) < FIRST_ANSWER


def test_e1_four_at_once(engines: list[Engine]) -> None:
    """Each of four meets the bar; they need a processor each."""

    def slowest() -> float:
        begin = time.perf_counter()
        four = [started(engines) for _ in range(4)]
        for engine in four:
            engine.send(b"name\n")
        for engine in four:
            engine.answer()
        return time.perf_counter() - begin

    assert best(slowest) < FIRST_ANSWER


def test_quit(engines: list[Engine]) -> None:
    def quitting() -> float:
        engine = started(engines)
        engine.ok("name")
        engine.ok("quit")
        return seconds(engine.wait)

    assert best(quitting) < QUIT


@pytest.mark.parametrize("end", ["quit", "end of input", "SIGINT", "SIGTERM"])
def test_e8_e9_gone_during_a_search(engines: list[Engine], end: str) -> None:
    ends: dict[str, Callable[[Engine], None]] = {
        "quit": lambda engine: engine.send(b"quit\n"),
        "end of input": lambda engine: engine.end_input(),
        "SIGINT": lambda engine: engine.process.send_signal(signal.SIGINT),
        "SIGTERM": lambda engine: engine.process.send_signal(signal.SIGTERM),
    }
    if end.startswith("SIG") and sys.platform == "win32":
        pytest.skip("no such signals here")

    def going() -> float:
        engine = thinking(engines)
        begin = time.perf_counter()
        ends[end](engine)
        engine.wait()
        return time.perf_counter() - begin

    assert best(going) < GONE


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limit", ["param movetime 0.1", "time_left 1 0.1 0", "time_left 1 0.1 1"])
def test_e13_a_budget_of_a_tenth(engines: list[Engine], game: str, limit: str) -> None:
    """After the first search, which makes the tables."""
    engine = started(engines)
    for line in (f"newgame {game}", "param nodes 1", "genmove", "param nodes 0", f"newgame {game}"):
        engine.ok(line)

    def thinking_once() -> float:
        engine.ok("clear_board")
        engine.ok(limit)
        return seconds(lambda: engine.ok("genmove 1"))

    assert best(thinking_once) < ANSWER


def test_e14_the_default_is_a_second(engines: list[Engine]) -> None:
    engine = started(engines)
    engine.ok("name")
    taken = seconds(lambda: engine.ok("genmove"))
    assert 0.9 < taken < 1.3


@pytest.mark.parametrize("game", GAMES)
def test_e13_a_whole_game_on_a_short_clock(engines: list[Engine], game: str) -> None:
    """Both sides of one second in all; the controller's clock is the one that counts."""
    engine = started(engines)
    left = {"1": 1.0, "2": 1.0}
    for line in (f"newgame {game}", "time_settings 1 0 0"):
        engine.ok(line)
    while (side := engine.ok("side_to_move")) != "none":
        seat = side.split()[0]
        engine.ok(f"time_left {seat} {left[seat]:.3f} 0")
        left[seat] -= seconds(partial(engine.ok, f"genmove {seat}"))
    assert min(left.values()) > 0


@pytest.mark.parametrize("game", GAMES)
def test_commands_that_guis_send_by_the_thousand(engines: list[Engine], game: str) -> None:
    """A rules command is answered in less than a millisecond (PROTOCOL section 5)."""
    engine = started(engines)
    engine.ok(f"newgame {game}")
    for command in ("legal_moves", "side_to_move", "score", "position"):
        assert best(partial(seconds, partial(engine.ok, command))) < 0.001
