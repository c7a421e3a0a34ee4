"""What the commands of one controller act on."""

from collections.abc import Callable, Mapping

from engine.games.game import Game
from engine.search.report import Thought
from engine.session.match import Match
from engine.session.parameters import Parameters
from engine.session.table import COMMANDS, Entry


class Session:
    """A match and whether the controller has said ``quit``."""

    #: Whether a comment ``# interrupt`` ends a search, as ``stop`` does.
    interruptible = False
    #: The commands that the controller may give, by name.
    commands: Mapping[str, Entry] = COMMANDS

    #: What kind of match is played.
    kind_of_match: type[Match] = Match

    def __init__(
        self,
        games: Mapping[str, Game],
        game: str = "kulami",
        parameters: Parameters | None = None,
        log: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`game` is a line that ``newgame`` would take. Raises as ``Match`` does."""
        self.match = self.kind_of_match(games, game, parameters or Parameters())
        self.log = log
        self.quitting = False

    def settle(self, thought: Thought) -> str:
        """Play what was thought for the side to move, or resign; returns what it says."""
        return self.match.settle(thought)

    def spell(self, move: str) -> list[str]:
        """The words as which a move is played here, one after the other."""
        return [move]

    @property
    def open_words(self) -> list[str]:
        """The first words of a move of which the last are still to come."""
        return []
