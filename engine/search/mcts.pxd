cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, MAX_MOVES, MAX_PLY, NONE_LEFT, Position
from engine.search.graph cimport Graph, child_by, has_edges, seize, release, lend, take_back, NO_NODE, UNEXPANDED, LOST, DRAWN, WON
from engine.search.halting cimport Sampling
from engine.search.walk cimport Generator

cdef double EVEN_SHARE
cdef double GRAIN
cdef double HOPELESS
cdef double SURE
cdef int LEAF_VISITS
cdef enum:
    NO_MOVE = 255
    SOLVED_NODE = -1

cdef class Mcts(Sampling):
    cdef readonly Position position
    cdef readonly Graph graph
    cdef readonly int root
    cdef int mover
    cdef double exploration
    cdef double reduction
    cdef double playout_share
    cdef bint priors
    cdef bint proofs
    cdef Generator random
    cdef int[MAX_PLY] path
    cdef int[MAX_PLY] edges
    cdef int[MAX_PLY] seats
    cdef double[4] rewards

    cpdef object run(self, long long simulations)

    @cython.locals(graph=Graph, edge=int, i=int, child=int, tries=int, mean=double)
    cpdef list root_moves(self)

    @cython.locals(graph=Graph, i=int, child=int)
    cpdef list root_results(self)

    cpdef list root_leads(self)

    @cython.locals(graph=Graph, node=int, edge=int)
    cpdef list principal_variation(self, int after=*)

cdef bint solved(Graph graph, int node) noexcept nogil

cdef double mean_reward(Graph graph, int node) noexcept nogil

cdef double outlook(Graph graph, int node) noexcept nogil

@cython.locals(child=int, low=int)
cdef int standing(Graph graph, int node, int edge) noexcept nogil

@cython.locals(chosen=int, i=int, edge=int, ahead=int)
cdef int best_edge(Graph graph, int node) noexcept nogil

@cython.locals(moves=MoveBuffer, rates=MoveBuffer, count=int, first=int, best=int,
               i=int, whole=double, weight=double, prior=double, grains=int)
cdef bint expand(Mcts search, Graph graph, int node) noexcept nogil

@cython.locals(low=int, high=int, i=int, child=int, news=bint)
cdef bint settle(Graph graph, int node) noexcept nogil

@cython.locals(first=int, whole=double, untried=double, chosen=int, best=double,
               edge=int, end=int, bound=double)
cdef int select(Mcts search, Graph graph, int node) noexcept nogil

@cython.locals(likeliest=int, edge=int, prior=float, move='unsigned char')
cdef void bring_likeliest(Graph graph, int first, int end) noexcept nogil

@cython.locals(key=Bits, node=int)
cdef int enter(Mcts search, Graph graph, int edge) noexcept nogil

@cython.locals(winners=int, result=int)
cdef void judge(Mcts search, Graph graph, int node) noexcept nogil

cdef bint is_inner(Mcts search, Graph graph, int node) noexcept nogil

@cython.locals(node=int, depth=int, played=int, edge=int, index=int, _i=int)
cdef void simulate(Mcts search, Graph graph) noexcept nogil

@cython.locals(node=int, depth=int, edge=int)
cdef int descend(Mcts search, Graph graph) noexcept nogil

@cython.locals(reward=double)
cdef void value_solved(Mcts search, int node, int mover) noexcept nogil

@cython.locals(share=double, played=int, seat=int, winners=int, part=double,
               reward=double)
cdef int value_leaf(Mcts search, Position position) noexcept nogil

@cython.locals(seat=int)
cdef void expect(Mcts search, Position position) noexcept nogil

@cython.locals(grains=int)
cdef double rounded(double number) noexcept nogil

@cython.locals(news=bint, i=int, node=int)
cdef void credit(Mcts search, Graph graph, int depth) noexcept nogil

cdef void follow(Graph graph, int edge, double mean) noexcept nogil
