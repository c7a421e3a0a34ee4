cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, MAX_MOVES, MAX_PLY, Position
from engine.search.halting cimport Sampling
from engine.search.walk cimport Generator

cdef Bits WORD
cdef enum:
    NO_MOVE = 255
    UNEXPANDED = 0
    TERMINAL = -1

cdef class Nodes:
    cdef readonly int capacity
    cdef object visit_store
    cdef object reward_store
    cdef object first_store
    cdef object count_store
    cdef object move_store
    cdef int *visits
    cdef double *reward
    cdef int *first
    cdef unsigned char *count
    cdef unsigned char *move

cdef class Uct(Sampling):
    cdef readonly Position position
    cdef readonly int capacity
    cdef readonly int size
    cdef double exploration
    cdef Generator random
    cdef readonly Nodes nodes
    cdef int *visits
    cdef double *reward
    cdef int *first
    cdef unsigned char *count
    cdef unsigned char *move
    cdef int[MAX_PLY] path
    cdef int[MAX_PLY] seats

    cpdef object run(self, long long simulations)

    @cython.locals(child=int)
    cpdef list root_moves(self)

    @cython.locals(i=int)
    cpdef list root_leads(self)

    @cython.locals(node=int)
    cpdef list principal_variation(self, int after=*)

    @cython.locals(root=int)
    cpdef object descend(self, int move, Nodes room)

@cython.locals(log_visits=double, best=double, bound=double, child=int, chosen=int, i=int)
cdef int select(Uct tree, int node) noexcept nogil

@cython.locals(moves=MoveBuffer, count=int, i=int, other=int, child=int)
cdef bint expand(Uct tree, int node) noexcept nogil

@cython.locals(node=int, depth=int, played=int, winners=int, child=int, index=int, _i=int)
cdef void simulate(Uct tree) noexcept nogil

@cython.locals(share=double, node=int, i=int)
cdef void credit(Uct tree, int depth, int winners) noexcept nogil

@cython.locals(whole=int, power=double)
cdef double logarithm(int number) noexcept nogil

@cython.locals(child=int, chosen=int, i=int)
cdef int most_visited(Uct tree, int node) noexcept nogil

@cython.locals(size=int, node=int, count=int, i=int)
cdef void transplant(Uct tree, int root, Nodes room) noexcept nogil

cdef void copy_node(Uct tree, int node, Nodes room, int place) noexcept nogil

@cython.locals(i=int)
cdef int child_by(Uct tree, int move) noexcept nogil

cdef void clear(Uct tree, int node, int move) noexcept nogil

cdef void adopt(Uct tree, Nodes nodes) noexcept
