"""The table of games of which something can be learned; another game is one more entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.games.donuts import first_moves
from training import donuts, gorami, kulami, siege_stones
from training.request import Count, Request, Say


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a game's weights are made.

    `make` plays the games that the request's folder lacks; `learn` fits the weights to those that
    are there, says what it finds, writes them, and returns where. `games` and `simulations`
    are the defaults of the request; 0 simulations are those of a game that is solved, not played.
    A game with `boards` has weights for each of them, and one that `mixes` can learn from several
    folders.

    `make` raises what ``folder.fill`` raises; `learn` TooFewGames and OSError.
    """

    make: Callable[[Request, Count], None]
    learn: Callable[[Request, Say], Path]
    games: int
    simulations: int
    boards: Sequence[str] = ()
    mixes: bool = False


RECIPES: Mapping[str, Recipe] = {
    "kulami": Recipe(kulami.make, kulami.learn, games=2000, simulations=4000),
    "gorami": Recipe(gorami.make, gorami.learn, 10000, 1500, gorami.BOARDS, mixes=True),
    "donuts": Recipe(donuts.make, donuts.learn, first_moves.BOARDS, simulations=0),
    "siege_stones": Recipe(siege_stones.make, siege_stones.learn, games=2000, simulations=1500),
}
