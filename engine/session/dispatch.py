"""From one command to one answer: no input and output here."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.games.errors import CannotUndo, IllegalMove, InvalidOption, InvalidPosition, UnknownGame
from engine.session import analysis_commands, native, sgf_commands, standard
from engine.session.parameters import InvalidParameter
from engine.session.session import Session
from engine.session.stream import Stream
from engine.session.table import run
from protocol import errors
from protocol.messages import Answer, Command, Malformed

#: The rooms whose handlers make up the table.
ROOMS = (standard, sgf_commands, native, analysis_commands)

#: The longest failure text, in characters.
LONGEST = 400
#: What a caller's mistake is called in an answer (PROTOCOL section 1).
FAILURES: Mapping[type[Exception], Callable[[Exception], str]] = {
    errors.Failure: lambda error: str(error),
    UnknownGame: lambda _: errors.UNSUPPORTED_GAME,
    CannotUndo: lambda _: errors.CANNOT_UNDO,
    IllegalMove: lambda _: errors.ILLEGAL_MOVE,
    InvalidPosition: lambda error: errors.syntax_error(str(error)),
    InvalidOption: lambda error: errors.invalid_option(*_named(error)),
    InvalidParameter: lambda error: errors.invalid_option(*_named(error)),
}


def _named(error: Exception) -> tuple[str, str]:
    assert isinstance(error, InvalidOption | InvalidParameter)
    return error.name, error.why


class Opened(NamedTuple):
    """An answer of success whose text is still to come, to the command with that id."""

    id: int | None
    stream: Stream


def handle(session: Session, message: Command | Malformed) -> Answer:
    """Carry out a command. A live analysis is ended at once, as by the next line of input."""
    answer = respond(session, message)
    if isinstance(answer, Opened):
        return Answer(True, answer.id, answer.stream.end())
    return answer


def respond(session: Session, message: Command | Malformed) -> Answer | Opened:
    """Carry out a command. A failure changes nothing and is an answer, not an exception."""
    if isinstance(message, Malformed):
        return Answer(False, message.id, message.failure)
    entry = session.commands.get(message.name)
    if entry is None:
        return Answer(False, message.id, errors.UNKNOWN_COMMAND)
    try:
        value = run(session, entry, message.arguments)
        if isinstance(value, Stream):
            return Opened(message.id, value)
        return Answer(True, message.id, value)
    except tuple(FAILURES) as error:
        session.log(f"{message.name}: {error}")
        return Answer(False, message.id, _failure(error))


def _failure(error: Exception) -> str:
    """The failure text; a word of the caller's that it repeats may be very long."""
    text = next(text(error) for kind, text in FAILURES.items() if isinstance(error, kind))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
