"""Siege Stones by the letter of the rules (S1 to S12)."""

from __future__ import annotations

from collections.abc import Mapping, Set

from .common import Cell, Oracle, cell_of, check_options, vertex

#: All 37 circles (S1).
CIRCLES = {
    (column, row)
    for column in range(1, 8)
    for row in range(1, 8)
    if abs((row - 4) - (column - 4)) <= 3
}

#: The seven circles of `opening=centre` (S12).
CENTRE = {cell_of(text) for text in ("D4", "C3", "C4", "D3", "D5", "E4", "E5")}

STOCK = {2: 8, 3: 12, 4: 12}  # S2
STONES = 20  # S3
ENOUGH_THREAT = 5  # S7
ENOUGH_TOWERS = 4  # S9


def neighbours(cell: Cell) -> set[Cell]:
    """The circles next to a circle (S1)."""
    column, row = cell
    near = {
        (column, row - 1),
        (column, row + 1),
        (column - 1, row),
        (column + 1, row),
        (column + 1, row + 1),
        (column - 1, row - 1),
    }
    return {other for other in near if other in CIRCLES}


def rating(stone: Cell, towers: Set[Cell]) -> int:
    """The rating of a stone (S5)."""
    return 6 - sum(1 for cell in neighbours(stone) if cell in towers)


def threats(
    stones: Mapping[Cell, int], towers: Set[Cell], seats: int
) -> dict[Cell, dict[int, int]]:
    """For every tower the threat of every seat (S6)."""
    found: dict[Cell, dict[int, int]] = {}
    for tower in towers:
        sums = dict.fromkeys(range(1, seats + 1), 0)
        for cell in neighbours(tower):
            if cell in stones:
                sums[stones[cell]] += rating(cell, towers)
        found[tower] = sums
    return found


def controllers(stones: Mapping[Cell, int], towers: Set[Cell], seats: int) -> dict[Cell, int]:
    """For every tower the seat that controls it, 0 for nobody (S7)."""
    found: dict[Cell, int] = {}
    for tower, sums in threats(stones, towers, seats).items():
        highest = max(sums.values())
        leaders = [seat for seat, threat in sums.items() if threat == highest]
        if highest >= ENOUGH_THREAT and len(leaders) == 1:
            found[tower] = leaders[0]
        else:
            found[tower] = 0
    return found


def score_board(
    stones: Mapping[Cell, int], towers: Set[Cell], seats: int
) -> dict[int, dict[str, int]]:
    """Per seat: towers controlled and stones on the board (S7, S10)."""
    held = list(controllers(stones, towers, seats).values())
    placed = list(stones.values())
    parts = {}
    for seat in range(1, seats + 1):
        parts[seat] = {"towers": held.count(seat), "stones": placed.count(seat)}
    return parts


def leading(values: Mapping[int, int]) -> list[int]:
    """The seats that have the highest value (S9, S10)."""
    highest = max(values.values())
    return sorted(seat for seat, value in values.items() if value == highest)


