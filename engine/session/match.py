"""The one mutable thing of a session: the game, its clocks, the parameters and the thinker."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from engine.games.errors import CannotUndo, IllegalMove
from engine.games.game import Game, Setup
from engine.games.randomness import Dice
from engine.games.state import Outcome, State, find, read_setup
from engine.search import clock as clocks
from engine.search.driver import Search, Thinker
from engine.search.finishing import Endgame
from engine.search.levels import FULL_LEVEL
from engine.search.proof import Proof
from engine.search.report import ALPHABETA, MCTS, Limits, Thought
from engine.session.foresight import Foresight
from engine.session.parameters import AUTO, Parameters
from protocol.errors import CANNOT_SOLVE, GAME_OVER, WRONG_COLOUR, Failure

#: How long to think if nothing says how long, in seconds (PROTOCOL, ``genmove``).
DEFAULT_SECONDS = 1.0
#: No search is given more, in seconds, whatever the clock says: no system can wait for 1e300.
MOST_SECONDS = 1e6
#: A search that gives its side less than this, after enough simulations or by a proof, resigns
#: if it may.
HOPELESS = 0.03
ENOUGH = 1000
RESIGN = "resign"


class Match:
    """What the commands act on. A method that raises leaves everything as it was."""

    def __init__(self, games: Mapping[str, Game], line: str, parameters: Parameters) -> None:
        """Start with the setup of a line that ``newgame`` would take.

        Raises: UnknownGame, InvalidOption, InvalidPosition.
        """
        self.games = games
        self.parameters = parameters
        self.thinker = Thinker(parameters.whole("hash"), parameters.whole("threads"))
        self.state = State(read_setup(line, games))
        self.resigned: int | None = None
        self.settings: clocks.Clock | None = None
        self.clocks: dict[int, clocks.Clock] = {}
        self.explanation = "no move was generated yet"
        #: The seat that moves are generated for; None if no search may go on unasked.
        self._own_seat: int | None = None
        self._ahead = Foresight()

    @property
    def setup(self) -> Setup:
        """The current game's setup."""
        return self.state.setup

    @property
    def seat(self) -> int | None:
        """The seat to move, from 1; None when the game is over or was resigned."""
        return None if self.resigned else self.state.seat

    # ------------------------------------------------------------------ the game

    def begin(self, state: State) -> None:
        """Go on with another state, with full clocks and nothing remembered."""
        self.state = state
        self.resigned = None
        self.clocks = {}
        self._own_seat = None
        self._ahead.clear()
        self.thinker.forget()

    def new_game(self, name: str | None, options: Mapping[str, str]) -> None:
        """Begin a game. Raises UnknownGame, InvalidOption."""
        game = self.setup.game if name is None else find(self.games, name)
        self.begin(State(game.setup(options)))

    def restart(self) -> None:
        """Begin again on the same setup."""
        self.begin(State(self.setup))

    def resize(self, width: int, height: int) -> bool:
        """Begin on a board of that bounding box; False if the game has none."""
        setup = self.setup.game.setup_of_size(self.setup, width, height)
        if setup is not None:
            self.begin(State(setup))
        return setup is not None

    def set_position(self, text: str) -> None:
        """Go on at a position. Raises UnknownGame, InvalidOption, InvalidPosition."""
        self.begin(State.from_text(text, self.games))

    def play(self, seat: int, move: str) -> None:
        """Play a move. Raises IllegalMove, also if it is not the seat's turn."""
        if self.seat is None:
            raise IllegalMove(move, "C6", "The game is over.")
        if seat != self.seat:
            raise IllegalMove(move, "C1", f"It is the turn of seat {self.seat}.")
        self.state.play(move)

    def undo(self, count: int) -> None:
        """Take back moves; a resignation counts as one. Raises CannotUndo."""
        resignations = 1 if self.resigned else 0
        if count > len(self.state.history) + resignations:
            raise CannotUndo(f"{len(self.state.history)} moves were played, not {count}")
        self.state.undo(count - min(count, resignations))
        if count:
            self.resigned = None
            self._own_seat = None

    def play_sequence(self, moves: Iterable[tuple[int, str]]) -> None:
        """Play all moves, which may be read as they are played, or none.

        Raises what ``play`` and `moves` raise.
        """
        before = len(self.state.history)
        try:
            for seat, move in moves:
                self.play(seat, move)
        except (Failure, ValueError):
            self.state.undo(len(self.state.history) - before)
            raise

    def outcome(self) -> Outcome | None:
        """How the game ended; None if it has not."""
        if self.resigned:
            colour = self.setup.colours[self.resigned - 1]
            return Outcome(3 - self.resigned, (), 0, f"{colour} has resigned")
        return self.state.outcome()

    # ------------------------------------------------------------------ thinking

    def set_parameter(self, name: str, text: str) -> None:
        """Set a parameter from a word. Raises InvalidParameter."""
        self.parameters.set(name, text)
        size, threads = self.parameters.whole("hash"), self.parameters.whole("threads")
        if (size, threads) != (self.thinker.mebibytes, self.thinker.threads):
            self.thinker.resize(size, threads)
        self.thinker.keep_trees(self.parameters.on("ponder"))

    def set_clocks(self, main: float, byo: float, stones: int) -> None:
        """Give every seat a full clock (GTP ``time_settings``)."""
        self.settings = clocks.settings(main, byo, stones)
        self.clocks = {}

    def set_time_left(self, seat: int, seconds: float, stones: int) -> None:
        """Set one seat's clock (GTP ``time_left``)."""
        self.clocks[seat] = clocks.time_left(self.settings, seconds, stones)

    def generate(self, seat: int | None) -> str:
        """Choose a move for the side to move and play it; returns the move or ``resign``.

        Raises: Failure if the game is over or `seat` is not to move.
        """
        return self.settle(self.think(seat))

    def settle(self, thought: Thought) -> str:
        """Play what was thought for the side to move, or resign; returns what it says."""
        mover = self.mover(None)
        running = self.clocks.get(mover, self.settings)
        if running is not None:
            self.clocks[mover] = running.spent(thought.seconds)
        self.explanation = self.explain(thought)
        self._ahead.clear()
        if self._hopeless(thought):
            self.resigned = mover
            return RESIGN
        self._own_seat = mover
        return self.state.play(self.setup.move_text(thought.move))

    def ponder(self) -> Search | None:
        """Search on while another seat is to move, if ``param ponder`` and the game allow it."""
        if not self.parameters.on("ponder") or self._own_seat is None:
            return None
        if self.seat in (None, self._own_seat) or self.parameters.whole("level") != FULL_LEVEL:
            return None
        return self.begin_search(Limits())

    def end_pondering(self, search: Search) -> None:
        """End what ``ponder`` has begun, in the same position."""
        search.finish()
        self._ahead.add(self.state.position, search.report())

    def rest(self) -> None:
        """Do not search on unasked before the next move is generated."""
        self._own_seat = None

    def preview(self, seat: int | None) -> str:
        """The move that ``generate`` would choose with nothing remembered; changes nothing."""
        with self.thinker.afresh():
            return self.setup.move_text(self.think(seat).move)

    def think(self, seat: int | None = None) -> Thought:
        """Search the current position. Raises Failure as ``generate`` does."""
        self.mover(seat)
        search = self.begin_search()
        search.wait()
        return search.finish()

    def solve(self, seconds: float | None) -> Proof:
        """Try to prove the value of the position; what was proved.

        Without `seconds` it takes as long as a usual move.

        Raises: Failure, also if the game has more than two seats.
        """
        self.mover(None)
        limits = self.limits() if seconds is None else Limits(seconds)
        if limits.optimum is not None:
            limits = replace(limits, seconds=limits.optimum)
        if self.setup.seats != 2:
            raise Failure(f"{CANNOT_SOLVE}: only games of two seats can be solved")
        with self._memory():
            search, solver = self.thinker.begin_solving(self.state.position, limits)
        search.wait()
        search.finish()
        return solver

    def begin_search(
        self,
        limits: Limits | None = None,
        lines: int | None = None,
        level: int | None = None,
        is_played: bool = False,
    ) -> Search:
        """Start to search the current position, in a game that is not over.

        Without `limits` those of the parameters and the clock hold, without a `level` that of
        the parameters; `lines` is as in ``Thinker.begin``. If the move found `is_played`, its
        strength matters more than to prove what each move is worth. Raises Failure.
        """
        self.mover(None)
        seed = self.parameters.whole("seed") or Dice().below(2**53)
        with self._memory():
            return self.thinker.begin(
                self.state.position,
                self.method(lines is not None, is_played),
                self.limits() if limits is None else limits,
                self.parameters.whole("level") if level is None else level,
                seed,
                lines,
                self.endgame(),
            )

    @contextmanager
    def _memory(self) -> Iterator[None]:
        """Make a lack of memory the caller's failure."""
        try:
            yield
        except MemoryError as error:
            size = self.parameters.text("hash")
            raise Failure(f"out of memory: param hash {size} is too much here") from error

    def mover(self, seat: int | None) -> int:
        """The seat to move. Raises Failure if the game is over or `seat` is another one."""
        if self.seat is None:
            raise Failure(GAME_OVER)
        if seat is not None and seat != self.seat:
            raise Failure(WRONG_COLOUR)
        return self.seat

    def method(self, is_analysis: bool = False, is_played: bool = False) -> str:
        """Which search the parameters and the game ask for.

        In an analysis of the last plies it is the one that proves by how much, or how soon, each
        move wins; and in a game that may be won outright at any time, unless its move `is_played`.
        """
        wanted = self.parameters.word("search")
        if wanted == AUTO:
            game, position = self.setup.game, self.state.position
            can_end = position.plies_left() <= game.endgame
            can_end = can_end or (position.sudden and not is_played)
            wanted = ALPHABETA if game.tactical or (is_analysis and can_end) else MCTS
        return MCTS if wanted == ALPHABETA and self.setup.seats != 2 else wanted

    def endgame(self) -> Endgame | None:
        """When to try to solve a position before it is searched; None for never."""
        game = self.setup.game
        is_auto = self.parameters.word("search") == AUTO
        return Endgame(game.endgame, game.endgame_growth) if is_auto else None

    def limits(self) -> Limits:
        """What ends the next search: the parameters and the clock, whichever comes first."""
        movetime = min(self.parameters.seconds("movetime"), MOST_SECONDS) or None
        nodes = self.parameters.whole("nodes") or None
        depth = self.parameters.whole("depth") or None
        running = self.clocks.get(self.seat or 0, self.settings)
        limits = Limits(movetime, nodes, depth)
        if running is not None:
            overhead = self.parameters.seconds("overhead")
            whole = clocks.budget(running, course(self.state), overhead)
            allotted = whole.after(self._ahead.seconds(self.state.position.hash()))
            limits = limits.within(allotted.optimum, min(allotted.maximum, MOST_SECONDS))
        elif movetime is None and nodes is None and depth is None:
            limits = replace(limits, seconds=DEFAULT_SECONDS)
        return limits

    def _hopeless(self, thought: Thought) -> bool:
        if not self.parameters.on("resign") or self.setup.seats != 2:
            return False
        if thought.winrate is not None:
            is_sure = thought.exact or thought.nodes >= ENOUGH
            return thought.winrate < HOPELESS and is_sure
        return thought.exact and (thought.score or 0) < 0

    def explain(self, thought: Thought) -> str:
        """One line about how a move was chosen, for the position before it is played."""
        words = [thought.method, f"depth {thought.depth}", f"nodes {thought.nodes}"]
        words.append(f"seconds {thought.seconds:.3f}")
        if thought.winrate is not None:
            words.append(f"winrate {thought.winrate:.4f}")
        if thought.score is not None:
            words.append(f"score {thought.score}")
        words.append(f"exact {'yes' if thought.exact else 'no'}")
        line = thought.line or [thought.move]
        return " ".join([*words, "pv", *map(self.setup.move_text, line)])


def course(state: State) -> clocks.Course:
    """What is known of the rest of a game that is not over."""
    game = state.setup.game
    plies = state.position.plies_left()
    return clocks.Course(plies, state.setup.seats, game.endgame, game.usual_length)
