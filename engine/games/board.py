"""The board as data, for everyone who shows one.

Coordinates have x to the right and y upwards; the unit is the distance between two
neighbouring cells of a row, and the origin is of no meaning.
"""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    `polygon` is its outline, empty for a round cell. `print` is what the board itself shows
    there (Kulami the tile's letter, Donuts the line, GORami the way the field points).
    `owner` is the seat, from 1, that owns the piece or controls the tower there, 0 if nobody
    does; `piece` is empty for an empty cell, else ``marble``, ``donut``, ``1``…``3``, ``S``
    or ``T``. `note` is what else a player wants to know about the piece (Siege Stones: the seats'
    threats on a tower, seat 1 first, as ``9:4``).
    """

    vertex: str
    centre: Point
    polygon: tuple[Point, ...]
    neighbours: tuple[str, ...]
    print: str = ""
    owner: int = 0
    piece: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that are scored together (a Kulami tile, a GORami stripe) and who has them now.

    `owner` is a seat, from 1; 0 if nobody has the region.
    """

    kind: str
    name: str
    cells: tuple[str, ...]
    owner: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """All cells, bottom row first, and the regions, if the game has such."""

    cells: tuple[Cell, ...]
    regions: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move changes besides the cell it fills.

    `kind` is ``turn`` (a piece changes its owner), ``control`` (a tower does) or the kind of
    a region that changes hands; `cells` names the cells concerned; `before` and `after` are
    seats, from 1, or 0.
    """

    kind: str
    cells: tuple[str, ...]
    before: int
    after: int


def square(x: float, y: float) -> tuple[Point, ...]:
    """The outline of a unit square round (x, y)."""
    return ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))


def effects(before: Board, after: Board, filled: str) -> tuple[Effect, ...]:
    """What changed hands between two boards when the cell `filled` was filled."""
    changes = []
    for old, new in zip(before.cells, after.cells, strict=True):
        if old.owner != new.owner and old.vertex != filled:
            kind = "control" if new.piece == "T" else "turn"
            changes.append(Effect(kind, (old.vertex,), old.owner, new.owner))
    for region, now in zip(before.regions, after.regions, strict=True):
        if region.owner != now.owner:
            changes.append(Effect(region.kind, region.cells, region.owner, now.owner))
    return tuple(changes)
