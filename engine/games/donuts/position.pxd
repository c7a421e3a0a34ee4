from libc.stdint cimport uint8_t
cimport cython
from engine.games.position cimport Bits, Move, Position

cdef Bits[128] CELL_KEYS
cdef Bits[64] FLIP_KEYS
cdef Bits[256] LINE_KEYS
cdef Bits[64] WINDOW
cdef Bits CELLS
cdef int NO_CELL
cdef Bits IN_ROW
cdef Bits IN_COLUMN
cdef Bits RISING
cdef Bits FALLING
cdef enum:
    OUTRIGHT = 25000

cdef class Donuts(Position):
    cdef bint five
    cdef readonly str layout
    cdef Bits[32] mine
    cdef Bits[32] theirs
    cdef Bits[32] keys
    cdef uint8_t[32] last
    cdef Bits[64] line
    cdef uint8_t[64] name

    @cython.locals(board=Bits, count=int)
    cdef int generate(self, Move *out) noexcept nogil

    @cython.locals(board=Bits)
    cdef int pick(self, Bits random) noexcept nogil

    @cython.locals(ply=int, bit=Bits, own=Bits, other=Bits, flips=Bits, k=Bits)
    cdef void make(self, Move move) noexcept nogil

    cdef int lead(self) noexcept nogil

    @cython.locals(ply=int, own=Bits, other=Bits, free=Bits, board=Bits, wins=Bits,
                   turning=Bits, value=int)
    cdef int evaluate(self) noexcept nogil

    cdef int ceiling(self) noexcept nogil
    cdef int floor(self) noexcept nogil

    @cython.locals(lead=int)
    cdef int winners(self) noexcept nogil

    @cython.locals(ply=int, last=int, k=Bits)
    cdef Bits key(self) noexcept nogil

    @cython.locals(ply=int)
    cdef int total(self, int seat) noexcept nogil

    @cython.locals(other=Donuts)
    cpdef Position copy(self)

@cython.locals(above=Bits, below=Bits)
cdef Bits turned_along(int step, Bits own, Bits other, Bits bit) noexcept nogil
@cython.locals(taken=Bits, between=Bits)
cdef Bits turned(Bits own, Bits other, Bits bit) noexcept nogil
@cython.locals(pairs=Bits)
cdef Bits row_of_five(int step, Bits board) noexcept nogil
cdef bint has_five(Bits board) noexcept nogil
cdef Bits spread(Bits group) noexcept nogil
@cython.locals(best=int, group=Bits, grown=Bits)
cdef int largest_group(Bits board) noexcept nogil
@cython.locals(ply=int, free=Bits, line=Bits)
cdef Bits targets(Donuts position) noexcept nogil
cdef Bits packed(Bits board, int step) noexcept nogil
@cython.locals(a=Bits, b=Bits, c=Bits, d=Bits, e=Bits, odd=Bits)
cdef Bits fours(Bits board) noexcept nogil
@cython.locals(places=Bits, cells=Bits)
cdef Bits winning_cells(Bits board, Bits free) noexcept nogil
@cython.locals(above=Bits, below=Bits)
cdef Bits insertions_along(int step, Bits own, Bits other) noexcept nogil
cdef Bits insertions(Bits own, Bits other, Bits free) noexcept nogil
@cython.locals(ply=int, wins=Bits, turning=Bits, free=Bits, value=int, safe=int, cell=int,
               bit=Bits, line=Bits)
cdef int choice_value(Donuts position, Bits board) noexcept nogil
@cython.locals(bit=Bits)
cdef bint wins_by_insertion(Bits own, Bits other, Bits board) noexcept nogil

@cython.locals(ply=int, own=Bits, other=Bits, board=Bits)
cdef bint can_win(Donuts position) noexcept nogil
