"""What a worker of a cluster does: it tries the engines out, and it plays pairs of games.

Everything here runs in the threads of a worker of dask, each of which plays one game at a time.
A worker has one guardian, so that its engines end with it, however it ends.
"""

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from time import perf_counter
from typing import Any

from clients.guardian import Guardian
from clients.loop import Gate, Loop
from clients.process import Fault
from clients.referee.arena import Arena, TooManyFiles, allow_files
from clients.referee.cluster_job import Answer, Job, read_job
from clients.referee.commands import why_no_cpus, why_not_startable
from clients.referee.player import Player, Unsuitable
from clients.referee.records import HOST, Json, ResultsError
from clients.referee.schedule import Fixture
from clients.referee.settings import MOST_VOIDS, Engine, Tournament
from clients.referee.watcher import UnderWay
from engine import __version__
from engine.games.registry import GAMES
from engine.games.state import State

#: For how long the speed of a host is measured, in seconds.
MEASURING = 0.2


class BrokenOff(Exception):
    """The job is not wanted any more: its tournament is over, or its driver has gone."""


class Unfit(Exception):
    """This host cannot play the tournament; the text says why."""


# ---------------------------------------------------------------------- what dask calls


def version() -> str:
    """The version of Quatuor here."""
    return __version__


async def examine(job: str, dask_worker: Any) -> str:
    """Try out whether this worker can play a tournament; the text of an ``Answer``."""
    import asyncio

    threads: int = dask_worker.state.nthreads
    return await asyncio.to_thread(_examined, job, threads)


def play_pair(job: str) -> str:
    """Play the games of a job, one after the other; the text of an ``Answer``."""
    from distributed import get_worker

    return _played(job, get_worker().state.nthreads, _broken_off_by_dask()).text()


def _broken_off_by_dask() -> Callable[[], bool]:
    """A function that says whether this thread's task is wanted no more."""
    from distributed import get_worker
    from distributed.core import Status

    worker = get_worker()
    key = worker.get_current_task()
    running = (Status.running, Status.paused)

    def is_broken_off() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled" or worker.status not in running

    return is_broken_off


# ---------------------------------------------------------------------- the host


