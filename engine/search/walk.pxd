cimport cython
from engine.games.position cimport Bits, Move, MoveBuffer, NONE_LEFT, Position

ctypedef Bits[1] Generator

cdef Bits WORD

@cython.locals(total=Bits, moves=MoveBuffer, count=int, i=int)
cdef Bits count_paths(Position position, int depth) noexcept nogil

@cython.locals(state=Bits, move=int, played=int)
cdef int random_game(Position position, Bits *random) noexcept nogil

@cython.locals(total=Bits)
cpdef object perft(Position position, int depth)

@cython.locals(plies=Bits, random=Generator, played=int, i=int)
cpdef object playouts(Position position, int count, Bits seed=*)
