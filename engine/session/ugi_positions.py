"""How an arena names a position: a setup line, our position text, and moves after either."""

from collections.abc import Mapping, Sequence

from engine.games.errors import IllegalMove
from engine.games.game import Game, Setup
from engine.games.state import State, find, read_setup

#: What ends the words of a position and begins the moves.
MOVES = "moves"
SEED = "seed"
#: With this a random board is drawn when nobody gives a seed: both engines of a game must have
#: the same one.
SAME_SEED = "1"
PLAYERS = 2


class BadCommand(ValueError):
    """A command of the arena's that cannot be carried out; the text says what would be right."""


def setup_for_two(words: Sequence[str], games: Mapping[str, Game], current: str) -> Setup:
    """The setup that the words of a ``newgame`` line describe (PROTOCOL section 3).

    Without a game's name it is the `current` game's. The same words give the same setup in every
    process.

    Raises: UnknownGame, InvalidOption, InvalidPosition (a word is not NAME=VALUE), BadCommand
    (not a game of two players).
    """
    name, *options = _with_name(words, current)
    if any(option.name == SEED for option in find(games, name).options) and not any(
        _is_called(option, [SEED]) for option in options
    ):
        options.append(f"{SEED}={SAME_SEED}")
    return _for_two(read_setup(" ".join([name, *options]), games))


def read_root(words: Sequence[str], games: Mapping[str, Game], current: str) -> State:
    """The state without history that a setup line or a position text describes.

    Raises: as ``setup_for_two``; InvalidPosition also for a position that cannot be.
    """
    named = _with_name(words, current)
    known = [option.name for option in find(games, named[0]).options]
    if all(_is_called(word, known) for word in named[1:]):
        return State(setup_for_two(named, games, current))
    state = State.from_text(" ".join(named), games)
    _for_two(state.setup)
    return state


def play_all(state: State, moves: Sequence[str]) -> None:
    """Play moves one after the other. Raises BadCommand, naming the move and its number."""
    for number, move in enumerate(moves, start=1):
        try:
            state.play(move)
        except IllegalMove as error:
            raise BadCommand(f"move {number}: {error}") from error


def _with_name(words: Sequence[str], current: str) -> list[str]:
    return list(words) if words and "=" not in words[0] else [current, *words]


def _is_called(word: str, names: Sequence[str]) -> bool:
    """Whether a word NAME=VALUE has one of these names, in any case."""
    return word.partition("=")[0].lower() in names


def _for_two(setup: Setup) -> Setup:
    if setup.seats != PLAYERS:
        raise BadCommand(f"UGI is for {PLAYERS} players, and this setup has {setup.seats}")
    return setup
