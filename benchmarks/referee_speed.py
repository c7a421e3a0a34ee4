"""How much the referee itself costs for each ply, beside a loop that does nothing else.

    python -m benchmarks.referee_speed [ROUNDS]

Echo engines answer at once with the moves of a legal game, and every move is checked. The floor
is the same engine, asked as many questions by a bare loop of ``select``, ``read`` and ``write``.
Both are measured in turn, round after round, and the medians count. The CPU time is that of this
process alone, without the engines'.
"""

import os
import resource
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.measuring import (
    Counter,
    echo_engine,
    echo_match,
    fixtures,
    medians,
    open_arena,
    print_table,
    progress,
)
from clients.referee.settings import Limits
from tests.clients.tournaments import referee_command, script, write_file

ROUNDS = 7
PLIES = 12_000
#: Microseconds for a ply, by games at a time.
BARS = {1: 40.0, 8: 40.0, 64: 60.0}
#: Most memory at 64 games, in megabytes.
MEMORY_BAR = 60.0
#: What a run of two games may take beyond the start of its engines, in seconds.
COMMAND_BAR = 0.3
MICRO = 1e6
#: A minute for each move: no clock is told, as in the floor.
LIMITS = Limits(movetime=60.0)


def cost(work: Callable[[], int]) -> tuple[float, float]:
    """Microseconds for each of the plies that `work` counts: elapsed, and CPU time."""
    wall, cpu = time.perf_counter(), time.process_time()
    plies = work()
    elapsed, used = time.perf_counter() - wall, time.process_time() - cpu
    return elapsed / plies * MICRO, used / plies * MICRO


@contextmanager
def referee(program: Path, tables: int) -> Iterator[Callable[[], int]]:
    """Plays games in an arena that is warm, and counts the plies."""
    games = max(2, PLIES // len(script()) // tables) * tables
    played = fixtures(echo_match(program, 0, LIMITS, games + games % 2))
    counter = Counter()
    with open_arena(echo_match(program, 0, LIMITS, 2), tables, counter) as arena:

        def play() -> int:
            counter.plies = 0
            arena.play(played)
            assert not counter.faults, counter.faults[0]
            return counter.plies

        play()
        yield play


@contextmanager
def bare_loop(program: Path, tables: int) -> Iterator[Callable[[], int]]:
    """Asks engines in pairs, each when its opponent has answered, and counts the answers."""
    with ExitStack() as stack:
        engines = [stack.enter_context(_engine(program)) for _ in range(2 * tables)]
        selector = stack.enter_context(selectors.DefaultSelector())
        for number, engine in enumerate(engines):
            opponent = engines[number ^ 1].stdin
            assert engine.stdout is not None
            assert opponent is not None
            selector.register(engine.stdout, selectors.EVENT_READ, opponent.fileno())
        first = [key.data for key in selector.get_map().values()][::2]
        yield lambda: ask(selector, first)


def _engine(program: Path) -> "subprocess.Popen[bytes]":
    """An engine that ends when its context does, as its input is closed."""
    return subprocess.Popen(
        [program, "0"], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def ask(selector: selectors.BaseSelector, first: Sequence[int]) -> int:
    """Ask about ``PLIES`` questions, as many at a time as there are in `first`."""
    for fd in first:
        os.write(fd, b"1 name\n")
    asked, answered = len(first), 0
    while answered < asked:
        for key, _ in selector.select(1.0):
            os.read(key.fd, 1 << 14)
            answered += 1
            if asked < PLIES:
                os.write(key.data, b"1 name\n")
                asked += 1
    return answered


# ---------------------------------------------------------------------- the tables


def costs(program: Path, tables: int, rounds: int) -> list[float]:
    """Medians: elapsed and CPU time of the referee, then of the bare loop."""
    progress(f"{tables} games at a time")
    with referee(program, tables) as play, bare_loop(program, tables) as bare:
        return medians(rounds, lambda: (*cost(play), *cost(bare)))


def print_costs(program: Path, rounds: int) -> None:
    """Print microseconds for a ply."""
    rows = []
    for tables, bar in BARS.items():
        ours, cpu, floor, floor_cpu = costs(program, tables, rounds)
        numbers = [f"{each:.1f}" for each in (ours, floor, ours - floor, cpu, floor_cpu)]
        rows.append([f"{tables} games", *numbers, f"{ours / floor:.2f}", f"{bar:g}"])
    print_table(
        rows, "us for a ply", "referee", "floor", "more", "CPU", "floor's CPU", "ratio", "bar"
    )


def memory(program: Path, tables: int) -> float:
    """Most megabytes that a process with so many games at a time has ever had."""
    code = "import sys; from benchmarks.referee_speed import play_once; play_once(*sys.argv[1:])"
    command = [sys.executable, "-c", code, str(program), str(tables)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def play_once(program: str, tables: str) -> None:
    """Play two games at each table, and print the most memory that this process has had."""
    with referee(Path(program), int(tables)) as play:
        play()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def command_line(program: Path, rounds: int) -> list[float]:
    """Medians of seconds: a run of two games, engines that only start and go, Python alone."""
    engine = [str(program), "0", *script()]
    with tempfile.TemporaryDirectory() as folder:
        limits = {"movetime": 60}
        file = write_file(Path(folder) / "t.toml", {"A": engine, "B": engine}, limits, games=2)
        return medians(
            rounds,
            lambda: (
                seconds(referee_command("run", "--quiet", file)),
                seconds(engine) + seconds(engine),
                seconds([sys.executable, "-c", ""]),
            ),
        )


def seconds(command: Sequence[str]) -> float:
    """How long a command takes that finds nothing on its standard input."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def main(rounds: int = ROUNDS) -> None:
    """Measure everything."""
    with echo_engine() as program:
        print_costs(program, rounds)
        most = max(BARS)
        print(f"\nmemory at {most} games: {memory(program, most):.1f} MB (bar {MEMORY_BAR:g})")
        progress("command line")
        run, engines, python = command_line(program, rounds)
    print(
        f"two games by the command line: {run:.3f} s, which is {run - engines:.3f} s more than "
        f"the start of the engines, {engines:.3f} s (bar {COMMAND_BAR:g}); an empty Python "
        f"program takes {python:.3f} s of it"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
