"""Forced outright wins of two seats, by proof numbers. C types are in ``threats.pxd``.

Depth-first proof-number search (Nagai 2002): the proof number of a position is the least number
of positions that have yet to be won to prove that the attacker wins within so many plies, the
disproof number the least number to prove that it does not; the search goes where the fewer of
them are missing. The side to move at the root attacks. A threat is a move after which the
attacker would win at once were it to move again; after any other move a stone anywhere parries
at least as well as a pass would, so the last move but one of every win is a threat. Wins by
threats alone are looked for first, for there the defender has few replies.

The game must answer ``Position.decisive`` for both seats; nothing is found in one that does not.
"""

from dataclasses import dataclass

import cython

from engine.games.position import Position
from engine.games.randomness import zobrist
from engine.search.halting import Limited
from engine.search.memory import zeroed

if not cython.compiled:
    NONE_LEFT, MAX_MOVES, MAX_PLY, NO_MOVE, INFINITE = -1, 80, 64, 255, (1 << 28) - 1
    SALTS = [0] * 128
else:
    from cython.cimports.engine.search.memory import address_of

BYTES_PER_ENTRY = 16
#: The longest win that can be looked for.
MOST_PLIES = 63
#: One for each length of a win, threats alone and any moves.
SALTS[:] = zobrist(128, 21)


@dataclass(frozen=True)
class ForcedWin:
    """`move` wins outright in `plies` plies, its own the first, whatever the other side does."""

    move: int
    plies: int


