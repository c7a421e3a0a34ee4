"""The files of balanced openings that come with the program, by the word ``balanced``.

``quatuor openings`` makes them; the head of each says how.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from clients.referee.variants import is_drawn, read_game, setup_of
from engine.games.game import Game as Rules

#: What stands for the file of the game, in place of a file's name.
BALANCED = "balanced"
FOLDER = Path(__file__).with_name("books")

#: The files by the games that they are for, lines as for ``newgame``.
BOOKS: Mapping[str, str] = MappingProxyType(
    {
        "kulami layout=8x8": "kulami-8x8.txt",
        "kulami layout=irregular scoring=both": "kulami-irregular-both.txt",
        "gorami board=22": "gorami-22.txt",
        "gorami board=24": "gorami-24.txt",
        "siege_stones": "siege_stones.txt",
    }
)


class NoBook(ValueError):
    """There is no file for a game; the text says for which there are."""


def balanced_book(rules: Rules, options: Mapping[str, str]) -> Path:
    """The file of balanced openings for a game with these options of ``newgame``.

    Raises: NoBook; InvalidOption.
    """
    for line, name in BOOKS.items():
        if _is_for(line, rules, options):
            return FOLDER / name
    raise NoBook(
        f"no balanced openings come with the program for this game: there are some for "
        f"{', '.join(BOOKS)}; quatuor openings finds others"
    )


def _is_for(line: str, rules: Rules, options: Mapping[str, str]) -> bool:
    """Whether the line and the options mean the same, random layouts included."""
    own_rules, own = read_game(line)
    return (
        own_rules is rules
        and is_drawn(rules, own) == is_drawn(rules, options)
        and setup_of(rules, own, 1) == setup_of(rules, options, 1)
    )
