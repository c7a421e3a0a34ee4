"""The table at the end of a match: who has won how much, and how sure that is."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from clients.referee.match import Played
from engine.games.game import Setup

#: Pairs below which the normal approximation is a poor one.
ENOUGH_PAIRS = 20
#: What a pair of games can bring its first player, as a share of both points.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Standard errors on each side of a 95 % interval.
Z95 = 1.959964
#: The nearest that a share may come to 0 or 1: 1200 Elo.
FURTHEST = 0.001


@dataclass(frozen=True, slots=True)
class Rating:
    """How far the first player is ahead, in Elo, with the ends of the 95 % interval."""

    elo: float
    low: float
    high: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line. `by_seat` are points and games on each seat, seat 1 first.

    `seconds` is the average time of its moves, None if it made none.
    """

    wins: int
    draws: int
    losses: int
    points: float
    by_seat: tuple[tuple[float, int], ...]
    seconds: float | None
    faults: int


# ---------------------------------------------------------------------- numbers


def elo(share: float) -> float:
    """The difference of Elo that lets a player expect this share, between 0 and 1, of points."""
    return 400 * math.log10(share / (1 - share))


def rate(shares: Sequence[float]) -> Rating | None:
    """Rate the first player by its shares of the points of whole pairs; None without a pair.

    The interval is the normal approximation. So that it stays finite and never becomes a
    point, one pair spread evenly over all five results is added to estimate the variance, a
    share of 0 or 1 counts as half a step from there, and nothing goes beyond 1200 Elo.
    """
    if not shares:
        return None
    pairs = len(shares)
    half_step = max(1 / (8 * pairs), FURTHEST)
    share = _within(fmean(shares), half_step)
    error = Z95 * math.sqrt(_variance(shares) / pairs)
    low, high = (_within(end, FURTHEST) for end in (share - error, share + error))
    return Rating(elo(share), elo(low), elo(high), pairs)


def _within(share: float, least: float) -> float:
    """The share, moved to at least `least` from 0 and from 1."""
    return min(max(share, least), 1 - least)


def _variance(shares: Sequence[float]) -> float:
    weight = len(PAIR_SCORES)
    weights = [(share, 1.0) for share in shares] + [(score, 1 / weight) for score in PAIR_SCORES]
    total = len(shares) + 1
    mean = sum(share * each for share, each in weights) / total
    return sum((share - mean) ** 2 * each for share, each in weights) / total


def pair_shares(games: Sequence[Played]) -> list[float]:
    """The first player's share of each whole pair of games of two players; a half is left out.

    A game without a winner counts as a draw.
    """
    pairs: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        pairs[game.fixture.round].append((1 + game.points(0) - game.points(1)) / 2)
    return [fmean(pair) for pair in pairs.values() if len(pair) == 2]


def row(games: Sequence[Played], player: int) -> Row:
    """The sums of the player with this index."""
    seats = len(games[0].fixture.seating) if games else 0
    points = [game.points(player) for game in games]
    times = [seconds for game in games for seconds in _times(game, player)]
    return Row(
        wins=points.count(1.0),
        draws=sum(0 < share < 1 for share in points),
        losses=points.count(0.0),
        points=sum(points),
        by_seat=tuple(_on_seat(games, player, seat) for seat in range(1, seats + 1)),
        seconds=fmean(times) if times else None,
        faults=sum(
            offence.seat == game.fixture.seating.index(player) + 1
            for game in games
            for offence in game.result.offences
        ),
    )


def _times(game: Played, player: int) -> list[float]:
    seat = game.fixture.seating.index(player) + 1
    moves = game.result.moves
    return [move.seconds for move in moves if move.seat == seat and move.seconds is not None]


def _on_seat(games: Sequence[Played], player: int, seat: int) -> tuple[float, int]:
    there = [game.points(player) for game in games if game.fixture.seating[seat - 1] == player]
    return sum(there), len(there)


# ---------------------------------------------------------------------- text


def table(games: Sequence[Played], labels: Sequence[str], setup: Setup) -> str:
    """The table of the finished games; `labels` are the players' names, in their order."""
    if not games:
        return "No game was finished."
    colours = [f"as {colour}" for colour in setup.colours]
    head = ["", "wins", "draws", "losses", "score", "%", *colours, "s/move", "faults"]
    rows = [_cells(name, row(games, index)) for index, name in enumerate(labels)]
    lines = _aligned([head, *rows])
    return "\n".join([*lines, "", *_notes(games, labels)])


def _cells(name: str, sums: Row) -> list[str]:
    games = sums.wins + sums.draws + sums.losses
    return [
        name,
        str(sums.wins),
        str(sums.draws),
        str(sums.losses),
        f"{sums.points:.4g}",
        f"{100 * sums.points / games:.1f}",
        *(f"{points:.4g}/{count}" for points, count in sums.by_seat),
        "-" if sums.seconds is None else f"{sums.seconds:.3f}",
        str(sums.faults),
    ]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]).rstrip()
        for cells in rows
    ]


def _notes(games: Sequence[Played], labels: Sequence[str]) -> list[str]:
    if len(labels) != 2:
        return [f"{_games(len(games))}; no Elo difference for {len(labels)} players."]
    rating = rate(pair_shares(games))
    if rating is None:
        return [f"{_games(len(games))}, no complete pair: no Elo difference."]
    line = (
        f"{labels[0]} to {labels[1]}: {rating.elo:+.0f} Elo, 95 % interval {rating.low:+.0f} to "
        f"{rating.high:+.0f} ({rating.pairs} pair{'s' * (rating.pairs != 1)})."
    )
    return [line, *_warning(rating)]


def _warning(rating: Rating) -> list[str]:
    if rating.pairs < ENOUGH_PAIRS:
        return [f"Fewer than {ENOUGH_PAIRS} pairs: too few games to tell much."]
    if rating.low <= 0 <= rating.high:
        return ["The interval includes 0: no difference is shown yet."]
    return []


def _games(count: int) -> str:
    return f"{count} game{'s' * (count != 1)}"
