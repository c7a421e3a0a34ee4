"""What Siege Stones' position knows without a search, against making every move."""

from math import exp
from random import Random

import pytest

from engine.games.position import EVALUATION_LIMIT, Position
from engine.games.registry import GAMES
from engine.games.siege_stones import weights
from engine.games.siege_stones.board import symmetries
from engine.games.siege_stones.position import SiegeStones
from tests.games.support import COMPILED

SETUPS = [
    {},
    {"players": "3"},
    {"players": "4", "towers": "17"},
    {"towers": "37"},
    {"opening": "centre", "first_tower": "other"},
]
TRIED = 20 if COMPILED else 2


def game(options: dict[str, str], random: Random) -> list[Position]:
    """Every unfinished position of a random game."""
    position = GAMES["siege_stones"].setup(options).start()
    found = []
    while not position.is_over():
        found.append(position.copy())
        position.play(random.choice(position.legal()))
    return found


def winning_moves(position: Position) -> set[int]:
    """The moves that win outright for the side to move, by making them (S9)."""
    seat, found = position.seat_to_move(), set()
    for move in position.legal():
        position.play(move)
        totals = position.totals()
        best = max(totals)
        if best >= 4 and totals.count(best) == 1 and totals[seat] == best:
            found.add(move)
        position.take_back()
    return found


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_move_that_wins_at_once_is_found_if_there_is_one(options: dict[str, str]) -> None:
    random = Random(3)
    seen = 0
    for _ in range(TRIED):
        for position in game(options, random):
            wins = winning_moves(position)
            move = position.winning_move(position.seat_to_move())
            assert move in wins if wins else move is None
            seen += bool(wins)
    assert seen > 0


def test_a_win_of_the_seat_that_is_not_to_move_is_what_it_would_do_next() -> None:
    """A pass is as good as a stone that touches no tower and takes no wanted cell."""
    random = Random(4)
    seen = 0
    for _ in range(TRIED):
        for position in game({}, random):
            other = 1 - position.seat_to_move()
            move = position.winning_move(other)
            if move is None:
                # No stone of the side to move gives the other one a win that it had not.
                for stone in [each for each in position.legal() if not each & 1][
                    :: 1 if COMPILED else 4
                ]:
                    position.play(stone)
                    assert position.is_over() or position.winning_move(other) is None
                    position.take_back()
            seen += move is not None
    assert seen > 0


def test_nobody_wins_a_game_that_is_won() -> None:
    random = Random(5)
    position = GAMES["siege_stones"].setup({}).start()
    while not position.is_over():
        position.play(random.choice(position.legal()))
    if position.winning_margin() == 0:
        assert position.winning_move(0) is None
        assert position.winning_move(1) is None


# ---------------------------------------------------------------------- learned numbers


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_what_the_seats_expect_is_one_game(options: dict[str, str]) -> None:
    for position in game(options, Random(6)):
        expected = [position.expectation(seat) for seat in range(position.seats)]
        assert sum(expected) == pytest.approx(1.0)
        assert all(0.0 <= each <= 1.0 for each in expected)


def test_what_a_seat_of_two_expects_is_the_logistic_of_the_evaluation() -> None:
    for position in game({}, Random(7)):
        expected = 1 / (1 + exp(-position.value() / 100))
        assert position.expectation(position.seat_to_move()) == pytest.approx(expected)


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_evaluation_keeps_its_limit(options: dict[str, str]) -> None:
    for position in game(options, Random(8)):
        assert abs(position.value()) < EVALUATION_LIMIT


@pytest.mark.parametrize("options", SETUPS[:4], ids=str)
def test_turned_and_mirrored_boards_promise_the_same(options: dict[str, str]) -> None:
    random = Random(9)
    start = GAMES["siege_stones"].setup(options).start()
    for image in symmetries()[1 :: 1 if COMPILED else 5]:
        position, turned = start.copy(), start.copy()
        while not position.is_over():
            assert [position.expectation(seat) for seat in range(position.seats)] == [
                turned.expectation(seat) for seat in range(position.seats)
            ]
            rates = dict(zip(position.legal(), position.rates(), strict=True))
            others = dict(zip(turned.legal(), turned.rates(), strict=True))
            assert {turn(move, image): rate for move, rate in rates.items()} == others
            move = random.choice(position.legal())
            position.play(move)
            turned.play(turn(move, image))


def turn(move: int, image: list[int]) -> int:
    return 2 * image[move >> 1] + (move & 1)


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_move_is_rated_by_what_it_changes_in_control(options: dict[str, str]) -> None:
    """The first group of traits holds a change of the mover's towers and one of the others'."""
    random = Random(10)
    for position in game(options, random):
        assert isinstance(position, SiegeStones)
        seat, before, wins = position.seat_to_move(), position.totals(), winning_moves(position)
        for move in random.sample(position.legal(), min(6, len(position.legal()))):
            traits = [trait % 80 for trait in position.traits_of_move(move)]
            position.play(move)
            after = position.totals()
            position.take_back()
            gain = after[seat] - before[seat]
            others = sum(after) - sum(before) - gain
            wanted = 5 * (bounded(gain) + 2) + bounded(others) + 2
            assert [trait for trait in traits if trait < 25] == [wanted]
            assert (72 in traits) == (move in wins)


def bounded(change: int) -> int:
    return max(-2, min(2, change))


def test_the_rating_is_the_sum_of_the_weights_of_the_traits() -> None:
    for options in SETUPS:
        for position in game(options, Random(11))[::4]:
            assert isinstance(position, SiegeStones)
            first = 480 * (position.seats - 2)
            sums = [
                sum(weights.MOVES[first + trait] for trait in position.traits_of_move(move))
                for move in position.legal()
            ]
            assert position.rates() == sums


def test_the_traits_of_a_seat_are_its_leads_and_its_towers() -> None:
    random = Random(12)
    for position in game({}, random):
        assert isinstance(position, SiegeStones)
        for seat in range(2):
            traits = [trait % 140 for trait in position.traits_of_seat(seat)]
            towers = [trait for trait in traits if trait < 104]
            leads = []
            for tower in range(position.built):
                threats = position.threats(tower)
                leads.append(max(-6, min(6, threats[seat] - threats[1 - seat])))
            assert [trait % 13 - 6 for trait in towers] == leads
            held, most = position.totals()[seat], position.totals()[1 - seat]
            assert 104 + 5 * min(held, 4) + min(most, 4) in traits
