"""Siege Stones' words: options, moves, score parts, position fields, refusals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.games.board import Board, Cell
from engine.games.errors import InvalidPosition
from engine.games.game import Game, Option, Refusal, Setup, choice, demand, whole_number
from engine.games.position import Position
from engine.games.siege_stones.board import CELLS, CENTRE, NEIGHBOURS, SIDE, STOCK, centre
from engine.games.siege_stones.position import SiegeStones
from engine.games.vertex import vertex

FIELDS = ("pieces",)
NUMBERS = {name: number for number, name in enumerate(CELLS)}


class SiegeStonesGame(Game):
    """The table entry. Without a value `towers` is the stock of S2 for the seats that play."""

    name = "siege_stones"
    title = "Siege Stones"
    colours = ("blue", "yellow", "red", "green")
    endgame = 10
    endgame_growth = 2.6
    usual_length = 0.55
    options = (
        Option("players", "2", "2 to 4"),
        Option("towers", "", "0 to 37; by default 8 with 2 players, 12 with 3 or 4"),
        Option("opening", "any", "any | centre"),
        Option("first_tower", "any", "any | other"),
    )
    samples = (
        {"players": "2"},
        {"players": "3"},
        {"players": "4"},
        {"towers": "0"},
        {"towers": "37"},
        {"opening": "centre", "first_tower": "other"},
        {"players": "3", "towers": "9", "first_tower": "other"},
        {"players": "4", "towers": "17", "opening": "centre"},
    )

    def build(self, options: Mapping[str, str]) -> "SiegeStonesSetup":
        players = whole_number(options, "players", 2, 4)
        if options["towers"]:
            towers = whole_number(options, "towers", 0, len(CELLS))
        else:
            towers = STOCK[players]
        opening = choice(options, "opening", ("any", "centre"))
        first_tower = choice(options, "first_tower", ("any", "other"))
        return SiegeStonesSetup(self, players, towers, opening, first_tower)


class SiegeStonesSetup(Setup):
    """How many play, the stock of towers, and the options of S12."""

    cells = CELLS
    width = height = SIDE

    def __init__(
        self, game: SiegeStonesGame, players: int, towers: int, opening: str, first_tower: str
    ) -> None:
        self.game = game
        self.players = players
        self.towers = towers
        self.centred = opening == "centre"
        self.other = first_tower == "other"
        self.options = {
            "players": str(players),
            "towers": str(towers),
            "opening": opening,
            "first_tower": first_tower,
        }

    @property
    def colours(self) -> tuple[str, ...]:
        return self.game.colours[: self.players]

    def start(self) -> SiegeStones:
        return SiegeStones(self.players, self.towers, self.centred, self.other)

    def move_text(self, move: int) -> str:
        return f"{CELLS[move >> 1]}={'ST'[move & 1]}"

    def move_code(self, text: str) -> int | None:
        name, equals, piece = text.partition("=")
        if name not in NUMBERS or (equals and piece not in ("S", "T")):
            return None
        return 2 * NUMBERS[name] + (piece == "T")

    def why_not(self, position: Position, move: int) -> Refusal:
        siege = cast(SiegeStones, position)
        cell = move >> 1
        if not siege.is_empty(cell):
            return Refusal("S4", f"{CELLS[cell]} is not empty.")
        if self.centred and siege.ply == 0 and cell not in CENTRE:
            near = " or ".join(CELLS[number] for number in CENTRE)
            return Refusal("S12", f"The first piece must be on {near}, not on {CELLS[cell]}.")
        if siege.built == self.towers:
            return Refusal("S4", f"The stock of {self.towers} towers is used up.")
        return Refusal("S12", "You placed the first stone: another player builds the first tower.")

    def board(self, position: Position) -> Board:
        siege = cast(SiegeStones, position)
        towers = {cell: siege.controller(tower) for tower, cell in enumerate(siege.tower_cells())}
        threats = {
            cell: ":".join(map(str, siege.threats(tower)))
            for tower, cell in enumerate(siege.tower_cells())
        }
        owners = siege.stone_owners()
        cells = []
        for number, name in enumerate(CELLS):
            near = tuple(CELLS[cell] for cell in NEIGHBOURS[number])
            piece = "T" if number in towers else "S" if owners[number] else ""
            owner = towers.get(number, owners[number])
            note = threats.get(number, "")
            cells.append(Cell(name, centre(number), (), near, "", owner, piece, note))
        return Board(tuple(cells))

    def parts(self, position: Position, seat: int) -> Mapping[str, str]:
        siege = cast(SiegeStones, position)
        towers, stones = siege.totals()[seat - 1], siege.stone_count(seat - 1)
        return {"towers": str(towers), "stones": str(stones)}

    def reason(self, position: Position) -> str:
        siege = cast(SiegeStones, position)
        totals = siege.totals()
        towers = " to ".join(map(str, totals))
        if siege.is_won():
            return f"{towers} towers: at least 4, and more than anyone else (S9)"
        end = f"the board is full; {towers} towers"
        tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if len(tied) > 1:
            stones = " to ".join(str(siege.stone_count(seat)) for seat in tied)
            end += f", {stones} stones among those tied"
        return f"{end} (S10)"

    def fields(self, position: Position) -> Mapping[str, str]:
        siege = cast(SiegeStones, position)
        marks = {CELLS[n]: str(owner) for n, owner in enumerate(siege.stone_owners()) if owner}
        marks.update((CELLS[number], "T") for number in siege.tower_cells())
        rows = (
            "".join(marks.get(vertex(x, y), ".") for x in range(SIDE))
            for y in reversed(range(SIDE))
        )
        return {"pieces": "/".join(rows)}

    def rebuild(self, fields: Mapping[str, str]) -> SiegeStones:
        stones, towers = self._pieces(demand(fields, FIELDS)["pieces"].upper())
        count = len(towers) + sum(map(len, stones))
        building = self._check_counts(stones, towers, count)
        if count == 0:
            return self.start()
        self._check_opening(stones, towers, building)
        for order in _orders(stones, towers, count):
            position = self.start()
            for move in order:
                position.play(move)
            position.take_back()
            if not position.is_over():
                position.play(order[-1])
                return position
        raise InvalidPosition("pieces= was won before the last piece, whichever that was: see S9")

    def _pieces(self, text: str) -> tuple[list[list[int]], list[int]]:
        """The cells of each seat's stones, and of the towers, in a ``pieces`` field."""
        rows = text.split("/")
        if [len(row) for row in rows] != [SIDE] * SIDE:
            raise InvalidPosition(f"pieces= must be {SIDE} rows of {SIDE}")
        found: dict[str, list[int]] = {mark: [] for mark in "1234"[: self.players] + "T"}
        for y, row in enumerate(reversed(rows)):
            for x, mark in enumerate(row):
                if mark == ".":
                    continue
                name = vertex(x, y)
                if name not in NUMBERS:
                    raise InvalidPosition(f"pieces= has {mark!r} on {name}, which is no circle")
                if mark not in found:
                    known = ", ".join(found)
                    raise InvalidPosition(f"pieces= has {mark!r} on {name}: {known} or . expected")
                found[mark].append(NUMBERS[name])
        towers = found.pop("T")
        return list(found.values()), towers

    def _check_counts(
        self, stones: Sequence[list[int]], towers: list[int], count: int
    ) -> list[int]:
        """How many towers each seat has built."""
        if len(towers) > self.towers:
            raise InvalidPosition(f"pieces= has {len(towers)} towers, more than {self.towers}")
        building = []
        for seat, own in enumerate(stones):
            turns = (count - seat + self.players - 1) // self.players
            if len(own) > turns:
                raise InvalidPosition(
                    f"pieces= has {count} pieces, so seat {seat + 1} had {turns} turns, but "
                    f"{len(own)} stones of it"
                )
            building.append(turns - len(own))
        return building

    def _check_opening(
        self, stones: Sequence[list[int]], towers: list[int], building: list[int]
    ) -> None:
        """Raises InvalidPosition unless seat 1 can have begun as S12 demands."""
        if not self.centred:
            return
        if building[0] and not set(towers).isdisjoint(CENTRE):
            return
        if set(stones[0]).isdisjoint(CENTRE):
            raise InvalidPosition("pieces= has nothing in the centre that seat 1 began with: S12")
        if self.other and building[0] and not any(building[1:]):
            raise InvalidPosition("pieces= has towers of seat 1 only, after its first stone: S12")


def _orders(stones: Sequence[list[int]], towers: list[int], count: int) -> Iterator[list[int]]:
    """Orders of placing the pieces in turn, one for each piece that may have been the last."""
    players = len(stones)
    last = (count - 1) % players
    turns = (count - last + players - 1) // players
    ends = [2 * cell for cell in stones[last]]
    if len(stones[last]) < turns:
        ends += [2 * cell + 1 for cell in towers]
    for end in ends:
        queues = [[2 * cell for cell in own if 2 * cell != end] for own in stones]
        building = [2 * cell + 1 for cell in towers if 2 * cell + 1 != end]
        order = []
        for ply in range(count - 1):
            queue = queues[ply % players] or building
            order.append(queue.pop())
        yield [*order, end]
