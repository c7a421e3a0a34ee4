"""Forced wins of Siege Stones: how fast the threat search finds them.

    python -m benchmarks.forced_wins            time every position of the suite
    python -m benchmarks.forced_wins --make     make the suite anew

The suite holds positions from games of UCT against itself, each with the number of plies within
which the side to move wins outright against anything. That number comes from an exhaustive
alpha-beta search, which knows nothing of threats. The bar: every win in less than 0.5 seconds.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine.games.position import ON_POINTS, Position
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.alphabeta import AlphaBeta
from engine.search.table import Table
from engine.search.threats import ThreatSearch
from engine.search.uct import Nodes, Uct

SUITE = Path(__file__).parent.parent / "tests" / "data" / "siege_forced_wins.jsonl"
#: How many positions of each length there are.
WANTED = {3: 6, 5: 18, 7: 26}
SEED = 5
#: Random plies that each game begins with, simulations for each later move.
RANDOM_PLIES, SIMULATIONS = 4, 3000
#: A score above this is an outright win; a win on points is not.
BETWEEN = ON_POINTS + 1000
BAR = 0.5


def games(seed: int) -> Iterator[list[str]]:
    """Games of UCT against itself that were won outright, as moves."""
    nodes = Nodes(32)
    random = Random(seed)
    while True:
        state = State(GAMES["siege_stones"].setup({}))
        moves: list[str] = []
        while not state.position.is_over():
            position = state.position
            move = random.choice(position.legal())
            if position.ply >= RANDOM_PLIES:
                tree = Uct(position, nodes, random.getrandbits(32))
                tree.run(SIMULATIONS)
                move = max(tree.root_moves(), key=lambda known: known[1])[0]
            moves.append(state.setup.move_text(move))
            state.play(moves[-1])
        if state.position.winning_margin() == 0 and len(state.position.winning_seats()) == 1:
            yield moves


def distance(position: Position) -> int:
    """The plies within which the side to move wins outright, tried out in full; 0 if over 7."""
    search = AlphaBeta(position, Table(32))
    search.tune(reductions=False, pruning=False)
    for plies in (1, 3, 5, 7):
        if search.search(plies, BETWEEN, BETWEEN + 1) > BETWEEN:
            return plies
    return 0


def position_after(moves: list[str]) -> Position:
    state = State(GAMES["siege_stones"].setup({}))
    for move in moves:
        state.play(move)
    return state.position


def make() -> None:
    """Write the suite: from each game at most one position of each length."""
    left = dict(WANTED)
    items: list[dict[str, Any]] = []
    for moves in games(SEED):
        seen = set()
        for back in (3, 5, 7, 9, 11):
            known = moves[: max(len(moves) - back, 0)]
            plies = distance(position_after(known))
            if left.get(plies) and plies not in seen:
                seen.add(plies)
                left[plies] -= 1
                items.append(
                    {"game": "siege_stones", "options": {}, "moves": known, "plies": plies}
                )
        print(left, flush=True)
        if not any(left.values()):
            break
    items.sort(key=lambda item: int(item["plies"]))
    SUITE.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")


def measure() -> None:
    """Find every win of the suite with an empty table, and say how long it took."""
    items = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    times: dict[int, list[float]] = {}
    nodes: dict[int, list[int]] = {}
    for item in items:
        position, plies = position_after(item["moves"]), item["plies"]
        search = ThreatSearch()
        begin = time.process_time()
        found = search.find(position)
        times.setdefault(plies, []).append(time.process_time() - begin)
        nodes.setdefault(plies, []).append(search.nodes)
        if found is None or found.plies != plies:
            print(f"expected a win in {plies}, found {found}: {' '.join(item['moves'])}")
    for plies, seconds in times.items():
        quick = sum(each < BAR for each in seconds)
        print(
            f"in {plies} plies: {quick} of {len(seconds)} in less than {BAR} s; "
            f"median {statistics.median(seconds):.4f} s, worst {max(seconds):.4f} s, "
            f"{statistics.median(nodes[plies]):.0f} and {max(nodes[plies])} nodes"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--make", action="store_true", help="make the suite anew")
    if parser.parse_args().make:
        make()
    else:
        measure()
