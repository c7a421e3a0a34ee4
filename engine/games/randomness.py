"""Pseudo-random numbers that are the same on every machine and Python.

The standard library guarantees only ``Random.random`` to stay the same for a seed, so
shuffles and choices are built on that alone.
"""

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")
WORD = (1 << 64) - 1


def splitmix(state: int) -> int:
    """The output function of SplitMix64 (Steele, Lea, Flood 2014) on a 64-bit state."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB & WORD
    return state ^ state >> 31


def zobrist(count: int, salt: int = 0) -> list[int]:
    """`count` 64-bit hash keys; different salts give different lists."""
    return [splitmix((salt * 4099 + i) * 0x9E3779B97F4A7C15 & WORD) for i in range(1, count + 1)]


class Dice:
    """A seeded source of choices; without a seed it is different every time."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.random if seed is None else random.Random(seed).random

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        return int(self._random() * bound)

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, which must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle `items` in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
