"""Siege Stones' board: the hexagon of 37 circles and its symmetries.

Cells are counted from 0, bottom row first, left to right. Coordinates (q, r) are those of S1.
"""

from collections.abc import Iterable
from math import sqrt

from engine.games.board import Point
from engine.games.vertex import vertex

Hex = tuple[int, int]

RADIUS = 3
SIDE = 2 * RADIUS + 1
#: The towers in the stock unless the option says otherwise, by the number of seats (S2).
STOCK = {2: 8, 3: 12, 4: 12}
STEPS: tuple[Hex, ...] = ((0, -1), (-1, -1), (-1, 0), (1, 0), (1, 1), (0, 1))

HEXES: tuple[Hex, ...] = tuple(
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if abs(r - q) <= RADIUS
)
NUMBER = {place: number for number, place in enumerate(HEXES)}
CELLS = tuple(vertex(q + RADIUS, r + RADIUS) for q, r in HEXES)
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(NUMBER[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in NUMBER)
    for q, r in HEXES
)
#: Where seat 1 begins with ``opening=centre`` (S12): the centre and the six round it.
CENTRE = tuple(sorted((NUMBER[0, 0], *NEIGHBOURS[NUMBER[0, 0]])))
#: How far each cell is from the centre, in steps.
RINGS = tuple(max(abs(q), abs(r), abs(r - q)) for q, r in HEXES)


def mask(numbers: Iterable[int]) -> int:
    """The bitboard of these cells."""
    return sum(1 << number for number in numbers)


def centre(number: int) -> Point:
    """Where a cell is drawn so that the board looks as in S1."""
    q, r = HEXES[number]
    return ((q + r) / 2, (r - q) * sqrt(3) / 2)


def symmetries() -> list[list[int]]:
    """The twelve symmetries of the hexagon, the identity first.

    Each is a permutation: the element at a cell's number is the number of the cell it goes to.
    """
    turns = [HEXES]
    for _ in range(5):
        turns.append(tuple((r, r - q) for q, r in turns[-1]))
    flips = [tuple((r, q) for q, r in turn) for turn in turns]
    return [[NUMBER[place] for place in image] for image in (*turns, *flips)]
