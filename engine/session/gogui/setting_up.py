"""The commands by which GoGui sets up positions, and gets acquainted."""

from collections.abc import Mapping

from engine.games.errors import InvalidPosition
from engine.games.game import Setup
from engine.games.position import Position
from engine.games.state import State
from engine.games.vertex import vertex
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.moves import TABLE, pairs
from engine.session.gogui.texts import seat_text
from engine.session.table import command
from protocol.errors import Failure
from protocol.words import Seat, Text, shown

CANNOT_SET_UP = "cannot set up"


def _cannot(why: str) -> Failure:
    return Failure(f"{CANNOT_SET_UP}: {why}")


@command(table=TABLE)
def gogui__setup(session: EmbeddedSession, *words: Text) -> None:
    """`gogui-setup COLOUR VERTEX COLOUR VERTEX…`: lay stones on the empty board of a game whose
    positions are made of stones alone; `cannot set up` and why elsewhere.

    Raises: Failure; the match is then unchanged.
    """
    match = session.match
    stones = _stones(session, words)
    if match.state.history or match.state.position.hash() != match.setup.start().hash():
        raise _cannot("the board is not empty")
    if stones:
        match.begin(State(match.setup, _position(match.setup, stones)))


def _stones(session: EmbeddedSession, words: tuple[Text, ...]) -> dict[str, int]:
    """The seat of the stone on each cell."""
    stones: dict[str, int] = {}
    for seat, cell in pairs(session, words):
        if cell not in session.embedding.cells:
            raise _cannot(f"{shown(cell)} is no cell of the board")
        if cell in stones:
            raise _cannot(f"two stones on {cell}")
        stones[cell] = seat
    return stones


def _position(setup: Setup, stones: Mapping[str, int]) -> Position:
    """The position with these stones, if a position is nothing but a picture of the board."""
    fields = list(setup.fields(setup.start()))
    if len(fields) > 1:
        title = setup.game.title
        raise _cannot(f"a position of {title} is more than stones; setposition takes it whole")
    rows = (
        "".join(str(stones.get(vertex(x, y), ".")) for x in range(setup.width))
        for y in reversed(range(setup.height))
    )
    try:
        return setup.rebuild({fields[0]: "/".join(rows)})
    except InvalidPosition as error:
        raise _cannot(str(error)) from error


@command(table=TABLE)
def gogui__setup_player(session: EmbeddedSession, colour: Seat) -> None:
    """Say who is to move in a position that was set up: the stones tell it, so `cannot set up` if
    it is the other one."""
    seat = session.match.seat
    if seat is None:
        raise _cannot("the game is over")
    if colour != seat:
        raise _cannot(f"with these stones it is the turn of {seat_text(session.match, seat)}")


@command(table=TABLE)
def gogui__interrupt(session: EmbeddedSession) -> None:
    """Nothing; that there is this command says that the line `# interrupt` ends a search."""


@command(table=TABLE)
def gogui__title(session: EmbeddedSession) -> str:
    """A title for the window: the game, as GoGui does not ask again at every move."""
    return session.match.setup.game.title


@command(table=TABLE)
def gogui__version(session: EmbeddedSession, version: Text | None = None) -> None:
    """Nothing; GoGui tells its version."""
