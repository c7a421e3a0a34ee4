"""The sizes of transposition tables."""

import pytest

from engine.search import proof_table
from engine.search.memory import zeroed
from engine.search.proof_table import ProofTable
from engine.search.table import BYTES_PER_ENTRY, Table


@pytest.mark.parametrize("mebibytes", [0.0001, 0.5, 1, 3, 16])
def test_size_is_the_largest_power_of_two_that_fits(mebibytes: float) -> None:
    entries = Table(mebibytes).entries()
    assert entries.bit_count() == 1
    assert entries >= 2
    wanted = mebibytes * 2**20 / BYTES_PER_ENTRY
    assert entries <= max(wanted, 2)
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
