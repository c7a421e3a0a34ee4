"""The course of a tournament: what is still to be played, and what came of the rest.

It plays nothing and writes nothing; whoever plays asks here what to play and tells what happened.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict

from clients.referee.records import Json, points
from clients.referee.report.progress import Progress
from clients.referee.schedule import Fixture, Pair, Schedule
from clients.referee.settings import MOST_VOIDS, Format, Tournament
from clients.referee.statistics.sprt import Sprt

Pairing = tuple[int, ...]


class Course:
    """One tournament from its first game to its last."""

    def __init__(self, tournament: Tournament, schedule: Schedule) -> None:
        self.tournament = tournament
        self.schedule = schedule
        self.stopped: dict[Pairing, str] = {}
        """Pairings that are not played any more, and why."""
        self._retired: dict[int, str] = {}
        self._points: dict[str, tuple[float, ...]] = {}
        self._voids: Counter[Pairing] = Counter()
        self._test = Progress(Sprt(**asdict(tournament.sprt)))
        self._halves: defaultdict[int, list[float]] = defaultdict(list)

    @property
    def games(self) -> int:
        """How many games are finished."""
        return len(self._points)

    @property
    def verdict(self) -> str | None:
        """The hypothesis that an SPRT has accepted, "H0" or "H1"; None without one."""
        if self.tournament.format is not Format.SPRT or self._test.verdict is None:
            return None
        return self._test.verdict[0]

    def rounds(self) -> Iterator[Iterator[Pair]]:
        """The rounds, each with the pairs of games that are still to be played.

        A round must be played before the next one is asked for.
        """
        round_ = 1
        while self.verdict is None:
            pairs = self.schedule.pairs(round_, self._points, done=self._points)
            if pairs is None:
                return
            yield self._remaining(pairs)
            round_ += 1

    def is_wanted(self, fixture: Fixture) -> bool:
        """Whether the game is still to be played."""
        return (
            self.verdict is None
            and fixture.id not in self._points
            and self.why_not(fixture) is None
        )

    def finished(self, game: Json) -> None:
        """Take a finished game, played now or read from the log."""
        if game["id"] in self._points:
            return
        self._points[game["id"]] = points(game)
        self._voids[tuple(sorted(player["engine"] - 1 for player in game["players"]))] = 0
        if self.tournament.format is Format.SPRT:
            self._test_pair(game)

    def void(self, fixture: Fixture, game: Json) -> bool:
        """Take a void game; True if it is to be played again, False if its pairing is stopped."""
        pairing = _pairing(fixture)
        self._voids[pairing] += 1
        if self._voids[pairing] >= MOST_VOIDS:
            self.stop(pairing, f"{MOST_VOIDS} void games in a row: {game['reason']}")
        return self.is_wanted(fixture)

    def stop(self, pairing: Pairing, why: str) -> None:
        """Play no more games between these engines."""
        self.stopped.setdefault(pairing, why)

    def retire(self, engine: int, why: str) -> None:
        """Play no more games of this engine."""
        self._retired.setdefault(engine, why)

    def why_not(self, fixture: Fixture) -> str | None:
        """Why the game will not be played although it is scheduled; None if it may be."""
        for engine in fixture.seating:
            if engine in self._retired:
                return self._retired[engine]
        return self.stopped.get(_pairing(fixture))

    def _test_pair(self, game: Json) -> None:
        """Let the SPRT know of a pair when both its games are finished."""
        half = self._halves[game["pair"]]
        half.append(_points_of_first(game))
        if len(half) == 2:
            self._test.add(round(2 * sum(self._halves.pop(game["pair"]))))

    def _remaining(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        for pair in pairs:
            self._note_stop(pair[0])
            wanted = tuple(fixture for fixture in pair if self.is_wanted(fixture))
            if wanted:
                yield wanted
            elif self.verdict is not None:
                return

    def _note_stop(self, fixture: Fixture) -> None:
        """A pairing that meets with a retired engine is stopped, too."""
        why = self.why_not(fixture)
        if why is not None and fixture.id not in self._points:
            self.stop(_pairing(fixture), why)


def _pairing(fixture: Fixture) -> Pairing:
    return tuple(sorted(fixture.seating))


def _points_of_first(game: Json) -> float:
    """The first engine's points; a game without a winner counts as a draw."""
    if not game["winners"]:
        return 0.5
    seat = next(player["seat"] for player in game["players"] if player["engine"] == 1)
    return float(points(game)[seat - 1])
