"""What the rest of a game of GORami depends on: its hash, its mirror images, the score at the end.

C types are in ``features.pxd``. Features are eight words: the leads in the open stripes of even
and of odd number, ten bits each; the supplies, the lead in decided stripes and that in the middle;
the room for each number; the discs of both seats that can be captured; and those among these of
number 1 and of number 2. All from the side to move; boards have bit 8 * row + column.
"""

from collections.abc import MutableSequence

import cython

from engine.games.gorami import board as tables

if not cython.compiled:
    from engine.games.bits import lowest

    SYMMETRIES = [0] * 3
    SQUARE_IMAGE = [[[0] * 32 for _ in range(12)] for _ in range(3)]
    STRIPE_IMAGE = [[[0] * 12 for _ in range(12)] for _ in range(3)]
else:
    from cython.cimports.engine.games.bits import lowest  # type: ignore[no-redef]

Words = MutableSequence[int]

MASK, LOW_HALF = (1 << 64) - 1, (1 << 32) - 1
#: Odd numbers without pattern: digits of the golden ratio, of pi, and a factor of SplitMix64.
GOLDEN, PI_DIGITS, SPLIT_MIX = 0x9E3779B97F4A7C15, 0x243F6A8885A308D3, 0xBF58476D1CE4E5B9
for _kind, _grid in enumerate(tables.GRIDS):
    SYMMETRIES[_kind] = len(_grid.square_images)
    for _number, _image in enumerate(_grid.square_images):
        SQUARE_IMAGE[_kind][_number][:] = _image
    for _number, _image in enumerate(_grid.stripe_images):
        STRIPE_IMAGE[_kind][_number][:] = _image


def mixed(hash_: int, word: int) -> int:
    """A hash of a hash and another word."""
    hash_ = ((hash_ ^ word) * GOLDEN) & MASK
    return hash_ ^ hash_ >> 29


def digest(features: Words) -> int:
    """A hash of the features."""
    hash_ = mixed(PI_DIGITS, features[0])
    for i in range(1, 8):
        hash_ = mixed(hash_, features[i])
    hash_ = (hash_ * SPLIT_MIX) & MASK
    return hash_ ^ hash_ >> 32


def image_of(images: list[int], board: int) -> int:
    """Where a symmetry takes a set of squares."""
    image = 0
    one = 1
    while board:
        image |= one << images[lowest(board)]
        board &= board - 1
    return image


def mirror(kind: int, features: Words, number: int, out: Words) -> None:
    """Write the features of an image of the board `kind`, by its number, to `out`."""
    squares = SQUARE_IMAGE[kind][number]
    stripes = STRIPE_IMAGE[kind][number]
    out[0] = out[1] = 0
    for i in range(12):
        lane = features[i & 1] >> 5 * (i & 14) & 1023
        out[stripes[i] & 1] |= lane << 5 * (stripes[i] & 14)
    out[2] = features[2]
    for i in range(3, 6):
        out[i] = image_of(squares, features[i])
    for i in range(6, 8):
        high = image_of(squares, features[i] >> 32)
        out[i] = image_of(squares, features[i] & LOW_HALF) | high << 32


def points(lead: int) -> int:
    """The final score of a lead in what decides the game."""
    if lead == 0:
        return 0
    return 20000 + lead if lead > 0 else lead - 20000


def most_points(least_lead: int, most_lead: int, most_middle: int) -> int:
    """The highest final score if leads in stripes and in the middle lie in these ranges."""
    if most_lead < 0:
        return points(most_lead)
    best = points(most_lead) if most_lead else -30000
    if least_lead <= 0:
        best = max(best, points(most_middle))
        if least_lead < 0:
            best = max(best, points(-1))
    return best
