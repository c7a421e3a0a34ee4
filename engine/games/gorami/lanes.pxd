from libc.stdint cimport uint32_t
cimport cython
from engine.games.position cimport Bits

ctypedef uint32_t Fields

cdef Bits[3][4][256] ROW_UNITS
cdef Bits EVEN
cdef Bits GUARD

@cython.locals(even=Bits, odd=Bits, not_ahead=int)
cdef int stripes_ahead(Bits own, Bits other) noexcept nogil

cdef Bits lanes_ahead(Bits own, Bits other) noexcept nogil

@cython.locals(low=Bits)
cdef Bits units_of(int kind, Fields board) noexcept nogil
