cimport cython
from engine.games.position cimport Bits

cdef enum:
    ENTRIES = 4
    BUSY = 4096
    NOTHING = 0

cdef class ExactTable:
    cdef object store
    cdef unsigned long long *words
    cdef Bits busy
    cdef Bits mask
    cdef readonly int age

@cython.locals(slot=Bits, data=Bits, i=int)
cdef Bits look_up(ExactTable table, Bits key) noexcept nogil

@cython.locals(slot=Bits, place=Bits, data=Bits, word=Bits, found=Bits, i=int, worth=int, least=int)
cdef void keep(ExactTable table, Bits key, int low, int high, int move, int work) noexcept nogil

@cython.locals(low=int)
cdef int low_of(Bits data) noexcept nogil
@cython.locals(high=int)
cdef int high_of(Bits data) noexcept nogil

@cython.locals(tag=Bits)
cdef bint is_busy(ExactTable table, Bits key, int move) noexcept nogil

@cython.locals(tag=Bits)
cdef Bits begin(ExactTable table, Bits key, int move) noexcept nogil
cdef void end(ExactTable table, Bits tag) noexcept nogil

@cython.locals(mixed=Bits)
cdef Bits tag_of(Bits key, int move) noexcept nogil
