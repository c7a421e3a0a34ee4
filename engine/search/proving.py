"""Depth-first proof-number search for two seats. C types are in ``proving.pxd``.

It answers one question: is a position worth at least so much? The proof number of a position
says how much work a yes still seems to cost, its disproof number the same of a no; the search
goes where the cheaper of them is lowest (Allis 1994), depth first with thresholds and a
transposition table (df-pn, Nagai 2002). Where the moves are few and forced it needs a small part
of the nodes of alpha-beta.

All is told from the side to move, whose question is "at least `value`?": the other side asks for
at least ``1 - value`` then, its yes being a no here. Besides the numbers each position has bounds
of its value that hold whatever is asked, so one answer helps the next question.
"""

import cython

from engine.games.position import Position
from engine.search.halting import Limited
from engine.search.proof_table import ProofTable

if not cython.compiled:
    from engine.search.prefetching import prefetch
    from engine.search.proof_table import ENTRY, take
    from engine.search.table import NO_MOVE

    MAX_MOVES, MAX_PLY = 80, 64
    DECIDED, MOST = 1 << 30, (1 << 23) - 1
    OUTRIGHT, WIDE = 25000, 32000
else:
    from cython.cimports.engine.search.prefetching import prefetch  # type: ignore[no-redef]
    from cython.cimports.engine.search.proof_table import ENTRY, take  # type: ignore[no-redef]
    from cython.cimports.engine.search.table import NO_MOVE  # type: ignore[no-redef]

#: Of the numbers that are summed up, all but the largest are divided by 2 to this power: those
#: positions have successors in common, and the plain sum would count these many times.
SHARED = 1
#: A position is left only when its number is above that of its best rival by one part in 2 to
#: this power (the 1 + epsilon trick, Pawlewicz and Lew 2006).
PATIENCE = 1


class Prover(Limited):
    """One thread's search: its own position, the numbers on its path, and a shared table.

    `low` and `high` bound the value of the root, from the side to move and as
    ``Position.final_score`` has it; they hold at any time. `nodes` counts every position
    visited. `best_move` is the root's move that is proved to be worth `low`, the best try if there
    are several; ``NO_MOVE`` before the first question.

    The path's positions are in rows by their distance from the root. Row 0 is the root alone, the
    next row the positions after each of its moves, and so on along the path: `moves` lead there,
    `keys` are their hashes, `proof` and `disproof` their numbers, `floors` and `ceilings` their
    bounds.
    """

    def __init__(self, position: Position, table: ProofTable) -> None:
        """`position` has two seats, and its game is not over."""
        super().__init__()
        self.position = position.copy()
        self.table = table
        self.best_move = NO_MOVE
        if not cython.compiled:
            rows = range(MAX_PLY + 1)
            self.moves = [[0] * MAX_MOVES for _ in rows]
            self.keys = [[0] * MAX_MOVES for _ in rows]
            self.proof = [[0] * MAX_MOVES for _ in rows]
            self.disproof = [[0] * MAX_MOVES for _ in rows]
            self.floors = [[0] * MAX_MOVES for _ in rows]
            self.ceilings = [[0] * MAX_MOVES for _ in rows]
            self.counts, self.chosen = [0] * (MAX_PLY + 1), [0] * (MAX_PLY + 1)
            self.rival, self.others = [0] * (MAX_PLY + 1), [0] * (MAX_PLY + 1)
        self.low, self.high = -WIDE, WIDE

    def restrict(self, low: int, high: int) -> None:
        """Go on from bounds of the root's value that are known already."""
        self.low, self.high = max(self.low, low), min(self.high, high)

    def ask(self, value: int) -> bool:
        """Whether the root is proved to be worth at least `value`.

        Afterwards either `low` has come up to `value` or `high` has fallen below it, unless the
        search was halted. They may have come further than was asked for.
        """
        if self.low < value <= self.high and not self.stopped:
            with cython.nogil:
                settle(self, value)
        return bool(self.low >= value)

    def try_first(self, move: int, value: int) -> None:
        """Try to prove that `move` is worth at least `value` at the root.

        What comes of it is in the table: if it is so, ``ask`` knows at once.
        """
        low, high, best_move = self.low, self.high, self.best_move
        self.low, self.high = -WIDE, WIDE
        self.position.play(move)
        if not self.position.is_over():
            self.ask(1 - value)
        self.position.take_back()
        self.low, self.high, self.best_move = low, high, best_move

    def best_move_or(self, otherwise: int) -> int:
        """`best_move`, or `otherwise` before the first question."""
        return otherwise if self.best_move == NO_MOVE else self.best_move

    def principal_variation(self) -> list[int]:
        """Best play of both sides to the end, once `low` and `high` have met.

        Every move is proved again, which the table makes cheap; shorter after ``halt``.
        """
        low, high, best_move = self.low, self.high, self.best_move
        line: list[int] = []
        value = low
        while not self.stopped and not self.position.is_over():
            self.low, self.high = -WIDE, WIDE
            if not self.ask(value):
                break
            self.position.play(self.best_move)
            line.append(self.best_move)
            value = -value
        for _ in line:
            self.position.take_back()
        self.low, self.high, self.best_move = low, high, best_move
        return line


