"""What a search is told, and what it tells: the one thing that live analysis stands on."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import exp

from engine.games.position import ON_POINTS, OUTRIGHT, Position

ALPHABETA, MCTS, UCT = "alphabeta", "mcts", "uct"
#: What an evaluation is divided by to make it a logit.
LOGIT = 100.0
#: No game lasts so many plies.
MANY_PLIES = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search, whichever comes first; None for no such limit.

    `seconds` is wall time; 0 means a glance of a few hundred nodes. With an `optimum`, wall time
    and at most `seconds`, what is left of them is worth keeping: a usual search ends about then,
    an easy one before, and only one that is not settled goes on (``pacing``). `nodes` are nodes
    (alpha-beta, proofs) or simulations (MCTS, UCT).
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    optimum: float | None = None

    def within(self, optimum: float | None, maximum: float) -> "Limits":
        """These limits and so much time for a move on a clock, as ``clock.Allotment`` has it."""
        seconds = maximum if self.seconds is None else min(maximum, self.seconds)
        if optimum is not None:
            optimum = min(optimum, seconds)
        return replace(self, seconds=seconds, optimum=optimum)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found, from the side to move at its root.

    `score` is in the units of ``Position.evaluate`` and ``final_score`` (alpha-beta) or None;
    `winrate` is the mean reward from 0 to 1 (MCTS, UCT) or None. `exact` says that the score is
    proved. `nodes` are counted as in ``Limits``; `positions` are all that were visited, playouts
    too. `line` is the principal variation as move numbers, the chosen move first.
    """

    move: int
    method: str
    line: list[int] = field(default_factory=list)
    depth: int = 0
    nodes: int = 0
    positions: int = 0
    seconds: float = 0.0
    score: int | None = None
    winrate: float | None = None
    exact: bool = False


class Value(StrEnum):
    """The proved value of a move, from the side to move at the root."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Solved:
    """A proved value.

    `number` is the margin on points, in units of the criterion that decides; of a win or loss
    `outright` it is the plies from the root to the end of the game; 0 for a draw.
    """

    value: Value
    number: int = 0
    outright: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move at the root, and what the search thinks of it, from the side to move there.

    `visits` are simulations (MCTS, UCT) or nodes (alpha-beta) spent on it. `winrate` is the
    expected reward from 0 to 1. `lead` is the side's expected total (RULES C7) at the end less
    the best other one's. `line` are move numbers, this move first. `depth` is in plies.
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


def solved(score: int, depth: int, horizon: int, ply: int) -> Solved | None:
    """What a score of ``Position.final_score`` proves, from the side to move; None if nothing.

    `depth` is how deep the search was, `horizon` the most plies that the game could go on, both
    from the root, which was `ply` plies from the start. A win on points proves its margin only
    if the search has seen every game to its end.
    """
    value = Value.WIN if score > 0 else Value.LOSS
    if abs(score) > OUTRIGHT - MANY_PLIES:
        return Solved(value, OUTRIGHT - abs(score) - ply, outright=True)
    if depth < horizon:
        return None
    return Solved(value, abs(score) - ON_POINTS) if score else Solved(Value.DRAW)


def winning_chance(score: int) -> float:
    """The expected reward, from 0 to 1, that an evaluation or a final score stands for."""
    if abs(score) >= ON_POINTS:
        return float(score > 0)
    return 1 / (1 + exp(-score / LOGIT))


def lead_after(position: Position, moves: Sequence[int]) -> float:
    """By how much the side to move leads in totals (RULES C7) when these moves are played."""
    after = position.copy()
    seat = after.seat_to_move()
    for move in moves:
        after.play(move)
    totals = after.totals()
    return float(totals[seat] - max(t for other, t in enumerate(totals) if other != seat))
