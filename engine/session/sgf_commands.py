"""The commands that read and write games as files in SGF (PROTOCOL section 6, docs/sgf.md).

What they need is loaded when it is needed: an engine starts faster without it.
"""

from engine.session.session import Session
from engine.session.table import command
from protocol.errors import SyntaxFailure
from protocol.words import Count, Text

#: The name of a file that stands for the answer itself, as in GTP's reference implementation.
HERE = "-"


@command(standard=True)
def loadsgf(session: Session, file: Text, move: Count | None = None) -> None:
    """Load the first game of a file in SGF, whole or up to before that move, or `cannot load
    file` and why. The first move is 1. The name of the file cannot have blanks.

    Raises: Failure; the match is then unchanged.
    """
    from engine.session import sgf_files

    if move == 0:
        raise SyntaxFailure("move number expected, not '0' (1 for the position before any move)")
    session.match.begin(sgf_files.load(file, move, session.match.games))


@command(standard=True)
def printsgf(session: Session, file: Text | None = None) -> str:
    """Say the game so far in SGF, or write it to a file, in place of one that is there, or `cannot
    write file` and why. The name of the file ends in `.sgf` and cannot have blanks; `-` stands for
    the answer.

    Raises: Failure if the file cannot be written; one that was there is then as it was.
    """
    from engine.session import sgf_files

    text = sgf_files.as_sgf(session.match)
    if file is None or file == HERE:
        return text
    sgf_files.save(file, text)
    return ""
