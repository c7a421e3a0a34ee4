"""How fast GORami is solved from early positions.

    python -m benchmarks.solving_gorami [BOARD=22] [PLY=6] [COUNT=20] [THREADS=1] [MIB=1024]

The positions come from quick games of the engine against itself, `PLY` plies long, the first
two plies drawn by chance. A line for each one: seconds of wall time until the winner was known
and until the value was, seconds of all processors, nodes, and what is proved; then the median,
the 90th percentile and the worst.
"""

import statistics
import sys
import time

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.driver import Thinker
from engine.search.report import UCT, Limits
from engine.search.solver import Solver

#: Plies drawn by chance, and the simulations for each later move.
FREE, SIMULATIONS = 2, 2000
COLUMNS = ("seconds to the winner", "seconds", "seconds of processors", "nodes")


def positions(board: str, ply: int, count: int) -> list[Position]:
    """So many positions after `ply` plies, always the same ones."""
    thinker = Thinker(16)
    found = []
    for seed in range(count):
        dice = Dice(seed + 1)
        position = State(GAMES["gorami"].setup({"board": board})).position
        while position.ply < ply:
            move = dice.choice(position.legal())
            if position.ply >= FREE:
                thinker.forget()
                limits = Limits(nodes=SIMULATIONS)
                move = thinker.think(position, UCT, limits, 10, seed).move
            position.play(move)
        found.append(position)
    return found


def main(
    board: str = "22", ply: int = 6, count: int = 20, threads: int = 1, mebibytes: int = 1024
) -> None:
    """Solve the positions, each with an empty table."""
    rows = []
    for number, position in enumerate(positions(board, ply, count), start=1):
        thinker = Thinker(mebibytes, threads)
        begin, begin_cpu = time.monotonic(), time.process_time()
        search, solver = thinker.begin_solving(position, Limits())
        assert isinstance(solver, Solver)
        winner = 0.0
        while not search.wait(0.01):
            if not winner and (solver.low > 0 or solver.high < 0):
                winner = time.monotonic() - begin
        search.finish()
        seconds, cpu = time.monotonic() - begin, time.process_time() - begin_cpu
        winner = winner or seconds
        rows.append((winner, seconds, cpu, solver.crew.nodes))
        times = f"{winner:8.2f} s {seconds:8.2f} s {cpu:8.2f} s cpu"
        proved = solver.told(solver.low)
        print(f"{number:3} {times} {solver.crew.nodes:12,} nodes  {proved}", flush=True)
    for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True):
        ranked = sorted(column)
        high = ranked[-(-9 * len(ranked) // 10) - 1]
        middle = statistics.median(ranked)
        print(f"{name}: median {middle:,.2f}, 90 % {high:,.2f}, worst {ranked[-1]:,.2f}")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(words[0] if words else "22", *map(int, words[1:]))
