"""GORami's recipe: results that are true, symmetries that hold, and whole numbers that fit."""

import json
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from engine.games.gorami.board import symmetries
from engine.games.gorami.inputs import BLOCKS, INPUTS
from engine.games.network import Network, read_network
from engine.games.position import Position
from engine.games.randomness import Dice

pytest.importorskip("numpy")

import numpy as np

import training
from training import __main__ as main
from training import gorami, gorami_games, gorami_rows
from training.gorami_games import Plan, Record
from training.network import HIDDEN, OUTPUTS, Floats, TooLarge, from_bytes, losses, quantised
from training.rows import TooFewGames

PLAN = Plan("22", simulations=60, seed=3, solved=8, whole=7)
SHIPPED = [Path(gorami.ENGINE / f"board{board}.weights") for board in gorami.BOARDS]


def result_by_rules(position: Position) -> int:
    """Win, draw or loss of the side to move, by minimax without any search of the engine."""
    if position.is_over():
        winners = position.winning_seats()
        return 0 if len(winners) == 2 else 1 if position.seat_to_move() in winners else -1
    return max(result_of_move(position, move) for move in position.legal())


def result_of_move(position: Position, move: int) -> int:
    """Win, draw or loss of the side to move if it makes this move."""
    after = position.copy()
    after.play(move)
    if after.is_over():
        winners = after.winning_seats()
        return 0 if len(winners) == 2 else 1 if position.seat_to_move() in winners else -1
    same = after.seat_to_move() == position.seat_to_move()
    return result_by_rules(after) * (1 if same else -1)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [gorami_games.play(PLAN, number) for number in range(12)]


def test_a_game_is_the_same_again_and_others_differ(records: list[Record]) -> None:
    assert gorami_games.play(PLAN, 5) == records[5]
    assert len({tuple(record.moves) for record in records}) == len(records)
    assert len({record.opening for record in records}) > 3
    assert max(record.opening for record in records) <= PLAN.opening


def test_games_are_legal_and_their_visits_those_of_the_search(records: list[Record]) -> None:
    for record in records:
        position = gorami_rows.start_of("22")
        for ply, (move, visits) in enumerate(zip(record.moves, record.visits, strict=True)):
            legal = position.legal()
            assert move in legal
            left = position.plies_left()
            searched = ply >= record.opening and left > PLAN.solved and len(legal) > 1
            assert (visits is not None) == searched
            if visits is not None:
                assert len(visits) == len(legal)
                assert 0 < sum(visits) <= PLAN.simulations
            solved = ply >= record.opening and PLAN.trivial <= left <= PLAN.solved
            assert (record.results[ply] is not None) == solved
            outcomes = record.outcomes[ply]
            assert (outcomes is not None) == (solved and left <= PLAN.whole)
            if outcomes is not None:
                assert len(outcomes) == len(legal)
                assert max(outcomes) == record.results[ply]
            position.play(move)
        assert position.is_over()


def test_results_are_those_of_the_rules(records: list[Record]) -> None:
    checked = set()
    for record in records:
        position = gorami_rows.start_of("22")
        for move, result in zip(record.moves, record.results, strict=True):
            if result is not None and position.plies_left() <= 4:
                assert result == result_by_rules(position)
                checked.add(result)
            position.play(move)
    assert {1, -1} <= checked


def test_outcomes_are_those_of_the_rules(records: list[Record]) -> None:
    checked = set()
    for record in records:
        position = gorami_rows.start_of("22")
        for move, outcomes in zip(record.moves, record.outcomes, strict=True):
            if outcomes is not None and position.plies_left() <= 4:
                results = [result_of_move(position, each) for each in position.legal()]
                assert outcomes == results
                checked.add((min(results), max(results)))
            position.play(move)
    assert (-1, 1) in checked


def test_too_few_nodes_leave_a_position_unsolved() -> None:
    plan = Plan("22", simulations=20, seed=3, solved=9, nodes=2)
    record = gorami_games.play(plan, 0)
    assert record.results[-plan.solved - 1] is None
    assert len(record.results) == len(record.moves)


# ------------------------------------------------------------------------------- rows


