"""What searches report: values, leads and proofs of several moves, and trees that are kept."""

from typing import Any

import pytest

from engine.games.position import EVALUATION_LIMIT, ON_POINTS, OUTRIGHT, Position
from engine.games.registry import GAMES
from engine.search.alphabeta import AlphaBeta
from engine.search.driver import Search, Thinker
from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, UCT, Limits, Solved, Value, solved, winning_chance
from engine.search.table import Table
from engine.search.uct import BYTES_PER_NODE, Nodes, Uct
from tests.games.support import COMPILED, load, played, samples
from tests.search.test_alphabeta import LATE, minimax

NODES = 3000 if COMPILED else 200


def search(position: Position, method: str, lines: int | None, **limits: Any) -> Search:
    return Thinker(4).begin(position, method, Limits(**limits), FULL_LEVEL, 1, lines)


def finished(position: Position, method: str, lines: int | None, **limits: Any) -> Search:
    found = search(position, method, lines, **limits)
    found.wait()
    found.finish()
    return found


# ---------------------------------------------------------------------- scores and proofs


def test_chances_rise_with_the_score_and_are_one_half_at_zero() -> None:
    scores = [-OUTRIGHT, -ON_POINTS, -EVALUATION_LIMIT, -300, -1, 0, 1, 300, EVALUATION_LIMIT]
    chances = [winning_chance(score) for score in [*scores, ON_POINTS, OUTRIGHT]]
    assert chances == sorted(chances)
    assert chances[0] == chances[1] == 0.0
    assert chances[-1] == chances[-2] == 1.0
    assert winning_chance(0) == 0.5
    assert winning_chance(110) == pytest.approx(0.75026, abs=1e-5)  # a logit of 1.1


@pytest.mark.parametrize(
    ("score", "depth", "expected"),
    [
        (OUTRIGHT - 23, 3, Solved(Value.WIN, 3, outright=True)),
        (-(OUTRIGHT - 24), 4, Solved(Value.LOSS, 4, outright=True)),
        (ON_POINTS + 7, 10, Solved(Value.WIN, 7)),
        (-(ON_POINTS + 7), 10, Solved(Value.LOSS, 7)),
        (0, 10, Solved(Value.DRAW)),
        (ON_POINTS + 7, 9, None),
        (0, 9, None),
        (250, 9, None),
    ],
)
def test_what_a_score_proves(score: int, depth: int, expected: Solved | None) -> None:
    """From a root at ply 20 of which the game may go on for ten plies."""
    assert solved(score, depth, horizon=10, ply=20) == expected


# ---------------------------------------------------------------------- several moves


def values_of_moves(position: Position, depth: int) -> dict[int, int]:
    values = {}
    for move in position.legal():
        position.play(move)
        values[move] = -minimax(position, depth - 1)
        position.take_back()
    return values


def two_seats(item: dict[str, Any]) -> Position:
    position = played(item["game"], item["options"], item["moves"]).position
    if position.seats != 2 or position.is_over():
        pytest.skip("alpha-beta is for two seats")
    return position


@pytest.mark.parametrize("item", LATE, ids=lambda item: item["name"])
def test_every_line_has_the_value_of_its_move(item: dict[str, Any]) -> None:
    position = two_seats(item)
    depth = min(2, position.plies_left())
    values = values_of_moves(position, depth)
    report = finished(position, ALPHABETA, 5, depth=depth).report()
    candidates = report.candidates
    if any(candidate.solved is None for candidate in candidates):
        assert {candidate.depth for candidate in candidates} == {depth}
    best = sorted(values.values(), reverse=True)[: len(candidates)]
    assert len(candidates) == min(5, len(values))
    found = [values[candidate.move] for candidate in candidates]
    assert [winning_chance(value) for value in found] == [c.winrate for c in candidates]
    if report.depth == depth:
        assert found == best


@pytest.mark.parametrize("item", LATE, ids=lambda item: item["name"])
def test_barred_moves_are_left_out_and_leave_no_trace(item: dict[str, Any]) -> None:
    position = two_seats(item)
    values = values_of_moves(position, 1)
    kernel = AlphaBeta(position, Table(1))
    best = kernel.search(1)
    assert best == max(values.values())
    while len(values) > 1:
        del values[kernel.best_move]
        kernel.bar(kernel.best_move)
        assert kernel.search(1) == max(values.values())
    kernel.unbar()
    assert kernel.search(1) == best


