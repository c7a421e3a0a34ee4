"""The commands by which GoGui learns the rules of a game that it does not know."""

from engine.session.gogui.board_gfx import board_gfx
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.moves import TABLE
from engine.session.gogui.texts import STONES, standing_text
from engine.session.table import command

#: How the stones of the seats are written; index 0 is nobody's.
MARKS = ".XO"
OUTSIDE = "?"


@command(table=TABLE)
def gogui__rules_game_id(session: EmbeddedSession) -> str:
    """The game's name as one capitalized word; two boards of one game have the same."""
    return session.match.setup.game.name.replace("_", "").capitalize()


@command(table=TABLE)
def gogui__rules_board_size(session: EmbeddedSession) -> str:
    """The size of the square, and `hex` if its cells are hexagons."""
    embedding = session.embedding
    return f"{embedding.size} hex" if embedding.hexagonal else str(embedding.size)


@command(table=TABLE)
def gogui__rules_board(session: EmbeddedSession) -> str:
    """The square, top row first: `X` seat 1, `O` seat 2, `.` empty or nobody's, `?` no cell."""
    embedding = session.embedding
    marks = dict.fromkeys(embedding.outside, OUTSIDE)
    for cell in session.match.state.board().cells:
        marks[cell.vertex] = MARKS[cell.owner]
    opened = session.turns.opened
    if opened:
        marks[opened.word] = MARKS[opened.seat]
    return "\n".join(" ".join(marks.get(each, ".") for each in row) for row in embedding.rows)


@command(table=TABLE)
def gogui__rules_legal_moves(session: EmbeddedSession) -> str:
    """The vertices that the side to move can play, sorted; empty when the game is over."""
    return " ".join(session.turns.legal_words())


@command(table=TABLE)
def gogui__rules_side_to_move(session: EmbeddedSession) -> str:
    """`black` for seat 1, `white` for seat 2; after the end the one whose turn it would be."""
    return STONES[session.turns.next_seat]


@command(table=TABLE)
def gogui__rules_final_result(session: EmbeddedSession) -> str:
    """Who has won, by how much and why, in a sentence; who is to move as long as nobody has."""
    return standing_text(session.match)


@command(table=TABLE)
def gogui__rules_board_gfx(session: EmbeddedSession) -> str:
    """What the board shows besides the stones, as GoGui's graphics commands, one a line."""
    return board_gfx(session)
