"""The graph: its room, what is copied of it, and how it is kept from move to move."""

import threading

import pytest

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.search.graph import Graph, transplant
from engine.search.graphs import CROWDED, Graphs
from engine.search.mcts import Mcts
from tests.games.support import COMPILED, samples

SIMULATIONS = 2000 if COMPILED else 200
#: Twice the room of the smallest graph, in MiB: a thousand nodes.
LEAST = 0.01


def start(name: str = "kulami") -> Position:
    return GAMES[name].setup().start()


def knowledge(search: Mcts) -> list[object]:
    """All that can be seen of a root and its children."""
    moves = search.root_moves()
    lines = [search.principal_variation(move) for move, _, _ in moves]
    return [moves, search.root_results(), search.principal_variation(), lines]


def test_an_empty_graph_knows_nothing() -> None:
    graph = Graph(0)
    assert graph.capacity == 1000
    assert graph.fullness() < 0.01
    assert graph.node_of(start().hash()) == 0
    search = Mcts(start(), graph, 1)
    search.run(50)
    assert graph.node_of(start().hash()) == search.root != 0
    assert graph.fullness() > 0.01
    graph.empty()
    assert graph.node_of(start().hash()) == 0
    assert graph.fullness() < 0.01


def test_more_memory_is_more_room() -> None:
    """A node with its edges and its place in the index takes some two hundred bytes."""
    for mebibytes in (1, 4):
        assert 0.5 < Graph(mebibytes).capacity * 216 / (mebibytes << 20) <= 1


@pytest.mark.parametrize(("name", "options"), samples())
def test_what_can_be_reached_is_copied_as_it_is(name: str, options: dict[str, str]) -> None:
    position = GAMES[name].setup(options).start()
    graph, target = Graph(4), Graph(4)
    search = Mcts(position, graph, 1)
    search.run(SIMULATIONS)
    for move in search.principal_variation()[:2]:
        position.play(move)
    transplant(graph, graph.node_of(position.hash()), target)
    assert 1 < target.size < graph.size
    assert knowledge(Mcts(position, target, 1)) == knowledge(Mcts(position, graph, 1))


def test_what_is_copied_whole_grows_as_the_original_does() -> None:
    position = start("gorami")
    graph, target = Graph(4), Graph(4)
    Mcts(position, graph, 1).run(SIMULATIONS)
    transplant(graph, graph.node_of(position.hash()), target)
    assert target.size == graph.size
    assert target.edge_size == graph.edge_size
    searches = [Mcts(position, each, 2) for each in (graph, target)]
    for search in searches:
        search.run(SIMULATIONS)
    assert knowledge(searches[0]) == knowledge(searches[1])


def test_a_copy_into_too_little_room_holds_what_is_nearest() -> None:
    position = start()
    graph, target = Graph(8), Graph(0)
    search = Mcts(position, graph, 1)
    search.run(SIMULATIONS if COMPILED else 1500)
    assert graph.size > target.capacity
    transplant(graph, graph.node_of(position.hash()), target)
    assert target.size == target.capacity
    assert Mcts(position, target, 1).root_moves() == search.root_moves()
    again = Mcts(position, target, 1)
    again.run(100)
    assert again.simulations == 100


# ---------------------------------------------------------------------- several searches at once


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [2, 3])
def test_searches_that_share_a_graph_lose_nothing(game: str, threads: int) -> None:
    """Each simulation but the first goes through one move of the root; no loss is left lent."""
    position = start(game)
    graph = Graph(16)
    searches = [Mcts(position, graph, seed, is_shared=True) for seed in range(threads)]
    workers = [threading.Thread(target=each.run, args=(SIMULATIONS,)) for each in searches]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    moves = searches[0].root_moves()
    assert sum(tries for _, tries, _ in moves) == threads * SIMULATIONS - 1
    assert sorted(move for move, _, _ in moves) == sorted(position.legal())
    assert all(0 <= reward <= tries for _, tries, reward in moves)
    line = searches[0].principal_variation()
    for move in line:
        assert move in position.legal()
        position.play(move)
    assert [each[0] for each in searches[1].told()] == moves


def test_a_shared_search_alone_is_the_same_as_any_other() -> None:
    alone, shared = Mcts(start(), Graph(4), 3), Mcts(start(), Graph(4), 3, is_shared=True)
    for search in (alone, shared):
        search.run(SIMULATIONS)
    assert shared.root_moves() == alone.root_moves()
    assert shared.root_results() == alone.root_results()


# ---------------------------------------------------------------------- from move to move


def test_a_search_goes_on_with_what_the_last_one_knew() -> None:
    graphs = Graphs(4, 2)
    position = start("donuts")
    searches = graphs.searches(position, Dice(1))
    for search in searches:
        search.run(SIMULATIONS)
    assert searches[0].root_moves() == searches[1].root_moves()
    position.play(searches[0].principal_variation()[0])
    known = [knowledge(Mcts(position, search.graph, 1)) for search in searches]
    later = graphs.searches(position, Dice(2))
    assert [knowledge(search) for search in later] == known
    assert [search.simulations for search in later] == [0, 0]
    assert sum(tries for _, tries, _ in later[0].root_moves()) > 10


def test_nothing_is_kept_of_another_game_nor_after_forgetting() -> None:
    graphs = Graphs(4, 1)
    for search in graphs.searches(start("donuts"), Dice(1)):
        search.run(100)
    (other,) = graphs.searches(start("gorami"), Dice(1))
    assert other.root_moves() == []
    assert other.graph.size == 2
    other.run(100)
    graphs.forget()
    (again,) = graphs.searches(start("gorami"), Dice(1))
    assert again.root_moves() == []
    again.run(100)
    assert again.root_moves() == other.root_moves() or again.plies != other.plies


def test_a_crowded_graph_is_cleaned_up() -> None:
    graphs = Graphs(LEAST, 1)
    position = start("gorami")
    (search,) = graphs.searches(position, Dice(1))
    search.run(1500)
    assert search.fullness() > CROWDED
    position.play(search.principal_variation()[0])
    known = knowledge(Mcts(position, search.graph, 1))
    (later,) = graphs.searches(position, Dice(1))
    assert later.fullness() < search.fullness()
    assert knowledge(later) == known
    # And back: the spare room of then is the graph of now.
    later.run(1500)
    position.play(later.principal_variation()[0])
    known = knowledge(Mcts(position, later.graph, 1))
    (last,) = graphs.searches(position, Dice(1))
    assert knowledge(last) == known
