cimport cython
from engine.games.position cimport Bits

cdef Bits TOPS
cdef Bits ENOUGH
cdef Bits FOUR

@cython.locals(own=Bits, lanes=Bits, other=int)
cdef Bits controlled(Bits *threat, int seats, int seat, int word) noexcept nogil

@cython.locals(held=Bits, counts=Bits, seat=int, word=int)
cdef Bits count(Bits *threat, int seats, int words) noexcept nogil

@cython.locals(best=int, leaders=int, held=int, seat=int)
cdef int most_towers(Bits counts, int seats) noexcept nogil

@cython.locals(leaders=int)
cdef int outright(Bits counts, int seats) noexcept nogil
