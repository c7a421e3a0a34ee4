from libc.stdint cimport uint8_t
cimport cython
from engine.games.gorami.discs cimport Fields
from engine.games.position cimport Bits

cdef int[3] SYMMETRIES
cdef uint8_t[3][12][32] SQUARE_IMAGE
cdef uint8_t[3][12][12] STRIPE_IMAGE
cdef Bits MASK
cdef Bits LOW_HALF
cdef Bits GOLDEN
cdef Bits PI_DIGITS
cdef Bits SPLIT_MIX

cdef Bits mixed(Bits hash_, Bits word) noexcept nogil

@cython.locals(hash_=Bits, i=int)
cdef Bits digest(Bits *features) noexcept nogil

@cython.locals(image=Fields, one=Fields)
cdef Fields image_of(uint8_t *images, Fields board) noexcept nogil

@cython.locals(squares='uint8_t*', stripes='uint8_t*', i=int, lane=Bits, high=Bits)
cdef void mirror(int kind, Bits *features, int number, Bits *out) noexcept nogil
cdef int points(int lead) noexcept nogil

@cython.locals(best=int)
cdef int most_points(int least_lead, int most_lead, int most_middle) noexcept nogil