def settle(search: Prover, value: int) -> None:
    """Search the root until it is known whether it is worth `value`, or the search is halted."""
    search.keys[0][0] = search.position.key()
    search.floors[0][0] = search.low
    search.ceilings[0][0] = search.high
    search_on(search, 0, 0, value, DECIDED, DECIDED)
    if search.floors[0][0] > search.low or search.best_move == NO_MOVE:
        search.best_move = search.moves[1][surest(search)]
    search.low = search.floors[0][0]
    search.high = search.ceilings[0][0]


def surest(search: Prover) -> int:
    """The place in row 1 of the position that is proved to be worth least to the other side.

    Of several that of the best try.
    """
    best = search.chosen[1]
    for i in range(search.counts[1]):
        if search.ceilings[1][i] < search.ceilings[1][best]:
            best = i
    return best


def look(search: Prover, row: int, place: int, value: int) -> None:
    """Fill in what is seen of the current position, of which the table says too little."""
    if search.position.over():
        search.floors[row][place] = search.ceilings[row][place] = search.position.final_score()
        weigh(search, row, place, value, 1, 1)
        return
    floor = search.position.floor()
    ceiling = search.position.ceiling()
    if search.position.sudden:
        soonest = OUTRIGHT - search.position.ply - 1
        floor = max(floor, -soonest)
        ceiling = min(ceiling, soonest)
    search.floors[row][place] = max(search.floors[row][place], floor)
    search.ceilings[row][place] = min(search.ceilings[row][place], ceiling)
    if not cython.compiled:
        moves = [0] * MAX_MOVES
    weigh(search, row, place, value, 1, search.position.generate(moves))


def weigh(search: Prover, row: int, place: int, value: int, proof: int, disproof: int) -> None:
    """Set a position's numbers: those given, unless its bounds decide the question."""
    if search.floors[row][place] >= value:
        proof, disproof = 0, DECIDED
    elif search.ceilings[row][place] < value:
        proof, disproof = DECIDED, 0
    search.proof[row][place] = proof
    search.disproof[row][place] = disproof


def search_on(
    search: Prover, row: int, place: int, value: int, proof_limit: int, disproof_limit: int
) -> None:
    """Search the current position until one of its numbers reaches its limit."""
    before = search.nodes
    expand(search, row + 1, 1 - value)
    sum_up(search, row, place, value)
    while (
        search.proof[row][place] < proof_limit
        and search.disproof[row][place] < disproof_limit
        and not search.stopped
    ):
        if search.nodes >= search.node_limit:
            search.stopped = True
            break
        child = search.chosen[row + 1]
        rival = search.rival[row + 1]
        limit = DECIDED
        if disproof_limit < DECIDED:
            limit = disproof_limit - search.others[row + 1]
            limit = max(limit, search.proof[row + 1][child] + 1)
        search.position.make(search.moves[row + 1][child])
        search_on(
            search,
            row + 1,
            child,
            1 - value,
            limit,
            min(proof_limit, rival + 1 + (rival >> PATIENCE)),
        )
        search.position.unmake()
        sum_up(search, row, place, value)
    remember(search, row, place, value, search.nodes - before)


