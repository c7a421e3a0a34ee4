"""The running count: what of the records is counted, and how."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.report.facts import BadRecord
from clients.referee.report.plain import plain_summary
from clients.referee.report.summarize import summarize
from clients.referee.report.summary import Duel, EngineLine, Summary
from clients.referee.report.tally import KEPT, Tally
from clients.referee.statistics.outcomes import Penta, Wdl
from tests.clients.report.factory import Record, drawn, fault, game, match, move, tournament

AB = tournament(("A", "B"))


def tallied(records: list[Record], tournament: Record | None = None) -> Tally:
    tally = Tally(tournament)
    for record in records:
        tally.add(record)
    return tally


def summary(records: list[Record]) -> Summary:
    return summarize(tallied(records))


def duel(results: str) -> Duel:
    found = summary(match(results)).duel
    assert found is not None
    return found


def one_game(**changes: Any) -> EngineLine:
    """The first engine after one game, which it won as red."""
    return summary([game(AB, 1, (0, 1), [1], **changes)]).engines[0]


# ---------------------------------------------------------------------- games and pairs


def test_games_count_for_the_first_engine() -> None:
    assert duel("11=0").wdl == Wdl(wins=2, draws=1, losses=1)
    assert duel("11=0").score.points == 2.5


@pytest.mark.parametrize(
    ("pair", "penta"),
    [
        ("00", Penta(1, 0, 0, 0, 0)),
        ("0=", Penta(0, 1, 0, 0, 0)),
        ("10", Penta(0, 0, 1, 0, 0)),
        ("==", Penta(0, 0, 1, 0, 0)),
        ("=1", Penta(0, 0, 0, 1, 0)),
        ("11", Penta(0, 0, 0, 0, 1)),
    ],
)
def test_a_pair_counts_by_its_points(pair: str, penta: Penta) -> None:
    assert duel(pair).penta == penta


def test_half_a_pair_is_no_pair() -> None:
    found = duel("111")
    assert (found.penta, found.unpaired) == (Penta(0, 0, 0, 0, 1), 1)


def test_pairs_may_be_finished_in_any_order() -> None:
    first, second, third, fourth = match("10==")
    tally = tallied([fourth, first, third, second])
    assert tally.comparisons[0, 1].penta == Penta(0, 0, 2, 0, 0)


def test_a_game_counts_once_and_the_first_one_does() -> None:
    first = game(AB, 1, (0, 1), [1])
    second = game(AB, 1, (0, 1), [2])
    tally = tallied([first, second])
    assert tally.games == 1
    assert tally.comparisons[0, 1].wdl == Wdl(1, 0, 0)


def test_a_game_without_a_winner_is_a_draw_that_gives_no_points() -> None:
    told = summary([game(AB, 1, (0, 1), []), game(AB, 2, (1, 0), [])])
    assert told.duel is not None
    assert told.duel.penta == Penta(0, 0, 1, 0, 0)
    assert [(line.losses, line.score.points) for line in told.engines] == [(2, 0.0), (2, 0.0)]


def test_of_three_engines_any_two_are_compared() -> None:
    of = tournament(("A", "B", "C"))
    told = summary([game(of, 1, (2, 0, 1), [1])])
    scores = {(duel.first, duel.second): duel.wdl for duel in told.duels}
    assert scores == {
        ("A", "B"): Wdl(0, 1, 0),
        ("A", "C"): Wdl(0, 0, 1),
        ("B", "C"): Wdl(0, 0, 1),
    }


def test_shares_of_three_seats() -> None:
    of = tournament(("A", "B", "C"))
    told = summary([game(of, 1, (0, 1, 2), [1, 3]), game(of, 2, (1, 2, 0), [1, 2, 3])])
    assert [line.score.points for line in told.engines] == pytest.approx([5 / 6, 1 / 3, 5 / 6])
    assert [line.draws for line in told.engines] == [2, 1, 2]


@given(st.integers(0, 1000), st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(seed: int, shuffler: random.Random) -> None:
    of = tournament(("A", "B", "C"))
    records = list(drawn(of, 12, seed=seed))
    straight = plain_summary(summary(records))
    shuffler.shuffle(records)
    shuffled = plain_summary(summary(records))
    of_order = ("first_games", "last_faults", "setups", "terminations", "engines", "headline")
    for key in straight.keys() - set(of_order):
        assert shuffled[key] == straight[key], key
    assert [line["score"] for line in shuffled["engines"]] == [
        line["score"] for line in straight["engines"]
    ]


# ---------------------------------------------------------------------- seats and setups


def test_points_by_seat() -> None:
    told = summary(match("1101"))
    red, black = told.engines[0].by_seat
    assert (red.colour, red.score.points, red.score.games) == ("red", 1.0, 2)
    assert (black.colour, black.score.points, black.score.games) == ("black", 2.0, 2)
    assert [seat.score.points for seat in told.seats] == [1.0, 3.0]


def test_points_by_setup() -> None:
    records = match("1101")
    records[2]["setup"] = records[3]["setup"] = "kulami layout=other"
    records[3]["moves"] = [move(1), move(2), move(1)]
    first, other = summary(records).setups
    assert (first.seat_1.points, first.first_engine.points, first.plies) == (1.0, 2.0, 2.0)
    assert (other.seat_1.points, other.first_engine.points, other.plies) == (0.0, 1.0, 2.5)


def test_lengths_of_games() -> None:
    records = match("1111")
    for record, plies in zip(records, (10, 12, 12, 30), strict=True):
        record["moves"] = [move(1)] * plies
    lengths = summary(records).lengths
    assert lengths is not None
    assert (lengths.shortest, lengths.mean, lengths.median, lengths.longest) == (10, 16, 12, 30)
    assert lengths.counts == {10: 1, 12: 2, 30: 1}


def test_the_median_of_two_lengths_lies_between_them() -> None:
    records = match("11")
    records[0]["moves"] = [move(1)] * 5
    lengths = summary(records).lengths
    assert lengths is not None
    assert lengths.median == 3.5


# ---------------------------------------------------------------------- moves and faults


def test_moves_take_time_nodes_and_depth() -> None:
    line = one_game(
        moves=[
            move(1, None, nodes=10**9, depth=99),
            move(1, 0.5, nodes=1000, depth=4),
            move(2, 9.0, nodes=5, depth=1),
            move(1, 1.5, nodes=5000, depth=7),
            move(1, 4.0),
        ]
    )
    assert line.moves == 3
    assert line.seconds_per_move == 2.0
    assert line.longest_move == 4.0
    assert line.nodes_per_second == 6000 / 2.0
    assert line.depth == 5.5


def test_what_engines_never_tell_is_unknown() -> None:
    line = one_game()
    assert (line.nodes_per_second, line.depth) == (None, None)
    idle = one_game(moves=[])
    assert (idle.seconds_per_move, idle.longest_move) == (None, None)


def test_faults_count_by_kind_for_their_engine() -> None:
    records = match("0101")
    for record, kind in zip(records, ("time", "exit", "time", "illegal"), strict=True):
        seat = next(each["seat"] for each in record["players"] if each["name"] == "B")
        record["faults"] = [fault(seat, "B", kind)]
    told = summary(records)
    assert told.engines[0].faults == {}
    assert told.engines[1].faults == {"time": 2, "exit": 1, "illegal": 1}
    assert told.engines[1].time_losses == 2
    assert [each.game for each in told.last_faults] == ["1.1", "1.2", "2.1", "2.2"]


def test_terminations_and_hosts() -> None:
    records = match("111")
    records[1]["termination"], records[2]["host"] = "resignation", "node8"
    told = summary(records)
    assert told.terminations == {"rules": 2, "resignation": 1}
    assert told.hosts == {"node7": 2, "node8": 1}


def test_only_so_many_games_are_kept_one_by_one() -> None:
    told = summary(match("1" * (KEPT + 2)))
    assert [each.game for each in told.first_games][-1] == f"{KEPT // 2}.2"
    assert told.games == KEPT + 2


def test_engines_are_introduced_by_what_they_say() -> None:
    records = match("11")
    records[1]["players"][1]["version"] = "1.1"
    line = summary(records).engines[0]
    assert (line.program, line.versions) == ("Quatuor", ("1.0", "1.1"))


# ---------------------------------------------------------------------- void games


def void(number: int, minute: int) -> Record:
    started = f"2030-01-31T13:{minute:02}:00.000Z"
    faults = [fault(2, "B", "start", reason="ended with exit status 1")]
    return game(AB, number, (0, 1), [], started=started, faults=faults)


def test_void_games_count_for_nobody() -> None:
    tally = tallied(match("11"))
    tally.add_void(void(3, 1))
    told = summarize(tally)
    assert told.games == 2
    assert told.engines[1].faults == {}
    assert told.voids[0].reasons == ("B ended with exit status 1",)
    assert told.stopped == ()


def test_two_void_games_in_a_row_have_stopped_the_pairing() -> None:
    tally = tallied(match("11"))
    tally.add_void(void(3, 1))
    tally.add_void(void(3, 1))
    assert tally.stopped_pairings() == [], "the same game twice is one"
    tally.add_void(void(3, 2))
    assert tally.stopped_pairings() == [(0, 1)]


def test_a_game_after_void_ones_shows_that_the_pairing_goes_on() -> None:
    tally = Tally()
    tally.add_void(void(1, 1))
    tally.add_void(void(1, 2))
    tally.add(game(AB, 1, (0, 1), [1], started="2030-01-31T14:00:00.000Z"))
    assert tally.stopped_pairings() == []


# ---------------------------------------------------------------------- what is no record


def test_records_of_another_tournament_are_refused() -> None:
    tally = tallied(match("1"))
    with pytest.raises(BadRecord, match=r"2\.1 belongs to another tournament \(other\)"):
        tally.add(game(AB, 3, (0, 1), [1], run="other"))
    assert tally.games == 1


@pytest.mark.parametrize(
    "key", ["id", "players", "moves", "scores", "faults", "tournament", "setup", "started"]
)
def test_a_record_with_something_missing_is_refused(key: str) -> None:
    tally = Tally(AB)
    record = game(AB, 1, (0, 1), [1])
    del record[key]
    with pytest.raises(BadRecord, match=key):
        tally.add(record)
    assert (tally.games, tally.engines[0].games) == (0, 0)


def test_a_record_of_an_engine_that_is_not_in_the_tournament_is_refused() -> None:
    record = game(AB, 1, (0, 1), [1])
    record["players"][1]["engine"] = 3
    with pytest.raises(BadRecord, match=r"1\.1 has players that are not in its tournament"):
        Tally().add(record)


@pytest.mark.parametrize("value", [None, 7, "text", []])
def test_what_is_no_object_is_refused(value: Any) -> None:
    with pytest.raises(BadRecord):
        Tally().add(value)


# ---------------------------------------------------------------------- how many games


@pytest.mark.parametrize(
    ("names", "seats", "changes", "planned"),
    [
        ("AB", 2, {"games": 20}, 20),
        ("AB", 2, {"format": "sprt", "games": 500}, 500),
        ("ABCD", 2, {"games": 10}, 60),
        ("ABCD", 3, {"games": 6}, 24),
        ("ABCD", 2, {"format": "gauntlet", "games": 10}, 30),
        ("ABCDE", 2, {"format": "swiss", "games": 2}, 12),
        ("ABCDE", 2, {"format": "swiss", "games": 2, "rounds": 5}, 20),
        ("ABCD", 2, {"format": "knockout", "games": 2}, None),
    ],
)
def test_planned_games(names: str, seats: int, changes: Record, planned: int | None) -> None:
    of = tournament(tuple(names), **changes)
    assert summary(list(drawn(of, 1, seats))).planned == planned


def test_a_tournament_may_be_made_longer() -> None:
    longer = tournament(("A", "B"), games=40)
    tally = tallied([game(AB, 1, (0, 1), [1]), game(longer, 2, (1, 0), [1])])
    tally.add(game(AB, 3, (0, 1), [1]))
    assert summarize(tally).planned == 40
