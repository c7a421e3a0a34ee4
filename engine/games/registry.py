"""The table of games. A game that stands here is a game everywhere."""

from collections.abc import Mapping

from engine.games.game import Game
from engine.games.kulami.game import KulamiGame

#: Every game by its name, in the order in which they are listed.
GAMES: Mapping[str, Game] = {game.name: game for game in (KulamiGame(),)}


def with_faces(path: str) -> Mapping[str, Game]:
    raise NotImplementedError
