"""Swiss system: in each round engines with equal points meet, and nobody meets twice.

Points are those of all games so far. Engines with equal points are a score group, in the order
of the configuration, and its upper half meets its lower half; whoever is left over meets the next
group. Two engines meet again only when a round without that is impossible, and then as few as
possible. With an odd number the lowest engine of those with the fewest byes has a bye, which
counts as a pairing with all games won.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from clients.referee.formats.matching import Matching
from clients.referee.formats.rounds import Pairing, PairingRule, PlayedRound, Round


class Swiss(PairingRule):
    """So many `rounds` of pairings that play `pairs` pairs, `games` games, each."""

    def __init__(self, engines: int, pairs: int, games: int, rounds: int | None) -> None:
        """`rounds` None: as many as a knockout would need."""
        self._engines = range(engines)
        self._pairs = pairs
        self._games = games
        self._rounds = (engines - 1).bit_length() if rounds is None else rounds

    @property
    def total_pairs(self) -> int:
        return self._rounds * (len(self._engines) // 2) * self._pairs

    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        if len(played) == self._rounds:
            return None
        ranking = self._ranking(played)
        rivals = self._rivals(played)
        byes = _byes(ranking, played, rivals) if len(ranking) % 2 else ()
        playing = [engine for engine in ranking if engine not in byes]
        pairings = tuple(_pair_off(playing, self.points(played), rivals))
        first = 1 + len(played) * self._pairs
        return Round(pairings, self._pairs, first, byes, f"round {len(played) + 1}")

    def points(self, played: Sequence[PlayedRound]) -> dict[int, float]:
        """The points of every engine so far, byes included."""
        points = dict.fromkeys(self._engines, 0.0)
        for each in played:
            for meeting in each.meetings:
                for engine, more in zip(meeting.engines, meeting.points, strict=True):
                    points[engine] += more
            for engine in each.round.byes:
                points[engine] += self._games
        return points

    def _ranking(self, played: Sequence[PlayedRound]) -> list[int]:
        points = self.points(played)
        return sorted(self._engines, key=lambda engine: (-points[engine], engine))

    def _rivals(self, played: Sequence[PlayedRound]) -> dict[int, set[int]]:
        """For each engine those it has not met."""
        rivals = {engine: {*self._engines} - {engine} for engine in self._engines}
        for each in played:
            for one, other in each.round.pairings:
                rivals[one].discard(other)
                rivals[other].discard(one)
        return rivals


def _byes(
    ranking: Sequence[int], played: Sequence[PlayedRound], rivals: Mapping[int, set[int]]
) -> tuple[int]:
    """Who has the bye: the lowest of those with the fewest, if the others can be paired then."""
    counts = Counter(engine for each in played for engine in each.round.byes)
    fewest = min(counts[engine] for engine in ranking)
    candidates = [engine for engine in reversed(ranking) if counts[engine] == fewest]
    everybody = Matching(rivals, ranking)
    return (min(candidates, key=lambda engine: len(everybody.without(engine).unpaired)),)


def _pair_off(
    ranking: Sequence[int], points: Mapping[int, float], rivals: Mapping[int, set[int]]
) -> Iterator[Pairing]:
    """Pair all engines, best first, each with its favourite that leaves the others solvable."""
    left = list(ranking)
    matching = Matching(rivals, left)
    while left:
        best = left[0]
        for rival in _preference(left, points):
            rest = matching.without(best, rival)
            repeats = 0 if rival in rivals[best] else 2
            if len(rest.unpaired) + repeats == len(matching.unpaired):
                break
        yield best, rival
        left = [engine for engine in left if engine not in (best, rival)]
        matching = rest


def _preference(left: Sequence[int], points: Mapping[int, float]) -> list[int]:
    """Whom the best of `left` should meet: the lower half of its group, the upper, the others."""
    group = [engine for engine in left if points[engine] == points[left[0]]]
    half = len(group) // 2 or 1
    return [*group[half:], *reversed(group[1:half]), *left[len(group) :]]
