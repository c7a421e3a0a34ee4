"""Tournaments for the tests of the whole referee: settings, files, processes, what is left."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random

import pytest

from clients.referee.records import Json
from clients.referee.settings import Conduct, Engine, Limits, Tournament
from clients.referee.watcher import UnderWay
from engine.games.registry import GAMES
from engine.games.state import State

ROOT = Path(__file__).resolve().parents[2]
FAULTY = ROOT / "tests" / "faulty_engines" / "faulty.py"
ECHO_SOURCE = ROOT / "benchmarks" / "echo_engine.c"
#: What only a hang takes, in seconds.
HANG = 120.0
#: Times that no good engine needs, however busy the machine is.
PATIENT = Limits(movetime=60.0, answer=60.0, startup=60.0)
#: A variable of the referee's environment; all that it starts inherits it.
MARK = "QUATUOR_TEST"

_marks = count()


# ---------------------------------------------------------------------- engines


def faulty(mode: str, genmove: int = 2) -> tuple[str, ...]:
    """The command of an engine with that fault, which appears with that ``genmove``."""
    return (sys.executable, str(FAULTY), mode, "no-token", str(genmove))


def counted(path: Path, command: Sequence[str]) -> tuple[str, ...]:
    """The command of an engine that adds a line to a file whenever it is started."""
    return ("/bin/sh", "-c", 'echo started >> "$0"; exec "$@"', str(path), *command)


def compiled_echo(folder: Path) -> Path:
    """The echo engine; skips the test where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    program = folder / "echo_engine"
    subprocess.run([compiler, "-O2", "-o", program, ECHO_SOURCE], check=True)
    return program


def script(game: str = "kulami", seed: int = 3) -> list[str]:
    """The moves of a whole random game on the standard setup."""
    state = State(GAMES[game].setup())
    random = Random(seed)
    while state.seat is not None:
        state.play(random.choice(state.legal_moves()))
    return [played.text for played in state.history]


# ---------------------------------------------------------------------- in this process


def tournament(
    commands: Mapping[str, Sequence[str]], limits: Limits = PATIENT, **values: object
) -> Tournament:
    """A tournament of Kulami between engines with these names."""
    engines = tuple(Engine(tuple(command), name, limits) for name, command in commands.items())
    return Tournament(game="kulami", engines=engines, **values)  # type: ignore[arg-type]


class Journal:
    """A watcher that writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.games: list[Json] = []
        self.voids: list[Json] = []
        self.lost: list[Json] = []
        self.stops: list[tuple[tuple[str, ...], str]] = []
        self.begins: list[tuple[int | None, int]] = []
        self.end: str | None = None
        self.most_at_once = 0

    def recalled(self, record: Json) -> None:
        self.events.append(f"recalled {record['id']}")

    def begun(
        self, tournament: Tournament, conduct: Conduct, total: int | None, already: int
    ) -> None:
        self.events.append("begun")
        self.begins.append((total, already))

    def finished(self, record: Json) -> None:
        self.events.append(f"finished {record['id']}")
        self.games.append(record)

    def unsaved(self, record: Json) -> None:
        self.lost.append(record)

    def void(self, record: Json) -> None:
        self.events.append(f"void {record['id']}")
        self.voids.append(record)

    def stopped(self, names: tuple[str, ...], why: str) -> None:
        self.stops.append((names, why))

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        self.most_at_once = max(self.most_at_once, len(under_way))

    def ended(self, why: str) -> None:
        self.events.append("ended")
        self.end = why


# ---------------------------------------------------------------------- as a process


def write_file(
    path: Path,
    engines: Mapping[str, Sequence[str]],
    limits: Mapping[str, object],
    env: Mapping[str, str] | None = None,
    **values: object,
) -> Path:
    """Write a TOML file; `values` are keys of its [tournament], `env` is for each engine."""
    lines = ["[tournament]", *_keys({"game": "kulami", "seed": 1, **values})]
    lines += ["[limits]", *_keys(limits)]
    for name, command in engines.items():
        lines += ["[[engine]]", *_keys({"name": name, "command": list(command)})]
        lines += ["[engine.env]", *_keys(env)] if env else []
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _keys(values: Mapping[str, object]) -> list[str]:
    return [f"{key} = {json.dumps(value)}" for key, value in values.items()]


def new_mark() -> str:
    """A value of ``MARK`` that no other process has."""
    return f"mark-{os.getpid()}-{next(_marks)}-"


def referee_command(*words: object) -> list[str]:
    """The command of ``quatuor referee``."""
    return [sys.executable, "-m", "engine", "referee", *map(str, words)]


def marked(mark: str) -> dict[str, str]:
    """This environment with a mark."""
    return {**os.environ, MARK: mark}


def referee(*words: object, mark: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``quatuor referee`` to its end."""
    return subprocess.run(
        referee_command(*words),
        cwd=ROOT,
        env=marked(mark or new_mark()),
        capture_output=True,
        text=True,
        timeout=HANG,
    )


@contextmanager
def referee_in_background(*words: object, mark: str) -> Iterator[subprocess.Popen[str]]:
    """Start ``quatuor referee``; it is killed at the end if it still runs."""
    process = subprocess.Popen(
        referee_command(*words),
        cwd=ROOT,
        env=marked(mark),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=HANG)


def records(path: Path) -> list[Json]:
    """The records of a file, every one of which must be a whole line; empty without a file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def ids(path: Path) -> list[str]:
    """The ids of the games in a log of which the last line may be cut off."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [json.loads(line)["id"] for line in lines if line.endswith(b"\n")]


def await_games(path: Path, least: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many games are in a log, or the referee has ended."""
    deadline = time.monotonic() + HANG
    while process.poll() is None and time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= least:
            return
        time.sleep(0.002)
    assert process.poll() is not None, f"no {least} games in {HANG} s"


# ---------------------------------------------------------------------- what is left


def carriers(mark: str) -> dict[int, str]:
    """The processes with a mark in environment or arguments (Linux only, else none)."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        arguments = _content(path / "cmdline")
        if mark.encode() in arguments or mark.encode() in _content(path / "environ"):
            found[int(path.name)] = arguments.replace(b"\0", b" ").decode("utf-8", "replace")[:80]
    return found


def seconds_until_gone(mark: str, longest: float = 20.0) -> float:
    """How long until no process with that mark is left; fails after `longest` seconds."""
    begun = time.monotonic()
    while left := carriers(mark):
        if time.monotonic() - begun > longest:
            _kill(left)
            pytest.fail(f"after {longest} s there still is {left}")
        time.sleep(0.01)
    return time.monotonic() - begun


def _kill(pids: Mapping[int, str]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue  # it was about to end


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended meanwhile, or is somebody else's
        return b""
