"""The nodes and edges of ``graph`` for the uncompiled kernel: the structures of ``graph.pxd``.

Never compiled.
"""

from ctypes import Structure, c_byte, c_double, c_float, c_int, c_ubyte, c_uint64


class Node(Structure):
    """What is known of a position."""

    key: int
    total: float
    visits: int
    first: int
    count: int
    low: int
    high: int

    _fields_ = (
        ("key", c_uint64),
        ("total", c_double),
        ("visits", c_int),
        ("first", c_int),
        ("count", c_ubyte),
        ("low", c_byte),
        ("high", c_byte),
    )


class Edge(Structure):
    """What is known of a move."""

    child: int
    tries: int
    mean: float
    prior: float
    pull: float
    move: int

    _fields_ = (
        ("child", c_int),
        ("tries", c_int),
        ("mean", c_float),
        ("prior", c_float),
        ("pull", c_float),
        ("move", c_ubyte),
    )
