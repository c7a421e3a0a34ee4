"""What is proved of a position of two seats, whichever search proves it."""

from engine.games.position import ON_POINTS, OUTRIGHT, Position
from engine.search.report import MANY_PLIES, Solved, Value, solved

#: The widest bounds: no value lies outside of them.
WIDEST = 32000
#: The value of a win on points by the least margin, and the one between it and a win outright.
LEAST_WIN, BETWEEN = ON_POINTS + 1, OUTRIGHT - MANY_PLIES
#: No game is won by a larger margin on points.
MOST_MARGIN = 1000


class Proof:
    """Bounds of a position's value, `low` and `high`, which meet when it is solved.

    They are from the side to move, as ``Position.final_score`` has it, and always hold. `line` is
    the best play of both sides as far as it is known when it is solved.
    """

    def __init__(self, position: Position) -> None:
        """`position` has two seats, and its game is not over."""
        self.ply = position.ply
        self.horizon = position.plies_left()
        self.first = position.legal()[0]
        self.low, self.high = -WIDEST, WIDEST
        self.line: list[int] = []

    def dismiss(self) -> None:
        """Let workers that only help end; there is nothing more to prove."""

    @property
    def kept(self) -> int | None:
        """A move that is worth at least `low`, once a question has found one; else None."""
        return None

    @property
    def solution(self) -> Solved | None:
        """What is proved of the position; None if its value is not known yet."""
        if self.low != self.high:
            return None
        return solved(self.low, self.horizon, self.horizon, self.ply)

    def told(self, bound: int) -> str:
        """A bound in words: ``draw``, ``win N``, ``loss N``; without N if it is known no better."""
        found = solved(bound, self.horizon, self.horizon, self.ply)
        if found is None or found.value is Value.DRAW:
            return Value.DRAW
        exact = abs(bound) < OUTRIGHT - self.ply - 1 and found.number <= MOST_MARGIN
        return f"{found.value} {found.number}" if exact else found.value
