"""What is to be played, and what void games, faults and verdicts do to it."""

from collections.abc import Iterator

import pytest

from clients.referee.course import Course
from clients.referee.records import Json
from clients.referee.schedule import Fixture, Pair, Schedule
from clients.referee.settings import MOST_VOIDS, Format, SprtTest
from tests.clients.tournaments import PATIENT, tournament

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


def course(*names: str, games: int = 4, **values: object) -> Course:
    commands = {name: ["engine"] for name in names or ("A", "B")}
    played = tournament(commands, PATIENT, games=games, **values)
    return Course(played, Schedule(played))


def fixtures(rounds: Iterator[Iterator[Pair]]) -> Iterator[Fixture]:
    for pairs in rounds:
        for pair in pairs:
            yield from pair


def played(fixture: Fixture, points: float) -> Json:
    """A record in which the engine with the lower index has these points."""
    first = min(fixture.seating)
    shares = [points if engine == first else 1 - points for engine in fixture.seating]
    best = max(shares)
    return {
        "id": fixture.id,
        "pair": fixture.pair,
        "players": [
            {"seat": seat, "engine": engine + 1}
            for seat, engine in enumerate(fixture.seating, start=1)
        ],
        "scores": [{"points": share} for share in shares],
        "winners": [seat for seat, share in enumerate(shares, start=1) if share == best],
        "reason": "the engine exited",
    }


def test_all_games_are_played_once_in_their_order() -> None:
    subject = course(games=6)
    seen = []
    for fixture in fixtures(subject.rounds()):
        seen.append(fixture.id)
        subject.finished(played(fixture, WIN))
    assert seen == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]
    assert subject.games == 6
    assert list(fixtures(subject.rounds())) == []


def test_games_that_are_in_the_log_are_not_played_again() -> None:
    subject = course(games=6)
    everything = list(fixtures(subject.rounds()))
    for fixture in (everything[1], everything[2], everything[3]):
        subject.finished(played(fixture, WIN))
    assert [each.id for each in fixtures(subject.rounds())] == ["1.1", "3.1", "3.2"]
    assert not subject.is_wanted(everything[1])
    assert subject.is_wanted(everything[0])


def test_the_first_record_of_a_game_counts() -> None:
    subject = course(format=Format.SPRT, games=2)
    first, second = fixtures(subject.rounds())
    subject.finished(played(first, WIN))
    subject.finished(played(first, LOSS))
    assert subject.games == 1
    subject.finished(played(second, WIN))
    assert subject.games == 2


# ---------------------------------------------------------------------- void games


def test_a_void_game_is_played_again_and_the_second_in_a_row_stops_its_pairing() -> None:
    subject = course("A", "B", "C", format=Format.ROUND_ROBIN)
    everything = list(fixtures(subject.rounds()))
    bad = [each for each in everything if set(each.seating) == {0, 1}]
    assert MOST_VOIDS == 2
    assert subject.void(bad[0], played(bad[0], WIN))
    assert subject.stopped == {}
    assert not subject.void(bad[0], played(bad[0], WIN))
    assert subject.stopped == {(0, 1): "2 void games in a row: the engine exited"}
    assert subject.why_not(bad[1]) == subject.stopped[0, 1]
    left = list(fixtures(subject.rounds()))
    assert {each.seating for each in left} == {(0, 2), (2, 0), (1, 2), (2, 1)}
    assert len(left) == 8


def test_void_games_with_a_finished_one_between_them_stop_nothing() -> None:
    subject = course()
    first, second, *_ = fixtures(subject.rounds())
    assert subject.void(first, played(first, WIN))
    subject.finished(played(first, WIN))
    assert subject.void(second, played(second, WIN))
    assert subject.stopped == {}


def test_void_games_of_different_pairings_are_not_in_a_row() -> None:
    subject = course("A", "B", "C", format=Format.ROUND_ROBIN)
    one, other = (
        next(each for each in fixtures(subject.rounds()) if set(each.seating) == pairing)
        for pairing in ({0, 1}, {0, 2})
    )
    assert subject.void(one, played(one, WIN))
    assert subject.void(other, played(other, WIN))
    assert subject.stopped == {}


def test_a_retired_engine_plays_no_more_and_its_pairings_are_stopped() -> None:
    subject = course("A", "B", "C", format=Format.ROUND_ROBIN)
    subject.retire(2, "C had a fault and is never started again")
    assert {each.seating for each in fixtures(subject.rounds())} == {(0, 1), (1, 0)}
    assert subject.stopped == {
        (0, 2): "C had a fault and is never started again",
        (1, 2): "C had a fault and is never started again",
    }


def test_a_pairing_that_was_played_to_its_end_is_not_stopped() -> None:
    subject = course(games=2)
    for fixture in list(fixtures(subject.rounds())):
        subject.finished(played(fixture, WIN))
    subject.retire(1, "B had a fault and is never started again")
    assert list(fixtures(subject.rounds())) == []
    assert subject.stopped == {}


# ---------------------------------------------------------------------- SPRT


@pytest.mark.parametrize(("points", "verdict"), [(WIN, "H1"), (LOSS, "H0")], ids=["wins", "losses"])
def test_an_sprt_ends_with_its_verdict(points: float, verdict: str) -> None:
    subject = course(format=Format.SPRT, games=1000)
    games = 0
    for fixture in fixtures(subject.rounds()):
        subject.finished(played(fixture, points))
        games += 1
    assert subject.verdict == verdict
    assert games < 1000
    assert games % 2 == 0
    assert not subject.is_wanted(fixture)


def test_half_pairs_are_no_evidence() -> None:
    subject = course(format=Format.SPRT, games=1000)
    for fixture in list(fixtures(subject.rounds())):
        if fixture.id.endswith(".1"):
            subject.finished(played(fixture, WIN))
    assert subject.games == 500
    assert subject.verdict is None


def test_a_verdict_is_final() -> None:
    """Games that were under way when it came are in the log, too, and do not change it."""
    subject = course(format=Format.SPRT, games=4000, sprt=SprtTest(elo0=0, elo1=50))
    everything = list(fixtures(subject.rounds()))
    for fixture in everything:
        subject.finished(played(fixture, WIN if subject.verdict is None else LOSS))
    assert subject.verdict == "H1"


def test_a_game_without_a_winner_counts_as_a_draw_in_an_sprt() -> None:
    """Neither engine could be started, and the start fault is a loss: the pair is WD."""
    with_draw, with_nobody = course(format=Format.SPRT), course(format=Format.SPRT)
    for subject, empty in ((with_draw, False), (with_nobody, True)):
        for fixture in list(fixtures(subject.rounds())):
            game = dict(played(fixture, DRAW))
            if empty:
                game |= {"winners": [], "scores": [{"points": 0.0}, {"points": 0.0}]}
            subject.finished(game)
    assert with_draw.verdict == with_nobody.verdict


def test_a_tournament_without_a_test_has_no_verdict() -> None:
    subject = course(games=100)
    for fixture in fixtures(subject.rounds()):
        subject.finished(played(fixture, WIN))
    assert (subject.games, subject.verdict) == (100, None)
