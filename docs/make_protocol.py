"""Writes the tables of docs/protocol.md: ``python docs/make_protocol.py``.

The tables stand between two comments each; what is around them is written by hand. They come
from the program's own tables, and a test fails when they are not up to date.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.session.dispatch import ROOMS
from engine.session.parameters import PARAMETERS, Parameters
from engine.session.table import COMMANDS, Entry
from protocol import errors

PAGE = Path(__file__).parent / "protocol.md"
#: A help text that begins with the command as it is written.
USAGE = re.compile(r"`([^`]+)`: (.+)")
#: When an engine answers with a failure text, by the name of its constant.
WHEN: Mapping[str, str] = {
    "UNKNOWN_COMMAND": "there is no such command",
    "SYNTAX_ERROR": "an argument is missing, surplus or not of its kind; what, follows a colon",
    "LINE_TOO_LONG": "a line has more than 1 MiB",
    "ILLEGAL_MOVE": "the move is not legal, it is not the colour's turn, or the game is over",
    "UNSUPPORTED_GAME": "there is no such game",
    "UNACCEPTABLE_SIZE": "the game has no board of that size",
    "CANNOT_UNDO": "fewer moves were played",
    "CANNOT_SCORE": "the game is not over",
    "CANNOT_LOAD_FILE": "the file cannot be read, or is no record of a game",
    "INVALID_OPTION": "an option of `newgame` or a parameter is refused; its name and why follow",
    "GAME_OVER": "`genmove` after the end",
    "WRONG_COLOUR": "`genmove` for a seat that is not to move",
}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _commands() -> str:
    return table(("command", "what it does"), (_command(*entry) for entry in _entries()))


def _entries() -> Iterator[tuple[Entry, list[str]]]:
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


def _command(entry: Entry, others: Sequence[str]) -> tuple[str, str]:
    usage, text = entry.usage, entry.help
    own = USAGE.match(text)
    if own:
        usage, text = own[1], own[2][0].upper() + own[2][1:]
    also = f" Also called {', '.join(f'`{name}`' for name in others)}." if others else ""
    return f"`{usage}`", text + also


def _parameters() -> str:
    values = Parameters()
    rows = ((f"`{p.name}`", f"`{values.text(p.name)}`", p.meaning) for p in PARAMETERS.values())
    return table(("parameter", "at the start", "what it means"), rows)


def failure_names() -> list[str]:
    """The names of the failure texts of ``protocol.errors``."""
    return [name for name, value in vars(errors).items() if name.isupper() and type(value) is str]


def _failures() -> str:
    rows = ((f"`{getattr(errors, name)}`", WHEN[name]) for name in failure_names())
    return table(("text", "when"), rows)


TABLES = {"commands": _commands, "parameters": _parameters, "failures": _failures}


def page(text: str) -> str:
    """The page with its tables brought up to date. Raises: ValueError without the comments."""
    for name, make in TABLES.items():
        begin, end = f"<!-- {name}: written by docs/make_protocol.py -->", f"<!-- {name} end -->"
        head, found, rest = text.partition(begin)
        _, found_end, tail = rest.partition(end)
        if not found or not found_end:
            raise ValueError(f"{PAGE.name} lacks the comments {begin} and {end}")
        text = f"{head}{begin}\n\n{make()}\n\n{end}{tail}"
    return text


def main() -> None:
    """Rewrite the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
