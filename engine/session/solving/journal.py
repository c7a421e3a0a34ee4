"""The folder that a long run goes on from: its table as a file, and a journal of what is proved.

The table is a mapped file: what a run has written there stays, however it ends, and an entry
that was cut in two is no entry (see ``engine.search.exact_table``). Room for it is taken at the
start, for a full disk could not be told later. The journal is replaced as a whole.
"""

import fcntl
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from mmap import mmap
from pathlib import Path
from typing import Any, Self

from engine import __version__
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.search import exact_table, proof_table
from engine.search.memory import mapped
from engine.session.solving.errors import BadRequest, why
from engine.session.solving.problem import Problem, moves_of
from engine.session.solving.standing import Standing

#: The version of the journal; a reader refuses what it does not know.
SCHEMA = 1
KIND = "quatuor solve"
JOURNAL, TABLE, LOCK = "journal.json", "table", "lock"
#: What a file is called until it is whole.
PART = ".part"
OURS = {JOURNAL, TABLE, LOCK, JOURNAL + PART, TABLE + PART}
#: Plies of the random games that tell one kernel from another.
FINGERPRINT_PLIES = 200
#: Bytes that are written at once where a file cannot be given its room in one go.
PIECE = 1 << 20


def fingerprint(position: Position) -> str:
    """What moves and hashes mean to this kernel, seen on games from `position` on.

    A table filled by another kernel is of use only if this is the same. The layout of the
    table's entries is part of it, the evaluation is not: no proof depends on it.
    """
    layout = proof_table.FORMAT if position.is_forcing() else exact_table.FORMAT
    digest = blake2b(f"{layout} {sys.byteorder}".encode(), digest_size=8)
    dice, walker = Dice(1), position.copy()
    for _ in range(FINGERPRINT_PLIES):
        moves = walker.legal()
        digest.update(repr((walker.essential_hash(), walker.canonical_hash(), moves)).encode())
        if moves:
            walker.play(moves[dice.below(len(moves))])
        else:
            walker = position.copy()
    return digest.hexdigest()


@dataclass(slots=True)
class Record:
    """What the journal holds: the problem, how its table was made, and what is known."""

    problem: Problem
    mebibytes: int
    fingerprint: str
    standing: Standing = field(default_factory=Standing)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """The inverse of ``as_json``. Raises BadRequest for what has not its form."""
        if told.get("kind") != KIND:
            raise BadRequest(f'it has not "kind": "{KIND}"')
        if told.get("schema") != SCHEMA:
            raise BadRequest(f"its schema is {told.get('schema')!r}, and {SCHEMA} is known here")
        low, high = _whole(told, "low"), _whole(told, "high")
        if low > high:
            raise BadRequest(f"low is above high: {low} and {high}")
        standing = Standing(
            low,
            high,
            moves_of(told.get("line"), "line"),
            _whole(told, "nodes", least=0),
            _number(told, "seconds"),
            _whole(told, "runs", least=0),
        )
        mebibytes, mark = _whole(told, "hash", least=1), str(told.get("fingerprint"))
        return cls(Problem.from_json(told), mebibytes, mark, standing)

    def as_json(self) -> dict[str, object]:
        """For the file; ``program`` and ``saved`` are for people only."""
        known = self.standing
        return {
            "kind": KIND,
            "schema": SCHEMA,
            "program": f"quatuor {__version__}",
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
            **self.problem.as_json(),
            "hash": self.mebibytes,
            "fingerprint": self.fingerprint,
            "low": known.low,
            "high": known.high,
            "line": list(known.line),
            "nodes": known.nodes,
            "seconds": round(known.seconds, 3),
            "runs": known.runs,
        }


def _whole(told: Mapping[str, Any], name: str, least: int | None = None) -> int:
    value = told.get(name)
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or (least is not None and value < least)
    ):
        bound = "" if least is None else f" from {least}"
        raise BadRequest(f"{name}: a whole number{bound} expected, not {value!r}")
    return value


def _number(told: Mapping[str, Any], name: str) -> float:
    value = told.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadRequest(f"{name}: a number expected, not {value!r}")
    return float(value)


class Folder:
    """The folder of one problem, for one run at a time."""

    def __init__(self, path: str) -> None:
        """Take it, and make it if it is not there. Raises BadRequest."""
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._check_that_it_is_ours()
            self._lock = open(self.path / LOCK, "a")  # noqa: SIM115 - held as long as the folder
        except OSError as error:
            raise self._unusable(why(error)) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise self._unusable("another run is at work there") from error

    def close(self) -> None:
        """Let another run have it."""
        self._lock.close()

    def read(self) -> Record | None:
        """What the journal says; None if there is none yet. Raises BadRequest."""
        file = self.path / JOURNAL
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            if not isinstance(told, dict):
                raise BadRequest("a JSON object expected")
            return Record.from_json(told)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise BadRequest(f"{file} is no journal that can be read: {why(error)}") from error

    def write(self, record: Record) -> None:
        """Replace the journal. Raises OSError; the old one is then still there."""
        text = json.dumps(record.as_json(), indent=1) + "\n"
        self._put(JOURNAL, lambda part: part.write_text(text, encoding="utf-8"))

    def memory(self, size: int) -> mmap:
        """The file of the table, which is made if it is not there. Raises BadRequest."""
        file = self.path / TABLE
        try:
            if not file.exists():
                self._put(TABLE, lambda part: _reserve(part, size))
            found = file.stat().st_size
            if found != size:
                raise BadRequest(
                    f"{file} has {found} bytes, not {size} as its journal says: without the file, "
                    "what is proved stays, but the search has to begin anew"
                )
            return mapped(str(file), size)
        except OSError as error:
            raise BadRequest(
                f"{file}: no table of {size >> 20} MiB can be kept: {why(error)}"
            ) from error

    def _put(self, name: str, write: Callable[[Path], object]) -> None:
        """Write a file beside its place and move it there. Raises OSError."""
        part = self.path / (name + PART)
        try:
            write(part)
            with open(part, "rb") as file:
                os.fsync(file.fileno())
            part.replace(self.path / name)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise

    def _check_that_it_is_ours(self) -> None:
        """A folder with other things in it, most likely a slip of the tongue, is left alone."""
        strange = sorted({entry.name for entry in self.path.iterdir()} - OURS)
        if strange:
            raise self._unusable(f"it holds {strange[0]}; an empty or new folder is needed")

    def _unusable(self, reason: str) -> BadRequest:
        return BadRequest(f"--state {self.path}: {reason}")


def _reserve(path: Path, size: int) -> None:
    """A file of so many bytes, all 0, whose room on the disk is taken. Raises OSError."""
    with open(path, "wb") as file:
        if sys.platform == "linux":
            os.posix_fallocate(file.fileno(), 0, size)
            return
        for begin in range(0, size, PIECE):
            file.write(bytes(min(PIECE, size - begin)))
