"""Pondering: how much of the time of others counts for one's own move."""

import pytest

from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.report import ALPHABETA, MCTS, UCT, Candidate, Report
from engine.session.foresight import Foresight

from .sessions import Talk


def report(method: str, seconds: float, visits: list[tuple[int, int]]) -> Report:
    """A report whose candidates have so many visits, best first."""
    candidates = tuple(Candidate(move, count, 0.5, 0.0, (move,), 1) for move, count in visits)
    return Report(method, candidates, 1, 1, sum(count for _, count in visits), seconds, 0.0)


def start() -> State:
    game = GAMES["gorami"]
    return State(game.setup(game.samples[0]))


def reached(state: State, move: int) -> int:
    """The hash of the position after a move."""
    position = state.position.copy()
    position.play(move)
    return position.hash()


def test_a_tree_counts_for_each_move_by_its_visits() -> None:
    state, ahead = start(), Foresight()
    before = state.position.hash()
    first, second, third = state.position.legal()[:3]
    ahead.add(state.position, report(UCT, 8.0, [(first, 300), (second, 100)]))
    assert state.position.hash() == before
    assert ahead.seconds(reached(state, first)) == pytest.approx(6.0)
    assert ahead.seconds(reached(state, second)) == pytest.approx(2.0)
    assert ahead.seconds(reached(state, third)) == 0.0


def test_alpha_beta_counts_for_the_move_it_expects() -> None:
    state, ahead = start(), Foresight()
    first, second = state.position.legal()[:2]
    ahead.add(state.position, report(ALPHABETA, 8.0, [(first, 300), (second, 1000)]))
    assert ahead.seconds(reached(state, first)) == 8.0
    assert ahead.seconds(reached(state, second)) == 0.0


def test_all_pondering_of_a_turn_counts_until_it_is_forgotten() -> None:
    state, ahead = start(), Foresight()
    first = state.position.legal()[0]
    for _ in range(2):
        ahead.add(state.position, report(ALPHABETA, 1.5, [(first, 10)]))
    assert ahead.seconds(reached(state, first)) == 3.0
    ahead.clear()
    assert ahead.seconds(reached(state, first)) == 0.0


@pytest.mark.parametrize("search", [ALPHABETA, MCTS, UCT])
def test_a_ponder_hit_shortens_the_move(search: str) -> None:
    """The engine moves, ponders, and the expected move is played: its optimum is shorter."""
    talk = Talk()
    match = talk.session.match
    for line in ("newgame gorami", f"param search {search}", "param ponder on"):
        talk.ok(line)
    for line in ("param nodes 2000", "genmove b", "param nodes 0", "time_settings 100 0 0"):
        talk.ok(line)
    pondering = match.ponder()
    assert pondering is not None
    pondering.wait(0.2)
    match.end_pondering(pondering)
    expected = pondering.report().candidates[0].move
    talk.ok(f"play w {match.setup.move_text(expected)}")
    hit = match.limits()
    match.begin(match.state)
    whole = match.limits()
    assert hit.optimum is not None
    assert whole.optimum is not None
    assert hit.optimum < whole.optimum
    assert hit.seconds == whole.seconds
