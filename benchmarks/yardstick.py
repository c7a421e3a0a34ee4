"""Our kernel beside another program that prints the same three lines, in one run.

    python benchmarks/yardstick.py PROGRAM [RUNS]

PROGRAM prints lines ``NAME count=N seconds=S rate=R`` for ``perft6``, ``playouts`` and
``search``, as ``quatuor bench yardstick`` does. Both are started in turn, so that a machine
whose speed drifts is fair to both; the ratios of the runs are shown with their median.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from statistics import median

OURS = [sys.executable, "-m", "engine", "bench", "yardstick"]
LINE = re.compile(r"(\w+) count=\d+ seconds=[\d.]+ rate=(\d+)")


def rates(command: Sequence[str]) -> dict[str, int]:
    """The rates that a program prints."""
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: int(rate) for name, rate in LINE.findall(output)}


def main(program: str, runs: int = 7) -> None:
    """Print each quantity's rates and ratios."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(rates(OURS))
        theirs.append(rates([program]))
    for name in ours[0]:
        ratios = [a[name] / b[name] for a, b in zip(ours, theirs, strict=True)]
        print(
            f"{name:9} ours {median(run[name] for run in ours):>12,.0f}  "
            f"theirs {median(run[name] for run in theirs):>12,.0f}  "
            f"ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
