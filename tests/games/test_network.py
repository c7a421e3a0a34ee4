"""The network: its file, and its outputs against a plain product."""

from array import array
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.gorami import inputs, position
from engine.games.network import Network, read_network
from tests.games.support import COMPILED
from tests.kernels import in_source

HIDDEN, OUTPUTS, CEILING = 64, 81, 1023
#: A number of the product stands for this part of a hundredth of a logit.
UNIT, BIAS_SCALE = 164, 256
LEAST, MOST = -(1 << 15), (1 << 15) - 1
FILES = sorted(Path(str(position.__file__)).parent.glob("*.weights"))


def some_weights(seed: int, rows: int, most: int = 300) -> "array[int]":
    """Weights for so many inputs, from -most to most."""
    random = Random(seed)
    count = (rows + 1) * HIDDEN + (HIDDEN + 1) * OUTPUTS
    return array("h", [random.randint(-most, most) for _ in range(count)])


def plain(weights: "array[int]", rows: int, active: list[int]) -> list[int]:
    """All outputs, by the definition: lists of rows, and division towards 0."""
    numbers = list(weights)
    first = [numbers[HIDDEN * i : HIDDEN * (i + 1)] for i in range(rows + 1)]
    rest = numbers[HIDDEN * (rows + 1) :]
    second = [rest[HIDDEN * i : HIDDEN * (i + 1)] for i in range(OUTPUTS)]
    biases = rest[HIDDEN * OUTPUTS :]
    sums = [sum(column) for column in zip(*(first[i] for i in (0, *(a + 1 for a in active))))]  # noqa: B905
    clipped = [min(max(each, 0), CEILING) for each in sums]
    products = [
        sum(a * b for a, b in zip(row, clipped, strict=True)) + BIAS_SCALE * bias
        for row, bias in zip(second, biases, strict=True)
    ]
    return [abs(each) // UNIT * (1 if each >= 0 else -1) for each in products]


@given(seed=st.integers(0, 1000), rows=st.integers(1, 60), data=st.data())
def test_outputs_are_those_of_a_plain_product(seed: int, rows: int, data: st.DataObject) -> None:
    active = data.draw(st.lists(st.integers(0, rows - 1), unique=True, max_size=40))
    weights = some_weights(seed, rows)
    assert Network(weights).forward(active) == plain(weights, rows, active)


def test_the_largest_weights_do_not_run_over() -> None:
    """With no input on, the hidden layer is the clipped bias."""
    for bias, weight in ((MOST, MOST), (MOST, LEAST), (LEAST, LEAST)):
        count = HIDDEN + HIDDEN + (HIDDEN + 1) * OUTPUTS
        weights = array("h", [weight] * count)
        for i in range(HIDDEN):
            weights[i] = bias
        assert Network(weights).forward([]) == plain(weights, 1, [])


def test_a_file_is_read_as_little_endian_numbers(tmp_path: Path) -> None:
    weights = some_weights(3, 5)
    file = tmp_path / "some.weights"
    file.write_bytes(b"".join(number.to_bytes(2, "little", signed=True) for number in weights))
    network = read_network(file)
    assert network.inputs == 5
    assert network.forward([0, 3]) == Network(weights).forward([0, 3])


@pytest.mark.parametrize("surplus", [-1, 1, HIDDEN - 1, -HIDDEN * 5])
def test_other_sizes_are_refused(tmp_path: Path, surplus: int) -> None:
    """One number too few or too many, or no input at all."""
    count = 6 * HIDDEN + (HIDDEN + 1) * OUTPUTS + surplus
    with pytest.raises(ValueError, match="are not the weights of a network"):
        Network(array("h", bytes(2 * count)))
    file = tmp_path / "wrong.weights"
    file.write_bytes(bytes(2 * count))
    with pytest.raises(ValueError, match=str(count)):
        read_network(file)


def test_a_file_of_half_a_number_and_none_at_all_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.weights"
    file.write_bytes(bytes(7))
    with pytest.raises(ValueError):
        read_network(file)
    with pytest.raises(OSError):
        read_network(tmp_path / "missing.weights")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_hidden_layer_of_our_own_networks_never_runs_over(file: Path) -> None:
    """Of each group of inputs one is on: no choice of them gives more than 16 bits hold."""
    network = read_network(file)
    assert network.inputs == inputs.INPUTS
    weights = array("h", file.read_bytes())
    rows = [weights[HIDDEN * i : HIDDEN * (i + 1)] for i in range(network.inputs + 1)]
    bounds = [26 * field for field in range(25)]
    bounds += [bounds[-1] + i for i in range(1, 49)]
    bounds += [bounds[-1] + 36 * i for i in range(1, 13)]
    bounds += [bounds[-1] + 5 * i for i in range(1, 7)]
    bounds += [bounds[-1] + 13, bounds[-1] + 26, bounds[-1] + 51, bounds[-1] + 62]
    assert bounds[-1] == network.inputs
    for j in range(HIDDEN):
        most = least = rows[0][j]
        for begin, end in pairwise(bounds):
            column = [0, *(rows[1 + i][j] for i in range(begin, end))]
            most += max(column)
            least += min(column)
        assert LEAST <= least <= most <= MOST


def facts() -> list[Any]:
    """Outputs of some networks."""
    return [
        Network(some_weights(seed, 40)).forward(Random(seed).sample(range(40), seed))
        for seed in range(30)
    ]


@pytest.mark.skipif(not COMPILED, reason="compares the compiled kernel with this one")
def test_both_kernels_give_the_same_outputs() -> None:
    assert facts() == in_source("tests.games.test_network", "facts")
