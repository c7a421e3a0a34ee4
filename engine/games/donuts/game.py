"""Donuts' words: options, moves, score parts, position fields, and why a move is illegal."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.games.board import Board, Cell, square
from engine.games.donuts import fields as texts
from engine.games.donuts.board import (
    GLYPHS,
    HOUSE_FACES,
    NUMBERS,
    SIDE,
    VERTICES,
    WORDS,
    Layout,
    Tile,
    neighbours,
    random_layout,
    read_layout,
)
from engine.games.donuts.position import Donuts
from engine.games.game import Game, Option, Refusal, Setup, seed
from engine.games.position import Position
from engine.games.randomness import Dice


class DonutsGame(Game):
    """The table entry."""

    name = "donuts"
    title = "Donuts"
    colours = texts.COLOURS
    tactical = True
    endgame = 22
    options = (
        Option("layout", "random", "random | six rows of six of H V S B"),
        Option("seed", "", "whole number, for a random layout", recorded=False),
    )
    samples = (
        {"seed": "1"},
        {"seed": "2"},
        {"layout": "VVSBHH/BSVVBB/BVVVBH/HVHSHS/BBBBBV/SHHVBV"},
        {"layout": "HHHHHH/HHHHHH/HHHHHH/VVVVVV/VVVVVV/VVVVVV"},
    )

    def __init__(self, faces: Sequence[Tile] = HOUSE_FACES) -> None:
        """`faces` are the tiles of random layouts, at least four, as ``read_faces`` gives."""
        self.faces = faces

    def build(self, options: Mapping[str, str]) -> "DonutsSetup":
        dice = Dice(seed(options))
        if options["layout"].lower() == "random":
            return DonutsSetup(self, random_layout(dice, self.faces))
        return DonutsSetup(self, read_layout(options["layout"]))


class DonutsSetup(Setup):
    """A board with its printed lines."""

    def __init__(self, game: DonutsGame, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.options = {"layout": layout.text}
        self.cells = tuple(VERTICES.values())
        self.width = self.height = SIDE
        self._numbers = {name: number for number, name in VERTICES.items()}
        self._empty = Donuts(layout)

    def start(self) -> Donuts:
        return cast(Donuts, self._empty.copy())

    def move_text(self, move: int) -> str:
        return VERTICES[move]

    def move_code(self, text: str) -> int | None:
        return self._numbers.get(text)

    def why_not(self, position: Position, move: int) -> Refusal:
        donuts = cast(Donuts, position)
        if texts.owner(donuts.donuts(), move):
            return Refusal("D5", f"{VERTICES[move]} is not empty.")
        last = cast(int, donuts.last_cell())
        line = WORDS[self.layout.letter[last]]
        return Refusal(
            "D5",
            f"{VERTICES[move]} is not on the {line} line through the opponent's last donut, "
            f"{VERTICES[last]}, which still has an empty cell.",
        )

    def board(self, position: Position) -> Board:
        boards = cast(Donuts, position).donuts()
        return Board(tuple(self._cell(number, texts.owner(boards, number)) for number in NUMBERS))

    def _cell(self, number: int, owner: int) -> Cell:
        x, y = number & 7, number >> 3
        return Cell(
            VERTICES[number],
            (x, y),
            square(x, y),
            tuple(VERTICES[near] for near in neighbours(number)),
            GLYPHS[self.layout.letter[number]],
            owner,
            "donut" if owner else "",
        )

    def parts(self, position: Position, seat: int) -> Mapping[str, str]:
        donuts = cast(Donuts, position)
        five = donuts.is_won_by_five() and donuts.seat_to_move() + 1 != seat
        return {
            "group": str(position.totals()[seat - 1]),
            "five": str(int(five)),
            "placed": str((position.ply + 2 - seat) // 2),
        }

    def reason(self, position: Position) -> str:
        if cast(Donuts, position).is_won_by_five():
            return f"{self.colours[1 - position.seat_to_move()]} has five in a row (D8)"
        chocolate, vanilla = position.totals()
        return f"all 30 donuts are placed (D9); largest groups {chocolate} to {vanilla} (D10)"

    def fields(self, position: Position) -> Mapping[str, str]:
        return texts.write(cast(Donuts, position))

    def rebuild(self, fields: Mapping[str, str]) -> Donuts:
        return texts.read(self.layout, fields)
