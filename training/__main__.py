"""Learn a game's evaluation from self-play and write its weights; solve all boards of Donuts.

    python -m training kulami --games 2000 --seed 1 --out DIR
    python -m training gorami --board 22 --games 10000 --seed 1 --out DIR
    python -m training siege_stones --games 2000 --seed 1 --out DIR
    python -m training donuts --out DIR

Games are kept in DIR, so the same command goes on where an interrupted one was, and more games
or another fit need only what is missing. The weights go to the engine. See docs/training.md.
"""

import argparse
import signal
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from pathlib import Path

if find_spec("numpy") is None:
    sys.exit("NumPy is missing: pip install '.[training]'")

from engine.search.report import MCTS, UCT
from training.folder import OtherPlan
from training.recipes import RECIPES, Recipe
from training.request import Request
from training.rows import MissingLibrary, TooFewGames


def main(arguments: list[str] | None = None) -> int:
    """Make the games that are missing, fit, write; the exit code."""
    words = parser().parse_args(arguments)
    recipe = RECIPES[words.game]
    request = Request(
        words.game,
        words.board,
        words.games,
        words.simulations,
        words.seed,
        words.search,
        words.workers,
        words.out,
        words.weights,
        tuple(words.also),
    )
    try:
        if words.play:
            recipe.make(request, lambda name, wanted: Progress(name, wanted).tell)
        if words.fit:
            print(recipe.learn(request, say))
    except (OtherPlan, TooFewGames, MissingLibrary) as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenProcessPool:
        print("a process was killed; the same command goes on from here", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line, with a subcommand for each recipe."""
    whole = argparse.ArgumentParser(
        prog="python -m training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    games = whole.add_subparsers(dest="game", required=True, metavar="GAME")
    for name, recipe in RECIPES.items():
        add_options(games.add_parser(name, help=f"what is to be known of {name}"), recipe)
    return whole


def add_options(command: argparse.ArgumentParser, recipe: Recipe) -> None:
    """The options of a game's command: all have the same, but for boards and other folders."""
    if recipe.boards:
        command.add_argument("--board", choices=recipe.boards, default=recipe.boards[0])
    else:
        command.set_defaults(board="")
    if recipe.mixes:
        command.add_argument(
            "--also",
            type=Path,
            action="append",
            default=[],
            metavar="DIR",
            help="a folder of other games to learn from, too; may be given several times",
        )
    else:
        command.set_defaults(also=[])
    command.add_argument("--games", type=positive, default=recipe.games)
    if recipe.simulations:
        add_options_of_play(command, recipe.simulations)
    else:
        command.set_defaults(simulations=0, seed=1, search=UCT)
    command.add_argument("--workers", type=positive, default=1, help="processes that play games")
    command.add_argument("--out", type=Path, required=True, help="the folder of the games")
    command.add_argument("--weights", type=Path, help="where to write, if not to the engine")
    only = command.add_mutually_exclusive_group()
    only.add_argument(
        "--only-play", dest="fit", action="store_false", help="leave the weights alone"
    )
    only.add_argument(
        "--only-fit", dest="play", action="store_false", help="take the games that are there"
    )


def add_options_of_play(command: argparse.ArgumentParser, simulations: int) -> None:
    """The options of a game that is played, not solved."""
    command.add_argument(
        "--simulations", type=positive, default=simulations, help="of each move's search"
    )
    command.add_argument("--seed", type=int, default=1)
    command.add_argument(
        "--search",
        choices=(UCT, MCTS),
        default=UCT,
        help="who plays: the textbook search, or the engine's own with the weights it has",
    )


def positive(text: str) -> int:
    """A whole number of at least 1. Raises: ValueError."""
    number = int(text)
    if number < 1:
        raise ValueError("not positive")
    return number


def say(text: str) -> None:
    """Show a line about the fit."""
    print(text, file=sys.stderr, flush=True)


class Progress:
    """A line on standard error whenever some games more are there."""

    def __init__(self, name: str, wanted: int) -> None:
        self.name = name
        self.wanted = wanted
        self.begin = time.monotonic()
        self.first: int | None = None

    def tell(self, games: int) -> None:
        """So many games are there now; a chunk may have brought more than are wanted."""
        games = min(games, self.wanted)
        if self.first is None:
            self.first = games
        made = games - self.first
        seconds = time.monotonic() - self.begin
        text = f"{self.name}: {games} of {self.wanted} games"
        if made and seconds:
            left = max(0, self.wanted - games) * seconds / made
            text += f", {made / seconds:.3g} a second, {left:.0f} s to go"
        print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    # Whoever is told to end takes the processes along, as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
