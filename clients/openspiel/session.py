"""What the commands act on: the game, the clocks, the parameters, and how to find a move."""

from collections.abc import Callable, Mapping

from clients.openspiel.clock import Clock, settings, time_left
from clients.openspiel.mcts import Thought, think
from clients.openspiel.parameters import Parameters
from engine.games.errors import IllegalMove
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State, find
from protocol.errors import GAME_OVER, WRONG_COLOUR, Failure

#: How long to think if nothing says how long, in seconds (PROTOCOL, ``genmove``).
DEFAULT_SECONDS = 1.0


class Session:
    """One controller's game. A method that raises leaves everything as it was."""

    def __init__(
        self,
        parameters: Parameters | None = None,
        is_interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        """`is_interrupted` is asked while a search runs, and ends it."""
        self.parameters = parameters or Parameters()
        self.state = State(next(iter(GAMES.values())).setup())
        self.explanation = "no move was generated yet"
        self.quitting = False
        self._is_interrupted = is_interrupted
        self._settings: Clock | None = None
        self._clocks: dict[int, Clock] = {}

    @property
    def setup(self) -> Setup:
        """The current game's setup."""
        return self.state.setup

    # ------------------------------------------------------------------ the game

    def new_game(self, name: str | None, options: Mapping[str, str]) -> None:
        """Begin a game, without `name` the current one. Raises: UnknownGame, InvalidOption."""
        game = self.setup.game if name is None else find(GAMES, name)
        self.begin(game.setup(options))

    def begin(self, setup: Setup) -> None:
        """Begin on `setup`, with full clocks."""
        self.state = State(setup)
        self._clocks = {}

    def play(self, seat: int, move: str) -> None:
        """Play a move. Raises: IllegalMove, also if it is not the seat's turn."""
        if self.state.seat is not None and seat != self.state.seat:
            raise IllegalMove(move, "C1", f"It is the turn of seat {self.state.seat}.")
        self.state.play(move)

    # ------------------------------------------------------------------ thinking

    def generate(self, seat: int | None) -> str:
        """Choose a move and play it. Raises: Failure if the game is over or not `seat`'s turn."""
        mover = self.state.seat
        if mover is None:
            raise Failure(GAME_OVER)
        if seat not in (None, mover):
            raise Failure(WRONG_COLOUR)
        thought = self._think(mover)
        clock = self._clock(mover)
        if clock is not None:
            self._clocks[mover] = clock.after(thought.seconds)
        self.explanation = explained(thought)
        return self.state.play(thought.move)

    def _think(self, mover: int) -> Thought:
        nodes = self.parameters.whole("nodes") or None
        seconds = self._seconds(mover)
        if nodes is None and seconds is None:
            seconds = DEFAULT_SECONDS
        uct_c, seed = self.parameters.real("uct_c"), self.parameters.whole("seed")
        return think(self.state, nodes, seconds, uct_c, seed, self._is_interrupted)

    def _seconds(self, mover: int) -> float | None:
        """The time for the next move: the parameter's or the clock's, whichever is less."""
        movetime = self.parameters.real("movetime")
        times = [movetime] if movetime else []
        clock = self._clock(mover)
        if clock is not None:
            plies = self.state.position.plies_left()
            times.append(clock.budget(-(-plies // self.setup.seats)))
        return min(times, default=None)

    # ------------------------------------------------------------------ clocks

    def _clock(self, seat: int) -> Clock | None:
        return self._clocks.get(seat, self._settings)

    def set_clocks(self, main: float, byo_yomi: float, stones: int) -> None:
        """Give every seat a full clock (GTP ``time_settings``)."""
        self._settings = settings(main, byo_yomi, stones)
        self._clocks = {}

    def set_time_left(self, seat: int, seconds: float, stones: int) -> None:
        """Set one seat's clock (GTP ``time_left``)."""
        self._clocks[seat] = time_left(self._clock(seat), seconds, stones)


def explained(thought: Thought) -> str:
    """One line about how a move was chosen; the value is the mover's, from -1 to 1."""
    return (
        f"mcts nodes {thought.simulations} seconds {thought.seconds:.3f} "
        f"value {thought.value:.4f} exact {'yes' if thought.exact else 'no'} "
        f"pv {' '.join(thought.line)}"
    )
