"""GORami's position: who has won, what it is worth, and what the rest of the game depends on.

C types are in ``position.pxd``; what the boards and sums are is in ``discs``.
"""

from pathlib import Path

import cython

from engine.games.gorami import board as tables
from engine.games.gorami.bounds import MASK, Bounds
from engine.games.network import EMPTY, read_network
from engine.games.position import Moves, Position

if not cython.compiled:
    from engine.games.bits import lowest, popcount
    from engine.games.gorami.bounds import EVEN, GUARD, MIDDLE, STRIPES_ONLY, stripes_ahead, study
    from engine.games.gorami.discs import DOWN, UP, beside, room_left
    from engine.games.gorami.features import SYMMETRIES, digest, mirror, most_points
    from engine.games.gorami.inputs import field_inputs, other_inputs, stripe_inputs, supply_inputs
    from engine.games.network import answer, hide

    HIDDEN, MOST_INPUTS = 64, 128
    STRIPES = [[0] * 12 for _ in range(3)]
    STRIPE_VALUE, DISC_VALUE, TURN_VALUE = [0] * 128, [0] * 32, [0] * 32
else:
    from cython.cimports.engine.games.bits import lowest, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.gorami.bounds import (  # type: ignore[no-redef]
        EVEN,
        GUARD,
        MIDDLE,
        STRIPES_ONLY,
        stripes_ahead,
        study,
    )
    from cython.cimports.engine.games.gorami.discs import (  # type: ignore[no-redef]
        DOWN,
        UP,
        beside,
        room_left,
    )
    from cython.cimports.engine.games.gorami.features import (  # type: ignore[no-redef]
        SYMMETRIES,
        digest,
        mirror,
        most_points,
    )
    from cython.cimports.engine.games.gorami.inputs import (  # type: ignore[no-redef]
        field_inputs,
        other_inputs,
        stripe_inputs,
        supply_inputs,
    )
    from cython.cimports.engine.games.network import answer, hide  # type: ignore[no-redef]

for _kind, _grid in enumerate(tables.GRIDS):
    STRIPES[_kind][:] = _grid.stripes
STRIPE_VALUE[:] = [tables.stripe_value(i >= 64, i % 64 - 32) for i in range(128)]
DISC_VALUE[:] = [tables.disc_value(i >> 2 & 3, i & 3, i >= 16) for i in range(32)]
TURN_VALUE[:] = [tables.turn_value(contested) for contested in range(32)]
#: What it is worth to be the only one who can fill a field, and a point in the middle.
ONLY_MINE = 120
IN_MIDDLE = 6


#: The boards that have a network, and the network of each.
LEARNED = [name in ("22", "24") for name in tables.NAMES]
NETWORKS = [
    read_network(Path(__file__).with_name(f"board{name}.weights")) if is_learned else EMPTY
    for name, is_learned in zip(tables.NAMES, LEARNED, strict=True)
]


def most_discs(position: "Gorami", seat: int) -> int:
    """An upper bound of the discs that `seat` can still place."""
    left = position.left[position.ply] >> 12 * seat
    fields: int
    total = 0
    for n in range(3):
        fields = popcount(position.room[3 * position.ply + n])
        total += min(left & 15, fields)
        left >>= 4
    fields = popcount(room_left(position, seat))
    return min(total, fields)


def stripe_values(position: "Gorami", seat: int, room: int) -> int:
    """What the leads of `seat` in the stripes are worth; `room` is all that can be filled."""
    own = position.sums[2 * position.ply + seat]
    other = position.sums[2 * position.ply + 1 - seat]
    value = 0
    for i in range(12):
        lead = (own >> 5 * i & 31) + 32 - (other >> 5 * i & 31)
        value += STRIPE_VALUE[lead + (64 if room & STRIPES[position.kind][i] else 0)]
    return value


