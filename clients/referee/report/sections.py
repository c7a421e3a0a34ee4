"""What a report consists of, in words, before it takes the form of text, Markdown or a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clients.referee.report import words
from clients.referee.report.summary import Duel, EngineLine, Score, SeatScore, Summary

#: The most engines whose cross table shows points and games; with more it shows shares only.
WIDE_CROSS = 7
#: Faults that are told one by one, the last ones.
LAST_FAULTS = 10
MANY_SEATS = (
    "Of two engines in a game the one with more of its point has won; the same is a draw. "
    "Such results of one game depend on each other, so the errors are too small."
)


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text; the first `left` columns are words, the others numbers; maybe no head.

    `heat` has a share from 0 to 1 for cells that have a colour.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1
    heat: tuple[tuple[float | None, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report. `name` is short and unique; a table, or sentences, or both."""

    name: str
    title: str
    sentences: tuple[str, ...] = ()
    table: Table | None = None


def sections(summary: Summary) -> list[Section]:
    """All parts for which there is something to say, in their order."""
    if not summary.engines:
        return []
    return [
        *_standings(summary),
        *_strength(summary),
        *_sprt(summary),
        *_knockout(summary),
        *_swiss(summary),
        *_cross(summary),
        *_seats(summary),
        *_setups(summary),
        *_games(summary),
        *_moves(summary),
        *_faults(summary),
        *_voids(summary),
        *_engines(summary),
    ]


# ---------------------------------------------------------------------- results


def _standings(summary: Summary) -> Iterator[Section]:
    ratings = {line.name: line for line in summary.ratings}
    head: tuple[str, ...] = ("", "games", "wins", "draws", "losses", "points", "score")
    lines = {line.name: line for line in summary.engines}
    rows = [_standing(lines[name]) for name in summary.ranking]
    if ratings:
        head = (*head, "Elo")
        rows = [
            (*row, words.elo(ratings[name].elo, ratings[name].error))
            for row, name in zip(rows, summary.ranking, strict=True)
        ]
    yield Section("standings", "Standings", _notes(summary), Table(head, tuple(rows)))


def _notes(summary: Summary) -> tuple[str, ...]:
    """Why some ratings are missing, or cannot be compared."""
    names: dict[str, list[str]] = {}
    for line in summary.ratings:
        if line.note:
            names.setdefault(line.note, []).append(line.name)
    return tuple(f"{', '.join(some)}: {note}." for note, some in names.items())


def _standing(line: EngineLine) -> tuple[str, ...]:
    numbers = (line.score.games, line.wins, line.draws, line.losses)
    score = (words.points(line.score.points), words.percent(line.score.share))
    return (line.name, *map(str, numbers), *score)


def _strength(summary: Summary) -> Iterator[Section]:
    if summary.duel is not None:
        duel = summary.duel
        title = f"{duel.first} against {duel.second}"
        yield Section("strength", title, table=_of_duel(duel), sentences=_remarks(duel))
    elif summary.duels:
        has_pairs = len(summary.seats) == 2
        head = ("", "", "games", "score", "Elo", "LOS", *(["pairs"] if has_pairs else []))
        rows = tuple(_duel_row(duel, has_pairs) for duel in summary.duels)
        note = "Pairs: LL/LD/WL+DD/WD/WW." if has_pairs else MANY_SEATS
        yield Section("strength", "Duels", (note,), Table(head, rows, left=2))


def _of_duel(duel: Duel) -> Table:
    rows = [
        ("games: won, drawn, lost", ", ".join(map(str, duel.wdl))),
        ("pairs: LL, LD, WL+DD, WD, WW", ", ".join(map(str, duel.penta))),
        (f"Elo from {duel.basis}", words.estimate(duel.elo)),
    ]
    if duel.basis == "pairs":
        rows.append(("Elo from games", words.estimate(duel.elo_from_games)))
    rows.append(("normalized Elo", words.estimate(duel.normalized_elo)))
    rows.append(("likelihood of superiority", words.percent(duel.los)))
    return Table((), tuple(rows), left=2)


