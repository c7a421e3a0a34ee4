"""Donuts' boards: layouts as text, random ones from tiles, lines, and windows of five.

A cell's number is 8 * row + column, both from 0 at the bottom left: two columns that are no
cells keep lines from running on into the next row. All boards are bit masks over these numbers.
"""

from collections.abc import Iterable, Sequence

from engine.games.errors import InvalidOption
from engine.games.randomness import Dice
from engine.games.vertex import vertex

SIDE = 6
TILE_SIDE = 3
TILES = 4
#: The printed lines (D1), with the step along each in numbers of cells and its English name.
STEPS = {"H": 1, "V": 8, "S": 9, "B": 7}
WORDS = {"H": "horizontal", "V": "vertical", "S": "rising", "B": "falling"}
#: The printed lines as a person sees them (D1).
GLYPHS = {"H": "-", "V": "|", "S": "/", "B": "\\"}
#: What each line becomes by a quarter turn (D2).
TURNED = str.maketrans("HVSB", "VHBS")

#: A tile is its faces, a face its rows from the top, in the notation of RULES C4.
Tile = tuple[str, ...]

#: The house faces of the four double-sided tiles (D2).
HOUSE_FACES: tuple[Tile, ...] = (
    ("VHB/BSS/HVH", "SHH/BSH/BBV"),
    ("BHV/HSV/SHS", "SVS/HVB/BSV"),
    ("HSB/VVS/BHH", "HVB/BSS/HBV"),
    ("HHS/VHB/BSV", "HSH/VBV/BSB"),
)

#: The numbers of the cells, bottom row first, left to right, and their vertices.
NUMBERS = tuple(8 * row + column for row in range(SIDE) for column in range(SIDE))
VERTICES = {number: vertex(number & 7, number >> 3) for number in NUMBERS}


def mask(numbers: Iterable[int]) -> int:
    """The bitboard of these cells."""
    return sum(1 << number for number in numbers)


def walk(start: int, step: int) -> list[int]:
    """The cells from `start` on, which is one, to the edge of the board."""
    cells = []
    while start in VERTICES:
        cells.append(start)
        start += step
    return cells


def neighbours(number: int) -> list[int]:
    """The cells that share an edge with this one."""
    return [number + step for step in (-8, -1, 1, 8) if number + step in VERTICES]


class Layout:
    """A board (D1), made from its rows by ``read_layout`` or ``random_layout``."""

    def __init__(self, rows: Sequence[str]) -> None:
        """`rows` from the top, in upper case."""
        self.text = "/".join(rows)
        self.letter = {number: rows[SIDE - 1 - (number >> 3)][number & 7] for number in NUMBERS}

    def line_start(self, number: int) -> int:
        """The first cell of the board line that is printed on this cell."""
        return walk(number, -STEPS[self.letter[number]])[-1]

    def line_masks(self) -> list[int]:
        """For each number the bitboard of the line through it that D5 prescribes."""
        lines = [0] * 64
        for number in NUMBERS:
            lines[number] = mask(walk(self.line_start(number), STEPS[self.letter[number]]))
        return lines

    def line_names(self) -> list[int]:
        """For each number a number below 256 that is the same only for cells with one line."""
        names = [0] * 64
        for number in NUMBERS:
            names[number] = 64 * list(STEPS).index(self.letter[number]) + self.line_start(number)
        return names


def read_layout(text: str) -> Layout:
    """The board that `text` describes, in the notation of RULES C4.

    Raises: InvalidOption, which says in what way it is no layout (D1).
    """
    return Layout(read_rows("layout", text, SIDE))


def read_rows(option: str, text: str, side: int) -> list[str]:
    """A square of lines, `side` rows of `side` letters in any case, as rows in upper case.

    Raises: InvalidOption, for `option`.
    """
    for character in text:
        if character not in "HVSBhvsb/":
            raise InvalidOption(option, f"H, V, S or B expected, not {character!r}")
    rows = text.upper().split("/")
    if len(rows) != side:
        raise InvalidOption(option, f"{side} rows expected, not {len(rows)}")
    for number, row in enumerate(rows, start=1):
        if len(row) != side:
            raise InvalidOption(option, f"row {number} must have {side} letters, not {len(row)}")
    return rows


def random_layout(dice: Dice, faces: Sequence[Tile]) -> Layout:
    """A board of four of these tiles, which are at least four, in random order (D2).

    Each tile lies with a random face up, in a random one of its four rotations.
    """
    tiles = list(faces)
    dice.shuffle(tiles)
    turned = []
    for tile in tiles[:TILES]:
        face = dice.choice(tile).split("/")
        for _ in range(dice.below(4)):
            face = quarter_turn(face)
        turned.append(face)
    return laid(turned)


def laid(turned: Sequence[Sequence[str]]) -> Layout:
    """The board of four faces: top left, top right, bottom left, bottom right."""
    top_left, top_right, bottom_left, bottom_right = turned
    return Layout([*_abreast(top_left, top_right), *_abreast(bottom_left, bottom_right)])


def quarter_turn(face: Sequence[str]) -> list[str]:
    """The rows of a face after a quarter turn clockwise: cells move and lines turn (D2)."""
    columns = zip(*reversed(face), strict=True)
    return ["".join(column).translate(TURNED) for column in columns]


def _abreast(left: Sequence[str], right: Sequence[str]) -> list[str]:
    return [a + b for a, b in zip(left, right, strict=True)]


def window_places() -> dict[int, int]:
    """Every five cells in a row, as bitboards, by a number of its own below 64.

    That number is 6 places above the first cell's for a row, the same as it for a column, and
    16 above it for a diagonal, so that ``position.packed`` can collect them by shifts.
    """
    places = {}
    for step, offset in ((1, 6), (8, 0), (9, 16), (7, 16)):
        for start in NUMBERS:
            cells = walk(start, step)[:5]
            if len(cells) == 5:
                places[start + offset] = mask(cells)
    return places
