cimport cython
from engine.games.position cimport Bits

cdef enum:
    NO_NODE = 0
    UNEXPANDED = -1
    LOST = -1
    DRAWN = 0
    WON = 1

ctypedef struct Node:
    unsigned long long key
    double total
    int visits
    int first
    unsigned char count
    signed char low
    signed char high

ctypedef struct Edge:
    int child
    int tries
    float mean
    float prior
    float pull
    unsigned char move

cdef class Graph:
    cdef readonly int capacity
    cdef readonly int edge_capacity
    cdef readonly int size
    cdef readonly int edge_size
    cdef unsigned int mask
    cdef list stores
    cdef volatile long lock
    cdef Node *nodes
    cdef Edge *edges
    cdef int *index

    @cython.locals(slot='unsigned int')
    cpdef object empty(self)

    cpdef int node_of(self, Bits key)

cdef void seize(Graph graph) noexcept nogil

cdef void release(Graph graph) noexcept nogil

@cython.locals(i=int)
cdef void lend(Graph graph, int *path, int *edges, int depth) noexcept nogil

@cython.locals(i=int)
cdef void take_back(Graph graph, int *path, int *edges, int depth) noexcept nogil

@cython.locals(child=int)
cdef void take_over(Graph graph, int edge) noexcept nogil

@cython.locals(slot='unsigned int', node=int)
cdef int find(Graph graph, Bits key) noexcept nogil

cdef bint has_edges(Graph graph, int node) noexcept nogil

@cython.locals(i=int)
cdef int child_by(Graph graph, int node, int move) noexcept nogil

@cython.locals(slot='unsigned int', node=int)
cdef int add(Graph graph, Bits key) noexcept nogil

@cython.locals(place=int)
cdef int copy_node(Graph source, int node, Graph target) noexcept nogil

@cython.locals(count=int, i=int, old=int, new=int)
cdef void copy_edges(Graph source, int node, Graph target, int place) noexcept nogil

@cython.locals(place=int)
cpdef object transplant(Graph source, int root, Graph target)
