"""Fitting a network with PyTorch, which is imported nowhere else."""

from collections.abc import Callable

import numpy as np
import torch

from training.gorami_rows import MOVES, Array, Rows
from training.network import CEILING, HIDDEN, HIDDEN_SCALE, OUTPUTS, Floats

BATCH, EPOCHS = 1024, 12
#: Adam's highest learning rate, and how much the policy's loss counts beside the value's.
RATE, POLICY_SHARE = 8e-3, 0.3
#: Weights of inputs stay within this, so that their sums fit into 16 bits.
CLAMP = 1.9
#: How widely the weights of the inputs and of the outputs are spread at first, and the bias.
INPUT_SPREAD, OUTPUT_SPREAD, BIAS = 0.06, 0.1, 0.5
VERSION: str = torch.__version__


class Model:
    """The network's parameters as tensors."""

    def __init__(self, inputs: int) -> None:
        # The last row is that of no input, and remains 0.
        self.rows = torch.nn.EmbeddingBag(inputs + 1, HIDDEN, mode="sum", padding_idx=inputs)
        torch.nn.init.normal_(self.rows.weight, 0, INPUT_SPREAD)
        self.rows.weight.data[inputs] = 0
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), BIAS))
        self.head = torch.nn.Linear(HIDDEN, OUTPUTS)
        torch.nn.init.normal_(self.head.weight, 0, OUTPUT_SPREAD)

    def parameters(self) -> list[torch.nn.Parameter]:
        return [self.rows.weight, self.bias, self.head.weight, self.head.bias]

    def outputs(self, inputs: torch.Tensor) -> torch.Tensor:
        """The value and the ratings in logits, by row of the numbers of inputs that are on."""
        hidden = torch.clamp(self.rows(inputs) + self.bias, 0, CEILING / HIDDEN_SCALE)
        return self.head(hidden)

    def floats(self) -> Floats:
        """The parameters as arrays."""
        rows, bias, head, head_bias = (
            parameter.detach().numpy().astype(np.float64) for parameter in self.parameters()
        )
        return Floats(bias, rows[:-1], head, head_bias)


def fit(
    rows: Rows,
    images: Array,
    sources: Array,
    seed: int,
    tell: Callable[[int, Floats], None],
    epochs: int = EPOCHS,
) -> Floats:
    """A network for these rows, the same for the same seed on the same machine.

    `images` and `sources` are symmetries of inputs and of moves (``gorami_rows``), one of which
    is applied to each batch. `tell` hears the number of epochs that are over, and the network.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    dice = np.random.default_rng(seed)
    model = Model(images.shape[1] - 1)
    batches = (len(rows) + BATCH - 1) // BATCH
    optimiser = torch.optim.Adam(model.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=epochs * batches)
    for epoch in range(epochs):
        for chosen in np.array_split(dice.permutation(len(rows)), batches):
            symmetry = dice.integers(len(images))
            batch = rows.part(chosen)
            loss = loss_of(model, batch, images[symmetry], sources[symmetry])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                model.rows.weight.clamp_(-CLAMP, CLAMP)
        tell(epoch + 1, model.floats())
    return model.floats()


def loss_of(model: Model, rows: Rows, image: Array, source: Array) -> torch.Tensor:
    """The loss of the rows under a symmetry: the value's, and a share of the policy's."""
    outputs = model.outputs(torch.from_numpy(image[rows.inputs]))
    weights = torch.from_numpy(rows.weights)
    value = torch.nn.functional.binary_cross_entropy_with_logits(
        outputs[:, 0], torch.from_numpy(rows.values), weights, reduction="sum"
    )
    index, policies = rows.known()
    shares = torch.from_numpy(policies.shares[:, source])
    legal = torch.from_numpy(policies.legal[:, source])
    ratings = outputs[torch.from_numpy(index), 1 : MOVES + 1].masked_fill(~legal, -1e9)
    logs = torch.log_softmax(ratings, 1)
    policy = -(shares * logs * legal).sum() / max(len(index), 1)
    return value / weights.sum() + POLICY_SHARE * policy
