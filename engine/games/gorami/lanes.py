"""The sums of all stripes in one word: five bits for each of up to 12, from the lowest.

C types are in ``lanes.pxd``. Boards have bit 8 * row + column.
"""

import cython

from engine.games.gorami import board as tables

if not cython.compiled:
    from engine.games.bits import popcount

    ROW_UNITS = [[[0] * 256 for _ in range(4)] for _ in range(3)]
else:
    from cython.cimports.engine.games.bits import popcount  # type: ignore[no-redef]

#: The lanes of even number, and the bit above each of them.
EVEN = tables.lanes(range(0, 12, 2), 31)
GUARD = tables.lanes(range(1, 12, 2), 1)
for _kind, _grid in enumerate(tables.GRIDS):
    for _number, _row in enumerate(_grid.row_units):
        ROW_UNITS[_kind][_number][:] = _row


def stripes_ahead(own: int, other: int) -> int:
    """In how many stripes one seat's sum is higher than the other's (G11)."""
    even = (other & EVEN | GUARD) - (own & EVEN) & GUARD
    odd = (other >> 5 & EVEN | GUARD) - (own >> 5 & EVEN) & GUARD
    not_ahead: int = popcount(even | odd >> 1)
    return 12 - not_ahead


def lanes_ahead(own: int, other: int) -> int:
    """The guard bits of lanes, of which every second is used, where `own` is higher."""
    return ((other & EVEN | GUARD) - (own & EVEN) & GUARD) ^ GUARD


def units_of(kind: int, board: int) -> int:
    """How many of the squares lie in each stripe."""
    low = ROW_UNITS[kind][0][board & 255] + ROW_UNITS[kind][1][board >> 8 & 255]
    return low + ROW_UNITS[kind][2][board >> 16 & 255] + ROW_UNITS[kind][3][board >> 24]
