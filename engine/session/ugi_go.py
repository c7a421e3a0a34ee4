"""What ``go`` asks for, and the limits of a search that follow from it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.search.clock import LEAST, Clock, Course, budget
from engine.search.report import Limits
from engine.session.match import DEFAULT_SECONDS, MOST_SECONDS
from engine.session.parameters import Parameters
from engine.session.ugi_positions import BadCommand

INFINITE = "infinite"
MOST_MILLISECONDS = round(1000 * MOST_SECONDS)
#: The words that have a number: the least and the most that is used of it. A clock may have run
#: out; a look ahead of no plies is one of one.
NUMBERS: Mapping[str, tuple[int, int]] = {
    "p1time": (0, MOST_MILLISECONDS),
    "p2time": (0, MOST_MILLISECONDS),
    "p1inc": (0, MOST_MILLISECONDS),
    "p2inc": (0, MOST_MILLISECONDS),
    "movetime": (0, MOST_MILLISECONDS),
    "depth": (1, 60),
    "nodes": (1, 10**12),
}
_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)
#: No number with more digits means anything here.
_DIGITS = 20

Number = TypeVar("Number", int, float)


@dataclass(slots=True)
class Go:
    """The words of a ``go`` that were understood: times in milliseconds, depth in plies."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    #: What was wrong with the others.
    complaints: list[str] = field(default_factory=list)

    def clock(self, seat: int) -> Clock | None:
        """The clock of `seat`, from 1; None if nothing was said about it."""
        left = self.numbers.get(f"p{seat}time")
        if left is None:
            return None
        return Clock(left / 1000, increment=self.numbers.get(f"p{seat}inc", 0) / 1000)


def read_go(words: Iterable[str]) -> Go:
    """Read the words after ``go``; one that makes no sense is left out and complained of."""
    go = Go()
    rest = iter(words)
    for word in rest:
        try:
            _read_word(go, word, rest)
        except BadCommand as error:
            go.complaints.append(str(error))
    return go


def _read_word(go: Go, word: str, rest: Iterator[str]) -> None:
    if word == INFINITE:
        go.infinite = True
    elif word in NUMBERS:
        go.numbers[word] = _number(word, next(rest, ""))
    else:
        raise BadCommand(f"{', '.join(NUMBERS)} or {INFINITE} expected, not {word!r}")


def _number(name: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadCommand(f"a whole number expected after {name}, not {text!r}")
    least, most = NUMBERS[name]
    digits = text.lstrip("-").lstrip("0")
    value = int(digits or "0") if len(digits) < _DIGITS else most
    return min(max(-value if text.startswith("-") else value, least), most)


def limits(go: Go, parameters: Parameters, seat: int, course: Course) -> Limits:
    """What ends the search: `go` and the parameters, whichever comes first.

    `seat` is to move, from 1. An infinite search knows no limit; one without any limit has
    ``DEFAULT_SECONDS``.
    """
    if go.infinite:
        return Limits()
    overhead = parameters.seconds("overhead")
    movetime = go.numbers.get("movetime")
    seconds = _least(
        min(parameters.seconds("movetime"), MOST_SECONDS) or None,
        None if movetime is None else max(movetime / 1000 - overhead, LEAST),
    )
    nodes = _least(parameters.whole("nodes") or None, go.numbers.get("nodes"))
    depth = _least(parameters.whole("depth") or None, go.numbers.get("depth"))
    found = Limits(seconds, nodes, depth)
    clock = go.clock(seat)
    if clock is not None:
        allotted = budget(clock, course, overhead)
        return found.within(allotted.optimum, allotted.maximum)
    return Limits(DEFAULT_SECONDS) if found == Limits() else found


def _least(*values: Number | None) -> Number | None:
    return min((value for value in values if value is not None), default=None)
