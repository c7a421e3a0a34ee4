"""The numbers at the end of a match (CASES R27, R29)."""

import math
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.game import Beginning, Move, Offence, Result, Termination
from clients.referee.match import Fixture, Played
from clients.referee.table import PAIR_SCORES, elo, pair_shares, rate, row, table
from engine.games.registry import GAMES

KULAMI = Beginning(GAMES["kulami"].setup())
SCORES = tuple(KULAMI.setup.scores(KULAMI.setup.start()))
BOTH = (1, 2)


def played(number: int, winners: tuple[int, ...], *offences: Offence) -> Played:
    """Game `number` of a match of pairs; the first player has seat 1 in the odd ones."""
    seating = (0, 1) if number % 2 else (1, 0)
    moves = (Move(1, "A1", None), Move(2, "A5", 0.2), Move(1, "A8", 0.1))
    fixture = Fixture(number, (number + 1) // 2, seating, KULAMI)
    termination = Termination.FAULT if offences else Termination.RULES
    now = datetime.now(UTC)
    result = Result(KULAMI, moves, SCORES, termination, winners, "", offences, now, 1.0)
    return Played(fixture, result)


def series(*winners: tuple[int, ...]) -> list[Played]:
    return [played(number, each) for number, each in enumerate(winners, start=1)]


# ---------------------------------------------------------------------- Elo


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.64) == pytest.approx(-elo(0.36)) == pytest.approx(99.95, abs=0.01)


def test_the_interval_is_that_of_the_pairs() -> None:
    """100 pairs of 1.5 to 0.5 and 100 of 0.5 to 1.5: mean 1/2, deviation 1/4 of a pair."""
    rating = rate([0.75] * 100 + [0.25] * 100)
    assert rating is not None
    share = 0.5 + 1.96 * 0.25 / math.sqrt(200)
    assert rating.elo == pytest.approx(0)
    assert rating.high == pytest.approx(elo(share), rel=0.01)
    assert rating.low == pytest.approx(-rating.high)


def test_colour_swapped_pairs_cancel_the_advantage_of_a_seat() -> None:
    """Whoever is red wins: pairs tell that both are equal, single games would not."""
    rating = rate(pair_shares(series(*[(1,)] * 200)))
    assert rating is not None
    assert rating.elo == pytest.approx(0)
    assert rating.high < 10


def test_no_pair_is_unrated() -> None:
    assert rate([]) is None


@pytest.mark.parametrize("pairs", [1, 2, 10, 1000])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_all_the_same_is_finite_and_never_certain(pairs: int, share: float) -> None:
    rating = rate([share] * pairs)
    assert rating is not None
    assert math.isfinite(rating.elo)
    assert -1201 < rating.low < rating.high < 1201
    assert (rating.elo > 0, rating.elo < 0) == (share > 0.5, share < 0.5)


@given(st.lists(st.sampled_from(PAIR_SCORES), min_size=1, max_size=60))
def test_ratings_are_finite_and_symmetrical(shares: list[float]) -> None:
    rating, mirrored = rate(shares), rate([1 - share for share in shares])
    assert rating is not None
    assert mirrored is not None
    assert rating.low <= rating.elo <= rating.high
    assert all(map(math.isfinite, (rating.low, rating.elo, rating.high)))
    assert mirrored.elo == pytest.approx(-rating.elo, abs=1e-6)
    assert mirrored.low == pytest.approx(-rating.high, abs=1e-6)


# ---------------------------------------------------------------------- sums


def test_pairs() -> None:
    assert pair_shares(series((1,), (2,))) == [1.0]
    assert pair_shares(series((1,), BOTH, (2,), BOTH, (2,), (1,))) == [0.75, 0.25, 0.0]


def test_half_a_pair_is_none() -> None:
    assert pair_shares(series((1,))) == []
    assert pair_shares(series((1,), (2,), (1,))) == [1.0]


def test_rows_mirror_each_other() -> None:
    games = series((1,), (1,), BOTH, (2,))
    one, two = row(games, 0), row(games, 1)
    assert (one.wins, one.draws, one.losses, one.points) == (2, 1, 1, 2.5)
    assert (two.wins, two.draws, two.losses, two.points) == (1, 1, 2, 1.5)
    assert one.by_seat == ((1.5, 2), (1.0, 2))
    assert two.by_seat == ((1.0, 2), (0.5, 2))


def test_seconds_and_faults() -> None:
    games = [played(1, (1,)), played(2, (1,), Offence(2, "exited", 1, ""))]
    assert row(games[:1], 0).seconds == pytest.approx(0.1)
    assert row(games[:1], 1).seconds == pytest.approx(0.2)
    assert row(games, 0).seconds == pytest.approx(0.15)
    assert (row(games, 0).faults, row(games, 1).faults) == (1, 0)


# ---------------------------------------------------------------------- text


def test_a_table() -> None:
    text = table(series((1,), (1,), BOTH, (2,)), ["Ann", "Bob"], KULAMI.setup)
    assert text == "\n".join(
        [
            "     wins  draws  losses  score     %  as red  as black  s/move  faults",
            "Ann     2      1       1    2.5  62.5   1.5/2       1/2   0.150       0",
            "Bob     1      1       2    1.5  37.5     1/2     0.5/2   0.150       0",
            "",
            "Ann to Bob: +89 Elo, 95 % interval -149 to +518 (2 pairs).",
            "Fewer than 20 pairs: too few games to tell much.",
        ]
    )


def test_a_table_of_nothing() -> None:
    assert table([], ["Ann", "Bob"], KULAMI.setup) == "No game was finished."


def test_a_table_of_half_a_pair() -> None:
    assert "1 game, no complete pair" in table(series((1,)), ["Ann", "Bob"], KULAMI.setup)


def test_an_open_question_is_called_so() -> None:
    games = series(*[(1,), (2,)] * 15, *[(2,), (1,)] * 15)
    assert "no difference is shown yet" in table(games, ["Ann", "Bob"], KULAMI.setup)
