"""Bradley-Terry ratings."""

import math
from itertools import combinations, pairwise
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.statistics.elo import elo, expected_score
from clients.referee.statistics.outcomes import Wdl
from clients.referee.statistics.ratings import Encounter, Rating, bradley_terry, meetings

UNIT = 400 / math.log(10)
NAMES = "ABCDEF"

#: Encounters in which everybody drew with everybody at least once, so that all can be rated.
PAIRINGS = list(combinations(NAMES, 2))
ROW = st.tuples(st.integers(0, 20), st.integers(1, 20), st.integers(0, 20))
LINKED = st.lists(ROW, min_size=len(PAIRINGS), max_size=len(PAIRINGS)).map(
    lambda rows: [
        Encounter(first, second, wins, draws, losses)
        for (first, second), (wins, draws, losses) in zip(PAIRINGS, rows, strict=True)
    ]
)


def rated(rating: Rating) -> tuple[float, float]:
    assert rating.elo is not None
    assert rating.error is not None
    return rating.elo, rating.error


# ---------------------------------------------------------------------- right numbers


@given(LINKED)
def test_all_take_as_many_points_as_expected(encounters: list[Encounter]) -> None:
    """That is where the likelihood is greatest; the mean is 0."""
    ratings = bradley_terry(encounters)
    elos = {player: rated(rating)[0] for player, rating in ratings.items()}
    assert sum(elos.values()) == pytest.approx(0, abs=1e-6)
    expected = dict.fromkeys(elos, 0.0)
    for first, second, *counts in encounters:
        chance = expected_score(elos[first] - elos[second])
        expected[first] += sum(counts) * chance
        expected[second] += sum(counts) * (1 - chance)
    assert expected == pytest.approx({name: each.points for name, each in ratings.items()})


@given(LINKED, st.randoms(use_true_random=False))
def test_order_and_side_make_no_difference(encounters: list[Encounter], dice: Random) -> None:
    mixed = [
        each if dice.random() < 0.5 else Encounter(each[1], each[0], *reversed(each[2:]))
        for each in dice.sample(encounters, len(encounters))
    ]
    one, two = bradley_terry(encounters), bradley_terry(mixed)
    for player in one:
        assert rated(one[player]) == pytest.approx(rated(two[player]), abs=1e-6)


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(1, 10**6))
def test_two_players(wins: int, draws: int, losses: int) -> None:
    """Their difference is the Elo of the score; each error is half the difference's."""
    ratings = bradley_terry([("A", "B", wins, draws, losses)])
    difference = elo(Wdl(wins, draws, losses))
    assert difference is not None
    assert rated(ratings["A"])[0] == pytest.approx(difference.value / 2, abs=1e-6)
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    error = 1.959964 * UNIT / math.sqrt(games * score * (1 - score))
    for rating in ratings.values():
        assert rated(rating)[1] == pytest.approx(error / 2, rel=1e-5)


@pytest.mark.parametrize("players", [2, 3, 8])
def test_errors_among_equals(players: int) -> None:
    """With n games of each with each other a variance is (1 - 1/p) / (p · n/4) squared units.

    The information is n/4 times (p · identity - ones), whose eigenvalue is p but for the mean.
    """
    names = [f"player {number}" for number in range(players)]
    ratings = bradley_terry([(*pair, 10, 0, 10) for pair in combinations(names, 2)])
    variance = (1 - 1 / players) / (players * 20 / 4)
    for rating in ratings.values():
        assert rated(rating) == pytest.approx((0, 1.959964 * UNIT * math.sqrt(variance)), abs=1e-3)


def test_intervals_hold_the_truth_in_95_of_100_tournaments() -> None:
    truth = {"A": 120.0, "B": 10.0, "C": -30.0, "D": -100.0}
    dice = Random(1)
    hits = trials = 0
    for _ in range(300):
        encounters = []
        for first, second in combinations(truth, 2):
            chance = expected_score(truth[first] - truth[second])
            wins = sum(dice.random() < chance for _ in range(40))
            encounters.append(Encounter(first, second, wins, 0, 40 - wins))
        for player, rating in bradley_terry(encounters).items():
            value, error = rated(rating)
            hits += abs(value - truth[player]) <= error
            trials += 1
    assert hits / trials == pytest.approx(0.95, abs=0.02)


def test_a_chain_of_long_odds() -> None:
    """Every link is worth 400 · log10(odds) Elo."""
    links = [(f"{number}", f"{number + 1}", 10**6, 0, 1) for number in range(20)]
    elos = [rated(rating)[0] for rating in bradley_terry(links).values()]
    assert [a - b for a, b in pairwise(elos)] == pytest.approx([2400] * 20)


def test_a_hundred_players_and_a_hundred_thousand_games() -> None:
    names = [f"{number}" for number in range(100)]
    dice = Random(1)
    encounters = []
    for _ in range(100_000):
        first, second = dice.sample(range(100), 2)
        won = dice.random() < expected_score(4 * (second - first))
        encounters.append((names[first], names[second], float(won), 0.0, float(not won)))
    start = process_time()
    ratings = bradley_terry(encounters)
    assert process_time() - start < 10
    for number, name in enumerate(names):
        value, error = rated(ratings[name])
        assert abs(value - (198 - 4 * number)) < 2 * error