def expand(search: Prover, row: int, value: int) -> None:
    """Fill a row with the positions after each move of the current one; they ask `value`.

    What the table says of them is called for at once, and read when it has come.
    """
    count = search.position.generate(search.moves[row])
    search.counts[row] = count
    for i in range(count):
        search.position.make(search.moves[row][i])
        search.keys[row][i] = search.position.key()
        search.position.unmake()
        prefetch(search.table.words, search.keys[row][i] << 3 & search.table.mask)
    search.nodes += count
    for i in range(count):
        search.floors[row][i] = -WIDE
        search.ceilings[row][i] = WIDE
        if not recall(search, row, i, value):
            search.position.make(search.moves[row][i])
            look(search, row, i, value)
            search.position.unmake()


def sum_up(search: Prover, row: int, place: int, value: int) -> None:
    """Give a position the numbers and bounds that follow from those of the next row.

    Also choose the successor to search next: the one that is cheapest to refute. `rival` is the
    disproof number of the second best, `others` what the rest adds to the disproof number.
    """
    proof = search.proof[row + 1]
    disproof = search.disproof[row + 1]
    least = rival = DECIDED
    chosen = 0
    most = total = 0
    floor = ceiling = -WIDE
    for i in range(search.counts[row + 1]):
        if disproof[i] < least:
            rival = least
            least = disproof[i]
            chosen = i
        elif disproof[i] < rival:
            rival = disproof[i]
        if proof[i] < DECIDED:
            total += proof[i]
            most = max(most, proof[i])
        floor = max(floor, -search.ceilings[row + 1][i])
        ceiling = max(ceiling, -search.floors[row + 1][i])
    search.chosen[row + 1] = chosen
    search.rival[row + 1] = rival
    search.others[row + 1] = total - proof[chosen] >> SHARED
    search.floors[row][place] = max(search.floors[row][place], floor)
    search.ceilings[row][place] = min(search.ceilings[row][place], ceiling)
    weigh(
        search,
        row,
        place,
        value,
        min(least, MOST),
        min(most + (total - most >> SHARED), MOST),
    )


def recall(search: Prover, row: int, place: int, value: int) -> bool:
    """Read the bounds of a position from the table; whether its numbers are known, too.

    They are if the same was asked before, or if the bounds decide the question.
    """
    words = search.table.words
    key = search.keys[row][place]
    slot = key << 3 & search.table.mask
    numbers = words[slot + 1]
    bounds = words[slot + 2]
    if words[slot] ^ numbers ^ bounds != key:
        slot += ENTRY
        numbers = words[slot + 1]
        bounds = words[slot + 2]
        if words[slot] ^ numbers ^ bounds != key:
            return False
    if bounds == 0:
        return False
    floor: int = cython.cast(cython.int, bounds & 0xFFFF) - 32768
    ceiling: int = cython.cast(cython.int, bounds >> 16 & 0xFFFF) - 32768
    asked: int = cython.cast(cython.int, numbers >> 48 & 0xFFFF) - 32768
    search.floors[row][place] = floor
    search.ceilings[row][place] = ceiling
    weigh(search, row, place, value, numbers & 0xFFFFFF, numbers >> 24 & 0xFFFFFF)
    return asked == value or floor >= value or ceiling < value


def is_at(words: memoryview, slot: int, key: int) -> bool:
    """Whether the entry at `slot` is that of `key`."""
    return bool(words[slot] ^ words[slot + 1] ^ words[slot + 2] == key)


def remember(search: Prover, row: int, place: int, value: int, effort: int) -> None:
    """Store what is known of a position: in its own place, or where less effort is lost."""
    words = search.table.words
    key = search.keys[row][place]
    slot = key << 3 & search.table.mask
    if not is_at(words, slot, key):
        other = slot + ENTRY
        if is_at(words, other, key):
            slot = other
        elif words[other + 3] < words[slot + 3]:
            words[slot + 3] >>= 1
            slot = other
    is_new = words[slot + 2] == 0
    proof = search.proof[row][place]
    disproof = search.disproof[row][place]
    if proof == 0 or disproof == 0:
        proof = disproof = 0
    numbers = value + 32768
    numbers = numbers << 48 | disproof << 24 | proof
    bounds = search.ceilings[row][place] + 32768
    bounds = bounds << 16 | search.floors[row][place] + 32768
    words[slot] = key ^ numbers ^ bounds
    words[slot + 1] = numbers
    words[slot + 2] = bounds
    words[slot + 3] = effort
    if is_new:
        take(search.table)
