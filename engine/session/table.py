"""The table of commands, filled by a decorator on their handlers.

A handler is a function of the session and of the words of the command. Its annotations say how
the words are read (``protocol.words``), its name and docstring are the command's and its help.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from engine.session.stream import Stream
from protocol.errors import SyntaxFailure
from protocol.words import WORDS, Context, Word

if TYPE_CHECKING:
    from engine.session.session import Session

Handler = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a command; a `repeated` one takes all words that are left."""

    name: str
    word: Word
    optional: bool
    repeated: bool

    @property
    def title(self) -> str:
        """What it is called in the command's usage."""
        return self.name.strip("_").upper()


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: `standard` ones are GTP's own, and ignore superfluous arguments."""

    name: str
    handler: Handler
    arguments: tuple[Argument, ...]
    standard: bool
    answer: Callable[[Any], str]

    @property
    def usage(self) -> str:
        """The command with its arguments, optional ones in brackets."""
        return " ".join([self.name, *self._argument_names()])

    @property
    def help(self) -> str:
        """The first paragraph of the handler's docstring, on one line."""
        return " ".join((inspect.getdoc(self.handler) or "").split("\n\n")[0].split())

    def _argument_names(self) -> Iterator[str]:
        for argument in self.arguments:
            name = argument.title + ("…" if argument.repeated else "")
            yield f"[{name}]" if argument.optional else name

    def read(self, words: tuple[str, ...], context: Context) -> list[object]:
        """The values of the arguments. Raises SyntaxFailure."""
        values: list[object] = []
        rest = list(words)
        for argument in self.arguments:
            if not rest and not argument.optional:
                raise SyntaxFailure(f"{argument.title} missing: {self.usage}")
            taken = rest if argument.repeated else rest[:1]
            values += [argument.word.parse(word, context) for word in taken]
            del rest[: len(taken)]
        if rest and not self.standard:
            raise SyntaxFailure(f"too many arguments: {self.usage}")
        return values


#: The commands of every dialect.
COMMANDS: dict[str, Entry] = {}


def command(
    *aliases: str, standard: bool = False, table: dict[str, Entry] = COMMANDS
) -> Callable[[Handler], Handler]:
    """Enter a handler in the table under its own name (``-`` for ``__``) and the aliases."""

    def enter(handler: Handler) -> Handler:
        name = handler.__name__.rstrip("_").replace("__", "-")
        signature = inspect.signature(handler, eval_str=True)
        parameters = list(signature.parameters.values())[1:]
        answer = WORDS.get(signature.return_annotation)
        for entry_name in (name, *aliases):
            table[entry_name] = Entry(
                entry_name,
                handler,
                tuple(_argument(parameter) for parameter in parameters),
                standard,
                answer.format if answer else _plain,
            )
        return handler

    return enter


def _argument(parameter: inspect.Parameter) -> Argument:
    repeated = parameter.kind is parameter.VAR_POSITIONAL
    optional = repeated or parameter.default is not parameter.empty
    kinds = [kind for kind in get_args(parameter.annotation) if kind is not NoneType]
    kind = kinds[0] if kinds else parameter.annotation
    return Argument(parameter.name, WORDS[kind], optional, repeated)


def _plain(value: object) -> str:
    return "" if value is None else str(value)


def run(session: "Session", entry: Entry, words: tuple[str, ...]) -> str | Stream:
    """Carry out a command; returns its answer's text, or where it comes from. Raises Failure."""
    match = session.match
    context = Context(match.setup.colours, match.seat)
    value = entry.handler(session, *entry.read(words, context))
    return value if isinstance(value, Stream) else entry.answer(value)
