"""The commands of the engine (PROTOCOL section 3); importing this module fills the table."""

from importlib.metadata import version as installed_version
from typing import cast

from clients.openspiel.session import Session
from clients.openspiel.table import COMMANDS, command
from engine.games.game import SeatScore
from engine.games.picture import picture
from engine.games.registry import GAMES
from engine.games.state import Outcome
from protocol.errors import CANNOT_SCORE, UNACCEPTABLE_SIZE, Failure, SyntaxFailure
from protocol.words import (
    WORDS,
    Context,
    Integer,
    Move,
    Name,
    Number,
    Option,
    Seat,
    Seconds,
    Text,
)

NAME = "OpenSpiel MCTS"


@command(standard=True)
def protocol_version(session: Session) -> str:
    """The version of GTP: 2."""
    return "2"


@command(standard=True)
def name(session: Session) -> str:
    """The engine's name."""
    return NAME


@command(standard=True)
def version(session: Session) -> str:
    """The version of OpenSpiel."""
    return installed_version("open_spiel")


@command(standard=True)
def known_command(session: Session, name: Name) -> str:
    """Whether there is a command of that name: `true` or `false`."""
    return "true" if name in COMMANDS else "false"


@command(standard=True)
def list_commands(session: Session) -> str:
    """All commands, one a line."""
    return "\n".join(sorted(COMMANDS))


@command(standard=True)
def quit_(session: Session) -> None:
    """End the engine; answered first."""
    session.quitting = True


# ---------------------------------------------------------------------- setting up


@command(standard=True)
def boardsize(session: Session, size: Integer) -> None:
    """Begin on a square board of that size, if the game has one, else `unacceptable size`."""
    setup = session.setup.game.setup_of_size(session.setup, size, size)
    if setup is None:
        raise Failure(UNACCEPTABLE_SIZE)
    session.begin(setup)


@command(standard=True)
def clear_board(session: Session) -> None:
    """Begin again with the same setup."""
    session.begin(session.setup)


@command(standard=True)
def komi(session: Session, komi: Number) -> None:
    """Accepted and of no effect: no game has a komi."""


@command()
def list_games(session: Session) -> str:
    """All games, one a line."""
    return "\n".join(GAMES)


@command()
def set_game(session: Session, game: Name) -> None:
    """Begin a game with its defaults."""
    session.new_game(game, {})


@command()
def newgame(session: Session, *words: Text) -> str:
    """`newgame [GAME] [NAME=VALUE…]`: begin a game; says the complete setup on one line."""
    game = words[0] if words and "=" not in words[0] else None
    options: dict[str, str] = {}
    for word in words[1:] if game else words:
        option = cast(Option, WORDS[Option].parse(word, Context((), None)))
        if option.name in options:
            raise SyntaxFailure(f"option {option.name} is given twice")
        options[option.name] = option.value
    session.new_game(game, options)
    return session.setup.line


@command()
def setup(session: Session) -> str:
    """The complete setup of the current game on one line."""
    return session.setup.line


# ---------------------------------------------------------------------- playing


@command(standard=True)
def play(session: Session, colour: Seat, move: Move) -> None:
    """Play a move; `illegal move` if it is not legal, not the colour's turn or over."""
    session.play(colour, move)


@command(standard=True)
def genmove(session: Session, colour: Seat | None = None) -> str:
    """Choose a move, play it and say it; without a colour for the side to move."""
    return session.generate(colour)


@command()
def explain_last_move(session: Session) -> str:
    """How the last generated move was chosen, on one line."""
    return session.explanation


@command(standard=True)
def undo(session: Session) -> None:
    """Take back one move, or `cannot undo`."""
    session.state.undo()


@command(standard=True)
def time_settings(session: Session, main: Seconds, byo_yomi: Seconds, stones: Number) -> None:
    """Give every seat a clock: main time, then so many stones in so many seconds."""
    session.set_clocks(main, byo_yomi, int(stones))


@command(standard=True)
def time_left(session: Session, colour: Seat, seconds: Seconds, stones: Number) -> None:
    """Set a seat's clock: seconds left, for so many stones if not 0."""
    session.set_time_left(colour, seconds, int(stones))


@command()
def param(session: Session, name: Name | None = None, value: Text | None = None) -> str:
    """All parameters, one, or set one."""
    if name is None:
        return "\n".join(session.parameters.lines())
    if value is None:
        return session.parameters.text(name)
    session.parameters.set(name, value)
    return ""


# ---------------------------------------------------------------------- looking


@command()
def legal_moves(session: Session) -> str:
    """The legal moves of the side to move, sorted; empty when the game is over."""
    return " ".join(session.state.legal_moves())


@command()
def side_to_move(session: Session) -> str:
    """The seat to move and its colour word, or `none` when the game is over."""
    state = session.state
    return "none" if state.seat is None else f"{state.seat} {state.colour}"


@command()
def score(session: Session) -> str:
    """`ongoing`, `win SEAT` or `draw SEATS`, then each seat's total and its parts."""
    outcome = session.state.outcome()
    return "\n".join([_standing(outcome), *map(_score_line, session.state.scores())])


@command(standard=True)
def final_score(session: Session) -> str:
    """The result of a finished game: `B+N`, `W+N`, `B+`, `W+`, `0`, or totals of 3 or 4 seats."""
    outcome = session.state.outcome()
    if outcome is None:
        raise Failure(CANNOT_SCORE)
    if session.setup.seats > 2:
        return " ".join(str(score.total) for score in session.state.scores())
    if outcome.winner is None:
        return "0"
    return f"{'BW'[outcome.winner - 1]}+{outcome.margin or ''}"


@command(standard=True)
def showboard(session: Session) -> str:
    """A picture of the board for people."""
    return picture(session.state)


def _standing(outcome: Outcome | None) -> str:
    if outcome is None:
        return "ongoing"
    if outcome.winner is None:
        return " ".join(["draw", *map(str, outcome.drawn)])
    return f"win {outcome.winner}"


def _score_line(score: SeatScore) -> str:
    parts = (f"{name}={value}" for name, value in score.parts.items())
    return " ".join([str(score.seat), score.colour, str(score.total), *parts])
