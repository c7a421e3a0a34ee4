"""From a message to its answer."""

from clients.openspiel import commands
from clients.openspiel.session import Session
from clients.openspiel.table import COMMANDS
from engine.games.errors import CannotUndo, IllegalMove, InvalidOption, UnknownGame
from protocol import errors
from protocol.errors import Failure
from protocol.messages import Answer, Command, Malformed
from protocol.words import Context

#: The module whose handlers make up the table.
HANDLERS = commands
#: The longest failure text, in characters: words of the caller's that it repeats may be long.
LONGEST = 400


def handle(session: Session, message: Command | Malformed) -> Answer:
    """Carry out a command. A failure changes nothing and is an answer, not an exception."""
    if isinstance(message, Malformed):
        return Answer(False, message.id, message.failure)
    entry = COMMANDS.get(message.name)
    if entry is None:
        return Answer(False, message.id, errors.UNKNOWN_COMMAND)
    context = Context(session.setup.colours, session.state.seat)
    try:
        text = entry.handler(session, *entry.read(message.arguments, context))
    except (Failure, UnknownGame, CannotUndo, IllegalMove, InvalidOption) as error:
        return Answer(False, message.id, _failure(error)[:LONGEST])
    return Answer(True, message.id, text or "")


def _failure(error: Exception) -> str:
    """The failure text of a caller's mistake (PROTOCOL section 1)."""
    match error:
        case InvalidOption():
            return errors.invalid_option(error.name, error.why)
        case UnknownGame():
            return errors.UNSUPPORTED_GAME
        case CannotUndo():
            return errors.CANNOT_UNDO
        case IllegalMove():
            return errors.ILLEGAL_MOVE
    return str(error)
