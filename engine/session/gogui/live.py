"""Live analysis that generates moves, in words of one vertex (PROTOCOL sections 4 and 5)."""

from typing import cast

from engine.session import analysis_commands
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.moves import TABLE
from engine.session.session import Session
from engine.session.stream import Stream
from engine.session.table import Handler, command
from protocol.errors import Failure, SyntaxFailure
from protocol.words import WORDS, Context, Seat, Text


class Passing(Stream):
    """An answer of nothing but a pass, for a colour that can only fill in."""

    interval = 1.0
    gives_way = False

    def __init__(self, word: str) -> None:
        self._word = word

    def line(self) -> str:
        return ""

    def wait(self, seconds: float) -> bool:
        return True

    def end(self) -> str:
        return f"play {self._word}"


@command(table=TABLE)
def genmove_analyze(session: EmbeddedSession, *words: Text) -> Stream:
    """`genmove_analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: choose a vertex as
    `genmove` does, tell meanwhile what was found, and end with `play VERTEX`."""
    return _generating(session, words, analysis_commands.genmove_analyze)


@command(table=TABLE)
def lz__genmove_analyze(session: EmbeddedSession, *words: Text) -> Stream:
    """`lz-genmove_analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: the same, as Leela Zero
    writes it."""
    return _generating(session, words, analysis_commands.lz__genmove_analyze)


@command(table=TABLE)
def kata__genmove_analyze(session: EmbeddedSession, *words: Text) -> Stream:
    """`kata-genmove_analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: the same, as KataGo
    writes it."""
    return _generating(session, words, analysis_commands.kata__genmove_analyze)


def _generating(session: EmbeddedSession, words: tuple[Text, ...], analyze: Handler) -> Stream:
    """What the native command answers; a colour that can only fill in passes at once.

    Raises Failure.
    """
    try:
        return cast(Stream, analyze(session, *words))
    except SyntaxFailure:
        raise
    except Failure:
        seat = _colour(session, words)
        if not session.turns.fills_in(seat):
            raise
        return Passing(session.turns.generate(seat))


def _colour(session: Session, words: tuple[Text, ...]) -> Seat | None:
    """The colour that the words begin with; a number that no other follows is no colour."""
    if not words or (words[0].isdigit() and not "".join(words[1:2]).isdigit()):
        return None
    context = Context(session.match.setup.colours, session.match.seat)
    try:
        return cast(Seat, WORDS[Seat].parse(words[0], context))
    except SyntaxFailure:
        return None
