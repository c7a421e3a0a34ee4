"""The transposition table's size."""

import pytest

from engine.search.table import BYTES_PER_ENTRY, Table


@pytest.mark.parametrize("mebibytes", [0.0001, 0.5, 1, 3, 16])
def test_size_is_the_largest_power_of_two_that_fits(mebibytes: float) -> None:
    entries = Table(mebibytes).entries()
    assert entries.bit_count() == 1
    assert entries >= 2
    wanted = mebibytes * 2**20 / BYTES_PER_ENTRY
    assert entries <= max(wanted, 2)
    assert entries * 2 > wanted
