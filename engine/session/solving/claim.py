"""A value in words, as it is shown, written and checked: ``win 15 plies``, ``loss 2 points``."""

from dataclasses import dataclass
from typing import Self

from engine.games.position import ON_POINTS, OUTRIGHT
from engine.search.report import MANY_PLIES, Value

POINTS, PLIES = "points", "plies"
UNITS = (POINTS, PLIES)
#: No game is won by a larger margin on points.
MOST_MARGIN = 1000


@dataclass(frozen=True, slots=True)
class Claim:
    """A value from the side to move; `number` is None where only the winner is known.

    `number` counts `unit`: the margin in ``POINTS`` of the criterion that decides, or the
    ``PLIES`` to the end of a game won or lost outright. A draw has 0 ``POINTS``.
    """

    value: Value
    number: int | None = None
    unit: str = POINTS

    @classmethod
    def of(cls, score: int, ply: int) -> Self:
        """What a bound of ``Position.final_score`` claims of a position at `ply`."""
        if score == 0:
            return cls(Value.DRAW, 0)
        value, size = Value.WIN if score > 0 else Value.LOSS, abs(score)
        if ON_POINTS < size <= ON_POINTS + MOST_MARGIN:
            return cls(value, size - ON_POINTS)
        if OUTRIGHT - MANY_PLIES < size < OUTRIGHT - ply:
            return cls(value, OUTRIGHT - size - ply, PLIES)
        return cls(value)

    def __str__(self) -> str:
        if self.value is Value.DRAW or self.number is None:
            return self.value
        return f"{self.value} {self.number} {self.unit}"


def bound_in_words(bound: int, ply: int) -> str:
    """What a bound of the value tells; of one that no game could exceed, only who would win."""
    claim = Claim.of(bound, ply)
    is_empty = claim.unit == PLIES and claim.number == 1
    return claim.value if is_empty else str(claim)
