"""A board as an SVG picture, drawn from its data alone: no game is known here by name.

A picture needs nothing outside itself: no font, no style sheet, no script.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import dist, hypot
from typing import NamedTuple

from engine.games.board import Board, Cell, Point, Region

#: Pixels from the middle of a cell to its nearest edge.
REACH = 26.0
MARGIN = 16.0
#: Room for the letters of the columns and the numbers of the rows.
RULER = 24.0
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
DOT, CROSS = "•", "×"
WIDTH = 'stroke-width="2"'


class Paint(NamedTuple):
    """A colour of pieces: their fill, their outline, and what is legible on them."""

    fill: str
    edge: str
    ink: str


PAINTS: Mapping[str, Paint] = {
    "red": Paint("#cf3a30", "#7c1a14", "#ffffff"),
    "black": Paint("#33343a", "#0d0d10", "#ffffff"),
    "chocolate": Paint("#6d4326", "#3a2010", "#ffffff"),
    "vanilla": Paint("#fff3cf", "#a8884a", "#3a2c10"),
    "yellow": Paint("#f5c63c", "#94700e", "#2d2300"),
    "blue": Paint("#3a72c4", "#1b3f7a", "#ffffff"),
    "green": Paint("#3f9650", "#1d5529", "#ffffff"),
    "white": Paint("#fbfbf8", "#8a8a84", "#222222"),
}
#: A tower that nobody controls, and a seat whose colour word has no paint.
NOBODY = Paint("#c9c6bf", "#76736c", "#2b2a28")
OTHERS = Paint("#8d5fb0", "#52316c", "#ffffff")

PAPER, WOOD, WOOD_EDGE, TILE_EDGE = "#fbf8f1", "#ead9b8", "#c3a878", "#5b4526"
LABEL, PRINT, LAST, TARGET, BARRED = "#6b6152", "#8f7240", "#d81b8c", "#1f8a4c", "#b4462f"

#: The strokes of printed lines as (x, y) of one end; the other end lies opposite.
STROKES: Mapping[str, Point] = {"-": (1, 0), "|": (0, 1), "/": (0.7, 0.7), "\\": (0.7, -0.7)}
#: The right half of a turret from the top down, in reaches from the middle, y downwards.
TURRET: tuple[Point, ...] = (
    *((0.15, -0.44), (0.15, -0.64), (0.31, -0.64), (0.31, -0.44), (0.45, -0.44), (0.45, -0.64)),
    *((0.59, -0.64), (0.59, -0.2), (0.43, -0.07), (0.43, 0.42), (0.59, 0.52), (0.59, 0.68)),
)


def svg(
    board: Board,
    colours: Sequence[str],
    title: str = "",
    last: str = "",
    marks: Mapping[str, str] | None = None,
) -> str:
    """The board as a complete SVG document.

    `colours` are the seats' colour words, seat 1 first. `title` is for those who cannot see
    the picture. `last` is the vertex of the last move, which is ringed. `marks` writes a
    short text on cells, by vertex: ``•`` becomes a green dot, ``×`` a red cross.
    """
    return "\n".join(_Picture(board, colours).lines(title, last, marks or {})) + "\n"


class _Picture:
    """The board on paper: pixels, y downwards."""

    def __init__(self, board: Board, colours: Sequence[str]) -> None:
        self.board = board
        self.paints = [PAINTS.get(colour, OTHERS) for colour in colours]
        self.owners = {name: tile.owner for tile in _tiles(board) for name in tile.cells}
        reach = min(_reach(cell, board) for cell in board.cells)
        self.scale = REACH / reach
        self.aligned = _is_aligned(board, reach)
        points = [self._pixel(point) for cell in board.cells for point in self._extent(cell)]
        ruler = RULER if self.aligned else 0.0
        self.left = min(x for x, _ in points) - MARGIN - ruler
        self.top = min(y for _, y in points) - MARGIN
        self.width = max(x for x, _ in points) + MARGIN - self.left
        self.height = max(y for _, y in points) + MARGIN + ruler - self.top

    def lines(self, title: str, last: str, marks: Mapping[str, str]) -> Iterator[str]:
        """The document, line by line, in the order of painting."""
        size = f"{_n(self.width)} {_n(self.height)}"
        width, height = size.split()
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{width}" '
            f'height="{height}" role="img" font-family="{FONT}" text-anchor="middle">'
        )
        if title:
            yield f"<title>{escape(title)}</title>"
        yield f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>'
        for cell in self.board.cells:
            yield from self._cell(cell)
        yield from self._borders()
        if self.aligned:
            yield from self._rulers()
        for cell in self.board.cells:
            yield from self._content(cell, last == cell.vertex, marks.get(cell.vertex, ""))
        yield "</svg>"

    # ------------------------------------------------------------------ places

    def _pixel(self, point: Point) -> Point:
        return point[0] * self.scale, -point[1] * self.scale

    def _at(self, point: Point) -> Point:
        """Where a point of the board lies on the paper."""
        x, y = self._pixel(point)
        return x - self.left, y - self.top

    def _extent(self, cell: Cell) -> tuple[Point, ...]:
        reach = REACH / self.scale
        x, y = cell.centre
        return cell.polygon or ((x - reach, y - reach), (x + reach, y + reach))

    def _points(self, polygon: Sequence[Point]) -> str:
        return " ".join(f"{_n(x)},{_n(y)}" for x, y in map(self._at, polygon))

    # ------------------------------------------------------------------ the board

    def _cell(self, cell: Cell) -> Iterator[str]:
        look = f'data-cell="{cell.vertex}" fill="{self._ground(cell)}" stroke="{WOOD_EDGE}"'
        if cell.polygon:
            yield f'<polygon {look} points="{self._points(cell.polygon)}"/>'
        else:
            yield _circle(self._at(cell.centre), REACH - 2, f'{look} stroke-width="1.5"')
        if cell.print in STROKES:
            yield self._stroke(cell)

    def _ground(self, cell: Cell) -> str:
        """Wood, tinted with the colour of whoever has the tile."""
        owner = self.owners.get(cell.vertex, 0)
        return _mixed(WOOD, self.paints[owner - 1].fill, 0.24) if owner else WOOD

    def _stroke(self, cell: Cell) -> str:
        x, y = self._at(_middle(cell))
        dx, dy = (0.82 * REACH * part for part in STROKES[cell.print])
        return (
            f'<line x1="{_n(x - dx)}" y1="{_n(y + dy)}" x2="{_n(x + dx)}" y2="{_n(y - dy)}" '
            f'stroke="{PRINT}" stroke-width="4" stroke-linecap="round"/>'
        )

    def _borders(self) -> Iterator[str]:
        """The thick lines round the board and between tiles, as one path."""
        parts = []
        for edge in _thick_edges(self.board):
            (x1, y1), (x2, y2) = map(self._at, edge)
            parts.append(f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}")
        if parts:
            yield (
                f'<path d="{"".join(parts)}" fill="none" stroke="{TILE_EDGE}" '
                'stroke-width="3" stroke-linecap="round"/>'
            )

    def _rulers(self) -> Iterator[str]:
        for letter, x in _lanes(self.board, 0).items():
            place = self._at((x, 0))[0], self.height - RULER / 2 - 6
            yield _text(place, letter, 15, LABEL)
        for number, y in _lanes(self.board, 1).items():
            yield _text((RULER / 2 + 6, self._at((0, y))[1]), number, 15, LABEL)

    # ------------------------------------------------------------------ what lies on it

    def _content(self, cell: Cell, is_last: bool, mark: str) -> Iterator[str]:
        place = self._at(_middle(cell))
        if cell.piece:
            paint = self.paints[cell.owner - 1] if cell.owner else NOBODY
            yield f'<g data-piece="{cell.vertex}" class="{escape(cell.piece)}">'
            yield from PIECES.get(cell.piece, _disc)(place, cell.piece, paint, mark)
            yield "</g>"
        elif not self.aligned and not mark:
            yield _text(place, cell.vertex, 13, LABEL)
        if is_last:
            ring = f'fill="none" stroke="{LAST}" stroke-width="3.5"'
            yield _circle(place, 0.87 * REACH, ring)
        if mark and not (cell.piece and mark not in (DOT, CROSS)):
            yield _mark(place, mark)


# ---------------------------------------------------------------------- pieces

Drawer = Callable[[Point, str, Paint, str], Iterator[str]]


def _plain_disc(place: Point, paint: Paint) -> Iterator[str]:
    yield _circle(place, 0.74 * REACH, f'fill="{paint.fill}" stroke="{paint.edge}" {WIDTH}')


def _disc(place: Point, piece: str, paint: Paint, mark: str) -> Iterator[str]:
    """A disc with its number, or with what is to be marked there."""
    yield from _plain_disc(place, paint)
    rim = f'fill="none" stroke="{paint.ink}" stroke-opacity="0.45" stroke-width="1"'
    yield _circle(place, 0.6 * REACH, rim)
    yield _text(place, mark or piece, 21, paint.ink, bold=True)


def _marble(place: Point, piece: str, paint: Paint, mark: str) -> Iterator[str]:
    """A ball with a glint, or with what is to be marked there."""
    yield from _plain_disc(place, paint)
    if mark:
        yield _text(place, mark, 18, paint.ink, bold=True)
        return
    x, y = place[0] - 0.24 * REACH, place[1] - 0.3 * REACH
    yield (
        f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(0.24 * REACH)}" ry="{_n(0.16 * REACH)}" '
        f'transform="rotate(-35 {_n(x)} {_n(y)})" fill="#ffffff" fill-opacity="0.55"/>'
    )


def _donut(place: Point, piece: str, paint: Paint, mark: str) -> Iterator[str]:
    """A ring; the line printed on the cell shows through it."""
    yield _circle(place, 0.53 * REACH, f'fill="none" stroke="{paint.edge}" stroke-width="12"')
    yield _circle(place, 0.53 * REACH, f'fill="none" stroke="{paint.fill}" stroke-width="9"')
    if mark:
        yield _text(place, mark, 13, LABEL, bold=True)


def _tower(place: Point, piece: str, paint: Paint, mark: str) -> Iterator[str]:
    """A turret with battlements in the colour of whoever controls it."""
    outline = [*TURRET, *((-x, y) for x, y in reversed(TURRET))]
    points = " ".join(f"{_n(place[0] + x * REACH)},{_n(place[1] + y * REACH)}" for x, y in outline)
    look = f'fill="{paint.fill}" stroke="{paint.edge}" {WIDTH} stroke-linejoin="round"'
    yield f'<polygon {look} points="{points}"/>'
    if mark:
        yield _text((place[0], place[1] + 0.16 * REACH), mark, 17, paint.ink, bold=True)


#: Who draws which piece; any other is a disc with its name on it.
PIECES: Mapping[str, Drawer] = {
    "marble": _marble,
    "donut": _donut,
    "S": _marble,
    "T": _tower,
}


# ---------------------------------------------------------------------- shapes


def _n(value: float) -> str:
    """A number with at most one decimal, and never minus zero."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def _circle(place: Point, radius: float, look: str) -> str:
    return f'<circle cx="{_n(place[0])}" cy="{_n(place[1])}" r="{_n(radius)}" {look}/>'


