"""What a search has found so far: the one thing that live analysis stands on."""

from dataclasses import dataclass
from enum import StrEnum


class Value(StrEnum):
    """The proved value of a move, from the side to move at the root."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Solved:
    """A proved value.

    `number` is the margin on points, in units of the criterion that decides; of a win or loss
    outright it is the plies from the root to the end of the game; 0 for a draw.
    """

    value: Value
    number: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move at the root, and what the search thinks of it, from the side to move there.

    `visits` are simulations (UCT) or nodes (alpha-beta) spent on it. `winrate` is the expected
    reward from 0 to 1. `lead` is the side's expected total (RULES C7) at the end less the best
    other one's. `line` are move numbers, this move first. `depth` is in plies.
    """

    move: int
    visits: int
    winrate: float
    lead: float
    line: tuple[int, ...]
    depth: int
    solved: Solved | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a search at one moment.

    `candidates` stand best first; there are none as long as the search knows nothing.
    `nodes` are counted as in ``Limits``, `depth` and `seldepth` in plies, `seconds` since the
    search began. `hash_full` tells how full the table or the tree is, from 0 to 1.
    """

    method: str
    candidates: tuple[Candidate, ...]
    depth: int
    seldepth: int
    nodes: int
    seconds: float
    hash_full: float