def _remarks(duel: Duel) -> tuple[str, ...]:
    pairs = sum(duel.penta)
    told = [] if pairs else ["No pair of games is complete yet."]
    if pairs and duel.unpaired:
        told.append(f"{words.games(duel.unpaired)} without the other one of the pair.")
    if duel.remark:
        told.append(f"{duel.remark[:1].upper()}{duel.remark[1:]}.")
    return tuple(told)


def _duel_row(duel: Duel, has_pairs: bool) -> tuple[str, ...]:
    return (
        duel.first,
        duel.second,
        str(duel.score.games),
        words.percent(duel.score.share),
        words.estimate(duel.elo),
        words.percent(duel.los),
        *(["/".join(map(str, duel.penta))] if has_pairs else []),
    )


def _sprt(summary: Summary) -> Iterator[Section]:
    test = summary.sprt
    if test is None:
        return
    verdict = "not decided"
    if test.verdict:
        verdict = f"{test.verdict} accepted after {words.some(test.verdict_pairs or 0, 'pair')}"
    rows = (
        ("H0, H1", f"{test.elo0:+g}, {test.elo1:+g} Elo ({test.model})"),
        ("α, β", f"{test.alpha:g}, {test.beta:g}"),
        ("pairs", str(test.pairs)),
        ("LLR", f"{test.llr:.2f}"),
        ("bounds", f"{test.lower:.2f}, {test.upper:.2f}"),
        ("verdict", verdict),
    )
    yield Section("sprt", "Sequential test (SPRT)", table=Table((), rows, left=2))


# ---------------------------------------------------------------------- rounds


def _knockout(summary: Summary) -> Iterator[Section]:
    rows = []
    for number, stage in enumerate(summary.knockout, start=1):
        for tie in stage.ties:
            score = "–".join(map(words.points, tie.points))
            breaks = str(tie.tie_breaks) if tie.tie_breaks else ""
            by_seed = " (better seed)" if tie.is_by_seed else ""
            winner = "open" if tie.winner is None else f"{tie.winner}{by_seed}"
            rows.append((str(number), *tie.engines, winner, score, breaks))
        rows += [(str(number), name, "bye", name, "", "") for name in stage.byes]
    if rows:
        head = ("stage", "", "", "winner", "score", "tie-breaks")
        yield Section("knockout", "Bracket", table=Table(head, tuple(rows), left=4))


def _swiss(summary: Summary) -> Iterator[Section]:
    rows = tuple(
        (
            str(each.place),
            each.name,
            ", ".join(each.opponents),
            words.points(each.points),
            words.points(each.buchholz),
            str(each.byes),
        )
        for each in summary.swiss
    )
    if rows:
        head = ("place", "", "opponents", "points", "Buchholz", "byes")
        note = "Points include those of byes. Equal points are ordered by Buchholz."
        yield Section("swiss", "Swiss standings", (note,), Table(head, rows, left=3))


def _cross(summary: Summary) -> Iterator[Section]:
    if len(summary.ranking) < 3 or not summary.games:
        return
    is_wide = len(summary.ranking) <= WIDE_CROSS
    numbers = map(str, range(1, len(summary.ranking) + 1))
    rows = tuple(
        (str(place), name, *(_met(score, is_wide) for score in row))
        for place, (name, row) in enumerate(zip(summary.ranking, summary.cross, strict=True), 1)
    )
    heat = tuple((None, None, *map(_share, row)) for row in summary.cross)
    told = (
        "points of the row against the column, and games" if is_wide else "per cent of the points"
    )
    table = Table(("", "", *numbers), rows, left=2, heat=heat)
    yield Section("cross", "Cross table", (f"{told[:1].upper()}{told[1:]}.",), table)


def _share(score: Score | None) -> float | None:
    return score.share if score else None


def _met(score: Score | None, is_wide: bool) -> str:
    if score is None or score.share is None:
        return "·"
    return _of(score) if is_wide else f"{100 * score.share:.0f}"


def _of(score: Score) -> str:
    return f"{words.points(score.points)}/{score.games}"


# ---------------------------------------------------------------------- where and how


def _seats(summary: Summary) -> Iterator[Section]:
    if not summary.games:
        return
    head = ("", *(f"{each.colour} (seat {each.seat})" for each in summary.seats))
    lines = {line.name: line for line in summary.engines}
    rows = [(name, *_by_seat(lines[name].by_seat)) for name in summary.ranking]
    rows.append(("all", *_by_seat(summary.seats)))
    yield Section("seats", "Colours", table=Table(head, tuple(rows)))


