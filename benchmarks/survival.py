"""How long a tournament takes with each faulty engine (CASES R1-R24).

    python -m benchmarks.survival [MODE ...]

Four games of a good engine against a faulty one, on a 2-second clock, one at a time, with all
else by default. The bar is 15 seconds, and that no process is left.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.measuring import print_table, progress
from clients.referee.records import Json
from tests.clients.tournaments import (
    carriers,
    faulty,
    new_mark,
    records,
    referee,
    seconds_until_gone,
    write_file,
)
from tests.faulty_engines.faulty import MOVE_FAULTS, OTHER_FAULTS

BAR = 15.0
MAIN_TIME = 2
GAMES = 4
#: Characters of the column that says what came of it.
WIDTH = 90


def survive(mode: str, folder: Path) -> tuple[str, str, int, str]:
    """Play with that fault: mode, seconds, processes left at the end, and what came of it."""
    progress(mode)
    results = folder / f"{mode}.jsonl"
    file = write_file(
        folder / f"{mode}.toml",
        {"Good": faulty("good"), "Bad": faulty(mode)},
        {"main": MAIN_TIME},
        games=GAMES,
        results=str(results),
    )
    mark, begun = new_mark(), time.perf_counter()
    referee("run", file, mark=mark)
    elapsed = time.perf_counter() - begun
    left = len(carriers(mark))
    seconds_until_gone(mark)
    late = " LATE" if elapsed > BAR else ""
    return mode, f"{elapsed:.1f}{late}", left, _outcome(results)


def _outcome(results: Path) -> str:
    """How many games ended how, and the first reason of each kind."""
    finished, void = records(results), records(results.with_suffix(".voids.jsonl"))
    told = [f"{count} by {how}" for how, count in Counter(map(_how, finished)).items()]
    told += [f"{len(void)} void, stopped" if not finished else f"{len(void)} void"] if void else []
    faults = [fault for game in (*finished, *void) for fault in game["faults"]]
    return "; ".join(
        [", ".join(told), *(f"{each['name']} {each['reason']}" for each in faults[:1])]
    )


def _how(game: Json) -> str:
    return game["faults"][0]["kind"] if game["faults"] else str(game["termination"])


def main(*modes: str) -> None:
    """Measure these modes, or all."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = modes or (*MOVE_FAULTS, *OTHER_FAULTS)
        rows = [survive(mode, Path(folder)) for mode in chosen]
    print_table(rows, "fault", "seconds", "left", "what came of 4 games")
    print(f"longest: {max(float(row[1].split()[0]) for row in rows)} s (bar {BAR:g})")


if __name__ == "__main__":
    main(*sys.argv[1:])
