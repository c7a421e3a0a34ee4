"""GORami by the letter of the rules (G1 to G12)."""

from __future__ import annotations

from collections.abc import Mapping

from .common import Cell, Oracle, cell_of, check_options, vertex

#: The three boards, copied from the pictures (G1), top row first.
PICTURES: dict[str, tuple[str, ...]] = {
    "16": (
        ". ^ v ^ .",
        "^ v ^ v ^",
        "v ^ v ^ v",
        ". v ^ v .",
    ),
    "22": (
        ". . ^ v ^ . .",
        ". ^ v ^ v ^ .",
        "^ v ^ v ^ v ^",
        "v ^ v ^ v ^ v",
    ),
    "24": (
        ". ^ v ^ v ^ .",
        "^ v ^ v ^ v ^",
        "v ^ v ^ v ^ v",
        ". v ^ v ^ v .",
    ),
}

#: How many discs of each number a player has (G6).
SUPPLY = {"16": 3, "22": 4, "24": 4}

NUMBERS = (1, 2, 3)
SEATS = (1, 2)

#: A corner of a field: steps of half a side to the right, steps of one row up.
Corner = tuple[int, int]
#: Owner and number of a disc.
Disc = tuple[int, int]


def fields(board: str) -> dict[Cell, str]:
    """Every field of a board and where it points, `^` or `v` (G1)."""
    found: dict[Cell, str] = {}
    picture = PICTURES[board]
    for down, line in enumerate(picture):
        for across, mark in enumerate(line.split()):
            if mark != ".":
                found[(across + 1, len(picture) - down)] = mark
    return found


def neighbours(board: str) -> dict[Cell, set[Cell]]:
    """The fields that share an edge with each field (G3)."""
    found = fields(board)
    near: dict[Cell, set[Cell]] = {}
    for (column, row), mark in found.items():
        beyond_base = (column, row - 1) if mark == "^" else (column, row + 1)
        candidates = {(column - 1, row), (column + 1, row), beyond_base}
        near[(column, row)] = {cell for cell in candidates if cell in found}
    return near


def corners(cell: Cell, mark: str) -> set[Corner]:
    """The three corners of a field in the plane (G1).

    Fields of one row overlap by half a side, so column c is centred c half sides from the left;
    row r lies between the heights r-1 and r.
    """
    column, row = cell
    if mark == "^":
        return {(column - 1, row - 1), (column + 1, row - 1), (column, row)}
    return {(column - 1, row), (column + 1, row), (column, row - 1)}


def edge_direction(one: set[Corner], two: set[Corner]) -> str:
    """The direction of the edge between two neighbours given by their corners: `-`, `/`, `\\`."""
    (_, left_height), (_, right_height) = sorted(one & two)
    if left_height == right_height:
        return "-"
    return "/" if left_height < right_height else "\\"


def stripes(board: str) -> list[set[Cell]]:
    """All stripes: rows, then rising, then falling ones (G4).

    A stripe lies between two neighbouring parallel lines. Walking along it one never crosses an
    edge of that direction, only edges of the other two.
    """
    found = fields(board)
    near = neighbours(board)
    result: list[set[Cell]] = []
    for bounding in ("-", "/", "\\"):
        unseen = sorted(found)
        while unseen:
            start = unseen[0]
            stripe = {start}
            waiting = [start]
            while waiting:
                here = waiting.pop()
                for there in near[here]:
                    direction = edge_direction(
                        corners(here, found[here]), corners(there, found[there])
                    )
                    if direction != bounding and there not in stripe:
                        stripe.add(there)
                        waiting.append(there)
            result.append(stripe)
            unseen = [cell for cell in unseen if cell not in stripe]
    return result


def middle(board: str) -> set[Cell]:
    """The fields without contact to the border, not even by a corner (G5).

    A point is inside the board if all six triangles around it are fields.
    """
    found = fields(board)
    meeting: dict[Corner, int] = {}
    for cell, mark in found.items():
        for corner in corners(cell, mark):
            meeting[corner] = meeting.get(corner, 0) + 1
    inner = set()
    for cell, mark in found.items():
        if all(meeting[corner] == 6 for corner in corners(cell, mark)):
            inner.add(cell)
    return inner


def stripe_takers(board: str, discs: Mapping[Cell, Disc]) -> list[int]:
    """For every stripe the seat that takes it, 0 for nobody (G11)."""
    takers = []
    for stripe in stripes(board):
        sums = dict.fromkeys(SEATS, 0)
        for cell in stripe:
            if cell in discs:
                owner, number = discs[cell]
                sums[owner] += number
        if sums[1] > sums[2]:
            takers.append(1)
        elif sums[2] > sums[1]:
            takers.append(2)
        else:
            takers.append(0)
    return takers


