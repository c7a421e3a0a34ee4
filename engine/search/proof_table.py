"""The transposition table of proof-number search. C types are in ``proof_table.pxd``.

Two entries share a cache line, their bucket. An entry is four 64-bit words, whose layout is that
of ``engine.search.proving``: the key XOR the next two words, so that an entry that was cut in two
is no entry (Hyatt and Mann 2002), numbers, bounds, effort.

Only the first buckets are in use, twice as many whenever half of the entries are taken: a short
proof then stays in the cache, and does not wait for the system to hand out memory page by page.
"""

from collections.abc import Callable
from mmap import mmap

import cython

from engine.search.memory import in_large_pages

#: What the bytes of a table that outlives its program mean; another text for another meaning.
FORMAT = "proof numbers 1"

BYTES_PER_BUCKET = 64
#: Buckets that are in use at first.
FIRST_BUCKETS = 1 << 14
#: Entries that ``ProofTable.fullness`` looks at.
SAMPLE = 1000
if not cython.compiled:
    ENTRY, BUCKET = 4, 8
else:
    from cython.cimports.engine.search.memory import address_of


class ProofTable:
    """Buckets for about as much memory as asked for: always a power of two of them.

    For one thread at a time.
    """

    def __init__(
        self,
        mebibytes: float,
        memory: Callable[[int], mmap] = in_large_pages,
        first_buckets: int = FIRST_BUCKETS,
    ) -> None:
        """`memory` gives so many bytes: all 0, or as a table of the same size has left them.

        In the latter case `first_buckets` must be as many as that table used in the end: 0, for
        all of them, fits to each other.

        Raises what `memory` raises: MemoryError if there is not so much.
        """
        buckets = 1 << max(int(mebibytes * (1 << 20)) // BYTES_PER_BUCKET, 1).bit_length() - 1
        self.store = memory(buckets * BYTES_PER_BUCKET)
        self.whole = (buckets - 1) * BUCKET
        self.mask = (min(first_buckets or buckets, buckets) - 1) * BUCKET
        self.taken = 0
        if not cython.compiled:
            self.words = memoryview(self.store).cast("Q")
        else:
            self.words = cython.cast("unsigned long long *", address_of(self.store))

    def entries(self) -> int:
        """How many entries there are, in use or not yet."""
        return (int(self.whole) + BUCKET) // ENTRY

    def entries_in_use(self) -> int:
        """How many of them are in use so far."""
        return (int(self.mask) + BUCKET) // ENTRY

    def fullness(self) -> float:
        """About which part of the entries is taken, from 0 to 1, by a look at the first few."""
        sample = min(SAMPLE, self.entries_in_use())
        taken = sum(self.words[ENTRY * i + 2] != 0 for i in range(sample))
        return taken / sample * self.entries_in_use() / self.entries()


def take(table: ProofTable) -> None:
    """Note that an entry that was free is taken now, and use more of them if it is time."""
    table.taken += 1
    if table.mask < table.whole and table.taken * 2 * ENTRY > table.mask:
        spread(table)


def spread(table: ProofTable) -> None:
    """Use twice as many buckets, and move the entries that belong to the new ones."""
    words = table.words
    size = table.mask + BUCKET
    for entry in range(size // ENTRY):
        slot = entry * ENTRY
        key = words[slot] ^ words[slot + 1] ^ words[slot + 2]
        if key << 3 & size:
            for i in range(ENTRY):
                words[slot + size + i] = words[slot + i]
                words[slot + i] = 0
    table.mask += size
