"""What Kulami's bonuses can still come to: how large a group can become, and what lines can add.

C types are in ``prospects.pxd``. Like all notes they are made ply by ply, from those of the ply
before where these are known: a move takes cells from the other side alone, and a marble from
those that its own side has left.
"""

import cython

from engine.games.kulami import board

if not cython.compiled:
    from engine.games.bits import lowest, popcount
    from engine.games.kulami.marbles import Marbles
    from engine.games.kulami.segments import HOPES, SUMS, spent
else:
    from cython.cimports.engine.games.bits import lowest, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.kulami.marbles import Marbles  # type: ignore[no-redef]
    from cython.cimports.engine.games.kulami.segments import (  # type: ignore[no-redef]
        HOPES,
        SUMS,
        spent,
    )

FULL = (1 << 64) - 1


class Prospects(Marbles):
    """Marbles, and what each side can still connect and complete.

    For each ply and seat: `realms` has the cells that the group may spread over which can become
    the largest, none if any new one can; `tops` the size it can come to; `lines` their sum
    (K11). For each ply, seat and direction `hopes` has what the segments promise (``segments.py``).
    """

    def __init__(self, layout: board.Layout, modes: int) -> None:
        """The empty board of `layout` with the bonuses of `modes` (``board.SCORING``)."""
        Marbles.__init__(self, layout, modes)
        if not cython.compiled:
            self.realms, self.tops = [0] * 128, [0] * 128
            self.lines, self.hopes = [0] * 128, [0] * 512


def marbles_left(position: "Prospects", seat: int) -> int:
    """How many marbles `seat` has still to place (K3)."""
    left: int = 28 - (position.ply + 1 - seat >> 1)
    return left


def look_round(position: "Prospects") -> None:
    """Find everything out from nothing."""
    row = 2 * position.ply
    for seat in range(2):
        if position.modes & 1:
            find_realm(position, seat)
        position.lines[row + seat] = 0
        for direction in range(4):
            hope = 0
            end = position.first_segment[direction + 1]
            for i in range(position.first_segment[direction], end):
                pattern = position.patterns[i]
                position.lines[row + seat] += SUMS[2 * pattern + seat]
                hope += HOPES[2 * pattern + seat]
            position.hopes[4 * row + 4 * seat + direction] = hope


def look_on(position: "Prospects") -> None:
    """Find out what the last move has changed."""
    if position.modes & 1:
        look_at_groups(position)
    if position.modes & 2:
        look_at_lines(position)


def look_at_groups(position: "Prospects") -> None:
    """Find out what the last move has changed of realms."""
    row = 2 * position.ply
    bit = 1
    bit <<= position.moves[position.ply - 1]
    mover = position.ply - 1 & 1
    for seat in range(2):
        position.realms[row + seat] = position.realms[row - 2 + seat]
        position.tops[row + seat] = position.tops[row - 2 + seat]
    if not position.realms[row + mover] & bit and not is_largest(position, mover):
        find_realm(position, mover)
    if position.realms[row + 1 - mover] & bit:
        position.realms[row + 1 - mover] ^= bit
        if not (is_whole(position, 1 - mover, bit) and is_largest(position, 1 - mover)):
            find_realm(position, 1 - mover)


def look_at_lines(position: "Prospects") -> None:
    """Find out what the last move has changed of lines."""
    row = 2 * position.ply
    cell = position.moves[position.ply - 1]
    change = 1 + (position.ply - 1 & 1)
    for seat in range(2):
        lines = position.lines[row - 2 + seat]
        for direction in range(4):
            i = 4 * row + 4 * seat + direction
            pattern = position.patterns[position.segment[4 * cell + direction]]
            older = pattern - change * position.digit[4 * cell + direction]
            lines += SUMS[2 * pattern + seat] - SUMS[2 * older + seat]
            position.hopes[i] = position.hopes[i - 8] + (
                HOPES[2 * pattern + seat] - HOPES[2 * older + seat]
            )
        position.lines[row + seat] = lines


def find_realm(position: "Prospects", seat: int) -> None:
    """Note over which cells the largest group of `seat` may spread, and how large it can become."""
    marbles = position.marbles[seat]
    left = marbles_left(position, seat)
    rest = FULL ^ position.marbles[1 - seat]
    best = left
    realm = 0
    while rest & marbles and popcount(rest) > best:
        before = rest
        frontier = rest & marbles
        frontier ^= frontier & (frontier - 1)
        rest ^= frontier
        while frontier:
            group = position.near[lowest(frontier)] & rest
            frontier = frontier & (frontier - 1) | group
            rest ^= group
        size = size_of(position, seat, before ^ rest)
        if size > best:
            best = size
            realm = before ^ rest
    position.realms[2 * position.ply + seat] = realm
    position.tops[2 * position.ply + seat] = best


def size_of(position: "Prospects", seat: int, realm: int) -> int:
    """How large a group of `seat` in these connected cells can become."""
    own = popcount(realm & position.marbles[seat])
    free = popcount(realm) - own
    left = marbles_left(position, seat)
    return own + (left if free > left else free)


def is_whole(position: "Prospects", seat: int, taken: int) -> bool:
    """Whether the other side's cell has left the realm that it was taken from connected."""
    realm = position.realms[2 * position.ply + seat]
    ends = position.near[lowest(taken)] & realm
    frontier = ends ^ (ends & (ends - 1))
    rest = realm ^ frontier
    while frontier and rest & ends:
        group = position.near[lowest(frontier)] & rest
        frontier = frontier & (frontier - 1) | group
        rest ^= group
    return not rest & ends


def is_largest(position: "Prospects", seat: int) -> bool:
    """Whether no other group can become larger than the one of the realm, as far as is seen soon.

    If so, the size it can come to is noted.
    """
    row = 2 * position.ply + seat
    realm = position.realms[row]
    size = size_of(position, seat, realm)
    if size < position.tops[row]:
        others = popcount(FULL ^ position.marbles[1 - seat] ^ realm)
        if others > size or marbles_left(position, seat) > size:
            return False
        position.tops[row] = size
    return True


def most_lines(position: "Prospects", seat: int) -> int:
    """The lines of `seat` (K11) cannot sum up to more than this."""
    left = marbles_left(position, seat)
    row = 8 * position.ply + 4 * seat
    gain = 0
    for i in range(row, row + 4):
        gain += spent(position.hopes[i], left)
    return position.lines[2 * position.ply + seat] + gain // 12


def group_size(position: "Prospects", cell: int, marbles: int) -> int:
    """How many of `marbles` are connected to the one on `cell`."""
    bit = 1
    frontier = bit << cell
    rest = marbles ^ frontier
    size = 0
    while frontier:
        group = position.near[lowest(frontier)] & rest
        frontier = frontier & (frontier - 1) | group
        rest ^= group
        size += 1
    return size
