"""From a tally to the summary that every written form prints."""

from collections import Counter
from dataclasses import replace
from math import comb

from clients.referee.report.facts import Facts
from clients.referee.report.headline import headline
from clients.referee.report.standings import knockout, swiss
from clients.referee.report.summary import (
    Duel,
    EngineLine,
    FaultLine,
    GameLine,
    Lengths,
    RatingLine,
    Score,
    SeatScore,
    SetupLine,
    SprtLine,
    StageLine,
    Standing,
    Summary,
    VoidLine,
)
from clients.referee.report.tally import Share, Tally
from clients.referee.statistics.elo import elo, los, normalized_elo, remark
from clients.referee.statistics.outcomes import Outcomes
from clients.referee.statistics.ratings import Encounter, bradley_terry

#: Formats by what they are called in a title.
TITLES = {
    "round-robin": "Round robin",
    "gauntlet": "Gauntlet",
    "knockout": "Knockout",
    "swiss": "Swiss tournament",
}


def summarize(tally: Tally) -> Summary:
    """All that is said about a tournament."""
    return _summary(tally, knockout(tally), swiss(tally))


def _summary(
    tally: Tally, stages: tuple[StageLine, ...], standings: tuple[Standing, ...]
) -> Summary:
    order = ranking(tally, stages, standings)
    summary = Summary(
        title=title(tally),
        headline="",
        run=tally.run,
        tournament=tally.tournament,
        games=tally.games,
        planned=planned_games(tally),
        started=tally.started,
        last_started=tally.last_started,
        hosts=dict(tally.hosts),
        ranking=tuple(tally.names[engine] for engine in order),
        engines=tuple(_engine_line(tally, engine) for engine in range(len(tally.names))),
        seats=_seat_scores(tally, tally.seats),
        cross=tuple(tuple(_against(tally, one, other) for other in order) for one in order),
        duels=tuple(duel(tally, *engines) for engines in sorted(tally.comparisons)),
        sprt=sprt_line(tally),
        ratings=ratings(tally),
        knockout=stages,
        swiss=standings,
        setups=_setup_lines(tally),
        lengths=_lengths(tally.lengths),
        terminations=dict(tally.terminations.most_common()),
        last_faults=tuple(
            FaultLine(game.id, tally.names[fault.engine], fault.kind, fault.reason)
            for game, fault in tally.last_faults
        ),
        voids=tuple(_void_line(tally, game) for game in tally.voids),
        stopped=tuple(_names(tally, pairing) for pairing in tally.stopped_pairings()),
        first_games=tuple(_game_line(tally, game) for game in tally.first_games),
    )
    return replace(summary, headline=headline(summary))


# ---------------------------------------------------------------------- the tournament


def title(tally: Tally) -> str:
    """Who plays, in a few words."""
    names = tally.names
    if not names:
        return "A tournament"
    if tally.tournament["format"] in TITLES:
        return f"{TITLES[tally.tournament['format']]} of {len(names)} engines"
    return f"{', '.join(names[:-1])} against {names[-1]}"


