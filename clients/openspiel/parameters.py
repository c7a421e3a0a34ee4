"""The engine's parameters: one table, read by ``param`` and by the command line."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.errors import InvalidOption
from protocol.errors import SyntaxFailure
from protocol.words import WORDS, Context, Count, Number, Seconds

Value = int | float


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its word's type (``protocol.words``), value at the start, and meaning.

    No value is below 0.
    """

    name: str
    kind: object
    default: Value
    meaning: str

    def read(self, text: str) -> Value:
        """The value that `text` says. Raises: InvalidOption."""
        try:
            value = WORDS[self.kind].parse(text, Context((), None))
        except SyntaxFailure as failure:
            raise InvalidOption(self.name, failure.what) from failure
        assert isinstance(value, int | float)
        if value < 0:
            raise InvalidOption(self.name, f"0 or more expected, not {text}")
        return value

    def written(self, value: Value) -> str:
        """The value as ``read`` reads it."""
        return WORDS[self.kind].format(value)


PARAMETERS: dict[str, Parameter] = {
    parameter.name: parameter
    for parameter in (
        Parameter("movetime", Seconds, 0.0, "seconds for a move; 0 for no such limit"),
        Parameter("nodes", Count, 0, "simulations for a move, at least 2; 0 for no such limit"),
        Parameter("uct_c", Number, 2.0, "exploration constant of UCT"),
        Parameter("seed", Count, 1, "seed of chance; 0 draws one at each search"),
    )
}


class Parameters:
    """The current values."""

    def __init__(self) -> None:
        self._values = {name: parameter.default for name, parameter in PARAMETERS.items()}

    def set(self, name: str, text: str) -> None:
        """Set a parameter from a word. Raises: InvalidOption."""
        parameter = find(name)
        self._values[parameter.name] = parameter.read(text)

    def text(self, name: str) -> str:
        """A parameter's value as ``set`` reads it. Raises: InvalidOption."""
        parameter = find(name)
        return parameter.written(self._values[parameter.name])

    def lines(self) -> Iterable[str]:
        """All names and values."""
        return (f"{name} {self.text(name)}" for name in PARAMETERS)

    def whole(self, name: str) -> int:
        """A whole number's value."""
        return int(self._values[name])

    def real(self, name: str) -> float:
        """A real number's value."""
        return float(self._values[name])


def find(name: str) -> Parameter:
    """The parameter called `name`, in any case. Raises: InvalidOption."""
    parameter = PARAMETERS.get(name.lower())
    if parameter is None:
        raise InvalidOption(name, f"no such parameter; there are {', '.join(PARAMETERS)}")
    return parameter
