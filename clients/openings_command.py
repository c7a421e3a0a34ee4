"""The subcommand ``openings``: find openings that neither side has the better of."""

import argparse
import math
import re
import shlex
import sys
from time import monotonic

from clients.balancing.book import Book, BookError
from clients.balancing.recipe import STAGES, Recipe, Stage
from clients.balancing.screening import EngineFailed, Interrupted, Screening, Verdict
from clients.referee.arena import TooManyFiles, allow_files
from clients.referee.commands import OURSELVES, why_not_startable
from clients.referee.openings import NoOpening
from clients.referee.player import Unsuitable
from clients.referee.settings import Engine, Limits, named
from clients.referee.variants import read_game, setup_of
from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.games.registry import GAMES

#: Exit codes besides 0.
FAILED, INTERRUPTED = 1, 130
#: The search by which the openings are judged that come with the program.
ENGINE = f"{OURSELVES} --param search=uct"
#: How long an engine may take for anything but a search, in seconds.
ANSWER = 60.0
#: Most plies of an opening: every game has longer ones.
MOST_PLIES = 60

_PLIES = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?\Z")
_STAGE = re.compile(r"([0-9]{1,12}):([01]?\.?[0-9]{1,6})-([01]?\.?[0-9]{1,6})\Z")


class BadRequest(Exception):
    """Something the user has to put right; the text says what and how."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``openings``."""
    sub.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    sub.add_argument(
        "options",
        metavar="OPTION=VALUE",
        nargs="*",
        help="as for newgame; a random layout is drawn for each opening",
    )
    sub.add_argument(
        "--output",
        required=True,
        metavar="FILE",
        help="the openings, one a line; a file that the same command has begun is continued",
    )
    sub.add_argument("--count", type=_count, default=100, metavar="N", help="how many (100)")
    sub.add_argument(
        "--plies",
        type=_plies,
        default=(4, 8),
        metavar="N-N",
        help="random moves of an opening: so many at least and at most (4-8)",
    )
    sub.add_argument("--seed", type=_whole, default=1, metavar="N", help="draws the candidates (1)")
    _describe_screening(sub.add_argument_group("screening"))
    sub.add_argument("--quiet", action="store_true", help="no progress, only the result")
    sub.epilog = (
        "exit codes: 0 the file has so many openings, 1 an error, 130 interrupted. After any end "
        "the same command goes on. One engine at a time or many find the same openings."
    )


def _describe_screening(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--engine",
        default=ENGINE,
        metavar="CMD",
        help=f'an engine with genmove_analyze; quatuor is this program ("{ENGINE}")',
    )
    group.add_argument(
        "--screen",
        nargs="+",
        type=_stage,
        default=list(STAGES),
        metavar="NODES:LOW-HIGH",
        help="searches one after the other: of how many nodes, and between which chances to win "
        f"of the side to move an opening passes ({' '.join(map(str, STAGES))})",
    )
    group.add_argument("--jobs", type=_count, default=1, metavar="N", help="engines at a time (1)")
    group.add_argument(
        "--patience",
        type=_seconds,
        default=600.0,
        metavar="S",
        help="how long a search may take before the engine counts as hanging (600)",
    )


def _count(word: str) -> int:
    return _from(1, word)


def _whole(word: str) -> int:
    return _from(0, word)


def _from(least: int, word: str) -> int:
    value = int(word)
    if value < least:
        raise argparse.ArgumentTypeError(f"{least} or more expected, not {word}")
    return value


def _seconds(word: str) -> float:
    value = float(word)
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"seconds, more than 0, expected, not {word}")
    return value


def _plies(word: str) -> tuple[int, int]:
    found = _PLIES.match(word)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 1 <= least <= most <= MOST_PLIES:
        right = f"N, or N-N with the smaller number first, up to {MOST_PLIES}"
        raise argparse.ArgumentTypeError(f"{right}, expected, not {word}")
    return least, most


def _stage(word: str) -> Stage:
    found = _STAGE.match(word)
    stage = Stage(int(found[1]), float(found[2]), float(found[3])) if found else Stage(0, 0, 0)
    if stage.nodes < 1 or not stage.low <= stage.high <= 1:
        raise argparse.ArgumentTypeError(
            f"nodes and two chances from 0 to 1, as in {STAGES[-1]}, expected, not {word}"
        )
    return stage