def test_a_position_before_the_solved_ones_has_their_result() -> None:
    """The first solved result counts for the side that it is for, less than a solved one."""
    position = gorami_rows.start_of("22")
    moves = [position.legal()[0]]
    position.play(moves[0])
    moves.append(position.legal()[-1])
    visits: list[list[int] | None] = [[90, 15, *[0] * 63, 30], None]
    rows = gorami_rows.rows_of("22", [Record(0, moves, visits, [None, -1], [None, None])] * 2)
    assert rows.values.tolist() == [1.0, 0.0] * 2
    assert rows.weights == pytest.approx([gorami_rows.UNSOLVED, 1.0] * 2)
    assert rows.games.tolist() == [0, 0, 1, 1]
    policy = rows.policies.shares[rows.rated[0]]
    legal = gorami_rows.start_of("22").legal()
    assert [policy[legal[0]], policy[legal[1]], policy[legal[-1]]] == pytest.approx([0.75, 0, 0.25])
    assert np.flatnonzero(rows.policies.legal[rows.rated[0]]).tolist() == sorted(legal)
    assert rows.rated.tolist() == [0, gorami_rows.UNRATED, 1, gorami_rows.UNRATED]


def test_solved_moves_are_rows_and_make_a_policy() -> None:
    """The rows after the first one are the positions after its moves, told from the other side."""
    position = gorami_rows.start_of("22")
    legal = position.legal()
    outcomes = [-1] * len(legal)
    outcomes[3] = outcomes[5] = 1
    record = Record(0, [legal[0]], [None], [1], [outcomes])
    rows = gorami_rows.rows_of("22", [record] * 2)
    each = 1 + len(legal)
    assert rows.values.tolist() == [1.0, *[float(outcome == -1) for outcome in outcomes]] * 2
    assert rows.weights[:2] == pytest.approx([1.0, gorami_rows.AFTER])
    assert rows.rated.tolist() == [0, *[-1] * len(legal), 1, *[-1] * len(legal)]
    assert np.flatnonzero(rows.policies.shares[0]).tolist() == sorted([legal[3], legal[5]])
    assert rows.policies.shares[0].sum() == pytest.approx(1)
    for number in range(1, each):
        after = gorami_rows.start_of("22")
        after.play(legal[number - 1])
        assert [i for i in rows.inputs[number] if i != INPUTS] == after.senses()


def test_where_all_moves_are_equal_there_is_no_policy() -> None:
    legal = gorami_rows.start_of("22").legal()
    record = Record(0, [legal[0]], [None], [-1], [[-1] * len(legal)])
    rows = gorami_rows.rows_of("22", [record] * 2)
    assert (rows.rated == gorami_rows.UNRATED).all()


def test_too_few_games_are_refused() -> None:
    with pytest.raises(TooFewGames):
        gorami_rows.rows_of("22", [])


