"""The engine's parameters: one table, read by ``param``, by ``--param`` and by the docs."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite

from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, UCT
from protocol.words import WORDS, Seconds

Value = int | float | bool | str
AUTO = "auto"


class InvalidParameter(ValueError):
    """A parameter that does not exist, or a value it cannot have."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.why = why


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its value at the start, how a word is read, and what it means."""

    name: str
    default: Value
    read: Callable[[str], Value]
    meaning: str


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.lstrip("0")[:20] or "0"
        if not (text.isascii() and text.isdigit() and least <= int(digits) <= most):
            raise ValueError(f"a whole number from {least} to {most} expected, not {text!r}")
        return int(digits)

    return read


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = inf
    if not isfinite(value) or value < 0:
        raise ValueError(f"seconds from 0 expected, not {text!r}")
    return value


def _switch(text: str) -> bool:
    words = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
    if text.lower() not in words:
        raise ValueError(f"on or off expected, not {text!r}")
    return words[text.lower()]


def _one_of(*values: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in values:
            raise ValueError(f"{' or '.join(values)} expected, not {text!r}")
        return text.lower()

    return read


PARAMETERS: dict[str, Parameter] = {
    parameter.name: parameter
    for parameter in (
        Parameter("threads", 1, _whole(1, 64), "search threads"),
        Parameter("hash", 64, _whole(1, 65536), "MiB for the table, and for the tree"),
        Parameter("movetime", 0.0, _seconds, "seconds for a move; 0 for no such limit"),
        Parameter("nodes", 0, _whole(0, 10**12), "nodes for a move; 0 for no such limit"),
        Parameter("depth", 0, _whole(0, 60), "plies to look ahead; 0 for no such limit"),
        Parameter(
            "level", FULL_LEVEL, _whole(0, FULL_LEVEL), "strength: 0 random, 1 greedy … 10 full"
        ),
        Parameter("seed", 1, _whole(0, 2**63 - 1), "seed of chance; 0 draws one at each search"),
        Parameter("ponder", False, _switch, "whether to think while others are to move"),
        Parameter("resign", False, _switch, "whether genmove may resign"),
        Parameter("overhead", 0.02, _seconds, "seconds kept back for each move on a clock"),
        Parameter(
            "search",
            AUTO,
            _one_of(AUTO, ALPHABETA, UCT),
            "which search; auto: the one that plays the game better",
        ),
    )
}


class Parameters:
    """The current values."""

    def __init__(self) -> None:
        self._values = {name: parameter.default for name, parameter in PARAMETERS.items()}

    def set(self, name: str, text: str) -> None:
        """Set a parameter from a word. Raises InvalidParameter."""
        parameter = find(name)
        try:
            self._values[parameter.name] = parameter.read(text)
        except ValueError as error:
            raise InvalidParameter(parameter.name, str(error)) from error

    def text(self, name: str) -> str:
        """A parameter's value as ``set`` reads it. Raises InvalidParameter."""
        value = self._values[find(name).name]
        if isinstance(value, bool):
            return "on" if value else "off"
        return WORDS[Seconds].format(value) if isinstance(value, float) else str(value)

    def whole(self, name: str) -> int:
        """A whole number's value."""
        return int(self._values[name])

    def seconds(self, name: str) -> float:
        """A time's value."""
        return float(self._values[name])

    def on(self, name: str) -> bool:
        """A switch's value."""
        return self._values[name] is True

    def word(self, name: str) -> str:
        """A word's value."""
        return str(self._values[name])


def find(name: str) -> Parameter:
    """The parameter called `name`, in any case. Raises InvalidParameter."""
    parameter = PARAMETERS.get(name.lower())
    if parameter is None:
        raise InvalidParameter(name, f"no such parameter; there are {', '.join(PARAMETERS)}")
    return parameter
