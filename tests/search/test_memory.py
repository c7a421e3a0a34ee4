"""Memory of tables and trees: empty, there at once, and refused if it is too much."""

from functools import partial
from mmap import mmap
from pathlib import Path

import pytest

from engine.search import uct
from engine.search.exact_table import ExactTable
from engine.search.memory import mapped, zeroed
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


def test_a_file_keeps_what_is_written(tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(bytes(5_000))
    store = mapped(str(file), 5_000)
    assert store[:] == bytes(5_000)
    store[4_999] = 7
    assert mapped(str(file), 5_000)[4_999] == 7
    assert file.read_bytes()[4_999] == 7


def test_a_file_that_cannot_be_mapped(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"short")
    with pytest.raises(FileNotFoundError):
        mapped(str(tmp_path / "none"), 1)
    with pytest.raises(ValueError, match="greater than file size"):
        mapped(str(tmp_path / "short"), 5_000)


def test_another_table_finds_what_the_file_of_one_has_kept(tmp_path: Path) -> None:
    file = str(tmp_path / "table")

    def fresh(size: int) -> mmap:
        Path(file).write_bytes(bytes(size))
        return mapped(file, size)

    ExactTable(0.1, fresh).remember(12345, -3, 7, 9, 1)
    assert ExactTable(0.1, partial(mapped, file)).known(12345) == (-3, 7, 9)


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
