"""What is said about a tournament while it is played: cheap enough for twice a second."""

from time import monotonic
from typing import NamedTuple

from clients.referee.report import words
from clients.referee.report.summarize import duel, ratings, sprt_line
from clients.referee.report.summary import Duel, SprtLine
from clients.referee.report.tally import Tally

#: Ratings of many engines may take this share of the time.
SHARE_OF_TIME = 0.01


class Line(NamedTuple):
    """An engine's line: its name, its points of so many games, its rating."""

    name: str
    score: str
    share: str
    elo: str


class LiveStandings:
    """The standings of a tally that grows."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._elo: dict[str, str] = {}
        self._rated_games = 0
        self._next_rating = 0.0

    @property
    def duel(self) -> Duel | None:
        """The difference of two engines; None before their first game, and of more engines."""
        if len(self._tally.names) != 2 or not self._tally.comparisons:
            return None
        return duel(self._tally, 0, 1)

    @property
    def test(self) -> SprtLine | None:
        """Where an SPRT stands; None for other formats."""
        return sprt_line(self._tally)

    def lines(self) -> list[Line]:
        """The engines, best first; two keep their order."""
        self._rate()
        engines = list(enumerate(self._tally.engines))
        if len(engines) > 2:
            engines.sort(key=lambda each: -(each[1].points / (each[1].games or 1)))
        return [
            Line(
                self._tally.names[number],
                f"{words.points(count.points)}/{count.games}",
                words.percent(count.points / count.games if count.games else None),
                self._elo.get(self._tally.names[number], ""),
            )
            for number, count in engines
        ]

    def sentence(self) -> str:
        """The standings in one line: ``A 12.5/20, B 7.5/20; +88.7 ± 90.1 Elo; LLR 0.53``."""
        lines = self.lines()
        parts = [", ".join(f"{line.name} {line.score}" for line in lines[:3])]
        if len(lines) > 3:
            parts[0] += f" and {len(lines) - 3} more"
        found, test = self.duel, self.test
        if found is not None and found.elo is not None:
            parts.append(f"{words.estimate(found.elo)} Elo")
        if test is not None:
            parts.append(f"LLR {test.llr:.2f} ({test.lower:.2f} to {test.upper:.2f})")
        return "; ".join(parts)

    def _rate(self) -> None:
        """Rate more than two engines anew, unless that would take too much of the time."""
        games = self._tally.games
        if len(self._tally.names) < 3 or games == self._rated_games:
            return
        begin = monotonic()
        if begin < self._next_rating:
            return
        self._elo = {line.name: words.elo(line.elo, line.error) for line in ratings(self._tally)}
        self._rated_games = games
        self._next_rating = begin + (monotonic() - begin) / SHARE_OF_TIME
