"""How long Kulami's exact margin takes late in the game; for a machine at rest.

    python -m benchmarks.solving_kulami [COUNT [THREADS [SEED]]]

Positions are reached by a search of 3,000 simulations a move after three random moves: R8 with
`standard` scoring at ply 30 (bar: 90 % within 10 s) and R9 with `both` at ply 28 (bar: 15 s), with
2 threads and a table of 512 MiB. The exit code is 1 if a bar is missed.
"""

import math
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.measuring import print_table, progress
from engine.games.kulami.game import KulamiGame
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.search.driver import Thinker
from engine.search.report import Limits
from engine.search.uct import Nodes, Uct

SIMULATIONS, OPENING = 3000, 3
#: Room for one move's tree, and for the table, in MiB.
ROOM, TABLE = 16, 512


class Task(NamedTuple):
    """Positions of one kind, and the seconds within which 90 % of them should be solved."""

    layout: str
    scoring: str
    ply: int
    bar: float


TASKS = (Task("R8", "standard", 30, 10.0), Task("R9", "both", 28, 15.0))


def positions(task: Task, seed: int) -> Iterator[Position]:
    """Positions from strong play, without end; those whose game ended before are left out."""
    setup = KulamiGame().setup({"layout": task.layout, "scoring": task.scoring})
    nodes = Nodes(ROOM)
    dice = Dice(seed)
    while True:
        position = setup.start()
        while position.ply < task.ply and (legal := position.legal()):
            position.play(
                dice.choice(legal)
                if position.ply < OPENING
                else best_move(position, nodes, dice.below(1 << 40))
            )
        if position.legal():
            yield position.copy()


def best_move(position: Position, nodes: Nodes, seed: int) -> int:
    """The move that a search of ``SIMULATIONS`` visits most."""
    tree = Uct(position, nodes, seed)
    tree.run(SIMULATIONS)
    return max(tree.root_moves(), key=lambda found: found[1])[0]


def solve(position: Position, threads: int) -> tuple[float, int, int]:
    """Seconds, nodes and the score from the side to move."""
    thinker = Thinker(TABLE, threads)
    begin = time.perf_counter()
    search, solver = thinker.begin_solving(position, Limits())
    search.wait()
    search.finish()
    seconds = time.perf_counter() - begin
    assert solver.low == solver.high
    return seconds, search.report().nodes, solver.low


def percentile(values: Sequence[float], part: float) -> float:
    """The least value that so large a part of the values does not exceed."""
    return sorted(values)[math.ceil(part * len(values)) - 1]


def main(count: int = 20, threads: int = 2, seed: int = 1) -> int:
    """Print a row for each position, and the percentiles."""
    missed = 0
    for task in TASKS:
        rows, times = [], []
        for number, position in zip(range(1, count + 1), positions(task, seed), strict=False):
            progress(f"{task.layout} {task.scoring} ply {task.ply}: {number} of {count}")
            seconds, nodes, score = solve(position, threads)
            times.append(seconds)
            rows.append([number, score, f"{seconds:.2f}", f"{nodes / 1e6:.2f}"])
        print_table(rows, f"{task.layout} {task.scoring}", "score", "seconds", "million nodes")
        slow = percentile(times, 0.9)
        missed += slow > task.bar
        print(f"median {percentile(times, 0.5):.2f} s, 90 % within {slow:.2f} s (bar {task.bar} s)")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
