"""A tournament from its settings to its last record: the log, the course, and who plays it."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from clients.referee.arena import Arena, Interrupted, allow_files
from clients.referee.course import Course
from clients.referee.openings import Beginnings
from clients.referee.records import (
    Json,
    ResultsError,
    ResultsFile,
    read_results,
    voids_path,
)
from clients.referee.schedule import Fixture, Pair, Schedule
from clients.referee.settings import LENGTHENABLE, Conduct, Tournament
from clients.referee.watcher import UnderWay, Watcher


class WrongResults(Exception):
    """A file of results that does not fit the tournament; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a tournament ended.

    `why` is empty if all games were played. `stopped` are the names of the engines of each
    pairing that was stopped, and why.
    """

    games: int
    why: str
    interrupted: bool
    stopped: Sequence[tuple[tuple[str, ...], str]]


class Executor(Protocol):
    """Who plays. Whoever makes an executor closes it."""

    def play(self, pairs: Iterator[Pair]) -> None:
        """Play a round. Raises: Interrupted, and what the executor's own trouble is."""

    def close(self) -> None:
        """Leave nothing running."""


def run(tournament: Tournament, conduct: Conduct, watcher: Watcher, resume: bool) -> Ending:
    """Play what has not been played yet; every finished game is in the log at once.

    Raises: WrongResults, ResultsError, TooManyFiles, Unsuitable, ValueError of a schedule that
    cannot be drawn, OSError of a system that is full. Nothing that was finished is lost.
    """
    course = Course(tournament, Schedule(tournament))
    with ExitStack() as stack:
        log = Log(conduct.results)
        for game in earlier_games(tournament, conduct.results, resume):
            course.finished(game)
            watcher.recalled(game)
        stack.enter_context(log)
        scorer = Scorebook(course, log, watcher)
        watcher.begun(tournament, conduct, course.schedule.total(), course.games)
        executor = _executor(tournament, conduct, scorer)
        why, interrupted = "", False
        try:
            with ExitStack() as closing:
                closing.callback(executor.close)
                for pairs in course.rounds():
                    executor.play(pairs)
        except Interrupted as interruption:
            why, interrupted = str(interruption), True
        except BaseException as error:
            watcher.ended(str(error) or type(error).__name__)
            raise
        if course.verdict:
            why = f"SPRT: {course.verdict} accepted"
        ending = Ending(course.games, why, interrupted, scorer.stopped_names())
        watcher.ended(why)
    return ending


def _executor(tournament: Tournament, conduct: Conduct, scorer: "Scorebook") -> Executor:
    if conduct.executor == "local":
        return LocalExecutor(tournament, conduct, scorer)
    from clients.referee.cluster import ClusterExecutor

    return ClusterExecutor(tournament, conduct, scorer)


def earlier_games(tournament: Tournament, path: str | None, resume: bool) -> Iterable[Json]:
    """The games of this tournament that are in the log already.

    Raises: WrongResults, ResultsError.
    """
    if path is None or not os.path.exists(path) or not os.path.isfile(path):
        return []
    games = list(read_results(path))
    for number, game in enumerate(games, start=1):
        if game["run"] != tournament.run:
            raise WrongResults(f"{path}:{number}: {_difference(game, tournament)}")
    if games and not resume:
        raise WrongResults(
            f"{path} has {len(games)} games of this tournament: `quatuor referee resume` goes on "
            "with it; another name for the results begins afresh"
        )
    return games


def _difference(game: Json, tournament: Tournament) -> str:
    """What a record's tournament has that this one has not."""
    theirs, ours = game["tournament"], tournament.as_json()
    keys = [key for key in ours if theirs.get(key) != _as_read(ours[key])]
    if tournament.format in LENGTHENABLE:
        keys = [key for key in keys if key != "games"]
    told = ", ".join(keys) or "its settings"
    return (
        f"the game belongs to a tournament that differs in: {told}. Choose another file for the "
        "results, or the settings that the file was begun with"
    )


def _as_read(value: object) -> object:
    return json.loads(json.dumps(value))


class LocalExecutor:
    """Plays in this process."""

    def __init__(self, tournament: Tournament, conduct: Conduct, scorer: "Scorebook") -> None:
        """Raises: TooManyFiles, OSError."""
        allow_files(conduct.concurrency * Beginnings(tournament).seats)
        self._arena = Arena(tournament, conduct.concurrency, scorer, conduct.log)

    def play(self, pairs: Iterator[Pair]) -> None:
        """Play the games of these pairs, several at a time."""
        self._arena.play(fixture for pair in pairs for fixture in pair)

    def close(self) -> None:
        """Stop all engines."""
        self._arena.close()


class Scorebook:
    """Enters what happens: into the log first, then into the course, then the watcher is told."""

    def __init__(self, course: Course, log: "Log", watcher: Watcher) -> None:
        self._course = course
        self._log = log
        self._watcher = watcher
        self._told: set[tuple[int, ...]] = set()

    def is_wanted(self, fixture: Fixture) -> bool:
        """Whether the game is still to be played."""
        return self._course.is_wanted(fixture)

    def finished(self, fixture: Fixture, game: Json) -> bool:
        """Enter a finished game, once; False if that was the last one needed."""
        if self._course.is_wanted(fixture):
            try:
                self._log.append(game)
            except ResultsError:
                self._watcher.unsaved(game)
                raise
            self._course.finished(game)
            self._watcher.finished(game)
        return self._course.verdict is None

    def void(self, fixture: Fixture, game: Json) -> bool:
        """Enter a void game; True if it is to be played again."""
        self._log.append_void(game)
        self._watcher.void(game)
        again = self._course.void(fixture, game)
        self._tell_of_stops()
        return again

    def retired(self, engine: int) -> None:
        """Note that an engine is not started again."""
        name = self._course.tournament.engines[engine].name
        self._course.retire(engine, f"{name} had a fault and is never started again")

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        """Show what is under way."""
        self._log.sync()
        self._tell_of_stops()
        self._watcher.tick(under_way)

    def stopped_names(self) -> list[tuple[tuple[str, ...], str]]:
        """The pairings that were stopped, by name, and why."""
        return [(self._names(pairing), why) for pairing, why in self._course.stopped.items()]

    def _tell_of_stops(self) -> None:
        for pairing, why in self._course.stopped.items():
            if pairing not in self._told:
                self._told.add(pairing)
                self._watcher.stopped(self._names(pairing), why)

    def _names(self, pairing: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self._course.tournament.engines[index].name for index in pairing)


class Log:
    """The results and the void games; without a path nothing is kept."""

    def __init__(self, path: str | None) -> None:
        """Open the results. Raises: ResultsError."""
        self._path = path
        self._results = ResultsFile(path) if path else None
        self._voids: ResultsFile | None = None

    def append(self, game: Json) -> None:
        """Keep a finished game. Raises: ResultsError."""
        if self._results:
            self._results.append(game)

    def append_void(self, game: Json) -> None:
        """Keep a void game. Raises: ResultsError."""
        if self._path and self._voids is None:
            self._voids = ResultsFile(voids_path(self._path))
        if self._voids:
            self._voids.append(game)

    def sync(self) -> None:
        """See all on the disk. Raises: ResultsError."""
        for file in (self._results, self._voids):
            if file:
                file.sync()

    def __enter__(self) -> "Log":
        return self

    def __exit__(self, *error: object) -> None:
        for file in (self._results, self._voids):
            if file:
                file.close()
