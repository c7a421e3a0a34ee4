"""The running count of a tournament: records go in, one by one, and every report comes out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from clients.referee.records import Json
from clients.referee.report.facts import BadRecord, Facts, Misdeed, Work, facts
from clients.referee.report.progress import Progress
from clients.referee.settings import MOST_VOIDS
from clients.referee.statistics.outcomes import Penta, Wdl
from clients.referee.statistics.sprt import Sprt

#: How many games and how many faults are kept one by one.
KEPT = 200


@dataclass(slots=True)
class Share:
    """Points of so many games."""

    points: float = 0.0
    games: int = 0

    def add(self, points: float) -> None:
        """Count a game."""
        self.points += points
        self.games += 1


@dataclass(slots=True)
class EngineCount:
    """What one engine did. `by_seat` has its shares by seat, from 1. Times are in seconds."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    by_seat: dict[int, Share] = field(default_factory=dict)
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    nodes: int = 0
    known_seconds: float = 0.0
    depths: int = 0
    known_depths: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    program: str = ""
    versions: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games it finished."""
        return self.wins + self.draws + self.losses

    def add(self, seat: int, points: float, work: Work) -> None:
        """Count a game on a seat."""
        self.wins += points == 1
        self.draws += 0 < points < 1
        self.losses += points == 0
        self.points += points
        self.by_seat.setdefault(seat, Share()).add(points)
        self.moves += work.moves
        self.seconds += work.seconds
        self.longest = max(self.longest, work.longest)
        self.nodes += work.nodes
        self.known_seconds += work.known_seconds
        self.depths += work.depths
        self.known_depths += work.known_depths

    def introduce(self, player: Json) -> None:
        """Remember what it calls itself."""
        self.program = self.program or str(player.get("program") or "")
        version = str(player.get("version") or "")
        if version and version not in self.versions:
            self.versions.append(version)


@dataclass(slots=True)
class SetupCount:
    """What happened on one setup: plies, and the shares of seat 1 and of the first engine."""

    plies: int = 0
    seat_1: Share = field(default_factory=Share)
    first_engine: Share = field(default_factory=Share)


@dataclass(slots=True)
class Meeting:
    """What the engines of a pairing scored in one round, by their numbers."""

    games: int = 0
    points: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class Comparison:
    """How two engines did against each other, seen from the one with the lower number.

    `waiting` are the points of the games, by pair, whose second game is not finished.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    waiting: dict[int, float] = field(default_factory=dict)

    @property
    def wdl(self) -> Wdl:
        """All games."""
        return Wdl(self.wins, self.draws, self.losses)

    @property
    def penta(self) -> Penta:
        """The complete pairs."""
        return Penta(*self.pairs)

    def add(self, points: float, pair: int | None) -> int | None:
        """Count a game: 1 for a win, 0.5, or 0; with a number if it is one of a pair.

        The outcome is that of the pair that is now complete, as a place in `Penta`.
        """
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        if pair is None:
            return None
        if pair not in self.waiting:
            self.waiting[pair] = points
            return None
        outcome = round(2 * (self.waiting.pop(pair) + points))
        self.pairs[outcome] += 1
        return outcome


