"""What the commands of one controller act on."""

from collections.abc import Callable, Mapping

from engine.games.game import Game
from engine.session.match import Match
from engine.session.parameters import Parameters
from engine.session.table import COMMANDS, Entry


class Session:
    """A match and whether the controller has said ``quit``."""

    #: The commands that the controller may give, by name.
    commands: Mapping[str, Entry] = COMMANDS

    def __init__(
        self,
        games: Mapping[str, Game],
        game: str = "kulami",
        parameters: Parameters | None = None,
        log: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Raises UnknownGame."""
        self.match = Match(games, game, parameters or Parameters())
        self.log = log
        self.quitting = False
