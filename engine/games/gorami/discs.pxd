from libc.stdint cimport uint8_t, uint32_t
cimport cython
from engine.games.position cimport Bits, Move, Position

ctypedef uint32_t Fields

cdef Fields[3] FIELDS
cdef Fields[3] UP
cdef Fields[3] DOWN
cdef Fields[3][32] NEAR
cdef uint8_t[3][32] CODE
cdef uint8_t[3][80] SQUARE
cdef uint8_t[80] NUMBER
cdef Bits[3][80] WORTH
cdef uint32_t[3] SUPPLY
cdef Bits[3] BOARD_KEYS
cdef Bits[80] DISC_KEYS
cdef Bits[32] BLUE_KEYS
cdef Bits[24] SPENT_KEYS
cdef Bits SIDE_KEY
cdef int PASS

cdef class Discs(Position):
    cdef readonly int kind
    cdef Fields[192] room
    cdef Fields[128] own
    cdef Bits[128] sums
    cdef uint32_t[64] left
    cdef Fields[64] empty
    cdef uint8_t[64] turn
    cdef Bits[64] row_key
    cdef Bits[32] worth
    cdef uint8_t[32] number
    cdef Fields[192] discs

    @cython.locals(count=int, side=int, left=uint32_t, number=int, board=Fields)
    cdef int generate(self, Move *out) noexcept nogil

    @cython.locals(side=int, left=uint32_t, ones=Fields, twos=Fields, threes=Fields, first=int,
                   second=int, count=int)
    cdef int pick(self, Bits random) noexcept nogil

    @cython.locals(seat=int)
    cdef void make(self, Move move) noexcept nogil


@cython.locals(ply=int, left=uint32_t, board=Fields)
cdef Fields room_left(Discs position, int seat) noexcept nogil

@cython.locals(level=Fields)
cdef Fields beside(int kind, Fields board) noexcept nogil

@cython.locals(ply=int, n=int, seat=int)
cdef void next_row(Discs position) noexcept nogil

@cython.locals(ply=int, square=int, number=int, bit=Fields)
cdef void put(Discs position, int seat, int move) noexcept nogil

@cython.locals(shift=int, one=uint32_t, left=int)
cdef void spend(Discs position, int seat, int number) noexcept nogil

@cython.locals(ply=int, free=Fields, caught=Fields, moved=Bits)
cdef void capture(Discs position, int seat, int square) noexcept nogil
