"""A colour for every cell of a board, from what the board is made of."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from engine.games.board import Board, Region
from engine.games.game import Setup
from engine.session.gogui.gfx import TONES

#: The kind of regions of which every cell is in just one (``board.Region``).
TILE = "tile"


@lru_cache(maxsize=16)
def cell_tones(setup: Setup) -> Mapping[str, Sequence[str]]:
    """The cells of each colour: neighbouring tiles differ, or cells with another print.

    Boards without tiles and prints have no colours.
    """
    board = setup.board(setup.start())
    tiles = [region for region in board.regions if region.kind == TILE]
    if tiles:
        parts = [tile.cells for tile in tiles]
        return _grouped(zip(tile_tones(board, tiles), parts, strict=True))
    prints = sorted({cell.print for cell in board.cells} - {""})
    parts = [tuple(c.vertex for c in board.cells if c.print == each) for each in prints]
    return _grouped(zip(TONES, parts, strict=False))


def _grouped(pairs: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    tones: dict[str, list[str]] = {}
    for tone, cells in pairs:
        tones.setdefault(tone, []).extend(cells)
    return tones


def tile_tones(board: Board, tiles: Sequence[Region]) -> list[str]:
    """A colour for each tile, another one than its neighbours'.

    Tiles are taken off one after the other, always one with the fewest neighbours left, and
    coloured in the opposite order. As in any planar map that is never one with more than five
    (Matula and Beck, Journal of the ACM 30, 1983), so six colours are enough.
    """
    near = _neighbours(board, tiles)
    order: list[int] = []
    left = set(range(len(tiles)))
    while left:
        least = min(left, key=lambda tile: (len(near[tile] & left), tile))
        order.append(least)
        left.remove(least)
    tones: dict[int, str] = {}
    for tile in reversed(order):
        taken = {tones[other] for other in near[tile] if other in tones}
        tones[tile] = next(tone for tone in TONES if tone not in taken)
    return [tones[tile] for tile in range(len(tiles))]


def _neighbours(board: Board, tiles: Sequence[Region]) -> list[set[int]]:
    """For each tile the numbers of those that touch it with an edge."""
    home = {vertex: number for number, tile in enumerate(tiles) for vertex in tile.cells}
    near: list[set[int]] = [set() for _ in tiles]
    for cell in board.cells:
        own = home[cell.vertex]
        near[own] |= {home[other] for other in cell.neighbours} - {own}
    return near
