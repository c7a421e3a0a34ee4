"""The engine's only input and output: commands in, answers out, in order.

A search runs in the same thread; it asks ``Input.is_ending`` now and then, which reads on without
waiting, so that ``quit`` and the end of input are heard at any time.
"""

import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator
from types import FrameType

from clients.openspiel.dispatch import handle
from clients.openspiel.parameters import Parameters
from clients.openspiel.session import Session
from protocol.messages import Command, Malformed
from protocol.wire import CommandReader, encode_answer

STDIN, STDOUT = 0, 1
CHUNK = 1 << 16
#: How long a search may go on after ``quit`` or the end of input, in seconds: long enough for a
#: quick search in a piped script, short enough for "gone within a second".
GRACE = 0.5


class Input:
    """Commands from a file descriptor."""

    def __init__(self, source: int = STDIN) -> None:
        self._source = source
        self._reader = CommandReader()
        self._waiting: deque[Command | Malformed] = deque()
        self._is_open = True
        self._end: float | None = None

    def messages(self) -> Iterator[Command | Malformed]:
        """All commands to the end of input, waited for."""
        while self._waiting or self._is_open:
            if self._waiting:
                yield self._waiting.popleft()
            else:
                self._read()

    def is_ending(self) -> bool:
        """Whether ``quit`` or the end of input came some time ago."""
        if self._is_open and select.select([self._source], [], [], 0)[0]:
            self._read()
        return self._end is not None and time.monotonic() >= self._end

    def _read(self) -> None:
        data = self._chunk()
        new = self._reader.feed(data) if data else self._reader.close()
        self._is_open = bool(data)
        self._waiting += new
        is_last = any(isinstance(each, Command) and each.name == "quit" for each in new)
        if self._end is None and (is_last or not data):
            self._end = time.monotonic() + GRACE

    def _chunk(self) -> bytes:
        """Some input, waited for; empty at its end, or if it cannot be read."""
        try:
            select.select([self._source], [], [])
            return os.read(self._source, CHUNK)
        except OSError:  # a closed descriptor, or a terminal that is gone
            return b""


def serve(parameters: Parameters) -> int:
    """Answer on standard output until ``quit`` or the end of input; returns the exit code, 0.

    Nothing else can reach standard output meanwhile: what is printed by mistake goes to standard
    error.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    sys.stdout = sys.stderr
    heard = Input()
    session = Session(parameters, heard.is_ending)
    for message in heard.messages():
        if not _write(encode_answer(handle(session, message))) or session.quitting:
            break
    return 0


def _write(data: bytes, sink: int = STDOUT) -> bool:
    """Write an answer at once; False if nobody reads it any more."""
    try:
        while data:
            select.select([], [sink], [])
            data = data[os.write(sink, data) :]
    except OSError:
        return False
    return True


def _leave(number: int, frame: FrameType | None) -> None:
    """End the process at once: what was answered is written, and nothing else is to be saved.

    The signal may have come while OpenSpiel's C++ calls us, which is no place for an exception.
    """
    os._exit(0)
