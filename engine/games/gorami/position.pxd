from libc.stdint cimport int16_t, uint32_t
cimport cython
from engine.games.gorami.bounds cimport Bounds
from engine.games.gorami.discs cimport Fields
from engine.games.network cimport Active, HIDDEN, MOST_INPUTS, Network, Sums
from engine.games.position cimport Bits, Move, Position

ctypedef Bits[8] Features

cdef Fields[3][12] STRIPES
cdef int16_t[128] STRIPE_VALUE
cdef int16_t[32] DISC_VALUE
cdef int16_t[32] TURN_VALUE
cdef int ONLY_MINE
cdef int IN_MIDDLE

cdef class Gorami(Bounds):
    cdef Network network
    cdef bint learned
    cdef bint trained
    cdef Bits[8] features

    cdef int stripe_lead(self) noexcept nogil

    @cython.locals(yellow=int, blue=int)
    cdef int middle_lead(self) noexcept nogil

    @cython.locals(lead=int)
    cdef int final_lead(self) noexcept nogil

    @cython.locals(lead=int)
    cdef int winners(self) noexcept nogil

    @cython.locals(active=Active, sums=Sums, i=int)
    cdef void rate(self, Move *moves, int count, int *out) noexcept nogil

    cdef void hurry(self, bint hurries) noexcept nogil

    @cython.locals(active=Active, count=int, i=int)
    cpdef list senses(self)

    @cython.locals(side=int, mine=Fields, his=Fields, middle=int, value=int, contested=int,
                   active=Active, sums=Sums)
    cdef int evaluate(self) noexcept nogil

    @cython.locals(side=int, fields=int, mine=int, his=int, nobody_passes=int, i_pass=int,
                   he_passes=int)
    cdef int horizon(self) noexcept nogil

    @cython.locals(features=Features, least=Bits, number=int)
    cdef Bits canonical(self) noexcept nogil

    @cython.locals(other=Gorami)
    cpdef Position copy(self)

@cython.locals(left=uint32_t, total=int, n=int, fields=int)
cdef int most_discs(Gorami position, int seat) noexcept nogil

@cython.locals(own=Bits, other=Bits, value=int, i=int, lead=int)
cdef int stripe_values(Gorami position, int seat, Fields room) noexcept nogil

@cython.locals(kind=int, empty=Fields, right=Fields, left=Fields, third=Fields, several=Fields,
               last=Fields, rival=Fields, safe=Fields, hot=Fields, doomed=Fields, mover=int,
               value=int, board=Fields, square=int, fate=int)
cdef int disc_values(Gorami position, int seat, Fields mine, Fields his) noexcept nogil

@cython.locals(ply=int, left=uint32_t, total=int, n=int, count=int, fields=int)
cdef int clamped(Gorami position, int seat) noexcept nogil

@cython.locals(ply=int, side=int, my_sums=Bits, his_sums=Bits, features='Bits*', open_lanes=Bits,
               n=int, used=int, word=Bits, caught=Fields)
cdef void describe(Gorami position) noexcept nogil

@cython.locals(ply=int, kind=int, side=int, own=Fields, other=Fields, mine=Fields, his=Fields,
               my_sums=Bits, his_sums=Bits, my_left=uint32_t, his_left=uint32_t, count=int)
cdef int sense(Gorami position, int *out) noexcept nogil

cdef int middle_ahead(Gorami position, int side) noexcept nogil
