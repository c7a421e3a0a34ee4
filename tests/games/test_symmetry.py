"""Turning or mirroring the board changes nothing but names.

GORami 16 has 4 symmetries, 22 has 6, 24 has 12, the hexagon of Siege Stones 12; Kulami and
Donuts have the 8 of the square if the layout is turned along.
"""

from collections.abc import Callable, Iterator, Mapping

import pytest

from engine.games.gorami import board as gorami
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.siege_stones import board as siege_stones
from engine.games.state import State
from tests.games.support import samples

Rename = Callable[[str], str]
Image = tuple[dict[str, str], Rename]

QUARTER_TURN = {"H": "V", "V": "H", "S": "B", "B": "S"}
MIRROR = {"H": "H", "V": "V", "S": "B", "B": "S"}


def turn_rows(rows: list[str]) -> list[str]:
    """The rows a quarter turn clockwise."""
    return ["".join(column) for column in zip(*reversed(rows), strict=True)]


def mirror_rows(rows: list[str]) -> list[str]:
    """The rows with left and right exchanged."""
    return [row[::-1] for row in rows]


def square_images(setup_options: Mapping[str, str], lines: bool) -> Iterator[Image]:
    """The 8 images of a layout of rows; with `lines` the letters are printed lines and turn."""
    rows = setup_options["layout"].split("/")
    names = [[f"{x},{y}" for x in range(len(rows[0]))] for y in range(len(rows))]
    for mirrored in (False, True):
        for turns in range(4):
            text, places = list(rows), [list(row) for row in names]
            if mirrored:
                text = mirror_rows([translate(row, MIRROR) if lines else row for row in text])
                places = [row[::-1] for row in places]
            for _ in range(turns):
                turned = [translate(row, QUARTER_TURN) if lines else row for row in text]
                text = turn_rows(turned)
                places = [list(column) for column in zip(*reversed(places), strict=True)]
            yield {**setup_options, "layout": "/".join(text)}, renaming(rows, places)


def translate(row: str, table: Mapping[str, str]) -> str:
    return "".join(table[letter] for letter in row)


def renaming(rows: list[str], places: list[list[str]]) -> Rename:
    """From a vertex of the layout `rows` to where `places` says that it went."""
    columns = "ABCDEFGHJK"
    height, new_height = len(rows), len(places)
    went = {
        place: f"{columns[x]}{new_height - y}"
        for y, row in enumerate(places)
        for x, place in enumerate(row)
    }

    def rename(move: str) -> str:
        return went[f"{columns.index(move[0])},{height - int(move[1:])}"]

    return rename


def permuted(setup_options: Mapping[str, str], cells: list[str], order: list[int]) -> Image:
    """An image that only renames cells: cell `i` goes to cell ``order[i]``."""
    went = {cell: cells[order[i]] for i, cell in enumerate(cells)}

    def rename(move: str) -> str:
        cell, equals, piece = move.partition("=")
        return went.get(cell, cell) + equals + piece

    return dict(setup_options), rename


def images(state: State) -> list[Image]:
    """All symmetric images of a state's setup."""
    options, cells = state.setup.options, list(state.setup.cells)
    name = state.setup.game.name
    if name in ("kulami", "donuts"):
        return list(square_images(options, lines=name == "donuts"))
    if name == "gorami":
        orders = gorami.symmetries(int(options["board"]))
    else:
        assert name == "siege_stones", f"say what the symmetries of {name} are"
        orders = siege_stones.symmetries()
    return [permuted(options, cells, order) for order in orders]


NUMBER = {"kulami": 8, "donuts": 8, "siege_stones": 12}
GORAMI_NUMBER = {"16": 4, "22": 6, "24": 12}


@pytest.mark.parametrize(("name", "options"), samples())
def test_symmetry(name: str, options: Mapping[str, str]) -> None:
    state = State(GAMES[name].setup(options))
    found = images(state)
    assert len(found) == (
        GORAMI_NUMBER[state.setup.options["board"]] if name == "gorami" else NUMBER[name]
    )
    states = [State(GAMES[name].setup(image)) for image, _ in found]
    dice = Dice(3)
    while state.seat is not None:
        move = dice.choice(state.legal_moves())
        for other, (_, rename) in zip(states, found, strict=True):
            same_up_to_names(state, other, rename)
            other.play(rename(move))
        state.play(move)
    for other, (_, rename) in zip(states, found, strict=True):
        same_up_to_names(state, other, rename)
        assert other.outcome() == state.outcome()


def same_up_to_names(state: State, other: State, rename: Rename) -> None:
    """Legal moves, owners and scores agree when cells are renamed."""
    assert sorted(map(rename, state.legal_moves())) == other.legal_moves()
    assert state.scores() == other.scores()
    there = {cell.vertex: (cell.owner, cell.piece) for cell in other.board().cells}
    for cell in state.board().cells:
        assert there[rename(cell.vertex)] == (cell.owner, cell.piece)
    if state.setup.seats == 2:
        assert value_by_hand(state) == value_by_hand(other)


def value_by_hand(state: State) -> int:
    """The value without a network: those are learned for one way to hold the board."""
    position = state.position.copy()
    position.value_quickly()
    return position.value()
