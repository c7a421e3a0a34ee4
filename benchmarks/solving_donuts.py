"""Donuts from the empty board: who wins, and after how many plies.

    python -m benchmarks.solving_donuts [BOARDS] [MEBIBYTES] [exact]

Random boards of house faces (``newgame donuts seed=1`` and so on; bar for 20 of them: the winner
known in at most 1 second in the median, 6 in the worst case), each with an empty table of
MEBIBYTES and one thread. For each: the result for seat 1, and the processor's seconds and the
nodes until that is known; with ``exact`` also the exact value and what that takes in all.
"""

import statistics
import sys
import time

from benchmarks.measuring import print_table
from engine.games.position import Position
from engine.games.registry import GAMES
from engine.search.proof_solver import ProofSolver
from engine.search.proof_table import ProofTable
from engine.search.proving import Prover
from engine.search.report import Limits

BOARDS, MEBIBYTES = 20, 64
HEADERS = ("seed", "winner", "seconds", "million nodes")


def winner(position: Position, table: ProofTable) -> tuple[str, int]:
    """The result for the side to move, and the nodes it took."""
    prover = Prover(position, table)
    result = "win" if prover.ask(1) else "draw" if prover.ask(0) else "loss"
    return result, prover.nodes


def exact_value(position: Position, table: ProofTable) -> tuple[str, int]:
    """The value for the side to move, as ``solve`` tells it, and the nodes it took."""
    solver = ProofSolver(position, table)
    solver.work(Limits(), None)
    return solver.told(solver.low), solver.kernel.nodes


def main(boards: int, mebibytes: int, exact: bool) -> None:
    """Solve the boards one by one, then say the median and the worst."""
    find = exact_value if exact else winner
    rows: list[tuple[str, ...]] = []
    seconds: list[float] = []
    millions: list[float] = []
    for seed in range(1, boards + 1):
        position = GAMES["donuts"].setup({"seed": str(seed)}).start()
        table = ProofTable(mebibytes)
        begin = time.process_time()
        result, nodes = find(position, table)
        seconds.append(time.process_time() - begin)
        millions.append(nodes / 1e6)
        rows.append((str(seed), result, f"{seconds[-1]:.2f}", f"{millions[-1]:.2f}"))
    for name, choose in (("median", statistics.median), ("worst", max)):
        rows.append((name, "", f"{choose(seconds):.2f}", f"{choose(millions):.2f}"))
    print_table(rows, *HEADERS)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word != "exact"]
    given = dict(zip(("boards", "mebibytes"), numbers, strict=False))
    main(**{"boards": BOARDS, "mebibytes": MEBIBYTES} | given, exact="exact" in sys.argv)
