cimport cython
from engine.games.position cimport Bits

cdef enum:
    ENTRY = 4
    BUCKET = 8

cdef class ProofTable:
    cdef object store
    cdef unsigned long long *words
    cdef Bits whole
    cdef Bits mask
    cdef Bits taken

cdef void take(ProofTable table) noexcept nogil

@cython.locals(words='unsigned long long*', size=Bits, entry=Bits, slot=Bits, key=Bits, i=int)
cdef void spread(ProofTable table) noexcept nogil
