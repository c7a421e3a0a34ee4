cimport cython

cdef enum:
    HIDDEN = 64
    OUTPUTS = 81
    CEILING = 1023
    UNIT = 164
    MOST_INPUTS = 128
    END = -1

cdef int HIDDEN_SCALE
ctypedef short[HIDDEN] Sums
ctypedef int[MOST_INPUTS] Active

cdef class Network:
    cdef readonly int inputs
    cdef short[::1] store
    cdef short *weights

    @cython.locals(numbers=Active, sums=Sums, i=int, output=int)
    cpdef list forward(self, list active)

@cython.locals(weights='short *', added=Sums, i='Py_ssize_t', j='Py_ssize_t', start='Py_ssize_t')
cdef void hide(Network network, int *active, int count, short *sums) noexcept nogil

@cython.locals(weights='short *', outputs='Py_ssize_t', start='Py_ssize_t', total=int, j='Py_ssize_t',
               whole='long long')
cdef int answer(Network network, short *sums, int output) noexcept nogil
