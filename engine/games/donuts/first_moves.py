"""First moves that win, for every board that can be laid with the house tiles.

The table (``first_moves.table``) was made by solving each of the 24,576 boards, which are
different even if they are turned (RULES D2): `training/donuts.py` has the recipe. A board has a
number: turned so that the first tile lies at the top left, it is told by the order of the other
three and by the face and the rotation of each.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from pathlib import Path

from engine.games.donuts.board import (
    HOUSE_FACES,
    SIDE,
    TILE_SIDE,
    TILES,
    Layout,
    laid,
    quarter_turn,
)

#: In how many ways a tile can lie: with either face up, in four rotations.
WAYS = 8
#: The tiles beside the first one: top right, bottom left, bottom right.
ORDERS = tuple(permutations(range(1, TILES)))
BOARDS = len(ORDERS) * WAYS**TILES
FILE = "first_moves.table"
#: What stands in the table for a board on which the first move cannot win: a draw, or a loss.
DRAWN, LOST = 254, 255


@cache
def faces() -> dict[str, tuple[int, int]]:
    """Each way that a tile can lie, as rows in one text: the tile, and the number of the way."""
    found = {}
    for tile, both in enumerate(HOUSE_FACES):
        for side, face in enumerate(both):
            rows = face.split("/")
            for turns in range(4):
                found["/".join(rows)] = tile, 4 * side + turns
                rows = quarter_turn(rows)
    return found


def board(number: int) -> Layout:
    """The board of a number from 0 to ``BOARDS`` - 1."""
    order, ways = divmod(number, WAYS**TILES)
    by_lie = {lie: text.split("/") for text, lie in faces().items()}
    tiles = (0, *ORDERS[order])
    return laid([by_lie[tile, ways // WAYS**place % WAYS] for place, tile in enumerate(tiles)])


def number_of(text: str) -> tuple[int, int] | None:
    """The number of a board, and by how many quarter turns clockwise it becomes that one.

    `text` is as ``Layout.text``; None if it is not laid with the four house tiles.
    """
    rows = text.split("/")
    for turns in range(4):
        lies = [faces().get("/".join(face)) for face in quarters(rows)]
        known = [lie for lie in lies if lie is not None]
        if len(known) < TILES:
            return None
        tiles = tuple(tile for tile, _ in known)
        if tiles[0] == 0 and tiles[1:] in ORDERS:
            ways = sum(way * WAYS**place for place, (_, way) in enumerate(known))
            return ORDERS.index(tiles[1:]) * WAYS**TILES + ways, turns
        rows = quarter_turn(rows)
    return None


def quarters(rows: Sequence[str]) -> list[list[str]]:
    """The four tiles of a board: top left, top right, bottom left, bottom right."""
    return [
        [row[left : left + TILE_SIDE] for row in rows[top : top + TILE_SIDE]]
        for top in (0, TILE_SIDE)
        for left in (0, TILE_SIDE)
    ]


@cache
def table() -> bytes:
    """For each board a cell, 6 * row + column, or ``DRAWN`` or ``LOST``; empty if there is none."""
    path = Path(__file__).with_name(FILE)
    return path.read_bytes() if path.is_file() else b""


def first_move(text: str) -> int | None:
    """A first move that wins on a board, as a number of ``board``; None if none is known."""
    place = number_of(text)
    if place is None or not table():
        return None
    number, turns = place
    cell = table()[number]
    if cell >= DRAWN:
        return None
    y, x = divmod(cell, SIDE)
    for _ in range(4 - turns):
        x, y = y, SIDE - 1 - x
    return 8 * y + x
