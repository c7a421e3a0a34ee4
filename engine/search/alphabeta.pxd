cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, MAX_MOVES, MAX_PLY, Position
from engine.search.halting cimport Limited
from engine.search.table cimport Table

cdef enum:
    INFINITE = 32000

cdef class AlphaBeta(Limited):
    cdef readonly Position position
    cdef readonly Table table
    cdef readonly int best_move
    cdef int[2][MAX_MOVES] history
    cdef int[MAX_PLY][2] killers
    cdef int[MAX_MOVES] barred
    cdef int bars

    @cython.locals(value=int)
    cpdef int search(self, int depth, int alpha=*, int beta=*)

    @cython.locals(data=Bits, move=int)
    cpdef list principal_variation(self)

@cython.locals(moves=MoveBuffer, order=MoveBuffer, count=int, i=int, p=int, move=int, value=int,
               best=int, best_move=int, floor=int, bound=int, partial=bint, key=Bits, data=Bits,
               history='int*', killers='int*')
cdef int negamax(AlphaBeta search, Position position, int alpha, int beta, int depth, int ply) noexcept nogil

@cython.locals(kept=int, i=int)
cdef int unbarred(AlphaBeta search, int *moves, int count) noexcept nogil

@cython.locals(p=int, j=int)
cdef int best_of(int *order, int first, int count) noexcept nogil

@cython.locals(i=int, move=int)
cdef void rank(int *moves, int *order, int count, int best_move, int *history, int *killers) noexcept nogil

@cython.locals(slot=Bits, data=Bits)
cdef Bits probe(Table table, Bits key) noexcept nogil

@cython.locals(slot=Bits, data=Bits)
cdef void save(Table table, Bits key, int value, int bound, int depth, int move) noexcept nogil
