from libc.stdint cimport int8_t
cimport cython
from engine.games.siege_stones.control cimport Survey, Traits
from engine.games.position cimport Bits, Move, Position

cdef Bits FULL
cdef Bits ALL
cdef Bits MIDDLE
cdef Bits[37] NEAR
cdef int8_t[320] TURN
cdef Bits[256] STONE_KEYS
cdef Bits[64] TOWER_KEYS

cdef class SiegeStones(Position):
    cdef readonly int stock
    cdef readonly int built
    cdef bint centre
    cdef bint other
    cdef int words
    cdef Bits empty
    cdef Bits towers
    cdef Bits[4] stones
    cdef Bits piece_key
    cdef Bits[20] threat
    cdef Bits[5] free
    cdef Bits[185] beside
    cdef int8_t[37] rating
    cdef int8_t[37] owner
    cdef int8_t[37] site
    cdef Bits[64] held
    cdef int8_t[64] won
    cdef int8_t[64] moves

    @cython.locals(board=Bits, count=int, cell=int)
    cdef int generate(self, Move *out) noexcept nogil

    @cython.locals(board=Bits, index=int)
    cdef int pick(self, Bits random) noexcept nogil

    @cython.locals(bit=Bits, touched=Bits, cell=int, seat=int)
    cdef void make(self, Move move) noexcept nogil

    @cython.locals(bit=Bits, move=int, cell=int, seat=int)
    cdef void unmake(self) noexcept nogil

    @cython.locals(best=int, leaders=int, winners=int, seat=int, count=int)
    cdef int winners(self) noexcept nogil

    @cython.locals(leaders=int, best=int, second=int, count=int, seat=int, tied=int)
    cdef int margin(self) noexcept nogil

    @cython.locals(side=int, value=int)
    cdef int evaluate(self) noexcept nogil

    @cython.locals(own=int, odds=double, other=int)
    cdef double expected(self, int seat) noexcept nogil
    cdef void rate(self, Move *moves, int count, int *out) noexcept nogil
    cdef int decisive(self, int seat) noexcept nogil

    @cython.locals(traits=Traits, count=int, i=int)
    cpdef list traits_of_seat(self, int seat)

    @cython.locals(traits=Traits, lanes=Survey, count=int, i=int)
    cpdef list traits_of_move(self, int move)

    @cython.locals(other=SiegeStones)
    cpdef Position copy(self)

    @cython.locals(seat=int, word=int, shift=int)
    cpdef tuple threats(self, int tower)

@cython.locals(counts=Bits)
cdef void judge(SiegeStones position) noexcept nogil

cdef bint may_build(SiegeStones position) noexcept nogil

@cython.locals(lanes=Bits, touched=Bits, word=int, start=int, rating=Bits)
cdef Bits add_stone(SiegeStones position, int cell, int seat) noexcept nogil

@cython.locals(lanes=Bits, word=int, start=int, rating=Bits)
cdef void remove_stone(SiegeStones position, int cell, int seat) noexcept nogil

@cython.locals(lane=Bits, board=Bits, touched=Bits, near=int, seat=int, word=int, home=int)
cdef Bits add_tower(SiegeStones position, int cell) noexcept nogil

@cython.locals(lane=Bits, board=Bits, near=int, seat=int, word=int, home=int)
cdef void remove_tower(SiegeStones position, int cell) noexcept nogil

@cython.locals(best=int, seat=int)
cdef int lead(SiegeStones position, int side) noexcept nogil
