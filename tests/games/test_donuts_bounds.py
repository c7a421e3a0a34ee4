"""What is known of Donuts' result without a search, against trying everything."""

from engine.games.position import OUTRIGHT, Position
from tests.games.support import COMPILED, load, played

GAMES = [item for item in load("random_games.jsonl") if item["game"] == "donuts"]
#: How many games are looked at, and the most plies left of positions that are played out.
COUNT, LATE = (40, 5) if COMPILED else (6, 3)


def positions() -> list[Position]:
    """Every position of the first games but the last ones, where all is over."""
    found = []
    for item in GAMES[:COUNT]:
        state = played("donuts", item["options"])
        for move in item["moves"]:
            found.append(state.position.copy())
            state.play(move)
    return found


def can_win_now(position: Position) -> bool:
    """Whether a legal move ends the game for the one who makes it, before all are placed."""
    for move in position.legal():
        after = position.copy()
        after.play(move)
        if after.is_over() and after.value() <= -OUTRIGHT + 30:
            return True
    return False


def best(position: Position) -> int:
    """The exact score from the side to move, by trying everything."""
    if position.is_over():
        return position.value()
    scores = []
    for move in position.legal():
        position.play(move)
        scores.append(-best(position))
        position.take_back()
    return max(scores)


def test_the_floor_is_a_win_exactly_if_the_next_donut_wins() -> None:
    seen = set()
    for position in positions():
        floor, ceiling = position.bounds()
        soonest = OUTRIGHT - position.ply - 1
        wins = can_win_now(position)
        seen.add(wins)
        assert (floor, ceiling) == ((soonest, soonest) if wins else (1 - soonest, soonest - 2))
    assert seen == {True, False}


def test_no_play_leaves_the_bounds() -> None:
    late = [position for position in positions() if position.plies_left() <= LATE]
    assert late
    for position in late:
        floor, ceiling = position.bounds()
        assert floor <= best(position) <= ceiling
