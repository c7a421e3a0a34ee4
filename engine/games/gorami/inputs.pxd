from libc.stdint cimport uint32_t
cimport cython
from engine.games.position cimport Bits

ctypedef uint32_t Fields

cdef enum:
    STATES = 26

cdef int[3] FIELD_COUNT
cdef int[3][24] SQUARES
cdef Fields[3][32] NEAR
cdef Fields[3][12] STRIPES
cdef int ONLY_MINE
cdef int ONLY_HIS
cdef int STRIPE
cdef int SUPPLY
cdef int TOTAL
cdef int MIDDLE
cdef int CONTESTED
cdef int MARGIN

cdef int clipped(int number, int most) noexcept nogil

@cython.locals(air=int, number=int, rooms=int)
cdef int state_of(Fields own, Fields other, Fields *discs, Fields *room, int row, int square, Fields near) noexcept nogil

@cython.locals(count=int, live=Fields, field=int, square=int, near=Fields)
cdef int field_inputs(int kind, Fields own, Fields other, Fields *discs, Fields *room, int row, Fields mine, Fields his, int *out) noexcept nogil

@cython.locals(ahead=int, stripe=int, lead=int, left=int)
cdef int stripe_inputs(int kind, Bits my_sums, Bits his_sums, Fields live, int *out, int count) noexcept nogil

@cython.locals(number=int)
cdef int supply_inputs(uint32_t mine, uint32_t his, int *out, int count) noexcept nogil

@cython.locals(my_own=int, his_own=int)
cdef int other_inputs(int middle, Fields mine, Fields his, int *out, int count) noexcept nogil
