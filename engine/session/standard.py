"""The commands of GTP version 2 (PROTOCOL section 3)."""

import time

import engine
from engine.games.picture import picture
from engine.session.results import result_text
from engine.session.session import Session
from engine.session.table import command
from protocol.errors import CANNOT_SCORE, UNACCEPTABLE_SIZE, Failure
from protocol.words import Integer, Move, Name, Number, Seat, Seconds

NAME = "Quatuor"


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
    """The engine's version."""
    return engine.__version__


@command(standard=True)
def known_command(session: Session, name: Name) -> str:
    """Whether there is a command of that name: `true` or `false`."""
    return "true" if name in session.commands else "false"


@command(standard=True)
def list_commands(session: Session) -> str:
    """All commands, one a line."""
    return "\n".join(sorted(session.commands))


@command(standard=True)
def quit_(session: Session) -> None:
    """End the engine; answered first."""
    session.quitting = True


@command(standard=True)
def boardsize(session: Session, size: Integer) -> None:
    """Begin on a square board of that size, if the game has one, else `unacceptable size`."""
    if not session.match.resize(size, size):
        raise Failure(UNACCEPTABLE_SIZE)


@command(standard=True)
def rectangular_boardsize(session: Session, width: Integer, height: Integer) -> None:
    """Begin on a board of that bounding box, if the game has one."""
    if not session.match.resize(width, height):
        raise Failure(UNACCEPTABLE_SIZE)


@command(standard=True)
def clear_board(session: Session) -> None:
    """Begin again with the same setup."""
    session.match.restart()


@command(standard=True)
def komi(session: Session, komi: Number) -> None:
    """Accepted and of no effect: no game has a komi."""


@command(standard=True)
def play(session: Session, colour: Seat, move: Move) -> None:
    """Play a move; `illegal move` if it is not legal, not the colour's turn, or the game is
    over."""
    session.match.play(colour, move)


@command(standard=True)
def genmove(session: Session, colour: Seat | None = None) -> str:
    """Choose a move, play it and say it; without a colour for the side to move."""
    return session.match.generate(colour)


@command(standard=True)
def reg_genmove(session: Session, colour: Seat | None = None) -> str:
    """Say the move that would be chosen with nothing remembered, and change nothing."""
    return session.match.preview(colour)


@command(standard=True)
def undo(session: Session) -> None:
    """Take back one move, or `cannot undo`."""
    session.match.undo(1)


@command(standard=True)
def time_settings(session: Session, main: Seconds, byo_yomi: Seconds, stones: Number) -> None:
    """Give every seat a clock: main time, then so many stones in so many seconds.

    0 0 0 means no limit, and so does a byo-yomi time with 0 stones.
    """
    session.match.set_clocks(main, byo_yomi, int(stones))


@command(standard=True)
def time_left(session: Session, colour: Seat, seconds: Seconds, stones: Number) -> None:
    """Set a seat's clock: seconds left, for so many stones if not 0."""
    session.match.set_time_left(colour, seconds, int(stones))


@command(standard=True)
def final_score(session: Session) -> str:
    """The result of a finished game: `B+N`, `W+N`, `B+`, `W+`, `0`, or totals of 3 or 4 seats."""
    outcome = session.match.outcome()
    if outcome is None:
        raise Failure(CANNOT_SCORE)
    totals = [score.total for score in session.match.state.scores()]
    return result_text(outcome, totals)


@command(standard=True)
def showboard(session: Session) -> str:
    """A picture of the board for people."""
    return picture(session.match.state, session.match.outcome())


@command(standard=True)
def cputime(session: Session) -> str:
    """Seconds of processor time used by the engine so far."""
    return f"{time.process_time():.3f}"
