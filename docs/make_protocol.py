"""Writes what is tabular in docs/protocol.md: ``python docs/make_protocol.py``.

It stands between two comments each; what is around them is written by hand. It comes from the
program's own tables and from docs/commands.toml, which says what they do not: units, failures
and examples. A test fails when the page is not up to date.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill

sys.path.insert(0, str(Path(__file__).parent.parent))

from docs.page_parts import rewrite, table, with_parts
from engine.session.dispatch import ROOMS
from engine.session.parameters import PARAMETERS, Parameter, Parameters
from engine.session.table import COMMANDS, Entry
from protocol import errors

FOLDER = Path(__file__).parent
PAGE = FOLDER / "protocol.md"
DATA = tomllib.loads((FOLDER / "commands.toml").read_text(encoding="utf-8"))
#: How long a line of a paragraph may be.
WIDTH = 100
#: A help text that begins with the command as it is written.
USAGE = re.compile(r"`([^`]+)`: (.+)")
#: An argument in a command's usage, with the word that introduces it if there is one.
ARGUMENT = re.compile(r"(?:[a-z]+ )?[A-Z_]+(?:=[A-Z_]+)?")
#: When an engine answers with a failure text, by the name of its constant.
WHEN: Mapping[str, str] = DATA["failures"]["named"]
#: The same for texts that have no constant, by the text.
OTHERS: Mapping[str, str] = DATA["failures"]["other"]


@dataclass(frozen=True, slots=True)
class Notes:
    """What commands.toml says of a command; the file's head explains the fields."""

    says: str
    talk: str
    fails: Mapping[str, str]
    more: str = ""
    takes: Mapping[str, str] = field(default_factory=dict)
    also: Sequence[str] = ()


NOTES: Mapping[str, Notes] = {name: Notes(**notes) for name, notes in DATA["commands"].items()}


# ---------------------------------------------------------------------- Markdown


def _wrapped(text: str, begin: str = "") -> str:
    """A paragraph in short lines, broken at blanks and indented as far as `begin`."""
    return fill(
        text,
        WIDTH,
        initial_indent=begin,
        subsequent_indent=" " * len(begin),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _list(points: Iterable[str]) -> str:
    return "\n".join(_wrapped(point, "- ") for point in points)


def _sentence(text: str) -> str:
    """The text from a capital letter to a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


# ---------------------------------------------------------------------- commands


def entries() -> Iterator[tuple[Entry, list[str]]]:
    """Every command under its first name, with its other names, by room and alphabet."""
    names: dict[object, list[str]] = {}
    for entry in COMMANDS.values():
        names.setdefault(entry.handler, []).append(entry.name)
    firsts = [COMMANDS[known[0]] for known in names.values()]
    rooms = [room.__name__ for room in ROOMS]
    for entry in sorted(firsts, key=lambda entry: _place(entry, rooms)):
        yield entry, names[entry.handler][1:]


def _place(entry: Entry, rooms: Sequence[str]) -> tuple[int, str]:
    module = entry.handler.__module__
    return rooms.index(module) if module in rooms else len(rooms), entry.name


def described(entry: Entry) -> tuple[str, str]:
    """How a command is written, and what it does."""
    own = USAGE.match(entry.help)
    return (own[1], _sentence(own[2])) if own else (entry.usage, entry.help)


def arguments(entry: Entry) -> dict[str, str]:
    """What each argument of a command means. Raises: KeyError if nothing says it."""
    usage, _ = described(entry)
    names = dict.fromkeys(ARGUMENT.findall(usage.partition(" ")[2]))
    meanings = {**DATA["words"], **NOTES[entry.name].takes}
    return {name: meanings[name] for name in names}


def _commands() -> str:
    return table(("command", "what it does"), (_row(*each) for each in entries()))


def _row(entry: Entry, others: Sequence[str]) -> tuple[str, str]:
    usage, text = described(entry)
    return f"[`{usage}`](#{entry.name})", text + _also_called(others)


def _also_called(names: Sequence[str]) -> str:
    return f" Also called {', '.join(f'`{name}`' for name in names)}." if names else ""


def _reference() -> str:
    return "\n\n".join(_article(*each) for each in entries())


def _article(entry: Entry, others: Sequence[str]) -> str:
    """All about one command."""
    usage, text = described(entry)
    notes = NOTES[entry.name]
    points = [f"`{name}`: {meaning}." for name, meaning in arguments(entry).items()]
    points += [f"Answer: {notes.says}.", *_failures_of(notes)]
    talk = f"```gtp\n{notes.talk.strip()}\n\n```"
    help_ = text + _also_called(others)
    paragraphs = [f"### {entry.name}", f"`{usage}`", *map(_wrapped, (help_, notes.more))]
    return "\n\n".join(part for part in [*paragraphs, _list(points), talk] if part)


def _failures_of(notes: Notes) -> Iterator[str]:
    fails = {**notes.fails, **{name: OTHERS[name] for name in notes.also}}
    if not fails:
        yield "It cannot fail."
    for text, when in fails.items():
        yield f"`? {text}`: {when}."


# ---------------------------------------------------------------------- parameters


def _parameters() -> str:
    head = ("parameter", "at the start", "values", "what it means")
    return table(head, map(_parameter, PARAMETERS.values()))


def _parameter(parameter: Parameter) -> tuple[str, str, str, str]:
    start = Parameters().text(parameter.name)
    meaning = f"{_sentence(parameter.meaning)} {DATA['parameters'][parameter.name]}"
    return f"`{parameter.name}`", f"`{start}`", values(parameter), meaning


def values(parameter: Parameter) -> str:
    """What a parameter can be, as it says itself when it is given something else."""
    try:
        parameter.kind.read("?")
    except ValueError as error:
        return str(error).partition(" expected")[0]
    return "any word"


# ---------------------------------------------------------------------- failures


def failure_names() -> list[str]:
    """The names of the failure texts of ``protocol.errors``."""
    return [name for name, value in vars(errors).items() if name.isupper() and type(value) is str]


def _failures() -> str:
    texts = {getattr(errors, name): WHEN[name] for name in failure_names()}
    rows = ((f"`{text}`", when) for text, when in {**texts, **OTHERS}.items())
    return table(("text", "when"), rows)


# ---------------------------------------------------------------------- the page


PARTS: Mapping[str, Callable[[], str]] = {
    "commands": _commands,
    "parameters": _parameters,
    "failures": _failures,
    "reference": _reference,
}


def page(text: str) -> str:
    """The page with its parts brought up to date. Raises: ValueError without the comments."""
    return with_parts(text, "make_protocol.py", PARTS)


def main() -> None:
    """Rewrite the page."""
    rewrite(PAGE, page)


if __name__ == "__main__":
    main()
