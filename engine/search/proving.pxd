cimport cython
from engine.games.position cimport Bits, MoveBuffer, MAX_MOVES, MAX_PLY, Position
from engine.search.halting cimport Limited
from engine.search.proof_table cimport ProofTable

cdef int SHARED
cdef int PATIENCE
cdef enum:
    DECIDED = 1 << 30
    MOST = (1 << 23) - 1
    OUTRIGHT = 25000
    WIDE = 32000
    ROWS = MAX_PLY + 1

cdef class Prover(Limited):
    cdef readonly Position position
    cdef readonly ProofTable table
    cdef readonly int best_move
    cdef readonly int low
    cdef readonly int high
    cdef int[ROWS][MAX_MOVES] moves
    cdef Bits[ROWS][MAX_MOVES] keys
    cdef int[ROWS][MAX_MOVES] proof
    cdef int[ROWS][MAX_MOVES] disproof
    cdef int[ROWS][MAX_MOVES] floors
    cdef int[ROWS][MAX_MOVES] ceilings
    cdef int[ROWS] counts
    cdef int[ROWS] chosen
    cdef int[ROWS] rival
    cdef int[ROWS] others

    cpdef bint ask(self, int value)

    @cython.locals(low=int, high=int, best_move=int, value=int)
    cpdef list principal_variation(self)

cdef void settle(Prover search, int value) noexcept nogil

@cython.locals(best=int, i=int)
cdef int surest(Prover search) noexcept nogil

@cython.locals(moves=MoveBuffer, floor=int, ceiling=int, soonest=int)
cdef void look(Prover search, int row, int place, int value) noexcept nogil

cdef void weigh(Prover search, int row, int place, int value, int proof, int disproof) noexcept nogil

@cython.locals(before='long long', child=int, rival=int, limit=int)
cdef void search_on(Prover search, int row, int place, int value, int proof_limit, int disproof_limit) noexcept nogil

@cython.locals(count=int, i=int)
cdef void expand(Prover search, int row, int value) noexcept nogil

@cython.locals(proof='int*', disproof='int*', least=int, rival=int, chosen=int, most=int, total=int,
               floor=int, ceiling=int, i=int)
cdef void sum_up(Prover search, int row, int place, int value) noexcept nogil

@cython.locals(words='unsigned long long*', key=Bits, slot=Bits, numbers=Bits, bounds=Bits,
               floor=int, ceiling=int, asked=int)
cdef bint recall(Prover search, int row, int place, int value) noexcept nogil

@cython.locals(words='unsigned long long*', key=Bits, slot=Bits, other=Bits, is_new=bint,
               proof=int, disproof=int, numbers=Bits, bounds=Bits)
cdef void remember(Prover search, int row, int place, int value, long long effort) noexcept nogil

cdef bint is_at(unsigned long long *words, Bits slot, Bits key) noexcept nogil
