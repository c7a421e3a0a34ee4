"""Proof-number search against trying everything, against alpha-beta, and interrupted."""

import threading
import time

import pytest

from engine.games.position import OUTRIGHT, Position
from engine.search.alphabeta import AlphaBeta
from engine.search.driver import Thinker
from engine.search.memory import zeroed
from engine.search.proof_solver import ProofSolver
from engine.search.proof_table import ProofTable
from engine.search.proving import Prover
from engine.search.report import Limits, Solved, Value
from engine.search.table import Table
from tests.games.support import COMPILED, played
from tests.oracle import donuts as oracle
from tests.search.test_alphabeta import minimax
from tests.search.test_solver import FEW, GAMES_TO_THE_END, some, with_plies_left

#: The most plies left of the positions that alpha-beta is asked for, too.
MORE = 8 if COMPILED else 4


def solve(position: Position, nodes: int = 0, table: ProofTable | None = None) -> ProofSolver:
    solver = ProofSolver(position, table or ProofTable(4))
    solver.work(Limits(nodes=nodes or None), None)
    return solver


def value_of(solver: ProofSolver) -> int:
    assert solver.low == solver.high
    return solver.low


@pytest.mark.parametrize("position", some(FEW))
def test_the_value_is_that_of_trying_everything(position: Position) -> None:
    assert value_of(solve(position)) == minimax(position, 64)


@pytest.mark.parametrize("position", some(FEW))
def test_every_question_is_answered_as_by_trying_everything(position: Position) -> None:
    value = minimax(position, 64)
    for asked in (value - 40, value - 1, value, value + 1, value + 40):
        prover = Prover(position, ProofTable(1))
        assert prover.ask(asked) == (value >= asked)
        assert prover.low <= value <= prover.high
        assert prover.low >= asked or prover.high < asked


@pytest.mark.parametrize("position", some(MORE))
def test_the_value_is_that_of_alpha_beta_and_the_line_keeps_it(position: Position) -> None:
    expected = AlphaBeta(position, Table(4)).search(position.plies_left())
    solver = solve(position)
    assert value_of(solver) == expected
    after = position.copy()
    seat = after.seat_to_move()
    for move in solver.line:
        assert move in after.legal()
        after.play(move)
    assert after.is_over()
    assert after.value() == (expected if after.seat_to_move() == seat else -expected)


@pytest.mark.parametrize("nodes", [1, 100, 1000, 5000])
@pytest.mark.parametrize("position", some(MORE))
def test_bounds_hold_whenever_it_is_stopped(position: Position, nodes: int) -> None:
    expected = value_of(solve(position))
    solver = solve(position, nodes)
    assert solver.low <= expected <= solver.high
    assert solver.kernel.nodes <= nodes + 80  # the moves of one position more
    assert solver.thought().move in position.legal()


@pytest.mark.parametrize("position", some(MORE))
def test_the_best_move_keeps_what_is_proved(position: Position) -> None:
    """Also when only the winner is known, not by how much."""
    prover = Prover(position, ProofTable(4))
    value = 1 if prover.ask(1) else 0 if prover.ask(0) else prover.low
    after = position.copy()
    after.play(prover.best_move)
    if prover.low >= value > -OUTRIGHT:
        known = after.value() if after.is_over() else value_of(solve(after))
        assert -known >= prover.low


def test_a_question_goes_on_after_its_limit_of_nodes() -> None:
    position = empty_board(3)
    whole = Prover(position, ProofTable(4))
    assert whole.ask(1)
    parts = Prover(position, ProofTable(4))
    limit = 200
    parts.limit_nodes(limit)
    assert not parts.ask(1)
    while parts.is_exhausted() and limit < 100_000:
        limit *= 2
        parts.limit_nodes(limit)
        parts.resume()
        parts.ask(1)
    assert parts.low > 0
    assert not parts.is_halted()


def test_what_the_table_knows_is_not_searched_again() -> None:
    """Neither the same questions nor those along the best line."""
    table = ProofTable(16)
    position = late_donuts(22)
    first = solve(position, table=table)
    again = solve(position, table=table)
    assert again.low == first.low
    assert again.kernel.nodes < first.kernel.nodes / 2
    for move in first.line[:-1]:
        position.play(move)
        assert solve(position, table=table).kernel.nodes < first.kernel.nodes


def test_the_winner_is_still_known_after_the_best_move_and_a_reply() -> None:
    """So that a won game is played on without another search."""
    table = ProofTable(16)
    position = empty_board(3)
    prover = Prover(position, table)
    assert prover.ask(1)
    nodes = prover.nodes
    position.play(prover.best_move)
    for reply in position.legal():
        position.play(reply)
        later = Prover(position, table)
        assert later.ask(1)
        assert later.nodes < nodes / 4
        position.take_back()


