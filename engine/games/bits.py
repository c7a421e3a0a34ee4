"""Bit twiddling on 64-bit boards and lanes; ``bits.pxd`` has a few instructions for each.

Lanes are eight numbers of 0 to 127 in one word, eight bits each.
"""

TOPS = 0x8080808080808080


def lowest(board: int) -> int:
    """Index of the lowest set bit of a board that is not empty."""
    return (board & -board).bit_length() - 1


def popcount(board: int) -> int:
    """How many bits are set."""
    return board.bit_count()


def nth(board: int, index: int) -> int:
    """Index of a set bit, counted from the lowest one, which is 0; there must be so many."""
    for _ in range(index):
        board &= board - 1
    return lowest(board)


def exceeds(a: int, b: int) -> int:
    """The lanes, by their top bits, in which `a` is more than `b`."""
    return ((a | TOPS) - b - (TOPS >> 7)) & TOPS


def tally(tops: int) -> int:
    """How many lanes have their top bit set, if no other bits are."""
    return tops.bit_count()
