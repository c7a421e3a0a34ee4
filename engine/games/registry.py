"""The table of games. A game that stands here is a game everywhere."""

from collections.abc import Mapping

from engine.games.donuts.faces import read_faces
from engine.games.donuts.game import DonutsGame
from engine.games.game import Game
from engine.games.gorami.game import GoramiGame
from engine.games.kulami.game import KulamiGame
from engine.games.siege_stones.game import SiegeStonesGame

#: Every game by its name, in the order in which they are listed.
GAMES: Mapping[str, Game] = {
    game.name: game for game in (KulamiGame(), DonutsGame(), GoramiGame(), SiegeStonesGame())
}


def with_faces(path: str) -> Mapping[str, Game]:
    """The table with the faces of a file for random Donuts boards (RULES D2).

    Raises: InvalidOption if the file cannot be read or is not of that form.
    """
    donuts = DonutsGame(read_faces(path))
    return {**GAMES, donuts.name: donuts}
