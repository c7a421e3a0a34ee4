"""Memory for tables and trees: zeroed, and taken from the system page by page as it is used.

C types are in ``memory.pxd``.
"""

from mmap import mmap

import cython

if cython.compiled:
    from cython.cimports.cpython.buffer import (
        PyBUF_WRITABLE,
        PyBuffer_Release,
        PyObject_GetBuffer,
    )


def zeroed(size: int) -> mmap:
    """So many bytes, all 0. Raises MemoryError."""
    try:
        return mmap(-1, size)
    except (OSError, OverflowError, ValueError) as error:
        raise MemoryError(f"{size} bytes cannot be had: {error}") from error


def address_of(store: mmap) -> object:
    """Where the bytes lie, which stay there as long as `store` lives; for compiled modules."""
    PyObject_GetBuffer(store, cython.address(buffer), PyBUF_WRITABLE)  # type: ignore[name-defined]  # noqa: F821
    pointer = buffer.buf  # type: ignore[name-defined]  # noqa: F821
    PyBuffer_Release(cython.address(buffer))  # type: ignore[name-defined]  # noqa: F821
    return pointer
