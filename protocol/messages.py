"""What travels between a controller and an engine, as plain values (PROTOCOL section 1)."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Command:
    """One command line. `id` is `None` or 0 … 2**31 - 1; the name keeps its case."""

    id: int | None
    name: str
    arguments: tuple[str, ...]


class Answer(NamedTuple):
    """One complete answer: `ok` is `=`, otherwise `?`.

    Read from the wire, `text` has no empty line, no control character and no white space at a
    line's end; a line may start with blanks (boards do). It is a tuple because a referee reads
    two of them for every move, and tuples are made the fastest.
    """

    ok: bool
    id: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """Input that cannot be a command and is to be answered with `?`, `id` and `failure`."""

    id: int | None
    failure: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A line that asks nothing and gets no answer: empty, a comment, or only an id.

    `text` is the comment with its `#`, without blanks at its ends; empty if there is none.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Noise:
    """Output of an engine that is no answer.

    `text` has at most `wire.NOISE_LENGTH` characters, and LF as its only control character.
    """

    text: str
