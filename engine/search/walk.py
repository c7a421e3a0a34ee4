"""Walks without a purpose: perft and random playouts. C types are in ``walk.pxd``."""

import cython

from engine.games.position import Position
from engine.games.randomness import splitmix

if not cython.compiled:
    MAX_MOVES, NONE_LEFT = 80, -1

WORD = (1 << 64) - 1


def count_paths(position: Position, depth: int) -> int:
    """The number of move sequences of length `depth` from `position`."""
    if depth == 0:
        return 1
    if not cython.compiled:
        moves = [0] * MAX_MOVES
    total = 0
    count = position.generate(moves)
    for i in range(count):
        position.make(moves[i])
        total += count_paths(position, depth - 1)
        position.unmake()
    return total


def random_game(position: Position, random: list[int]) -> int:
    """Play uniformly random moves to the end; returns how many.

    ``random[0]`` is the state of a xorshift generator (Marsaglia 2003), never 0, and moves on.
    """
    state = random[0]
    played = 0
    move = position.pick(state)
    while move != NONE_LEFT:
        position.make(move)
        played += 1
        state ^= state << 13 & WORD
        state ^= state >> 7
        state ^= state << 17 & WORD
        move = position.pick(state)
    random[0] = state
    return played


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of length `depth`: the usual check of a move generator."""
    with cython.nogil:
        total = count_paths(position, depth)
    return total


def playouts(position: Position, count: int, seed: int = 1) -> int:
    """Play `count` random games from `position`; returns how many moves they had in all.

    `seed` makes them the same on every machine. The position is left as it was.
    """
    plies = 0
    if not cython.compiled:
        random = [0]
    random[0] = splitmix(seed)
    with cython.nogil:
        for _i in range(count):
            played = random_game(position, random)
            plies += played
            while played:
                position.unmake()
                played -= 1
    return plies
