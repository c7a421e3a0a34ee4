"""Records of games: one game is one line of JSON (PROTOCOL section 6, docs/records.md)."""

import fcntl
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from socket import gethostname
from time import monotonic
from typing import Any

from clients.referee.game import Move, Offence, Result
from clients.referee.player import Player
from clients.referee.schedule import Fixture
from clients.referee.settings import Tournament
from engine.games.game import SeatScore

#: The version of the schema; a reader refuses what it does not know.
SCHEMA = 2
#: The longest time that a finished game may wait for the disk, in seconds.
SYNC_EVERY = 0.5
HOST = gethostname()
Json = Mapping[str, Any]


class ResultsError(Exception):
    """The file of results cannot be read or written; the text names it and says why."""


def record(
    fixture: Fixture, result: Result, players: Sequence[Player], tournament: Tournament
) -> Json:
    """A game as it is written; `players` in the order of the seats."""
    labels = [tournament.engines[index].name for index in fixture.seating]
    return {
        "schema": SCHEMA,
        "id": fixture.id,
        "number": fixture.number,
        "pair": fixture.pair,
        "round": fixture.round,
        "run": tournament.run,
        "tournament": tournament.as_json(),
        "host": HOST,
        "started": result.started.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "seconds": round(result.seconds, 4),
        "game": result.beginning.setup.game.name,
        "setup": result.beginning.setup.line,
        "opening": len(result.beginning.opening),
        "players": _players(fixture, result, players),
        "moves": [_move(move) for move in result.moves],
        "result": sentence(result, labels),
        "reason": result.reason,
        "termination": result.termination,
        "winners": list(result.winners),
        "scores": [_score(score, result) for score in result.scores],
        "faults": [_fault(offence, labels) for offence in result.offences],
    }


def as_line(game: Json) -> str:
    """A record as one line of JSON."""
    return json.dumps(game, ensure_ascii=False)


def points(game: Json) -> tuple[float, ...]:
    """Each seat's share of the game's one point, seat 1 first."""
    return tuple(score["points"] for score in game["scores"])


def _players(fixture: Fixture, result: Result, players: Sequence[Player]) -> list[Json]:
    colours = result.beginning.setup.colours
    return [
        {
            "seat": seat,
            "colour": colours[seat - 1],
            "engine": index + 1,
            "name": player.engine.name,
            "program": player.program,
            "version": player.version,
            "command": list(player.engine.command),
        }
        for seat, (index, player) in enumerate(zip(fixture.seating, players, strict=True), start=1)
    ]


def _move(move: Move) -> Json:
    told: dict[str, object] = {"seat": move.seat, "move": move.text}
    if move.seconds is not None:
        told["seconds"] = round(move.seconds, 6)
    if move.left is not None:
        told["left"] = round(move.left, 6)
    explained = move.explanation
    if explained.nodes is not None:
        told["nodes"] = explained.nodes
    if explained.depth is not None:
        told["depth"] = explained.depth
    if explained.score is not None:
        told["score"] = explained.score
    return told


def _score(score: SeatScore, result: Result) -> Json:
    return {
        "seat": score.seat,
        "colour": score.colour,
        "total": score.total,
        "parts": dict(score.parts),
        "points": result.points(score.seat),
    }


def _fault(offence: Offence, labels: Sequence[str]) -> Json:
    status = offence.status
    return {
        "seat": offence.seat,
        "name": labels[offence.seat - 1],
        "kind": offence.kind,
        "reason": offence.reason,
        "exit_status": status if status is None or status >= 0 else None,
        "signal": -status if status is not None and status < 0 else None,
        "stderr": offence.errors,
    }


# ---------------------------------------------------------------------- in words


def sentence(result: Result, labels: Sequence[str]) -> str:
    """The result in words; `labels` are the names of the seats.

    ``A (red) beats B (black) 31-27``; the winner's total comes first.
    """
    seats = range(1, len(labels) + 1)
    who = {seat: f"{labels[seat - 1]} ({result.scores[seat - 1].colour})" for seat in seats}
    losers = [seat for seat in seats if seat not in result.winners]
    score = "-".join(str(result.scores[seat - 1].total) for seat in (*result.winners, *losers))
    winning, losing = (_list([who[seat] for seat in some]) for some in (result.winners, losers))
    if result.offences:
        faults = "; ".join(f"{labels[each.seat - 1]} {each.reason}" for each in result.offences)
        return f"{_beats(winning, losing, len(result.winners))}: {faults}"
    if result.termination == "resignation":
        return f"{_beats(winning, losing, len(result.winners))}, who resigned"
    if result.termination == "adjudication":
        verdict = _beats(winning, losing, len(result.winners)) if losers else f"{winning} draw"
        return f"{verdict} {score}: {result.reason}"
    if not losers:
        return f"{winning} draw {score}"
    if len(result.winners) > 1:
        return f"{winning} draw ahead of {losing} {score}"
    return f"{_beats(winning, losing, 1)} {score}"


