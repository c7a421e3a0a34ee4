"""Knockout and Swiss, told from the records alone."""

from collections.abc import Callable
from random import Random

import pytest

from clients.referee.report.summarize import summarize
from clients.referee.report.summary import Summary
from clients.referee.report.tally import Tally
from clients.referee.schedule import Fixture, Schedule
from clients.referee.settings import Engine, Format, Tournament
from tests.clients.report.factory import LETTERS, Record, game, tournament

Winners = Callable[[Fixture], list[int]]


def entrants(count: int, format_: Format, games: int = 2) -> Tournament:
    engines = tuple(Engine(("quatuor", "gtp"), name=name) for name in LETTERS[:count])
    return Tournament("kulami layout=8x8", engines, format_, games=games)


def records(of: Tournament, winners: Winners, rounds: int | None = None) -> list[Record]:
    """The games of a whole tournament, or of its first rounds."""
    schedule, told = Schedule(of), tournament(LETTERS[: len(of.engines)], format=of.format)
    told |= {"games": of.games, "rounds": of.rounds}
    played: list[Record] = []
    points: dict[str, tuple[float, ...]] = {}
    round_ = 1
    while rounds is None or round_ <= rounds:
        pairs = schedule.pairs(round_, points)
        if pairs is None:
            break
        for fixture in [fixture for pair in pairs for fixture in pair]:
            played.append(record(told, fixture, winners(fixture)))
            points[fixture.id] = tuple(score["points"] for score in played[-1]["scores"])
        round_ += 1
    return played


def record(told: Record, fixture: Fixture, winners: list[int]) -> Record:
    place = {"id": fixture.id, "pair": fixture.pair, "round": fixture.round}
    return game(told, fixture.number, fixture.seating, winners, **place)


def better_wins(fixture: Fixture) -> list[int]:
    return [1 + fixture.seating.index(min(fixture.seating))]


def all_draw(fixture: Fixture) -> list[int]:
    return [1, 2]


def summary(played: list[Record]) -> Summary:
    tally = Tally()
    for each in played:
        tally.add(each)
    return summarize(tally)


# ---------------------------------------------------------------------- knockout


def test_a_bracket_of_four() -> None:
    told = summary(records(entrants(4, Format.KNOCKOUT), better_wins))
    semi_finals, final = told.knockout
    assert [(tie.engines, tie.points, tie.winner) for tie in semi_finals.ties] == [
        (("A", "D"), (2.0, 0.0), "A"),
        (("B", "C"), (2.0, 0.0), "B"),
    ]
    assert [(tie.engines, tie.winner) for tie in final.ties] == [(("A", "B"), "A")]
    assert told.winner == "A"
    assert told.ranking == ("A", "B", "C", "D")
    assert told.headline == "A wins the knockout, with B in the final."


def test_three_entrants_and_a_bye() -> None:
    told = summary(records(entrants(3, Format.KNOCKOUT), better_wins))
    assert told.knockout[0].byes == ("A",)
    assert told.winner == "A"


def test_the_better_seed_wins_what_stays_level() -> None:
    told = summary(records(entrants(2, Format.KNOCKOUT), all_draw))
    (tie,) = told.knockout[0].ties
    assert (tie.winner, tie.is_by_seed, tie.tie_breaks) == ("A", True, 8)
    assert tie.points == (9.0, 9.0)


def test_a_round_under_way_has_points_and_no_winner() -> None:
    played = records(entrants(4, Format.KNOCKOUT), better_wins, rounds=1)
    told = summary(played[:3])
    first, second = told.knockout[0].ties
    assert (first.winner, second.winner, told.winner) == (None, None, None)
    assert first.points[0] + second.points[0] == 3.0
    assert told.headline == "After 3 games 4 of 4 engines are still in the knockout."


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("engines", [2, 5, 8])
def test_the_winner_is_that_of_the_schedule(engines: int, seed: int) -> None:
    random = Random(seed)
    of = entrants(engines, Format.KNOCKOUT, games=4)
    played = records(of, lambda fixture: random.choice([[1], [2], [1, 2]]))
    points = {each["id"]: tuple(s["points"] for s in each["scores"]) for each in played}
    (final,) = Schedule(of).stages(points)[-1].ties
    assert final.winner is not None
    assert summary(played).winner == LETTERS[final.winner]


def test_a_tie_that_was_stopped_goes_to_who_is_ahead() -> None:
    of = tournament("AB", format="knockout", games=2)
    tally = Tally(of)
    for minute in (1, 2):
        started = f"2030-01-31T13:{minute:02}:00.000Z"
        tally.add_void(game(of, 1, (0, 1), [], started=started))
    tally.add(game(of, 2, (1, 0), [1], started="2030-01-31T12:00:00.000Z"))
    told = summarize(tally)
    assert told.stopped == (("A", "B"),)
    assert told.winner == "B"


# ---------------------------------------------------------------------- Swiss


def test_swiss_points_and_buchholz() -> None:
    """Round 1: A-C and B-D, the better win 2-0. Round 2: A-B 2-0, C-D 2-0."""
    of = entrants(4, Format.SWISS)
    told = summary(records(of, better_wins))
    assert [(each.name, each.points, each.buchholz) for each in told.swiss] == [
        ("A", 4.0, 2.0 + 2.0),
        ("B", 2.0, 4.0 + 0.0),
        ("C", 2.0, 4.0 + 0.0),
        ("D", 0.0, 2.0 + 2.0),
    ]
    assert [each.opponents for each in told.swiss] == [
        ("C", "B"),
        ("D", "A"),
        ("A", "D"),
        ("B", "C"),
    ]


def test_a_bye_counts_as_all_games_won() -> None:
    told = summary(records(entrants(3, Format.SWISS, games=4), better_wins, rounds=1))
    lines = {each.name: each for each in told.swiss}
    assert (lines["C"].byes, lines["C"].points, lines["C"].buchholz) == (1, 4.0, 0.0)
    assert lines["A"].points == 4.0


def test_buchholz_orders_equal_points() -> None:
    random = Random(5)
    played = records(entrants(8, Format.SWISS), lambda _: random.choice([[1], [2], [1, 2]]))
    order = [(each.points, each.buchholz) for each in summary(played).swiss]
    assert order == sorted(order, reverse=True)
    assert len({points for points, _ in order}) < len(order), "some points are equal"


def test_the_leader_of_a_swiss_tournament() -> None:
    of = entrants(4, Format.SWISS)
    assert summary(records(of, better_wins)).headline == (
        "A wins with 4 points after 8 games of 4 engines."
    )