@pytest.mark.parametrize("board", ["16", "22", "24"])
def test_a_turned_game_has_the_turned_inputs_and_moves(board: str) -> None:
    """Random games are played on the board and on each of its images side by side."""
    images, sources = gorami_rows.input_images(board), gorami_rows.move_sources(board)
    ways = symmetries(int(board))
    assert len(images) == len(sources) == len(ways)
    dice = Dice(int(board))
    for fields, image, source in zip(ways, images, sources, strict=True):
        here, there = gorami_rows.start_of(board), gorami_rows.start_of(board)
        while not here.is_over():
            assert sorted(image[here.senses()]) == sorted(there.senses())
            assert sorted(source[there.legal()]) == sorted(here.legal())
            move = dice.choice(here.legal())
            here.play(move)
            there.play(move if move >= 72 else 3 * fields[move // 3] + move % 3)


def test_no_thing_has_two_inputs_on_and_blocks_fill_all() -> None:
    """What the proof of the sums' range rests on."""
    thing = np.full(INPUTS, -1)
    count = 0
    for first, things, states in BLOCKS.values():
        for number in range(things):
            assert (thing[first + number * states : first + (number + 1) * states] == -1).all()
            thing[first + number * states : first + (number + 1) * states] = count
            count += 1
    assert thing.min() == 0
    dice = Dice(2)
    position = gorami_rows.start_of("24")
    while not position.is_over():
        on = thing[position.senses()].tolist()
        assert len(set(on)) == len(on)
        position.play(dice.choice(position.legal()))


# --------------------------------------------------------------------------- networks


def some_floats(spread: float = 0.1) -> Floats:
    rng = np.random.default_rng(4)
    return Floats(
        rng.normal(0.5, 0.2, HIDDEN),
        rng.normal(0, spread, (INPUTS, HIDDEN)),
        rng.normal(0, 0.5, (OUTPUTS, HIDDEN)),
        rng.normal(0, 0.5, OUTPUTS),
    )


def padded(active: list[int]) -> Any:
    return np.array([active + [INPUTS] * (gorami_rows.WIDTH - len(active))])


def test_whole_numbers_answer_what_the_kernel_answers() -> None:
    whole = quantised(some_floats(), BLOCKS.values())
    kernel = Network(array("h", whole.to_bytes()))
    again = from_bytes(whole.to_bytes())
    dice = Dice(6)
    position = gorami_rows.start_of("22")
    while not position.is_over():
        active = position.senses()
        outputs = whole.outputs(padded(active))[0]
        assert kernel.forward(active) == pytest.approx(100 * outputs)
        assert (again.outputs(padded(active))[0] == outputs).all()
        floats = some_floats().outputs(padded(active))[0]
        assert np.abs(outputs - floats).max() < 0.2
        position.play(dice.choice(position.legal()))


def test_numbers_that_do_not_fit_are_refused() -> None:
    floats = some_floats()
    with pytest.raises(TooLarge, match="a weight"):
        quantised(Floats(floats.bias, floats.rows, 1e4 * floats.head, floats.head_bias), [])
    with pytest.raises(TooLarge, match="a sum"):
        quantised(some_floats(3.0), BLOCKS.values())


def test_losses_of_a_network_that_knows_nothing(records: list[Record]) -> None:
    """It gives each result one half, and each legal move the same chance."""
    rows = gorami_rows.rows_of("22", records)
    nothing = Floats(
        np.zeros(HIDDEN), np.zeros((INPUTS, HIDDEN)), np.zeros((OUTPUTS, HIDDEN)), np.zeros(OUTPUTS)
    )
    found = losses(nothing, rows)
    _, policies = rows.known()
    assert found.value == pytest.approx(np.log(2))
    assert found.policy == pytest.approx(np.log(policies.legal.sum(axis=1)).mean())
    assert losses(quantised(nothing, BLOCKS.values()), rows) == pytest.approx(found)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_shipped_networks_fit_and_have_their_recipe(path: Path, records: list[Record]) -> None:
    network = from_bytes(path.read_bytes())
    assert len(network.rows) == INPUTS
    scaled = Floats(
        network.bias / 256, network.rows / 256, network.head / 64, network.head_bias / 64
    )
    assert quantised(scaled, BLOCKS.values()).to_bytes() == path.read_bytes()
    story = json.loads(path.with_suffix(".recipe.json").read_text())
    assert f"gorami --board {path.stem.removeprefix('board')} " in story["command"]
    assert story["held out, whole numbers"]["value"] < 0.5


# ------------------------------------------------------------------------- the command


def words(folder: Path, *more: str) -> list[str]:
    plan = ["gorami", "--board", "22", "--games", "40", "--simulations", "40", "--seed", "2"]
    return [*plan, "--out", str(folder / "games"), "--weights", str(folder / "w.weights"), *more]


def test_without_its_library_the_fit_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "training.network_fit", raising=False)
    monkeypatch.delattr(training, "network_fit", raising=False)
    assert main.main(words(tmp_path, "--only-fit")) == 1
    assert "quatuor[training]" in capsys.readouterr().err


def test_the_command_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file is a network of the kernel, better than nothing; a second run is the same."""
    pytest.importorskip("torch")
    assert main.main(words(tmp_path)) == 0
    path = tmp_path / "w.weights"
    data = path.read_bytes()
    assert read_network(path).inputs == INPUTS
    story = json.loads(path.with_suffix(".recipe.json").read_text())
    assert story["games"] == 40
    assert story["held out, whole numbers"]["accuracy"] > 0.5
    assert main.main(words(tmp_path, "--only-fit")) == 0
    assert path.read_bytes() == data
    assert "so far: value" in capsys.readouterr().err
