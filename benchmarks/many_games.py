"""Hundreds of games at once: does the referee make an engine lose on time (CASES R26)?

    python -m benchmarks.many_games [GAMES [CORES]]

Each engine sleeps for a twentieth of the time it has left, on a clock of 0.2 s and 0.002 s for
each move, with no margin but the referee's own default. The bar is 0 losses on time.
"""

import os
import resource
import sys
import time

from benchmarks.measuring import Counter, echo_engine, echo_match, fixtures, open_arena, progress
from clients.referee.settings import Limits

GAMES = 250
CORES = 2
#: Sleeps for one part in so many of the time left.
SHARE = -20
CLOCK = Limits(main=0.2, increment=0.002, startup=60.0)


def main(games: int = GAMES, cores: int = CORES) -> None:
    """Play all games at once on so many cores, twice in a row, and count the faults."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    counter = Counter()
    with echo_engine() as program:
        played = echo_match(program, SHARE, CLOCK, games + games % 2)
        with open_arena(played, games, counter) as arena:
            progress(f"{resource.getrlimit(resource.RLIMIT_NOFILE)[0]} files may be open")
            for turn in ("with starting engines", "with engines that run"):
                counter.plies, begun = 0, time.perf_counter()
                arena.play(fixtures(played))
                elapsed = time.perf_counter() - begun
                print(f"{games} games at once, {turn}: {counter.plies} plies in {elapsed:.2f} s")
    print(f"{len(counter.faults)} faults of any kind in {counter.games} games (bar 0)")
    for reason in sorted(set(counter.faults))[:5]:
        print(f"  {reason}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
