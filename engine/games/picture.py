"""The board as text, drawn from its data alone."""

from engine.games.board import Board, Cell
from engine.games.state import Outcome, State

#: Characters from one column of cells to the next.
PITCH = 3
#: Cells whose heights differ by less are in one row (triangles point up and down).
ROW_GAP = 0.6


def picture(state: State, outcome: Outcome | None = None) -> str:
    """The board, top row first, then whose turn it is or how it ended, and the score.

    `outcome` is an end that the rules do not know of, such as a resignation.
    """
    board = state.board()
    rows = _rows(board)
    aligned = all(len({_number(cell) for cell in row}) == 1 for row in rows)
    left = min(cell.centre[0] for cell in board.cells)
    pitch = _pitch(board, left)
    lines = []
    for row in rows:
        marks = [_mark(cell, state.setup.colours, aligned) for cell in row]
        columns = [round((cell.centre[0] - left) * pitch) for cell in row]
        lines.append((f"{_number(row[0]):>2} " if aligned else "") + _line(columns, marks))
    if aligned:
        letters = {round((c.centre[0] - left) * pitch): c.vertex[0] for c in board.cells}
        lines.append("   " + _line(sorted(letters), [letters[x] for x in sorted(letters)]))
    return "\n".join([*lines, *_captions(state, outcome or state.outcome())])


def _rows(board: Board) -> list[list[Cell]]:
    """The rows of the picture, top row first, each from left to right."""
    rows: list[list[Cell]] = []
    height = float("inf")
    for cell in sorted(board.cells, key=lambda cell: -cell.centre[1]):
        if height - cell.centre[1] > ROW_GAP:
            rows.append([])
            height = cell.centre[1]
        rows[-1].append(cell)
    return [sorted(row, key=lambda cell: cell.centre[0]) for row in rows]


def _number(cell: Cell) -> str:
    return cell.vertex[1:]


def _pitch(board: Board, left: float) -> int:
    """Characters for a unit of length: enough for cells that are half a unit apart, too."""
    offsets = [cell.centre[0] - left for cell in board.cells]
    return PITCH if all(abs(x - round(x)) < 0.01 for x in offsets) else 2 * PITCH


def _line(columns: list[int], marks: list[str]) -> str:
    """Each mark in its column, after a blank."""
    line = ""
    for column, mark in zip(columns, marks, strict=True):
        line = f"{line.ljust(column)} {mark}"
    return line


def _mark(cell: Cell, colours: tuple[str, ...], named: bool) -> str:
    """One or two characters for a cell.

    The owner's initial and the piece where a game has several kinds; on an empty cell what is
    printed there, or its name if the picture has no letters and numbers at its sides.
    """
    if not cell.piece:
        return (cell.print.lower() or ".") if named else cell.vertex
    owner = colours[cell.owner - 1][0].upper() if cell.owner else ""
    return owner + cell.piece if len(cell.piece) == 1 and cell.piece != "S" else owner


def _captions(state: State, outcome: Outcome | None) -> list[str]:
    scores = ", ".join(f"{score.colour} {score.total}" for score in state.scores())
    if outcome:
        won = state.setup.colours[outcome.winner - 1] + " wins" if outcome.winner else "draw"
        turn = f"{won}: {outcome.reason}"
    else:
        turn = f"{state.colour} to move"
    last = f", last move {state.history[-1].text}" if state.history else ""
    return [f"{state.setup.game.title}: {turn}{last}", f"Score: {scores}"]
