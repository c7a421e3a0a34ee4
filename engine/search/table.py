"""The transposition table. C types are in ``table.pxd``.

One entry is two neighbouring 64-bit words: the key XOR the data, and the data. All threads share
the table without locks: an entry that two of them wrote at once does not match its key and is
taken for empty (Hyatt and Mann 2002). Four entries make a bucket, which is one cache line; a new
entry takes the place of the one that is worth least: the shallowest, where each search since it
was written counts as some plies.

Data, from the lowest bit: 8 bits move, 8 bits depth, 8 bits bound, 16 bits value + 32768, 8 bits
number of the search.
"""

import cython

from engine.search.memory import zeroed

BYTES_PER_ENTRY = 16
ENTRIES_PER_BUCKET = 4
#: How many plies of depth an entry loses with each search.
AGEING = 4
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
        wanted = max(int(mebibytes * (1 << 20)) // BYTES_PER_ENTRY, ENTRIES_PER_BUCKET)
        entries = 1 << wanted.bit_length() - 1
        self.store = zeroed(entries * BYTES_PER_ENTRY)
        self.mask = 2 * entries - 2 * ENTRIES_PER_BUCKET
        self.age = 0
        if not cython.compiled:
            self.words = memoryview(self.store).cast("Q")
        else:
            self.words = cython.cast("unsigned long long *", address_of(self.store))

    def entries(self) -> int:
        """How many entries there are."""
        return int(self.mask) // 2 + ENTRIES_PER_BUCKET

    def grow_older(self) -> None:
        """Tell that a new search begins: what is written from now on is worth more."""
        self.age = (self.age + 1) % 256

    def known(self, key: int) -> tuple[int, int, int, int] | None:
        """`probe`, for Python: (value, bound, depth, move); None if nothing is stored."""
        data = int(probe(self, key))
        if not data:
            return None
        return (data >> 24 & 0xFFFF) - 32768, data >> 16 & 255, data >> 8 & 255, data & 255

    def remember(self, key: int, value: int, bound: int, depth: int, move: int) -> None:
        """`save`, for Python."""
        save(self, key, value, bound, depth, move)

    def fullness(self) -> float:
        """About which part of the entries is in use, from 0 to 1, by a look at the first few."""
        sample = min(SAMPLE, self.entries())
        used = 0
        for slot in range(sample):
            if self.words[2 * slot + 1] != 0:
                used += 1
        return used / sample


def probe(table: Table, key: int) -> int:
    """The data stored for `key`; 0 if there is none."""
    slot = key << 3 & table.mask
    for i in range(slot, slot + 8, 2):
        data = table.words[i + 1]
        if data and table.words[i] ^ data == key:
            return data
    return 0


def save(table: Table, key: int, value: int, bound: int, depth: int, move: int) -> None:
    """Store what a search of `key` to `depth` found: anew, or in the place of the least entry."""
    slot = key << 3 & table.mask
    chosen = slot
    least = 1 << 20
    for i in range(slot, slot + 8, 2):
        data = table.words[i + 1]
        if data == 0 or table.words[i] ^ data == key:
            chosen = i
            break
        worth = (data >> 8 & 255) - AGEING * ((table.age - (data >> 40)) & 255)
        if worth < least:
            least = worth
            chosen = i
    data = table.age << 16 | value + 32768
    data = data << 24 | bound << 16 | depth << 8 | move
    table.words[chosen + 1] = data
    table.words[chosen] = key ^ data
