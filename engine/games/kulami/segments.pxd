from libc.stdint cimport uint8_t
cimport cython
from engine.games.position cimport Bits

cdef enum:
    FIVE = 5
    LONGEST = 10
    STEPS = 8
    PATTERNS = 88452

ctypedef int[LONGEST] Digits
ctypedef int[LONGEST + 1] Gains

cdef uint8_t[2 * PATTERNS] SUMS
cdef Bits[2 * PATTERNS] HOPES
cdef int[STEPS] WORTHS
cdef int[12] FIRST
cdef int[12] PREPARED

@cython.locals(digits=Digits, best=Gains, pattern=int, seat=int, rest=int, i=int)
cpdef void prepare(int length)

@cython.locals(more=int, first=int, last=int, size=int)
cdef void extend(int *digits, int length, int own, int *best) noexcept nogil

@cython.locals(packed=Bits, one=Bits, used=int, until=int, more=int, gain=int, step=int)
cdef Bits packed_hope(int *best, int length) noexcept nogil

@cython.locals(gain=int, i=int, used=int)
cdef int spent(Bits hope, int marbles) noexcept nogil
