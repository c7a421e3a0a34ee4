"""How a result is written (PROTOCOL section 3, ``score`` and ``final_score``)."""

from collections.abc import Sequence

from engine.games.game import SeatScore
from engine.games.state import Outcome

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
