cimport cython
from engine.games.position cimport Bits

cdef enum:
    UPPER = 1
    LOWER = 2
    EXACT = 3
    NO_MOVE = 255

cdef class Table:
    cdef object store
    cdef unsigned long long *words
    cdef Bits mask