@pytest.mark.parametrize("position", some(FEW))
def test_what_is_tried_first_changes_no_answer(position: Position) -> None:
    value = minimax(position, 64)
    for move in position.legal():
        prover = Prover(position, ProofTable(1))
        before = prover.low, prover.high, prover.best_move
        prover.try_first(move, value)
        assert (prover.low, prover.high, prover.best_move) == before
        assert prover.position.hash() == position.hash()
        assert prover.ask(value)
        assert not prover.ask(value + 1)


@pytest.mark.parametrize("seed", [1, 3, 9] if COMPILED else [3])
def test_after_a_win_on_record_is_tried_the_root_is_only_looked_at(seed: int) -> None:
    position = empty_board(seed)
    record = position.on_record()
    assert record is not None
    prover = Prover(position, ProofTable(16))
    prover.try_first(record, 1)
    nodes = prover.nodes
    assert prover.ask(1)
    assert prover.nodes - nodes <= len(position.legal())
    assert prover.best_move == record


@pytest.mark.skipif(not COMPILED, reason="takes long in Python")
def test_a_solver_tries_what_is_on_record() -> None:
    """The root alone takes two million nodes on this board."""
    solver = solve(empty_board(15), nodes=700_000, table=ProofTable(64))
    assert solver.low > 0
    assert solver.kept == empty_board(15).on_record()


def test_a_table_that_forgets_gives_the_same_value() -> None:
    position = late_donuts(20)
    small = ProofTable(1 / 1024)
    assert value_of(solve(position, table=small)) == value_of(solve(position))


@pytest.mark.parametrize("first_buckets", [1, 8, 0])
def test_a_table_that_grows_loses_nothing(first_buckets: int) -> None:
    table = ProofTable(1, zeroed, first_buckets)
    first, again = (Prover(empty_board(3), table) for _ in range(2))
    assert first.ask(1)
    in_use = table.entries_in_use()
    assert again.ask(1)
    assert again.nodes < first.nodes / 4
    assert (in_use < table.entries()) == bool(first_buckets)
    if first_buckets:
        assert in_use.bit_count() == 1
        assert 0.2 < table.fullness() * table.entries() / in_use <= 0.5


@pytest.mark.parametrize("position", some(FEW))
def test_it_goes_on_from_bounds_that_are_known(position: Position) -> None:
    value = value_of(solve(position))
    for low, high in ((value, value), (value, value + 1), (value - 1, value), (-OUTRIGHT, value)):
        solver = ProofSolver(position, ProofTable(1))
        solver.restore(low, high)
        assert (solver.low, solver.high, solver.kept) == (low, high, None)
        solver.work(Limits(), None)
        assert value_of(solver) == value
        assert solver.question is None if low == high else low < (solver.question or 0) <= high
        assert solver.line


@pytest.mark.parametrize("position", some(MORE))
def test_a_move_that_is_kept_is_worth_what_is_proved(position: Position) -> None:
    solver = solve(position)
    if solver.kept is not None:
        after = position.copy()
        after.play(solver.kept)
        assert solver.low == -(after.value() if after.is_over() else value_of(solve(after)))


def test_halt_before_the_question_ends_it_at_once() -> None:
    prover = Prover(late_donuts(12), ProofTable(1))
    prover.halt()
    assert not prover.ask(1)
    assert prover.nodes == 0
    assert prover.best_move_or(77) == 77
    prover.resume()
    prover.ask(1)
    assert prover.nodes > 0


def test_it_can_be_halted() -> None:
    thinker = Thinker(4)
    search, proof = thinker.begin_solving(empty_board(8), Limits())
    assert isinstance(proof, ProofSolver)
    threading.Timer(0.1, thinker.halt).start()
    begin = time.monotonic()
    assert search.wait(20)
    thought = search.finish()
    assert time.monotonic() - begin < 20
    assert proof.solution is None
    assert thought.move in proof.kernel.position.legal()


@pytest.mark.skipif(not COMPILED, reason="takes long in Python")
@pytest.mark.parametrize(("seed", "plies"), [(3, 23), (6, 21), (7, 23)])
def test_an_empty_board_of_donuts_is_solved(seed: int, plies: int) -> None:
    """Seat 1 wins by five on its best line, which the rules of an independent program confirm."""
    state = played("donuts", {"seed": str(seed)})
    solver = solve(state.position, table=ProofTable(64))
    assert solver.solution == Solved(Value.WIN, plies, outright=True)
    game = oracle.Donuts({"layout": state.setup.options["layout"]})
    for move in solver.line:
        game.play(state.setup.move_text(move))
    assert len(solver.line) == plies


def test_the_compiled_kernel_and_the_source_visit_the_same_nodes() -> None:
    prover = Prover(empty_board(3), ProofTable(1))
    prover.ask(1)
    assert prover.nodes == 1178


def empty_board(seed: int) -> Position:
    return played("donuts", {"seed": str(seed)}).position


def late_donuts(plies: int) -> Position:
    """A position of Donuts that is not over, with so many plies left."""
    items = [item for item in GAMES_TO_THE_END if item["game"] == "donuts"]
    return next(position for item in items if (position := with_plies_left(item, plies)))
