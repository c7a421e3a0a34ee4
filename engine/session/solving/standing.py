"""What is known of a position so far: what a run begins with, and what it leaves."""

from dataclasses import dataclass

from engine.games.position import OUTRIGHT


@dataclass(frozen=True, slots=True)
class Standing:
    """Bounds of the value as ``Position.final_score`` has it, from the side to move.

    `line` is the best play of both sides in canonical moves, empty as long as it is not known.
    `nodes` and `seconds` are those of all `runs` together.
    """

    low: int = -OUTRIGHT
    high: int = OUTRIGHT
    line: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    runs: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high
