"""What the words of a configuration make of a game: its options, and the setup they lead to."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.errors import InvalidOption
from engine.games.game import Game as Rules
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import find, named_values

#: The option of ``newgame`` that draws a setup.
SEED = "seed"
#: Options that name a board; a layout that is one bare word is the value of the one a game has.
BOARD = ("layout", "board")


@dataclass(frozen=True, slots=True)
class Variant:
    """Options of ``newgame`` in lower-case names, and moves that begin each game."""

    options: Mapping[str, str]
    moves: tuple[str, ...] = ()


def read_game(line: str) -> tuple[Rules, dict[str, str]]:
    """The game and the options of a line as for ``newgame``; the options may still be wrong.

    Raises: UnknownGame, InvalidPosition.
    """
    name, *words = line.split() or [""]
    return find(GAMES, name), named_values(words)


def layout_options(rules: Rules, text: str) -> dict[str, str]:
    """The options that a layout stands for: ``layout=R8 scoring=both``, or just ``R8``.

    Raises: InvalidOption, InvalidPosition.
    """
    words = text.split()
    if len(words) != 1 or "=" in text:
        return named_values(words)
    for option in rules.options:
        if option.name in BOARD:
            return {option.name: text.strip()}
    known = ", ".join(option.name for option in rules.options)
    raise InvalidOption(text, f"option=value expected, with one of the options {known}")


def setup_of(rules: Rules, options: Mapping[str, str], seed: int) -> Setup:
    """The setup with these options; `seed` draws what they leave open.

    Raises: InvalidOption.
    """
    drawing = {SEED: str(seed)} if has_seed(rules) else {}
    return rules.setup({**drawing, **options})


def has_seed(rules: Rules) -> bool:
    """Whether the game has setups that a seed draws."""
    return any(option.name == SEED for option in rules.options)


def is_drawn(rules: Rules, options: Mapping[str, str]) -> bool:
    """Whether the options leave something open for a seed to draw. Raises: InvalidOption."""
    return has_seed(rules) and setup_of(rules, options, 1) != setup_of(rules, options, 2)
