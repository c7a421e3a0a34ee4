"""Games as GTP scripts, one game a script (PROTOCOL section 6)."""

from collections.abc import Iterator

from clients.convert.gtp_comments import write_comments
from clients.convert.replay import Replayed
from clients.referee.game import Termination
from protocol.messages import Command
from protocol.wire import encode_command


def write(played: Replayed, number: int) -> str:
    """The game as commands that play it again in any engine; `number` is of no use here.

    The last ones ask for the board, and for the score if the rules ended the game.
    """
    return "\n".join(line.rstrip() for line in _lines(played)) + "\n"


def _lines(played: Replayed) -> Iterator[str]:
    record = played.record
    yield from write_comments(record)
    if record.position:
        yield _command("setposition", *record.setup.split(), *record.position.split())
    else:
        yield _command("newgame", *record.setup.split())
    for move in record.moves:
        yield _command("play", str(move.seat), move.text)
        if move.comment:
            yield from (f"# {line}" for line in move.comment.split("\n"))
    yield _command("showboard")
    if played.verdict.termination == Termination.RULES:
        yield _command("final_score")


def _command(name: str, *arguments: str) -> str:
    return encode_command(Command(None, name, arguments)).decode().rstrip("\n")
