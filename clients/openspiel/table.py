"""The table of commands, filled by a decorator on their handlers.

A handler is a function of the session and of the words of its command. Annotations say how the
words are read (``protocol.words``), the name and the docstring are the command's and its help.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType
from typing import get_args

from protocol.errors import SyntaxFailure
from protocol.words import WORDS, Context

Handler = Callable[..., str | None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: `standard` ones are GTP's own, and ignore superfluous arguments."""

    name: str
    handler: Handler
    standard: bool

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """The handler's parameters after the session."""
        return list(inspect.signature(self.handler).parameters.values())[1:]

    def read(self, words: tuple[str, ...], context: Context) -> list[object]:
        """The values of the arguments. Raises: SyntaxFailure."""
        values: list[object] = []
        left = list(words)
        for parameter in self.parameters:
            word = WORDS[_kind(parameter)]
            is_rest = parameter.kind is parameter.VAR_POSITIONAL
            if not left and not is_rest and parameter.default is parameter.empty:
                raise SyntaxFailure(f"{parameter.name.upper()} missing ({word.name} expected)")
            taken = left if is_rest else left[:1]
            values += [word.parse(text, context) for text in taken]
            del left[: len(taken)]
        if left and not self.standard:
            raise SyntaxFailure(f"too many arguments for {self.name}")
        return values


def _kind(parameter: inspect.Parameter) -> object:
    """The type of a word; that of an optional one is its type or None."""
    kinds = [kind for kind in get_args(parameter.annotation) if kind is not NoneType]
    return kinds[0] if kinds else parameter.annotation


COMMANDS: dict[str, Entry] = {}


def command(standard: bool = False) -> Callable[[Handler], Handler]:
    """Enter a handler in the table under its own name, without a last ``_``."""

    def enter(handler: Handler) -> Handler:
        name = handler.__name__.rstrip("_")
        COMMANDS[name] = Entry(name, handler, standard)
        return handler

    return enter