def disc_values(position: "Gorami", seat: int, mine: int, his: int) -> int:
    """What the discs of `seat` are worth; `mine` and `his` are what the seats can fill."""
    kind = position.kind
    empty = position.empty[position.ply]
    right = empty << 1
    left = empty >> 1
    third = (empty << 8 & UP[kind]) | (empty >> 8 & DOWN[kind])
    several = right & left | right & third | left & third
    last = (right | left | third) & ~several
    rival = beside(kind, his)
    safe = ~(right | left | third) | beside(kind, empty & ~(mine | his)) | last & ~rival
    hot = last & ~safe
    doomed = hot & ~beside(kind, mine)
    mover = 16 if seat == position.turn[position.ply] else 0
    value = 0
    board = position.own[2 * position.ply + seat]
    while board:
        square = lowest(board)
        board &= board - 1
        fate = (safe >> square & 1) + 3 * (hot >> square & 1) - (doomed >> square & 1)
        value += DISC_VALUE[mover + 4 * fate + position.number[square]]
    return value


def clamped(position: "Gorami", seat: int) -> int:
    """The discs of `seat` by number, but never more than can be placed; four bits each."""
    ply = position.ply
    left = position.left[ply] >> 12 * seat
    total = 0
    for n in range(3):
        count = left >> 4 * n & 15
        fields = popcount(position.room[3 * ply + n])
        total |= min(count, fields) << 4 * n
    return total


def describe(position: "Gorami") -> None:
    """Find the features that the rest of the game depends on (``features``)."""
    study(position)
    ply = position.ply
    side = position.turn[ply]
    my_sums = position.sums[2 * ply + side] & STRIPES_ONLY
    his_sums = position.sums[2 * ply + 1 - side] & STRIPES_ONLY
    features = position.features
    open_lanes = (position.even_open >> 5) * 1023
    features[0] = (my_sums & EVEN | GUARD) - (his_sums & EVEN) & open_lanes
    open_lanes = (position.odd_open >> 5) * 1023
    features[1] = (my_sums >> 5 & EVEN | GUARD) - (his_sums >> 5 & EVEN) & open_lanes
    features[2] = clamped(position, side) | clamped(position, 1 - side) << 12
    word = position.middle + 64
    features[2] |= (position.decided + 16) << 24 | word << 32
    for n in range(3):
        used = features[2] >> 4 * n & 0xF00F
        features[3 + n] = position.room[3 * ply + n] if used else 0
    word = position.his_caught
    features[6] = position.my_caught | word << 32
    caught = position.my_caught | position.his_caught
    word = position.discs[3 * ply + 1] & caught
    features[7] = position.discs[3 * ply] & caught | word << 32


def sense(position: "Gorami", out: list[int]) -> int:
    """Write the inputs of the network that are on to `out`; returns how many."""
    ply = position.ply
    kind = position.kind
    side = position.turn[ply]
    own = position.own[2 * ply + side]
    other = position.own[2 * ply + 1 - side]
    mine = room_left(position, side)
    his = room_left(position, 1 - side)
    my_sums = position.sums[2 * ply + side]
    his_sums = position.sums[2 * ply + 1 - side]
    my_left = position.left[ply] >> 12 * side
    his_left = position.left[ply] >> 12 * (1 - side)
    count = field_inputs(kind, own, other, position.discs, position.room, 3 * ply, mine, his, out)
    count = stripe_inputs(kind, my_sums, his_sums, mine | his, out, count)
    count = supply_inputs(my_left, his_left, out, count)
    return other_inputs(middle_ahead(position, side), mine, his, out, count)


def middle_ahead(position: "Gorami", side: int) -> int:
    """The middle sum of `side` minus the other's."""
    return -position.middle_lead() if side else position.middle_lead()


