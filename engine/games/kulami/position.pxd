from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t
cimport cython
from engine.games.kulami.marbles cimport Marbles
from engine.games.kulami.prospects cimport Prospects
from engine.games.position cimport Bits, Move, Position

cdef enum:
    FEATURES = 35
    KINDS = 7
    REPLIES_BASE = 15
    GAINS_BASE = 25
    AREA = 29
    FIVES_BASE = 30
    REPLY_GAINS = 36
    REPLY_COUNTS = 41
    NEIGHBOURS = 51
    FIVES = 61

ctypedef int[40] Counts
ctypedef Bits[5] Gains
ctypedef int[7] Traits

cdef int8_t[2][7][64] WORTH
cdef Bits[7][64] RESERVE
cdef uint8_t[7][64] STATE
cdef uint8_t[2][7][64] LEAD
cdef int8_t[2][7][64] SIGN
cdef uint8_t[2][7][64] OPEN
cdef int[4] LEVELS
cdef int[7] RANK
cdef int[4][57][40] VALUE
cdef int16_t[4][57][80] PRIOR
cdef Bits FULL
cdef Bits MIXER
cdef Bits SECOND_MIXER
cdef Bits[544] STATE_KEYS
cdef Bits[32] LAST_TILE_KEYS

cdef class Kulami(Prospects):
    cdef Bits[64] reserves
    cdef Bits[64] traces
    cdef int8_t[128] areas
    cdef int[64] lows
    cdef int[64] highs

    @cython.locals(ply=int, value=int)
    cdef int lead(self) noexcept nogil

    @cython.locals(value=int, i=int, counts=Counts)
    cdef int evaluate(self) noexcept nogil

    cdef double doubt(self) noexcept nogil

    @cython.locals(gains=Gains, traits=Traits, i=int, kind=int, rating=int)
    cdef void rate(self, Move *moves, int count, int *out) noexcept nogil

    @cython.locals(empty=Bits, k=Bits, tile=int)
    cdef Bits essence(self) noexcept nogil

    @cython.locals(other=Kulami)
    cpdef Position copy(self)

    @cython.locals(counts=Counts, i=int)
    cpdef list features(self)

    @cython.locals(gains=Gains, traits=Traits, move=int, kind=int)
    cpdef list move_traits(self)

cdef Bits mix(Bits board) noexcept nogil

@cython.locals(ply=int)
cdef void follow(Kulami position) noexcept nogil

@cython.locals(ply=int, tile=int, code=int, seat=int, reserve=Bits, trace=Bits)
cdef void survey(Kulami position) noexcept nogil

@cython.locals(ply=int, s=int, move=int, tile=int, size=int, code=int, older=int, seat=int, area=int)
cdef void step(Kulami position) noexcept nogil

@cython.locals(ply=int, reserve=Bits, lead=int, high=int, low=int)
cdef void bound(Kulami position) noexcept nogil

@cython.locals(gain=int, i=int, used=int)
cdef int spend(Bits reserve, int marbles) noexcept nogil

cdef int score_of(int lead) noexcept nogil

@cython.locals(s=int, i=int, code=int, board=Bits, count=int, best=int, tile=int, gain=int)
cdef void describe(Kulami position, int *out) noexcept nogil

@cython.locals(own=Bits, other=Bits, lines=int, direction=int, i=int, my_runs=Bits, his_runs=Bits,
               window=Bits, mine=Bits, his=Bits)
cdef void count_fives(Kulami position, int seat, int *out) noexcept nogil

@cython.locals(level=int, tile=int, gain=int)
cdef void rank_gains(Kulami position, int seat, Bits *out) noexcept nogil

@cython.locals(s=int, tile=int, own=Bits, other=Bits, replies=Bits, level=int, count=int,
               mine=int, his=int, i=int, window=Bits)
cdef void characterise(Kulami position, int move, Bits *gains, int *out) noexcept nogil
