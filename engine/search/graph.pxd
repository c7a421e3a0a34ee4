cimport cython
from engine.games.position cimport Bits

cdef enum:
    NO_NODE = 0
    UNEXPANDED = -1
    LOST = -1
    DRAWN = 0
    WON = 1

cdef class Graph:
    cdef readonly int capacity
    cdef readonly int edge_capacity
    cdef readonly int size
    cdef readonly int edge_size
    cdef unsigned int mask
    cdef list stores
    cdef unsigned long long *key
    cdef double *total
    cdef int *visits
    cdef int *first
    cdef unsigned char *count
    cdef signed char *low
    cdef signed char *high
    cdef int *index
    cdef int *child
    cdef int *tries
    cdef float *mean
    cdef float *prior
    cdef unsigned char *move

    @cython.locals(slot='unsigned int')
    cpdef object empty(self)

    cpdef int node_of(self, Bits key)

@cython.locals(slot='unsigned int', node=int)
cdef int find(Graph graph, Bits key) noexcept nogil

@cython.locals(slot='unsigned int', node=int)
cdef int add(Graph graph, Bits key) noexcept nogil

@cython.locals(place=int)
cdef int copy_node(Graph source, int node, Graph target) noexcept nogil

@cython.locals(count=int, i=int, old=int, new=int)
cdef void copy_edges(Graph source, int node, Graph target, int place) noexcept nogil

@cython.locals(place=int)
cpdef object transplant(Graph source, int root, Graph target)
