"""The subcommand ``verify``: results of ``solve``, checked with the rules alone."""

import argparse
import json
import os
import sys
from collections.abc import Iterator

from engine.games.registry import GAMES
from engine.session.solving.errors import BadRequest, why
from engine.session.solving.results import Solution
from engine.session.solving.verification import Verified, Wrong, verify

FAILED, INTERRUPTED = 1, 130
DEFAULT_NODES = 200_000

DESCRIPTION = """\
Check results that `quatuor solve --out` has written. The best line is played by the rules and has
to end as it is claimed. Then, from its end backwards, every position on it is searched by trying
everything, slowly and without any part of the engine's own search: the side that wins must be
able to hold the value, and neither side may have a better move than the line's."""
EPILOG = """\
examples:
  quatuor verify solved.jsonl
  quatuor verify solved.jsonl --nodes 5000000      further back, for minutes
  quatuor solve donuts seed=7 --json | quatuor verify -

Only a result that is verified from ply 0 on is proved once more; of the others the line is
possible and its last plies are right.

exit codes: 0 nothing is wrong, 1 something is, 2 bad usage, 130 interrupted."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``verify``."""
    sub.formatter_class = argparse.RawDescriptionHelpFormatter
    sub.description, sub.epilog = DESCRIPTION, EPILOG
    sub.add_argument("file", metavar="FILE", help="lines of JSON; - is standard input")
    sub.add_argument(
        "--nodes",
        type=_nodes,
        default=DEFAULT_NODES,
        metavar="N",
        help=f"positions to visit for each result at most ({DEFAULT_NODES})",
    )


def _nodes(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"a whole number expected, not {text!r}")
    return int(text[:18])


def run(options: argparse.Namespace) -> int:
    """Verify; the exit code. Raises BadRequest if the file cannot be read."""
    wrong = results = 0
    try:
        for number, line in _lines(options.file):
            results += 1
            try:
                solution = Solution.from_json(json.loads(line))
                print(f"{number}: {_told(solution, verify(solution, GAMES, options.nodes))}")
            except (Wrong, BadRequest, json.JSONDecodeError, RecursionError) as error:
                wrong += 1
                print(f"{number}: WRONG: {error}")
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    if not results:
        raise BadRequest(f"{options.file} holds no results")
    print(f"{results - wrong} of {results} right" if wrong else f"{results} right")
    return FAILED if wrong else 0


def _lines(name: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that hold anything, and their numbers from 1. Raises BadRequest."""
    try:
        file = sys.stdin if name == "-" else open(name, encoding="utf-8")  # noqa: SIM115
        with file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{name}: {why(error)}") from error


def _told(solution: Solution, found: Verified) -> str:
    """What was found, in words."""
    claim = f"{solution.claim}, line of {found.plies} plies to the end"
    if not found.first:
        return f"proved: {claim}, {found.nodes} nodes"
    last = found.plies - found.first
    return f"right as far as seen: {claim}, its last {last} plies verified, {found.nodes} nodes"
