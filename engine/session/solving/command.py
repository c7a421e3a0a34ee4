"""The subcommand ``solve``: the exact value of a position, in as many runs as it takes."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import NoReturn

from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.exact_table import ExactTable
from engine.search.memory import zeroed
from engine.search.proof_solver import ProofSolver
from engine.search.proof_table import FIRST_BUCKETS, ProofTable
from engine.search.solver import Solver
from engine.session.solving import results
from engine.session.solving.errors import BadRequest
from engine.session.solving.journal import Folder, Record
from engine.session.solving.keeper import Keeper
from engine.session.solving.progress import choose
from engine.session.solving.proof import Proof
from engine.session.solving.request import DEFAULT_MEBIBYTES, kept_record, named, new_record

#: Exit codes besides 0: nobody reads the answer; not solved within the time; interrupted.
FAILED, UNKNOWN, INTERRUPTED = 1, 3, 130
MOST_MEBIBYTES, MOST_THREADS, MOST_SECONDS = 1 << 20, 64, 1e9
#: Seconds between two writings of the journal if nothing new is proved.
SAVE_EVERY = 10.0

DESCRIPTION = """\
Prove the exact value of a position of two seats: who wins, and by how much or how soon, if both
sides play their best; and find the best line to the end of the game. The position is a GAME with
its options, the end of a game in SGF, or a position as the engine's command `position` says it;
--moves go on from there."""
EPILOG = """\
examples:
  quatuor solve donuts seed=7
  quatuor solve gorami board=22 --moves "D3=2 C2=1 D2=3 B2=2 E3=1 C3=3"
  quatuor solve --sgf game.sgf --json
  quatuor solve gorami board=16 --state run --hash 4096 --threads 2 --out solved.jsonl
  quatuor solve --state run --out solved.jsonl      goes on after Ctrl-C, a kill or a crash
  quatuor verify solved.jsonl

exit codes: 0 solved, 1 something is wrong with what was given, 2 bad usage, 3 not solved within
the time, 130 interrupted."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``solve``."""
    sub.formatter_class = argparse.RawDescriptionHelpFormatter
    sub.description, sub.epilog = DESCRIPTION, EPILOG
    sub.usage = "%(prog)s [GAME [OPTION=VALUE …]] [options]"
    sub.add_argument("setup", nargs="*", metavar="GAME", help="and its options, as for newgame")
    sub.add_argument("--sgf", metavar="FILE", help="the end of the main line of the first game")
    sub.add_argument("--position", metavar="TEXT", help="a position, as for setposition")
    sub.add_argument("--moves", metavar="MOVES", default="", help='moves from there: "D4 E5"')
    sub.add_argument("--faces", metavar="FILE", help="faces for random Donuts boards")
    _describe_search(sub)
    sub.add_argument("--out", metavar="FILE", help="add the result to a file as a line of JSON")
    sub.add_argument("--json", action="store_true", help="say what is known as a line of JSON")
    sub.add_argument("--quiet", action="store_true", help="no progress")


def _describe_search(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--state",
        metavar="DIR",
        help="a folder that keeps all that is found, made if need be: the same command again, or "
        "--state DIR alone, goes on where a run has ended, however it did",
    )
    sub.add_argument(
        "--hash",
        type=_whole(MOST_MEBIBYTES),
        metavar="MIB",
        help=f"MiB for the table ({DEFAULT_MEBIBYTES}, or what the state was begun with)",
    )
    sub.add_argument(
        "--threads", type=_whole(MOST_THREADS), default=1, metavar="N", help="threads (1)"
    )
    sub.add_argument("--time", type=_seconds, metavar="S", help="seconds for this run (no limit)")
    sub.add_argument(
        "--save",
        type=_seconds,
        default=SAVE_EVERY,
        metavar="S",
        help=f"seconds between two writings of the state's journal ({SAVE_EVERY:.0f})",
    )


def _whole(most: int) -> Callable[[str], int]:
    """Reads a whole number from 1 to `most`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:20]) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from 1 to {most} expected")
        return int(text)

    return read


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"seconds above 0 expected, not {text!r}")
    return seconds


# ---------------------------------------------------------------------- the run


def run(options: argparse.Namespace) -> int:
    """Solve; the exit code. Raises BadRequest."""
    try:
        return _run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _run(options: argparse.Namespace) -> int:
    """Raises BadRequest."""
    state = named(options)
    if options.out:
        results.check_that_it_can_grow(options.out)
    if options.state and (state is not None or os.path.isdir(options.state)):
        with closing(Folder(options.state)) as folder:
            record = kept_record(options, state, folder)
            if record is None and state is not None:
                record = new_record(options, state)
            if record is None:
                raise BadRequest(f"--state {options.state} is empty: what is to be solved?")
            return _solve(options, record, folder)
    if options.state:
        raise BadRequest(f"--state {options.state}: no such folder; what is to be solved?")
    if state is None:
        raise BadRequest("what is to be solved? a GAME, --sgf FILE, --position TEXT or --state DIR")
    return _solve(options, new_record(options, state), None)


def _solve(options: argparse.Namespace, record: Record, folder: Folder | None) -> int:
    """Raises BadRequest."""
    progress = choose(options.quiet)
    state = record.problem.state(GAMES)
    proof = Proof(state, _solver(state, record, folder, options.threads), record.standing)
    keeper = Keeper(proof, record, folder, progress, options.save)
    keeper.save()
    code, how = UNKNOWN, "not solved within the time"
    try:
        with _termination_as_interrupt():
            proof.run(keeper.tick, options.time)
    except KeyboardInterrupt:
        code, how = INTERRUPTED, "interrupted"
    finally:
        progress.end()
    is_kept = keeper.save()
    if proof.is_complete():
        code = 0
    else:
        progress.say(f"{how}; --state {options.state} goes on from here" if is_kept else how)
    _answer(options, proof, record)
    return code


def _solver(
    state: State, record: Record, folder: Folder | None, threads: int
) -> Solver | ProofSolver:
    """The solver of a position, its table in memory or in the folder. Raises BadRequest.

    Forced lines are found by proof numbers, with one thread however many there may be.
    """
    memory = zeroed if folder is None else folder.memory
    try:
        if state.position.is_forcing():
            first_buckets = FIRST_BUCKETS if folder is None else 0
            table = ProofTable(record.mebibytes, memory, first_buckets)
            return ProofSolver(state.position, table)
        return Solver(state.position, ExactTable(record.mebibytes, memory), threads)
    except MemoryError as error:
        raise BadRequest(f"--hash {record.mebibytes} is too much here: {error}") from error


def _answer(options: argparse.Namespace, proof: Proof, record: Record) -> None:
    """Say what is known, and add it to the file if it is a whole result. Raises BadRequest."""
    known = proof.standing()
    settings = {"hash": record.mebibytes, "threads": options.threads}
    told = results.as_json(proof.state, known, settings)
    if options.out and proof.is_complete():
        results.add(options.out, told)
    print(
        json.dumps(told, ensure_ascii=False) if options.json else results.as_text(told), flush=True
    )


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM end a run as cleanly as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
