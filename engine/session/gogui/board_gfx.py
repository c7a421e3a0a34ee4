"""The picture of the board for ``gogui-rules_board_gfx``: all that stones cannot show."""

from collections.abc import Iterator

from engine.games.board import Board, Cell
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.gfx import (
    CIRCLE,
    CROSS,
    NO_CELL,
    PALETTE,
    SPECIAL,
    SQUARE,
    Drawing,
)
from engine.session.gogui.texts import standing_text, totals_text
from engine.session.gogui.tones import TILE, cell_tones

#: Pieces (``board.Cell``): one that looks like what it is, and one that does not.
STONE, TOWER = "S", "T"
#: How prints are written that could be taken for the lines of the grid.
LINES = {"-": "==", "|": "||", "/": "//", "\\": "\\\\"}


def board_gfx(session: EmbeddedSession) -> str:
    """The board's colours, prints and pieces, the palette, the last move and what is legal."""
    drawing = Drawing()
    board = draw_background(drawing, session)
    _draw_last_move(drawing, session)
    _draw_targets(drawing, session, board)
    drawing.text(_caption(session))
    return str(drawing)


def draw_background(drawing: Drawing, session: EmbeddedSession) -> Board:
    """All that is there whoever is to move: colours, prints, pieces and the palette."""
    board = session.match.state.board()
    _draw_board(drawing, session, board)
    _draw_palette(drawing, session)
    return board


def _draw_board(drawing: Drawing, session: EmbeddedSession, board: Board) -> None:
    """Backgrounds and labels. A hexagonal square hides what is no cell by itself."""
    if not session.embedding.hexagonal:
        drawing.colour(NO_CELL, session.embedding.outside)
    for tone, cells in cell_tones(session.match.setup).items():
        drawing.colour(tone, cells)
    has_tiles = any(region.kind == TILE for region in board.regions)
    for cell in board.cells:
        text = _label(cell, has_tiles)
        if text:
            drawing.label(cell.vertex, text)
        if cell.piece == TOWER:
            drawing.colour(SPECIAL, [cell.vertex])


def _label(cell: Cell, has_tiles: bool) -> str:
    """The piece if there are several kinds, else what is printed; tiles are seen without it."""
    if len(cell.piece) == 1:
        return "" if cell.piece == STONE else cell.piece
    return "" if has_tiles else LINES.get(cell.print, cell.print)


def _draw_palette(drawing: Drawing, session: EmbeddedSession) -> None:
    palette = session.embedding.palette
    drawing.colour(PALETTE, palette.values())
    for piece, vertex in palette.items():
        drawing.label(vertex, piece)


def _draw_last_move(drawing: Drawing, session: EmbeddedSession) -> None:
    """A square on the open half-move, else on the cell of the last move."""
    opened = session.open_cell
    recent = [opened] if opened else recent_cells(session)[:1]
    drawing.mark(SQUARE, recent)


def recent_cells(session: EmbeddedSession) -> list[str]:
    """The cells of the last two moves as far as they are known, the last one first.

    What the history does not tell may be a field of the position.
    """
    state = session.match.state
    moves = [played.text.partition("=")[0] for played in reversed(state.history[-2:])]
    if len(moves) < 2:
        moves += state.setup.fields(state.position).values()
    return [move for move in dict.fromkeys(moves) if move in session.embedding.cells]


def _draw_targets(drawing: Drawing, session: EmbeddedSession, board: Board) -> None:
    """Circles on the legal cells if they are the fewer, else crosses on the others."""
    legal = session.turns.continuations().keys()
    if session.open_words:
        drawing.mark(CIRCLE, legal)
        return
    empty = [cell.vertex for cell in board.cells if not cell.piece]
    allowed = [vertex for vertex in empty if vertex in legal]
    barred = [vertex for vertex in empty if vertex not in legal]
    if allowed and len(allowed) <= len(barred):
        drawing.mark(CIRCLE, allowed)
        drawing.mark(CROSS, _on_taboo_tiles(session, board, barred))
    elif allowed:
        drawing.mark(CROSS, barred)


def _on_taboo_tiles(session: EmbeddedSession, board: Board, barred: list[str]) -> Iterator[str]:
    """Those of the barred cells that lie on a tile with one of the last two moves (RULES K6)."""
    recent = set(recent_cells(session)[:2])
    for region in board.regions:
        if region.kind == TILE and recent.intersection(region.cells):
            yield from (vertex for vertex in region.cells if vertex in barred)


def _caption(session: EmbeddedSession) -> str:
    """Whose turn it is or how it ended, and the score."""
    opened = session.open_cell
    turn = f", the piece for {opened}" if opened else ""
    return f"{standing_text(session.match)}{turn}; {totals_text(session.match)}"
