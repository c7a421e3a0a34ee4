"""The transposition table. C types are in ``table.pxd``.

One entry is two neighbouring 64-bit words, so it lies in one cache line: the key XOR the data,
and the data. All threads share the table without locks: an entry that two of them wrote at
once does not match its key and is taken for empty (Hyatt and Mann 2002).

Data, from the lowest bit: 8 bits move, 8 bits depth, 8 bits bound, 16 bits value + 32768.
"""

import cython

from engine.search.memory import zeroed

BYTES_PER_ENTRY = 16
#: Entries that ``Table.fullness`` looks at.
SAMPLE = 1000
if not cython.compiled:
    UPPER, LOWER, EXACT = 1, 2, 3
    NO_MOVE = 255
else:
    from cython.cimports.engine.search.memory import address_of


class Table:
    """Entries for about as much memory as asked for: always a power of two of them."""

    def __init__(self, mebibytes: float) -> None:
        """Raises MemoryError if there is not so much memory."""
        entries = 1 << max(int(mebibytes * (1 << 20)) // BYTES_PER_ENTRY, 2).bit_length() - 1
        self.store = zeroed(entries * BYTES_PER_ENTRY)
        self.mask = 2 * entries - 2
        if not cython.compiled:
            self.words = memoryview(self.store).cast("Q")
        else:
            self.words = cython.cast("unsigned long long *", address_of(self.store))

    def entries(self) -> int:
        """How many entries there are."""
        return (int(self.mask) + 2) // 2

    def fullness(self) -> float:
        """About which part of the entries is in use, from 0 to 1, by a look at the first few."""
        sample = min(SAMPLE, self.entries())
        used = 0
        for slot in range(sample):
            if self.words[2 * slot + 1] != 0:
                used += 1
        return used / sample
