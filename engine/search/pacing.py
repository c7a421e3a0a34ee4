"""When a search has thought long enough: judged by numbers alone, no clock is read here.

A move has an optimum and a maximum of time (``Limits``). Whatever search it is, it tells here
what it has found so far, and hears whether to end. An easy move ends before its optimum, one
that is not settled goes on up to its maximum. Without an optimum all of the time is used: what is
not needed now is known at the next move.

Times are in seconds. Rewards and scores are from the side to move at the root.
"""

from collections.abc import Iterable, Sequence

from engine.search.report import Limits

#: A move of the root: its number, its visits, its reward summed over them.
Visited = tuple[int, int, float]

# ---------------------------------------------------------------------- trees

#: Parts of the optimum by how near the second most visited move comes to the first: up to so
#: large a part of its visits it needs so much.
BY_RIVAL = ((0.2, 0.6), (0.6, 1.0), (0.8, 1.3), (1.0, 1.7))
#: The least part, and the one for a leader that some move with a quarter of its visits is
#: better than by its mean reward.
CLEAR, CONTESTED, QUARTER = BY_RIVAL[0][1], 1.7, 0.25
#: A game is decided if the leader's mean reward is so near to 0 or 1.
DECIDED = 0.03
#: On a clock: the part of the simulations to come that a rival might get all of.
LIKELY = 0.7
#: A tree is looked at when it has grown by this part of its time, at first after `SOON`.
OFTEN, SOON = 0.04, 0.002


def is_settled(visits: Iterable[int], to_come: float) -> bool:
    """Whether `to_come` more simulations cannot change which move has the most visits."""
    first = second = 0
    for count in visits:
        if count > first:
            first, second = count, first
        elif count > second:
            second = count
    return first - second > to_come


def tree_need(moves: Sequence[Visited]) -> float:
    """Which part of its optimum a tree needs, from ``CLEAR`` on; every move has visits.

    The nearer the rival, the likelier another move leads in the end (docs/strength.md).
    """
    leader, *rivals = sorted(moves, key=lambda move: -move[1])
    chance = leader[2] / leader[1]
    if not rivals or not DECIDED < chance < 1 - DECIDED:
        return CLEAR
    near = rivals[0][1] / leader[1]
    if any(
        visits > QUARTER * leader[1] and reward > chance * visits for _, visits, reward in rivals
    ):
        return CONTESTED
    return next(part for most, part in BY_RIVAL if near <= most)


# ---------------------------------------------------------------------- alpha-beta

#: An iteration is begun before this part of the time that the move needs: it takes longer than
#: all before it.
BEGIN = 0.55
#: Parts of the optimum for a best move that has changed in the last iteration, one iteration
#: before, and so on; the last one for all that have not changed for longer.
AFTER_CHANGE = (1.6, 1.2, 1.0, 0.85, 0.7)
#: A score that falls so much, in hundredths of a logit, needs `ALARM` times the time.
FALL, ALARM = 40, 1.5


def iteration_need(unchanged: int, fall: int) -> float:
    """Which part of its optimum alpha-beta needs.

    `unchanged` is for how many iterations the best move has been the same, 0 if the last one
    has changed it; `fall` by how much the last one has lowered its score.
    """
    steady = AFTER_CHANGE[min(unchanged, len(AFTER_CHANGE) - 1)]
    return steady * ALARM if fall >= FALL else steady


# ---------------------------------------------------------------------- watching a search


class Watch:
    """The time of one search: what ``TreeWatch`` and ``IterationWatch`` share."""

    def __init__(self, limits: Limits, until: float | None) -> None:
        """`until` is the monotonic time at which `limits` end; None without limits of time."""
        self.maximum = limits.seconds
        self.optimum = limits.optimum
        self._begin = None if until is None else until - (limits.seconds or 0.0)

    def elapsed(self, now: float) -> float:
        """How long the search has run; 0 if time does not matter to it."""
        return 0.0 if self._begin is None else max(now - self._begin, 0.0)

    def wanted(self, need: float) -> float:
        """How long it should run if it needs this part of its optimum."""
        maximum = self.maximum or 0.0
        return maximum if self.optimum is None else min(need * self.optimum, maximum)


class TreeWatch(Watch):
    """Says when a tree has grown long enough."""

    def __init__(self, limits: Limits, until: float | None) -> None:
        super().__init__(limits, until)
        self._due = SOON

    def is_due(self, now: float) -> bool:
        """Whether it is worth a look; never if time does not limit the search."""
        return self._begin is not None and self.elapsed(now) >= self._due

    def is_enough(self, now: float, moves: Sequence[Visited], simulations: int) -> bool:
        """Whether the search should end, with `simulations` made since it began.

        `moves` are those of the root, with what is known of them from before, too.
        """
        elapsed = self.elapsed(now)
        self._due = elapsed * (1 + OFTEN)
        visited = [move for move in moves if move[1]]
        if not visited or elapsed <= 0:
            return False
        wanted = self.wanted(tree_need(visited))
        if elapsed >= wanted:
            return True
        if self.optimum is None or elapsed < CLEAR * self.optimum:
            return False
        to_come = LIKELY * simulations / elapsed * (wanted - elapsed)
        return is_settled((move[1] for move in visited), to_come)


class IterationWatch(Watch):
    """Says whether alpha-beta should begin another iteration."""

    def __init__(self, limits: Limits, until: float | None) -> None:
        super().__init__(limits, until)
        self._move: int | None = None
        self._score = 0
        self._unchanged = 0

    def is_enough(self, now: float, move: int | None, score: int) -> bool:
        """Whether to end, after an iteration with this best move and its score."""
        is_first = self._move is None
        fall = 0 if is_first else self._score - score
        self._unchanged = self._unchanged + 1 if move == self._move else 0
        self._move, self._score = move, score
        if self.optimum is None:
            return False
        return self.elapsed(now) > BEGIN * self.wanted(iteration_need(self._unchanged, fall))
