from libc.stdint cimport int8_t, int16_t
cimport cython
from engine.games.kulami.marbles cimport Marbles
from engine.games.position cimport Bits

cdef Bits FULL

cdef class Prospects(Marbles):
    cdef Bits[128] realms
    cdef int8_t[128] tops
    cdef int16_t[128] lines
    cdef Bits[512] hopes

@cython.locals(left=int)
cdef int marbles_left(Prospects position, int seat) noexcept nogil

@cython.locals(row=int, seat=int, direction=int, hope=Bits, end=int, i=int, pattern=int)
cdef void look_round(Prospects position) noexcept nogil

cdef void look_on(Prospects position) noexcept nogil

@cython.locals(row=int, bit=Bits, mover=int, seat=int)
cdef void look_at_groups(Prospects position) noexcept nogil

@cython.locals(row=int, cell=int, change=int, seat=int, lines=int, direction=int, i=int, pattern=int,
               older=int)
cdef void look_at_lines(Prospects position) noexcept nogil

@cython.locals(marbles=Bits, left=int, rest=Bits, best=int, realm=Bits, before=Bits,
               frontier=Bits, group=Bits, size=int)
cdef void find_realm(Prospects position, int seat) noexcept nogil

@cython.locals(own=int, free=int, left=int)
cdef int size_of(Prospects position, int seat, Bits realm) noexcept nogil

@cython.locals(realm=Bits, ends=Bits, frontier=Bits, rest=Bits, group=Bits)
cdef bint is_whole(Prospects position, int seat, Bits taken) noexcept nogil

@cython.locals(row=int, realm=Bits, size=int, others=int)
cdef bint is_largest(Prospects position, int seat) noexcept nogil

@cython.locals(left=int, row=int, gain=int, i=int)
cdef int most_lines(Prospects position, int seat) noexcept nogil

@cython.locals(bit=Bits, frontier=Bits, rest=Bits, size=int, group=Bits)
cdef int group_size(Prospects position, int cell, Bits marbles) noexcept nogil
