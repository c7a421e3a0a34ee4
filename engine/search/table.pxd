cimport cython
from engine.games.position cimport Bits

cdef int AGEING
cdef enum:
    UPPER = 1
    LOWER = 2
    EXACT = 3
    NO_MOVE = 255

cdef class Table:
    cdef object store
    cdef unsigned long long *words
    cdef Bits mask
    cdef Bits age

    cpdef object known(self, Bits key)
    cpdef object remember(self, Bits key, int value, int bound, int depth, int move)

@cython.locals(slot=Bits, i=Bits, data=Bits)
cdef Bits probe(Table table, Bits key) noexcept nogil

@cython.locals(slot=Bits, chosen=Bits, least=int, worth=int, i=Bits, data=Bits)
cdef void save(Table table, Bits key, int value, int bound, int depth, int move) noexcept nogil
