"""What Siege Stones' position knows without a search, against making every move."""

from random import Random

import pytest

from engine.games.position import Position
from engine.games.registry import GAMES
from tests.games.support import COMPILED

SETUPS = [
    {},
    {"players": "3"},
    {"players": "4", "towers": "17"},
    {"towers": "37"},
    {"opening": "centre", "first_tower": "other"},
]
TRIED = 20 if COMPILED else 3


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
                for stone in [each for each in position.legal() if not each & 1]:
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
