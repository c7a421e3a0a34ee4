"""MCTS: bookkeeping, memory, and proofs against playing all games to their ends."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.graph import Graph
from engine.search.mcts import Mcts
from tests.games.support import COMPILED, load, played, samples
from tests.kernels import in_source
from tests.search.late import late_positions, late_positions_of, value_after, value_of

SMALL = 1.0
#: The plies left in positions that are solved, and how many of each sample of a game.
LATE, EACH = (7, 6) if COMPILED else (4, 1)
#: Simulations that are more than enough to solve them.
PLENTY = 40_000 if COMPILED else 2_000
WIN, DRAW, LOSS = 1, 0, -1


def grown(position: Position, simulations: int, seed: int = 1, mebibytes: float = SMALL) -> Mcts:
    search = Mcts(position, Graph(mebibytes), seed)
    search.run(simulations)
    return search


def tries_of(search: Mcts) -> dict[int, int]:
    return {move: tries for move, tries, _ in search.root_moves()}


# ---------------------------------------------------------------------- bookkeeping


@pytest.mark.parametrize(("name", "options"), samples())
def test_tries_and_rewards_add_up(name: str, options: dict[str, str]) -> None:
    position = GAMES[name].setup(options).start()
    before = position.hash()
    search = grown(position, 200)
    moves = search.root_moves()
    assert search.simulations == 200
    assert sorted(move for move, _, _ in moves) == sorted(position.legal())
    # The first simulation values the root itself.
    assert sum(tries for _, tries, _ in moves) == 199
    assert all(0 <= reward <= tries for _, tries, reward in moves)
    assert search.plies >= 199
    assert position.hash() == before == search.position.hash()


@pytest.mark.parametrize(("name", "options"), samples())
def test_the_same_seed_grows_the_same_graph(name: str, options: dict[str, str]) -> None:
    position = GAMES[name].setup(options).start()
    first, same = (grown(position, 100, 5) for _ in range(2))
    assert first.root_moves() == same.root_moves()
    assert first.principal_variation() == same.principal_variation()
    assert first.plies == same.plies


def test_another_seed_grows_another_graph() -> None:
    position = GAMES["kulami"].setup().start()
    assert grown(position, 100, 5).root_moves() != grown(position, 100, 6).root_moves()


def test_a_graph_serves_one_search_after_another() -> None:
    position = GAMES["donuts"].setup().start()
    graph = Graph(SMALL)
    found = []
    for _ in range(2):
        search = Mcts(position, graph, 3)
        search.run(300)
        found.append(search.root_moves())
        graph.empty()
    assert found[0] == found[1]


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_leaves_are_valued_by_playouts_and_without(share: float) -> None:
    """Without playouts only the moves down the graph are made."""
    position = GAMES["kulami"].setup().start()
    search = Mcts(position, Graph(SMALL), 1)
    search.tune(playout_share=share)
    search.run(200)
    length = position.plies_left()
    assert (search.plies > 100 * length // 2) == (share > 0)
    if share == 1.0:
        # Won, lost or drawn: twice a reward is a whole number.
        assert all(abs(2 * r - round(2 * r)) < 1e-6 for _, _, r in search.root_moves())


def test_without_priors_the_first_tries_go_round() -> None:
    """All moves look alike, so each is tried once before any is tried twice, unless it wins."""
    position = GAMES["kulami"].setup().start()
    search = Mcts(position, Graph(SMALL), 1)
    search.tune(exploration=1e6, priors=False)
    search.run(1 + len(position.legal()))
    assert set(tries_of(search).values()) == {1}


def test_without_proofs_nothing_is_proved() -> None:
    (position,) = late_positions_of(GAMES["kulami"].setup(), LATE, 1)
    for proofs in (True, False):
        search = Mcts(position, Graph(SMALL), 1)
        search.tune(proofs=proofs)
        search.run(PLENTY // 4)
        assert search.is_solved() == proofs


def facts() -> list[Any]:
    """What a search of each sample, and of a position in its middle game, has found."""
    found: list[Any] = []
    for game in GAMES.values():
        for options in game.samples:
            state = State(game.setup(options))
            for plies in (0, 12):
                dice = Dice(plies)
                while len(state.history) < plies and state.seat:
                    state.play(dice.choice(state.legal_moves()))
                search = Mcts(state.position, Graph(0), 7)
                search.measure()
                search.run(15)
                found.append([search.simulations, search.plies, search.deepest])
                found.append([list(move) for move in search.root_moves()])
                found.append([search.root_results(), search.root_leads()])
    return found


@pytest.mark.skipif(not COMPILED, reason="compares the compiled kernel with this one")
def test_both_kernels_find_the_same_to_the_last_bit() -> None:
    assert facts() == in_source("tests.search.test_mcts", "facts")


def test_positions_that_several_ways_lead_to_are_one_node() -> None:
    """In Siege Stones a, b, c and c, b, a often lead to the same: both are tries of one node."""
    position = GAMES["siege_stones"].setup({"towers": "0"}).start()
    graph = Graph(8)
    Mcts(position, graph, 1).run(3000)
    compared = 0
    for a, b, c in lines_of_three(position, graph):
        ends, last_tries = [], []
        for line in ((a, b, c), (c, b, a)):
            end = position.copy()
            end.play(line[0])
            if line[1] in end.legal():
                end.play(line[1])
            last_tries.append(tries_at(end, graph).get(line[2], 0))
            if line[2] in end.legal():
                end.play(line[2])
            ends.append(end)
        if ends[0].hash() == ends[1].hash() and min(last_tries):
            compared += 1
            # The first simulation that comes to a node values the node itself.
            assert sum(tries_at(ends[0], graph).values()) + 1 == sum(last_tries)
    assert compared > 5


def lines_of_three(position: Position, graph: Graph) -> Iterator[tuple[int, int, int]]:
    """The first three moves of all lines that were tried in which the third is the larger."""
    for a in tries_at(position, graph):
        first = position.copy()
        first.play(a)
        for b in tries_at(first, graph):
            second = first.copy()
            second.play(b)
            yield from ((a, b, c) for c in tries_at(second, graph) if c > a)


def tries_at(position: Position, graph: Graph) -> dict[int, int]:
    """How often each move was tried there that was."""
    if not graph.node_of(position.hash()):
        return {}
    return {move: tries for move, tries in tries_of(Mcts(position, graph, 1)).items() if tries}


# ---------------------------------------------------------------------- limits


def test_a_full_memory_ends_growth_but_not_the_search() -> None:
    position = GAMES["kulami"].setup().start()
    simulations = 3000 if COMPILED else 1500
    search = Mcts(position, Graph(0), 1)
    search.run(simulations)
    assert search.simulations == simulations
    assert search.graph.size <= search.graph.capacity == 1000
    assert search.graph.edge_size <= search.graph.edge_capacity
    assert search.fullness() > 0.99
    assert sum(tries_of(search).values()) == simulations - 1
    assert all(move in position.legal() for move in search.principal_variation()[:1])


def test_moves_that_there_was_no_room_for_are_told_like_others() -> None:
    """Such as are found where a full graph is searched again, a ply later."""
    position = GAMES["kulami"].setup({"layout": "C7"}).start()
    graph = Graph(0)
    first = Mcts(position, graph, 1)
    first.run(3000)
    outside = 0
    for best in first.principal_variation():
        position.play(best)
        search = Mcts(position, graph, 1)
        for move, tries, reward in search.root_moves():
            after = position.copy()
            after.play(move)
            if tries and not graph.node_of(after.hash()):
                outside += 1
                assert 0 <= reward <= tries
                assert search.principal_variation(move) == [move]
    assert outside


def test_halt_ends_a_run_until_it_is_resumed() -> None:
    search = Mcts(GAMES["gorami"].setup().start(), Graph(SMALL), 1)
    search.halt()
    assert search.is_halted()
    search.run(10**9)
    assert search.simulations == 0
    search.resume()
    search.run(10)
    assert search.simulations == 10


def test_the_line_of_a_move_begins_with_it_and_is_legal() -> None:
    position = GAMES["siege_stones"].setup().start()
    search = grown(position, 300)
    move, _, _ = search.root_moves()[-1]
    line = search.principal_variation(move)
    assert line[:1] == [move]
    for each in search.principal_variation():
        assert each in position.legal()
        position.play(each)


# ---------------------------------------------------------------------- proofs


@pytest.mark.parametrize("position", late_positions(LATE, EACH))
def test_what_is_proved_is_what_can_be_forced(position: Position) -> None:
    """The root, every move whose result is known, and the chosen one."""
    search = grown(position, PLENTY)
    assert search.is_solved()
    value = value_of(position, position.seat_to_move())
    best = search.principal_variation()[0]
    assert value_after(position, best) == value
    for (move, _, reward), result in zip(search.root_moves(), search.root_results(), strict=True):
        if result is not None:
            assert result == value_after(position, move)
            assert reward == pytest.approx((0.5 + 0.5 * result) * tries_of(search)[move])
    assert value in search.root_results()


@pytest.mark.parametrize("simulations", [5, 20, 80, 320])
@pytest.mark.parametrize("position", late_positions(LATE, 1))
def test_nothing_is_claimed_before_it_is_proved(position: Position, simulations: int) -> None:
    search = grown(position, simulations)
    for (move, _, _), result in zip(search.root_moves(), search.root_results(), strict=True):
        if result is not None:
            assert result == value_after(position, move)
    if search.is_solved():
        value = value_of(position, position.seat_to_move())
        assert value_after(position, search.principal_variation()[0]) == value


def test_draws_are_among_what_is_proved() -> None:
    """And the chosen move is one that is proved to draw, not one of which less is known."""
    drawn = 0
    for parameter in late_positions(LATE, EACH if COMPILED else 4):
        (position,) = parameter.values
        search = grown(position, PLENTY)
        results = dict(zip(tries_of(search), search.root_results(), strict=True))
        if max(result for result in results.values() if result is not None) == DRAW:
            drawn += 1
            assert results[search.principal_variation()[0]] == DRAW
    assert drawn


def test_a_forced_win_is_proved_and_played_to_its_end() -> None:
    """Its last position was judged as a whole before; as a root it is looked into all the same."""
    item = next(each for each in load("siege_forced_wins.jsonl") if each["plies"] == 3)
    position = played(item["game"], item["options"], item["moves"]).position
    graph = Graph(SMALL)
    for result in (WIN, LOSS, WIN):
        search = Mcts(position, graph, 1)
        assert search.is_solved() == (result == LOSS)
        search.run(600)
        assert search.is_solved()
        move = search.principal_variation()[0]
        assert dict(zip(tries_of(search), search.root_results(), strict=True))[move] == result
        position.play(move)
    assert position.is_over()
    assert position.winning_margin() == 0


@pytest.mark.parametrize("players", ["3", "4"])
def test_with_more_seats_nobody_misses_a_win_or_lets_the_next_one_win(players: str) -> None:
    """Random games, until the seat to move can win outright, and one ply before that."""
    found = 0
    for seed in range(200):
        state = State(GAMES["siege_stones"].setup({"players": players}))
        dice = Dice(seed)
        while state.seat and state.position.winning_move(state.position.seat_to_move()) is None:
            state.play(dice.choice(state.legal_moves()))
        if not state.seat:
            continue
        search = grown(state.position, 400)
        moves = {move: (tries, reward) for move, tries, reward in search.root_moves()}
        best = search.principal_variation()[0]
        tries, reward = moves[best]
        assert reward == tries
        mover = state.position.seat_to_move()
        state.position.play(best)
        assert state.position.is_over()
        assert state.position.winning_seats() == (mover,)
        found += 1
        if found == 5:
            return
    assert found


@pytest.mark.parametrize(("name", "options"), samples())
def test_what_the_seats_expect_is_one_win(name: str, options: dict[str, str]) -> None:
    state = State(GAMES[name].setup(options))
    dice = Dice(2)
    while state.seat:
        expected = [state.position.expectation(seat) for seat in range(state.setup.seats)]
        assert sum(expected) == pytest.approx(1)
        assert all(0 <= each <= 1 for each in expected)
        state.play(dice.choice(state.legal_moves()))
