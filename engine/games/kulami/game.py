"""Kulami's words: options, moves, score parts, position fields, and why a move is illegal."""

from collections.abc import Mapping
from typing import cast

from engine.games.board import Board, Cell, Point, Region, square
from engine.games.errors import InvalidOption, InvalidPosition
from engine.games.game import Game, Option, Refusal, Setup, choice, demand, seed
from engine.games.kulami.board import LETTERS, MARBLES, NAMED, SCORING, Layout, read_layout
from engine.games.kulami.position import Kulami
from engine.games.kulami.random_boards import random_irregular, random_square
from engine.games.position import Position
from engine.games.randomness import Dice

RANDOM = {"8x8": random_square, "irregular": random_irregular}
FIELDS = ("marbles", "last", "previous")


class KulamiGame(Game):
    """The table entry."""

    name = "kulami"
    title = "Kulami"
    colours = ("red", "black")
    options = (
        Option("scoring", "standard", " | ".join(SCORING)),
        Option("layout", "R8", f"{' | '.join(NAMED)} | {' | '.join(RANDOM)} | rows"),
        Option("seed", "", "whole number, for a random layout", recorded=False),
    )
    samples = (
        *({"layout": name} for name in NAMED),
        *({"layout": "R9", "scoring": scoring} for scoring in SCORING if scoring != "standard"),
        {"layout": "8x8", "seed": "1", "scoring": "both"},
        {"layout": "irregular", "seed": "1", "scoring": "both"},
    )
    endgame = 20
    endgame_growth = 1.5

    def build(self, options: Mapping[str, str]) -> "KulamiSetup":
        scoring = choice(options, "scoring", tuple(SCORING))
        dice = Dice(seed(options))
        name = options["layout"]
        if name.lower() in RANDOM:
            layout = RANDOM[name.lower()](dice)
        elif name.upper() in NAMED:
            layout = read_layout(NAMED[name.upper()])
        elif "/" in name:
            layout = read_layout(name)
        else:
            known = ", ".join([*NAMED, *RANDOM])
            raise InvalidOption("layout", f"one of {known}, or rows expected, not {name!r}")
        return KulamiSetup(self, layout, scoring)


