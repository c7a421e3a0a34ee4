"""What a report needs of a record, and nothing else of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clients.referee.records import Json


class BadRecord(ValueError):
    """A value that is no record of schema 2; the text names it and says what is missing."""


@dataclass(frozen=True, slots=True)
class Work:
    """What the moves of one seat took; the moves of the opening are nobody's work.

    `known_seconds` is the time of those moves for which the nodes are known. Times in seconds.
    """

    moves: int
    seconds: float
    longest: float
    nodes: int
    known_seconds: float
    depths: int
    known_depths: int


@dataclass(frozen=True, slots=True)
class Misdeed:
    """A fault of an engine, which is counted from 0."""

    engine: int
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Facts:
    """A game. Engines are counted from 0; sequences by seat begin with seat 1.

    `points` are the seats' shares of the game's one point; `plies` include the opening.
    """

    id: str
    number: int
    pair: int
    round: int
    run: str
    host: str
    started: str
    seconds: float
    setup: str
    result: str
    termination: str
    plies: int
    engines: tuple[int, ...]
    colours: tuple[str, ...]
    points: tuple[float, ...]
    work: tuple[Work, ...]
    faults: tuple[Misdeed, ...]

    @property
    def pairing(self) -> tuple[int, ...]:
        """Its engines, ascending."""
        return tuple(sorted(self.engines))


def facts(record: Json) -> Facts:
    """Read a record. Raises: BadRecord."""
    if isinstance(record, Mapping) and not record.get("tournament", True):
        raise BadRecord(
            f"the record {record.get('id')} was converted from another form: it belongs to no "
            "tournament, so there is nothing to report on"
        )
    try:
        return _facts(record)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        name = record.get("id", "without an id") if isinstance(record, Mapping) else "of no keys"
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise BadRecord(f"the record {name} is none of schema 2: {what}") from error


def _facts(record: Json) -> Facts:
    players = record["players"]
    engines = tuple(int(player["engine"]) - 1 for player in players)
    moves = record["moves"]
    return Facts(
        id=record["id"],
        number=record["number"],
        pair=record["pair"],
        round=record["round"],
        run=record["run"],
        host=record["host"],
        started=record["started"],
        seconds=record["seconds"],
        setup=record["setup"],
        result=record["result"],
        termination=record["termination"],
        plies=len(moves),
        engines=engines,
        colours=tuple(player["colour"] for player in players),
        points=tuple(float(score["points"]) for score in record["scores"]),
        work=_works(moves, len(players)),
        faults=tuple(
            Misdeed(engines[fault["seat"] - 1], fault["kind"], fault["reason"])
            for fault in record["faults"]
        ),
    )


def _works(moves: Sequence[Json], seats: int) -> tuple[Work, ...]:
    """The work of each seat, in one pass, since a report reads millions of moves."""
    times: list[list[float]] = [[] for _ in range(seats)]
    searches: list[list[tuple[int, float]]] = [[] for _ in range(seats)]
    depths: list[list[int]] = [[] for _ in range(seats)]
    for move in moves:
        seconds = move.get("seconds")
        if seconds is not None:
            seat = move["seat"] - 1
            times[seat].append(seconds)
            if "nodes" in move and seconds:
                searches[seat].append((move["nodes"], seconds))
            if "depth" in move:
                depths[seat].append(move["depth"])
    return tuple(map(_work, times, searches, depths))


def _work(
    times: Sequence[float], searches: Sequence[tuple[int, float]], depths: Sequence[int]
) -> Work:
    return Work(
        moves=len(times),
        seconds=sum(times),
        longest=max(times, default=0.0),
        nodes=sum([nodes for nodes, _ in searches]),
        known_seconds=sum([seconds for _, seconds in searches]),
        depths=sum(depths),
        known_depths=len(depths),
    )