def run(options: argparse.Namespace) -> int:
    """Find the openings; the exit code: see the end of the help."""
    try:
        recipe = _recipe(options)
        engine = _engine(options)
        allow_files(options.jobs)
        _find(options, recipe, engine)
    except Interrupted:
        print("quatuor openings: interrupted; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    except (
        BadRequest,
        BookError,
        EngineFailed,
        NoOpening,
        TooManyFiles,
        Unsuitable,
        OSError,
    ) as error:
        for line in str(error).splitlines():
            print(f"quatuor openings: {line}", file=sys.stderr)
        return FAILED
    return 0


# ---------------------------------------------------------------------- what is wanted


def _recipe(options: argparse.Namespace) -> Recipe:
    """What decides which openings are found. Raises: BadRequest."""
    try:
        rules, given = read_game(" ".join([options.game, *options.options]))
        setup = setup_of(rules, given, options.seed)
    except (UnknownGame, InvalidPosition, InvalidOption) as error:
        raise BadRequest(str(error)) from error
    if setup.seats != 2:
        raise BadRequest(f"openings are balanced for two seats, and here are {setup.seats}")
    least, most = options.plies
    return Recipe(rules, given, least, most, options.seed, tuple(options.screen))


def _engine(options: argparse.Namespace) -> Engine:
    """The engine that screens. Raises: BadRequest."""
    try:
        command = tuple(shlex.split(options.engine))
    except ValueError as error:
        raise BadRequest(f"--engine {options.engine!r}: {error}") from error
    if not command or not "".join(command).isprintable():
        raise BadRequest(f"--engine {options.engine!r}: a command of one line expected")
    why = why_not_startable(command)
    if why is not None:
        raise BadRequest(f"--engine {options.engine!r}: {why}")
    (engine,) = named([Engine(command, limits=Limits(answer=ANSWER, startup=ANSWER))])
    return engine


def head(recipe: Recipe, engine: Engine, program: str) -> list[str]:
    """The first lines of the file: what it is, and the command and the engine that make it."""
    command = [OURSELVES, "openings", *recipe.game.split()]
    command += ["--plies", f"{recipe.least_plies}-{recipe.most_plies}", "--seed", str(recipe.seed)]
    command += ["--engine", shlex.join(engine.command)]
    command += ["--screen", *map(str, recipe.stages)]
    return [
        f"# Balanced openings of {recipe.game}",
        f"# made by: {shlex.join(command)}",
        f"# engine: {program}",
        f"# winrate: of the side to move, after a search of {recipe.stages[-1].nodes} nodes",
    ]


# ---------------------------------------------------------------------- the search


def _find(options: argparse.Namespace, recipe: Recipe, engine: Engine) -> None:
    """Write the file, and say what is in it.

    Raises: Interrupted, BookError, EngineFailed, NoOpening, Unsuitable, OSError.
    """
    screening = Screening(recipe, engine, options.jobs, options.patience)
    try:
        book = Book(options.output, recipe.rules, head(recipe, engine, screening.program()))
        progress = Progress(book, options.count, options.quiet)
        try:
            if progress.is_wanted:
                screening.run(book.next_number, progress.take)
            book.end(progress.candidates)
        finally:
            progress.end()
            book.close()
    finally:
        screening.close()


class Progress:
    """Puts into the book what is balanced, and shows on a terminal how far it is."""

    def __init__(self, book: Book, wanted: int, quiet: bool) -> None:
        self.candidates = book.next_number - 1
        self._book = book
        self._wanted = wanted
        self._began = monotonic()
        self._is_shown = not quiet and sys.stderr.isatty()

    @property
    def is_wanted(self) -> bool:
        """Whether the book has not enough openings."""
        return len(self._book.found) < self._wanted

    def take(self, verdict: Verdict) -> bool:
        """Take what was found; False if that was the last opening needed. Raises: BookError."""
        self.candidates = verdict.number
        if verdict.is_balanced:
            self._book.add(verdict)
        if self._is_shown:
            print(f"\r\x1b[K{self._state()}", end="", file=sys.stderr, flush=True)
        return self.is_wanted

    def end(self) -> None:
        """Say what the book has."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        print(f"{self._book.path}: {self._state()}", flush=True)

    def _state(self) -> str:
        seconds = monotonic() - self._began
        count = f"{len(self._book.found)} of {self._wanted} openings"
        return f"{count}, {self.candidates} candidates, {seconds:.0f} s"
