"""Records of games: one game is one line of JSON (PROTOCOL section 6)."""

import json
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from clients.referee.game import Move, Offence, Result
from clients.referee.match import Played
from clients.referee.player import Limits, Player, names
from engine.games.game import SeatScore

#: The version of the schema; a reader refuses what it does not know.
SCHEMA = 1
Json = Mapping[str, object]


class ResultsError(Exception):
    """The file of results cannot be written; the text names it and says why."""


def record(played: Played, players: Sequence[Player], limits: Limits, seed: int) -> Json:
    """A game as it is written; `seed` is the match's."""
    fixture, result = played.fixture, played.result
    labels = [names(players)[index] for index in fixture.seating]
    seated = [players[index] for index in fixture.seating]
    colours = result.beginning.setup.colours
    return {
        "schema": SCHEMA,
        "number": fixture.number,
        "pair": fixture.round,
        "seed": seed,
        "started": result.started.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "seconds": round(result.seconds, 3),
        "game": result.beginning.setup.game.name,
        "setup": result.beginning.setup.line,
        "opening": len(result.beginning.opening),
        "limits": asdict(limits),
        "players": [
            {
                "seat": seat,
                "colour": colours[seat - 1],
                "engine": fixture.seating[seat - 1] + 1,
                "name": labels[seat - 1],
                "version": player.version,
                "command": list(player.command),
            }
            for seat, player in enumerate(seated, start=1)
        ],
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


def _move(move: Move) -> Json:
    seconds = None if move.seconds is None else round(move.seconds, 4)
    told = asdict(move.explanation)
    return {"seat": move.seat, "move": move.text, "seconds": seconds, **told}


def _score(score: SeatScore, result: Result) -> Json:
    return {
        "seat": score.seat,
        "colour": score.colour,
        "total": score.total,
        "parts": dict(score.parts),
        "points": result.points(score.seat),
    }


def _fault(offence: Offence, labels: Sequence[str]) -> Json:
    return {
        "seat": offence.seat,
        "name": labels[offence.seat - 1],
        "reason": offence.reason,
        "exit_status": offence.status,
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


class ResultsFile:
    """A file of records that only grows, by whole lines, each safe on the disk at once."""

    def __init__(self, path: str) -> None:
        """Open, and make if need be. Raises: ResultsError."""
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
            self._is_regular = stat.S_ISREG(os.fstat(self._file).st_mode)
            self._heal()
        except OSError as error:
            raise ResultsError(f"cannot write {path}: {error.strerror}") from error

    def append(self, game: Json) -> None:
        """Add a record and see it on the disk.

        Raises: ResultsError; the file then is as it was.
        """
        data = f"{as_line(game)}\n".encode("utf-8", "backslashreplace")
        size = os.fstat(self._file).st_size
        try:
            self._write(data)
        except OSError as error:
            if self._is_regular:
                os.ftruncate(self._file, size)
            raise ResultsError(f"cannot write {self.path}: {error.strerror}") from error

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _heal(self) -> None:
        """End a last line that was cut off, so that it spoils no other."""
        size = os.fstat(self._file).st_size
        if self._is_regular and size and os.pread(self._file, 1, size - 1) != b"\n":
            self._write(b"\n")

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._file, data) :]
        if self._is_regular:
            os.fsync(self._file)
