"""GORami's words: options, moves, score parts, position fields, and why a move is illegal."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.games.board import Board, Cell, Region
from engine.games.errors import InvalidPosition
from engine.games.game import Game, Option, Refusal, Setup, choice, demand
from engine.games.gorami.board import NAMES, NUMBERS, PASS, SHAPES, SUPPLY
from engine.games.gorami.position import Gorami
from engine.games.position import Position

FIELDS = ("owners", "numbers", "left", "side")


class GoramiGame(Game):
    """The table entry."""

    name = "gorami"
    title = "GORami"
    colours = ("yellow", "blue")
    options = (Option("board", "22", " | ".join(NAMES)),)
    samples = tuple({"board": name} for name in NAMES)
    endgame = 13
    endgame_growth = 3.5

    def build(self, options: Mapping[str, str]) -> "GoramiSetup":
        return GoramiSetup(self, choice(options, "board", NAMES))


class GoramiSetup(Setup):
    """One of the boards."""

    def __init__(self, game: GoramiGame, board: str) -> None:
        self.game = game
        self.shape = SHAPES[board]
        self.supply = SUPPLY[board]
        self.options = {"board": board}
        self.cells = self.shape.cells
        self.width, self.height = self.shape.width, self.shape.height
        self._codes = {self.move_text(move): move for move in range(3 * len(self.cells))}
        self._codes["pass"] = PASS
        self._empty = Gorami(NAMES.index(board))

    def start(self) -> Gorami:
        return cast(Gorami, self._empty.copy())

    def move_text(self, move: int) -> str:
        return "pass" if move == PASS else f"{self.cells[move // 3]}={move % 3 + 1}"

    def move_code(self, text: str) -> int | None:
        return self._codes.get(text)

    def why_not(self, position: Position, move: int) -> Refusal:
        gorami = cast(Gorami, position)
        if move == PASS:
            return Refusal("G9", "You may not pass, because you can place a disc.")
        field, number = move // 3, move % 3 + 1
        if gorami.owners()[field]:
            return Refusal("G7", f"{self.cells[field]} is not empty.")
        if not gorami.supplies(gorami.seat_to_move())[number - 1]:
            return Refusal("G6", f"You have no disc with the number {number} left.")
        numbers = gorami.numbers()
        near = next(n for n in self.shape.neighbours[field] if numbers[n] == number)
        return Refusal(
            "G7",
            f"{self.cells[near]} next to {self.cells[field]} has the number {number} already.",
        )

    def board(self, position: Position) -> Board:
        gorami = cast(Gorami, position)
        owners, numbers = gorami.owners(), gorami.numbers()
        cells = tuple(self._cell(n, owners[n], numbers[n]) for n in range(len(self.cells)))
        return Board(cells, self._stripes(owners, numbers))

    def _cell(self, field: int, owner: int, number: int) -> Cell:
        return Cell(
            self.cells[field],
            self.shape.centre(field),
            self.shape.outline(field),
            tuple(self.cells[near] for near in self.shape.neighbours[field]),
            "^" if self.shape.up[field] else "v",
            owner,
            str(number) if owner else "",
        )

    def _stripes(self, owners: list[int], numbers: list[int]) -> tuple[Region, ...]:
        regions = []
        for name, fields in self.shape.stripes.items():
            yellow, blue = (sum(numbers[f] for f in fields if owners[f] == seat) for seat in (1, 2))
            owner = 1 if yellow > blue else 2 if blue > yellow else 0
            regions.append(Region("stripe", name, tuple(self.cells[f] for f in fields), owner))
        return tuple(regions)

    def parts(self, position: Position, seat: int) -> Mapping[str, str]:
        gorami = cast(Gorami, position)
        return {
            "stripes": str(gorami.totals()[seat - 1]),
            "middle": str(gorami.middle_sum(seat - 1)),
            "discs": _listed(gorami.supplies(seat - 1)),
        }

    def reason(self, position: Position) -> str:
        gorami = cast(Gorami, position)
        full = all(gorami.owners())
        end = "the board is full (G10)" if full else "neither side can place a disc (G10)"
        yellow, blue = gorami.totals()
        result = f"{end}; {yellow} to {blue} stripes (G12)"
        if yellow != blue:
            return result
        return f"{result}, {gorami.middle_sum(0)} to {gorami.middle_sum(1)} in the middle (G12)"

    # ------------------------------------------------------------------ positions as text

    def fields(self, position: Position) -> Mapping[str, str]:
        gorami = cast(Gorami, position)
        return {
            "owners": self._rows(gorami.owners()),
            "numbers": self._rows(gorami.numbers()),
            "left": "/".join(_listed(gorami.supplies(seat)) for seat in (0, 1)),
            "side": str(gorami.seat_to_move() + 1),
        }

    def _rows(self, marks: Sequence[int]) -> str:
        """One character per place of the box, top row first, '.' where there is no mark."""
        found = {place: str(mark) for place, mark in zip(self.shape.places, marks, strict=True)}
        rows = (
            "".join(found.get((x, y), "0") for x in range(self.width))
            for y in reversed(range(self.height))
        )
        return "/".join(rows).replace("0", ".")

    def rebuild(self, fields: Mapping[str, str]) -> Gorami:
        words = demand(fields, FIELDS)
        owners = self._marks("owners", words["owners"], "12")
        numbers = self._marks("numbers", words["numbers"], "123")
        self._check_discs(owners, numbers)
        left = self._left(words["left"])
        self._check_supplies(numbers, left)
        self._check_free_discs(owners, numbers, left)
        if words["side"] not in ("1", "2"):
            raise InvalidPosition(f"side={words['side']}: 1 or 2 expected")
        position = self.start()
        discs = [
            (owner - 1, 3 * field + numbers[field] - 1)
            for field, owner in enumerate(owners)
            if owner
        ]
        position.lay(discs, left, int(words["side"]) - 1)
        self._check_turns(position, left)
        return position

    def _marks(self, name: str, text: str, known: str) -> list[int]:
        """The numbers that a field of rows has for each cell, 0 for '.'."""
        rows = text.split("/")
        if [len(row) for row in rows] != [self.width] * self.height:
            raise InvalidPosition(f"{name}= must be {self.height} rows of {self.width}")
        marks = [rows[self.height - 1 - y][x] for x, y in self.shape.places]
        outside = sum(map(len, rows)) - text.count(".") - len(marks) + marks.count(".")
        if outside or not set(marks) <= {".", *known}:
            raise InvalidPosition(
                f"{name}= has {', '.join(known)} or '.' for a field and '.' for no field"
            )
        return [0 if mark == "." else int(mark) for mark in marks]

    def _check_discs(self, owners: list[int], numbers: list[int]) -> None:
        """Every disc has an owner and a number that no neighbour has (G7)."""
        for field, name in enumerate(self.cells):
            if (owners[field] == 0) != (numbers[field] == 0):
                raise InvalidPosition(f"{name} must be in both or in none of owners=, numbers=")
            for near in self.shape.neighbours[field]:
                if numbers[field] and numbers[field] == numbers[near]:
                    raise InvalidPosition(
                        f"{name} and {self.cells[near]} are neighbours and cannot both have the "
                        f"number {numbers[field]} (G7)"
                    )

    def _left(self, text: str) -> list[list[int]]:
        """The supplies of both seats in a ``left`` field."""
        seats = [seat.split(",") for seat in text.split("/")]
        counts = {str(count) for count in range(self.supply + 1)}
        if [len(seat) for seat in seats] != [3, 3] or not counts.issuperset(seats[0] + seats[1]):
            raise InvalidPosition(
                f"left={text}: the discs left of 1, 2 and 3, yellow's and blue's, expected as "
                f"a,b,c/a,b,c, each from 0 to {self.supply}"
            )
        return [[int(count) for count in seat] for seat in seats]

    def _check_supplies(self, numbers: list[int], left: list[list[int]]) -> None:
        """Every disc is on the board or in a supply (C5, G6)."""
        for number, yellow, blue in zip(NUMBERS, *left, strict=True):
            placed = numbers.count(number)
            if placed + yellow + blue != 2 * self.supply:
                raise InvalidPosition(
                    f"number {number}: {placed} on the board, {yellow} and {blue} left, but "
                    f"there are {2 * self.supply} (G6)"
                )

    def _check_free_discs(
        self, owners: list[int], numbers: list[int], left: list[list[int]]
    ) -> None:
        """A disc with an empty neighbour is still its first owner's (G8)."""
        free = [
            (owners[field], numbers[field])
            for field, neighbours in enumerate(self.shape.neighbours)
            if any(not owners[near] for near in neighbours)
        ]
        for seat, colour in enumerate(self.colours, start=1):
            for number in NUMBERS:
                placed = self.supply - left[seat - 1][number - 1]
                if free.count((seat, number)) > placed:
                    raise InvalidPosition(
                        f"{colour} has {free.count((seat, number))} discs of number {number} "
                        f"with an empty neighbour, but has placed only {placed} (G8)"
                    )

    def _check_turns(self, position: Gorami, left: list[list[int]]) -> None:
        """The seats have moved in turn, and only one that can place no more has passed (G9)."""
        ahead = sum(left[1]) - sum(left[0]) - position.seat_to_move()
        for seat, passes in ((0, -ahead), (1, ahead)):
            if passes > 0 and position.can_place(seat):
                raise InvalidPosition(
                    f"left= and side= mean that {self.colours[seat]} has passed {passes} times, "
                    f"but {self.colours[seat]} can place a disc (G9)"
                )


def _listed(counts: Sequence[int]) -> str:
    return ",".join(map(str, counts))
