from libc.stdint cimport int8_t
cimport cython
from engine.games.kulami.marbles cimport Marbles
from engine.games.position cimport Bits

cdef Bits FULL

cdef class Prospects(Marbles):
    cdef Bits[128] realms
    cdef int8_t[128] tops
    cdef Bits[512] reaches

@cython.locals(left=int)
cdef int marbles_left(Prospects position, int seat) noexcept nogil

@cython.locals(seat=int, direction=int)
cdef void look_round(Prospects position) noexcept nogil

@cython.locals(row=int, bit=Bits, mover=int, seat=int, i=int, few=bint, direction=int)
cdef void look_on(Prospects position) noexcept nogil

@cython.locals(marbles=Bits, left=int, rest=Bits, best=int, realm=Bits, before=Bits,
               frontier=Bits, group=Bits, size=int)
cdef void find_realm(Prospects position, int seat) noexcept nogil

@cython.locals(own=int, free=int, left=int)
cdef int size_of(Prospects position, int seat, Bits realm) noexcept nogil

@cython.locals(realm=Bits, ends=Bits, frontier=Bits, rest=Bits, group=Bits)
cdef bint is_as_large(Prospects position, int seat, Bits taken) noexcept nogil

@cython.locals(own=Bits, other=Bits, least=int, reach=Bits, i=int, window=Bits)
cdef void find_reach(Prospects position, int seat, int direction) noexcept nogil

@cython.locals(own=Bits, left=int, total=int, i=int, reach=Bits, done=int, free=int)
cdef int most_lines(Prospects position, int seat) noexcept nogil

@cython.locals(bit=Bits, frontier=Bits, rest=Bits, size=int, group=Bits)
cdef int group_size(Prospects position, int cell, Bits marbles) noexcept nogil

@cython.locals(i=int)
cdef bint completes_five(Prospects position, int cell, Bits marbles) noexcept nogil