class KulamiSetup(Setup):
    """A board of 17 tiles and a scoring mode."""

    def __init__(self, game: KulamiGame, layout: Layout, scoring: str) -> None:
        self.game = game
        self.layout = layout
        self.modes = SCORING[scoring]
        self.options = {"scoring": scoring, "layout": layout.text}
        self.cells = layout.cells
        self.width, self.height = layout.width, layout.height
        self._numbers = {name: number for number, name in enumerate(layout.cells)}
        self._empty = Kulami(layout, self.modes)
        self._fixed = [self._fixed_part(number) for number in range(len(self.cells))]
        self._tile_cells = [
            tuple(self.cells[n] for n, own in enumerate(layout.tile) if own == tile)
            for tile in range(len(LETTERS))
        ]

    def start(self) -> Kulami:
        return cast(Kulami, self._empty.copy())

    def move_text(self, move: int) -> str:
        return self.cells[move]

    def move_code(self, text: str) -> int | None:
        return self._numbers.get(text)

    def why_not(self, position: Position, move: int) -> Refusal:
        kulami = cast(Kulami, position)
        last, *older = kulami.last_moves()
        if kulami.owners()[move]:
            return Refusal("K5", f"{self.cells[move]} is not empty.")
        here, there = self.layout.squares[move], self.layout.squares[last]
        if here[0] != there[0] and here[1] != there[1]:
            return Refusal(
                "K5",
                f"{self.cells[move]} is neither in the row nor in the column of the "
                f"opponent's last marble, {self.cells[last]}.",
            )
        whose = "the opponent's" if self.layout.tile[move] == self.layout.tile[last] else "your"
        marble = last if whose != "your" else older[0]
        return Refusal(
            "K6", f"{self.cells[move]} is on the tile of {whose} last marble, {self.cells[marble]}."
        )

    def board(self, position: Position) -> Board:
        owners = cast(Kulami, position).owners()
        cells = (
            Cell(*fixed, owner, "marble" if owner else "")
            for fixed, owner in zip(self._fixed, owners, strict=True)
        )
        return Board(tuple(cells), self._tiles(owners))

    def _fixed_part(
        self, number: int
    ) -> tuple[str, Point, tuple[Point, ...], tuple[str, ...], str]:
        """What never changes about a cell, in the order of ``Cell``."""
        x, y = self.layout.squares[number]
        near = tuple(self.cells[other] for other in self.layout.neighbours[number])
        return self.cells[number], (x, y), square(x, y), near, LETTERS[self.layout.tile[number]]

    def _tiles(self, owners: list[int]) -> tuple[Region, ...]:
        leads = [0] * len(LETTERS)
        for tile, owner in zip(self.layout.tile, owners, strict=True):
            leads[tile] += (owner == 1) - (owner == 2)
        return tuple(
            Region("tile", letter, self._tile_cells[tile], 1 if lead > 0 else 2 if lead < 0 else 0)
            for tile, (letter, lead) in enumerate(zip(LETTERS, leads, strict=True))
        )

    def parts(self, position: Position, seat: int) -> Mapping[str, str]:
        counted = cast(Kulami, position).points(seat - 1)
        return dict(zip(("tiles", "area", "lines"), map(str, counted), strict=True))

    def reason(self, position: Position) -> str:
        if position.ply == 56:
            end = "all 56 marbles are placed (K8)"
        else:
            end = f"{self.colours[position.seat_to_move()]} has no legal cell (K8)"
        red, black = position.totals()
        return f"{end}; {red} to {black} points (K13)"

    def fields(self, position: Position) -> Mapping[str, str]:
        kulami = cast(Kulami, position)
        owners = {self.cells[n]: str(owner) for n, owner in enumerate(kulami.owners()) if owner}
        last = [self.cells[cell] for cell in kulami.last_moves()]
        last += ["none"] * (2 - len(last))
        return {"marbles": self._rows(owners), "last": last[0], "previous": last[1]}

    def _rows(self, marks: Mapping[str, str]) -> str:
        """One character per square of the box, top row first, '.' where there is no mark."""
        names = {xy: self.cells[n] for n, xy in enumerate(self.layout.squares)}
        rows = (
            "".join(marks.get(names.get((x, y), ""), ".") for x in range(self.width))
            for y in reversed(range(self.height))
        )
        return "/".join(rows)

    def rebuild(self, fields: Mapping[str, str]) -> Kulami:
        words = demand(fields, FIELDS)
        red, black = self._marbles(words["marbles"])
        if len(red) - len(black) not in (0, 1) or len(red) > MARBLES:
            raise InvalidPosition(
                f"marbles= has {len(red)} red and {len(black)} black ones; red has as many as "
                f"black or one more, and nobody more than {MARBLES}"
            )
        seats = [red, black] if len(red) > len(black) else [black, red]
        recent = []
        for name, cells in zip(("last", "previous"), seats, strict=True):
            recent.append(self._recent(name, words[name], cells))
        if recent[1] and self._tile(recent[0]) == self._tile(recent[1]):
            raise InvalidPosition(f"last= and previous= are on one tile, {recent[0]}: see K6")
        position = self.start()
        position.fill(self._order(red, black, recent))
        return position

    def _tile(self, name: str) -> int:
        return self.layout.tile[self._numbers[name]]

    def _marbles(self, text: str) -> tuple[list[str], list[str]]:
        """The red and the black cells of a ``marbles`` field."""
        rows = text.split("/")
        if [len(row) for row in rows] != [self.width] * self.height:
            raise InvalidPosition(f"marbles= must be {self.height} rows of {self.width}")
        found: dict[str, list[str]] = {"1": [], "2": []}
        for number, (x, y) in enumerate(self.layout.squares):
            mark = rows[self.height - 1 - y][x]
            if mark != ".":
                found.setdefault(mark, []).append(self.cells[number])
        marks = set(text) - set("./")
        if len(found) > 2 or sum(map(len, found.values())) != sum(map(text.count, marks)):
            raise InvalidPosition("marbles= has 1, 2 or '.' for a cell and '.' for a gap")
        return found["1"], found["2"]

    def _recent(self, field: str, word: str, cells: list[str]) -> str:
        """The cell of a last marble, one of `cells`; empty if there is none."""
        if not cells and word.lower() == "none":
            return ""
        if word.upper() not in cells:
            right = f"one of {', '.join(cells)}" if cells else "none"
            raise InvalidPosition(f"{field}={word}: {right} expected")
        return word.upper()

    def _order(self, red: list[str], black: list[str], recent: list[str]) -> list[int]:
        """An order of placing the marbles that ends with the recent ones."""
        late = [name for name in reversed(recent) if name]
        queues = [[name for name in cells if name not in late] for cells in (red, black)]
        early = len(red) + len(black) - len(late)
        order = [queues[i % 2].pop() for i in range(early)]
        return [self._numbers[name] for name in order + late]
