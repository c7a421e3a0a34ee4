"""GORami's boards, derived from their pictures, and the evaluation's table.

Fields are counted from 0, bottom row first, left to right. Points of the plane are counted in
half sides of a field to the right and in rows upwards.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import permutations
from math import sqrt

from engine.games.board import Point
from engine.games.vertex import vertex

#: The pictures of G1, top row first.
PICTURES = {
    "16": ".^v^./^v^v^/v^v^v/.v^v.",
    "22": "..^v^../.^v^v^./^v^v^v^/v^v^v^v",
    "24": ".^v^v^./^v^v^v^/v^v^v^v/.v^v^v.",
}
#: Discs of each number that a player starts with (G6).
SUPPLY = {"16": 3, "22": 4, "24": 4}
NUMBERS = (1, 2, 3)
#: The number of the move ``pass``; placements are 3 * field + number - 1.
PASS = 72
DIRECTIONS = ("row", "rising", "falling")

Corner = tuple[int, int]


class Shape:
    """One of the boards: its fields and how they lie."""

    def __init__(self, picture: str) -> None:
        """`picture` is one of ``PICTURES``."""
        rows = picture.split("/")[::-1]
        self.width = len(rows[0])
        self.height = len(rows)
        self.places = [
            (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."
        ]
        self.up = [rows[y][x] == "^" for x, y in self.places]
        self.number = {place: field for field, place in enumerate(self.places)}
        self.cells = tuple(vertex(x, y) for x, y in self.places)

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """For each field those that share an edge with it (G3)."""
        return [
            [
                self.number[near]
                for near in ((x - 1, y), (x + 1, y), (x, y - 1 if up else y + 1))
                if near in self.number
            ]
            for (x, y), up in zip(self.places, self.up, strict=True)
        ]

    @cached_property
    def bands(self) -> list[tuple[int, int, int]]:
        """For each field the row, the rising and the falling band of the plane it lies in.

        Bands of one direction are two apart; falling ones are counted from the right, so that
        turning and mirroring the plane only exchanges and reverses the three.
        """
        return [
            (2 * y, x - y + up, up - x - y) for (x, y), up in zip(self.places, self.up, strict=True)
        ]

    @cached_property
    def stripes(self) -> dict[str, list[int]]:
        """The fields of each stripe (G4) from the left, by names such as ``rising 2``.

        Rows are counted from the bottom, the others from the left.
        """
        found = {}
        for axis, direction in enumerate(DIRECTIONS):
            bands = sorted({band[axis] for band in self.bands}, reverse=direction == "falling")
            for count, level in enumerate(bands, start=1):
                fields = [f for f, band in enumerate(self.bands) if band[axis] == level]
                found[f"{direction} {count}"] = self._from_left(fields, direction == "falling")
        return found

    def _from_left(self, fields: list[int], falling: bool) -> list[int]:
        """The fields in order of their columns; of two in one column, as the stripe goes."""
        slope = -1 if falling else 1
        return sorted(fields, key=lambda f: (self.places[f][0], slope * self.places[f][1]))

    def corners(self, field: int) -> tuple[Corner, Corner, Corner]:
        """The corners of a field, counter-clockwise from the left one of its level side."""
        x, y = self.places[field]
        if self.up[field]:
            return (x - 1, y), (x + 1, y), (x, y + 1)
        return (x - 1, y + 1), (x, y), (x + 1, y + 1)

    @cached_property
    def middle(self) -> list[int]:
        """The fields whose corners all lie inside the board (G5)."""
        fields = range(len(self.places))
        touching = Counter(corner for field in fields for corner in self.corners(field))
        return [f for f in fields if all(touching[corner] == 6 for corner in self.corners(f))]

    def outline(self, field: int) -> tuple[Point, ...]:
        """A field as an equilateral triangle in the plane."""
        return tuple((x, y * sqrt(3)) for x, y in self.corners(field))

    def centre(self, field: int) -> Point:
        """The middle of that triangle."""
        xs, ys = zip(*self.outline(field), strict=True)
        return sum(xs) / 3, sum(ys) / 3


#: Every board by the value of its option (G1).
SHAPES = {name: Shape(picture) for name, picture in PICTURES.items()}
NAMES = tuple(SHAPES)

#: What can become of a disc. LOOSE: it may be captured later. SAFE: never. DOOMED: only the rival
#: can fill its last empty neighbour. HOT: both can.
LOOSE, SAFE, DOOMED, HOT = range(4)


def stripe_value(is_open: bool, lead: int) -> int:
    """What a lead of so many points in a stripe is worth, in hundredths of log odds.

    A stripe is open as long as somebody can place a disc in it. Like the other values this is
    rounded from a logistic fit to 389,000 positions of two-ply games, solved at the end.
    """
    return 5 * lead if is_open else 50 * ((lead > 0) - (lead < 0))


def disc_value(fate: int, number: int, is_mover: bool) -> int:
    """What a disc of this fate is worth to its owner, who is to move or not."""
    if fate == SAFE:
        return 13 * number
    if fate == DOOMED:
        return -40 * number
    if fate == LOOSE:
        return 37 - 19 * number
    return 14 - 14 * number if is_mover else 24 - 28 * number


def turn_value(contested: int) -> int:
    """What it is worth to be to move when both can still fill so many fields.

    With an odd number one tends to fill the last of them.
    """
    if contested == 0:
        return -20
    if contested > 7:
        return 12
    return 75 if contested % 2 else 25


def lanes(numbers: Iterable[int], value: int) -> int:
    """`value` in each of these lanes of five bits."""
    return sum(value << 5 * lane for lane in numbers)


class Grid:
    """The tables of one board for the kernel, whose boards have bit 8 * row + column.

    Sums of all stripes stand in one word: five bits a stripe, the middle fields above them.
    """

    def __init__(self, name: str) -> None:
        shape = SHAPES[name]
        self.supply = SUPPLY[name]
        self.squares = [8 * y + x for x, y in shape.places]
        self.up = self._board(field for field, up in enumerate(shape.up) if up)
        self.down = self._board(field for field, up in enumerate(shape.up) if not up)
        self.stripes = [self._board(fields) for fields in shape.stripes.values()]
        self.stripes += [0] * (12 - len(self.stripes))
        self.near = [0] * 32
        self.code = [0] * 32
        for field, square in enumerate(self.squares):
            self.near[square] = self._board(shape.neighbours[field])
            self.code[square] = 3 * field
        #: What a disc of number 1 on each field adds to the sums.
        self.units = [
            lanes((i for i, fields in enumerate(shape.stripes.values()) if field in fields), 1)
            + ((field in shape.middle) << 60)
            for field in range(len(self.squares))
        ]

        self.middle = self._board(shape.middle)
        stripes_only = {
            square: unit & ((1 << 60) - 1)
            for square, unit in zip(self.squares, self.units, strict=True)
        }
        #: For every set of squares of each row how many lie in each stripe.
        self.row_units = [
            [sum(units[x] for x in range(8) if row >> x & 1) for row in range(256)]
            for units in ([stripes_only.get(8 * y + x, 0) for x in range(8)] for y in range(4))
        ]
        images = symmetries(int(name))
        stripes = [set(fields) for fields in shape.stripes.values()]
        self.square_images = [[0] * 32 for _ in images]
        self.stripe_images = [list(range(12)) for _ in images]
        for number, image in enumerate(images):
            for field, square in enumerate(self.squares):
                self.square_images[number][square] = self.squares[image[field]]
            for stripe, fields in enumerate(stripes):
                self.stripe_images[number][stripe] = stripes.index({image[f] for f in fields})

    def _board(self, fields: Iterable[int]) -> int:
        return sum(1 << self.squares[field] for field in fields)

    @property
    def square(self) -> list[int]:
        """The square of each placement, and 0 for other numbers below 80."""
        return _padded([square for square in self.squares for _ in NUMBERS])

    @property
    def worth(self) -> list[int]:
        """What each placement adds to the sums, and 0 for other numbers below 80."""
        return _padded([unit * number for unit in self.units for number in NUMBERS])


def _padded(row: list[int]) -> list[int]:
    return row + [0] * (80 - len(row))


def symmetries(board: int) -> list[list[int]]:
    """All ways to turn and mirror the board of `board` fields onto itself.

    Each is a list that tells for every field which one it becomes; the first is the identity.
    Neighbours, stripes and middle fields are kept as such.
    """
    bands = SHAPES[str(board)].bands
    place = {band: field for field, band in enumerate(_from_zero(bands))}
    found = []
    for sign in (1, -1):
        for order in permutations(range(3)):
            image = _from_zero([tuple(sign * band[axis] for axis in order) for band in bands])
            if place.keys() == set(image):
                found.append([place[band] for band in image])
    return found


def _from_zero(bands: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The bands moved so that the least one of each direction is 0."""
    least = [min(axis) for axis in zip(*bands, strict=True)]
    return [tuple(b - low for b, low in zip(band, least, strict=True)) for band in bands]


#: The tables of each board, in the order of ``NAMES``.
GRIDS = [Grid(name) for name in NAMES]
