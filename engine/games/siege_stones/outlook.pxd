cimport cython
from engine.games.position cimport Bits
from engine.games.siege_stones.position cimport SiegeStones

cdef Bits ONES
cdef Bits TOPS
cdef Bits ENOUGH
cdef Bits[37] NEAR

@cython.locals(start=int, word=int, rating=Bits, counts=Bits)
cdef Bits after_stone(SiegeStones position, int seat, int cell) noexcept nogil

@cython.locals(lane=Bits, board=Bits, near=int, word=int, home=int, row=int)
cdef void shift_threats(SiegeStones position, int cell, int sign) noexcept nogil

@cython.locals(counts=Bits)
cdef Bits after_tower(SiegeStones position, int cell) noexcept nogil

@cython.locals(most=int, word=int, other=int, lanes=Bits, takeable=Bits)
cdef int most_by_stone(SiegeStones position, int seat) noexcept nogil

@cython.locals(most=int, word=int)
cdef int most_by_tower(SiegeStones position, int seat) noexcept nogil

@cython.locals(win=int, board=Bits, cell=int)
cdef int decisive(SiegeStones position, int seat) noexcept nogil
