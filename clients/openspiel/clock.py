"""A seat's clock, and how much of it a move may take. Nothing here looks at the time."""

from dataclasses import dataclass, replace

#: Kept back of each budget for what is not search: the way there and back, the last simulation.
KEPT_BACK = 0.05
#: No move gets less, however late it is.
LEAST = 0.005


@dataclass(frozen=True, slots=True)
class Clock:
    """What GTP's ``time_settings`` and ``time_left`` say of one seat's time, in seconds.

    `seconds` is what is left: of the main time, or if `stones` is not 0 of the byo-yomi period
    in which so many moves are still to be made. A new period has `period` seconds for
    `period_stones` moves; 0 if there is none.
    """

    seconds: float
    stones: int = 0
    period: float = 0.0
    period_stones: int = 0

    def after(self, seconds: float) -> "Clock":
        """The clock after a move that took `seconds`."""
        left = self.seconds - seconds
        if self.stones > 1:
            return replace(self, seconds=left, stones=self.stones - 1)
        if self.period_stones and (self.stones == 1 or left <= 0):
            return replace(self, seconds=self.period, stones=self.period_stones)
        return replace(self, seconds=left)

    def budget(self, moves: int) -> float:
        """How long to think when at most `moves` moves of this seat are still to come.

        What is left is shared evenly; in main time a move may always take what a byo-yomi move
        may.
        """
        share = self.seconds / (self.stones or max(moves, 1))
        if self.period_stones and not self.stones:
            share = max(share, min(self.seconds, self.period / self.period_stones))
        return max(share - KEPT_BACK, LEAST)


def settings(main: float, byo_yomi: float, stones: int) -> Clock | None:
    """The clock of ``time_settings``; None for no limit (PROTOCOL section 3)."""
    if main <= 0 and byo_yomi <= 0:
        return None
    if byo_yomi > 0 and stones <= 0:
        return None
    if byo_yomi <= 0:
        return Clock(main)
    if main <= 0:
        return Clock(byo_yomi, stones, byo_yomi, stones)
    return Clock(main, 0, byo_yomi, stones)


def time_left(clock: Clock | None, seconds: float, stones: int) -> Clock:
    """The clock of ``time_left``; `clock` is what was known of it before."""
    return replace(clock or Clock(0), seconds=seconds, stones=max(stones, 0))
