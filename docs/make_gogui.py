"""Writes the tables of docs/gogui.md: ``python docs/make_gogui.py``.

They stand between two comments each and come from the program's own tables; what is around them
is written by hand. A test fails when the page is not up to date.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from docs.make_protocol import described
from docs.page_parts import rewrite, table, with_parts
from engine.games.game import Game, Setup
from engine.games.registry import GAMES
from engine.session.gogui import moves
from engine.session.gogui.analyze import MENU
from engine.session.gogui.embedding import embed
from engine.session.gogui.moves import TABLE
from engine.session.gogui.session import ROOMS
from engine.session.table import COMMANDS, Entry

PAGE = Path(__file__).parent / "gogui.md"
#: The rooms of the dialect's own commands, in the order of the page.
PLACES = [room.__name__ for room in (moves, *ROOMS)]


def _squares() -> str:
    heads = ("game", "setups", "`gogui-rules_board_size`", "palette")
    return table(heads, (row for game in GAMES.values() for row in _rows_of_squares(game)))


def _rows_of_squares(game: Game) -> Iterator[tuple[str, str, str, str]]:
    """A row for each square, with the setups among the samples that have it.

    The square of a game without a palette is as wide as the longer side of the board.
    """
    found: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    for options in game.samples:
        if game.setup(options).seats == 2:
            found.setdefault(_outline(game.setup(options)), []).append(options)
    sizes = sorted({size for size, _ in found}, key=lambda size: (len(size), size))
    if not any(palette for _, palette in found):
        note = " (the longer side)" if len(sizes) > 1 else ""
        yield game.title, "all", ", ".join(sizes) + note, "none"
        return
    usual = _outline(game.setup())
    for outline, setups in found.items():
        others = len(found) > 1 and outline == usual
        yield game.title, "all others" if others else _named(setups), *outline


def _outline(setup: Setup) -> tuple[str, str]:
    """The size and the palette of a setup's square as they stand in the table."""
    square = embed(setup)
    palette = ", ".join(f"{piece}: {vertex}" for piece, vertex in square.palette.items())
    return f"`{square.size}{' hex' if square.hexagonal else ''}`", palette


def _named(setups: list[Mapping[str, str]]) -> str:
    """The first option of each."""
    words = [f"{name}={value}" for options in setups for name, value in [*options.items()][:1]]
    return ", ".join(f"`{word}`" for word in dict.fromkeys(words))


def _commands() -> str:
    return table(("command", "what it does"), (_row(*each) for each in entries()))


def entries() -> Iterator[tuple[Entry, list[str]]]:
    """Every command of the dialect's own under its first name, with its other names."""
    names: dict[object, list[str]] = {}
    for name, entry in TABLE.items():
        names.setdefault(entry.handler, []).append(name)
    firsts = [TABLE[known[0]] for known in names.values()]
    for entry in sorted(firsts, key=lambda entry: PLACES.index(entry.handler.__module__)):
        yield entry, names[entry.handler][1:]


def _row(entry: Entry, others: list[str]) -> tuple[str, str]:
    usage, text = described(entry)
    also = f" Also called {', '.join(f'`{name}`' for name in others)}." if others else ""
    return f"`{usage}`", text + also


def _unchanged() -> str:
    """The commands that are those of the native dialect."""
    return ", ".join(f"`{name}`" for name in sorted(COMMANDS.keys() - TABLE.keys())) + "."


def _menu() -> str:
    heads = ("in the window", "command", "shown as")
    return table(heads, ((label, f"`{command}`", kind) for kind, label, command in MENU))


PARTS = {
    "squares": _squares,
    "menu": _menu,
    "commands": _commands,
    "unchanged": _unchanged,
}


def page(text: str) -> str:
    """The page with its parts brought up to date. Raises: ValueError without the comments."""
    return with_parts(text, "make_gogui.py", PARTS)


def main() -> None:
    """Rewrite the page."""
    rewrite(PAGE, page)


if __name__ == "__main__":
    main()
