"""A small network of whole numbers that values a position and rates its moves.

C types are in ``network.pxd``. The inputs are on or off; each that is on adds its row to the
hidden layer, which is clipped (as in NNUE; Nasu 2018). From there a value and a rating of every
move are one product away. Everything is an integer, so it is the same on every machine.
"""

from array import array
from pathlib import Path

import cython

if not cython.compiled:
    HIDDEN, OUTPUTS, CEILING, UNIT, END = 64, 81, 1023, 164, -1

#: The hidden layer is so many times what was learned, the outputs' weights so many times.
HIDDEN_SCALE, OUTPUT_SCALE = 256, 64
#: The same numbers for those who teach a network.
FORM = {
    "hidden": HIDDEN,
    "outputs": OUTPUTS,
    "ceiling": CEILING,
    "unit": UNIT,
    "hidden scale": HIDDEN_SCALE,
    "output scale": OUTPUT_SCALE,
}


class Network:
    """Weights: 16-bit numbers.

    First the hidden bias and a row for each of `inputs`, ``HIDDEN`` numbers each; then a row for
    each of the ``OUTPUTS``, and their biases: the value, then the rating of each move. A sum of
    products is divided by ``UNIT`` to give hundredths of a logit.
    """

    def __init__(self, weights: "array[int]") -> None:
        """Raises: ValueError if they are not the weights for any number of inputs."""
        outputs = (HIDDEN + 1) * OUTPUTS
        rows, rest = divmod(len(weights) - outputs, HIDDEN)
        if rest or rows < 2:
            raise ValueError(f"{len(weights)} numbers are not the weights of a network")
        self.inputs = rows - 1
        self.store = weights
        if not cython.compiled:
            self.weights = weights
        else:
            self.weights = cython.address(self.store[0])

    def forward(self, active: list[int]) -> list[int]:
        """All outputs for the inputs that are on, in hundredths of a logit."""
        if not cython.compiled:
            sums, numbers = [0] * HIDDEN, [0] * (len(active) + 1)
        for i, number in enumerate(active):
            numbers[i] = number
        hide(self, numbers, len(active), sums)
        return [answer(self, sums, output) for output in range(OUTPUTS)]


#: A network that knows nothing, for positions that have none.
EMPTY = Network(array("h", bytes(2 * (2 * HIDDEN + (HIDDEN + 1) * OUTPUTS))))


def read_network(path: Path) -> Network:
    """The network of a file of little-endian 16-bit numbers. Raises OSError, ValueError."""
    weights = array("h")
    weights.frombytes(path.read_bytes())
    if weights.itemsize != 2:
        raise ValueError("16-bit numbers are not 16 bits here")
    if array("H", b"\x01\x00")[0] != 1:
        weights.byteswap()
    return Network(weights)


def hide(network: Network, active: list[int], count: int, sums: list[int]) -> None:
    """Write the clipped hidden layer for `count` inputs that are on to `sums`.

    `active` has room for one more.
    """
    weights = network.weights
    # A local array, so that the compiler keeps it in registers.
    if not cython.compiled:
        added = [0] * HIDDEN
    for j in range(HIDDEN):
        added[j] = weights[j]
    # Of a loop that counts compilers rearrange the sums so that they add one number at a time.
    active[count] = END
    i = 0
    while active[i] != END:
        start = HIDDEN * (active[i] + 1)
        for j in range(HIDDEN):
            added[j] = added[j] + weights[start + j]
        i += 1
    for j in range(HIDDEN):
        sums[j] = 0 if added[j] < 0 else CEILING if added[j] > CEILING else added[j]


def answer(network: Network, sums: list[int], output: int) -> int:
    """An output of the clipped hidden layer, in hundredths of a logit, rounded towards 0."""
    weights = network.weights
    outputs = HIDDEN * (network.inputs + 1)
    start = outputs + HIDDEN * output
    total = 0
    for j in range(HIDDEN):
        total = total + weights[start + j] * sums[j]
    # The largest products fill 32 bits without the bias.
    whole = total
    whole += weights[outputs + HIDDEN * OUTPUTS + output] * HIDDEN_SCALE
    return whole // UNIT if whole >= 0 else -(-whole // UNIT)
