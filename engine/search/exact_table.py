"""The transposition table of exact search: bounds of final scores. C types: ``exact_table.pxd``.

Four entries share a cache line, their bucket. An entry is two 64-bit words, the key XOR the data
and the data, so that threads share the table without locks (Hyatt and Mann 2002). Of the entries
of a full bucket the one with the smallest subtree gives way.

Data, from the lowest bit: 8 bits move, 16 bits low + 32768, 16 bits high + 32768, 8 bits the
binary logarithm of the nodes below, 8 bits age. The score is never outside of low and high.

Beside the entries the table notes which moves are being searched, so that threads can share the
work by leaving to later what another one is at (Kerrigan's simplified ABDADA).
"""

from collections.abc import Callable
from mmap import mmap

import cython

from engine.search.memory import in_large_pages

#: What the bytes of a table that outlives its program mean; another number for another meaning.
FORMAT = 1

BYTES_PER_BUCKET = 64
#: Buckets that ``ExactTable.fullness`` looks at.
SAMPLE = 250
if not cython.compiled:
    ENTRIES, BUSY = 4, 4096
else:
    from cython.cimports.engine.search.memory import address_of


class ExactTable:
    """Buckets for about as much memory as asked for: always a power of two of them."""

    def __init__(self, mebibytes: float, memory: Callable[[int], mmap] = in_large_pages) -> None:
        """`memory` gives so many bytes: all 0, or as a table of the same size has left them.

        Raises what `memory` raises: MemoryError if there is not so much.
        """
        buckets = 1 << max(int(mebibytes * (1 << 20)) // BYTES_PER_BUCKET, 2).bit_length() - 1
        self.store = memory(buckets * BYTES_PER_BUCKET + 8 * BUSY)
        self.mask = buckets - 1
        self.age = 0
        if not cython.compiled:
            self.words = memoryview(self.store).cast("Q")
        else:
            self.words = cython.cast("unsigned long long *", address_of(self.store))
        self.busy = 8 * buckets
        # A file may say what a program that is gone was at.
        for slot in range(self.busy, self.busy + BUSY):
            self.words[slot] = 0

    def grow_older(self) -> None:
        """Let what is stored so far give way sooner than what will be."""
        self.age = (self.age + 1) & 255

    def entries(self) -> int:
        """How many entries there are."""
        return (int(self.mask) + 1) * 4

    def fullness(self) -> float:
        """About which part of the entries is in use, from 0 to 1, by a look at the first few."""
        entries = min(SAMPLE * 4, self.entries())
        used = 0
        for entry in range(entries):
            if self.words[2 * entry + 1] != 0:
                used += 1
        return used / entries

    def known(self, key: int) -> tuple[int, int, int] | None:
        """The low, high and move that are stored for `key`; None if nothing is."""
        data = look_up(self, key)
        return (low_of(data), high_of(data), data & 255) if data else None

    def remember(self, key: int, low: int, high: int, move: int, work: int) -> None:
        """`keep`, for Python."""
        keep(self, key, low, high, move, work)


def look_up(table: ExactTable, key: int) -> int:
    """The data stored for `key`; 0 if there is none."""
    slot = (key & table.mask) * 8
    for i in range(ENTRIES):
        data = table.words[slot + 2 * i + 1]
        if table.words[slot + 2 * i] ^ data == key and data:
            return data
    return 0


def low_of(data: int) -> int:
    """The least that the score can be."""
    low: int = cython.cast(cython.int, data >> 8 & 0xFFFF) - 32768
    return low


def high_of(data: int) -> int:
    """The most that the score can be."""
    high: int = cython.cast(cython.int, data >> 24 & 0xFFFF) - 32768
    return high


def keep(table: ExactTable, key: int, low: int, high: int, move: int, work: int) -> None:
    """Store bounds of the score of `key`, which cost `work` in binary orders of nodes.

    They take the place of what is known of `key`, else of the cheapest entry of the bucket;
    entries of another age count half their cost.
    """
    slot = (key & table.mask) * 8
    place = slot
    least = 1000
    for i in range(ENTRIES):
        found = table.words[slot + 2 * i + 1]
        if found == 0 or table.words[slot + 2 * i] ^ found == key:
            place = slot + 2 * i
            break
        worth = 2 * cython.cast(cython.int, found >> 40 & 255)
        if cython.cast(cython.int, found >> 48 & 255) != table.age:
            worth >>= 2
        if worth < least:
            least = worth
            place = slot + 2 * i
    data = table.age
    data = data << 8 | work
    word = high + 32768
    data = data << 16 | word
    word = low + 32768
    data = data << 16 | word
    data = data << 8 | move
    table.words[place + 1] = data
    table.words[place] = key ^ data


def tag_of(key: int, move: int) -> int:
    """A number other than 0 for a move in the position of `key`."""
    mixed = move + 1
    return (key ^ mixed << 40) | 1


def is_busy(table: ExactTable, key: int, move: int) -> bool:
    """Whether a thread is at this move in the position of `key`."""
    tag = tag_of(key, move)
    return bool(table.words[table.busy + (tag >> 20 & BUSY - 1)] == tag)


def begin(table: ExactTable, key: int, move: int) -> int:
    """Note that a thread is at this move; gives what ``end`` wants."""
    tag = tag_of(key, move)
    table.words[table.busy + (tag >> 20 & BUSY - 1)] = tag
    return tag


def end(table: ExactTable, tag: int) -> None:
    """Note that the move is done."""
    if table.words[table.busy + (tag >> 20 & BUSY - 1)] == tag:
        table.words[table.busy + (tag >> 20 & BUSY - 1)] = 0
