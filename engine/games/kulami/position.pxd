from libc.stdint cimport int8_t, int16_t, uint8_t
cimport cython
from engine.games.position cimport Bits, Move, Position

cdef int16_t[7][64] VALUE
cdef Bits FULL
cdef int8_t[2][7][64] GAIN
cdef Bits[128] MARBLE_KEYS
cdef Bits[64] LAST_KEYS
cdef Bits[32] TABOO_KEYS

cdef class Kulami(Position):
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
    cdef int strip_count
    cdef int16_t[64] strip_start
    cdef int8_t[512] strip_cells
    cdef int8_t[64] moves

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

    @cython.locals(value=int, i=int)
    cdef int evaluate(self) noexcept nogil

    @cython.locals(k=Bits)
    cdef Bits key(self) noexcept nogil

    @cython.locals(tiles=int, i=int, red=int, black=int)
    cdef int tile_points(self, int seat) noexcept nogil

    @cython.locals(rest=Bits, group=Bits, frontier=Bits, best=int, size=int)
    cdef int largest_area(self, int seat) noexcept nogil

    @cython.locals(own=Bits, total=int, run=int, i=int, j=int)
    cdef int line_sum(self, int seat) noexcept nogil

    @cython.locals(own=Bits, other=Bits, total=int, i=int, j=int, mine=int, his=int, start=int)
    cdef int open_windows(self) noexcept nogil

    @cython.locals(area=int, lines=int)
    cdef int total(self, int seat) noexcept nogil

    @cython.locals(other=Kulami)
    cpdef Position copy(self)

@cython.locals(board=Bits, last=int)
cdef Bits targets(Kulami position) noexcept nogil

@cython.locals(lead=int)
cdef int final_lead(Kulami position) noexcept nogil
