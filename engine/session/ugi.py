"""The Universal Game Interface (PROTOCOL section 7): from one command to the lines it is answered.

No input and output here. The interface is described at https://github.com/kz04px/ugi; it has no
failures, so whatever cannot be carried out changes nothing and is an ``info string``.
"""

from collections.abc import Callable, Mapping, Sequence

import engine
from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Setup, whole_number
from engine.games.state import State
from engine.session.match import course
from engine.session.parameters import PARAMETERS, InvalidParameter
from engine.session.session import Session
from engine.session.ugi_go import Go, limits, read_go
from engine.session.ugi_options import GAME, MOST_LINES, MULTIPV, SETUP, options
from engine.session.ugi_positions import (
    MOVES,
    PLAYERS,
    BadCommand,
    play_all,
    read_root,
    setup_for_two,
)
from engine.session.ugi_search import Running
from protocol.errors import Failure
from protocol.messages import Command, Malformed

NAME, AUTHOR = f"Quatuor {engine.__version__}", "The Quatuor developers"
STARTPOS, FEN = "startpos", "fen"
#: The answer to ``go`` when there is no move to say; no game has such a move.
NO_MOVE = "bestmove 0000"
#: The longest ``info string``, in characters: it may repeat a very long word of the arena's.
LONGEST = 400
#: What can be wrong with a command.
MISTAKES = (BadCommand, Failure, InvalidOption, InvalidParameter, InvalidPosition, UnknownGame)

Words = Sequence[str]


class Ugi:
    """What the commands of one arena act on: the start, the match, and the running search."""

    def __init__(self, session: Session, start: Setup) -> None:
        """`start` is the setup that ``startpos`` means."""
        self.match = session.match
        self.log = session.log
        self.start = start
        #: How many moves ``info`` lines are about.
        self.lines = 1
        self.running: Running | None = None
        self.options = options(start.line, list(self.match.games), self.match.parameters)
        self.match.begin(State(start))

    def answer(self, message: Command | Malformed) -> list[str]:
        """Carry out a command; the lines to say. A mistake changes nothing."""
        if isinstance(message, Malformed):
            return [complaint(message.failure)]
        handler = COMMANDS.get(message.name)
        if handler is None:
            return [complaint(f"{', '.join(COMMANDS)} or quit expected, not {message.name!r}")]
        try:
            return handler(self, message.arguments)
        except MISTAKES as error:
            return [complaint(f"{message.name}: {error}")]

    def conclude(self) -> list[str]:
        """End the running search; the lines to say."""
        running, self.running = self.running, None
        return [] if running is None else running.conclude()

    # ------------------------------------------------------------------ the commands

    def ugi(self, words: Words) -> list[str]:
        """Who we are, and what can be set."""
        options = [option.line for option in self.options]
        return [f"id name {NAME}", f"id author {AUTHOR}", *options, "ugiok"]

    def isready(self, words: Words) -> list[str]:
        """Say that everything before is done; also while a search runs."""
        return ["readyok"]

    def setoption(self, words: Words) -> list[str]:
        """Set an option; nothing is said."""
        name, value = _option(words)
        setters = {GAME: self._choose, SETUP: self._choose, MULTIPV: self._show}
        for known, set_to in setters.items():
            if name.lower() == known.lower():
                set_to(value)
                return []
        self._set_parameter(name, value)
        return []

    def _choose(self, line: str) -> None:
        self.start = setup_for_two(line.split(), self.match.games, self.start.game.name)
        self.match.begin(State(self.start))

    def _show(self, text: str) -> None:
        self.lines = whole_number({MULTIPV: text}, MULTIPV, 1, MOST_LINES)

    def _set_parameter(self, name: str, value: str) -> None:
        if name.lower() not in PARAMETERS:
            known = ", ".join(option.name for option in self.options)
            raise BadCommand(f"no option {name!r}; there are {known}")
        self.match.set_parameter(name, value)

    def uginewgame(self, words: Words) -> list[str]:
        """Forget what was learned in earlier games; nothing is said."""
        self.match.begin(State(self.start))
        return []

    def position(self, words: Words) -> list[str]:
        """Go on at a position, after some moves; nothing is said.

        Where a line of openings has moves of its own, an arena adds a second ``moves``.
        """
        place = words.index(MOVES) if MOVES in words else len(words)
        state = self._root(words[:place])
        play_all(state, [word for word in words[place:] if word != MOVES])
        self._go_on_at(state)
        return []

    def _root(self, words: Words) -> State:
        """The position before the moves. Raises one of ``MISTAKES``."""
        if len(words) == 1 and words[0] == STARTPOS:
            return State(self.start)
        if len(words) > 1 and words[0] == FEN:
            return read_root(words[1:], self.match.games, self.start.game.name)
        raise BadCommand(
            f"{STARTPOS}, or {FEN} and a setup line or position text expected, then maybe "
            f"{MOVES} and moves; not {' '.join(words)!r}"
        )

    def _go_on_at(self, state: State) -> None:
        """What was learned on this setup stays worth knowing."""
        if state.setup == self.match.setup:
            self.match.state = state
        else:
            self.match.begin(state)

    def query(self, words: Words) -> list[str]:
        """Answer a question about the position."""
        question = QUERIES.get(" ".join(words))
        if question is None:
            raise BadCommand(f"{', '.join(QUERIES)} expected, not {' '.join(words)!r}")
        return [f"response {question(self.match.state)}"]

    def go(self, words: Words) -> list[str]:
        """Begin to search. If there is nothing to search, that is said at once."""
        go = read_go(words)
        lines = [complaint(f"go: {each}") for each in go.complaints]
        try:
            self._begin_search(go)
        except Failure as error:
            lines += [complaint(f"go: {error}"), NO_MOVE]
        return lines

    def _begin_search(self, go: Go) -> None:
        """Raises Failure."""
        state = self.match.state
        seat = self.match.mover(None)
        bounds = limits(go, self.match.parameters, seat, course(state))
        lines = self.lines if go.infinite or self.lines > 1 else None
        search = self.match.begin_search(bounds, lines)
        self.running = Running(search, state, bounds, self.lines)

    def stop(self, words: Words) -> list[str]:
        """End the running search, which then says its move; without one nothing is said."""
        if self.running is not None:
            self.running.halt()
        return []


