cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, MAX_MOVES, Position
from engine.search.halting cimport Limited
from engine.search.exact_table cimport ExactTable

cdef enum:
    INFINITE = 32000
    NO_MOVE = 255
    MIRRORED = 8
    PEEK = 8
    PROBE = 14
    REPLY = 15
    FEW = 12
    SHORT = 6
    SHARE = 6
    CAREFUL = 13
    MOST_HISTORY = 1 << 14

#: The places of all moves, and how many there are.
ctypedef Move[MAX_MOVES + 1] OrderBuffer

cdef class Exact(Limited):
    cdef readonly Position position
    cdef readonly ExactTable table
    cdef readonly int horizon
    cdef bint sharing
    cdef int[2][MAX_MOVES] history

    @cython.locals(found=int)
    cpdef int ask(self, int value)

    @cython.locals(found=int)
    cpdef bint gives(self, int move, int value, int ply)

    @cython.locals(data=Bits)
    cpdef int remembered_move(self)

@cython.locals(moves=MoveBuffer, order=OrderBuffer, later=MoveBuffer, count=int, i=int, postponed=int,
               move=int, value=int, best=int, best_move=int, low=int, high=int, known=int, left=int,
               soonest=int, key=Bits, own_key=Bits, brief=bint, work=int, data=Bits, tag=Bits, shared=bint, before='long long')
cdef int settle(Exact search, Position position, int beta, int ply, bint peeked) noexcept nogil

cdef Bits name_of(Position position) noexcept nogil

@cython.locals(i=int, history='int*')
cdef void rank(Exact search, Position position, int *moves, int *order, int count) noexcept nogil

@cython.locals(i=int)
cdef void prefer(int *moves, int *order, int count, int best_move) noexcept nogil

@cython.locals(p=int, j=int, move=int)
cdef int next_best(int *moves, int *order, int first, int count) noexcept nogil

@cython.locals(history='int*')
cdef void reward(Exact search, int side, int move, int left) noexcept nogil

@cython.locals(work=int)
cdef int order_of(long long nodes) noexcept nogil

@cython.locals(best=int, kept=int, i=int, move=int, least=int, most=int, data=Bits,
               replies=MoveBuffer)
cdef int peek(Exact search, Position position, int *moves, int *order, int count, int beta) noexcept nogil
