"""Files that games are read from: only ordinary ones, and standard input."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from clients.convert.errors import BadFile, BadGame
from protocol.sgf import MAX_FILE

#: The name that stands for standard input and output, and what people call those.
STANDARD = "-"
STANDARD_INPUT = "standard input"
STANDARD_OUTPUT = "standard output"


def name_of(path: str) -> str:
    """What messages call an input."""
    return STANDARD_INPUT if path == STANDARD else path


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """An input, to be read once.

    Raises: BadFile. A pipe, a device or a terminal under a name is refused: nobody could tell how
    long to wait for it, or read it twice; standard input is there for them.
    """
    if path == STANDARD:
        yield sys.stdin.buffer
        return
    try:
        _check_that_it_is_a_file(path)
        file = open(path, "rb")  # noqa: SIM115 - only what opening it raises is meant
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read {path}: {why(error)}") from error
    with file:
        yield file


def _check_that_it_is_a_file(path: str) -> None:
    if os.path.isdir(path):
        raise BadFile(f"cannot read {path}: it is a folder; name the files in it")
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadFile(
            f"cannot read {path}: it is no ordinary file; pipe it in and name it {STANDARD}"
        )


def contents(file: BinaryIO) -> bytes:
    """All of a file of text. Raises: BadGame if it is too long or no text; OSError."""
    data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise BadGame(f"the file has more than {MAX_FILE >> 20} MiB")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise BadGame("a NUL byte: this is no text (UTF-16 is not read, UTF-8 is)", line)
    return data


def why(error: OSError | ValueError) -> str:
    """What went wrong, in the system's words."""
    return str((isinstance(error, OSError) and error.strerror) or error)