def planned_games(tally: Tally) -> int | None:
    """How many games there will be, at most for an SPRT; None if that is not known yet."""
    seats, engines = len(tally.colours), len(tally.names)
    if not seats:
        return None
    match tally.tournament["format"]:
        case "round-robin":
            pairings = comb(engines, seats)
        case "gauntlet":
            pairings = comb(engines - 1, seats - 1)
        case "swiss":
            rounds = tally.tournament["rounds"]
            rounds = (engines - 1).bit_length() if rounds is None else rounds
            pairings = rounds * (engines // 2)
        case "knockout":
            return None
        case _:
            pairings = 1
    return int(pairings * tally.tournament["games"])


def ranking(
    tally: Tally, stages: tuple[StageLine, ...], standings: tuple[Standing, ...]
) -> list[int]:
    """The engines, best first.

    In a knockout by how many stages they have passed, in Swiss by the standings, else by share
    of points; a match of two keeps its order.
    """
    engines = range(len(tally.names))
    if standings:
        return [tally.names.index(each.name) for each in standings]
    if len(tally.names) == 2:
        return list(engines)
    passed = Counter(tie.winner for stage in stages for tie in stage.ties)
    passed.update(name for stage in stages for name in stage.byes)
    return sorted(engines, key=lambda each: (-passed[tally.names[each]], -_share_of(tally, each)))


def _share_of(tally: Tally, engine: int) -> float:
    count = tally.engines[engine]
    return count.points / count.games if count.games else -1.0


# ---------------------------------------------------------------------- strength


def duel(tally: Tally, one: int, other: int) -> Duel:
    """Two engines that have met, the lower number first."""
    comparison = tally.comparisons[one, other]
    wdl, penta = comparison.wdl, comparison.penta
    best: Outcomes = penta if sum(penta) else wdl
    return Duel(
        first=tally.names[one],
        second=tally.names[other],
        score=_score(wdl.wins + wdl.draws / 2, sum(wdl)),
        wdl=wdl,
        penta=penta,
        unpaired=sum(wdl) - 2 * sum(penta),
        basis="pairs" if sum(penta) else "games",
        elo=elo(best),
        elo_from_games=elo(wdl),
        normalized_elo=normalized_elo(best),
        los=los(best),
        remark=remark(best),
    )


def sprt_line(tally: Tally) -> SprtLine | None:
    """Where the SPRT stands; None for other formats."""
    progress = tally.progress
    if progress is None:
        return None
    sprt, verdict = progress.test, progress.verdict
    return SprtLine(
        elo0=sprt.elo0,
        elo1=sprt.elo1,
        alpha=sprt.alpha,
        beta=sprt.beta,
        model=sprt.model,
        llr=progress.llr,
        lower=sprt.bounds.lower,
        upper=sprt.bounds.upper,
        pairs=progress.pairs,
        verdict=verdict and verdict[0],
        verdict_pairs=verdict and verdict[1],
        path=progress.path,
    )


def ratings(tally: Tally) -> tuple[RatingLine, ...]:
    """Ratings of more than two engines, best first."""
    if len(tally.names) < 3 or not tally.games:
        return ()
    rated = bradley_terry(
        (
            Encounter(str(one), str(other), *comparison.wdl)
            for (one, other), comparison in tally.comparisons.items()
        ),
        [str(engine) for engine in range(len(tally.names))],
    )
    lines = [
        RatingLine(tally.names[int(engine)], each.elo, each.error, each.group, each.note)
        for engine, each in rated.items()
    ]
    return tuple(
        sorted(lines, key=lambda each: (each.elo is None, each.group or 0, -(each.elo or 0)))
    )


# ---------------------------------------------------------------------- tables


def _score(points: float, games: int) -> Score:
    return Score(points, games, points / games if games else None)


def _of(share: Share) -> Score:
    return _score(share.points, share.games)


def _seat_scores(tally: Tally, shares: dict[int, Share]) -> tuple[SeatScore, ...]:
    return tuple(
        SeatScore(seat, colour, _of(shares.get(seat, Share())))
        for seat, colour in enumerate(tally.colours, start=1)
    )


def _engine_line(tally: Tally, engine: int) -> EngineLine:
    count, told = tally.engines[engine], tally.tournament["engines"][engine]
    return EngineLine(
        engine=engine + 1,
        name=tally.names[engine],
        program=count.program,
        versions=tuple(count.versions),
        command=tuple(told["command"]),
        limits=told["limits"],
        params=told["params"],
        score=_score(count.points, count.games),
        wins=count.wins,
        draws=count.draws,
        losses=count.losses,
        by_seat=_seat_scores(tally, count.by_seat),
        moves=count.moves,
        seconds_per_move=_ratio(count.seconds, count.moves),
        longest_move=count.longest if count.moves else None,
        nodes_per_second=_ratio(count.nodes, count.known_seconds),
        depth=_ratio(count.depths, count.known_depths),
        time_losses=count.faults["time"],
        faults=dict(count.faults.most_common()),
    )


def _ratio(sum_: float, count: float) -> float | None:
    return sum_ / count if count else None


def _against(tally: Tally, one: int, other: int) -> Score | None:
    comparison = tally.comparisons.get((min(one, other), max(one, other)))
    if comparison is None:
        return None
    wins, draws, losses = comparison.wdl
    points = (wins if one < other else losses) + draws / 2
    return _score(points, wins + draws + losses)


def _setup_lines(tally: Tally) -> tuple[SetupLine, ...]:
    """The setups, the one with the most games first."""
    return tuple(
        SetupLine(
            setup, count.plies / count.seat_1.games, _of(count.seat_1), _of(count.first_engine)
        )
        for setup, count in sorted(tally.setups.items(), key=lambda each: -each[1].seat_1.games)
    )


def _lengths(counts: Counter[int]) -> Lengths | None:
    if not counts:
        return None
    ascending = dict(sorted(counts.items()))
    games = counts.total()
    return Lengths(
        shortest=min(counts),
        mean=sum(plies * count for plies, count in counts.items()) / games,
        median=(_nth(ascending, (games - 1) // 2) + _nth(ascending, games // 2)) / 2,
        longest=max(counts),
        counts=ascending,
    )


def _nth(ascending: dict[int, int], place: int) -> int:
    """The plies of the game with this place, from 0, in the order of plies."""
    for plies, count in ascending.items():
        place -= count
        if place < 0:
            return plies
    raise IndexError(place)


def _names(tally: Tally, engines: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(tally.names[engine] for engine in engines)


def _void_line(tally: Tally, game: Facts) -> VoidLine:
    reasons = (f"{tally.names[fault.engine]} {fault.reason}" for fault in game.faults)
    return VoidLine(game.id, _names(tally, game.engines), tuple(reasons))


def _game_line(tally: Tally, game: Facts) -> GameLine:
    return GameLine(
        game=game.id,
        round=game.round,
        names=_names(tally, game.engines),
        points=game.points,
        result=game.result,
        termination=game.termination,
        plies=game.plies,
        seconds=game.seconds,
    )
