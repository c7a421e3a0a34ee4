"""Thinking: limits, halting, levels, threads, and the same answer every time."""

import threading
import time

import pytest

from engine.games.position import Position
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.driver import GLANCE, Thinker
from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, MCTS, UCT, Limits
from tests.games.support import COMPILED, load, played

METHODS = (ALPHABETA, MCTS, UCT)
NODES = 3000 if COMPILED else 150
#: Far longer than any halted search takes, so that a busy machine does not matter.
PATIENCE = 20.0


def positions() -> list[Position]:
    """The first setup of every game."""
    return [game.setup(game.samples[0]).start() for game in GAMES.values()]


@pytest.mark.parametrize("method", METHODS)
def test_node_limit_and_the_same_answer_every_time(method: str) -> None:
    for position in positions():
        answers = []
        for _ in range(2):
            thought = Thinker(8).think(position, method, Limits(nodes=NODES), FULL_LEVEL, 1)
            assert thought.move in position.legal()
            assert 0 < thought.nodes <= NODES + 80
            assert thought.line[0] == thought.move
            answers.append((thought.move, thought.line, thought.nodes, thought.score))
        assert answers[0] == answers[1]


def test_depth_limit() -> None:
    for position in positions():
        thought = Thinker(8).think(position, ALPHABETA, Limits(depth=2), FULL_LEVEL, 1)
        assert thought.depth == 2


@pytest.mark.parametrize("method", METHODS)
def test_a_time_limit_ends_a_search(method: str) -> None:
    for position in positions():
        begin = time.monotonic()
        thought = Thinker(8).think(position, method, Limits(seconds=0.05), FULL_LEVEL, 1)
        assert time.monotonic() - begin < PATIENCE
        assert thought.move in position.legal()


@pytest.mark.parametrize("method", METHODS)
def test_without_time_there_is_a_glance(method: str) -> None:
    for position in positions():
        limits = Limits(seconds=0.0, optimum=0.0)
        thought = Thinker(8).think(position, method, limits, FULL_LEVEL, 1)
        assert thought.move in position.legal()
        assert thought.method == method
        assert 0 < thought.nodes <= GLANCE + 80


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", METHODS)
def test_a_usual_move_leaves_its_maximum_alone(method: str, threads: int) -> None:
    limits = Limits(seconds=1000.0, optimum=0.05)
    for position in positions():
        thought = Thinker(8, threads).think(position, method, limits, FULL_LEVEL, 1)
        assert thought.move in position.legal()
        assert thought.seconds < PATIENCE


@pytest.mark.parametrize("method", METHODS)
def test_halt_from_another_thread(method: str) -> None:
    thinker = Thinker(8)
    timer = threading.Timer(0.05, thinker.halt)
    timer.start()
    position = positions()[0]
    begin = time.monotonic()
    thought = thinker.think(position, method, Limits(), FULL_LEVEL, 1)
    timer.join()
    assert time.monotonic() - begin < PATIENCE
    assert thought.move in position.legal()
    thought = thinker.think(position, method, Limits(), FULL_LEVEL, 1)
    assert thought.move in position.legal()
    thinker.resume()
    assert not thinker.is_halted()


@pytest.mark.parametrize("method", METHODS)
def test_threads_share_the_work(method: str) -> None:
    position = positions()[0]
    thought = Thinker(8, threads=2).think(position, method, Limits(nodes=NODES), FULL_LEVEL, 1)
    assert thought.move in position.legal()


def test_exact_scores_are_said_to_be_exact() -> None:
    searched = 0
    for item in load("perft.json"):
        state = played(item["game"], item["options"], item["moves"])
        if state.position.plies_left() < 14 and len(state.legal_moves()) > 1:
            limits = Limits(nodes=10**7)
            thought = Thinker(8).think(state.position, ALPHABETA, limits, FULL_LEVEL, 1)
            assert thought.exact
            assert thought.score is not None
            searched += 1
    assert searched > 5


def test_a_forced_move_is_not_searched() -> None:
    item = next(i for i in load("random_games.jsonl") if 1 in i["legal_counts"])
    state = played(item["game"], item["options"], item["moves"][: item["legal_counts"].index(1)])
    thought = Thinker(8).think(state.position, UCT, Limits(), FULL_LEVEL, 1)
    assert thought.method == "forced"
    assert [thought.move] == state.position.legal()


@pytest.mark.parametrize("level", range(FULL_LEVEL))
def test_levels_need_no_limit(level: int) -> None:
    if level > 4 and not COMPILED:
        pytest.skip("too slow for the uncompiled kernel")
    for position in positions():
        thought = Thinker(8).think(position, UCT, Limits(), level, 1)
        assert thought.move in position.legal()


def test_alphabeta_is_not_used_for_more_than_two_seats() -> None:
    for game in GAMES.values():
        for options in game.samples:
            state = State(game.setup(options))
            if state.setup.seats > 2:
                limits = Limits(nodes=50)
                thought = Thinker(8).think(state.position, ALPHABETA, limits, FULL_LEVEL, 1)
                assert thought.method == MCTS


def test_a_depth_that_a_tree_cannot_reach_ends_its_search_all_the_same() -> None:
    """In a game of three plies more, and in a tree of a thousand nodes."""
    item = next(each for each in load("random_games.jsonl") if each["game"] == "gorami")
    late = played(item["game"], item["options"], item["moves"][:-3]).position
    for position, mebibytes in ((late, 1.0), (positions()[0], 0.01)):
        limits = Limits(depth=40)
        thought = Thinker(mebibytes).think(position, UCT, limits, FULL_LEVEL, 1)
        assert 0 < thought.depth < 40
