"""Transposition tables: their sizes, what they remember, and what they forget first."""

import pytest

from engine.search import proof_table
from engine.search.memory import zeroed
from engine.search.proof_table import ProofTable
from engine.search.table import BYTES_PER_ENTRY, ENTRIES_PER_BUCKET, Table


@pytest.mark.parametrize("mebibytes", [0.0001, 0.5, 1, 3, 16])
def test_size_is_the_largest_power_of_two_that_fits(mebibytes: float) -> None:
    entries = Table(mebibytes).entries()
    assert entries.bit_count() == 1
    assert entries >= ENTRIES_PER_BUCKET
    wanted = mebibytes * 2**20 / BYTES_PER_ENTRY
    assert entries <= max(wanted, ENTRIES_PER_BUCKET)
    assert entries * 2 > wanted


@pytest.mark.parametrize("mebibytes", [0, 0.0001, 0.5, 3, 16])
def test_a_table_of_proofs_has_whole_buckets_and_uses_the_first(mebibytes: float) -> None:
    table, whole = ProofTable(mebibytes), ProofTable(mebibytes, zeroed, 0)
    buckets = table.entries() // 2
    assert buckets.bit_count() == 1
    wanted = mebibytes * 2**20 / proof_table.BYTES_PER_BUCKET
    assert buckets <= max(wanted, 1)
    assert buckets * 2 > wanted
    assert table.entries_in_use() == 2 * min(buckets, proof_table.FIRST_BUCKETS)
    assert whole.entries_in_use() == whole.entries() == table.entries()
    assert table.fullness() == 0.0


UPPER, LOWER, EXACT = 1, 2, 3
#: Neighbours in the same bucket of any table: only the upper bits differ.
CROWD = [7 + (n << 60) for n in range(1, 7)]


@pytest.mark.parametrize("value", [-25000, -1, 0, 1, 25000])
@pytest.mark.parametrize("bound", [UPPER, LOWER, EXACT])
def test_what_is_remembered_is_known(value: int, bound: int) -> None:
    table = Table(0.01)
    assert table.known(CROWD[0]) is None
    table.remember(CROWD[0], value, bound, 9, 79)
    assert table.known(CROWD[0]) == (value, bound, 9, 79)
    assert table.known(CROWD[1]) is None


def test_the_same_position_has_one_place() -> None:
    table = Table(0.0001)
    for depth in range(1, 9):
        table.remember(CROWD[0], depth, LOWER, depth, 1)
    assert table.known(CROWD[0]) == (8, LOWER, 8, 1)
    for key in CROWD[1:4]:
        table.remember(key, 1, LOWER, 1, 1)
    assert all(table.known(key) for key in CROWD[:4])


def test_the_shallowest_of_a_full_bucket_goes_first() -> None:
    table = Table(0.0001)
    for key, depth in zip(CROWD, (5, 2, 8, 3), strict=False):
        table.remember(key, 0, EXACT, depth, 1)
    table.remember(CROWD[4], 0, EXACT, 1, 1)
    assert [table.known(key) is not None for key in CROWD[:5]] == [True, False, True, True, True]


def test_an_entry_of_an_old_search_goes_before_a_shallower_one_of_this() -> None:
    table = Table(0.0001)
    table.remember(CROWD[0], 0, EXACT, 9, 1)
    for _ in range(3):
        table.grow_older()
    for key in CROWD[1:4]:
        table.remember(key, 0, EXACT, 2, 1)
    table.remember(CROWD[4], 0, EXACT, 1, 1)
    assert [table.known(key) is not None for key in CROWD[:5]] == [False, True, True, True, True]


def test_the_number_of_the_search_comes_round() -> None:
    """After 256 searches an entry would look new again; what is written then still counts more."""
    table = Table(0.0001)
    for _ in range(255):
        table.grow_older()
    table.remember(CROWD[0], 0, EXACT, 9, 1)
    for _ in range(3):
        table.grow_older()
    for key in CROWD[1:5]:
        table.remember(key, 0, EXACT, 2, 1)
    assert [table.known(key) is not None for key in CROWD[:5]] == [False, True, True, True, True]
