"""Bit twiddling on 64-bit boards; ``bits.pxd`` puts one instruction in the place of each."""


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
