"""The result of a tournament in one sentence."""

import pytest

from clients.referee.report.summarize import summarize
from clients.referee.report.tally import Tally
from tests.clients.report.factory import Record, game, match, tournament


def headline(records: list[Record]) -> str:
    tally = Tally()
    for record in records:
        tally.add(record)
    return summarize(tally).headline


@pytest.mark.parametrize(
    ("results", "games", "sentence"),
    [
        ("11==" * 10, 40, "A beats B 30–10 in 40 games: +190.8 ± "),
        ("11==" * 10, 80, "A leads B 30–10 after 40 games: +190.8 ± "),
        ("00==" * 10, 40, "B beats A 30–10 in 40 games: -190.8 ± "),
        ("1001", 4, "A and B are level 2–2 in 4 games: +0.0 Elo for A (all pairs ended alike"),
        ("1", 2, "A leads B 1–0 after 1 game: every game was won"),
    ],
)
def test_of_a_match(results: str, games: int, sentence: str) -> None:
    assert headline(match(results, games=games)).startswith(sentence)


def test_what_shows_no_difference_is_called_so() -> None:
    doubt = "which shows no difference yet."
    assert headline(match("11100=10" * 3)).endswith(doubt)
    assert not headline(match("11=1" * 20)).endswith(doubt)


def test_of_a_test() -> None:
    sprt = {"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05, "model": "logistic"}
    better = match("11=0" * 200, format="sprt", sprt=sprt)
    assert headline(better[:1]).startswith("No pair of games is complete yet")
    assert headline(better[:8]).startswith("The test goes on after 4 pairs: LLR 0.")
    assert headline(better).startswith("H1 (+10 Elo) is accepted after ")
    worse = match("00=1" * 200, format="sprt", sprt=sprt)
    assert headline(worse).startswith("H0 (+0 Elo) is accepted after ")


def test_of_a_gauntlet() -> None:
    of = tournament("ABC", format="gauntlet", games=2)
    records = [game(of, 1, (0, 1), [1]), game(of, 3, (0, 2), [1, 2])]
    assert headline(records) == "A has 1.5 points of 2 games (75.0 %) against 2 engines."


def test_of_a_round_robin() -> None:
    of = tournament("ABC", games=2)
    first, second = game(of, 1, (0, 1), [1]), game(of, 2, (1, 0), [2])
    assert headline([first, second]) == "A leads with 2 points after 2 games of 3 engines."
    others = [game(of, 3, (2, 0), [2]), game(of, 4, (0, 2), [1])]
    rest = [game(of, 5, (1, 2), [1]), game(of, 6, (2, 1), [1])]
    assert headline([first, second, *others, *rest]) == (
        "A wins with 4 points after 6 games of 3 engines."
    )


def test_leaders_may_be_equal() -> None:
    of = tournament("ABC", games=2)
    records = [game(of, number, (0, 1), [1, 2]) for number in (1, 2)]
    assert headline(records) == "A and B lead together with 1 point after 2 games of 3 engines."
