"""What a round of a tournament is, and what a format has to say."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

#: The engines of a pairing by their index, in the order in which they are seated first.
Pairing = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom without waiting for each other's results.

    Each pairing plays `pairs` pairs, with the beginnings from number `beginning` on. `byes` are
    the engines that have nobody to meet; in Swiss a bye counts as a pairing with all games won.
    `title` is what a person calls the round.
    """

    pairings: tuple[Pairing, ...]
    pairs: int
    beginning: int = 1
    byes: tuple[int, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What came of a pairing in one round.

    `points` are the sums of its engines over the games that count. It is not complete if it was
    stopped before all its games were played.
    """

    engines: Pairing
    points: tuple[float, ...]
    is_complete: bool = True


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is over, with a meeting for each of its pairings, in their order."""

    round: Round
    meetings: tuple[Meeting, ...]


class PairingRule(ABC):
    """A format: it tells one round after the other."""

    @abstractmethod
    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        """The round after these, which are all that were played; None when it is over."""

    @property
    @abstractmethod
    def total_pairs(self) -> int | None:
        """The pairs of all rounds (an SPRT may need fewer); None if it depends on results."""
