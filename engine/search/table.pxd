cimport cython
from cpython.array cimport array
from engine.games.position cimport Bits

cdef enum:
    NONE = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3
    NO_MOVE = 255

cdef class Table:
    cdef array store
    cdef unsigned long long *words
    cdef Bits mask

@cython.locals(slot=Bits, data=Bits)
cdef Bits probe(Table table, Bits key) noexcept nogil

@cython.locals(slot=Bits, data=Bits)
cdef void save(Table table, Bits key, int value, int bound, int depth, int move) noexcept nogil