class SiegeStones(Oracle):
    """A game of Siege Stones."""

    def __init__(self, options: Mapping[str, str]) -> None:
        """The empty board (S1, S2, S12, C8)."""
        check_options(options, ("players", "towers", "opening", "first_tower"))
        players = options.get("players", "2")
        if players not in ("2", "3", "4"):
            raise ValueError(f"players: {players}")
        self.seats = int(players)
        self.stock = int(options.get("towers", str(STOCK[self.seats])))
        if not 0 <= self.stock <= 37:
            raise ValueError(f"towers: {self.stock}")
        self.opening = options.get("opening", "any")
        if self.opening not in ("any", "centre"):
            raise ValueError(f"opening: {self.opening}")
        self.first_tower = options.get("first_tower", "any")
        if self.first_tower not in ("any", "other"):
            raise ValueError(f"first_tower: {self.first_tower}")
        self.stones: dict[Cell, int] = {}
        self.towers: set[Cell] = set()
        self.first_stone_by: int | None = None

    def _pieces(self) -> int:
        """How many pieces have been placed, one a turn (S4)."""
        return len(self.stones) + len(self.towers)

    def _to_move(self) -> int:
        """The seat whose turn it would be; nobody passes (C1, S4, S11)."""
        return self._pieces() % self.seats + 1

    def _won(self) -> int | None:
        """The one seat with the most towers, at least four (S9)."""
        totals = self.totals()
        leaders = leading(totals)
        if len(leaders) == 1 and totals[leaders[0]] >= ENOUGH_TOWERS:
            return leaders[0]
        return None

    def side(self) -> int | None:
        """The seat to move (C1, S4)."""
        return None if self.over() else self._to_move()

    def _tower_allowed(self) -> bool:
        """Whether the side to move may place a tower (S4, S12)."""
        if len(self.towers) >= self.stock:
            return False
        barred = not self.towers and self.first_stone_by == self._to_move()
        return not (self.first_tower == "other" and barred)

    def _stone_allowed(self) -> bool:
        """Whether the side to move has a stone left (S3)."""
        return list(self.stones.values()).count(self._to_move()) < STONES

    def legal(self) -> list[str]:
        """All legal moves (S4, S12, C3)."""
        if self.over():
            return []
        empty = {cell for cell in CIRCLES if cell not in self.stones and cell not in self.towers}
        if self.opening == "centre" and self._pieces() == 0:
            empty = {cell for cell in empty if cell in CENTRE}
        moves = []
        for cell in empty:
            if self._stone_allowed():
                moves.append(f"{vertex(cell)}=S")
            if self._tower_allowed():
                moves.append(f"{vertex(cell)}=T")
        return sorted(moves)

    def over(self) -> bool:
        """Somebody has won by towers, or the board is full (S9, S10, S11)."""
        return self._won() is not None or self._pieces() == len(CIRCLES)

    def _best(self) -> list[int]:
        """The seats that are best on a full board: most towers, then most stones (S10)."""
        parts = score_board(self.stones, self.towers, self.seats)
        most_towers = leading({seat: parts[seat]["towers"] for seat in parts})
        return leading({seat: parts[seat]["stones"] for seat in most_towers})

    def winner(self) -> int | None:
        """The winner by four towers or on the full board (S9, S10)."""
        if not self.over():
            return None
        if self._won() is not None:
            return self._won()
        best = self._best()
        return best[0] if len(best) == 1 else None

    def draw_between(self) -> list[int] | None:
        """Those still tied on a full board (S10)."""
        if self.over() and self.winner() is None:
            return self._best()
        return None

    def margin(self) -> int | None:
        """0 after four towers; else the lead in towers, or in stones if these decided (S9, S10).

        The lead is over the next best of those the criterion was compared among.
        """
        winner = self.winner()
        if winner is None:
            return None
        if self._won() is not None:
            return 0
        parts = score_board(self.stones, self.towers, self.seats)
        towers = {seat: parts[seat]["towers"] for seat in parts}
        tied = leading(towers)
        if tied == [winner]:
            return towers[winner] - max(towers[seat] for seat in towers if seat != winner)
        stones = {seat: parts[seat]["stones"] for seat in tied}
        return stones[winner] - max(stones[seat] for seat in tied if seat != winner)

    def totals(self) -> dict[int, int]:
        """The towers each seat controls (C7, S7, S8)."""
        parts = score_board(self.stones, self.towers, self.seats)
        return {seat: parts[seat]["towers"] for seat in parts}

    def detail(self) -> dict[int, dict[str, int]]:
        """Towers controlled and stones on the board (S7, S10)."""
        return score_board(self.stones, self.towers, self.seats)

    def owners(self) -> dict[str, tuple[int, str | None]]:
        """The pieces on the board; a tower is nobody's, seat 0 (C5, S2)."""
        found: dict[str, tuple[int, str | None]] = {}
        for cell, seat in self.stones.items():
            found[vertex(cell)] = (seat, "S")
        for cell in self.towers:
            found[vertex(cell)] = (0, "T")
        return found

    def controllers(self) -> dict[str, int]:
        """Every tower and who controls it, 0 for nobody (S7, S8)."""
        judged = controllers(self.stones, self.towers, self.seats)
        return {vertex(cell): seat for cell, seat in judged.items()}

    def canonical(self, move: str) -> str:
        """A bare vertex means a stone (C3)."""
        text = super().canonical(move)
        return text if "=" in text or text == "pass" else f"{text}=S"

    def _apply(self, move: str) -> set[str]:
        """Places a piece; pieces on the board keep their owners (S4)."""
        where, piece = move.split("=")
        cell = cell_of(where)
        if piece == "T":
            self.towers = self.towers | {cell}
        else:
            mover = self._to_move()
            if self.first_stone_by is None:
                self.first_stone_by = mover
            self.stones = {**self.stones, cell: mover}
        return set()
