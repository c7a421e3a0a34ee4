"""Kinds of values in a configuration: how each is read, from TOML or from an option, and written.

A value of TOML is what ``tomllib`` makes of it; an option's value is a text.
"""

import json
import math
import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum

#: The longest time that can be given, in seconds.
MOST_SECONDS = 1_000_000

_WHOLE = re.compile(r"[+-]?[0-9]{1,30}\Z")
_CPUS = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?\Z")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")


class WrongValue(ValueError):
    """A value that cannot be used; `inside` is the key in a table of values that is meant."""

    def __init__(self, why: str, inside: str | None = None) -> None:
        super().__init__(why)
        self.inside = inside


class Kind(ABC):
    """What the values of a key are. `expected` says it in words, ``a whole number of 1 or more``.

    `is_list` tells that an option has any number of words.
    """

    expected: str
    is_list = False

    @abstractmethod
    def read(self, value: object) -> object:
        """The value that `value` of TOML stands for. Raises: WrongValue."""

    def from_text(self, text: str) -> object:
        """The value of TOML that an option's text stands for; the text if it stands for none."""
        return text

    def write(self, value: object) -> str:
        """The value as TOML."""
        return toml(value)

    def wrong(self, value: object) -> WrongValue:
        """The error for a value that is not what was expected."""
        return WrongValue(f"{self.expected} expected, not {shown(value)}")


