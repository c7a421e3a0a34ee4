"""Time budgets: pure arithmetic, no clock is read here.

Times are in seconds. The words are GTP's: a main time, then Canadian byo-yomi of so many
stones in so many seconds.
"""

from dataclasses import dataclass, replace
from math import ceil

#: No move gets less, however late it is.
LEAST = 0.005
#: Part of the remaining moves among which the main time is shared evenly.
EARLY = 0.6


@dataclass(frozen=True, slots=True)
class Clock:
    """One seat's clock.

    `main` is what is left of the main time; in byo-yomi (`stones_left` > 0) it is what is left
    of the period. `byo` and `stones` are a full period; `byo` = 0 for sudden death.
    """

    main: float
    byo: float = 0.0
    stones: int = 0
    stones_left: int = 0

    def spent(self, seconds: float) -> "Clock":
        """The clock after a move that took `seconds`, as the controller will count."""
        left = self.main - seconds
        if self.stones_left > 1:
            return replace(self, main=left, stones_left=self.stones_left - 1)
        if self.stones_left == 1 or (left <= 0 and self.stones):
            return replace(self, main=self.byo, stones_left=self.stones)
        return replace(self, main=left)


def settings(main: float, byo: float, stones: int) -> Clock | None:
    """The clock that GTP ``time_settings`` describes; None for no limit.

    No limit is 0 0 0, and a byo-yomi time with no stones. Without a main time the first
    byo-yomi period runs at once.
    """
    if byo > 0 and stones <= 0:
        return None
    if main <= 0 and byo <= 0:
        return None
    if stones <= 0 or byo <= 0:
        return Clock(main)
    if main <= 0:
        return Clock(byo, byo, stones, stones)
    return Clock(main, byo, stones)


def time_left(clock: Clock | None, seconds: float, stones: int) -> Clock:
    """The clock that GTP ``time_left`` describes, with the periods of `clock` if known."""
    known = clock or Clock(0.0)
    if stones <= 0:
        return replace(known, main=seconds, stones_left=0)
    return replace(known, main=seconds, stones_left=stones)


def budget(clock: Clock, plies_left: int, seats: int, overhead: float) -> float:
    """How long to think about this move, at least ``LEAST``.

    `plies_left` is an upper bound of the moves of all seats still to come, `overhead` what is
    kept back for the way to the controller and back.
    """
    moves = max(ceil(plies_left / seats), 1)
    if clock.stones_left > 0:
        share = clock.main / clock.stones_left
    else:
        share = clock.main / max(ceil(moves * EARLY), 1)
        if clock.byo > 0 and clock.stones > 0:
            share = max(share, min(clock.main, clock.byo / clock.stones))
    return max(min(share, clock.main) - overhead, LEAST)
