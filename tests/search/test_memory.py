"""Memory of tables and trees: empty, there at once, and refused if it is too much."""

import pytest

from engine.search import uct
from engine.search.memory import zeroed
from engine.search.table import Table
from engine.search.uct import Nodes


def test_it_is_zero_and_can_be_written() -> None:
    store = zeroed(10_000)
    assert len(store) == 10_000
    assert store[:] == bytes(10_000)
    store[9_999] = 7
    assert store[9_999] == 7


@pytest.mark.parametrize("size", [1 << 62, 1 << 70, -1])
def test_what_cannot_be_had(size: int) -> None:
    with pytest.raises(MemoryError, match=f"^{size} bytes cannot be had: "):
        zeroed(size)


def test_a_table_that_is_too_large() -> None:
    with pytest.raises(MemoryError):
        Table(2.0**40)


def test_nodes_are_as_many_as_can_be_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A node is a number of 32 bits: more room than that is not asked for."""
    sizes: list[int] = []

    def refuse(size: int) -> object:
        sizes.append(size)
        raise MemoryError

    monkeypatch.setattr(uct, "zeroed", refuse)
    with pytest.raises(MemoryError):
        Nodes(2.0**30)
    assert sizes == [8 * (2**31 - 1)]


def test_a_table_fills() -> None:
    table = Table(0.001)
    assert table.fullness() == 0.0
