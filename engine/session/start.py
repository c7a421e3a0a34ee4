"""A session from the words of a command line."""

import argparse
import sys
from collections.abc import Iterable, Mapping

from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Game
from engine.games.registry import GAMES, with_faces
from engine.session.parameters import InvalidParameter, Parameters
from engine.session.session import Session

#: The one word of ``--param`` that is no parameter: it can be given at the start only.
FACES = "faces"
#: The dialects of the protocol (PROTOCOL sections 3 and 5).
NATIVE, GOGUI = "native", "gogui"
DIALECTS = (NATIVE, GOGUI)


def describe_options(sub: argparse.ArgumentParser) -> None:
    """Add the options that every subcommand has in which the engine speaks."""
    sub.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a parameter, or faces=FILE with faces for random Donuts boards; may be repeated",
    )
    sub.add_argument("--verbose", action="store_true", help="log to standard error")


class BadStart(ValueError):
    """A word of the command line that cannot be used; the text says what would be right."""


def new_session(game: str, words: Iterable[str], verbose: bool, dialect: str = NATIVE) -> Session:
    """A session of `game`, a line that ``newgame`` would take, with ``NAME=VALUE`` parameters.

    Raises: BadStart.
    """
    parameters = Parameters()
    games: Mapping[str, Game] = GAMES
    try:
        for word in words:
            name, equals, value = word.partition("=")
            if not equals:
                raise BadStart(f"--param NAME=VALUE expected, not {word!r}")
            if name == FACES:
                games = _with_faces(value)
            else:
                parameters.set(name, value)
        kind = _kind_of_session(dialect)
        return kind(games, game, parameters, _log if verbose else lambda _: None)
    except (UnknownGame, InvalidOption, InvalidPosition) as error:
        raise BadStart(f"--game: {error}") from error
    except InvalidParameter as error:
        raise BadStart(f"--param {error}") from error


def _with_faces(path: str) -> Mapping[str, Game]:
    try:
        return with_faces(path)
    except InvalidOption as error:
        raise BadStart(f"--param {error}") from error


def _kind_of_session(dialect: str) -> type[Session]:
    if dialect == GOGUI:
        from engine.session.gogui.session import GoguiSession  # only that dialect needs it

        return GoguiSession
    return Session


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
