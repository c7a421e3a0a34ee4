cimport cython
from engine.games.position cimport Bits

# Room for the traits of a seat or a move, and for what all moves ask for (prospects.py).
ctypedef int[64] Traits
ctypedef Bits[15] Survey

cdef Bits TOPS
cdef Bits ENOUGH
cdef Bits FOUR

@cython.locals(own=Bits, lanes=Bits, other=int)
cdef Bits controlled(Bits *threat, int seats, int seat, int word) noexcept nogil

@cython.locals(own=Bits, other=Bits, held=Bits, counts=Bits, seat=int, word=int)
cdef Bits count(Bits *threat, int seats, int words) noexcept nogil

@cython.locals(best=int, leaders=int, held=int, seat=int)
cdef int most_towers(Bits counts, int seats) noexcept nogil

@cython.locals(leaders=int)
cdef int outright(Bits counts, int seats) noexcept nogil