def _text(place: Point, text: str, size: float, colour: str, bold: bool = False) -> str:
    """A text with the middle of its capitals at `place`."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(place[0])}" y="{_n(place[1] + 0.36 * size)}" font-size="{_n(size)}" '
        f'fill="{colour}"{weight}>{escape(text)}</text>'
    )


def _mark(place: Point, mark: str) -> str:
    x, y = place
    if mark == DOT:
        return _circle(place, 0.26 * REACH, f'fill="{TARGET}" fill-opacity="0.85"')
    if mark == CROSS:
        d = 0.26 * REACH
        arms = f"M{_n(x - d)} {_n(y - d)}L{_n(x + d)} {_n(y + d)}"
        arms += f"M{_n(x - d)} {_n(y + d)}L{_n(x + d)} {_n(y - d)}"
        return f'<path d="{arms}" stroke="{BARRED}" stroke-width="4" stroke-linecap="round"/>'
    return _text(place, mark, 17, TILE_EDGE, bold=True)


def _mixed(first: str, second: str, share: float) -> str:
    """A colour between two, `share` of the way to the second; written ``#rrggbb``."""
    parts = []
    for i in (1, 3, 5):
        one, two = int(first[i : i + 2], 16), int(second[i : i + 2], 16)
        parts.append(f"{round(one + share * (two - one)):02x}")
    return "#" + "".join(parts)


