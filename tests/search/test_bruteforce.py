"""What a side can force, against minimax by the kernel's own scores."""

from typing import Any

import pytest

from engine.games.position import ON_POINTS, OUTRIGHT, Position
from engine.games.registry import GAMES
from engine.search.bruteforce import OUTRIGHT_WORTH, BruteForce, OutOfNodes, worth
from tests.games.support import played
from tests.search.test_alphabeta import minimax
from tests.search.test_solver import FEW, GAMES_TO_THE_END, some

#: Nodes that are more than enough for the last few plies.
PLENTY = 10**6
FINISHED = GAMES_TO_THE_END[::25]


def converted(score: int) -> int:
    """A score of ``Position.final_score`` as ``worth`` counts."""
    size = abs(score)
    if not size:
        return 0
    size = size - ON_POINTS if size < OUTRIGHT - 100 else OUTRIGHT_WORTH - (OUTRIGHT - size)
    return size if score > 0 else -size


@pytest.mark.parametrize("position", some(FEW))
def test_a_side_can_force_its_minimax_value_and_no_more(position: Position) -> None:
    before = position.hash()
    value = converted(minimax(position, 64))
    mover = position.seat_to_move()
    for seat, best in ((mover, value), (1 - mover, -value)):
        for least in (best - 1, best, best + 1):
            search = BruteForce(seat, least, Position.hash, PLENTY)
            assert search.can_force(position) == (least <= best)
    assert position.hash() == before


@pytest.mark.parametrize("item", FINISHED)
def test_the_worth_of_the_end_is_the_final_score(item: dict[str, Any]) -> None:
    position = played(item["game"], item["options"], item["moves"]).position
    mover = position.seat_to_move()
    assert worth(position, mover) == converted(position.value())
    assert worth(position, 1 - mover) == -worth(position, mover)


@pytest.mark.parametrize("game", GAMES)
def test_it_visits_no_more_than_it_may(game: str) -> None:
    position = played(game, {}).position
    before = position.hash()
    search = BruteForce(0, 1, Position.hash, 5)
    with pytest.raises(OutOfNodes):
        search.can_force(position)
    assert search.nodes == 5
    assert position.hash() == before
