cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, MAX_MOVES, MAX_PLY, NONE_LEFT, Position
from engine.search.halting cimport Limited

cdef enum:
    NO_MOVE = 255
    INFINITE = 268435455

cdef Bits[128] SALTS

cdef class ThreatSearch(Limited):
    cdef object store
    cdef unsigned long long *words
    cdef Bits mask
    cdef bint quiet
    cdef int attacker
    cdef int proof
    cdef int disproof
    cdef int[MAX_PLY + 1] parry

    cpdef bint proves(self, Position position, int plies)

cdef Bits salt(ThreatSearch search, int plies) noexcept nogil

@cython.locals(slot=Bits, data=Bits)
cdef Bits probe(ThreatSearch search, Bits key) noexcept nogil

@cython.locals(slot=Bits, data=Bits)
cdef void settle(ThreatSearch search, Bits key, int proof, int disproof, int move) noexcept nogil

@cython.locals(count=int, kept=int, i=int, move=int, defender=int, threat=bint)
cdef int attack(ThreatSearch search, Position position, int plies, int *moves) noexcept nogil

cdef bint wins_next(Position position, int defender) noexcept nogil

@cython.locals(left=int, won=bint)
cdef int parries(ThreatSearch search, Position position, int move, int plies) noexcept nogil

@cython.locals(count=int, kept=int, i=int, move=int, left=int, threatened=bint)
cdef int defend(ThreatSearch search, Position position, int plies, int *moves) noexcept nogil

@cython.locals(i=int, data=Bits)
cdef void recall(ThreatSearch search, Position position, int plies, int *moves, int count, int *proof, int *disproof) noexcept nogil

@cython.locals(found=int, i=int)
cdef int total(int *numbers, int count) noexcept nogil

@cython.locals(count=int, move=int, key=Bits)
cdef int children(ThreatSearch search, Position position, int plies, int *moves, int *proof, int *disproof) noexcept nogil

@cython.locals(best=int, i=int)
cdef int smallest(int *numbers, int count) noexcept nogil

@cython.locals(second=int, i=int)
cdef int margin(int *numbers, int count, int best, int limit) noexcept nogil

cdef void conclude(ThreatSearch search, Bits key, int plies, int wanted, int opposite, int move) noexcept nogil

@cython.locals(moves=MoveBuffer, proof=MoveBuffer, disproof=MoveBuffer, wanted='int*',
               opposite='int*', attacking=bint, count=int, wanted_limit=int,
               opposite_limit=int, best=int, own=int, rest=int, up_to=int, spare=int)
cdef void prove(ThreatSearch search, Position position, int plies, int proof_limit, int disproof_limit) noexcept nogil
