cimport cython
from engine.games.position cimport MAX_MOVES, Position

cdef int SPARSE
cdef int EACH

cdef class Halting:
    cdef volatile bint stopped

cdef class Limited(Halting):
    cdef readonly long long nodes
    cdef readonly long long node_limit

cdef class Sampling(Halting):
    cdef readonly long long simulations
    cdef readonly long long plies
    cdef readonly int deepest
    cdef bint measuring
    cdef readonly bint is_shared
    cdef double[MAX_MOVES] leads
    cdef int[MAX_MOVES] measured

    @cython.locals(i=int)
    cpdef list mean_leads(self, int count)

@cython.locals(i=int)
cdef void forget_leads(Sampling search) noexcept nogil

@cython.locals(other=int, best=int)
cdef void measure_lead(Sampling search, Position position, int seat, int index, int tries) noexcept nogil
