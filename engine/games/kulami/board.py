"""Kulami's boards: layouts as text, their geometry, and the geometry of both bonuses.

Cells are counted from 0, bottom row first, left to right. A board has exactly 64 of them
(K1), so any board, also one in a 10x10 box, is one 64-bit word.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from engine.games.errors import InvalidOption
from engine.games.vertex import vertex

#: How many tiles there are of each size (K1), long side first.
TILES = Counter({(3, 2): 4, (2, 2): 5, (3, 1): 4, (2, 1): 4})
MARBLES = 28
BOX = 10
#: Marbles that make a line (K11).
FIVE = 5
LETTERS = "ABCDEFGHIJKLMNOPQ"
AREAS, LINES = 1, 2
#: The scoring modes (K12) and which bonuses each adds.
SCORING = {"standard": 0, "areas": AREAS, "lines": LINES, "both": AREAS | LINES}

Square = tuple[int, int]

NAMED = {
    "R8": "AABCCCDD/AABEEFDD/GGBEEFDD/GGHHHIII/JJHHHKKL/MNNOOKKL/MNNPPPQQ/MNNPPPQQ",
    "C1": "AAABBCCC/DDDBBCCC/EFFGGHHH/EIIGGHHH/EJJKKLLL/MNNKKLLL/MOOPPQQQ/MOOPPQQQ",
    "C2": "ABBBCCDD/ABBBCCDD/AEFFGGDD/HEIIGGJJ/HEKKLLJJ/MNNNLLJJ/MOOOPPQQ/MOOOPPQQ",
    "C3": "ABBCCDDD/ABBEEDDD/FFFEEGGH/IIJJJGGH/IIJJJKKH/LLLMMNOO/PPPQQNOO/PPPQQNOO",
    "C4": "AAABCCDD/AAABCCDD/EFFBGGDD/EFFHGGIJ/KKKHLLIJ/KKKMLLIN/OOPMQQQN/OOPMQQQN",
    "C5": "AAABBBCC/DDEEFFCC/DDGGFFHH/IIGGJJHH/KKKLJJHH/KKKLJJMM/NNOLPPMM/NNOQQQMM",
    "C6": "AAABBCCD/EFFBBGGD/EFFBBGGD/HHHIIJJJ/HHHIIJJJ/KLLMMNNO/KLLMMNNO/KPPMMQQQ",
    "C7": "AABBBCDD/AABBBCEE/FFGHHCEE/FFGHHIII/FFJJJIII/KKLLMNOO/PPLLMNQQ/PPLLMNQQ",
    "K8": "AABCCDDD/AABCCEFF/GHHCCEFF/GHHIIIJJ/GKKIIIJJ/LKKMMNNO/LKKMMNNO/LPPMMQQO",
    "R10": "....AA..../..BBAAC.../DDBBEEC.../DDFGGGCHHH/DDFGGGIII./"
    "JJFKKKIII./..LLMNNOO./..LLMNNOO./...PPQQOO./.....QQ...",
    "R9": "...AABB../.CCAADDD./.CCEEFFGG/HCCEEFFGG/HIIIJJJGG/HIIIKKKL./"
    ".MMMKKKL./.NNOOPPQQ/...OOPP..",
    "KA": "...A....../...ABBCCDD/...ABBCCDD/.EEFFFGGDD/HEEIIIJJKK/HLLIIIJJMM/"
    ".LLNNNOPMM/...NNNOPMM/...QQQO...",
    "FU": "...ABB.../..CABBDD./..CAEEEFF/.GGGEEEFF/.GGGHIII./JJKKHIIIL/"
    "JJKKHMNNL/..OOOMNNL/..OOOPP../...QQQ...",
}


class Layout:
    """A legal board (K2), made from its rows by ``read_layout``."""

    def __init__(self, rows: Sequence[str]) -> None:
        """`rows` from the top, trimmed, of equal length, letters in order of appearance."""
        self.rows = tuple(rows)
        self.height = len(rows)
        self.width = len(rows[0])
        letters = {
            (x, self.height - 1 - y): letter
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter != "."
        }
        self.squares: list[Square] = sorted(letters, key=lambda square: (square[1], square[0]))
        self.number = {square: i for i, square in enumerate(self.squares)}
        self.cells = tuple(vertex(*square) for square in self.squares)
        self.tile = [LETTERS.index(letters[square]) for square in self.squares]

    @property
    def text(self) -> str:
        """The layout as RULES C4 writes it."""
        return "/".join(self.rows)

    @property
    def tile_sizes(self) -> list[int]:
        """Cells of each tile."""
        return [self.tile.count(tile) for tile in range(len(LETTERS))]

    def mask(self, numbers: Iterable[int]) -> int:
        """The bitboard of these cells."""
        return sum(1 << number for number in numbers)

    @cached_property
    def tile_masks(self) -> list[int]:
        """For each cell the bitboard of its whole tile."""
        return [self.mask(c for c, t in enumerate(self.tile) if t == own) for own in self.tile]

    @cached_property
    def cross_masks(self) -> list[int]:
        """For each cell the bitboard of its row and its column, gaps or not (K5)."""
        return [
            self.mask(i for i, (x, y) in enumerate(self.squares) if x == column or y == row)
            for column, row in self.squares
        ]

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """For each cell those that share an edge with it."""
        steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
        return [
            [self.number[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in self.number]
            for x, y in self.squares
        ]

    @cached_property
    def segments(self) -> list[list[list[int]]]:
        """For each of the four directions the cells of all rows of at least five in it (K11).

        Gaps break a row, and none is a part of another one.
        """
        found = []
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            starts = [(x, y) for x, y in self.squares if (x - dx, y - dy) not in self.number]
            rows = [self._row(start, dx, dy) for start in starts]
            found.append([row for row in rows if len(row) >= FIVE])
        return found

    def _row(self, square: Square, dx: int, dy: int) -> list[int]:
        """The cells from a square on, as far as there is no gap."""
        cells = []
        while square in self.number:
            cells.append(self.number[square])
            square = square[0] + dx, square[1] + dy
        return cells

    @cached_property
    def windows(self) -> list[list[int]]:
        """For each of the four directions the bitboards of all five cells in a row (K11)."""
        return [
            [
                self.mask(row[first : first + FIVE])
                for row in rows
                for first in range(len(row) - FIVE + 1)
            ]
            for rows in self.segments
        ]

    def dead_cells(self) -> list[str]:
        """Cells after which the second move has no reply (K14)."""
        tiles, crosses = self.tile_masks, self.cross_masks
        return [
            c
            for c, tile, cross in zip(self.cells, tiles, crosses, strict=True)
            if not cross & ~tile
        ]


@lru_cache(maxsize=256)
def read_layout(text: str) -> Layout:
    """The board that `text` describes, in the notation of RULES C4.

    Raises: InvalidOption, which says in what way the layout is not legal (K1, K2).
    """
    rows = [row.upper() for row in _trimmed(text.split("/"))]
    squares: dict[str, list[Square]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                squares.setdefault(letter, []).append((x, y))
    shapes = Counter(_tile_shape(letter, cells) for letter, cells in squares.items())
    _check_inventory(shapes)
    _check_connected({square for cells in squares.values() for square in cells})
    return Layout(_renamed(rows))


def _wrong(why: str) -> InvalidOption:
    return InvalidOption("layout", why)


def _trimmed(rows: list[str]) -> list[str]:
    """The rows without empty margins. Raises InvalidOption unless they make a box."""
    for row in rows:
        for character in row:
            if character != "." and not (character.isascii() and character.isalpha()):
                raise _wrong(f"a letter or '.' expected, not {character!r}")
    if len({len(row) for row in rows}) > 1:
        lengths = ", ".join(str(len(row)) for row in rows)
        raise _wrong(f"all rows must have the same length, not {lengths}")
    while rows and not rows[0].strip("."):
        rows = rows[1:]
    while rows and not rows[-1].strip("."):
        rows = rows[:-1]
    if not rows:
        raise _wrong("a name, 8x8, irregular or rows with tiles expected; there is no tile")
    left = min(len(row) - len(row.lstrip(".")) for row in rows)
    right = max(len(row.rstrip(".")) for row in rows)
    if right - left > BOX or len(rows) > BOX:
        raise _wrong(f"the box is {right - left}x{len(rows)}, more than {BOX}x{BOX}")
    return [row[left:right] for row in rows]


def _tile_shape(letter: str, cells: list[Square]) -> Square:
    """The long and the short side of a tile. Raises InvalidOption if it is no rectangle."""
    columns = [x for x, _ in cells]
    rows = [y for _, y in cells]
    width = max(columns) - min(columns) + 1
    height = max(rows) - min(rows) + 1
    if not _is_connected(set(cells)):
        raise _wrong(f"tile {letter} is split: one letter is one tile in one piece")
    if width * height != len(cells):
        raise _wrong(f"tile {letter} is not a rectangle (do two tiles overlap there?)")
    return max(width, height), min(width, height)


def _check_inventory(shapes: Counter[Square]) -> None:
    """Raises InvalidOption unless the tiles are those of K1."""
    for shape in shapes:
        if shape not in TILES:
            sizes = ", ".join(_size_name(size) for size in TILES)
            raise _wrong(f"a {_size_name(shape)} tile does not exist, only {sizes}")
    for shape, wanted in TILES.items():
        if shapes[shape] != wanted:
            word = "missing" if shapes[shape] < wanted else "surplus"
            raise _wrong(f"{word} {_size_name(shape)} tile: {wanted} needed, {shapes[shape]} found")


def _size_name(shape: Square) -> str:
    return f"{shape[1]}x{shape[0]}"


def _check_connected(squares: set[Square]) -> None:
    if not _is_connected(squares):
        raise _wrong("the board is not connected: every tile must touch the rest with an edge")


def _is_connected(squares: set[Square]) -> bool:
    """Whether the squares hang together by their edges."""
    rest = set(squares)
    frontier = [rest.pop()]
    while frontier:
        x, y = frontier.pop()
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if near in rest:
                rest.remove(near)
                frontier.append(near)
    return not rest


def _renamed(rows: list[str]) -> list[str]:
    """The rows with tiles called A to Q in the order in which they appear (K2)."""
    names = {".": "."}
    for letter in "".join(rows):
        if letter not in names:
            names[letter] = LETTERS[len(names) - 1]
    return ["".join(names[letter] for letter in row) for row in rows]