class ThreatSearch(Limited):
    """One thread's search, which may be asked again and again as the game goes on.

    `nodes` counts the moves made so far. What was proved or disproved is kept in a table, for
    other positions of the same game, too.
    """

    def __init__(self, mebibytes: float = 8) -> None:
        """Raises MemoryError if there is not so much memory."""
        super().__init__()
        entries = 1 << max(int(mebibytes * (1 << 20)) // BYTES_PER_ENTRY, 2).bit_length() - 1
        self.store = zeroed(entries * BYTES_PER_ENTRY)
        self.mask = 2 * entries - 2
        if not cython.compiled:
            self.words = memoryview(self.store).cast("Q")
        else:
            self.words = cython.cast("unsigned long long *", address_of(self.store))
        self.quiet = False
        self.proof = self.disproof = 0
        self.attacker = 0
        if not cython.compiled:
            self.parry = [0] * (MAX_PLY + 1)
        for ply in range(MAX_PLY + 1):
            self.parry[ply] = NO_MOVE

    def find(
        self, position: Position, plies: int = 7, by_threats: int = 0, nodes: int = 0
    ) -> ForcedWin | None:
        """The quickest outright win of the side to move within `plies` plies.

        If there is none, then one within `by_threats` plies of which every move is a threat; it
        need not be the quickest. None if there is none of either kind, or if `nodes` moves (0:
        any number) or a ``halt`` came before it was found. Nothing is claimed that is not proved.
        """
        self.limit_nodes(self.nodes + nodes if nodes else 0)
        root = position.copy()
        self.attacker = root.seat_to_move()
        move = root.winning_move(self.attacker)
        if move is not None:
            return ForcedWin(move, 1)
        horizon = min(root.plies_left(), MOST_PLIES)
        for length in range(3, min(max(plies, by_threats), horizon) + 1, 2):
            for quiet in (False, True):
                if quiet and not 3 < length <= plies:
                    continue
                self.quiet = quiet
                if self.proves(root, length):
                    return ForcedWin(probe(self, root.hash() ^ salt(self, length)) & 255, length)
                if self.nodes >= self.node_limit or self.stopped:
                    return None
        return None

    def proves(self, position: Position, plies: int) -> bool:
        """Whether the side to move is proved to win within `plies` plies."""
        with cython.nogil:
            prove(self, position, plies, INFINITE, INFINITE)
        return not self.stopped and self.nodes < self.node_limit and self.proof == 0


def salt(search: ThreatSearch, plies: int) -> int:
    """What makes the table's keys differ by the length of the win and by the kind of search."""
    return SALTS[2 * plies + 1] if search.quiet else SALTS[2 * plies]


def probe(search: ThreatSearch, key: int) -> int:
    """The data stored for `key`; 0 if there is none.

    From the lowest bit: 8 bits move, 28 bits disproof number, 28 bits proof number.
    """
    slot = key << 1 & search.mask
    data = search.words[slot + 1]
    return data if search.words[slot] ^ data == key else 0


def settle(search: ThreatSearch, key: int, proof: int, disproof: int, move: int) -> None:
    """Store the numbers of a position, and let the caller have them."""
    search.proof = proof
    search.disproof = disproof
    slot = key << 1 & search.mask
    data = proof
    data = data << 28 | disproof
    data = data << 8 | move
    search.words[slot + 1] = data
    search.words[slot] = key ^ data


def wins_next(position: Position, defender: int) -> bool:
    """Whether the attacker's last move has ended the game or lets `defender` win at once."""
    return position.over() or position.decisive(defender) != NONE_LEFT


def attack(search: ThreatSearch, position: Position, plies: int, moves: list[int]) -> int:
    """Write the attacker's moves that may win within `plies` plies; returns how many.

    A move is coded as four times itself, and one more if it is a threat.
    """
    kept = 0
    count = position.generate(moves)
    defender = 1 - search.attacker
    for i in range(count):
        move = moves[i]
        position.make(move)
        search.nodes += 1
        threat = not position.over() and position.decisive(search.attacker) != NONE_LEFT
        if (threat or (search.quiet and plies > 3)) and not wins_next(position, defender):
            moves[kept] = 4 * move + threat
            kept += 1
        position.unmake()
    return kept


def parries(search: ThreatSearch, position: Position, move: int, plies: int) -> int:
    """What a move of the defender leaves to the attacker, who had `plies` plies with it.

    0: a win at once. 1: nothing, so the move refutes the attack. 2: some hope.
    """
    position.make(move)
    search.nodes += 1
    left = 2 if plies > 2 else 1
    if position.over():
        won = position.winners() == 1 << search.attacker and position.margin() == 0
        left = 0 if won else 1
    elif position.decisive(search.attacker) != NONE_LEFT:
        left = 0
    position.unmake()
    return left


def defend(search: ThreatSearch, position: Position, plies: int, moves: list[int]) -> int:
    """Write the defender's moves that do not lose at once, coded as four times themselves.

    Returns how many; -1 if one of them refutes the attack. Without a threat against it the
    defender may do what it likes, and all moves are written unseen.
    """
    threatened = position.decisive(search.attacker) != NONE_LEFT
    kept = 0
    count = position.generate(moves)
    for i in range(count):
        if moves[i] == search.parry[plies]:
            moves[i] = moves[0]
            moves[0] = search.parry[plies]
    for i in range(count):
        move = moves[i]
        left = parries(search, position, move, plies) if threatened else 2
        if left == 1:
            search.parry[plies] = move
            return -1
        if left == 2:
            moves[kept] = 4 * move
            kept += 1
    return kept


def recall(
    search: ThreatSearch,
    position: Position,
    plies: int,
    moves: list[int],
    count: int,
    proof: list[int],
    disproof: list[int],
) -> None:
    """Give each coded move the numbers of the position it leads to, known or guessed."""
    for i in range(count):
        position.make(moves[i] >> 2)
        data = probe(search, position.key() ^ salt(search, plies - 1))
        position.unmake()
        if data:
            proof[i] = data >> 36
            disproof[i] = data >> 8 & INFINITE
        else:
            proof[i] = 1 if plies & 1 == 0 else 2 if moves[i] & 1 else 12
            disproof[i] = 1


def total(numbers: list[int], count: int) -> int:
    """The sum, less than infinite unless one of the numbers is not."""
    found = 0
    for i in range(count):
        if numbers[i] == INFINITE:
            return INFINITE
        found += numbers[i]
        if found >= INFINITE:
            found = INFINITE - 1
    return found


def children(
    search: ThreatSearch,
    position: Position,
    plies: int,
    moves: list[int],
    proof: list[int],
    disproof: list[int],
) -> int:
    """Write the moves that are worth a search and the numbers of what they lead to.

    Returns how many; 0 if the position is proved or disproved as it is, which is then settled.
    """
    key = position.key() ^ salt(search, plies)
    if plies & 1:
        move = position.decisive(search.attacker)
        if move != NONE_LEFT:
            settle(search, key, 0, INFINITE, move)
            return 0
        count = attack(search, position, plies, moves)
        if count == 0:
            settle(search, key, INFINITE, 0, NO_MOVE)
            return 0
    else:
        count = defend(search, position, plies, moves)
        if count == 0:
            settle(search, key, 0, INFINITE, NO_MOVE)
            return 0
        if count < 0:
            settle(search, key, INFINITE, 0, NO_MOVE)
            return 0
    recall(search, position, plies, moves, count, proof, disproof)
    return count


def smallest(numbers: list[int], count: int) -> int:
    """The index of the least of these numbers, the first of them if there are several."""
    best = 0
    for i in range(1, count):
        if numbers[i] < numbers[best]:
            best = i
    return best


def margin(numbers: list[int], count: int, best: int, limit: int) -> int:
    """How far the number at `best` may rise: a little above the next one, at most to `limit`.

    The little above, a quarter, saves going to and fro between two moves (Pawlewicz and Lew 2007).
    """
    second = INFINITE
    for i in range(count):
        if i != best and numbers[i] < second:
            second = numbers[i]
    second += 1 + second // 4
    return second if second < limit else limit


def conclude(
    search: ThreatSearch, key: int, plies: int, wanted: int, opposite: int, move: int
) -> None:
    """Settle a position by what the side to move wants, which its best `move` comes nearest to."""
    if plies & 1:
        settle(search, key, wanted, opposite, move)
    else:
        settle(search, key, opposite, wanted, move)
        if wanted == 0:
            search.parry[plies] = move


def prove(
    search: ThreatSearch, position: Position, plies: int, proof_limit: int, disproof_limit: int
) -> None:
    """Search until the proof or the disproof number of `position` is at least its limit.

    The attacker has `plies` plies left, and is to move if they are odd. The numbers are left in
    `search`; they are of no meaning if it was stopped.
    """
    if not cython.compiled:
        moves, proof, disproof = [0] * MAX_MOVES, [0] * MAX_MOVES, [0] * MAX_MOVES
    count = children(search, position, plies, moves, proof, disproof)
    if count == 0:
        return
    # One move has to do what its side wants, all of them have to fail: the number of what is
    # wanted is the least of the children's, that of the opposite is their sum.
    attacking = plies & 1
    if attacking:
        wanted = proof
        opposite = disproof
        wanted_limit = proof_limit
        opposite_limit = disproof_limit
    else:
        wanted = disproof
        opposite = proof
        wanted_limit = disproof_limit
        opposite_limit = proof_limit
    while True:
        best = smallest(wanted, count)
        own = wanted[best]
        rest = total(opposite, count)
        if own >= wanted_limit or rest >= opposite_limit or own == 0 or rest == 0:
            break
        if search.stopped or search.nodes >= search.node_limit:
            return
        up_to = margin(wanted, count, best, wanted_limit)
        spare = opposite_limit - rest + opposite[best] if opposite_limit < INFINITE else INFINITE
        position.make(moves[best] >> 2)
        if attacking:
            prove(search, position, plies - 1, up_to, spare)
        else:
            prove(search, position, plies - 1, spare, up_to)
        position.unmake()
        if search.stopped or search.nodes >= search.node_limit:
            return
        proof[best] = search.proof
        disproof[best] = search.disproof
    conclude(search, position.key() ^ salt(search, plies), plies, own, rest, moves[best] >> 2)