class Host:
    """This worker's process: its guardian, its speed, and the tournaments it was tried out for."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._fit: set[str] = set()
        self._guardian: Guardian | None = None
        self._speed = 0

    def prepare(self, job: Job, threads: int) -> tuple[Guardian, int]:
        """The guardian, and how many plies a second one thread of this host referees.

        Raises: Unfit, TooManyFiles, OSError.
        """
        with self._lock:
            self._guardian = self._guardian or Guardian()
            self._speed = self._speed or plies_per_second()
            if job.tournament.run not in self._fit:
                allow_files(threads * job.seats)
                try_out(job.tournament.engines, self._guardian)
                self._fit.add(job.tournament.run)
            return self._guardian, self._speed


_host = Host()


def plies_per_second() -> int:
    """How many plies a second the rules alone take on this host, one thread, Kulami 8x8."""
    setup = GAMES["kulami"].setup()
    plies, began = 0, perf_counter()
    while (seconds := perf_counter() - began) < MEASURING:
        state = State(setup)
        while state.seat is not None:
            state.play(state.legal_moves()[0])
        plies += len(state.history)
    return round(plies / seconds)


def try_out(engines: tuple[Engine, ...], guardian: Guardian) -> None:
    """Start each engine, greet it and set its parameters. Raises: Unfit, OSError."""
    for engine in engines:
        why = why_not_startable(engine.command, engine.cwd, engine.env)
        if why or (why := why_no_cpus(engine.cpus)):
            raise Unfit(f"engine {_label(engine)}: {why}")
    loop = Loop()
    try:
        loop.run(_start_all(engines, loop, guardian))
    finally:
        loop.close()


async def _start_all(engines: tuple[Engine, ...], loop: Loop, guardian: Guardian) -> None:
    starting = Gate(os.cpu_count() or 1)
    players = [Player(engine, loop, guardian, starting) for engine in engines]
    waking = [loop.spawn(player.wake()) for player in players]
    try:
        for player, woken in zip(players, waking, strict=True):
            try:
                await woken
            except Fault as fault:
                raise Unfit(f"engine {_label(player.engine)} {fault}{_said(player)}") from fault
            except Unsuitable as error:
                raise Unfit(f"engine {error}") from error
    finally:
        for woken in waking:
            woken.cancel()
        leaving = [loop.spawn(player.dismiss()) for player in players]
        for left in leaving:
            await left


def _label(engine: Engine) -> str:
    return engine.name or engine.command[0]


def _said(player: Player) -> str:
    return f"; its standard error ends with {player.errors[-200:]!r}" if player.errors else ""


# ---------------------------------------------------------------------- a job


def _examined(text: str, threads: int) -> str:
    return _answered(text, lambda job: _only_prepared(job, threads)).text()


def _only_prepared(job: Job, threads: int) -> Answer:
    _host.prepare(job, threads)
    return Answer()


def _played(text: str, threads: int, is_broken_off: Callable[[], bool]) -> Answer:
    def play(job: Job) -> Answer:
        guardian, speed = _host.prepare(job, threads)
        return play_job(job, guardian, speed, is_broken_off)

    return _answered(text, play)


def _answered(text: str, act: Callable[[Job], Answer]) -> Answer:
    """The answer to a job, also if this host cannot do it."""
    try:
        return act(_understood(text))
    except BrokenOff:
        return Answer(broken_off=True)
    except (Unfit, Unsuitable, TooManyFiles, ResultsError, OSError) as error:
        return Answer(trouble=f"host {HOST}: {error}")


def _understood(text: str) -> Job:
    """The job. Raises: Unfit if its driver is of another version."""
    try:
        job = read_job(text)
    except (KeyError, TypeError, ValueError) as error:
        raise Unfit(
            f"Quatuor {__version__} there does not understand the job ({error}): install the "
            "driver's version on every host"
        ) from error
    if job.version != __version__:
        raise Unfit(
            f"it has Quatuor {__version__} and the driver {job.version}: install the same on all"
        )
    return job


def play_job(job: Job, guardian: Guardian, speed: int, is_broken_off: Callable[[], bool]) -> Answer:
    """Play the games, with engines that are started for them.

    Raises: BrokenOff; Unsuitable, ResultsError, OSError.
    """
    notes = Notes(job.tournament, speed, is_broken_off)
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory()) if job.wants_exchange else None
        arena = Arena(job.tournament, 1, notes, folder, guardian)
        try:
            arena.play(job.pair)
        finally:
            arena.close()
        if folder:
            notes.answer.exchange = _read_exchange(folder)
    return notes.answer


def _read_exchange(folder: str) -> dict[str, str]:
    return {path.stem: path.read_bytes().decode("latin-1") for path in Path(folder).glob("*.log")}


class Notes:
    """The scorer of a job: it writes down what the driver will enter."""

    def __init__(
        self, tournament: Tournament, speed: int, is_broken_off: Callable[[], bool]
    ) -> None:
        self.answer = Answer()
        self._tournament = tournament
        self._speed = speed
        self._is_broken_off = is_broken_off
        self._voids = 0

    def is_wanted(self, fixture: Fixture) -> bool:
        """Whether nothing has stopped the pairing here."""
        is_retired = any(engine in self.answer.retired for engine in fixture.seating)
        return self._voids < MOST_VOIDS and not is_retired

    def finished(self, fixture: Fixture, game: Json) -> bool:
        """Note a finished game."""
        self._voids = 0
        self._note(game, is_void=False)
        return True

    def void(self, fixture: Fixture, game: Json) -> bool:
        """Note a void game; True if it is to be played again."""
        self._voids += 1
        self._note(game, is_void=True)
        return self.is_wanted(fixture)

    def retired(self, engine: int) -> None:
        """Note that an engine is not started again."""
        if engine not in self.answer.retired:
            self.answer.retired.append(engine)

    def tick(self, under_way: list[UnderWay]) -> None:
        """See whether it all is still wanted. Raises: BrokenOff."""
        if self._is_broken_off():
            raise BrokenOff("the job is not wanted any more")

    def _note(self, game: Json, is_void: bool) -> None:
        self.answer.games.append(({**game, "speed": self._speed}, is_void))
