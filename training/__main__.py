"""Learn a game's evaluation from self-play and write its weights.

    python -m training kulami --games 2000 --seed 1 --out DIR

Games are kept in DIR, so the same command goes on where an interrupted one was, and more games
or another fit need only what is missing. The weights go to the game's ``weights.py``.
"""

import argparse
import sys
import time
from pathlib import Path

from training.recipes import RECIPES
from training.rows import TooFewGames
from training.selfplay import OtherPlan, Plan, make_games, read_games
from training.weights import write


def main(arguments: list[str] | None = None) -> int:
    """Make the games that are missing, fit, write; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("game", choices=RECIPES)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=4000, help="of each move's search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="threads that play games")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the games")
    parser.add_argument("--weights", type=Path, help="where to write, if not to the engine")
    words = parser.parse_args(arguments)
    recipe = RECIPES[words.game]
    plan = Plan(words.game, simulations=words.simulations, seed=words.seed)
    try:
        make_games(
            plan, recipe.setups, words.games, words.out, words.workers, Progress(words.games).tell
        )
    except OtherPlan as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    found: list[str] = []

    def tell(text: str) -> None:
        found.append(text)
        print(text, file=sys.stderr, flush=True)

    try:
        tables = recipe.fit(list(read_games(words.out, words.games)), tell)
    except TooFewGames as error:
        print(error, file=sys.stderr)
        return 1
    path = words.weights or recipe.path
    write(path, header(words, found), recipe.knots, tables)
    print(path)
    return 0


def header(words: argparse.Namespace, found: list[str]) -> str:
    """The recipe of the weights, for those who read them."""
    command = (
        f"python -m training {words.game} --games {words.games} "
        f"--simulations {words.simulations} --seed {words.seed} --out DIR"
    )
    losses = "\n".join(f"    {line}" for line in found)
    return (
        "Weights in hundredths of a logit, learned from self-play; do not edit.\n\n"
        f"Made by\n\n    {command}\n\n"
        "Log loss and cross entropy in nats, on the tenth of the games that was not fitted, with\n"
        f"the weights before and with these:\n\n{losses}\n"
    )


class Progress:
    """A line on standard error whenever some games more are there."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.begin = time.monotonic()
        self.first: int | None = None

    def tell(self, games: int) -> None:
        """So many games are there now."""
        if self.first is None:
            self.first = games
        made = games - self.first
        seconds = time.monotonic() - self.begin
        left = f", {seconds / made * (self.wanted - games):.0f} s to go" if made else ""
        print(f"{games} of {self.wanted} games{left}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
