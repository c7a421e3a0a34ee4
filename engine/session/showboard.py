"""The board as text, drawn from its data alone."""

from engine.games.board import Board, Cell
from engine.games.state import State

#: Characters from one column of cells to the next.
PITCH = 3
LINES = {"H": "-", "V": "|", "S": "/", "B": "\\"}


def picture(state: State) -> str:
    """The board, top row first, then whose turn it is and the score."""
    board = state.board()
    colours = state.setup.colours
    aligned = _is_aligned(board)
    rows = [_row(board, y, colours, aligned) for y in _heights(board)]
    if aligned:
        rows.append(_columns(board))
    return "\n".join([*rows, *_captions(state)])


def _heights(board: Board) -> list[float]:
    return sorted({cell.centre[1] for cell in board.cells}, reverse=True)


def _is_aligned(board: Board) -> bool:
    """Whether the cells of a row of the picture share the number in their names."""
    return all(
        len({_number(cell) for cell in board.cells if cell.centre[1] == y}) == 1
        for y in _heights(board)
    )


def _number(cell: Cell) -> str:
    return cell.vertex[1:]


def _left(board: Board) -> float:
    return min(cell.centre[0] for cell in board.cells)


def _column(board: Board, cell: Cell) -> int:
    return round((cell.centre[0] - _left(board)) * _pitch(board))


def _pitch(board: Board) -> int:
    """Characters for a unit of length; whole for cells that are half a unit apart too."""
    xs = sorted({cell.centre[0] for cell in board.cells})
    return PITCH if all(abs(x - round(x)) < 0.01 for x in (y - xs[0] for y in xs)) else 2 * PITCH


def _row(board: Board, y: float, colours: tuple[str, ...], aligned: bool) -> str:
    cells = [cell for cell in board.cells if cell.centre[1] == y]
    line = f"{_number(cells[0]):>2} " if aligned else ""
    start = len(line)
    for cell in cells:
        line = line.ljust(start + _column(board, cell)) + f" {_mark(cell, colours, aligned)}"
    return line.rstrip()


def _mark(cell: Cell, colours: tuple[str, ...], aligned: bool) -> str:
    """One or two characters for a cell: what is on it, else what is printed on it."""
    if not cell.piece:
        empty = LINES.get(cell.print, cell.print.lower() or ".")
        return empty if aligned else cell.vertex
    owner = colours[cell.owner - 1][0].upper() if cell.owner else ""
    return owner + cell.piece if len(cell.piece) == 1 and cell.piece != "S" else owner


def _columns(board: Board) -> str:
    """The letters under the columns."""
    line = ""
    for cell in sorted(board.cells, key=lambda cell: cell.centre[0]):
        line = line.ljust(3 + _column(board, cell))
        if len(line) == 3 + _column(board, cell):
            line += f" {cell.vertex[0]}"
    return line


def _captions(state: State) -> list[str]:
    outcome = state.outcome()
    scores = ", ".join(f"{score.colour} {score.total}" for score in state.scores())
    if outcome:
        won = state.setup.colours[outcome.winner - 1] + " wins" if outcome.winner else "draw"
        turn = f"{won}: {outcome.reason}"
    else:
        turn = f"{state.colour} to move"
    last = f", last move {state.history[-1].text}" if state.history else ""
    return [f"{state.setup.game.title}: {turn}{last}", f"Score: {scores}"]
