cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, MAX_MOVES, MAX_PLY, Position
from engine.search.halting cimport Limited
from engine.search.table cimport Table, probe, save

cdef int LATE
cdef int VERY_LATE
cdef int REDUCED_FROM
cdef int FUTILE_TO
cdef int FUTILITY
cdef int EVALUATED
cdef int MOST_BONUS
cdef enum:
    INFINITE = 32000

cdef class AlphaBeta(Limited):
    cdef readonly Position position
    cdef readonly Table table
    cdef readonly int best_move
    cdef bint reductions
    cdef bint pruning
    cdef int[2][MAX_MOVES] history
    cdef int[2][MAX_MOVES] counters
    cdef int[MAX_PLY] made
    cdef int[MAX_PLY][2] killers
    cdef int[MAX_MOVES] barred
    cdef int bars

    @cython.locals(value=int)
    cpdef int search(self, int depth, int alpha=*, int beta=*)

    @cython.locals(data=Bits, move=int)
    cpdef list principal_variation(self)

@cython.locals(moves=MoveBuffer, order=MoveBuffer, count=int, i=int, p=int, move=int, place=int, value=int,
               best=int, best_move=int, floor=int, bound=int, partial=bint, key=Bits, data=Bits,
               selective=bint, excess=int, side=int, counter=int, below=int, less=int)
cdef int negamax(AlphaBeta search, Position position, int alpha, int beta, int depth, int ply) noexcept nogil

@cython.locals(value=int, bound=int)
cdef bint answers(Bits data, int depth, int alpha, int beta) noexcept nogil

@cython.locals(value=int)
cdef int stored_value(Bits data) noexcept nogil

@cython.locals(excess=int)
cdef int is_futile(AlphaBeta search, Position position, int alpha, int beta, int depth) noexcept nogil

cdef int lessening(AlphaBeta search, int place, int number, int depth) noexcept nogil

@cython.locals(bonus=int, i=int)
cdef void reward(int *history, int *moves, int last, int depth) noexcept nogil

@cython.locals(killers='int*')
cdef void remember(AlphaBeta search, int ply, int side, int move) noexcept nogil

@cython.locals(kept=int, i=int)
cdef int unbarred(AlphaBeta search, int *moves, int count) noexcept nogil

@cython.locals(p=int, j=int)
cdef int best_of(int *order, int first, int count) noexcept nogil

@cython.locals(i=int, move=int)
cdef void rank(int *moves, int *order, int count, int best_move, int *history, int *killers, int counter) noexcept nogil
