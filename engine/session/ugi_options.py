"""The options that an arena may set: the start, the parameters of the engine, MultiPV."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.session.parameters import (
    PARAMETERS,
    Choice,
    Duration,
    Parameter,
    Parameters,
    Switch,
    Whole,
)

GAME, SETUP, MULTIPV = "Game", "Setup", "MultiPV"
MOST_LINES = 500


@dataclass(frozen=True, slots=True)
class Kind:
    """What an option may be: its UGI type, and the words after its default."""

    type: str
    rest: str = ""


def spin(least: int, most: int) -> Kind:
    """A whole number in these limits."""
    return Kind("spin", f" min {least} max {most}")


def combo(*values: str) -> Kind:
    """One of these words."""
    return Kind("combo", "".join(f" var {value}" for value in values))


CHECK, STRING = Kind("check"), Kind("string")


def kind_of(parameter: Parameter) -> Kind:
    """How an arena sees a parameter."""
    match parameter.kind:
        case Whole(least, most):
            return spin(least, most)
        case Choice(values):
            return combo(*values)
        case Switch():
            return CHECK
        case Duration():
            return STRING


#: Parameters that arenas know by another spelling; case does not matter when they are set.
CUSTOMARY: Mapping[str, str] = {"threads": "Threads", "hash": "Hash"}


@dataclass(frozen=True, slots=True)
class Option:
    """An option and its value when nothing is set."""

    name: str
    kind: Kind
    default: str

    @property
    def line(self) -> str:
        """Its line in the answer to ``ugi``."""
        default = self.default or "<empty>"
        return f"option name {self.name} type {self.kind.type} default {default}{self.kind.rest}"


def options(setup: str, games: Sequence[str], parameters: Parameters) -> list[Option]:
    """All options, with the values of now as defaults; `setup` is a setup line."""
    return [
        Option(GAME, combo(*games), setup.split()[0]),
        Option(SETUP, STRING, setup),
        Option(MULTIPV, spin(1, MOST_LINES), "1"),
        *_parameters(parameters),
    ]


def _parameters(parameters: Parameters) -> Iterator[Option]:
    for name, parameter in PARAMETERS.items():
        kind = kind_of(parameter)
        value = parameters.text(name)
        if kind is CHECK:
            value = {"on": "true", "off": "false"}[value]
        yield Option(CUSTOMARY.get(name, name), kind, value)
