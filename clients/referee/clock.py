"""A player's clock in one game. It counts what it is told; it never looks at the time."""

from clients.referee.settings import Limits

#: How long a move may take when no time limits it, in seconds.
PATIENCE = 60.0
#: Digits after the point of the times that an engine is told.
DIGITS = 3


class Clock:
    """The time that is left to one player; all times are seconds.

    Main time comes first, with the increment after each move. When it is used up, `byo_time` is
    for `byo_stones` moves, again and again (Canadian byo-yomi, GTP 2 section 4.2).
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.main = limits.main or 0.0
        self.byo = limits.byo_time or 0.0
        self.stones = limits.byo_stones or 0
        self._has_clock = limits.has_clock
        self._per_move = PATIENCE if limits.movetime is None else limits.movetime

    @property
    def allowance(self) -> float:
        """How long the next move may take, without margin."""
        if not self._has_clock:
            return self._per_move
        left = self.main + self.byo
        return left if self._limits.movetime is None else min(left, self._per_move)

    @property
    def deadline(self) -> float:
        """How long the next move is waited for."""
        return self.allowance + self._limits.margin

    def spend(self, seconds: float) -> bool:
        """Count a move that took so long; False if it was too late."""
        is_in_time = seconds <= self.deadline
        if self._has_clock:
            overrun, was_main = max(0.0, seconds - self.main), self.main > 0
            self.main = max(0.0, self.main - seconds)
            if self._limits.byo_time is None:
                self.main += self._limits.increment
            elif overrun or not was_main:
                self._spend_byo_yomi(overrun)
        return is_in_time

    def _spend_byo_yomi(self, seconds: float) -> None:
        self.byo = max(0.0, self.byo - seconds)
        self.stones -= 1
        if self.stones <= 0:
            self.byo = self._limits.byo_time or 0.0
            self.stones = self._limits.byo_stones or 0

    @property
    def left(self) -> float | None:
        """What is left in the present period; None without a clock."""
        if not self._has_clock:
            return None
        return self.main or self.byo

    # ------------------------------------------------------------------ in the words of GTP

    @property
    def settings(self) -> str | None:
        """The arguments of ``time_settings``; None without a clock.

        GTP has no word for an increment: it shows in ``time_left``.
        """
        limits = self._limits
        if not limits.has_clock:
            return None
        stones = limits.byo_stones or 0
        return f"{written(limits.main or 0)} {written(limits.byo_time or 0)} {stones}"

    @property
    def told(self) -> str:
        """The arguments of ``time_left`` after the colour: seconds and stones."""
        is_main = self.main > 0 or self._limits.byo_time is None
        return f"{written(self.main)} 0" if is_main else f"{written(self.byo)} {self.stones}"


def written(seconds: float) -> str:
    """Seconds for an engine: a whole number if it is one, else with three decimals."""
    rounded = round(seconds, DIGITS)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.{DIGITS}f}"
