"""The commands about moves, which here are said in words of one vertex."""

from collections.abc import Iterator
from typing import cast

from engine.games.game import Setup
from engine.games.state import State
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.embedding import embed
from engine.session.table import Entry, command
from protocol.errors import UNACCEPTABLE_SIZE, Failure, SyntaxFailure
from protocol.words import WORDS, Context, Count, Integer, Move, Seat, Text

#: The commands that this dialect has besides the native ones, or in their place.
TABLE: dict[str, Entry] = {}


@command(standard=True, table=TABLE)
def boardsize(session: EmbeddedSession, size: Integer) -> None:
    """Begin on a board that fills a square of that size, palette included, if the game has one."""
    setup = _setup_of_size(session.match.setup, size)
    if setup is None:
        raise Failure(UNACCEPTABLE_SIZE)
    session.match.begin(State(setup))


def _setup_of_size(current: Setup, size: int) -> Setup | None:
    """`current` if its square has that size, else another with as many seats that has."""
    if embed(current).size == size:
        return current
    for sample in current.game.samples:
        other = current.game.setup({**current.options, **sample})
        if other.seats == current.seats and embed(other).size == size:
            return other
    return None


@command(standard=True, table=TABLE)
def play(session: EmbeddedSession, colour: Seat, vertex: Move) -> None:
    """Play a cell, then for a piece its vertex in the palette; `illegal move` if that cannot be.

    While the other colour's half-move is open, and after the end, `pass` is accepted.
    """
    session.turns.play(colour, vertex)


@command("play_sequence", table=TABLE)
def gogui__play_sequence(session: EmbeddedSession, *words: Text) -> None:
    """`gogui-play_sequence COLOUR VERTEX COLOUR VERTEX…`: play all words or none."""
    session.turns.play_sequence(pairs(session, words))


def pairs(session: EmbeddedSession, words: tuple[Text, ...]) -> Iterator[tuple[Seat, Move]]:
    """The colours and vertices, each colour read as the side to move then gives it a meaning.

    Raises SyntaxFailure.
    """
    if len(words) % 2:
        raise SyntaxFailure("VERTEX missing: COLOUR VERTEX COLOUR VERTEX…")
    for i in range(0, len(words), 2):
        context = Context(session.match.setup.colours, session.match.seat)
        yield (
            cast(Seat, WORDS[Seat].parse(words[i], context)),
            cast(Move, WORDS[Move].parse(words[i + 1], context)),
        )


@command(standard=True, table=TABLE)
def genmove(session: EmbeddedSession, colour: Seat | None = None) -> str:
    """Choose a vertex, play it and say it: the cell, and when asked again its piece.

    It is `pass` for the other colour while a half-move is open, and after the end.
    """
    return session.turns.generate(colour)


@command(standard=True, table=TABLE)
def reg_genmove(session: EmbeddedSession, colour: Seat | None = None) -> str:
    """Say the vertex that would be chosen with nothing remembered, and change nothing."""
    return session.turns.preview(colour)


@command(standard=True, table=TABLE)
def undo(session: EmbeddedSession) -> None:
    """Take back one vertex or pass, or `cannot undo`."""
    session.turns.undo(1)


@command(table=TABLE)
def gg__undo(session: EmbeddedSession, words: Count) -> None:
    """Take back so many vertices and passes, all or none."""
    session.turns.undo(words)


@command("all_legal", table=TABLE)
def legal_moves(session: EmbeddedSession) -> str:
    """The vertices that the side to move can play, sorted; empty when the game is over."""
    return " ".join(session.turns.legal_words())


@command(table=TABLE)
def history(session: EmbeddedSession) -> str:
    """The vertices and passes so far, seat and word, one a line."""
    return "\n".join(f"{said.seat} {said.word}" for said in session.turns.said)
