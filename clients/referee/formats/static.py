"""Formats whose pairings are known from the start: they have one round."""

from collections.abc import Sequence
from itertools import combinations

from clients.referee.formats.rounds import Pairing, PairingRule, PlayedRound, Round


class OneRound(PairingRule):
    """All pairings in one round."""

    def __init__(self, pairings: Sequence[Pairing], pairs: int) -> None:
        self._round = Round(tuple(pairings), pairs)

    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        return None if played else self._round

    @property
    def total_pairs(self) -> int:
        return len(self._round.pairings) * self._round.pairs


def one_match(engines: int, seats: int, pairs: int) -> PairingRule:
    """All engines at one board; there are as many as seats."""
    assert engines == seats
    return OneRound([tuple(range(engines))], pairs)


def round_robin(engines: int, seats: int, pairs: int) -> PairingRule:
    """Every combination of engines that fills the seats."""
    return OneRound(list(combinations(range(engines), seats)), pairs)


def gauntlet(engines: int, seats: int, pairs: int) -> PairingRule:
    """The first engine against every combination of others that fills the seats."""
    others = combinations(range(1, engines), seats - 1)
    return OneRound([(0, *rivals) for rivals in others], pairs)
