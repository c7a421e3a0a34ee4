"""The whole exchange with the engines, one file for each game (the ``log`` of a tournament).

Each line has the seconds since the start of the game, the engine, and a sign: `>` for what it
was sent, `<` for what it wrote, `!` for its standard error.

    0.0123 Ann> 7 genmove b
    0.0456 Ann< =7 D4
"""

import os
from time import monotonic
from types import TracebackType
from typing import BinaryIO, Self

from clients.process import Listener
from clients.referee.records import ResultsError


class ExchangeLog:
    """The file of one game. A game that is played again is added to it."""

    def __init__(self, folder: str, game: str) -> None:
        """Open, and make the folder if need be. Raises: ResultsError."""
        self.path = os.path.join(folder, f"{game}.log")
        self._began = monotonic()
        self._midline = ""
        try:
            os.makedirs(folder, exist_ok=True)
            self._file: BinaryIO = open(self.path, "ab")  # noqa: SIM115  # closed by close()
        except OSError as error:
            raise self._unwritable(error) from error

    def listener(self, name: str) -> Listener:
        """What writes the exchange with one engine; it raises ResultsError."""

        def listen(direction: str, data: bytes) -> None:
            try:
                self._write(f"{name}{direction}", data)
            except OSError as error:
                raise self._unwritable(error) from error

        return listen

    def _write(self, source: str, data: bytes) -> None:
        """Write whole lines; half a line waits in the file for its end from the same source."""
        stamp = f"{monotonic() - self._began:.4f} {source} ".encode()
        if self._midline and self._midline != source:
            self._file.write(b"\n")
            self._midline = ""
        for line in data.splitlines(keepends=True):
            self._file.write(line if self._midline else stamp + line)
            self._midline = "" if line.endswith((b"\n", b"\r")) else source

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._file.close()
        except OSError as problem:
            raise self._unwritable(problem) from problem

    def _unwritable(self, error: OSError) -> ResultsError:
        return ResultsError(f"cannot write {self.path}: {error.strerror}")
