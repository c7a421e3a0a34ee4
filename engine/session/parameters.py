"""The engine's parameters: one table, read by ``param``, by ``--param`` and by the docs."""

from dataclasses import dataclass
from math import inf, isfinite

from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, MCTS, UCT
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
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, text: str) -> int:
        digits = text.lstrip("0")[:20] or "0"
        if not (text.isascii() and text.isdigit() and self.least <= int(digits) <= self.most):
            right = f"a whole number from {self.least} to {self.most}"
            raise ValueError(f"{right} expected, not {text!r}")
        return int(digits)


@dataclass(frozen=True, slots=True)
class Duration:
    """A finite time from 0, in seconds."""

    def read(self, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = inf
        if not isfinite(value) or value < 0:
            raise ValueError(f"seconds from 0 expected, not {text!r}")
        return value


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def read(self, text: str) -> bool:
        words = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
        if text.lower() not in words:
            raise ValueError(f"on or off expected, not {text!r}")
        return words[text.lower()]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words."""

    values: tuple[str, ...]

    def read(self, text: str) -> str:
        if text.lower() not in self.values:
            raise ValueError(f"{' or '.join(self.values)} expected, not {text!r}")
        return text.lower()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its value at the start, which values it can have, and what it means."""

    name: str
    default: Value
    kind: Whole | Duration | Switch | Choice
    meaning: str


PARAMETERS: dict[str, Parameter] = {
    parameter.name: parameter
    for parameter in (
        Parameter("threads", 1, Whole(1, 64), "search threads"),
        Parameter("hash", 64, Whole(1, 65536), "MiB for the table, and for the tree"),
        Parameter("movetime", 0.0, Duration(), "seconds for a move; 0 for no such limit"),
        Parameter("nodes", 0, Whole(0, 10**12), "nodes for a move; 0 for no such limit"),
        Parameter("depth", 0, Whole(0, 60), "plies to look ahead; 0 for no such limit"),
        Parameter(
            "level", FULL_LEVEL, Whole(0, FULL_LEVEL), "strength: 0 random, 1 greedy … 10 full"
        ),
        Parameter("seed", 1, Whole(0, 2**63 - 1), "seed of chance; 0 draws one at each search"),
        Parameter("ponder", False, Switch(), "whether to think while others are to move"),
        Parameter("resign", False, Switch(), "whether genmove may resign"),
        Parameter("overhead", 0.02, Duration(), "seconds kept back for each move on a clock"),
        Parameter(
            "search",
            AUTO,
            Choice((AUTO, ALPHABETA, MCTS, UCT)),
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
            self._values[parameter.name] = parameter.kind.read(text)
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
