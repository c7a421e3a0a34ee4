cimport cython
from engine.games.gorami.discs cimport Discs, Fields
from engine.games.position cimport Bits

cdef Bits[3][4][256] ROW_UNITS
cdef Fields[3] MIDDLES
cdef Bits EVEN
cdef Bits GUARD
cdef Bits STRIPES_ONLY
cdef int MIDDLE

cdef class Bounds(Discs):
    cdef Bits studied
    cdef Bits even_open
    cdef Bits odd_open
    cdef Fields my_caught
    cdef Fields his_caught
    cdef int least_lead
    cdef int most_lead
    cdef int least_middle
    cdef int most_middle
    cdef int middle
    cdef int decided

@cython.locals(even=Bits, odd=Bits, not_ahead=int)
cdef int stripes_ahead(Bits own, Bits other) noexcept nogil

cdef Bits lanes_ahead(Bits own, Bits other) noexcept nogil

@cython.locals(low=Bits)
cdef Bits units_of(int kind, Fields board) noexcept nogil

@cython.locals(ply=int, left=Fields, room=Fields)
cdef Fields room_by_number(Bounds position, int seat, Fields reach, int number) noexcept nogil

@cython.locals(room=Fields, total=Bits, number=int, board=Fields)
cdef Bits gains(Bounds position, int seat, Fields reach) noexcept nogil

@cython.locals(room=Fields, total=int, number=int, board=Fields)
cdef int middle_gains(Bounds position, int seat, Fields reach) noexcept nogil

@cython.locals(total=Bits)
cdef Bits worth_of(Bounds position, Fields board) noexcept nogil

@cython.locals(ply=int, kind=int, side=int, mine=Fields, his=Fields, live=Fields, own=Fields,
               other=Fields, loose=Fields, my_reach=Fields, his_reach=Fields, my_sums=Bits,
               his_sums=Bits, lost=Bits, won=Bits, middle_lost=int, middle_won=int, my_most=Bits,
               his_most=Bits, my_least=Bits, his_least=Bits, even_won=Bits, odd_won=Bits,
               even_lost=Bits, odd_lost=Bits, decided=int, middle=int, most=int)
cdef void study(Bounds position) noexcept nogil
