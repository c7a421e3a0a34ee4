"""``quatuor bench`` and ``quatuor perft``: measuring, for people and for scripts."""

import time
from collections.abc import Callable, Sequence

from engine.games.registry import GAMES
from engine.games.state import State, find, named_values
from engine.search import walk
from engine.search.alphabeta import AlphaBeta
from engine.search.driver import Thinker
from engine.search.table import Table
from engine.session.bench import trials

#: What the yardstick measures: Kulami R8, standard scoring, from the empty board.
YARDSTICK_GAME = "kulami"
PERFT_DEPTH = 6
PLAYOUTS = 30000
SEARCH_DEPTH = 11
TABLE_MEBIBYTES = 16
MOST_DEPTH = 60


def bench() -> int:
    """Print each trial as it ends, then the fingerprint and the speed; returns 0."""
    nodes, seconds = 0, 0.0
    for trial in trials(GAMES, Thinker()):
        nodes += trial.nodes
        seconds += trial.seconds
        print(f"{trial.title:36} {trial.method:9} {trial.nodes:>10} nodes", flush=True)
    print(f"nodes {nodes}\nnps {round(nodes / seconds)}")
    return 0


def yardstick() -> int:
    """Print the three lines of the yardstick program, in its form; returns 0."""
    position = GAMES[YARDSTICK_GAME].setup().start()
    position.plain = True
    _timed("perft6", lambda: walk.perft(position, PERFT_DEPTH))
    _timed("playouts", lambda: PLAYOUTS if walk.playouts(position, PLAYOUTS) else 0)
    search = AlphaBeta(position, Table(TABLE_MEBIBYTES))
    search.tune(reductions=False, pruning=False)
    _timed("search", lambda: _deepen(search))
    return 0


def _deepen(search: AlphaBeta) -> int:
    for depth in range(1, SEARCH_DEPTH + 1):
        search.search(depth)
    return search.nodes


def _timed(name: str, work: Callable[[], int]) -> None:
    begin = time.perf_counter()
    count = work()
    seconds = time.perf_counter() - begin
    print(f"{name} count={count} seconds={seconds:.3f} rate={count / seconds:.0f}", flush=True)


def perft(game: str, depth: int, options: Sequence[str]) -> int:
    """Print depth, nodes, seconds and rate for each depth to `depth`; returns 0.

    Raises: ValueError for an unknown game, a bad option or a bad depth.
    """
    if not 1 <= depth <= MOST_DEPTH:
        raise ValueError(f"a depth from 1 to {MOST_DEPTH} expected, not {depth}")
    state = State(find(GAMES, game).setup(named_values(options)))
    for plies in range(1, depth + 1):
        begin = time.perf_counter()
        nodes = walk.perft(state.position, plies)
        seconds = time.perf_counter() - begin
        print(f"{plies} {nodes} {seconds:.3f} {nodes / max(seconds, 1e-9):.0f}", flush=True)
    return 0
