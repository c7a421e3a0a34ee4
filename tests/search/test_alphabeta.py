"""Principal variation search against plain minimax, and what it leaves out."""

from typing import Any

import pytest

from engine.games.position import OUTRIGHT, Position
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.alphabeta import PROVED, AlphaBeta
from engine.search.table import Table
from tests.games.support import COMPILED, load, played
from tests.search.late import full_width, late_positions, value_of

LATE = [item for item in load("perft.json") if item["moves"] and item["game"] in GAMES]
#: The most positions that the plain version is asked to visit.
PATIENCE = 60000 if COMPILED else 3000


def minimax(position: Position, depth: int) -> int:
    """The score from the side to move, by trying everything."""
    if position.is_over() or depth == 0:
        return position.value()
    best = -99999
    for move in position.legal():
        position.play(move)
        best = max(best, -minimax(position, depth - 1))
        position.take_back()
    return best


def affordable_depth(perft: list[int]) -> int:
    """How deep the plain version may look."""
    return max((d for d, nodes in enumerate(perft, start=1) if nodes <= PATIENCE), default=1)


@pytest.mark.parametrize("item", LATE, ids=lambda item: item["name"])
def test_score_is_minimax_at_every_depth(item: dict[str, Any]) -> None:
    state = played(item["game"], item["options"], item["moves"])
    if state.setup.seats != 2:
        pytest.skip("alpha-beta is for two seats")
    search = full_width(state.position)
    for depth in range(1, affordable_depth(item["perft"]) + 1):
        assert search.search(depth) == minimax(state.position, depth)


@pytest.mark.parametrize("item", LATE, ids=lambda item: item["name"])
def test_narrow_windows_bound_the_score(item: dict[str, Any]) -> None:
    state = played(item["game"], item["options"], item["moves"])
    if state.setup.seats != 2:
        pytest.skip("alpha-beta is for two seats")
    depth = affordable_depth(item["perft"])
    exact = full_width(state.position).search(depth)
    for alpha in (exact - 50, exact - 1, exact, exact + 1, exact + 50):
        score = full_width(state.position).search(depth, alpha, alpha + 1)
        assert (score <= alpha) == (exact <= alpha)
        assert score >= exact if score <= alpha else score <= exact


def two_seat_states() -> list[State]:
    """The start of every two-seat game of the table, and a position a little later."""
    found = []
    for game in GAMES.values():
        for plies in (0, 6):
            state = State(game.setup(game.samples[0]))
            for _ in range(plies):
                state.play(state.legal_moves()[-1])
            if state.setup.seats == 2 and state.seat:
                found.append(state)
    return found


@pytest.mark.parametrize("number", range(len(two_seat_states())))
def test_principal_variation_is_legal_and_starts_with_the_best_move(number: int) -> None:
    state = two_seat_states()[number]
    search = AlphaBeta(state.position, Table(1))
    for depth in (1, 2, 3):
        search.search(depth)
    line = search.principal_variation()
    assert line[0] == search.best_move
    for move in line:
        assert move in state.position.legal()
        state.position.play(move)


@pytest.mark.parametrize("number", range(len(two_seat_states())))
def test_node_limit_is_kept(number: int) -> None:
    search = AlphaBeta(two_seat_states()[number].position, Table(1))
    search.limit_nodes(500)
    depth = 0
    while not search.is_halted() and depth < 40:
        depth += 1
        search.search(depth)
    assert search.nodes <= 500 + 80


def test_halt_before_the_search_ends_it_at_once() -> None:
    search = AlphaBeta(two_seat_states()[0].position, Table(1))
    search.halt()
    search.search(30)
    assert search.nodes == 1


#: Row 3 of Donuts is then A3 chocolate, B3 vanilla, C3 empty, D3 chocolate, E3 vanilla, F3
#: chocolate, and chocolate to move: C3 turns B3 and E3 and makes six in a row (D7, D8).
QUICK_WIN = ["A3", "E3", "F3", "D1", "D3", "F5", "E6", "C6", "A4", "B3", "B6", "B5"]


def test_the_quicker_outright_win_is_worth_more() -> None:
    """A win at once is worth ``OUTRIGHT`` less the ply it ends on, however deep the search."""
    layout = "VVSBHH/BSVVBB/BVVVBH/HVHSHS/BBBBBV/SHHVBV"
    state = played("donuts", {"layout": layout}, QUICK_WIN)
    for depth in (1, 2, 3, 4):
        search = AlphaBeta(state.position, Table(1))
        assert search.search(depth) == OUTRIGHT - (len(QUICK_WIN) + 1)
        assert state.setup.move_text(search.best_move) == "C3"


#: Plies left of the positions that brute force values, and a depth that does not reach the end.
LEFT, SHORT = (6, 4) if COMPILED else (4, 2)


@pytest.mark.parametrize("position", late_positions(LEFT, 4))
def test_a_selective_search_proves_nothing_that_is_wrong(position: Position) -> None:
    value = value_of(position, position.seat_to_move())
    search = AlphaBeta(position, Table(1))
    for depth in range(1, SHORT + 1):
        score = search.search(depth)
        if abs(score) >= PROVED:
            assert value == (1 if score > 0 else -1)


@pytest.mark.parametrize("position", late_positions(LEFT, 4))
def test_to_the_end_a_selective_search_is_exact(position: Position) -> None:
    """Also with what shallower searches have left in the table."""
    plies = position.plies_left()
    search = AlphaBeta(position, Table(1))
    for depth in range(1, plies):
        search.search(depth)
    assert search.search(plies) == minimax(position, plies)


def nodes_to(depth: int, reductions: bool, pruning: bool) -> int:
    """What a search of every start to `depth` visits in all."""
    nodes = 0
    for state in two_seat_states():
        search = AlphaBeta(state.position, Table(1))
        search.tune(reductions=reductions, pruning=pruning)
        for each in range(1, depth + 1):
            search.search(each)
        nodes += search.nodes
    return nodes


def test_what_is_left_out_saves_nodes() -> None:
    depth = 6 if COMPILED else 4
    whole = nodes_to(depth, reductions=False, pruning=False)
    assert nodes_to(depth, reductions=True, pruning=False) < 0.9 * whole
    assert nodes_to(depth, reductions=False, pruning=True) < whole
