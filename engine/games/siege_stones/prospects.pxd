from libc.stdint cimport int16_t, int8_t
cimport cython
from engine.games.siege_stones.control cimport Survey, Traits
from engine.games.position cimport Bits, Move
from engine.games.siege_stones.position cimport SiegeStones

cdef enum:
    SEAT_TRAITS = 140
    HELD = 104
    STONES = 129
    STOCK = 136
    MOVE_TRAITS = 160
    TOWER = 80
    BESIDE = 25
    AT = 32
    OWN = 36
    OTHERS = 40
    ROOM = 44
    WISH = 51
    MINE = 60
    THEIRS = 64
    LAST = 68
    WINS = 72
    SAVES = 73
    MOST_TRAITS = 64

cdef Bits ONES
cdef Bits TOPS
cdef Bits[37] NEAR
cdef int8_t[37] RING
cdef int8_t[320] TURN
cdef int16_t[2520] SEAT_WEIGHTS
cdef int16_t[1440] MOVE_WEIGHTS

cdef int phase(SiegeStones position) noexcept nogil
cdef int within(int number, int low, int high) noexcept nogil

@cython.locals(first=int, tower=int, word=int, shift=int, own=int, best=int, other=int,
               threat=int, room=int, reached=int, lead=int, held=int, most=int, stones=int,
               count=int)
cdef int seat_traits(SiegeStones position, int seat, int *out) noexcept nogil

@cython.locals(traits=Traits, count=int, first=int, value=int, i=int)
cdef int prospects(SiegeStones position, int seat) noexcept nogil

@cython.locals(side=int, word=int, other=int, free=Bits)
cdef void survey(SiegeStones position, Bits *lanes) noexcept nogil

cdef int change(Bits now, Bits counts, int seat) noexcept nogil

@cython.locals(more=int, other=int)
cdef int change_of_others(int seats, Bits now, Bits counts, int seat) noexcept nogil

cdef int next_seat(SiegeStones position) noexcept nogil

@cython.locals(side=int, near=Bits, stones=Bits, own=int, rival=int, wish=Bits, now=Bits)
cdef int cell_traits(SiegeStones position, int cell, int *out) noexcept nogil

@cython.locals(side=int, cell=int, counts=Bits, now=Bits, gain=int, mine=int, theirs=int,
               last=int, word=int, beside=Bits)
cdef int piece_traits(SiegeStones position, Move move, Bits *lanes, int *out, int count) noexcept nogil

@cython.locals(first=int, count=int, i=int)
cdef int move_traits(SiegeStones position, Move move, Bits *lanes, int *out) noexcept nogil

@cython.locals(lanes=Survey, traits=Traits, group=int, first=int, i=int, k=int, known=int,
               common=int, cell=int, move=int, value=int)
cdef void rate(SiegeStones position, Move *moves, int count, Move *out) noexcept nogil
