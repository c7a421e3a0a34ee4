"""UCT: bookkeeping, rewards, limits of memory, and finding what must be found."""

import math

import pytest

from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.uct import BYTES_PER_NODE, Nodes, Uct
from tests.games.support import load, played, samples

SMALL = 1.0


@pytest.mark.parametrize(("name", "options"), samples())
def test_visits_and_rewards_add_up(name: str, options: dict[str, str]) -> None:
    state = State(GAMES[name].setup(options))
    tree = Uct(state.position, Nodes(SMALL), 1)
    tree.run(200)
    moves = tree.root_moves()
    assert tree.simulations == 200
    assert sorted(move for move, _, _ in moves) == sorted(state.position.legal())
    # The first simulation plays out from the root itself.
    assert sum(visits for _, visits, _ in moves) == 199
    for _, visits, reward in moves:
        assert 0 <= reward <= visits
        shares = [reward * n for n in (1, 2, 3, 4, 12)]
        assert any(math.isclose(share, round(share), abs_tol=1e-6) for share in shares)


@pytest.mark.parametrize(("name", "options"), samples())
def test_the_same_seed_grows_the_same_tree(name: str, options: dict[str, str]) -> None:
    position = GAMES[name].setup(options).start()
    trees = [Uct(position, Nodes(SMALL), seed) for seed in (5, 5, 6)]
    for tree in trees:
        tree.run(100)
    assert trees[0].root_moves() == trees[1].root_moves()
    assert trees[0].plies == trees[1].plies
    assert trees[0].root_moves() != trees[2].root_moves()


def test_nodes_serve_one_search_after_another() -> None:
    position = next(iter(GAMES.values())).setup().start()
    nodes = Nodes(SMALL)
    first = Uct(position, nodes, 3)
    first.run(300)
    found = first.root_moves()
    again = Uct(position, nodes, 3)
    again.run(300)
    assert again.root_moves() == found


def test_a_full_memory_ends_growth_but_not_the_search() -> None:
    position = next(iter(GAMES.values())).setup().start()
    tree = Uct(position, Nodes(1000 * BYTES_PER_NODE / 2**20), 1)
    tree.run(3000)
    assert tree.simulations == 3000
    assert tree.size <= tree.capacity == 1000


def test_halt_ends_a_run() -> None:
    position = next(iter(GAMES.values())).setup().start()
    tree = Uct(position, Nodes(SMALL), 1)
    tree.halt()
    tree.run(10**9)
    assert tree.simulations == 0


@pytest.mark.parametrize(
    "item",
    [item for item in load("golden.json") if item["expect"].get("over")][:40],
    ids=lambda item: item["name"],
)
def test_a_winning_last_move_is_found(item: dict[str, object]) -> None:
    """One ply before a golden end that the last mover wins, UCT finds a winning last move."""
    game, options, moves = item["game"], item["options"], item["moves"]
    assert isinstance(game, str)
    assert isinstance(options, dict)
    assert isinstance(moves, list)
    state = played(game, options, moves[:-1])
    end = played(game, options, moves).outcome()
    assert end is not None
    if end.winner != state.seat:
        pytest.skip("the last mover did not win")
    tree = Uct(state.position, Nodes(SMALL), 1)
    tree.run(2000)
    state.play(state.setup.move_text(tree.principal_variation()[0]))
    outcome = state.outcome()
    if outcome is not None:
        assert outcome.winner == end.winner
