"""The table of games whose evaluation can be learned; another game is one more entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from training import kulami
from training.selfplay import Options, Record
from training.weights import Rows


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a game's weights are made.

    `setups` gives the options of a game by a random number; `fit` makes the tables of weights
    from the records and tells what it finds; they are written to `path` with the `knots`.
    """

    setups: Callable[[int], Options]
    fit: Callable[[Sequence[Record], Callable[[str], None]], Mapping[str, Mapping[str, Rows]]]
    knots: Sequence[int]
    path: Path


ENGINE = Path(__file__).parent.parent / "engine" / "games"
RECIPES: Mapping[str, Recipe] = {
    "kulami": Recipe(kulami.setups, kulami.fit, kulami.KNOTS, ENGINE / "kulami" / "weights.py"),
}
