"""Which games a tournament has: a pure function of its settings and of earlier results."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import lcm

from clients.referee.configuration_checks import problems
from clients.referee.configuration_error import ConfigurationError
from clients.referee.formats.knockout import Knockout, Stage
from clients.referee.formats.rounds import Meeting, Pairing, PairingRule, PlayedRound, Round
from clients.referee.formats.static import gauntlet, one_match, round_robin
from clients.referee.formats.swiss import Swiss
from clients.referee.openings import Beginning, Beginnings
from clients.referee.settings import Format, Tournament

#: For each finished game, by its id, the points of the seats, seat 1 first.
Results = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played.

    Games, pairs and rounds are counted from 1. The games of a pair have the same beginning, and
    each of its engines has each seat once. `id` is that of the pair and the game's number in it:
    ``12.2``. `seating` gives for each seat, seat 1 first, the index of its engine.
    """

    id: str
    number: int
    pair: int
    round: int
    seating: tuple[int, ...]
    beginning: Beginning


#: Two games with colours swapped; with more seats, a full rotation.
Pair = tuple[Fixture, ...]


class Schedule:
    """All games of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        """Raises: ConfigurationError for what cannot be scheduled."""
        wrong = problems(tournament)
        if wrong:
            raise ConfigurationError(map(str, wrong))
        self._beginnings = Beginnings(tournament)
        self.seats = self._beginnings.seats
        self._rule = _rule(tournament, self.seats)

    def pairs(
        self, round_: int, earlier: Results, done: Container[str] = ()
    ) -> Iterator[Pair] | None:
        """The pairs of a round, drawn one by one; None if the tournament is over before it.

        Pairs of which all ids are in `done` are left out, which is faster than to draw them.

        `earlier` has all games of earlier rounds but those of pairings that were stopped; others
        do not matter. Pairings take turns: each has its first pair, then each its second. The
        n-th pair has the same beginning in every pairing of the round.
        Raises while it is drawn: NoOpening.
        """
        played = self._played(earlier, round_ - 1)
        following = self._rule.next_round(played) if len(played) == round_ - 1 else None
        if following is None:
            return None
        return self._pairs(following, round_, 1 + _pairs_of(played), done)

    def total(self) -> int | None:
        """The games of all rounds (an SPRT may need fewer); None if it depends on results."""
        pairs = self._rule.total_pairs
        return None if pairs is None else pairs * self.seats

    def rounds(self, results: Results) -> list[Round]:
        """The rounds as far as `results` decide them, the present one included."""
        played = self._played(results)
        following = self._rule.next_round(played)
        rounds = [each.round for each in played]
        return rounds if following is None else [*rounds, following]

    def stages(self, results: Results) -> list[Stage]:
        """The bracket of a knockout as far as `results` decide it; empty for other formats."""
        if not isinstance(self._rule, Knockout):
            return []
        return self._rule.stages(self._played(results))

    # ------------------------------------------------------------------ rounds

    def _played(self, results: Results, most: int | None = None) -> list[PlayedRound]:
        """The first rounds, `most` of them; without `most`, those that are over.

        A round is over when all of it was played, or something of the next one.
        """
        last = max((int(each.partition(".")[0]) for each in results), default=0)
        played: list[PlayedRound] = []
        while most is None or len(played) < most:
            following = self._rule.next_round(played)
            if following is None:
                break
            first = 1 + _pairs_of(played)
            each = self._read_round(following, first, results)
            is_over = all(meeting.is_complete for meeting in each.meetings)
            if most is None and not is_over and last < first + _pairs_of([each]):
                break
            played.append(each)
        return played

    def _read_round(self, round_: Round, first: int, results: Results) -> PlayedRound:
        """What `results` say of a round whose first pair has the number `first`."""
        meetings = []
        for place, pairing in enumerate(round_.pairings):
            points = dict.fromkeys(pairing, 0.0)
            games = 0
            for turn in range(round_.pairs):
                pair = first + turn * len(round_.pairings) + place
                for game, seating in enumerate(self._seatings(pairing, round_, turn), start=1):
                    told = results.get(_id(pair, game))
                    if told is not None:
                        games += 1
                        for engine, share in zip(seating, told, strict=True):
                            points[engine] += share
            is_complete = games == round_.pairs * self.seats
            meetings.append(Meeting(pairing, tuple(points.values()), is_complete))
        return PlayedRound(round_, tuple(meetings))

    # ------------------------------------------------------------------ pairs

    def _pairs(
        self, round_: Round, number: int, first: int, done: Container[str]
    ) -> Iterator[Pair]:
        pair = first - 1
        for turn in range(round_.pairs):
            beginning = None
            for pairing in round_.pairings:
                pair += 1
                if all(_id(pair, game) in done for game in range(1, self.seats + 1)):
                    continue
                beginning = beginning or self._beginnings.beginning(round_.beginning + turn)
                yield _pair(pair, number, self._seatings(pairing, round_, turn), beginning)

    def _seatings(self, pairing: Pairing, round_: Round, turn: int) -> list[tuple[int, ...]]:
        """Who sits where in the games of a pair, the `turn`-th of its pairing from 0.

        With more than two engines it also matters who moves after whom: all orders take turns,
        and on each layout.
        """
        orders = [(0, *rest) for rest in permutations(range(1, self.seats))]
        number = round_.beginning - 1 + turn
        cycle = lcm(len(orders), len(self._beginnings.variants))
        order = [pairing[place] for place in orders[(number + number // cycle) % len(orders)]]
        return [(*order[game:], *order[:game]) for game in range(self.seats)]


def _pair(
    pair: int, round_: int, seatings: Sequence[tuple[int, ...]], beginning: Beginning
) -> Pair:
    before = (pair - 1) * len(seatings)
    return tuple(
        Fixture(_id(pair, game), before + game, pair, round_, seating, beginning)
        for game, seating in enumerate(seatings, start=1)
    )


def _id(pair: int, game: int) -> str:
    return f"{pair}.{game}"


def _pairs_of(played: Sequence[PlayedRound]) -> int:
    return sum(len(each.round.pairings) * each.round.pairs for each in played)


def _rule(tournament: Tournament, seats: int) -> PairingRule:
    engines = len(tournament.engines)
    pairs = tournament.games // seats
    match tournament.format:
        case Format.MATCH | Format.SPRT:
            return one_match(engines, seats, pairs)
        case Format.ROUND_ROBIN:
            return round_robin(engines, seats, pairs)
        case Format.GAUNTLET:
            return gauntlet(engines, seats, pairs)
        case Format.KNOCKOUT:
            return Knockout(engines, pairs)
        case Format.SWISS:
            return Swiss(engines, pairs, tournament.games, tournament.rounds)
