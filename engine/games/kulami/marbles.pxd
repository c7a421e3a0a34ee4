from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t
cimport cython
from engine.games.position cimport Bits, Move, Position

cdef Bits FULL
cdef int8_t[2][7][64] GAIN
cdef Bits[128] MARBLE_KEYS
cdef Bits[64] LAST_KEYS
cdef Bits[32] TABOO_KEYS

cdef class Marbles(Position):
    cdef readonly int modes
    cdef Bits[2] marbles
    cdef Bits[64] keys
    cdef int[64] leads
    cdef int8_t[17] size
    cdef uint8_t[17] filled
    cdef int8_t[64] tile
    cdef Bits[64] cross
    cdef Bits[64] off_tile
    cdef Bits[64] near
    cdef Bits[17] tile_cells
    cdef int[5] window_start
    cdef Bits[160] windows
    cdef int16_t[65] through_start
    cdef Bits[800] through
    cdef int[5] first_segment
    cdef int32_t[48] patterns
    cdef uint8_t[256] segment
    cdef int16_t[256] digit
    cdef int8_t[64] moves
    cdef int8_t[64] known

    @cython.locals(board=Bits, count=int)
    cdef int generate(self, Move *out) noexcept nogil

    @cython.locals(board=Bits, count=int)
    cdef int pick(self, Bits random) noexcept nogil

    @cython.locals(bit=Bits, ply=int, s=int, tile=int, code=int)
    cdef void make(self, Move move) noexcept nogil

    @cython.locals(bit=Bits, ply=int, move=int, s=int)
    cdef void unmake(self) noexcept nogil

    @cython.locals(lead=int)
    cdef int winners(self) noexcept nogil

    @cython.locals(lead=int)
    cdef int lead(self) noexcept nogil

    @cython.locals(k=Bits)
    cdef Bits key(self) noexcept nogil

    @cython.locals(tiles=int, i=int, red=int, black=int)
    cdef int tile_points(self, int seat) noexcept nogil

    @cython.locals(rest=Bits, group=Bits, frontier=Bits, best=int, size=int)
    cdef int largest_area(self, int seat) noexcept nogil

    @cython.locals(own=Bits, runs=Bits, total=int, direction=int, i=int)
    cdef int line_sum(self, int seat) noexcept nogil

    @cython.locals(area=int, lines=int)
    cdef int total(self, int seat) noexcept nogil

    cdef void hand_over(self, Marbles other) noexcept

@cython.locals(board=Bits, last=int)
cdef Bits targets(Marbles position) noexcept nogil

@cython.locals(i=int)
cdef void mark(Marbles position, int cell, int change) noexcept nogil

@cython.locals(lead=int, i=int, pattern=int)
cdef int line_lead(Marbles position) noexcept nogil
