"""How results are written (PROTOCOL section 3: ``score``, ``final_score``, ``solve``)."""

from collections.abc import Sequence

from engine.games.game import SeatScore, Setup
from engine.games.state import Outcome
from engine.search.proof import Proof
from engine.search.report import Value

LETTERS = {1: "B", 2: "W"}


def result_text(outcome: Outcome, totals: Sequence[int]) -> str:
    """The answer to ``final_score``; `totals` are the seats' totals, seat 1 first."""
    if len(totals) > 2:
        return " ".join(map(str, totals))
    if outcome.winner is None:
        return "0"
    return f"{LETTERS[outcome.winner]}+{outcome.margin or ''}"


def standing(outcome: Outcome | None) -> str:
    """The first line of ``score``."""
    if outcome is None:
        return "ongoing"
    if outcome.winner is None:
        return " ".join(["draw", *map(str, outcome.drawn)])
    return f"win {outcome.winner}"


def score_line(score: SeatScore) -> str:
    """A seat's line of ``score``."""
    parts = (f"{name}={value}" for name, value in score.parts.items())
    return " ".join([str(score.seat), score.colour, str(score.total), *parts])


def solution_text(setup: Setup, proof: Proof) -> str:
    """What is proved of a position: the value and the best line, or the bounds of the value."""
    known = proof.solution
    if known is None:
        return f"unknown\nfrom {proof.told(proof.low)} to {proof.told(proof.high)}"
    value = known.value if known.value is Value.DRAW else f"{known.value} {known.number}"
    return "\n".join([value, " ".join(map(setup.move_text, proof.line))])
