"""The words of a command: a table from a type to how it is read and written (PROTOCOL section 2).

The types are the annotations of the command handlers; `WORDS[annotation]` reads the word. Reading
a word that is not of its type raises `SyntaxFailure`, which says what was wrong and what would be
right. Writing gives a word that reads as the same value again.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, NewType

from protocol.errors import SyntaxFailure

Seat = NewType("Seat", int)
"""A player, 1 … 4 in turn order (RULES C1); written as a colour."""

Move = NewType("Move", str)
"""A move in its canonical form (RULES C2, C3), `pass` or `resign`. It need not be legal."""

Seconds = NewType("Seconds", float)
"""A time in seconds: finite, maybe zero or negative."""

Count = NewType("Count", int)
"""How many: 0 … 2**63 - 1."""

Integer = NewType("Integer", int)
"""A whole number: -2**63 … 2**63 - 1."""

Number = NewType("Number", float)
"""A finite number."""

Name = NewType("Name", str)
"""The name of a game, command or parameter, in the case it came in."""

Text = NewType("Text", str)
"""Anything."""


class Option(NamedTuple):
    """`name=value`: the name in lower case, the value as it came, maybe empty."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Context:
    """What the meaning of a word depends on.

    `colours` are the colour words of the current game, seat 1 first, in lower case; `side` is the
    seat to move, `None` when the game is over.
    """

    colours: tuple[str, ...]
    side: int | None


@dataclass(frozen=True, slots=True)
class Word:
    """How the words of one type are called in help, read and written."""

    name: str
    parse: Callable[[str, Context], object]
    format: Callable[[Any], str]


SHOWN_LENGTH = 40
"""How much of a wrong word a failure text repeats, in characters."""


def shown(text: str) -> str:
    """Quote `text` as a failure text may repeat it: short and printable."""
    printable = "".join(char if char.isprintable() else "?" for char in text[: SHOWN_LENGTH + 1])
    if len(printable) > SHOWN_LENGTH:
        printable = printable[: SHOWN_LENGTH - 3] + "..."
    return f"'{printable}'"


def _expected(what: str, text: str, right: str) -> SyntaxFailure:
    return SyntaxFailure(f"{what} expected, not {shown(text)} ({right})")


_SEATS = {"b": 1, "black": 1, "1": 1, "w": 2, "white": 2, "2": 2, "3": 3, "4": 4}
_SEAT_WORDS = ("b", "w", "3", "4")


def _fitting_seats(word: str, colours: tuple[str, ...]) -> list[int]:
    """Give the seats `word` may mean, first the one whose own colour word it is."""
    own = [seat for seat, colour in enumerate(colours, start=1) if colour == word]
    return own + [seat for seat in (_SEATS.get(word, 0),) if 1 <= seat <= len(colours)]


def _parse_seat(text: str, context: Context) -> int:
    """Read a colour word; where two seats fit, the side to move decides, else the own word."""
    seats = _fitting_seats(text.lower(), context.colours)
    if not seats:
        words = _SEAT_WORDS[: len(context.colours)] + context.colours
        raise _expected("colour", text, ", ".join(words))
    return context.side if context.side in seats else seats[0]


def _format_seat(seat: int) -> str:
    return _SEAT_WORDS[seat - 1]


_MOVE = re.compile(r"[A-HJK][1-9][0-9]?(=[123ST])?", re.ASCII | re.IGNORECASE)
_MOVE_WORDS = ("pass", "resign")


def _parse_move(text: str, context: Context) -> str:
    if text.lower() in _MOVE_WORDS:
        return text.lower()
    if not _MOVE.fullmatch(text):
        raise _expected("move", text, "such as D4, C3=2, D4=T or pass")
    return text.upper()


_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)


def _parser_of_number(what: str, right: str) -> Callable[[str, Context], float]:
    def parse(text: str, context: Context) -> float:
        value = float(text) if _NUMBER.fullmatch(text) else math.nan
        if not math.isfinite(value):
            raise _expected(what, text, right)
        return value

    return parse


def _format_number(value: float) -> str:
    return repr(float(value)).removesuffix(".0")


_INTEGER = re.compile(r"([+-]?)0*([0-9]{1,19})")


def _parser_of_integer(values: range, right: str) -> Callable[[str, Context], int]:
    def parse(text: str, context: Context) -> int:
        match = _INTEGER.fullmatch(text)
        value = int(match[1] + match[2]) if match else values.stop
        if value not in values:
            raise _expected("whole number", text, right)
        return value

    return parse


_NAME = re.compile(r"[^ \t\n]+")


def _parse_name(text: str, context: Context) -> str:
    if not _NAME.fullmatch(text):
        raise _expected("name", text, "one word")
    return text


_OPTION = re.compile(r"([a-z][a-z0-9_-]*)=([^ \t\n]*)", re.ASCII | re.IGNORECASE)


def _parse_option(text: str, context: Context) -> Option:
    match = _OPTION.fullmatch(text)
    if not match:
        raise _expected("option", text, "such as name=value")
    return Option(match[1].lower(), match[2])


def _parse_text(text: str, context: Context) -> str:
    return text


_INTEGERS = range(-(2**63), 2**63)
_COUNTS = range(2**63)

WORDS: Mapping[object, Word] = MappingProxyType(
    {
        Seat: Word("COLOUR", _parse_seat, _format_seat),
        Move: Word("MOVE", _parse_move, str),
        Seconds: Word("SECONDS", _parser_of_number("seconds", "such as 10 or 0.5"), _format_number),
        Count: Word("COUNT", _parser_of_integer(_COUNTS, "0 or more"), str),
        Integer: Word("INTEGER", _parser_of_integer(_INTEGERS, "such as 7 or -7"), str),
        Number: Word("NUMBER", _parser_of_number("number", "such as 7 or 0.5"), _format_number),
        Name: Word("NAME", _parse_name, str),
        Option: Word("OPTION", _parse_option, "=".join),
        Text: Word("TEXT", _parse_text, str),
    }
)
"""Every type a command handler may take or give."""
