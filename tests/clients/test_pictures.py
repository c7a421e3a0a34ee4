"""Pictures of boards: complete, well-formed, within their frame, for every game of the table."""

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

import pytest

from clients.pictures import CROSS, DOT, NOBODY, PAINTS, svg
from engine.games.board import Board, Cell, Region, square
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import samples

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def positions(name: str, options: Mapping[str, str]) -> Iterator[State]:
    """The empty board, and a random game in the middle and at its end."""
    state = State(GAMES[name].setup(options))
    yield state
    dice = Dice(5)
    while state.seat is not None:
        state.play(dice.choice(state.legal_moves()))
        if len(state.history) == 17:
            yield state
    yield state


def drawn(state: State, marks: Mapping[str, str] | None = None) -> ElementTree.Element:
    """The picture of a state with its last move, parsed."""
    moves = [played.text for played in state.history if played.text != "pass"]
    last = moves[-1].partition("=")[0] if moves else ""
    text = svg(state.board(), state.setup.colours, "A & B <C>", last, marks or {})
    return ElementTree.fromstring(text)


def numbers(text: str | None) -> list[float]:
    return [float(number) for number in NUMBER.findall(text or "")]


def corners(shape: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """Points that bound a shape; a text by its middle and the height of its letters."""
    get = {name: numbers(value) for name, value in shape.attrib.items()}
    tag = shape.tag.removeprefix(SVG)
    if tag in ("circle", "ellipse"):
        rx, ry = (get[name][0] for name in (("r", "r") if tag == "circle" else ("rx", "ry")))
        (x,), (y,) = get["cx"], get["cy"]
        yield from ((x - rx, y - ry), (x + rx, y + ry))
    elif tag == "line":
        yield from ((get["x1"][0], get["y1"][0]), (get["x2"][0], get["y2"][0]))
    elif tag == "text":
        (x,), (y,), (size,) = get["x"], get["y"], get["font-size"]
        half = 0.35 * size * len(shape.text or "")
        yield from ((x - half, y - 0.8 * size), (x + half, y + 0.2 * size))
    elif tag in ("polygon", "path"):
        values = get["points" if tag == "polygon" else "d"]
        yield from zip(values[::2], values[1::2], strict=True)


@pytest.mark.parametrize(("name", "options"), list(samples()))
def test_every_cell_and_piece_is_there(name: str, options: Mapping[str, str]) -> None:
    for state in positions(name, options):
        picture = drawn(state)
        cells = state.board().cells
        shown = [shape.get("data-cell") for shape in picture.iter() if shape.get("data-cell")]
        assert shown == [cell.vertex for cell in cells]
        groups = {group.get("data-piece"): group for group in picture.iter(f"{SVG}g")}
        assert set(groups) == {cell.vertex for cell in cells if cell.piece}
        for cell in cells:
            if cell.piece:
                check_piece(groups[cell.vertex], cell, state.setup.colours)


def check_piece(group: ElementTree.Element, cell: Cell, colours: tuple[str, ...]) -> None:
    """The piece has its kind, its owner's colour and, if it is a number, its number."""
    paint = PAINTS[colours[cell.owner - 1]] if cell.owner else NOBODY
    assert group.get("class") == cell.piece
    looks = {value for shape in group.iter() for value in shape.attrib.values()}
    assert paint.fill in looks
    if cell.piece.isdigit():
        assert [text.text for text in group.iter(f"{SVG}text")] == [cell.piece]


@pytest.mark.parametrize(("name", "options"), list(samples()))
def test_nothing_lies_outside_the_frame(name: str, options: Mapping[str, str]) -> None:
    for state in positions(name, options):
        picture = drawn(state, dict.fromkeys(state.setup.cells[::2], DOT))
        left, top, width, height = numbers(picture.get("viewBox"))
        assert (left, top) == (0, 0)
        assert (numbers(picture.get("width")), numbers(picture.get("height"))) == (
            [width],
            [height],
        )
        points = [point for shape in picture.iter() for point in corners(shape)]
        assert points
        assert all(2 <= x <= width - 2 and 2 <= y <= height - 2 for x, y in points)


@pytest.mark.parametrize(("name", "options"), list(samples()))
def test_every_cell_can_be_named(name: str, options: Mapping[str, str]) -> None:
    """By its own name, or by the letter of its column and the number of its row."""
    setup = GAMES[name].setup(options)
    texts = {text.text for text in drawn(State(setup)).iter(f"{SVG}text")}
    for cell in setup.cells:
        assert cell in texts or {cell[0], cell[1:]} <= texts


@pytest.mark.parametrize("name", GAMES)
def test_every_colour_of_a_game_has_a_paint_of_its_own(name: str) -> None:
    paints = [PAINTS[colour] for colour in GAMES[name].colours]
    assert len(set(paints)) == len(paints)


def two_cells(*regions: Region) -> Board:
    """``A1`` with a marble of seat 1 and ``B1``, empty."""
    left = Cell("A1", (0, 0), square(0, 0), ("B1",), "/", 1, "marble")
    return Board((left, Cell("B1", (1, 0), square(1, 0), ("A1",))), regions)


def thick(board: Board) -> int:
    """How many edges are drawn thick."""
    picture = ElementTree.fromstring(svg(board, ("red",)))
    return sum((path.get("d") or "").count("M") for path in picture.iter(f"{SVG}path"))


def test_borders_between_tiles_are_thick() -> None:
    assert thick(two_cells()) == 6
    assert thick(two_cells(Region("tile", "A", ("A1", "B1")))) == 6
    assert thick(two_cells(Region("tile", "A", ("A1",)), Region("tile", "B", ("B1",)))) == 7
    assert thick(two_cells(Region("stripe", "1", ("A1",)))) == 6


def test_title_is_escaped_and_marks_are_drawn() -> None:
    text = svg(two_cells(), ("red",), "<&>", "A1", {"A1": "7", "B1": CROSS})
    picture = ElementTree.fromstring(text)
    assert picture.findtext(f"{SVG}title") == "<&>"
    assert "7" in [each.text for each in picture.iter(f"{SVG}text")]
    plain = svg(two_cells(), ("red",))
    assert len(ElementTree.fromstring(plain).findall(f"{SVG}path")) == 1
    assert len(picture.findall(f"{SVG}path")) == 2


def test_printed_lines_are_drawn() -> None:
    assert svg(two_cells(), ("red",)).count("<line") == 1


def test_unknown_colours_and_pieces_are_drawn_too() -> None:
    board = Board((Cell("A1", (0, 0), (), ("B1",), "", 1, "X"), Cell("B1", (1, 0), (), ("A1",))))
    picture = ElementTree.fromstring(svg(board, ("mauve",)))
    assert "X" in [each.text for each in picture.iter(f"{SVG}text")]
