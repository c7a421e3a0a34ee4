"""Ways of feeding a reader: the same bytes, split differently."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from typing import Protocol, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

Event = TypeVar("Event")
Splitting = Callable[[bytes], list[bytes]]

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties: a busy machine is no failure."""


class Reader(Protocol[Event]):
    def feed(self, data: bytes) -> list[Event]: ...
    def close(self) -> list[Event]: ...


def whole(data: bytes) -> list[bytes]:
    return [data]


def bytewise(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


def split(data: bytes, sizes: Iterable[int]) -> Iterator[bytes]:
    """Cut `data` into pieces of `sizes` bytes, again and again; without sizes: whole."""
    at = 0
    for size in cycle(sizes or [len(data)]):
        if at >= len(data):
            return
        yield data[at : at + size]
        at += size


def feed(reader: Reader[Event], pieces: Iterable[bytes]) -> list[Event]:
    return [event for piece in pieces for event in reader.feed(piece)]


def read(reader: Reader[Event], pieces: Iterable[bytes]) -> list[Event]:
    return feed(reader, pieces) + reader.close()


SIZES = st.lists(st.integers(0, 9), max_size=8).filter(lambda sizes: not sizes or any(sizes))

WIRE_BYTES = st.one_of(
    st.binary(),
    st.lists(
        st.sampled_from(
            [
                *[b"=", b"?", b" ", b"\n", b"\r", b"\t", b"#", b"0", b"9", b"a", b"\x00", b"\x7f"],
                *[b"\xff", b"\xc3", b"\xc2\x85", b"\xe3\x80\x80", b"\xef\xbb\xbf", b"4294967296"],
            ]
        ),
        max_size=60,
    ).map(b"".join),
)
"""Any bytes, most of them such as mean something on the wire."""
