from libc.stdint cimport uint64_t
cimport cython

ctypedef int Move
ctypedef uint64_t Bits

cdef enum:
    NONE_LEFT = -1
    MAX_MOVES = 80
    MAX_PLY = 64

ctypedef Move[MAX_MOVES] MoveBuffer

cdef class Position:
    cdef readonly int seats
    cdef readonly int ply
    cdef public bint plain
    cdef readonly bint sudden

    cdef int generate(self, Move *out) noexcept nogil

    @cython.locals(moves=MoveBuffer, count=int)
    cdef int pick(self, Bits random) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int side(self) noexcept nogil
    cdef bint over(self) noexcept nogil
    cdef int winners(self) noexcept nogil
    cdef int margin(self) noexcept nogil
    cdef int evaluate(self) noexcept nogil

    @cython.locals(score=int)
    cdef double expected(self, int seat) noexcept nogil

    cdef double doubt(self) noexcept nogil

    @cython.locals(i=int)
    cdef void rate(self, Move *moves, int count, int *out) noexcept nogil
    cdef int decisive(self, int seat) noexcept nogil
    cdef void hurry(self, bint hurries) noexcept nogil
    cdef int ceiling(self) noexcept nogil
    cdef int floor(self) noexcept nogil
    cdef int horizon(self) noexcept nogil
    cdef Bits key(self) noexcept nogil
    cdef Bits essence(self) noexcept nogil
    cdef Bits canonical(self) noexcept nogil
    cdef int total(self, int seat) noexcept nogil

    @cython.locals(winners=int, margin=int, score=int)
    cdef int final_score(self) noexcept nogil
    cpdef Position copy(self)

    @cython.locals(moves=MoveBuffer, count=int, i=int)
    cpdef list legal(self)

    @cython.locals(moves=MoveBuffer, out=MoveBuffer, count=int, i=int)
    cpdef list rates(self)
