"""What Kulami's bonuses can still come to: how large a group can become, and which fives are open.

C types are in ``prospects.pxd``. Like all notes they are made ply by ply, from those of the ply
before where these are known: a move takes cells from the other side alone, and a marble from
those that its own side has left.
"""

import cython

from engine.games.kulami import board

if not cython.compiled:
    from engine.games.bits import lowest, popcount
    from engine.games.kulami.marbles import Marbles
else:
    from cython.cimports.engine.games.bits import lowest, popcount  # type: ignore[no-redef]
    from cython.cimports.engine.games.kulami.marbles import Marbles  # type: ignore[no-redef]

FULL = (1 << 64) - 1


class Prospects(Marbles):
    """Marbles, and what each side can still connect and complete.

    For each ply and seat: `realms` has the cells that the group may spread over which can become
    the largest, none if any new one can; `tops` the size it can come to. For each ply, seat
    and direction `reaches` has the cells of the fives (K11) that are open: the other side is not
    on them, and there are marbles enough to fill them.
    """

    def __init__(self, layout: board.Layout, modes: int) -> None:
        """The empty board of `layout` with the bonuses of `modes` (``board.SCORING``)."""
        Marbles.__init__(self, layout, modes)
        if not cython.compiled:
            self.realms, self.reaches = [0] * 128, [0] * 512
            self.tops = [0] * 128


def marbles_left(position: "Prospects", seat: int) -> int:
    """How many marbles `seat` has still to place (K3)."""
    left: int = 28 - (position.ply + 1 - seat >> 1)
    return left


def look_round(position: "Prospects") -> None:
    """Find everything out from nothing."""
    for seat in range(2):
        if position.modes & 1:
            find_realm(position, seat)
        if position.modes & 2:
            for direction in range(4):
                find_reach(position, seat, direction)


def look_on(position: "Prospects") -> None:
    """Find out what the last move has changed."""
    row = 2 * position.ply
    bit = 1
    bit <<= position.moves[position.ply - 1]
    mover = position.ply - 1 & 1
    if position.modes & 1:
        for seat in range(2):
            position.realms[row + seat] = position.realms[row - 2 + seat]
            position.tops[row + seat] = position.tops[row - 2 + seat]
        if not position.realms[row + mover] & bit:
            find_realm(position, mover)
        if position.realms[row + 1 - mover] & bit and not is_as_large(position, 1 - mover, bit):
            find_realm(position, 1 - mover)
    if position.modes & 2:
        for i in range(4 * row, 4 * row + 8):
            position.reaches[i] = position.reaches[i - 8]
        few = marbles_left(position, mover) < 5
        for direction in range(4):
            if few and position.reaches[4 * row + 4 * mover + direction]:
                find_reach(position, mover, direction)
            if position.reaches[4 * row + 4 - 4 * mover + direction] & bit:
                find_reach(position, 1 - mover, direction)


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


def is_as_large(position: "Prospects", seat: int, taken: int) -> bool:
    """Take the other side's cell from a realm; whether it still promises what it did."""
    realm = position.realms[2 * position.ply + seat] ^ taken
    position.realms[2 * position.ply + seat] = realm
    if size_of(position, seat, realm) < position.tops[2 * position.ply + seat]:
        return False
    ends = position.near[lowest(taken)] & realm
    frontier = ends ^ (ends & (ends - 1))
    rest = realm ^ frontier
    while frontier and rest & ends:
        group = position.near[lowest(frontier)] & rest
        frontier = frontier & (frontier - 1) | group
        rest ^= group
    return not rest & ends


def find_reach(position: "Prospects", seat: int, direction: int) -> None:
    """Note the cells of the open fives of `seat` in a direction."""
    own = position.marbles[seat]
    other = position.marbles[1 - seat]
    least = 5 - marbles_left(position, seat)
    reach = 0
    for i in range(position.window_start[direction], position.window_start[direction + 1]):
        window = position.windows[i]
        if window & other == 0 and (least <= 0 or popcount(window & own) >= least):
            reach |= window
    position.reaches[8 * position.ply + 4 * seat + direction] = reach


def most_lines(position: "Prospects", seat: int) -> int:
    """The lines of `seat` (K11) cannot sum up to more than this."""
    own = position.marbles[seat]
    left = marbles_left(position, seat)
    total = 0
    for i in range(8 * position.ply + 4 * seat, 8 * position.ply + 4 * seat + 4):
        reach = position.reaches[i]
        if reach:
            done = popcount(reach & own)
            free = popcount(reach) - done
            total += done + (left if free > left else free)
    return total


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


def completes_five(position: "Prospects", cell: int, marbles: int) -> bool:
    """Whether five of `marbles` in a row have one on `cell`."""
    for i in range(position.through_start[cell], position.through_start[cell + 1]):
        if position.through[i] & ~marbles == 0:
            return True
    return False
