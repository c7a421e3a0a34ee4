"""Bradley-Terry ratings of many players on the scale of Elo.

The model: of two players, `difference` Elo apart, the stronger is expected to take
1 / (1 + 10 ** (-difference / 400)) of the points, a draw giving half a point to each
(R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39
(1952); before them E. Zermelo, Math. Z. 29 (1929)).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log, log1p, sqrt
from typing import NamedTuple, TypeAlias

from clients.referee.statistics.elo import SCALE, Z95
from clients.referee.statistics.linear import Matrix, cholesky, inverse_diagonal, solve

Points: TypeAlias = Mapping[str, Mapping[str, float]]
"""The points of each player against each opponent; who met stands in both places."""

#: Elo of one unit of strength, the logarithm of the odds to take a point.
_UNIT = SCALE / log(10)
#: When no difference of two who met changes by more than this, the strengths are found.
_STILL = 1e-10
#: More steps than it takes for odds of 10**12.
_MOST_STEPS = 200
_SEPARATE = "comparable within group {} only: no points lead to another group and back"


class Encounter(NamedTuple):
    """What happened between two players; more of them about the same two are added up."""

    first: str
    second: str
    wins: float
    """Games won by `first`."""
    draws: float
    losses: float
    """Games won by `second`."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength.

    `elo` is relative to the mean 0 of the player's group, `error` half the width of its 95 %
    interval; both are None for an unrated player, as is `group`. Ratings of different groups
    cannot be compared. `note` says why a player is unrated or what a group is.
    """

    points: float
    games: float
    elo: float | None = None
    error: float | None = None
    group: int | None = None
    note: str = ""


def meetings(shares: Sequence[tuple[str, float]]) -> list[Encounter]:
    """One game of two or more players as encounters of each with each other.

    `shares` are names and points: of two players the one with more has won, the same points are
    a draw. A name that sits at several seats does not meet itself. Encounters of one game
    depend on each other, so the errors of ratings from games of three and more are too small.
    """
    return [
        Encounter(first, second, float(mine > yours), float(mine == yours), float(mine < yours))
        for (first, mine), (second, yours) in combinations(shares, 2)
        if first != second
    ]


def bradley_terry(
    encounters: Iterable[Encounter | tuple[str, str, float, float, float]],
    players: Iterable[str] = (),
) -> dict[str, Rating]:
    """The most likely ratings, in the order in which the players appear.

    Elo is relative to mean 0; a draw is half a win for both. An unrated player's note says why.
    `players` without an encounter are included. An encounter of a player with itself says
    nothing and is ignored. The error comes from the Fisher information at the ratings found, on
    condition that their mean is 0. It takes a game for a win or a loss, so that draws make it
    rather too wide.

    Ratings exist for players who are all linked by points in both directions, directly or over
    others (L. R. Ford, "Solution of a Ranking Problem from Binary Comparisons", Amer. Math.
    Monthly 64 (1957)). Each such group of two or more has its own scale; 1 is the largest.

    Raises: ValueError if a count is negative.
    """
    points = _points(encounters, players)
    ratings = {player: _unrated(player, points) for player in points}
    groups = sorted((g for g in _groups(points) if len(g) > 1), key=len, reverse=True)
    for number, group in enumerate(groups, start=1):
        note = _SEPARATE.format(number) if len(groups) > 1 else ""
        for player, (elo, error) in _rate(group, points).items():
            ratings[player] = replace(
                ratings[player], elo=elo, error=error, group=number, note=note
            )
    return ratings


def _points(
    encounters: Iterable[Encounter | tuple[str, str, float, float, float]], players: Iterable[str]
) -> dict[str, dict[str, float]]:
    points: dict[str, dict[str, float]] = {player: {} for player in players}
    for first, second, wins, draws, losses in encounters:
        if min(wins, draws, losses) < 0:
            raise ValueError(f"{first} - {second}: how many games were won is 0 or more")
        mine, yours = points.setdefault(first, {}), points.setdefault(second, {})
        if first != second and wins + draws + losses:
            mine[second] = mine.get(second, 0.0) + wins + draws / 2
            yours[first] = yours.get(first, 0.0) + losses + draws / 2
    return points


def _unrated(player: str, points: Points) -> Rating:
    """The rating of a player that is in no group."""
    own = sum(points[player].values(), 0.0)
    games = own + sum(points[opponent][player] for opponent in points[player])
    if not games:
        note = "no games"
    elif own in (0, games):
        note = f"{'won' if own else 'lost'} every game"
    else:
        note = "won every game against some, lost every game against the others"
    return Rating(own, games, note=note)


# ---------------------------------------------------------------------- groups


def _groups(points: Points) -> list[list[str]]:
    """The strongly connected components of the graph "took points from", in order of appearance."""
    takes = {player: [o for o, own in row.items() if own] for player, row in points.items()}
    gives = {player: [o for o in row if points[o][player]] for player, row in points.items()}
    left = dict.fromkeys(points)
    groups = []
    while left:
        start = next(iter(left))
        members = _reach(start, takes, left) & _reach(start, gives, left)
        groups.append([player for player in left if player in members])
        left = {player: None for player in left if player not in members}
    return groups


def _reach(start: str, links: Mapping[str, Sequence[str]], within: Mapping[str, None]) -> set[str]:
    """Who can be reached from a player over links between players of a set."""
    found, open_ends = {start}, [start]
    while open_ends:
        new = {other for other in links[open_ends.pop()] if other in within} - found
        found |= new
        open_ends += new
    return found


# ---------------------------------------------------------------------- strengths


class _Pair(NamedTuple):
    """Two players of a group, by their places in it, and what they took from each other."""

    first: int
    second: int
    own: float
    other: float


def _rate(group: Sequence[str], points: Points) -> dict[str, tuple[float, float]]:
    """Elo and its error for the players of a group."""
    place = {player: index for index, player in enumerate(group)}
    pairs = [
        _Pair(place[first], place[second], own, points[second][first])
        for first in group
        for second, own in points[first].items()
        if place[first] < place.get(second, -1)
    ]
    strengths, variances = _most_likely(pairs, len(group))
    return {
        player: (_UNIT * strength, _UNIT * Z95 * sqrt(variance))
        for player, strength, variance in zip(group, strengths, variances, strict=True)
    }


def _most_likely(pairs: Sequence[_Pair], size: int) -> tuple[list[float], list[float]]:
    """The strengths, with mean 0, and their variances.

    Newton's method. The more a step changes the difference of two who met, the more it is damped,
    so that no step makes the likelihood less (F. Bach, "Self-concordant analysis for logistic
    regression", Electron. J. Statist. 4 (2010)).
    """
    strengths = [0.0] * size
    for _ in range(_MOST_STEPS):
        gradient, information = _derivatives(pairs, strengths)
        factor, _ = _anchored(information)
        step = solve(factor, gradient)
        change = max(abs(step[pair.first] - step[pair.second]) for pair in pairs)
        if change <= _STILL:
            break
        damping = log1p(change) / change
        strengths = [
            strength + damping * rise for strength, rise in zip(strengths, step, strict=True)
        ]
    factor, anchor = _anchored(_derivatives(pairs, strengths)[1])
    return strengths, [value - anchor for value in inverse_diagonal(factor)]


def _derivatives(pairs: Sequence[_Pair], strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """The gradient of the log-likelihood, and the Fisher information as a lower triangle."""
    gradient = [0.0] * len(strengths)
    information: Matrix = [[0.0] * (row + 1) for row in range(len(strengths))]
    for first, second, own, other in pairs:
        chance, risk = _chances(strengths[first] - strengths[second])
        surplus = own * risk - other * chance
        gradient[first] += surplus
        gradient[second] -= surplus
        weight = (own + other) * chance * risk
        information[first][first] += weight
        information[second][second] += weight
        information[second][first] -= weight
    return gradient, information


def _chances(difference: float) -> tuple[float, float]:
    """The expected shares of a point for a player who is so much stronger, and for the other."""
    odds = exp(-abs(difference))
    high, low = 1 / (1 + odds), odds / (1 + odds)
    return (high, low) if difference >= 0 else (low, high)


def _anchored(information: Matrix) -> tuple[Matrix, float]:
    """Cholesky's factor of the information with the mean held at 0, and what that adds.

    Only differences of strengths are informed about. A constant added to all of the matrix
    informs about the mean, which is 0 already, and adds another constant to all of the inverse.
    """
    size = len(information)
    constant = sum(row[-1] for row in information) / size**2
    factor = cholesky([[value + constant for value in row] for row in information])
    return factor, 1 / (constant * size**2)
