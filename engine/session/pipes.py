"""Bytes of a controller: reading whatever has come, and writing all of an answer at once."""

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

STDIN, STDOUT = 0, 1
CHUNK = 1 << 16
Log = Callable[[str], None]


def take_over() -> None:
    """Keep standard output for answers alone, and leave cleanly at SIGINT and SIGTERM.

    What is printed by mistake goes to standard error.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    sys.stdout = sys.stderr


def _leave(number: int, frame: FrameType | None) -> None:
    """End the process cleanly, from wherever the main thread is."""
    raise SystemExit(0)


def chunks(source: int, log: Log) -> Iterator[bytes]:
    """What comes from a file descriptor, until it ends or cannot be read any more."""
    while chunk := _chunk(source, log):
        yield chunk


def _chunk(source: int, log: Log) -> bytes:
    while True:
        try:
            return os.read(source, CHUNK)
        except BlockingIOError:
            select.select([source], [], [])
        except OSError as error:
            log(f"input ended: {error}")
            return b""


def write_all(sink: int, content: bytes, log: Log) -> bool:
    """Write to a file descriptor without delay; False if nobody reads it any more."""
    data = memoryview(content)
    try:
        while data:
            data = data[_write_some(sink, data) :]
    except OSError as error:
        log(f"output ended: {error}")
        return False
    return True


def _write_some(sink: int, data: memoryview) -> int:
    try:
        return os.write(sink, data)
    except BlockingIOError:
        select.select([], [sink], [])
        return 0
