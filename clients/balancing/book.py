"""The file of what was found, in the form that the referee reads, which a later run continues.

    # Balanced openings of gorami board=22
    # made by: quatuor openings gorami board=22 --plies 4-8 --seed 1 …
    gorami board=22 ; C3=2 D4=1 B1=3 E4=2   # candidate 3, winrate 0.5123
    # 1 opening of 3 candidates

All but the last line is written as soon as it is known. The head names everything that decides
what is found, so that a file is only ever continued by the run that began it.
"""

import fcntl
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from clients.balancing.recipe import after
from clients.balancing.screening import Verdict
from clients.referee.openings import Beginning
from clients.referee.openings_file import read_opening
from clients.referee.variants import setup_of
from engine.games.game import Game as Rules

_NOTE = re.compile(r"# candidate ([0-9]{1,18}), winrate ([01]\.[0-9]{4})\Z")


class BookError(Exception):
    """A file that cannot be written or continued; the text says why."""


@dataclass(frozen=True, slots=True)
class Found:
    """An opening of a file: its candidate's number, and the chance of the side to move."""

    number: int
    beginning: Beginning
    chance: float


class Book:
    """A file of openings that grows line by line; one process writes it at a time."""

    def __init__(self, path: str, rules: Rules, head: Sequence[str]) -> None:
        """Open a file whose first lines are those of `head`; make it if there is none.

        Raises: BookError, also if the file has another head or another process writes it.
        """
        self.path = path
        self.found: list[Found] = []
        self._positions: set[tuple[str, int]] = set()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            raise self._unwritable(error) from error
        self._is_regular = stat.S_ISREG(os.fstat(self._file).st_mode)
        try:
            self._lock()
            self._continue(rules, head)
        except OSError as error:
            os.close(self._file)
            raise self._unwritable(error) from error
        except BookError:
            os.close(self._file)
            raise

    @property
    def next_number(self) -> int:
        """The candidate that comes after those of the file."""
        return self.found[-1].number + 1 if self.found else 1

    def add(self, verdict: Verdict) -> bool:
        """Write a balanced candidate; False if its position is in the file already.

        Raises: BookError; the file is then as it was.
        """
        found = Found(verdict.number, verdict.beginning, round(verdict.chance, 4))
        if not self._keep(found):
            return False
        self._write(f"{line(found)}\n")
        return True

    def end(self, candidates: int) -> None:
        """Say of how many candidates these openings are. Raises: BookError."""
        count = len(self.found)
        self._write(f"# {count} opening{'s' * (count != 1)} of {candidates} candidates\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    # ------------------------------------------------------------------ what is there

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BookError(f"another run is writing {self.path}") from error

    def _continue(self, rules: Rules, head: Sequence[str]) -> None:
        """Read what the file has, and cut off what comes after its last opening."""
        if not self._is_regular:
            self._write("".join(f"{each}\n" for each in head))
            return
        data = os.pread(self._file, os.fstat(self._file).st_size, 0)
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.decode("utf-8", "replace").splitlines(keepends=True)
        wanted = [f"{each}\n" for each in head]
        if not data or (len(lines) < len(wanted) and "".join(wanted).encode().startswith(data)):
            os.ftruncate(self._file, 0)
            self._write("".join(wanted))
            return
        self._check_head(lines, wanted)
        size = len("".join(wanted).encode())
        kept = size
        for number, text in enumerate(lines[len(wanted) :], start=len(wanted) + 1):
            size += len(text.encode())
            if not text.startswith("#"):
                self._keep(self._read(number, text, rules))
                kept = size
        os.ftruncate(self._file, kept)

    def _check_head(self, lines: Sequence[str], wanted: Sequence[str]) -> None:
        for number, ours in enumerate(wanted):
            theirs = lines[number] if number < len(lines) else "the end of the file"
            if theirs != ours:
                raise BookError(
                    f"{self.path}:{number + 1}: another command began this file, and nothing was "
                    f"written to it; it has\n{theirs.rstrip()}\nand not\n{ours.rstrip()}"
                )

    def _read(self, number: int, text: str, rules: Rules) -> Found:
        """The opening of a line. Raises: BookError."""
        try:
            return read_line(text, rules)
        except ValueError as error:
            raise BookError(f"{self.path}:{number}: {error}") from error

    def _keep(self, found: Found) -> bool:
        """Note an opening; False if its position is known, maybe as a mirror image."""
        position = position_of(found.beginning)
        if position in self._positions:
            return False
        self._positions.add(position)
        self.found.append(found)
        return True

    def _write(self, text: str) -> None:
        size = os.fstat(self._file).st_size
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            if self._is_regular:
                os.ftruncate(self._file, size)
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> BookError:
        return BookError(f"cannot write {self.path}: {error.strerror}")


def position_of(beginning: Beginning) -> tuple[str, int]:
    """What two openings share that lead to the same position, or to mirror images of it."""
    return beginning.setup.line, after(beginning).position.canonical_hash()


def line(found: Found) -> str:
    """An opening as a line of the file."""
    moves = " ".join(found.beginning.opening)
    note = f"# candidate {found.number}, winrate {found.chance:.4f}"
    return f"{found.beginning.setup.line} ; {moves}   {note}"


def read_line(text: str, rules: Rules) -> Found:
    """The inverse of ``line``.

    Raises: ValueError, whose text says what is wrong.
    """
    opening, _, note = text.rstrip().partition("#")
    noted = _NOTE.match(f"#{note}")
    if noted is None:
        raise ValueError("'# candidate N, winrate N' expected after an opening")
    variant = read_opening(opening, rules, {})
    beginning = Beginning(setup_of(rules, variant.options, 1), variant.moves)
    return Found(int(noted[1]), beginning, float(noted[2]))
