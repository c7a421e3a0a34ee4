"""Networks of ``engine.games.network`` as floating-point numbers, and how they are rounded."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.games.network import FORM
from training.gorami_rows import Rows

Array = NDArray[Any]
HIDDEN, OUTPUTS, CEILING, UNIT = (FORM[name] for name in ("hidden", "outputs", "ceiling", "unit"))
HIDDEN_SCALE, OUTPUT_SCALE = FORM["hidden scale"], FORM["output scale"]
#: The largest number of 16 bits.
LARGEST = 32767
#: Rows that are worked on at once.
STRETCH = 4096


class TooLarge(Exception):
    """A number, or a sum in the hidden layer, does not fit into 16 bits."""


@dataclass(frozen=True, slots=True)
class Floats:
    """A network as it is fitted, in logits.

    `bias` is by hidden unit, `rows` by input and hidden unit, `head` by output and hidden unit,
    `head_bias` by output: the value, then the rating of each move.
    """

    bias: Array
    rows: Array
    head: Array
    head_bias: Array

    def outputs(self, inputs: Array) -> Array:
        """All outputs in logits, by row of `inputs`, where the number of inputs stands for none."""
        rows = np.vstack([self.rows, np.zeros_like(self.rows[:1])])
        hidden = np.clip(rows[inputs].sum(axis=1) + self.bias, 0, CEILING / HIDDEN_SCALE)
        outputs: Array = hidden @ self.head.T + self.head_bias
        return outputs


@dataclass(frozen=True, slots=True)
class Integers:
    """A network as the kernel has it; the fields are those of ``Floats``, of 16-bit integers."""

    bias: Array
    rows: Array
    head: Array
    head_bias: Array

    def outputs(self, inputs: Array) -> Array:
        """What the kernel answers, in logits: rounded towards 0 to hundredths."""
        rows = np.vstack([self.rows, np.zeros_like(self.rows[:1])]).astype(np.int32)
        hidden = np.clip(rows[inputs].sum(axis=1) + self.bias, 0, CEILING)
        sums = hidden @ self.head.T.astype(np.int32)
        sums += self.head_bias.astype(np.int32) * HIDDEN_SCALE
        outputs: Array = np.sign(sums) * (np.abs(sums) // UNIT) / 100
        return outputs

    def to_bytes(self) -> bytes:
        """The file that ``read_network`` reads."""
        parts = (self.bias, self.rows, self.head, self.head_bias)
        return b"".join(part.astype("<i2").tobytes() for part in parts)


def from_bytes(data: bytes) -> Integers:
    """The network of a file. Raises: ValueError if it cannot be one."""
    numbers = np.frombuffer(data, "<i2")
    ends = (len(numbers) - OUTPUTS * (HIDDEN + 1), len(numbers) - OUTPUTS)
    return Integers(
        numbers[:HIDDEN],
        numbers[HIDDEN : ends[0]].reshape(-1, HIDDEN),
        numbers[ends[0] : ends[1]].reshape(OUTPUTS, HIDDEN),
        numbers[ends[1] :],
    )


def quantised(network: Floats, blocks: Iterable[tuple[int, int, int]]) -> Integers:
    """The network in whole numbers.

    `blocks` have the first input, how many things and in how many states each; no thing has two
    inputs on. So the hidden layer's sums are known to fit into 16 bits.

    Raises: TooLarge.
    """
    scaled = (
        network.bias * HIDDEN_SCALE,
        network.rows * HIDDEN_SCALE,
        network.head * OUTPUT_SCALE,
        network.head_bias * OUTPUT_SCALE,
    )
    if max(np.abs(part).max() for part in scaled) > LARGEST:
        raise TooLarge("a weight does not fit into 16 bits")
    found = Integers(*(np.rint(part).astype(np.int16) for part in scaled))
    if largest_sum(found, blocks) > LARGEST:
        raise TooLarge("a sum of weights might not fit into 16 bits")
    return found


def largest_sum(network: Integers, blocks: Iterable[tuple[int, int, int]]) -> int:
    """What no hidden unit's sum can exceed in absolute value, before it is clipped."""
    most = np.maximum(network.bias, 0).astype(np.int64)
    least = np.minimum(network.bias, 0).astype(np.int64)
    for first, things, states in blocks:
        part = network.rows[first : first + things * states].reshape(things, states, -1)
        most += np.maximum(part.max(axis=1), 0).sum(axis=0, dtype=np.int64)
        least += np.minimum(part.min(axis=1), 0).sum(axis=0, dtype=np.int64)
    return int(max(most.max(), -least.min()))


# ---------------------------------------------------------------------------- losses


class Losses(NamedTuple):
    """How well a network predicts, in nats and the part of decided positions it is right about.

    `value` is the mean log loss of values, `policy` the mean cross entropy of policies.
    """

    value: float
    policy: float
    accuracy: float

    def rounded(self) -> dict[str, float]:
        """By name, to the digits that mean something."""
        return {name: round(number, 4) for name, number in self._asdict().items()}

    def __str__(self) -> str:
        return f"value {self.value:.4f}, policy {self.policy:.4f}, winner {self.accuracy:.1%}"


def losses(network: Floats | Integers, rows: Rows) -> Losses:
    """The mean losses on these rows; values are weighted as the rows say."""
    stretches = range(0, len(rows), STRETCH)
    outputs = np.vstack([network.outputs(rows.inputs[i : i + STRETCH]) for i in stretches])
    logits = outputs[:, 0]
    value = np.logaddexp(0.0, logits) - rows.values * logits
    known, policies = rows.known()
    ratings = np.where(policies.legal, outputs[known, 1:], -np.inf)
    ratings -= ratings.max(axis=1, keepdims=True, initial=-1e9)
    logs = ratings - np.log(np.exp(ratings).sum(axis=1, keepdims=True))
    shares = policies.shares
    policy = -np.sum(shares * np.where(shares > 0, logs, 0.0)) / max(len(known), 1)
    decided = rows.values != 0.5
    right = (logits > 0) == (rows.values > 0.5)
    return Losses(
        float(np.average(value, weights=rows.weights)), float(policy), float(right[decided].mean())
    )
