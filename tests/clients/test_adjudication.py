"""Games that end before the rules end them: agreement of both sides, too many moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.adjudication import Verdict, adjudicate
from clients.referee.game import Move
from clients.referee.player import Explanation
from clients.referee.settings import Adjudication

AGREED = Adjudication(resign_score=5, resign_moves=3)


def moves(*scores: float | None, first: int = 1) -> list[Move]:
    """Moves of two seats in turn, each with what its mover thinks of itself."""
    seats = [(first, 3 - first)[place % 2] for place in range(len(scores))]
    return [
        Move(seat, "D4", 0.1, explanation=Explanation(score=score))
        for seat, score in zip(seats, scores, strict=True)
    ]


def loser(*scores: float | None, rules: Adjudication = AGREED) -> int | None:
    verdict = adjudicate(rules, moves(*scores))
    return None if verdict is None else verdict.loser


def test_off_by_default() -> None:
    assert adjudicate(Adjudication(), moves(*[99.0, -99.0] * 50)) is None


# ---------------------------------------------------------------------- agreement


def test_who_loses_by_agreement() -> None:
    assert loser(5, -5, 5, -5, 5, -5) == 2
    assert loser(-5, 5, -5, 5, -5, 5) == 1
    assert loser(-9, 7, -8, 6, -7, 5) == 1


def test_what_is_said() -> None:
    verdict = adjudicate(AGREED, moves(5, -5, 5, -5, 5, -5))
    assert verdict == Verdict(2, "both sides agreed for 3 moves that seat 2 has lost")


@pytest.mark.parametrize(
    "scores",
    [
        pytest.param([5, -5, 5, -5, 5], id="too few moves"),
        pytest.param([5, -5, 5, -5, 5, -4.99], id="one is not so sure at the end"),
        pytest.param([5, -4.99, 5, -5, 5, -5], id="one was not so sure before"),
        pytest.param([5, 5, 5, 5, 5, 5], id="both think they win"),
        pytest.param([-5, -5, -5, -5, -5, -5], id="both think they lose"),
        pytest.param([5, -5, -5, 5, 5, -5], id="both changed their minds"),
        pytest.param([5, None, 5, -5, 5, -5], id="one said nothing once"),
        pytest.param([5, None, 5, None, 5, None, 5, None], id="one never says anything"),
        pytest.param([None] * 10, id="nobody says anything"),
        pytest.param([], id="no moves"),
    ],
)
def test_no_agreement(scores: list[float | None]) -> None:
    assert loser(*scores) is None


def test_the_last_score_may_still_be_on_its_way() -> None:
    assert loser(5, -5, 5, -5, 5, -5, None) == 2
    assert loser(5, -5, 5, -5, 5, None) is None
    assert loser(5, -5, 5, -5, 5, -5, None, None) is None


def test_only_the_last_moves_count() -> None:
    assert loser(-9, 9, None, 0, 5, -5, 5, -5, 5, -5) == 2


def test_one_move_of_each_may_do() -> None:
    once = Adjudication(resign_score=5, resign_moves=1)
    assert loser(5, rules=once) is None
    assert loser(5, -5, rules=once) == 2


def test_an_opening_has_no_scores() -> None:
    """Seat 2 is the first to be asked after an opening of one move."""
    opening = [Move(1, "D4")]
    assert adjudicate(AGREED, [*opening, *moves(5, -5, 5, -5, 5, -5, first=2)]) == Verdict(
        1, "both sides agreed for 3 moves that seat 1 has lost"
    )


def test_a_seat_may_move_twice() -> None:
    """Each side's own last moves count, however many the other one has made."""
    twice = [*moves(5, -5, 5, -5, 5, -5), *moves(7, 8)]
    twice[-1].seat = 1
    verdict = adjudicate(AGREED, twice)
    assert verdict is not None
    assert verdict.loser == 2


def test_three_seats_agree_about_nothing() -> None:
    scores = moves(5, -5, 5, -5, 5, -5)
    scores.insert(0, Move(3, "D4", 0.1, explanation=Explanation(score=-5)))
    assert adjudicate(AGREED, scores) is None


@given(st.lists(st.none() | st.sampled_from([-9.0, -5.0, 0.0, 5.0, 9.0]), max_size=12))
def test_mirrored_scores_mirror_the_verdict(scores: list[float | None]) -> None:
    mirrored = [None if score is None else -score for score in scores]
    one, other = loser(*scores), loser(*mirrored)
    assert (one is None) is (other is None)
    assert one is None or other is None or {one, other} == {1, 2}


# ---------------------------------------------------------------------- too many moves


def test_a_game_of_too_many_moves_is_a_draw() -> None:
    cap = Adjudication(move_cap=4)
    assert adjudicate(cap, moves(None, None, None)) is None
    draw = Verdict(None, "adjudicated a draw after 4 moves")
    assert adjudicate(cap, moves(None, None, None, None)) == draw
    assert adjudicate(cap, [Move(1, "D4"), *moves(0, 0, 0, first=2)]) == draw


def test_too_many_moves_are_a_draw_whatever_is_agreed() -> None:
    both = Adjudication(resign_score=5, resign_moves=3, move_cap=6)
    assert loser(5, -5, 5, -5, 5, -5, rules=both) is None
    verdict = adjudicate(both, moves(5, -5, 5, -5, 5, -5))
    assert verdict == Verdict(None, "adjudicated a draw after 6 moves")