def _by_seat(scores: Sequence[SeatScore]) -> tuple[str, ...]:
    return tuple(
        f"{_of(each.score)} = {words.percent(each.score.share)}" if each.score.games else "-"
        for each in scores
    )


def _setups(summary: Summary) -> Iterator[Section]:
    if len(summary.setups) < 2:
        return
    labels = setup_labels([line.setup for line in summary.setups])
    first = summary.engines[0].name if summary.duel else ""
    head: tuple[str, ...] = ("", "games", "plies", *([first] if first else []), "seat 1")
    rows = tuple(
        (
            label,
            str(line.seat_1.games),
            words.number(line.plies),
            *([words.percent(line.first_engine.share)] if first else []),
            words.percent(line.seat_1.share),
        )
        for label, line in zip(labels, summary.setups, strict=True)
    )
    yield Section("setups", "Layouts", table=Table(head, rows))


def setup_labels(setups: Sequence[str]) -> list[str]:
    """Each setup without the words that all of them have."""
    split = [setup.split() for setup in setups]
    common = set(split[0]).intersection(*split[1:]) if len(split) > 1 else set()
    return [" ".join(word for word in each if word not in common) for each in split]


def _games(summary: Summary) -> Iterator[Section]:
    lengths = summary.lengths
    if lengths is None:
        return
    plies = (
        f"Plies: {lengths.mean:.1f} on average, median {lengths.median:g}, "
        f"from {lengths.shortest} to {lengths.longest}."
    )
    ended = ", ".join(f"{count} by {word}" for word, count in summary.terminations.items())
    began = [f"Begun {summary.started}"]
    if summary.last_started != summary.started:
        began.append(f"the last game {summary.last_started}")
    hosts = ", ".join(f"{host} ({words.games(count)})" for host, count in summary.hosts.items())
    told = (plies, f"Ended: {ended}.", f"{', '.join(began)}, on {hosts}.")
    yield Section("games", "Games", told)


def _moves(summary: Summary) -> Iterator[Section]:
    if not summary.games:
        return
    head = ("", "moves", "mean time", "longest", "nodes/s", "depth", "late", "faults")
    rows = tuple(
        (
            line.name,
            str(line.moves),
            words.seconds(line.seconds_per_move),
            words.seconds(line.longest_move),
            words.count(line.nodes_per_second),
            words.number(line.depth),
            str(line.time_losses),
            str(sum(line.faults.values())),
        )
        for line in summary.engines
    )
    yield Section("moves", "Moves", table=Table(head, rows))


# ---------------------------------------------------------------------- what went wrong


def _faults(summary: Summary) -> Iterator[Section]:
    rows = [
        (line.name, kind, str(count))
        for line in summary.engines
        for kind, count in line.faults.items()
    ]
    if rows:
        told = tuple(
            f"Game {fault.game}: {fault.name} {fault.reason} ({fault.kind})."
            for fault in summary.last_faults[-LAST_FAULTS:]
        )
        table = Table(("", "kind", "games"), tuple(rows), left=2)
        yield Section("faults", "Faults", told, table)


def _voids(summary: Summary) -> Iterator[Section]:
    told = [f"{' – '.join(names)}: stopped, its last games were void." for names in summary.stopped]
    if summary.voids:
        told.append(f"{words.games(len(summary.voids))} void, which count for nobody; the last:")
        told += [
            f"Game {void.game} ({' – '.join(void.names)}): {'; '.join(void.reasons)}."
            for void in summary.voids[-LAST_FAULTS:]
        ]
    if told:
        yield Section("voids", "Void games", tuple(told))


def _engines(summary: Summary) -> Iterator[Section]:
    rows = tuple(
        (
            line.name,
            " ".join([line.program, *line.versions]),
            words.limits(line.limits),
            " ".join(f"{name}={value}" for name, value in line.params.items()),
            " ".join(line.command),
        )
        for line in summary.engines
    )
    head = ("", "program", "limits", "parameters", "command")
    yield Section("engines", "Engines", table=Table(head, rows, left=5))
