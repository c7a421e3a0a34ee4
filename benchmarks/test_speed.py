"""Speed of the kernel, game by game: ``make bench``.

Reported, not asserted: playouts and perft nodes a second, and search nodes a second with each
game's own evaluation. The numbers shown by pytest-benchmark are seconds for so many of them.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.games.position import Position
from engine.games.registry import GAMES
from engine.search.alphabeta import AlphaBeta
from engine.search.table import Table
from engine.search.uct import Nodes, Uct
from engine.search.walk import perft, playouts

PLAYOUTS = 20_000
NODES = 1_000_000
SIMULATIONS = 20_000


def start(name: str) -> Position:
    """The first position of a game's first sample."""
    return GAMES[name].setup(GAMES[name].samples[0]).start()


def rate(benchmark: BenchmarkFixture, count: int) -> None:
    """Add the rate of the best round to the report."""
    if benchmark.stats:
        benchmark.extra_info["rate"] = round(count / benchmark.stats.stats.min)
        print(f" {benchmark.extra_info['rate']:,} a second")


@pytest.mark.parametrize("name", GAMES)
def test_playouts(benchmark: BenchmarkFixture, name: str) -> None:
    position = start(name)
    benchmark.pedantic(playouts, args=(position, PLAYOUTS), rounds=5, warmup_rounds=1)
    rate(benchmark, PLAYOUTS)


@pytest.mark.parametrize("name", GAMES)
def test_perft(benchmark: BenchmarkFixture, name: str) -> None:
    position = start(name)
    depth = next(d for d in range(1, 20) if perft(position, d) > 200_000)
    nodes = benchmark.pedantic(perft, args=(position, depth), rounds=5, warmup_rounds=1)
    rate(benchmark, nodes)


@pytest.mark.parametrize("name", GAMES)
def test_alphabeta(benchmark: BenchmarkFixture, name: str) -> None:
    def search() -> int:
        kernel = AlphaBeta(start(name), Table(16))
        kernel.limit_nodes(NODES)
        depth = 0
        while not kernel.is_halted() and depth < 60:
            depth += 1
            kernel.search(depth)
        return kernel.nodes

    nodes = benchmark.pedantic(search, rounds=5, warmup_rounds=1)
    rate(benchmark, nodes)


@pytest.mark.parametrize("name", GAMES)
def test_uct(benchmark: BenchmarkFixture, name: str) -> None:
    nodes = Nodes(32)

    def search() -> None:
        Uct(start(name), nodes, 1).run(SIMULATIONS)

    benchmark.pedantic(search, rounds=5, warmup_rounds=1)
    rate(benchmark, SIMULATIONS)