def _beats(winning: str, losing: str, winners: int) -> str:
    if not winners:
        return f"no result between {losing}"
    return f"{winning} {'beats' if winners == 1 else 'beat'} {losing}"


def _list(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# ---------------------------------------------------------------------- the file


def voids_path(path: str) -> str:
    """Where void games are kept, beside the results."""
    stem, extension = os.path.splitext(path)
    return f"{stem}.voids{extension}"


def read_results(path: str) -> Iterator[Json]:
    """The records of a file in their order; a last line that was cut off is left out.

    Raises: ResultsError, naming the line that is no record.
    """
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, start=1):
                if line.endswith(b"\n") and line.strip():
                    yield _read_line(path, number, line)
    except OSError as error:
        raise ResultsError(f"cannot read {path}: {error.strerror}") from error


def _read_line(path: str, number: int, line: bytes) -> Json:
    try:
        game = json.loads(line)
    except ValueError as error:
        raise ResultsError(f"{path}:{number}: no line of JSON: {error}") from error
    if not isinstance(game, dict) or game.get("schema") != SCHEMA:
        has = game.get("schema", "none") if isinstance(game, dict) else "none"
        raise ResultsError(f"{path}:{number}: a record of schema {SCHEMA} expected (found: {has})")
    return game


class ResultsFile:
    """A file of records that only grows, by whole lines; one process writes it at a time."""

    def __init__(self, path: str) -> None:
        """Open, and make if need be; a last line that was cut off is taken away.

        Raises: ResultsError, also if another process writes the file.
        """
        self.path = path
        self._synced = monotonic()
        self._is_synced = True
        try:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
            self._is_regular = stat.S_ISREG(os.fstat(self._file).st_mode)
            self._lock()
            self._heal()
        except OSError as error:
            raise ResultsError(f"cannot write {path}: {error.strerror}") from error

    def append(self, game: Json) -> None:
        """Add a record; a killed process cannot lose it any more, nor a power cut half a second on.

        Raises: ResultsError; the file then is as it was.
        """
        data = f"{as_line(game)}\n".encode("utf-8", "backslashreplace")
        size = os.fstat(self._file).st_size
        try:
            while data:
                data = data[os.write(self._file, data) :]
            self._is_synced = False
            if monotonic() - self._synced > SYNC_EVERY:
                self._sync()
        except OSError as error:
            if self._is_regular:
                os.ftruncate(self._file, size)
            raise ResultsError(f"cannot write {self.path}: {error.strerror}") from error

    def sync(self) -> None:
        """See on the disk what was added. Raises: ResultsError."""
        try:
            self._sync()
        except OSError as error:
            raise ResultsError(f"cannot write {self.path}: {error.strerror}") from error

    def _sync(self) -> None:
        if self._is_regular and not self._is_synced:
            os.fsync(self._file)
        self._is_synced, self._synced = True, monotonic()

    def close(self) -> None:
        """Close the file. Raises: ResultsError."""
        try:
            self._sync()
            os.close(self._file)
        except OSError as error:
            raise ResultsError(f"cannot write {self.path}: {error.strerror}") from error

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._file)
            raise ResultsError(f"another referee is writing {self.path}") from error

    def _heal(self) -> None:
        """Take away a last line that was cut off: its game will be played again."""
        size = os.fstat(self._file).st_size
        if not self._is_regular or not size:
            return
        end = size
        while end and os.pread(self._file, 1, end - 1) != b"\n":
            end -= 1
        if end < size:
            self._check_that_it_is_ours(end)
            os.ftruncate(self._file, end)

    def _check_that_it_is_ours(self, start: int) -> None:
        begin = b'{"schema": '
        found = os.pread(self._file, len(begin), start)
        if not begin.startswith(found):
            os.close(self._file)
            raise ResultsError(f"{self.path} is no file of results; nothing was written to it")