def complaint(text: str) -> str:
    """A line that tells a person what was wrong, cut off if it is very long."""
    return f"info string {text if len(text) <= LONGEST else f'{text[: LONGEST - 1]}…'}"


def _option(words: Words) -> tuple[str, str]:
    """The name and the value, of any number of words each. Raises BadCommand."""
    place = words.index("value") if "value" in words else len(words)
    if words[:1] != ("name",) or place < 2:
        raise BadCommand(f"name NAME value VALUE expected, not {' '.join(words)!r}")
    return " ".join(words[1:place]), " ".join(words[place + 1 :])


# ---------------------------------------------------------------------- the questions


def is_first_to_move(state: State) -> bool:
    """Whether it is player 1's turn, or would be if a finished game went on: turns alternate."""
    if state.seat is not None:
        return state.seat == 1
    if state.history:
        return state.history[-1].seat == PLAYERS
    return state.position.ply % PLAYERS == 0


def result(state: State) -> str:
    """Who has won."""
    outcome = state.outcome()
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else f"p{outcome.winner}win"


def _truth(value: bool) -> str:
    return "true" if value else "false"


QUERIES: Mapping[str, Callable[[State], str]] = {
    "gameover": lambda state: _truth(state.seat is None),
    "p1turn": lambda state: _truth(is_first_to_move(state)),
    "result": result,
}

#: Every command but ``quit``, which ends the conversation, by its name.
COMMANDS: Mapping[str, Callable[[Ugi, Words], list[str]]] = {
    handler.__name__: handler
    for handler in (
        Ugi.ugi,
        Ugi.isready,
        Ugi.setoption,
        Ugi.uginewgame,
        Ugi.position,
        Ugi.query,
        Ugi.go,
        Ugi.stop,
    )
}
