"""A report as plain values, which every written form prints.

Shares of points lie between 0 and 1, None without a game. Times are in seconds. Engines, seats,
games, pairs and rounds are counted from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clients.referee.statistics.elo import Estimate
from clients.referee.statistics.outcomes import Penta, Wdl


@dataclass(frozen=True, slots=True)
class Score:
    """Points of so many games."""

    points: float
    games: int
    share: float | None


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The score of an engine, or of all of them, on one seat."""

    seat: int
    colour: str
    score: Score


@dataclass(frozen=True, slots=True)
class EngineLine:
    """One engine: what it is, what it won, what its moves took, what it did wrong.

    `program` and `versions` are what it calls itself. `longest_move` and `seconds_per_move` are
    None if it made no move, `nodes_per_second` and `depth` (the mean) if it never told them.
    """

    engine: int
    name: str
    program: str
    versions: tuple[str, ...]
    command: tuple[str, ...]
    limits: Mapping[str, Any]
    params: Mapping[str, Any]
    score: Score
    wins: int
    draws: int
    losses: int
    by_seat: tuple[SeatScore, ...]
    moves: int
    seconds_per_move: float | None
    longest_move: float | None
    nodes_per_second: float | None
    depth: float | None
    time_losses: int
    faults: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two engines against each other, seen from the first.

    `unpaired` are the games whose pair is not complete. The estimates rest on the pairs if any
    is complete (`basis` is then ``pairs``), else on single games (``games``), except
    `elo_from_games`, which always rests on those. `remark` says why one is missing.
    """

    first: str
    second: str
    score: Score
    wdl: Wdl
    penta: Penta
    unpaired: int
    basis: str
    elo: Estimate | None
    elo_from_games: Estimate | None
    normalized_elo: Estimate | None
    los: float | None
    remark: str


@dataclass(frozen=True, slots=True)
class SprtLine:
    """Where an SPRT stands. `verdict` is ``H0`` or ``H1``, after `verdict_pairs` pairs.

    `path` has numbers of pairs and the LLR after them, ascending; it is thinned if it is long.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str
    llr: float
    lower: float
    upper: float
    pairs: int
    verdict: str | None
    verdict_pairs: int | None
    path: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A Bradley-Terry rating; `elo` and `error` None if there is none, `note` then says why.

    Ratings of different groups cannot be compared.
    """

    name: str
    elo: float | None
    error: float | None
    group: int | None
    note: str


@dataclass(frozen=True, slots=True)
class TieLine:
    """A tie of a knockout; `winner` is None as long as it is open."""

    engines: tuple[str, str]
    points: tuple[float, float]
    tie_breaks: int
    winner: str | None
    is_by_seed: bool


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage of a knockout."""

    ties: tuple[TieLine, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in a Swiss tournament.

    `points` include those of byes; `buchholz` is the sum of the points of all opponents, one for
    each meeting.
    """

    place: int
    name: str
    points: float
    buchholz: float
    byes: int
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupLine:
    """One setup. `first_engine` is the score of the first engine of the tournament on it."""

    setup: str
    plies: float
    seat_1: Score
    first_engine: Score


@dataclass(frozen=True, slots=True)
class Lengths:
    """Plies of games, those of the opening included; `counts` are games by plies, ascending."""

    shortest: int
    mean: float
    median: float
    longest: int
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class FaultLine:
    """A fault of an engine in a game."""

    game: str
    name: str
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoidLine:
    """A game that does not count, and the faults that made it so."""

    game: str
    names: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game. `names` and `points` by seat."""

    game: str
    round: int
    names: tuple[str, ...]
    points: tuple[float, ...]
    result: str
    termination: str
    plies: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a report says.

    `planned` is how many games there will be, None if it depends on results or is not known yet.
    `ranking` are the names, best first. `cross` has for each engine, in the order of `ranking`,
    its score against each, None if they have not met. `started` and `last_started` are when the
    first and the last game began, empty without one. `first_games` and `last_faults` are as many
    as are kept.
    """

    title: str
    headline: str
    run: str
    tournament: Mapping[str, Any]
    games: int
    planned: int | None
    started: str
    last_started: str
    hosts: Mapping[str, int]
    ranking: tuple[str, ...]
    engines: tuple[EngineLine, ...]
    seats: tuple[SeatScore, ...]
    cross: tuple[tuple[Score | None, ...], ...]
    duels: tuple[Duel, ...]
    sprt: SprtLine | None
    ratings: tuple[RatingLine, ...]
    knockout: tuple[StageLine, ...]
    swiss: tuple[Standing, ...]
    setups: tuple[SetupLine, ...]
    lengths: Lengths | None
    terminations: Mapping[str, int]
    last_faults: tuple[FaultLine, ...]
    voids: tuple[VoidLine, ...]
    stopped: tuple[tuple[str, ...], ...]
    first_games: tuple[GameLine, ...]

    @property
    def duel(self) -> Duel | None:
        """The one duel of a tournament of two engines."""
        return self.duels[0] if len(self.engines) == 2 and self.duels else None

    @property
    def format(self) -> str:
        """The format of the tournament, empty if it is not known."""
        return str(self.tournament.get("format", ""))

    @property
    def winner(self) -> str | None:
        """Who has won a knockout; None as long as it is open, and in other formats."""
        last = self.knockout[-1].ties if self.knockout else ()
        return last[0].winner if len(last) == 1 else None
