"""What the benchmarks of the referee share: their engine, tournaments of it, and tables."""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from clients.referee.arena import Arena, allow_files
from clients.referee.records import Json
from clients.referee.schedule import Fixture, Schedule
from clients.referee.settings import Engine, Limits, Tournament
from clients.referee.watcher import UnderWay
from tests.clients.tournaments import ECHO_SOURCE, script


@contextmanager
def echo_engine() -> Iterator[Path]:
    """The echo engine, compiled for the time being."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "echo_engine"
        subprocess.run(["cc", "-O2", "-o", program, ECHO_SOURCE], check=True)
        yield program


def echo_match(program: Path, sleep: int, limits: Limits, games: int) -> Tournament:
    """A match of two echo engines with the moves of a legal game of Kulami."""
    command = (str(program), str(sleep), *script())
    engines = tuple(Engine(command, name, limits) for name in "AB")
    return Tournament("kulami", engines, games=games)


class Counter:
    """A scorer that wants every game and counts what it gets."""

    def __init__(self) -> None:
        self.games = 0
        self.plies = 0
        self.faults: list[str] = []

    def is_wanted(self, fixture: Fixture) -> bool:
        return True

    def finished(self, fixture: Fixture, game: Json) -> bool:
        self.games += 1
        self.plies += len(game["moves"])
        self.faults += [fault["reason"] for fault in game["faults"]]
        return True

    def void(self, fixture: Fixture, game: Json) -> bool:
        self.faults.append(game["reason"])
        return False

    def retired(self, engine: int) -> None: ...

    def tick(self, under_way: list[UnderWay]) -> None: ...


@contextmanager
def open_arena(played: Tournament, tables: int, counter: Counter) -> Iterator[Arena]:
    """An arena for so many games at a time."""
    allow_files(2 * tables)
    with closing(Arena(played, tables, counter)) as arena:
        yield arena


def fixtures(played: Tournament) -> list[Fixture]:
    """All games of a match."""
    pairs = Schedule(played).pairs(1, {})
    assert pairs is not None
    return [fixture for pair in pairs for fixture in pair]


def medians(rounds: int, measure: Callable[[], Sequence[float]]) -> list[float]:
    """The median of each number that `measure` gives, over so many rounds."""
    values = [measure() for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*values, strict=True)]


def print_table(rows: Sequence[Sequence[object]], *headers: str) -> None:
    """Print rows in columns: numbers to the right, texts to the left."""
    texts = [headers, *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for row in texts:
        cells = [
            cell.rjust(width) if texts[-1][place][:1].isdigit() and place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip(), flush=True)


def progress(text: str) -> None:
    """Say on standard error what is being measured."""
    print(text, file=sys.stderr, flush=True)