# ---------------------------------------------------------------------- who cannot be rated


@pytest.mark.parametrize(
    ("encounters", "notes"),
    [
        ([], {}),
        ([("A", "B", 0, 0, 0)], {"A": "no games", "B": "no games"}),
        ([("A", "A", 3, 1, 2)], {"A": "no games"}),
        ([("A", "B", 1, 0, 0)], {"A": "won every game", "B": "lost every game"}),
        (
            [("A", "B", 5, 0, 0), ("C", "B", 0, 0, 3)],
            {
                "A": "won every game",
                "B": "won every game against some, lost every game against the others",
                "C": "lost every game",
            },
        ),
    ],
)
def test_unrated(encounters: list[tuple[str, str, int, int, int]], notes: dict[str, str]) -> None:
    ratings = bradley_terry(encounters)
    assert {player: rating.note for player, rating in ratings.items()} == notes
    assert all(each.elo is each.error is each.group is None for each in ratings.values())


def test_who_won_or_lost_everything_does_not_disturb_the_others() -> None:
    among = [("A", "B", 10, 0, 5), ("B", "C", 12, 0, 8), ("A", "C", 15, 0, 5)]
    best_and_worst = [("A", "best", 0, 0, 9), ("worst", "C", 0, 0, 9), ("best", "worst", 1, 0, 0)]
    ratings = bradley_terry([*best_and_worst, *among])
    alone = bradley_terry(among)
    for player in "ABC":
        assert rated(ratings[player]) == pytest.approx(rated(alone[player]))
        assert ratings[player].note == ""
        assert ratings[player].group == 1
    assert ratings["best"].note == "won every game"
    assert (ratings["best"].points, ratings["best"].games) == (10, 10)
    assert ratings["worst"].note == "lost every game"


def test_separate_groups_have_their_own_mean() -> None:
    """A - B never met C - D - E but in a game that went one way only."""
    ratings = bradley_terry(
        [
            ("A", "B", 3, 0, 1),
            ("C", "D", 1, 1, 1),
            ("D", "E", 1, 1, 1),
            ("A", "C", 2, 0, 0),
        ],
        players=["Z"],
    )
    assert list(ratings) == ["Z", "A", "B", "C", "D", "E"]
    assert {player: rating.group for player, rating in ratings.items()} == {
        "Z": None,
        **dict.fromkeys("CDE", 1),
        **dict.fromkeys("AB", 2),
    }
    assert rated(ratings["A"])[0] == pytest.approx(200 * math.log10(3))
    assert rated(ratings["C"])[0] == pytest.approx(0, abs=1e-6)
    assert ratings["A"].note.startswith("comparable within group 2 only")
    assert ratings["Z"] == Rating(0, 0, note="no games")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(NAMES),
            st.sampled_from(NAMES),
            *[st.one_of(st.just(0), st.integers(0, 3), st.integers(0, 10**12))] * 3,
        ),
        max_size=12,
    )
)
def test_any_results_give_finite_ratings_or_a_reason(
    encounters: list[tuple[str, str, int, int, int]],
) -> None:
    for rating in bradley_terry(encounters).values():
        if rating.elo is None:
            assert rating.note
        else:
            assert all(map(math.isfinite, rated(rating)))


@pytest.mark.parametrize(
    "encounters",
    [
        [("A", "B", 20, 0, 0)],
        [("A", "B", 1, 0, 1), ("C", "D", 1, 0, 1), ("E", "F", 9, 0, 0)],
        [("A", "B", 10**12, 0, 1), ("B", "C", 10**12, 0, 1)],
    ],
    ids=["all wins", "disconnected", "long odds"],
)
def test_degenerate_results_take_no_time(
    encounters: list[tuple[str, str, int, int, int]],
) -> None:
    """The processor's time, the best of several against a busy machine."""
    seconds = []
    for _ in range(5):
        start = process_time()
        bradley_terry(encounters)
        seconds.append(process_time() - start)
    assert min(seconds) < 0.010


def test_negative_counts() -> None:
    with pytest.raises(ValueError, match="A - B: how many games"):
        bradley_terry([("A", "B", 1, 0, -1)])


# ---------------------------------------------------------------------- games of several players


def test_a_game_of_three_is_three_encounters() -> None:
    assert meetings([("A", 0.5), ("B", 0.5), ("C", 0.0)]) == [
        Encounter("A", "B", 0, 1, 0),
        Encounter("A", "C", 1, 0, 0),
        Encounter("B", "C", 1, 0, 0),
    ]
    assert meetings([("A", 0.0), ("B", 1.0)]) == [Encounter("A", "B", 0, 0, 1)]


def test_a_name_at_two_seats_does_not_meet_itself() -> None:
    assert meetings([("A", 1), ("A", 0), ("B", 0)]) == [
        Encounter("A", "B", 1, 0, 0),
        Encounter("A", "B", 0, 1, 0),
    ]
