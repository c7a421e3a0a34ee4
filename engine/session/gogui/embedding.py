"""Every game's board as a square of vertices, as a client for Go boards can show it.

A cell keeps its own vertex. The pieces of moves such as ``C3=2`` get vertices of their own beside
the board, the palette, so that such a move is played in two words: the cell, then the piece.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.games.board import Board
from engine.games.game import Setup
from engine.games.vertex import COLUMNS, vertex

#: Columns and rows from 0 at the bottom left.
Place = tuple[int, int]
#: Empty rows between the board and the palette.
GAP = 1


@dataclass(frozen=True)
class Embedding:
    """How the board of a setup lies in a square of `size` by `size` vertices.

    `palette` has the vertex of each piece that a move can name. `spare` are vertices that look
    like cells and are none. A hexagonal square is drawn as a rhombus in which (x, y) touches
    (x + 1, y + 1).
    """

    size: int
    hexagonal: bool
    cells: frozenset[str]
    palette: Mapping[str, str]
    spare: frozenset[str] = frozenset()

    @cached_property
    def rows(self) -> list[list[str]]:
        """All vertices, top row first, each row from the left."""
        return [[vertex(x, y) for x in range(self.size)] for y in reversed(range(self.size))]

    @cached_property
    def outside(self) -> list[str]:
        """The vertices that are neither cells nor look like such."""
        inside = {*self.cells, *self.palette.values(), *self.spare}
        return [each for row in self.rows for each in row if each not in inside]

    def spell(self, move: str) -> list[str]:
        """The words as which a move in canonical text (RULES C3) is played."""
        cell, equals, piece = move.partition("=")
        return [cell, self.palette[piece]] if equals else [move]


@lru_cache(maxsize=16)
def embed(setup: Setup) -> Embedding:
    """The embedding of the board of `setup`."""
    start = setup.start()
    pieces = sorted({setup.move_text(move).partition("=")[2] for move in start.legal()} - {""})
    if _is_hexagonal(setup.board(start)):
        return _in_rhombus(setup, pieces)
    return _in_square(setup, pieces)


def _is_hexagonal(board: Board) -> bool:
    """Whether cells touch others in the next column and row."""
    for cell in board.cells:
        x, y = place(cell.vertex)
        if (x + 1, y + 1) in map(place, cell.neighbours):
            return True
    return False


def place(name: str) -> Place:
    """The column and the row of a vertex, from 0."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1


def _in_square(setup: Setup, pieces: list[str]) -> Embedding:
    """The palette lies above the middle of the board."""
    if not pieces:
        return Embedding(max(setup.width, setup.height), False, frozenset(setup.cells), {})
    row = setup.height + GAP
    left = max(setup.width - len(pieces), 0) // 2
    palette = {piece: vertex(left + number, row) for number, piece in enumerate(pieces)}
    size = max(setup.width, left + len(pieces), row + 1)
    return Embedding(size, False, frozenset(setup.cells), palette)


def _in_rhombus(setup: Setup, pieces: list[str]) -> Embedding:
    """The palette lies in the acute corners of the rhombus, as far from the board as can be.

    What is shown is symmetric: GoGui 1.6 hides (x, y) if nothing is at (y, x).
    """
    size = max(setup.width, setup.height)
    cells = frozenset(setup.cells)
    free = [corner for corner in _from_acute_corners(size) if vertex(*corner) not in cells]
    taken = dict(zip(pieces, free, strict=False))
    palette = {piece: vertex(x, y) for piece, (x, y) in taken.items()}
    mirrored = {vertex(y, x) for x, y in taken.values()}
    return Embedding(size, True, cells, palette, frozenset(mirrored - set(palette.values())))


def _from_acute_corners(size: int) -> Iterator[Place]:
    """The places of a rhombus, those first that are furthest from its short diagonal."""
    for distance in reversed(range(1, size)):
        for x in range(size - distance):
            yield x, x + distance
            yield x + distance, x