def score_board(board: str, discs: Mapping[Cell, Disc]) -> dict[int, dict[str, int]]:
    """Per seat: stripes taken and the sum of the own numbers in the middle (G11, G12)."""
    takers = stripe_takers(board, discs)
    inner = middle(board)
    parts: dict[int, dict[str, int]] = {}
    for seat in SEATS:
        total = 0
        for cell in inner:
            if cell in discs and discs[cell][0] == seat:
                total += discs[cell][1]
        parts[seat] = {"stripes": takers.count(seat), "middle": total}
    return parts


def placements(
    board: str, discs: Mapping[Cell, Disc], supply: Mapping[int, int]
) -> set[tuple[Cell, int]]:
    """The fields and numbers that a player with this supply may place (G7)."""
    near = neighbours(board)
    allowed = set()
    for cell in fields(board):
        if cell in discs:
            continue
        taken = {discs[other][1] for other in near[cell] if other in discs}
        for number in NUMBERS:
            if supply[number] > 0 and number not in taken:
                allowed.add((cell, number))
    return allowed


def captures(board: str, discs: Mapping[Cell, Disc], placed: Cell) -> set[Cell]:
    """The discs turned by the one just placed, which `discs` already contains (G8)."""
    near = neighbours(board)
    mover = discs[placed][0]
    turned = set()
    for cell in near[placed]:
        if cell not in discs or discs[cell][0] == mover:
            continue
        if all(other in discs for other in near[cell]):
            turned.add(cell)
    return turned


class Gorami(Oracle):
    """A game of GORami."""

    seats = 2

    def __init__(self, options: Mapping[str, str]) -> None:
        """The empty board with full supplies (G1, G6, C8)."""
        check_options(options, ("board",))
        self.board = options.get("board", "22")
        if self.board not in PICTURES:
            raise ValueError(f"unknown board: {self.board}")
        self.discs: dict[Cell, Disc] = {}
        count = SUPPLY[self.board]
        self.supplies = {seat: dict.fromkeys(NUMBERS, count) for seat in SEATS}
        self.mover = 1

    def _placements(self, seat: int) -> set[tuple[Cell, int]]:
        """What a seat could place now (G7)."""
        return placements(self.board, self.discs, self.supplies[seat])

    def side(self) -> int | None:
        """The seat to move (C1, G9, G10)."""
        return None if self.over() else self.mover

    def legal(self) -> list[str]:
        """All placements, or the forced pass (G7, G9, C3)."""
        own = self._placements(self.mover)
        if own:
            return sorted(f"{vertex(cell)}={number}" for cell, number in own)
        if self._placements(3 - self.mover):
            return ["pass"]
        return []

    def over(self) -> bool:
        """Neither player has a legal placement (G10)."""
        return not self._placements(1) and not self._placements(2)

    def winner(self) -> int | None:
        """More stripes, then the higher sum in the middle (G12)."""
        if not self.over():
            return None
        parts = score_board(self.board, self.discs)
        for criterion in ("stripes", "middle"):
            if parts[1][criterion] > parts[2][criterion]:
                return 1
            if parts[2][criterion] > parts[1][criterion]:
                return 2
        return None

    def draw_between(self) -> list[int] | None:
        """Equal in stripes and in the middle (G12)."""
        if self.over() and self.winner() is None:
            return [1, 2]
        return None

    def margin(self) -> int | None:
        """The difference in stripes, or in the middle if that decided (G12)."""
        if self.winner() is None:
            return None
        parts = score_board(self.board, self.discs)
        if parts[1]["stripes"] != parts[2]["stripes"]:
            return abs(parts[1]["stripes"] - parts[2]["stripes"])
        return abs(parts[1]["middle"] - parts[2]["middle"])

    def totals(self) -> dict[int, int]:
        """The stripes of each seat (C7, G11)."""
        parts = score_board(self.board, self.discs)
        return {seat: parts[seat]["stripes"] for seat in SEATS}

    def detail(self) -> dict[int, dict[str, int]]:
        """Stripes, sum in the middle, discs left (G11, G12, G6)."""
        parts = score_board(self.board, self.discs)
        for seat in SEATS:
            for number in NUMBERS:
                parts[seat][f"disc{number}"] = self.supplies[seat][number]
        return parts

    def owners(self) -> dict[str, tuple[int, str | None]]:
        """The discs on the board with their numbers (C5, G8)."""
        found: dict[str, tuple[int, str | None]] = {}
        for cell, (seat, number) in self.discs.items():
            found[vertex(cell)] = (seat, str(number))
        return found

    def _apply(self, move: str) -> set[str]:
        """Places a disc and captures, or passes (G7, G8, G9)."""
        mover = self.mover
        self.mover = 3 - mover
        if move == "pass":
            return set()
        where, digit = move.split("=")
        cell, number = cell_of(where), int(digit)
        left = self.supplies[mover]
        self.supplies = {**self.supplies, mover: {**left, number: left[number] - 1}}
        board = {**self.discs, cell: (mover, number)}
        turned = captures(self.board, board, cell)
        for other in turned:
            board[other] = (mover, board[other][1])
        self.discs = board
        return {vertex(other) for other in turned}
