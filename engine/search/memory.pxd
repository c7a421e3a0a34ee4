cimport cython
from cpython.buffer cimport Py_buffer

@cython.locals(buffer=Py_buffer, pointer='void*')
cdef void *address_of(object store) except NULL