class Gorami(Bounds):
    """Discs on their board with what searches ask for.

    `features` are those of the module of that name.
    """

    def __init__(self, kind: int) -> None:
        """The empty board `kind`, an index of ``board.NAMES``."""
        super().__init__(kind)
        if not cython.compiled:
            self.features = [0] * 8
        self.network = NETWORKS[kind]
        self.learned = self.trained = LEARNED[kind]

    # ------------------------------------------------------------------ the kernel

    def stripe_lead(self) -> int:
        """Yellow's stripes minus blue's (G11)."""
        return self.total(0) - self.total(1)

    def middle_lead(self) -> int:
        """The sum of yellow's numbers on the middle fields minus that of blue's (G12)."""
        yellow = self.sums[2 * self.ply] >> MIDDLE
        blue = self.sums[2 * self.ply + 1] >> MIDDLE
        return yellow - blue

    def final_lead(self) -> int:
        """Yellow's lead in what decides a finished game (G12)."""
        lead = self.stripe_lead()
        return lead if lead else self.middle_lead()

    def winners(self) -> int:
        lead = self.final_lead()
        return 1 if lead > 0 else 2 if lead < 0 else 3

    def margin(self) -> int:
        return abs(self.final_lead())

    def evaluate(self) -> int:
        side = self.turn[self.ply]
        if self.plain:
            return -self.stripe_lead() if side else self.stripe_lead()
        if self.learned:
            if not cython.compiled:
                active, sums = [0] * MOST_INPUTS, [0] * HIDDEN
            hide(self.network, active, sense(self, active), sums)
            return answer(self.network, sums, 0)
        mine = room_left(self, side)
        his = room_left(self, 1 - side)
        middle = -self.middle_lead() if side else self.middle_lead()
        value: int = stripe_values(self, side, mine | his) + IN_MIDDLE * middle
        value += disc_values(self, side, mine, his) - disc_values(self, 1 - side, his, mine)
        value += ONLY_MINE * (popcount(mine & ~his) - popcount(his & ~mine))
        contested: int = popcount(mine & his)
        return value + TURN_VALUE[contested]

    def rate(self, moves: Moves, count: int, out: Moves) -> None:
        if not self.learned:
            for i in range(count):
                out[i] = 0
            return
        if not cython.compiled:
            active, sums = [0] * MOST_INPUTS, [0] * HIDDEN
        hide(self.network, active, sense(self, active), sums)
        for i in range(count):
            out[i] = answer(self.network, sums, 1 + moves[i])

    def hurry(self, hurries: bool) -> None:
        self.learned = self.trained and not hurries

    def horizon(self) -> int:
        """An upper bound of the plies that can still be played.

        The seats alternate, and only one of them ever passes: who can place no disc will not
        be able to later.
        """
        side = self.turn[self.ply]
        fields: int = popcount(room_left(self, 0) | room_left(self, 1))
        mine = most_discs(self, side)
        his = most_discs(self, 1 - side)
        nobody_passes = min(fields, 2 * mine, 2 * his + 1)
        i_pass = 2 * min(his, fields - (1 if mine else 0))
        he_passes = 2 * mine - 1
        return max(nobody_passes, i_pass, he_passes)

    def ceiling(self) -> int:
        study(self)
        return most_points(self.least_lead, self.most_lead, self.most_middle)

    def floor(self) -> int:
        study(self)
        return -most_points(-self.most_lead, -self.least_lead, -self.least_middle)

    def essence(self) -> int:
        describe(self)
        return digest(self.features)

    def canonical(self) -> int:
        if not cython.compiled:
            features = [0] * 8
        describe(self)
        least = digest(self.features)
        for number in range(1, SYMMETRIES[self.kind]):
            mirror(self.kind, self.features, number, features)
            least = min(least, digest(features))
        return least

    def total(self, seat: int) -> int:
        """The stripes of `seat` (C7, G11)."""
        return stripes_ahead(self.sums[2 * self.ply + seat], self.sums[2 * self.ply + 1 - seat])

    def copy(self) -> Position:
        other = Gorami.__new__(Gorami)
        other.seats = 2
        other.ply = self.ply
        other.plain = self.plain
        other.sudden = self.sudden
        other.kind = self.kind
        other.network = self.network
        other.learned = self.learned
        other.trained = self.trained
        other.room = self.room[:]
        other.own = self.own[:]
        other.sums = self.sums[:]
        other.left = self.left[:]
        other.empty = self.empty[:]
        other.turn = self.turn[:]
        other.row_key = self.row_key[:]
        other.discs = self.discs[:]
        other.features = self.features[:]
        other.least_lead = other.most_lead = other.least_middle = other.most_middle = 0
        other.studied = ~self.row_key[self.ply] & MASK
        other.worth = self.worth[:]
        other.number = self.number[:]
        return other

    # ------------------------------------------------------------------ for Python callers

    def senses(self) -> list[int]:
        """The inputs of the network that are on (``inputs``)."""
        if not cython.compiled:
            active = [0] * MOST_INPUTS
        count = sense(self, active)
        return [active[i] for i in range(count)]

    def middle_sum(self, seat: int) -> int:
        """The sum of the numbers of `seat`, from 0, on the middle fields (G12)."""
        return self.sums[2 * self.ply + seat] >> MIDDLE
