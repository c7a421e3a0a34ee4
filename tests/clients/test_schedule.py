"""The schedule: who meets whom, how often, on which seat and from which beginning."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.configuration_error import ConfigurationError
from clients.referee.schedule import Fixture, Pair, Schedule
from clients.referee.settings import Engine, Format, Openings, Tournament
from engine.games.game import Game
from engine.games.registry import GAMES

EACH_GAME = [pytest.param(game, id=name) for name, game in GAMES.items()]
STATIC = [Format.MATCH, Format.ROUND_ROBIN, Format.GAUNTLET, Format.SPRT]


def tournament(
    engines: int = 2,
    format_: Format = Format.MATCH,
    game: str = "kulami",
    games: int = 2,
    seed: int = 1,
    openings: Openings | None = None,
) -> Tournament:
    entrants = tuple(Engine((f"engine{number}",), f"E{number}") for number in range(engines))
    return Tournament(game, entrants, format_, games, seed=seed, openings=openings or Openings())


def first_round(described: Tournament) -> list[Pair]:
    pairs = Schedule(described).pairs(1, {})
    assert pairs is not None
    return list(pairs)


def fixtures(pairs: Iterable[Pair]) -> list[Fixture]:
    return [fixture for pair in pairs for fixture in pair]


# ---------------------------------------------------------------------- pairs


@pytest.mark.parametrize("game", EACH_GAME)
def test_a_pair_has_one_beginning_and_changes_seats(game: Game) -> None:
    pairs = first_round(tournament(game=game.name, games=6, openings=Openings(plies=2)))
    assert [len(pair) for pair in pairs] == [2, 2, 2]
    for pair in pairs:
        assert pair[0].beginning == pair[1].beginning
        assert [fixture.seating for fixture in pair] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("seats", [3, 4])
def test_more_players_rotate_through_all_seats(seats: int) -> None:
    pairs = first_round(tournament(seats, game=f"siege_stones players={seats}", games=2 * seats))
    for pair in pairs:
        assert len({fixture.beginning for fixture in pair}) == 1
        for seat in range(seats):
            assert sorted(fixture.seating[seat] for fixture in pair) == list(range(seats))
    assert pairs[0][1].seating == (*range(1, seats), 0)


def test_with_more_players_everybody_follows_everybody_equally_often() -> None:
    pairs = first_round(tournament(4, game="siege_stones players=4", games=24))
    followed = Counter(
        (fixture.seating[seat - 1], fixture.seating[seat])
        for fixture in fixtures(pairs)
        for seat in range(4)
    )
    assert set(followed.values()) == {8}  # 24 games with 4 successions each, of 12 kinds


def test_orders_do_not_keep_to_one_layout() -> None:
    layouts = Openings(layouts=("opening=any", "opening=centre"))
    pairs = first_round(tournament(3, game="siege_stones players=3", games=12, openings=layouts))
    kinds = Counter((pair[0].beginning.setup, pair[0].seating) for pair in pairs)
    assert list(kinds.values()) == [1, 1, 1, 1]


def test_ids_and_numbers_count_pairs_and_games() -> None:
    found = fixtures(first_round(tournament(3, Format.ROUND_ROBIN, games=4)))
    assert [fixture.number for fixture in found] == list(range(1, 13))
    assert [fixture.id for fixture in found[:5]] == ["1.1", "1.2", "2.1", "2.2", "3.1"]
    assert len({fixture.id for fixture in found}) == len(found)
    assert {fixture.round for fixture in found} == {1}


# ---------------------------------------------------------------------- static formats


@pytest.mark.parametrize(("engines", "games"), [(2, 4), (3, 2), (6, 4)])
def test_in_a_round_robin_everybody_meets_everybody(engines: int, games: int) -> None:
    found = fixtures(first_round(tournament(engines, Format.ROUND_ROBIN, games=games)))
    met = Counter(fixture.seating for fixture in found)
    pairs = combinations(range(engines), 2)
    assert met == {seating: games // 2 for a, b in pairs for seating in ((a, b), (b, a))}


def test_a_round_robin_for_three_seats_plays_every_three() -> None:
    found = first_round(tournament(5, Format.ROUND_ROBIN, game="siege_stones players=3", games=3))
    assert [tuple(sorted(pair[0].seating)) for pair in found] == list(combinations(range(5), 3))


def test_in_a_gauntlet_the_first_engine_meets_each_other() -> None:
    found = fixtures(first_round(tournament(4, Format.GAUNTLET, games=6)))
    met = Counter(fixture.seating for fixture in found)
    assert met == {seating: 3 for other in (1, 2, 3) for seating in ((0, other), (other, 0))}


def test_pairings_take_turns_and_have_the_same_beginnings() -> None:
    described = tournament(
        4, Format.ROUND_ROBIN, "kulami layout=8x8", games=6, openings=Openings(plies=3)
    )
    pairs = first_round(described)
    turns = [pairs[start : start + 6] for start in (0, 6, 12)]
    for turn in turns:
        assert [pair[0].seating for pair in turn] == list(combinations(range(4), 2))
        assert len({pair[0].beginning for pair in turn}) == 1
    assert len({turn[0][0].beginning for turn in turns}) == 3


@pytest.mark.parametrize("format_", STATIC)
def test_static_formats_have_one_round(format_: Format) -> None:
    described = tournament(2, format_, games=4)
    schedule = Schedule(described)
    results = {fixture.id: (1.0, 0.0) for fixture in fixtures(first_round(described))}
    assert schedule.pairs(2, results) is None
    assert schedule.total() == len(results) == 4


def test_an_sprt_of_very_many_games_starts_at_once() -> None:
    described = tournament(2, Format.SPRT, "kulami layout=8x8", games=2_000_000)
    pairs = Schedule(described).pairs(1, {})
    assert pairs is not None
    assert next(pairs)[0].id == "1.1"


@pytest.mark.parametrize("format_", STATIC)
def test_a_longer_tournament_begins_like_the_shorter(format_: Format) -> None:
    openings = Openings(plies=2, layouts=("R8", "8x8", "C1"))
    short = tournament(2, format_, games=4, openings=openings)
    long = tournament(2, format_, games=12, openings=openings)
    assert first_round(long)[:2] == first_round(short)


def test_finished_pairs_are_left_out_but_half_pairs_are_not() -> None:
    described = tournament(3, Format.ROUND_ROBIN, games=6, openings=Openings(plies=2))
    everything = first_round(described)
    done = {"1.1", "1.2", "3.2", "5.1", "5.2"}
    pairs = Schedule(described).pairs(1, {}, done)
    assert pairs is not None
    assert list(pairs) == [pair for pair in everything if pair[0].pair not in (1, 5)]


@pytest.mark.parametrize("game", EACH_GAME)
def test_the_seed_decides_everything(game: Game) -> None:
    one, same, other = (
        first_round(tournament(game=game.name, games=8, seed=seed, openings=Openings(plies=3)))
        for seed in (1, 1, 2)
    )
    assert one == same
    assert [pair[0].beginning for pair in one] != [pair[0].beginning for pair in other]


# ---------------------------------------------------------------------- what cannot be scheduled


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (tournament(game="go"), ["game", "'go'", "kulami, donuts"]),
        (tournament(game="kulami layout=R99"), ["game", "layout", "R99"]),
        (tournament(game="kulami R8"), ["game", "name=value expected, not 'R8'"]),
        (tournament(games=5), ["games", "4 or 6 expected, not 5"]),
        (tournament(games=1), ["games", "2 expected, not 1"]),
        (tournament(1), ["engine", "2 engines expected", "not 1"]),
        (tournament(3), ["engine", "2 engines expected", "not 3"]),
        (tournament(1, Format.SWISS), ["engine", "2 engines or more expected", "not 1"]),
        (
            tournament(2, Format.GAUNTLET, "siege_stones players=3", games=3),
            ["engine", "3 engines or more expected", "not 2"],
        ),
        (
            tournament(4, Format.KNOCKOUT, "siege_stones players=4", games=4),
            ["format", "knockout is for two seats", "round-robin"],
        ),
        (tournament(openings=Openings(plies=57)), ["plies", "57", "smaller"]),
        (tournament(openings=Openings(layouts=("R99",))), ["layouts", "'R99'", "R8"]),
        (
            tournament(game="siege_stones", openings=Openings(layouts=("players=3",))),
            ["layouts", "3 seats", "has 2"],
        ),
        (tournament(openings=Openings(file="/nowhere/book")), ["file", "/nowhere/book"]),
    ],
)
def test_what_cannot_be_scheduled_is_said(wrong: Tournament, words: list[str]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Schedule(wrong)
    (error,) = caught.value.errors
    for word in words:
        assert word in error


def test_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = tournament(3, games=5, openings=Openings(layouts=("R8", "R99", "X")))
    with pytest.raises(ConfigurationError) as caught:
        Schedule(wrong)
    assert len(caught.value.errors) == 4


@given(
    st.sampled_from([*STATIC, Format.SWISS]),
    st.integers(2, 7),
    st.integers(1, 4),
    st.integers(2, 4),
)
@settings(max_examples=40, deadline=None)
def test_every_tournament_is_balanced(
    format_: Format, engines: int, pairs: int, seats: int
) -> None:
    """Any format, if it can be scheduled: the total is right, and every seat is had equally."""
    if format_ in (Format.SPRT, Format.SWISS):
        seats = 2
    if format_ in (Format.MATCH, Format.SPRT):
        engines = seats
    engines = max(engines, seats)
    game = f"siege_stones players={seats}"
    described = tournament(engines, format_, game, games=pairs * seats)
    found = fixtures(first_round(described))
    if format_ is not Format.SWISS:
        assert Schedule(described).total() == len(found)
    sat: Counter[tuple[frozenset[int], int, int]] = Counter()
    for fixture in found:
        for seat, engine in enumerate(fixture.seating):
            sat[frozenset(fixture.seating), seat, engine] += 1
    assert set(sat.values()) == {pairs}
