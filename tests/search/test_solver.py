"""The solver against trying everything, and its bounds when it is interrupted."""

import threading
import time
from typing import Any

import pytest

from engine.games.position import OUTRIGHT, Position
from engine.games.registry import GAMES
from engine.search.driver import Thinker
from engine.search.exact_table import ExactTable
from engine.search.report import Limits, Solved, Value
from engine.search.solver import Solver
from tests.games.support import COMPILED, load, played
from tests.search.late import full_width
from tests.search.test_alphabeta import minimax

GAMES_TO_THE_END = [
    item
    for item in load("random_games.jsonl")
    if item["game"] in GAMES and int(item["options"].get("players", 2)) == 2
]
#: The most plies left, for trying everything, and for alpha-beta without any questions.
FEW, MORE = (3, 9) if COMPILED else (2, 4)


def with_plies_left(item: dict[str, Any], plies: int) -> Position | None:
    """The first position of a game from which at most so many plies can be played."""
    state = played(item["game"], item["options"])
    for move in item["moves"]:
        if state.position.plies_left() <= plies:
            break
        state.play(move)
    return None if state.position.is_over() else state.position


def solve(position: Position, nodes: int = 0) -> Solver:
    solver = Solver(position, ExactTable(4))
    solver.work(Limits(nodes=nodes or None), None)
    return solver


def value_of(solver: Solver) -> int:
    assert solver.low == solver.high
    return solver.low


def some(plies: int) -> list[Any]:
    """Positions of every game that a full search can afford."""
    found: list[Any] = []
    for game in GAMES:
        items = [item for item in GAMES_TO_THE_END if item["game"] == game]
        known = [position for item in items if (position := with_plies_left(item, plies))][:8]
        assert len(known) >= 2, game
        found += [pytest.param(each, id=f"{game} {place}") for place, each in enumerate(known)]
    return found


@pytest.mark.parametrize("position", some(FEW))
def test_the_value_is_that_of_trying_everything(position: Position) -> None:
    assert value_of(solve(position)) == minimax(position, 64)


@pytest.mark.parametrize("position", some(MORE))
def test_the_value_is_that_of_one_search_to_the_end(position: Position) -> None:
    expected = full_width(position, 4).search(position.plies_left())
    solver = solve(position)
    assert value_of(solver) == expected
    # After the best move the other side has what is left to it.
    after = position.copy()
    after.play(solver.line[0])
    if after.is_over():
        assert after.value() == -expected
    else:
        assert value_of(solve(after)) == -expected


@pytest.mark.parametrize("nodes", [1, 100, 1000, 5000])
@pytest.mark.parametrize("position", some(MORE))
def test_bounds_hold_whenever_it_is_stopped(position: Position, nodes: int) -> None:
    expected = value_of(solve(position))
    solver = solve(position, nodes)
    assert solver.low <= expected <= solver.high
    assert solver.kernel.nodes <= nodes + 80  # the leaves of one position more
    assert (solver.solution is None) == (solver.low < solver.high)


def test_a_game_is_won_outright_as_soon_and_lost_as_late_as_possible() -> None:
    """No search that is a ply less deep finds the end."""
    ended = 0
    for item in GAMES_TO_THE_END:
        position = with_plies_left(item, MORE + 3)
        if position is None or not position.sudden:
            continue
        solver = solve(position)
        if solver.solution is None or not solver.solution.outright:
            continue
        ended += 1
        plies = OUTRIGHT - abs(solver.low) - position.ply
        value = Value.WIN if solver.low > 0 else Value.LOSS
        assert solver.solution == Solved(value, plies, outright=True)
        if plies > 1:
            assert abs(full_width(position).search(plies - 1)) < OUTRIGHT - 100
        if ended == 8:
            return
    assert ended


def test_it_can_be_halted() -> None:
    thinker = Thinker(4)
    search, solver = thinker.begin_solving(played("kulami", {}).position, Limits())
    threading.Timer(0.1, thinker.halt).start()
    begin = time.monotonic()
    assert search.wait(20)
    search.finish()
    assert time.monotonic() - begin < 20
    assert solver.solution is None
    # Static bounds may be known without a search.
    assert solver.told(solver.low).startswith("loss")
    assert solver.told(solver.high).startswith("win")


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (-32000, "loss"),
        (-(OUTRIGHT - 20), "loss 20"),
        (-20003, "loss 3"),
        (0, "draw"),
        (20001, "win 1"),
        (OUTRIGHT - 100, "win"),
        (OUTRIGHT - 7, "win 7"),
        (32000, "win"),
    ],
)
def test_bounds_in_words(bound: int, words: str) -> None:
    """From a position at ply 0."""
    assert Solver(played("donuts", {"seed": "1"}).position, ExactTable(1)).told(bound) == words
