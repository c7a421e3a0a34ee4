"""Knockout: the winner of a tie goes on, the loser is out.

Engines are seeded in their order. The bracket is the usual one, in which the two best seeds can
meet only in the final; without a power of two of engines the best seeds have byes in the first
stage. A tie that is level goes on with tie-breaks of one pair each; after `TIE_BREAKS` level ones
the better seed advances. A tie that was stopped has no tie-breaks: who is ahead advances, and the
better seed if it is level.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clients.referee.formats.rounds import Meeting, PairingRule, PlayedRound, Round

#: The most tie-breaks of a tie.
TIE_BREAKS = 8

_TITLES = {1: "final", 2: "semi-finals", 4: "quarter-finals"}


@dataclass(frozen=True, slots=True)
class Tie:
    """Two engines of which one advances; the better seed is the first.

    `meetings` counts the rounds it was played in: the first, and one for each tie-break.
    `winner` is None as long as it is open. `is_by_seed` tells that only the seeding decided.
    """

    engines: tuple[int, int]
    points: tuple[float, float] = (0.0, 0.0)
    meetings: int = 0
    winner: int | None = None
    is_by_seed: bool = False

    @property
    def tie_breaks(self) -> int:
        """How many tie-breaks were played."""
        return max(0, self.meetings - 1)

    def after(self, meeting: Meeting) -> "Tie":
        """The tie after one more meeting."""
        better, worse = (
            total + more for total, more in zip(self.points, meeting.points, strict=True)
        )
        tie = replace(self, points=(better, worse), meetings=self.meetings + 1)
        if better != worse:
            return replace(tie, winner=self.engines[0 if better > worse else 1])
        if meeting.is_complete and tie.tie_breaks < TIE_BREAKS:
            return tie
        return replace(tie, winner=self.engines[0], is_by_seed=True)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the bracket: its ties, in the order of the bracket, and who has a bye."""

    ties: tuple[Tie, ...]
    byes: tuple[int, ...] = ()

    @property
    def open_ties(self) -> list[Tie]:
        """The ties that are not decided."""
        return [tie for tie in self.ties if tie.winner is None]


class Knockout(PairingRule):
    """A bracket of `engines`; each tie begins with `pairs` pairs."""

    total_pairs = None

    def __init__(self, engines: int, pairs: int) -> None:
        self._pairs = pairs
        self._bracket = bracket(engines)

    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        stages = self.stages(played)
        last = stages[-1]
        if not last.open_ties:
            return None
        tie_breaks = last.open_ties[0].meetings
        first = 1 + (len(stages) - 1) * (self._pairs + TIE_BREAKS)
        title = _title(len(self._bracket) >> len(stages))
        pairings = tuple(tie.engines for tie in last.open_ties)
        if not tie_breaks:
            return Round(pairings, self._pairs, first, last.byes, title)
        beginning = first + self._pairs + tie_breaks - 1
        return Round(pairings, 1, beginning, title=f"{title}, tie-break {tie_breaks}")

    def stages(self, played: Sequence[PlayedRound]) -> list[Stage]:
        """The stages so far; only the last one can have open ties."""
        waiting = list(played)
        entrants = self._bracket
        stages = []
        while len(entrants) > 1:
            stage = _stage(entrants)
            while waiting and stage.open_ties:
                stage = _after(stage, waiting.pop(0))
            stages.append(stage)
            if stage.open_ties:
                break
            entrants = _winners(entrants, stage)
        return stages


def bracket(engines: int) -> list[int | None]:
    """Engines in the order of the bracket, neighbours meet first; None where one has a bye."""
    seeds = [0]
    while len(seeds) < engines:
        last = 2 * len(seeds) - 1
        seeds = [each for seed in seeds for each in (seed, last - seed)]
    return [seed if seed < engines else None for seed in seeds]


def _neighbours(entrants: Sequence[int | None]) -> list[list[int]]:
    """Who meets in a stage: two engines each, or one that has a bye."""
    pairs = zip(entrants[::2], entrants[1::2], strict=True)
    return [sorted(each for each in pair if each is not None) for pair in pairs]


def _stage(entrants: Sequence[int | None]) -> Stage:
    meeting = _neighbours(entrants)
    ties = tuple(Tie((pair[0], pair[1])) for pair in meeting if len(pair) == 2)
    return Stage(ties, tuple(pair[0] for pair in meeting if len(pair) == 1))


def _after(stage: Stage, played: PlayedRound) -> Stage:
    meetings = {meeting.engines: meeting for meeting in played.meetings}
    ties = (
        tie.after(meetings[tie.engines]) if tie.engines in meetings else tie for tie in stage.ties
    )
    return replace(stage, ties=tuple(ties))


def _winners(entrants: Sequence[int | None], stage: Stage) -> list[int | None]:
    winners = {tie.engines: tie.winner for tie in stage.ties}
    return [
        winners[pair[0], pair[1]] if len(pair) == 2 else pair[0] for pair in _neighbours(entrants)
    ]


def _title(ties: int) -> str:
    return _TITLES.get(ties, f"round of {2 * ties}")