def test_one_line_more_does_not_change_the_best() -> None:
    for game in GAMES.values():
        position = game.setup(game.samples[0]).start()
        one = finished(position, ALPHABETA, 1, depth=3).report().candidates
        many = finished(position, ALPHABETA, 4, depth=3).report().candidates
        assert many[0].winrate == one[0].winrate
        assert len(many) == 4


# ---------------------------------------------------------------------- trees


@pytest.mark.parametrize(("name", "options"), samples())
def test_a_report_is_the_tree(name: str, options: dict[str, str]) -> None:
    position = GAMES[name].setup(options).start()
    report = finished(position, UCT, 1, nodes=NODES).report()
    assert report.nodes == NODES
    assert 0 < report.hash_full <= 1
    assert report.seldepth >= 1
    visits = [candidate.visits for candidate in report.candidates]
    assert sum(visits) == NODES - 1
    assert visits == sorted(visits, reverse=True)
    for candidate in report.candidates:
        assert candidate.line[0] == candidate.move
        assert 0 <= candidate.winrate <= 1


@pytest.mark.parametrize("game", GAMES)
def test_leads_are_the_mean_of_the_ends(game: str) -> None:
    """A ply before the end of a full-length game each lead is known exactly."""
    item = next(each for each in load("random_games.jsonl") if each["game"] == game)
    position = played(game, item["options"], item["moves"][:-1]).position
    seat = position.seat_to_move()
    expected = {}
    for move in position.legal():
        position.play(move)
        if position.is_over():
            totals = position.totals()
            others = [total for other, total in enumerate(totals) if other != seat]
            expected[move] = totals[seat] - max(others)
        position.take_back()
    assert expected
    report = finished(position, UCT, 1, nodes=NODES).report()
    leads = {candidate.move: candidate.lead for candidate in report.candidates}
    assert expected.items() <= leads.items()


@pytest.mark.parametrize(("name", "options"), samples())
def test_a_tree_that_descends_keeps_all_below(name: str, options: dict[str, str]) -> None:
    state = played(name, options)
    tree = Uct(state.position, Nodes(1), 1)
    tree.run(NODES)
    move, visits, _ = max(tree.root_moves(), key=lambda found: found[1])
    line = tree.principal_variation(move)
    tree.descend(move, Nodes(1))
    state.position.play(move)
    assert tree.position.hash() == state.position.hash()
    assert tree.principal_variation() == line[1:]
    below = sum(count for _, count, _ in tree.root_moves())
    assert below == visits - 1  # the first visit is a playout from the node itself
    tree.resume()
    tree.run(50)
    assert tree.simulations == 50
    assert sum(count for _, count, _ in tree.root_moves()) == below + 50
    assert sorted(m for m, _, _ in tree.root_moves()) == sorted(state.position.legal())


def test_a_tree_cannot_follow_a_move_that_is_none() -> None:
    tree = Uct(played("kulami", {}).position, Nodes(1), 1)
    tree.run(100)
    with pytest.raises(ValueError, match="no move 200"):
        tree.descend(200, Nodes(1))


def test_a_descent_into_little_room_keeps_what_fits() -> None:
    position = played("kulami", {}).position
    tree = Uct(position, Nodes(2), 1)
    tree.run(20 * NODES)
    move = max(tree.root_moves(), key=lambda found: found[1])[0]
    room = Nodes(1000 * BYTES_PER_NODE / 2**20)
    tree.descend(move, room)
    assert tree.size <= room.capacity == 1000
    tree.resume()
    tree.run(100)
    assert tree.simulations == 100


@pytest.mark.parametrize("threads", [1, 2])
def test_kept_trees_are_used_again(threads: int) -> None:
    thinker = Thinker(8, threads)
    thinker.keep_trees(True)
    state = played("kulami", {})
    limits = Limits(nodes=NODES)
    move = thinker.think(state.position, UCT, limits, FULL_LEVEL, 1).move
    state.position.play(move)
    search = thinker.begin(state.position, UCT, Limits(nodes=10), FULL_LEVEL, 1, 1)
    search.wait()
    search.finish()
    # More visits than simulations: those of the first search.
    assert sum(c.visits for c in search.report().candidates) > 10 * threads
    thinker.forget()
    search = thinker.begin(state.position, UCT, Limits(nodes=10), FULL_LEVEL, 1, 1)
    search.wait()
    search.finish()
    assert sum(c.visits for c in search.report().candidates) <= 10 * threads
