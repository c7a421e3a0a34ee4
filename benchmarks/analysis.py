"""Live analysis: how steady it is, and what it costs the search.

    python -m benchmarks.analysis [ROUNDS] [SECONDS]

For each game and search: lines a second at an interval of 25 hundredths, as a client hears them
from a process (bar: 4); and the nodes a second of an analysis with lines written out that often,
as a part of those of a search that tells nothing (bar: at least 0.95), both kinds in turns, in
this process. The quiet alpha-beta values as many moves: that is asked for, and no cost of telling.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from math import pi, sqrt

from engine.games.registry import GAMES
from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, UCT, Limits
from engine.session.analysis import FORMS, LINES, Analysis, Request
from engine.session.session import Session

INTERVAL = 0.25
#: The standard error of a median, in standard errors of the mean of normal numbers: √(π/2).
MEDIAN_ERROR = sqrt(pi / 2)
#: Games whose board is drawn if nobody says which.
BOARDS = {"donuts": "donuts seed=1"}


def session(game: str, method: str) -> Session:
    """A session at the beginning of a game; the same board each time."""
    made = Session(GAMES, BOARDS.get(game, game))
    made.match.set_parameter("search", method)
    return made


def quiet_rate(game: str, method: str, seconds: float) -> float:
    """Nodes a second of a search that tells nothing."""
    match = session(game, method).match
    lines = LINES if method == ALPHABETA else None
    search = match.begin_search(Limits(), lines, FULL_LEVEL)
    time.sleep(seconds)
    search.finish()
    report = search.report()
    return report.nodes / report.seconds


def telling_rate(game: str, method: str, seconds: float) -> float:
    """Nodes a second of an analysis that is written out."""
    analysis = Analysis(session(game, method), Request(INTERVAL), FORMS[""])
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        time.sleep(INTERVAL)
        analysis.line()
    analysis.end()
    report = analysis.report()
    return report.nodes / report.seconds


def lines_a_second(game: str, method: str, seconds: float) -> float:
    """How many lines a client hears."""
    commands = f"newgame {game}\nparam search {method}\nanalyze 25\n".encode()
    with subprocess.Popen(
        [sys.executable, "-m", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(commands)
        process.stdin.flush()
        while not process.stdout.readline().startswith(b"info "):
            pass
        begin = time.monotonic()
        count = 0
        while (elapsed := time.monotonic() - begin) < seconds:
            count += process.stdout.readline().startswith(b"info ")
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        process.stdout.read()
    return count / elapsed


def main(rounds: int = 20, seconds: float = 0.75) -> None:
    """Print a row for each game and search."""
    print(f"{'game':<13}{'search':<11}{'lines/s':>8}{'telling / quiet, median ± its error':>38}")
    for game in GAMES:
        for method in (ALPHABETA, UCT):
            steady = lines_a_second(game, method, 8 * seconds)
            ratios = list(_ratios(game, method, rounds, seconds))
            error = MEDIAN_ERROR * statistics.stdev(ratios) / sqrt(len(ratios))
            told = f"{statistics.median(ratios):.3f} ± {error:.3f}"
            print(f"{game:<13}{method:<11}{steady:>8.2f}{told:>38}", flush=True)


def _ratios(game: str, method: str, rounds: int, seconds: float) -> Iterator[float]:
    """Telling to quiet, one pair after the other, each kind first in turn."""
    for number in range(rounds):
        kinds = [telling_rate, quiet_rate] if number % 2 else [quiet_rate, telling_rate]
        rates = {kind: kind(game, method, seconds) for kind in kinds}
        yield rates[telling_rate] / rates[quiet_rate]


if __name__ == "__main__":
    words = sys.argv[1:]
    main(*([int(words[0])] if words else []), *map(float, words[1:2]))
