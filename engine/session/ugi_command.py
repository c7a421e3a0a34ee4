"""The subcommand ``ugi``: the engine for arenas that play any game."""

import argparse

from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.session.start import BadStart, describe_options, new_session
from engine.session.ugi import Ugi
from engine.session.ugi_loop import serve
from engine.session.ugi_positions import BadCommand, setup_for_two

#: The game if nobody says which.
DEFAULT = "kulami"


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ugi``."""
    sub.add_argument(
        "setup",
        nargs="*",
        metavar="SETUP",
        help="what startpos means, as for newgame: GAME OPTION=VALUE … (kulami)",
    )
    sub.add_argument("--game", metavar="SETUP", help="the same, or its beginning, as one word")
    describe_options(sub)


def run(options: argparse.Namespace) -> int:
    """Speak UGI until the end; returns the exit code, 0. Raises BadStart."""
    return serve(new_ugi(options.game, options.setup, options.param, options.verbose))


def new_ugi(game: str | None, words: list[str], parameters: list[str], verbose: bool) -> Ugi:
    """What ``quatuor ugi`` speaks about, from the words of its command line. Raises BadStart."""
    if game and words and "=" not in words[0]:
        raise BadStart(f"the game is given twice: --game {game} and {words[0]}")
    session = new_session(DEFAULT, parameters, verbose)
    try:
        line = [*(game or "").split(), *words]
        start = setup_for_two(line, session.match.games, DEFAULT)
    except (BadCommand, InvalidOption, InvalidPosition, UnknownGame) as error:
        raise BadStart(str(error)) from error
    return Ugi(session, start)
