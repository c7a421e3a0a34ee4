"""Time budgets: pure arithmetic, no clock is read here.

Times are in seconds. The words are GTP's: a main time, then Canadian byo-yomi of so many
stones in so many seconds. GTP has no word for an increment (Fischer): it shows in the times
that the controller tells.
"""

from dataclasses import dataclass, replace
from math import ceil

#: Less is not worth a search: a move with less is made after a glance.
LEAST = 0.005
#: The weight of a move in the sharing of the time; later moves get what earlier ones have left.
#: With few plies left a game is searched to its end, and its moves cost little.
OPEN, SOLVABLE = 0.5, 0.1
#: A move that is not settled takes at most so many times its share,
STRETCH = 3.0
#: and at most this part of what is left: a search may end late on a busy machine.
MOST_OF_THE_REST = 0.4
#: So many times the overhead is kept back besides, for the day when it is not enough.
SPARE = 5
#: The least part of a move's share that is still thought after a head start.
FRESH = 0.15


@dataclass(frozen=True, slots=True)
class Allotment:
    """The time for one move: `optimum` for a usual one, `maximum` for one that is not settled.

    0 ≤ `optimum` ≤ `maximum`. Both are 0 if a glance has to do. Without an optimum the time that
    is not used is lost.
    """

    optimum: float | None
    maximum: float

    def after(self, seconds: float) -> "Allotment":
        """What is left of it when so much thought was given to the position before its turn."""
        if self.optimum is None:
            return self
        return replace(self, optimum=max(self.optimum - seconds, FRESH * self.optimum))


@dataclass(frozen=True, slots=True)
class Clock:
    """One seat's clock.

    `main` is what is left of the main time; in byo-yomi (`stones_left` > 0) it is what is left
    of the period. `byo` and `stones` are a full period; `byo` = 0 for sudden death. Each move
    adds `increment` to the main time; None if that is not known. `has_moved` says that a move
    was made since the controller last told the time.
    """

    main: float
    byo: float = 0.0
    stones: int = 0
    stones_left: int = 0
    increment: float | None = None
    has_moved: bool = False

    def spent(self, seconds: float) -> "Clock":
        """The clock after a move that took `seconds`, as the controller will count."""
        after = replace(self, main=self.main - seconds, has_moved=True)
        if self.stones_left > 1:
            return replace(after, stones_left=self.stones_left - 1)
        if self.stones_left == 1 or (after.main <= 0 and self.stones):
            return replace(after, main=self.byo, stones_left=self.stones)
        return after

    def told(self, seconds: float, stones: int) -> "Clock":
        """The clock when the controller says what is left, for so many stones if not 0.

        What the main time has gained since the last move is taken for an increment, the least
        gain of all for the true one: so the way to the controller and back is off it, and a
        controller that once puts a clock right does not count.
        """
        gain = seconds - self.main
        is_main = stones <= 0 and self.stones_left == 0
        increment = self.increment
        if self.has_moved and is_main:
            increment = max(gain if increment is None else min(increment, gain), 0.0)
        told = replace(self, main=seconds, stones_left=max(stones, 0))
        return replace(told, increment=increment, has_moved=False)


@dataclass(frozen=True, slots=True)
class Course:
    """What is known of the rest of a game.

    `plies_left` is an upper bound of the moves of all seats still to come; `usual` is the part
    of them that is played in most games. With at most `solvable` plies left the game can be
    searched to its end within a moment.
    """

    plies_left: int
    seats: int
    solvable: int = 0
    usual: float = 1.0

    def weight(self) -> float:
        """What the moves of one seat weigh together, until the end of the game."""
        cheap = min(self.plies_left, self.solvable)
        open_ = (self.plies_left - cheap) * self.usual
        return (OPEN * open_ + SOLVABLE * cheap) / self.seats


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
    """The clock that GTP ``time_left`` describes, with what is known of it from before."""
    return (clock or Clock(0.0)).told(seconds, stones)


def budget(clock: Clock, course: Course, overhead: float) -> Allotment:
    """How long to think about this move.

    `overhead` is kept back for every move to come, for the way to the controller and back.
    """
    moves = max(ceil(course.plies_left / course.seats), 1)
    if clock.stones_left > 0:
        return _in_byo_yomi(clock, moves, overhead)
    free = _free(clock.main, moves, overhead)
    to_come = (moves - 1) * (clock.increment or 0.0)
    share = (free + to_come) / max(course.weight(), 1.0)
    if clock.byo > 0 and clock.stones > 0:
        share = max(share, clock.byo / clock.stones - overhead)
    return _between(share, free)


def _in_byo_yomi(clock: Clock, moves: int, overhead: float) -> Allotment:
    """The time for one of the stones of a period; what is left after the last one is lost."""
    if clock.stones_left == 1:
        seconds = clock.main - overhead
        return Allotment(None, seconds if seconds >= LEAST else 0.0)
    free = _free(clock.main, clock.stones_left, overhead)
    return _between(free / min(moves, clock.stones_left), free)


def _free(main: float, moves: int, overhead: float) -> float:
    """What there is to share when each of so many moves has its overhead, and some to spare."""
    return main - (moves + SPARE) * overhead


def _between(share: float, free: float) -> Allotment:
    """The time for a move with that share of what is free."""
    maximum = min(STRETCH * share, MOST_OF_THE_REST * free)
    if maximum < LEAST:
        return Allotment(0.0, 0.0)
    return Allotment(min(share, maximum), maximum)