class Whole(Kind):
    """Whole numbers."""

    def __init__(self, least: int, most: int | None = None) -> None:
        self._least, self._most = least, most
        bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
        self.expected = f"a whole number {bounds}"

    def read(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(value)
        if value < self._least or (self._most is not None and value > self._most):
            raise self.wrong(value)
        return value

    def from_text(self, text: str) -> object:
        return int(text) if _WHOLE.match(text) else text


class Number(Kind):
    """Numbers in an interval; `fits` tells which, and `expected` says it."""

    def __init__(self, expected: str, fits: Callable[[float], bool]) -> None:
        self.expected = expected
        self._fits = fits

    def read(self, value: object) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.wrong(value)
        try:
            number = float(value)
        except OverflowError:
            raise self.wrong(value) from None
        if not math.isfinite(number) or not self._fits(number):
            raise self.wrong(value)
        return number

    def from_text(self, text: str) -> object:
        try:
            return int(text) if _WHOLE.match(text) else float(text)
        except ValueError:
            return text


TIME = Number("a number of seconds more than 0", lambda number: 0 < number <= MOST_SECONDS)
TIME_OR_NONE = Number(
    "a number of seconds of 0 or more", lambda number: 0 <= number <= MOST_SECONDS
)
ELO = Number("a number from -10000 to 10000", lambda number: -10_000 <= number <= 10_000)
ERROR_RATE = Number("a number more than 0 and less than 0.5", lambda number: 0 < number < 0.5)
POSITIVE = Number("a number more than 0", lambda number: number > 0)


class Line(Kind):
    """Texts of one line that are not blank."""

    def __init__(self, expected: str) -> None:
        self.expected = expected

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.wrong(value)
        return value


class GameLine(Line):
    """Lines as for ``newgame``; an option has its words one by one."""

    is_list = True

    def read(self, value: object) -> str:
        is_words = isinstance(value, list) and all(isinstance(word, str) for word in value)
        return super().read(" ".join(value) if is_words else value)  # type: ignore[arg-type]


class Pattern(Line):
    """Texts of a certain form."""

    def __init__(self, expected: str, form: str) -> None:
        super().__init__(expected)
        self._form = re.compile(form)

    def read(self, value: object) -> str:
        text = super().read(value)
        if not self._form.fullmatch(text):
            raise self.wrong(value)
        return text


class Choice(Kind):
    """One of some words."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = {str(word): word for word in words}
        self.expected = " or ".join([", ".join([*self._words][:-1]), [*self._words][-1]])

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self._words:
            error = self.wrong(value)
            raise WrongValue(f"{error}{did_you_mean(value, self._words)}")
        return self._words[value]


class OneOf(Choice):
    """One of the members of an enumeration."""

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__(list(members))

    def write(self, value: object) -> str:
        return toml(str(value))


class Command(Kind):
    """A command: its words, or one text that is split as a shell does."""

    expected = 'a command, ["program", "argument"] or "program argument",'

    def read(self, value: object) -> tuple[str, ...]:
        words = self._split(value) if isinstance(value, str) else value
        if not isinstance(words, list) or not words or not all(map(_is_word, words)):
            raise self.wrong(value)
        if not words[0]:
            raise self.wrong(value)
        return tuple(words)

    def _split(self, text: str) -> list[str]:
        try:
            return shlex.split(text)
        except ValueError as error:
            raise WrongValue(f"{self.expected} expected: {error} in {shown(text)}") from error


def _is_word(word: object) -> bool:
    return isinstance(word, str) and "\0" not in word


class Lines(Kind):
    """Several texts of one line."""

    is_list = True

    def __init__(self, expected: str) -> None:
        self.expected = expected

    def read(self, value: object) -> tuple[str, ...]:
        line = Line(self.expected)
        if not isinstance(value, list) or not value:
            raise self.wrong(value)
        for each in value:
            line.read(each)
        return tuple(value)


class Cpus(Kind):
    """Numbers of processors; as a text ``0,2`` or ``0-3``."""

    expected = "numbers of processors, [0, 1],"

    def read(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list) or not value:
            raise self.wrong(value)
        if not all(type(each) is int and 0 <= each < 1 << 20 for each in value):
            raise self.wrong(value)
        return tuple(value)

    def from_text(self, text: str) -> object:
        found: list[int] = []
        for part in text.split(","):
            ends = _CPUS.match(part)
            if not ends:
                return text
            found.extend(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
        return found


class Table(Kind):
    """A table of texts; numbers become texts, and so do true and false where `has_flags`."""

    def __init__(self, expected: str, name_form: str, text_form: str, has_flags: bool) -> None:
        self.expected = expected
        self._name = re.compile(name_form)
        self._text = re.compile(text_form)
        self._has_flags = has_flags

    def read(self, value: object) -> dict[str, str]:
        if not isinstance(value, dict):
            raise self.wrong(value)
        return {name: self._read_one(name, each) for name, each in value.items()}

    def _read_one(self, name: str, value: object) -> str:
        if not self._name.fullmatch(name):
            raise WrongValue(f"{self.expected} expected, not the name {shown(name)}")
        text = self._as_text(value)
        if text is None or not self._text.fullmatch(text):
            raise WrongValue(f"a value of one line expected, not {shown(value)}", name)
        return text

    def _as_text(self, value: object) -> str | None:
        if isinstance(value, bool):
            return {True: "on", False: "off"}[value] if self._has_flags else None
        return str(value) if isinstance(value, (str, int, float)) else None

    def write(self, value: object) -> str:
        assert isinstance(value, Mapping)
        words = ", ".join(f"{toml_key(name)} = {toml(text)}" for name, text in value.items())
        return f"{{ {words} }}"


# ---------------------------------------------------------------------- in words


def did_you_mean(word: object, known: Sequence[str] | Mapping[str, object]) -> str:
    """A question after an error, empty if nothing that is known is like the word."""
    close = get_close_matches(str(word).lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""


def shown(value: object) -> str:
    """A value as a person wrote it, shortened."""
    text = toml(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def toml(value: object) -> str:
    """A value as TOML: texts, numbers, lists and tables of them; others somehow."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml_key(k)} = {toml(v)}' for k, v in value.items())} }}"
    return str(value)


def toml_key(name: str) -> str:
    """A key as TOML."""
    return name if _BARE_KEY.match(name) else toml(name)
