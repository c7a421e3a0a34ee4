"""Proof before search: perfect play of what can be solved, and what is left to the search."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.games.game import Game
from engine.games.position import Position
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.driver import GLANCE, Search, Thinker
from engine.search.exact_table import ExactTable
from engine.search.finishing import (
    RECORD,
    SHARE,
    SOLVING_PACE,
    THREATS,
    USUAL,
    Endgame,
    Finishing,
)
from engine.search.graph import Graph
from engine.search.growing import PATIENCE as PATIENCE_FOR_TREES
from engine.search.growing import Growing
from engine.search.levels import FULL_LEVEL
from engine.search.mcts import Mcts
from engine.search.proof_solver import PROOF, ProofSolver
from engine.search.proof_table import ProofTable
from engine.search.report import ALPHABETA, MCTS, Limits, Thought
from engine.search.solver import Solver
from engine.search.threats import ThreatSearch
from tests.games.support import COMPILED, load, played
from tests.search.late import late_positions, late_positions_of, value_after, value_of

#: Plies left where the play to the end is checked, how often for each sample, and nodes for it.
LATE, EACH, NODES = (7, 2, 20_000) if COMPILED else (4, 1, 2_000)
#: Far longer than any halted search takes, so that a busy machine does not matter.
PATIENCE = 20.0
#: Every position is one of the last, or none is.
ALWAYS, NEVER = Endgame(99, 2.0), Endgame(0, 2.0)
FORCED_WINS = [item for item in load("siege_forced_wins.jsonl") if item["plies"] == 3]


def think(
    position: Position, limits: Limits, threads: int = 1, endgame: Endgame = ALWAYS
) -> Thought:
    """As ``param search auto`` does, but with hope for a solution as early as `endgame` says."""
    search = Thinker(8, threads).begin(position, MCTS, limits, FULL_LEVEL, 1, endgame=endgame)
    search.wait()
    return search.finish()


def team_for(position: Position, threads: int = 1) -> Finishing:
    """All parts of the team, as the game allows."""
    trees = [Mcts(position, Graph(1), seed) for seed in range(threads)]
    forcing = position.is_forcing()
    solver: ProofSolver | Solver
    if forcing:
        solver = ProofSolver(position, ProofTable(4))
    else:
        solver = Solver(position, ExactTable(4), threads)
    threats = ThreatSearch(1) if position.sudden and not forcing else None
    return Finishing(position, Growing(trees, MCTS), solver, threats)


def spent_by(team: Finishing) -> int:
    """The nodes of all parts of a team."""
    threats = team.proofs.threats.nodes if team.proofs.threats else 0
    solver = team.proofs.solver.thought().nodes if team.proofs.solver else 0
    return threats + solver + team.search.report().nodes


# ---------------------------------------------------------------------- what is proved is right


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", late_positions(LATE, EACH))
def test_a_late_position_is_played_perfectly_to_the_end(position: Position, threads: int) -> None:
    """Both sides keep what they can force."""
    seat = position.seat_to_move()
    value = value_of(position, seat)
    position = position.copy()
    while not position.is_over():
        thought = think(position, Limits(nodes=NODES), threads)
        assert thought.line[0] == thought.move
        position.play(thought.move)
    winners = position.winning_seats()
    assert value == (0 if len(winners) > 1 else 1 if winners == (seat,) else -1)


@pytest.mark.parametrize("nodes", [1, 30, 100, 300, 1000, 3000])
@pytest.mark.parametrize("position", late_positions(LATE, 1))
def test_what_is_called_exact_is_so_whatever_there_was_time_for(
    position: Position, nodes: int
) -> None:
    thought = think(position, Limits(nodes=nodes))
    assert thought.move in position.legal()
    if thought.exact:
        value = value_of(position, position.seat_to_move())
        assert value_after(position, thought.move) == value
        if thought.score is not None:
            assert (thought.score > 0) - (thought.score < 0) == value
        elif thought.winrate is not None:
            assert thought.winrate == 0.5 + 0.5 * value


@pytest.mark.parametrize("position", late_positions(4, 4))
def test_what_is_called_exact_is_so_if_there_was_time_for_the_value_but_not_for_the_line(
    position: Position,
) -> None:
    for nodes in range(5, 120, 9):
        thought = think(position, Limits(nodes=nodes))
        if thought.exact:
            value = value_of(position, position.seat_to_move())
            assert value_after(position, thought.move) == value


@pytest.mark.parametrize("game", ["kulami", "gorami", "donuts"])
def test_a_solution_is_told_by_what_has_found_it(game: str) -> None:
    position = late_of(GAMES[game])
    thought = think(position, Limits(nodes=10 * NODES))
    assert thought.exact
    assert thought.score is not None
    assert thought.method == (PROOF if position.is_forcing() else ALPHABETA)


def late_of(game: Game) -> Position:
    """The first late position of a game."""
    return late_positions_of(game.setup(game.samples[0]), LATE, 1)[0]


@pytest.mark.parametrize("item", FORCED_WINS[:8])
def test_a_win_by_threats_is_played_to_its_end(item: dict[str, Any]) -> None:
    """Against a defence that holds out as long as its own search can."""
    position = played(item["game"], item["options"], item["moves"]).position
    attacker = position.seat_to_move()
    limits = Limits(nodes=100_000 if COMPILED else 20_000)
    thought = think(position, limits, endgame=NEVER)
    assert thought.method == THREATS
    assert thought.exact
    assert thought.depth >= item["plies"]
    plies = thought.depth
    while not position.is_over():
        position.play(think(position, limits, endgame=NEVER).move)
        plies -= 1
    assert plies >= 0
    assert position.winning_seats() == (attacker,)
    assert position.winning_margin() == 0


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nodes", [1, 50, 400, 3000])
def test_all_parts_together_keep_to_the_limit_of_nodes(game: str, nodes: int) -> None:
    position = GAMES[game].setup().start()
    if nodes > 400 and not COMPILED:
        pytest.skip("too slow without compilation")
    team = team_for(position)
    team.workers[0].work(Limits(nodes=nodes), None)
    # A part ends with the moves of a position, and of its replies, that it has begun to look at.
    assert 0 < spent_by(team) <= nodes + 3 * 80
    thought = team.thought()
    # The first simulation values the root itself; what is on record needs none.
    assert (thought is None) == (team.search.report().nodes < 2 and position.on_record() is None)
    assert thought is None or thought.move in position.legal()


@pytest.mark.parametrize("position", late_positions(LATE, 1))
def test_who_watches_sees_what_is_proved(position: Position) -> None:
    team = team_for(position)
    assert team.report() == team.search.report()
    team.workers[0].work(Limits(), None)
    thought = team.proofs.thought()
    assert thought is not None
    (candidate,) = team.report().candidates
    assert (candidate.move, list(candidate.line)) == (thought.move, thought.line)
    assert candidate.solved is not None
    value = value_of(position, position.seat_to_move())
    assert candidate.winrate == (0.5 if value == 0 else value > 0)
    assert candidate.solved.value == ("draw" if value == 0 else "win" if value > 0 else "loss")
    if len(thought.line) > 1:
        after = position.copy()
        for move in thought.line:
            after.play(move)
        seat = position.seat_to_move()
        assert candidate.lead == after.totals()[seat] - after.totals()[1 - seat]


def test_a_win_on_record_is_played_if_there_is_no_time_to_prove_it() -> None:
    position = GAMES["donuts"].setup().start()
    thought = think(position, Limits(nodes=50))
    assert (thought.method, thought.exact) == (RECORD, True)
    assert thought.move == position.on_record()
    assert thought.line == [thought.move]
    if COMPILED:  # Proved once more, with more time; other moves may win, too.
        assert think(position, Limits(nodes=3 * 10**7)).method == PROOF


def test_the_search_has_what_the_proof_leaves() -> None:
    """Two fifths go to the solver, whose position is too far from its end."""
    team = team_for(GAMES["kulami"].setup().start())
    team.workers[0].work(Limits(nodes=1000), None)
    assert team.proofs.solver is not None
    assert 400 <= team.proofs.solver.thought().nodes <= 480
    assert team.search.report().nodes == 1000 - team.proofs.solver.thought().nodes


def test_without_hope_for_a_proof_the_search_is_left_alone() -> None:
    """Too many plies are left, a level is wanted, or a depth."""
    position = GAMES["kulami"].setup().start()
    plain = Thinker(8).think(position, MCTS, Limits(nodes=300), FULL_LEVEL, 1)
    early = think(position, Limits(nodes=300), endgame=Endgame(20, 2.0))
    assert (early.move, early.nodes, early.line) == (plain.move, plain.nodes, plain.line)
    late = late_of(GAMES["kulami"])
    for limits, level in ((Limits(depth=3), FULL_LEVEL), (Limits(nodes=50), FULL_LEVEL - 1)):
        search = Thinker(8).begin(late, MCTS, limits, level, 1, endgame=ALWAYS)
        search.wait()
        assert search.finish().method == MCTS


@pytest.mark.parametrize(
    ("limits", "plies"),
    [
        (Limits(seconds=3 * USUAL / SHARE), 20),
        (Limits(seconds=0.03 * USUAL / SHARE), 18),
        (Limits(seconds=3000 * USUAL / SHARE), 23),
        (Limits(seconds=3000 * USUAL / SHARE, optimum=3 * USUAL / SHARE), 20),
        (Limits(nodes=int(3 * SOLVING_PACE * USUAL / SHARE)), 20),
        (Limits(), 21),
        (Limits(seconds=0.0), 17),
    ],
)
def test_how_early_solving_begins_depends_on_the_time(limits: Limits, plies: int) -> None:
    """Ten times as long for each ply more; without a limit there are four seconds for it."""
    assert Endgame(20, 10.0).reach(limits) == plies


@pytest.mark.parametrize("game", GAMES)
def test_without_time_there_is_a_glance(game: str) -> None:
    position = GAMES[game].setup().start()
    team = think(position, Limits(seconds=0.0))
    assert team.move in position.legal()
    assert 0 < team.nodes <= GLANCE + 80


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_a_time_limit_ends_all_parts(game: str, threads: int) -> None:
    begin = time.monotonic()
    position = GAMES[game].setup().start()
    thought = think(position, Limits(seconds=0.1), threads)
    assert thought.move in position.legal()
    assert time.monotonic() - begin < PATIENCE


@pytest.mark.parametrize("threads", [1, 2])
def test_halt_from_another_thread(threads: int) -> None:
    """While the solver is at it: it would go on for ten seconds."""
    thinker = Thinker(8, threads)
    position = GAMES["kulami"].setup().start()
    begin = time.monotonic()
    search = thinker.begin(position, MCTS, Limits(), FULL_LEVEL, 1, endgame=ALWAYS)
    timer = threading.Timer(0.1, thinker.halt)
    timer.start()
    assert search.wait(PATIENCE)
    assert search.finish().move in position.legal()
    assert time.monotonic() - begin < PATIENCE
    timer.join()


def test_all_threads_solve_and_then_all_of_them_search() -> None:
    """A solution of the whole game is out of reach; the solver is told when to end."""
    position = GAMES["kulami"].setup().start()
    team = team_for(position, threads=2)
    solver = team.proofs.solver
    growing = team.search
    assert isinstance(solver, Solver)
    assert isinstance(growing, Growing)
    kernels = [solver.kernel, *(helper.kernel for helper in solver.crew.helpers)]
    assert len(kernels) == 2
    search = Search(team, Limits(), time.monotonic(), lambda: solver.first)
    try:
        wait_for(lambda: all(kernel.nodes for kernel in kernels))
        assert team.search.report().nodes == 0
        solver.halt()
        trees = [worker.kernel for worker in growing.workers]
        wait_for(lambda: all(tree.simulations for tree in trees))
    finally:
        assert search.finish().move in position.legal()


def wait_for(event: Callable[[], bool]) -> None:
    """Wait until it has come; fail if it does not."""
    until = time.monotonic() + PATIENCE
    while not event():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_who_never_worked_is_not_waited_for() -> None:
    """The search is asked for what it has found, and a proof has taken all of its time."""
    team = team_for(GAMES["kulami"].setup().start())
    begin = time.monotonic()
    for _ in range(100):
        assert team.search.report().candidates == ()
    assert time.monotonic() - begin < 100 * PATIENCE_FOR_TREES / 2


def test_a_team_that_is_halted_before_it_works_does_nothing() -> None:
    team = team_for(GAMES["siege_stones"].setup().start())
    for worker in team.workers:
        worker.halt()
        worker.work(Limits(), None)
    assert spent_by(team) <= 80
    assert team.thought() is None


def test_what_was_proved_halts_the_other_threads() -> None:
    position = late_of(GAMES["gorami"])
    team = team_for(position, threads=2)
    first, second = team.workers
    first.work(Limits(), None)
    assert team.proofs.thought() is not None
    begin = time.monotonic()
    second.work(Limits(), None)
    assert time.monotonic() - begin < PATIENCE
    assert team.search.report().nodes == 0


def test_the_same_answer_every_time() -> None:
    for game in GAMES.values():
        state = State(game.setup(game.samples[0]))
        answers = [think(state.position, Limits(nodes=500)) for _ in range(2)]
        first, second = [(each.move, each.line, each.nodes) for each in answers]
        assert first == second
