"""Values, bounds, questions and numbers as a person reads them."""

import pytest

from engine.games.position import OUTRIGHT
from engine.search.report import MANY_PLIES, Value
from engine.session.solving.claim import PLIES, POINTS, Claim, bound_in_words
from engine.session.solving.progress import question, short

PLY = 7


@pytest.mark.parametrize(
    ("score", "claim", "words"),
    [
        (0, Claim(Value.DRAW, 0), "draw"),
        (20001, Claim(Value.WIN, 1), "win 1 points"),
        (-20012, Claim(Value.LOSS, 12), "loss 12 points"),
        (OUTRIGHT - PLY - 3, Claim(Value.WIN, 3, PLIES), "win 3 plies"),
        (PLY + 4 - OUTRIGHT, Claim(Value.LOSS, 4, PLIES), "loss 4 plies"),
        (OUTRIGHT, Claim(Value.WIN), "win"),
        (-32000, Claim(Value.LOSS), "loss"),
        (OUTRIGHT - MANY_PLIES, Claim(Value.WIN), "win"),
        (1, Claim(Value.WIN), "win"),
    ],
)
def test_what_a_score_claims(score: int, claim: Claim, words: str) -> None:
    assert Claim.of(score, PLY) == claim
    assert str(claim) == words
    assert bound_in_words(score, PLY) == words


def test_a_bound_that_no_game_exceeds_tells_no_number() -> None:
    """Nobody wins before he has moved."""
    assert bound_in_words(OUTRIGHT - PLY - 1, PLY) == "win"
    assert bound_in_words(PLY + 1 - OUTRIGHT, PLY) == "loss"
    assert Claim.of(20001, PLY).unit == POINTS


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1, "a win"),
        (20001, "win 1 points or better"),
        (0, "a draw or better"),
        (-20000, "a draw or better"),
        (-20001, "loss 1 points or better"),
        (OUTRIGHT - PLY - 5, "win 5 plies or better"),
        (OUTRIGHT - MANY_PLIES, "a win outright"),
        (MANY_PLIES + 1 - OUTRIGHT, "no loss outright"),
    ],
)
def test_questions(value: int, words: str) -> None:
    assert question(value, PLY) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0"), (999, "999"), (1000, "1.0 k"), (123456, "123 k"), (2.55e6, "2.5 M"), (7e9, "7.0 G")],
)
def test_numbers(number: float, words: str) -> None:
    assert short(number) == words
