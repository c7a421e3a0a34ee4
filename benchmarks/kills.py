"""A run of 200 games that is killed at a random moment and resumed (CASES R25).

    python -m benchmarks.kills [KILLS [SEED]]

For each signal so many runs, each of which is killed once, after a random number of games and a
little more, and then resumed to its end. The bars: exactly 200 unique games each time, none lost
that was in the log, at most as many replayed as were under way, the report of the last run the
same as of the log alone, and no process left 2 seconds after the signal.
"""

import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.measuring import echo_engine, print_table, progress
from tests.clients.tournaments import (
    HANG,
    await_games,
    ids,
    new_mark,
    referee,
    referee_in_background,
    script,
    seconds_until_gone,
    write_file,
)

KILLS = 20
GAMES = 200
CONCURRENCY = 4
#: Microseconds of thought for each move.
SLEEP = 300
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


@dataclass(frozen=True)
class Trial:
    """What came of one kill."""

    at: int
    lost: int
    unique: int
    lines: int
    replayed: float
    same_report: bool
    gone_after: float

    @property
    def is_good(self) -> bool:
        """Whether every bar is met."""
        exact = self.unique == self.lines == GAMES and self.lost == 0 and self.same_report
        return exact and self.replayed <= CONCURRENCY and self.gone_after <= 2.0


def trial(program: Path, number: signal.Signals, random: Random, folder: Path) -> Trial:
    """Run, kill, resume."""
    results, begun = folder / "out.jsonl", folder / "begun"
    engine = [str(program), str(SLEEP), *script()]
    file = write_file(
        folder / "t.toml",
        {"A": engine, "B": engine},
        {"movetime": 60},
        {"ECHO_GAMES": str(begun)},
        games=GAMES,
        concurrency=CONCURRENCY,
        results=str(results),
    )
    mark = new_mark()
    with referee_in_background("run", file, mark=mark) as process:
        await_games(results, random.randrange(GAMES - 10), process)
        time.sleep(random.random() * 0.03)
        process.send_signal(number)
        sent = time.monotonic()
        process.communicate(timeout=HANG)
        seconds_until_gone(mark)
        gone_after = time.monotonic() - sent
    before = ids(results)
    last = referee("resume", file)
    after = ids(results)
    return Trial(
        at=len(before),
        lost=len(set(before) - set(after)),
        unique=len(set(after)),
        lines=len(after),
        replayed=begun.stat().st_size / 2 - GAMES,
        same_report=last.stdout == referee("report", results).stdout,
        gone_after=gone_after,
    )


def main(kills: int = KILLS, seed: int = 1) -> None:
    """Kill so many runs by each signal."""
    rows = []
    with ExitStack() as stack:
        program = stack.enter_context(echo_engine())
        for number in SIGNALS:
            random = Random(seed * 100 + number)
            trials = []
            for kill in range(kills):
                progress(f"{number.name} {kill + 1}")
                with tempfile.TemporaryDirectory() as folder:
                    trials.append(trial(program, number, random, Path(folder)))
            rows.append((number.name, *_row(trials)))
    print_table(
        rows, "signal", "runs", "killed at", "good", "unique", "lost", "replayed", "same", "gone"
    )


def _row(trials: list[Trial]) -> list[object]:
    """Counts and extremes of the trials with one signal."""
    ats, uniques = [each.at for each in trials], {each.unique for each in trials}
    return [
        len(trials),
        f"{min(ats)}-{max(ats)}",
        sum(each.is_good for each in trials),
        "/".join(map(str, sorted(uniques))),
        sum(each.lost for each in trials),
        f"<= {max(each.replayed for each in trials):g}",
        sum(each.same_report for each in trials),
        f"<= {max(each.gone_after for each in trials):.2f} s",
    ]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