# ---------------------------------------------------------------------- the board's geometry


def _middle(cell: Cell) -> Point:
    """Where a piece lies: the mean of the corners, which need not be the named centre."""
    if not cell.polygon:
        return cell.centre
    count = len(cell.polygon)
    return sum(x for x, _ in cell.polygon) / count, sum(y for _, y in cell.polygon) / count


def _reach(cell: Cell, board: Board) -> float:
    """From the middle of a cell to its nearest edge."""
    if cell.polygon:
        return min(_distance(_middle(cell), edge) for edge in _edges(cell))
    others = [other.centre for other in board.cells if other is not cell]
    return min(dist(cell.centre, centre) for centre in others) / 2


def _edges(cell: Cell) -> Iterator[tuple[Point, Point]]:
    corners = cell.polygon
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _distance(point: Point, edge: tuple[Point, Point]) -> float:
    (x, y), (x1, y1), (x2, y2) = point, *edge
    area = (x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)
    return abs(area) / hypot(x2 - x1, y2 - y1)


def _tiles(board: Board) -> Iterator[Region]:
    return (region for region in board.regions if region.kind == "tile")


def _thick_edges(board: Board) -> Iterator[tuple[Point, Point]]:
    """Edges with one cell only, or with cells of two tiles on their sides."""
    tile = {vertex: region.name for region in _tiles(board) for vertex in region.cells}
    sides: dict[frozenset[Point], list[Cell]] = {}
    edges: dict[frozenset[Point], tuple[Point, Point]] = {}
    for cell in board.cells:
        for edge in _edges(cell) if cell.polygon else ():
            key = frozenset((round(x, 3), round(y, 3)) for x, y in edge)
            sides.setdefault(key, []).append(cell)
            edges.setdefault(key, edge)
    for key, edge in edges.items():
        names = {tile.get(cell.vertex) for cell in sides[key]}
        if len(sides[key]) == 1 or len(names) > 1:
            yield edge


def _lanes(board: Board, axis: int) -> dict[str, float]:
    """For each column letter (axis 0) or row number (1) the x or y of its middle."""
    places: dict[str, list[float]] = {}
    for cell in board.cells:
        name = cell.vertex[1:] if axis else cell.vertex[0]
        extent = [point[axis] for point in cell.polygon or (cell.centre,)]
        places.setdefault(name, []).append((min(extent) + max(extent)) / 2)
    return {name: sum(values) / len(values) for name, values in places.items()}


def _is_aligned(board: Board, reach: float) -> bool:
    """Whether the cells of a column stand above each other, and those of a row side by side."""
    columns, rows = _lanes(board, 0), _lanes(board, 1)
    return all(
        abs(cell.centre[0] - columns[cell.vertex[0]]) < reach
        and abs(cell.centre[1] - rows[cell.vertex[1:]]) < reach
        for cell in board.cells
    )
