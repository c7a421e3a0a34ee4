"""Memory for tables and trees: zeroed, and taken from the system page by page as it is used.

It may also be a file, which then keeps whatever is written there, however the program ends.

C types are in ``memory.pxd``.
"""

import mmap as memory_map
from contextlib import suppress
from mmap import mmap

import cython

if cython.compiled:
    from cython.cimports.cpython.buffer import (
        PyBUF_WRITABLE,
        PyBuffer_Release,
        PyObject_GetBuffer,
    )


#: No other process sees the memory, which lets the system use large pages; not told on Windows.
PRIVATE = (
    {"flags": memory_map.MAP_PRIVATE | memory_map.MAP_ANONYMOUS}
    if hasattr(memory_map, "MAP_PRIVATE")
    else {}
)


def zeroed(size: int) -> mmap:
    """So many bytes, all 0. Raises MemoryError."""
    try:
        return mmap(-1, size, **PRIVATE)
    except (OSError, OverflowError, ValueError) as error:
        raise MemoryError(f"{size} bytes cannot be had: {error}") from error


def mapped(path: str, size: int) -> mmap:
    """The bytes of a file, which must have at least `size` of them. Raises OSError, ValueError."""
    with open(path, "r+b") as file:
        return mmap(file.fileno(), size)


def in_large_pages(size: int) -> mmap:
    """As ``zeroed``, in the large pages of the system if it has some.

    For what is soon used everywhere: it costs fewer misses of the cache of addresses, and takes
    the memory sooner. Raises MemoryError.
    """
    store = zeroed(size)
    if hasattr(memory_map, "MADV_HUGEPAGE"):
        with suppress(OSError):
            store.madvise(memory_map.MADV_HUGEPAGE)
    return store


def address_of(store: mmap) -> object:
    """Where the bytes lie, which stay there as long as `store` lives; for compiled modules."""
    PyObject_GetBuffer(store, cython.address(buffer), PyBUF_WRITABLE)  # type: ignore[name-defined]  # noqa: F821
    pointer = buffer.buf  # type: ignore[name-defined]  # noqa: F821
    PyBuffer_Release(cython.address(buffer))  # type: ignore[name-defined]  # noqa: F821
    return pointer
