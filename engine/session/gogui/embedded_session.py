"""A session whose moves are said in words that a Go board knows."""

from collections.abc import Callable, Mapping

from engine.games.errors import UnknownGame
from engine.games.game import Game
from engine.games.state import find, named_values, read_setup
from engine.search.report import Thought
from engine.session.gogui.embedding import Embedding
from engine.session.gogui.turns import Turns
from engine.session.gogui.two_player_match import SEATS, TOO_MANY_SEATS, TwoPlayerMatch
from engine.session.parameters import Parameters
from engine.session.session import Session

#: The option that draws a board.
SEED = "seed"


class EmbeddedSession(Session):
    """A session of a game for two, with its board in a square."""

    kind_of_match = TwoPlayerMatch
    match: TwoPlayerMatch

    def __init__(
        self,
        games: Mapping[str, Game],
        game: str = "kulami",
        parameters: Parameters | None = None,
        log: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`game` is a line that ``newgame`` would take; see ``without_chance``.

        Raises as ``Match`` does, and UnknownGame for a game of more than two seats.
        """
        super().__init__(games, without_chance(game, games), parameters, log)
        if self.match.setup.seats > SEATS:
            raise UnknownGame(TOO_MANY_SEATS.format(seats=self.match.setup.seats))
        self.turns = Turns(self.match)

    @property
    def embedding(self) -> Embedding:
        """How the current board lies in a square."""
        return self.turns.embedding

    def spell(self, move: str) -> list[str]:
        """The words as which a move is played here, one after the other."""
        return self.embedding.spell(move)

    @property
    def open_words(self) -> list[str]:
        """The first words of a move of which the last are still to come."""
        return self.turns.open_words

    @property
    def open_cell(self) -> str | None:
        """The vertex of the half-move that is open."""
        return next(iter(self.open_words), None)

    def settle(self, thought: Thought) -> str:
        """Play the next word of what was thought for the side to move; returns it, or ``resign``.

        Raises Failure.
        """
        return self.turns.settle(thought)


def without_chance(line: str, games: Mapping[str, Game]) -> str:
    """A line for ``newgame`` with a seed if it leaves the board to chance.

    A client that starts several processes with one command gets the same board in all of them.
    Raises as ``read_setup`` does.
    """
    name, *words = line.split() or [""]
    options = {option.name for option in find(games, name).options}
    if SEED not in options or SEED in named_values(words):
        return line
    first, other = (f"{line} {SEED}={seed}" for seed in (1, 2))
    return line if read_setup(first, games) == read_setup(other, games) else first
