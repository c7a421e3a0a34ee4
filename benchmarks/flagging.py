"""Does the engine ever lose on time? Games on a short clock, on a machine that is busy.

    python -m benchmarks.flagging [GAMES [TABLES [BUSY [MARGIN]]]]

Quatuor plays itself at 1 s and 0.01 s for each move, all games in turns, at so many tables at
once, while so many other processes do nothing but keep the processors busy. Seat 1 and seat 2
change from game to game; one of the two engines ponders. The bar is 0 losses on time, and 0
faults of any other kind. A move may be late by MARGIN milliseconds, which is 0 if left out; the
referee's own default is 250.
"""

import subprocess
import sys
import time
from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from benchmarks.measuring import Counter, fixtures, open_arena, print_table, progress
from clients.process import FaultKind
from clients.referee.records import Json
from clients.referee.schedule import Fixture
from clients.referee.settings import Engine, Limits, Openings, Tournament
from engine.games.registry import GAMES

COUNT, TABLES, BUSY = 1000, 4, 2
CLOCK = Limits(main=1.0, increment=0.01, margin=0.0, startup=60.0, answer=60.0)
#: What keeps a processor busy.
SPIN = "while True: pass"
ENGINE = (sys.executable, "-m", "engine", "gtp")
#: Random plies before the engines' first move.
OPENING = 2


class Clocks(Counter):
    """Counts losses on time, and how little was left on a clock when a move had come."""

    def __init__(self) -> None:
        super().__init__()
        self.lost_on_time = 0
        self.least = CLOCK.main or 0.0
        self.slowest = 0.0

    def finished(self, fixture: Fixture, game: Json) -> bool:
        kinds = Tally(fault["kind"] for fault in game["faults"])
        self.lost_on_time += kinds[FaultKind.TIME]
        for move in game["moves"]:
            if "left" in move:
                self.least = min(self.least, move["left"] - CLOCK.increment)
                self.slowest = max(self.slowest, move["seconds"])
        return super().finished(fixture, game)


def match(game: str, games: int, margin: float) -> Tournament:
    """Quatuor against itself, with a margin in seconds."""
    limits = replace(CLOCK, margin=margin)
    engines = (
        Engine(ENGINE, "silent", limits),
        Engine(ENGINE, "pondering", limits, {"ponder": "on"}),
    )
    return Tournament(game, engines, games=games, openings=Openings(OPENING))


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that never rest."""
    started = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(processes)]
    try:
        yield
    finally:
        for each in started:
            each.kill()
            each.wait()


def play(game: str, games: int, tables: int, margin: float) -> Clocks:
    """Play so many games, an even number."""
    clocks = Clocks()
    played = match(game, games, margin)
    with open_arena(played, tables, clocks) as arena:
        arena.play(fixtures(played))
    return clocks


def main(count: int = COUNT, tables: int = TABLES, processes: int = BUSY, margin: int = 0) -> None:
    """Play the games, print a table, and what was wrong."""
    each = 2 * -(-count // (2 * len(GAMES)))
    rows, faults = [], []
    with busy(processes):
        for game in GAMES:
            progress(f"{each} games of {game}, {tables} at once, {processes} busy processes")
            begun = time.perf_counter()
            clocks = play(game, each, tables, margin / 1000)
            seconds = time.perf_counter() - begun
            numbers = (clocks.plies, clocks.lost_on_time, len(clocks.faults))
            times = (f"{clocks.least:.3f}", f"{clocks.slowest:.3f}", f"{seconds:.0f}")
            rows.append((game, clocks.games, *numbers, *times))
            faults += clocks.faults
    heads = ("plies", "lost on time", "faults", "least left, s", "longest move, s", "seconds")
    print_table(rows, "game", "games", *heads)
    for reason in sorted(set(faults))[:5]:
        print(f"  {reason}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
