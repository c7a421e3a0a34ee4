"""What straight segments of the board give and can still give in lines (K11).

C types are in ``segments.pxd``. A segment is a row of cells without a gap that no longer one
contains; at least 5 cells, or it never gives anything, and at most 10. What lies on it is its
pattern, a number: a digit to base 3 for each cell, the first one lowest, 0 for an empty cell, 1
for red and 2 for black; and the patterns of longer segments come after all those of shorter ones.
"""

from collections.abc import Sequence

import cython

if not cython.compiled:
    FIVE, LONGEST, STEPS, PATTERNS = 5, 10, 8, 88452
    SUMS, HOPES, WORTHS = [0] * (2 * PATTERNS), [0] * (2 * PATTERNS), [0] * STEPS
    FIRST, PREPARED = [0] * 12, [0] * 12

#: What one marble can add to a line, from the most, in twelfths of a point: the worth of the
#: marbles that a byte of ``HOPES`` counts, from the lowest one.
WORTHS[:] = [120, 72, 60, 36, 30, 20, 15, 12]
#: Where the patterns of each length begin.
FIRST[:] = [0] * 5 + [(3**length - 3**5) // 2 for length in range(5, 12)]


def prepare(length: int) -> None:
    """Fill in the tables for segments of a length: once is enough.

    For red and for black, ``SUMS`` has the marbles of a pattern in lines, and ``HOPES`` how many
    more marbles are worth how much there at most, as bytes that can be summed over segments.
    """
    if PREPARED[length]:
        return
    if not cython.compiled:
        digits, best = [0] * LONGEST, [0] * (LONGEST + 1)
    for pattern in range(FIRST[length], FIRST[length + 1]):
        rest = pattern - FIRST[length]
        for i in range(length):
            digits[i] = rest % 3
            rest //= 3
        for seat in range(2):
            extend(digits, length, 1 + seat, best)
            SUMS[2 * pattern + seat] = best[0]
            HOPES[2 * pattern + seat] = packed_hope(best, length)
    PREPARED[length] = 1


def extend(digits: list[int], length: int, own: int, best: list[int]) -> None:
    """Write the longest line of `own` with each number of its marbles more, 0 if there is none."""
    for more in range(length + 1):
        best[more] = 0
    for first in range(length - FIVE + 1):
        more = 0
        for last in range(first, length):
            if digits[last] == 3 - own:
                break
            if digits[last] == 0:
                more += 1
            size = last - first + 1
            if size >= FIVE and size > best[more]:
                best[more] = size
    for more in range(1, length + 1):
        if best[more - 1] > best[more]:
            best[more] = best[more - 1]


def packed_hope(best: list[int], length: int) -> int:
    """Marbles by ``WORTHS``: however many are spent from the most, `best` gains no more.

    They are the least concave bound of what it gains, rounded up.
    """
    one = 1
    packed = 0
    used = 0
    while used < length and best[used] < best[length]:
        until = used + 1
        for more in range(used + 2, length + 1):
            gain = (best[more] - best[used]) * (until - used)
            if gain > (best[until] - best[used]) * (more - used):
                until = more
        gain = 12 * (best[until] - best[used])
        step = STEPS - 1
        while WORTHS[step] * (until - used) < gain:
            step -= 1
        packed += (until - used) * (one << 8 * step)
        used = until
    return packed


def spent(hope: int, marbles: int) -> int:
    """The most that so many marbles are worth, in twelfths of a point, by summed ``HOPES``."""
    gain = 0
    i = 0
    while hope and marbles:
        used: int = hope & 255
        if used > marbles:
            used = marbles
        gain += used * WORTHS[i]
        marbles -= used
        hope >>= 8
        i += 1
    return gain


# ---------------------------------------------------------------------- for Python callers


def pattern_of(cells: Sequence[int]) -> int:
    """The pattern of a segment: for each cell 0, or the seat from 1 whose marble lies there."""
    prepare(len(cells))
    digits = 0
    for owner in reversed(cells):
        digits = 3 * digits + owner
    return FIRST[len(cells)] + digits


def sum_of(cells: Sequence[int], seat: int) -> int:
    """The marbles of `seat`, from 0, that lie in lines."""
    return SUMS[2 * pattern_of(cells) + seat]


def hope_of(cells: Sequence[int], seat: int) -> int:
    """What more marbles of `seat`, from 0, are worth at most; of several segments it sums up."""
    return HOPES[2 * pattern_of(cells) + seat]


def most_of(hope: int, marbles: int) -> int:
    """The most that so many marbles are worth, in twelfths of a point."""
    return spent(hope, marbles)
