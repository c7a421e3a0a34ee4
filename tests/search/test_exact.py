"""Exact search against trying everything and plain alpha-beta; its table; its threads."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.gorami.board import symmetries
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.alphabeta import AlphaBeta
from engine.search.driver import Thinker
from engine.search.exact import Exact
from engine.search.exact_table import ExactTable
from engine.search.report import Limits
from engine.search.solver import Solver
from engine.search.table import Table
from tests.games.support import COMPILED, played
from tests.games.test_symmetry import images
from tests.search.test_alphabeta import minimax

#: Every sample of two seats of every game.
SAMPLES = [
    (name, options)
    for name, game in GAMES.items()
    for options in game.samples
    if int(options.get("players", 2)) == 2
]
#: The most plies left, for trying everything, and for alpha-beta.
FEW, MORE = (3, 6) if COMPILED else (2, 3)


#: Nodes that three questions cost in a position of each board of GORami.
NODES = {"16": 547, "22": 1913, "24": 2505}


def late(sample: int, seed: int, plies: int) -> State:
    """A position of a random game from which at most so many plies can be played."""
    name, options = SAMPLES[sample]
    state = State(GAMES[name].setup(options))
    dice = Dice(seed)
    while state.seat is not None and state.position.plies_left() > plies:
        state.play(dice.choice(state.legal_moves()))
    return state


def answers(position: Position, value: int) -> Iterator[tuple[int, int]]:
    """Questions round a value, each with the answer of a kernel and a table of its own."""
    for asked in (value - 1, value, value + 1):
        yield asked, Exact(position, ExactTable(0.1)).ask(asked)


samples = st.integers(0, len(SAMPLES) - 1)
seeds = st.integers(1, 10_000)


@settings(max_examples=80 if COMPILED else 15, deadline=None)
@given(samples, seeds)
def test_answers_are_those_of_trying_everything(sample: int, seed: int) -> None:
    position = late(sample, seed, FEW).position
    value = minimax(position, 64)
    floor, ceiling = position.bounds()
    assert floor <= value <= ceiling
    for asked, found in answers(position, value):
        assert value >= found >= asked or value <= found < asked


@settings(max_examples=80 if COMPILED else 15, deadline=None)
@given(samples, seeds)
def test_answers_and_bounds_agree_with_alphabeta(sample: int, seed: int) -> None:
    position = late(sample, seed, MORE).position
    if position.is_over():
        value = position.value()
    else:
        value = AlphaBeta(position, Table(1)).search(position.plies_left())
    floor, ceiling = position.bounds()
    assert floor <= value <= ceiling
    for asked, found in answers(position, value):
        assert value >= found >= asked or value <= found < asked


@settings(max_examples=40 if COMPILED else 10, deadline=None)
@given(samples, seeds)
def test_the_line_is_played_to_the_end_and_worth_the_value(sample: int, seed: int) -> None:
    position = late(sample, seed, FEW).position
    value = minimax(position, 64)
    line = Exact(position, ExactTable(0.1)).line(value)
    seat = position.seat_to_move()
    for move in line:
        assert move in position.legal()
        position.play(move)
    assert position.is_over()
    assert position.value() == (value if position.seat_to_move() == seat else -value)


@settings(max_examples=40, deadline=None)
@given(samples, seeds, st.integers(0, 40))
def test_mirror_images_have_one_canonical_hash(sample: int, seed: int, plies: int) -> None:
    name, options = SAMPLES[sample]
    state = State(GAMES[name].setup(options))
    found = images(state)
    states = [State(GAMES[name].setup(image)) for image, _ in found]
    dice = Dice(seed)
    for _ in range(plies):
        if state.seat is None:
            break
        move = dice.choice(state.legal_moves())
        for other, (_, rename) in zip(states, found, strict=True):
            other.play(rename(move))
        state.play(move)
    same_board = [other for other in states if other.setup.options == state.setup.options]
    if name == "gorami":
        assert {other.position.canonical_hash() for other in same_board} == {
            state.position.canonical_hash()
        }


@settings(max_examples=60 if COMPILED else 8, deadline=None)
@given(st.sampled_from(["16", "22", "24"]), seeds)
def test_positions_of_gorami_with_one_hash_have_one_value(board: str, seed: int) -> None:
    """All positions a few plies on that share a hash are worth the same to who is to move."""
    sample = SAMPLES.index(next(each for each in SAMPLES if each[1].get("board") == board))
    root = late(sample, seed, MORE).position
    known: dict[int, int] = {}
    table = Table(1)

    def visit(position: Position, depth: int) -> None:
        over = position.is_over()
        value = position.value() if over else AlphaBeta(position, table).search(64)
        for name in {position.essential_hash(), position.canonical_hash()}:
            assert known.setdefault(name, value) == value
        for move in position.legal() if depth else []:
            position.play(move)
            visit(position, depth - 1)
            position.take_back()

    visit(root, 2)


@pytest.mark.parametrize("board", ["16", "22", "24"])
def test_different_positions_of_gorami_have_different_hashes(board: str) -> None:
    """After one disc they are images of each other if the numbers agree and the fields are."""
    position = played("gorami", {"board": board}).position
    fields = range(int(board))
    classes = {frozenset(image[field] for image in symmetries(int(board))) for field in fields}
    own, mirrored = set(), set()
    for move in position.legal():
        position.play(move)
        own.add(position.essential_hash())
        mirrored.add(position.canonical_hash())
        position.take_back()
    assert (len(own), len(mirrored)) == (3 * len(fields), 3 * len(classes))


#: Best play of both sides on the board of 16, from a solution of the whole game: yellow wins by
#: one stripe.
BEST_PLAY_ON_16 = "C2=3 C3=2 B1=1 A3=1 A2=2 B4=3 E2=1 D3=1 D1=2 C1=3 C4=1 E3=2 D4=3"


@pytest.mark.parametrize("plies", range(7 if COMPILED else 9, 14))
def test_best_play_on_the_board_of_16_keeps_its_value(plies: int) -> None:
    state = played("gorami", {"board": "16"}, BEST_PLAY_ON_16.split()[:plies])
    position = state.position
    value = position.value()
    if not position.is_over():
        value = AlphaBeta(position, Table(1)).search(position.plies_left())
    assert value == (-20_001 if position.seat_to_move() else 20_001)


def kernel(plies: int = 18) -> Exact:
    """A search that a few thousand nodes do not finish."""
    sample = SAMPLES.index(next(each for each in SAMPLES if each[0] == "gorami"))
    return Exact(late(sample, 5, plies).position, ExactTable(1))


@pytest.mark.parametrize("limit", [1, 100, 1000])
def test_a_limit_of_nodes_is_kept_and_can_be_raised(limit: int) -> None:
    search = kernel()
    search.limit_nodes(limit)
    search.ask(1)
    assert search.is_halted()
    assert search.is_exhausted()
    assert limit <= search.nodes <= limit + 80
    search.limit_nodes(2 * limit)
    search.resume()
    search.ask(1)
    assert search.nodes <= 2 * limit + 80


def test_compiled_and_uncompiled_kernels_visit_the_same_nodes() -> None:
    """Numbers that both kernels must agree on; they change with the order of moves."""
    found = {}
    for sample, (name, options) in enumerate(SAMPLES):
        if name == "gorami":
            search = Exact(late(sample, 3, 10).position, ExactTable(0.1))
            for value in (-20_000, 1, 20_002):
                search.ask(value)
            found[options["board"]] = search.nodes
    assert found == NODES


def test_a_halted_search_returns_at_once() -> None:
    search = kernel()
    search.halt()
    search.ask(1)
    assert search.nodes == 1
    assert search.line(1) == []


def test_it_can_be_halted_from_another_thread() -> None:
    search = kernel(64)
    threading.Timer(0.1, search.halt).start()
    begin = time.monotonic()
    search.ask(1)
    assert time.monotonic() - begin < 20


def test_several_threads_find_what_one_finds() -> None:
    for sample in range(len(SAMPLES)):
        position = late(sample, 7, MORE).position
        if position.is_over() or position.sudden:
            continue
        alone = Solver(position, ExactTable(1))
        alone.work(Limits(), None)
        thinker = Thinker(1, threads=3)
        search, together = thinker.begin_solving(position, Limits())
        assert search.wait(60)
        assert search.finish().exact
        assert (together.low, together.high) == (alone.low, alone.high)


def test_a_table_keeps_what_was_dear() -> None:
    """Five entries of one bucket: the cheapest one gives way."""
    table = ExactTable(64 / (1 << 20))
    for key, work in ((8, 9), (16, 3), (24, 7), (32, 8), (40, 5)):
        table.remember(key, -key, key, key, work)
    assert table.known(16) is None
    for key in (8, 24, 32, 40):
        assert table.known(key) == (-key, key, key)
    table.remember(8, 1, 2, 3, 1)
    assert table.known(8) == (1, 2, 3)


def test_what_is_old_gives_way_sooner() -> None:
    table = ExactTable(64 / (1 << 20))
    table.remember(8, 0, 0, 0, 9)
    table.grow_older()
    for key in (16, 24, 32, 40):
        table.remember(key, 0, 0, 0, 6)
    assert table.known(8) is None


def test_a_table_is_as_large_as_asked_for_and_tells_how_full_it_is() -> None:
    table: Any = ExactTable(1)
    assert table.entries() == (1 << 20) // 16
    assert table.fullness() == 0
    for key in range(50):
        table.remember(key, 0, 0, 0, 1)
    assert table.fullness() == 50 / 1000