class Tally:
    """Everything that reports say about a tournament, as far as its records tell.

    A game counts once, however often its record is added. Any two engines of a game are compared:
    the one with the greater share of its point wins, equal shares are a draw. So a game that both
    lost by a fault is a draw between them, though it gives a point to neither.
    """

    def __init__(self, tournament: Json | None = None) -> None:
        """`tournament` as a value of JSON; if None, the first record tells it."""
        self.tournament: Json = {}
        self.engines: list[EngineCount] = []
        self.names: tuple[str, ...] = ()
        self.progress: Progress | None = None
        self.run = ""
        self.colours: tuple[str, ...] = ()
        self.first_games: list[Facts] = []
        self.last_faults: list[tuple[Facts, Misdeed]] = []
        self.games = 0
        self.seats: dict[int, Share] = {}
        self.setups: dict[str, SetupCount] = {}
        self.lengths: Counter[int] = Counter()
        self.terminations: Counter[str] = Counter()
        self.comparisons: dict[tuple[int, int], Comparison] = {}
        self.meetings: dict[int, dict[tuple[int, ...], Meeting]] = {}
        self.hosts: Counter[str] = Counter()
        self.started, self.last_started = "", ""
        self.voids: list[Facts] = []
        self._ids: set[str] = set()
        self._void_ids: set[tuple[str, str]] = set()
        self._last_starts: dict[tuple[int, ...], str] = {}
        if tournament is not None:
            self._introduce(tournament)

    # ------------------------------------------------------------------ records

    def add(self, record: Json) -> None:
        """Count a finished game; a game that was counted before is left out.

        Raises: BadRecord, also if it belongs to another tournament; nothing is then counted.
        """
        game = self._read(record)
        if game.id in self._ids:
            return
        self._ids.add(game.id)
        self._count_game(game)
        for engine, player in zip(game.engines, record["players"], strict=True):
            self.engines[engine].introduce(player)
        self._count_engines(game)
        self._compare(game)
        self._count_meeting(game)

    def add_void(self, record: Json) -> None:
        """Note a game that does not count. Raises: BadRecord, as ``add``."""
        game = self._read(record)
        if (game.id, game.started) not in self._void_ids:
            self._void_ids.add((game.id, game.started))
            self.voids.append(game)

    def stopped_pairings(self) -> list[tuple[int, ...]]:
        """The pairings that were stopped: whose last games, in a row, are void."""
        voids = Counter(
            game.pairing
            for game in self.voids
            if game.started > self._last_starts.get(game.pairing, "")
        )
        return [pairing for pairing, count in voids.items() if count >= MOST_VOIDS]

    def _read(self, record: Json) -> Facts:
        game = facts(record)
        if self.run and game.run != self.run:
            raise BadRecord(
                f"the record {game.id} belongs to another tournament ({game.run}) than those "
                f"before it ({self.run}); report on each tournament by itself"
            )
        self._note_tournament(record)
        strangers = [engine for engine in game.engines if not 0 <= engine < len(self.names)]
        if strangers or len(game.engines) != len(game.points):
            raise BadRecord(f"the record {game.id} has players that are not in its tournament")
        self.run = game.run
        return game

    def _note_tournament(self, record: Json) -> None:
        """Learn what the tournament is, and that it was made longer."""
        try:
            tournament = record["tournament"]
            if not self.tournament:
                self._introduce(tournament)
            elif tournament["games"] > self.tournament["games"]:
                self.tournament = tournament
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"the record {record['id']} has no tournament: {error}") from error

    def _introduce(self, tournament: Json) -> None:
        names = tuple(
            str(engine["name"]) or f"engine {number}"
            for number, engine in enumerate(tournament["engines"], start=1)
        )
        if tournament["format"] == "sprt":
            self.progress = Progress(Sprt(**tournament["sprt"]))
        self.engines = [EngineCount() for _ in names]
        self.names, self.tournament = names, tournament

    # ------------------------------------------------------------------ counting

    def _count_game(self, game: Facts) -> None:
        self.games += 1
        self.colours = self.colours or game.colours
        if len(self.first_games) < KEPT:
            self.first_games.append(game)
        self.lengths[game.plies] += 1
        self.terminations[game.termination] += 1
        self.hosts[game.host] += 1
        self.started = min(self.started or game.started, game.started)
        self.last_started = max(self.last_started, game.started)
        setup = self.setups.setdefault(game.setup, SetupCount())
        setup.plies += game.plies
        setup.seat_1.add(game.points[0])
        if 0 in game.engines:
            setup.first_engine.add(game.points[game.engines.index(0)])

    def _count_engines(self, game: Facts) -> None:
        seats = zip(game.engines, game.points, game.work, strict=True)
        for seat, (engine, points, work) in enumerate(seats, start=1):
            self.engines[engine].add(seat, points, work)
            self.seats.setdefault(seat, Share()).add(points)
        for fault in game.faults:
            self.engines[fault.engine].faults[fault.kind] += 1
            self.last_faults.append((game, fault))
        del self.last_faults[:-KEPT]

    def _compare(self, game: Facts) -> None:
        pair = game.pair if len(game.engines) == 2 else None
        for one, other, points in _comparisons(game):
            comparison = self.comparisons.setdefault((one, other), Comparison())
            outcome = comparison.add(points, pair)
            if outcome is not None and self.progress is not None:
                self.progress.add(outcome)

    def _count_meeting(self, game: Facts) -> None:
        engines = game.pairing
        self._last_starts[engines] = max(self._last_starts.get(engines, ""), game.started)
        meeting = self.meetings.setdefault(game.round, {}).setdefault(engines, Meeting())
        meeting.games += 1
        for engine, points in zip(game.engines, game.points, strict=True):
            meeting.points[engine] = meeting.points.get(engine, 0.0) + points


def _comparisons(game: Facts) -> Iterator[tuple[int, int, float]]:
    """Any two engines of a game, the lower number first, and what that one scored."""
    by_engine = sorted(zip(game.engines, game.points, strict=True))
    for (one, points), (other, others) in combinations(by_engine, 2):
        if one != other:
            yield one, other, 0.5 if points == others else float(points > others)
