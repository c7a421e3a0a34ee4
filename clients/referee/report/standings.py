"""Knockout and Swiss: the formats in which the results decide who meets whom.

The rounds are followed by the same rules that made them, ``clients.referee.formats``.
"""

from collections import Counter
from collections.abc import Mapping

from clients.referee.formats import rounds
from clients.referee.formats.knockout import Knockout, Stage, Tie
from clients.referee.formats.rounds import Pairing, PairingRule, PlayedRound, Round
from clients.referee.formats.swiss import Swiss
from clients.referee.report.summary import StageLine, Standing, TieLine
from clients.referee.report.tally import Meeting, Tally

#: Both formats are for two seats.
SEATS = 2


def knockout(tally: Tally) -> tuple[StageLine, ...]:
    """The bracket so far; empty for other formats."""
    if tally.tournament.get("format") != "knockout":
        return ()
    rule = Knockout(len(tally.names), tally.tournament["games"] // SEATS)
    played = _played(tally, rule)
    present = tally.meetings.get(len(played) + 1, {})
    return tuple(_stage_line(tally, stage, present) for stage in rule.stages(played))


def swiss(tally: Tally) -> tuple[Standing, ...]:
    """The standings, best first: by points, then by Buchholz, then by number."""
    if tally.tournament.get("format") != "swiss":
        return ()
    games = tally.tournament["games"]
    rule = Swiss(len(tally.names), games // SEATS, games, tally.tournament["rounds"])
    played = _played(tally, rule)
    points = [count.points for count in tally.engines]
    byes = Counter(engine for each in played for engine in each.round.byes)
    for engine, count in byes.items():
        points[engine] += games * count
    standings = [_standing(tally, engine, points, byes) for engine in range(len(points))]
    standings.sort(key=lambda each: (-each[1], -each[2], each[0]))
    return tuple(
        Standing(place, tally.names[engine], total, buchholz, byes[engine], opponents)
        for place, (engine, total, buchholz, opponents) in enumerate(standings, start=1)
    )


def _standing(
    tally: Tally, engine: int, points: list[float], byes: Mapping[int, int]
) -> tuple[int, float, float, tuple[str, ...]]:
    opponents = [
        other
        for _, meetings in sorted(tally.meetings.items())
        for pairing in meetings
        if engine in pairing
        for other in pairing
        if other != engine
    ]
    names = tuple(tally.names[other] for other in opponents)
    return engine, points[engine], sum(points[other] for other in opponents), names


def _played(tally: Tally, rule: PairingRule) -> list[PlayedRound]:
    """The rounds that are over, and the last one as far as it was played.

    A round is over when a later one has begun, whatever is missing of it, or all was played.
    """
    played: list[PlayedRound] = []
    last = max(tally.meetings, default=0)
    for number in range(1, last + 1):
        following = rule.next_round(played)
        if following is None:
            break
        meetings = tally.meetings.get(number, {})
        if number == last and not _is_over(tally, following, meetings):
            break
        played.append(_played_round(following, meetings))
    return played


def _is_over(tally: Tally, round_: Round, meetings: Mapping[Pairing, Meeting]) -> bool:
    stopped = tally.stopped_pairings()
    pairings = [tuple(sorted(pairing)) for pairing in round_.pairings]
    return all(
        pairing in stopped or _is_complete(meetings.get(pairing, Meeting()), round_)
        for pairing in pairings
    )


def _is_complete(meeting: Meeting, round_: Round) -> bool:
    return meeting.games >= round_.pairs * SEATS


def _played_round(round_: Round, meetings: Mapping[Pairing, Meeting]) -> PlayedRound:
    found = []
    for pairing in round_.pairings:
        meeting = meetings.get(tuple(sorted(pairing)), Meeting())
        points = tuple(meeting.points.get(engine, 0.0) for engine in pairing)
        found.append(rounds.Meeting(pairing, points, _is_complete(meeting, round_)))
    return PlayedRound(round_, tuple(found))


def _stage_line(tally: Tally, stage: Stage, present: Mapping[Pairing, Meeting]) -> StageLine:
    ties = tuple(_tie_line(tally, tie, present.get(tie.engines, Meeting())) for tie in stage.ties)
    return StageLine(ties, tuple(tally.names[engine] for engine in stage.byes))


def _tie_line(tally: Tally, tie: Tie, present: Meeting) -> TieLine:
    """A tie, with the points of the round under way if it is open."""
    one, other = tie.engines
    more = {} if tie.winner is not None else present.points
    return TieLine(
        (tally.names[one], tally.names[other]),
        (tie.points[0] + more.get(one, 0.0), tie.points[1] + more.get(other, 0.0)),
        tie.tie_breaks,
        None if tie.winner is None else tally.names[tie.winner],
        tie.is_by_seed,
    )
