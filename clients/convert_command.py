"""The subcommand ``convert``: games between SGF, GTP scripts and lines of JSON."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from clients.convert.conversion import Input, Tally, convert
from clients.convert.errors import BadFile, BadUsage
from clients.convert.forms import FORMS, Form, form_of
from clients.convert.output import Nowhere, Output, output_to, writing
from clients.convert.screen import Screen, say
from clients.convert.source import STANDARD, STANDARD_INPUT, STANDARD_OUTPUT
from clients.referee.report.words import games, some

#: Exit codes besides 0: something is wrong with a file; with what was asked for; interrupted.
FAILED, MISUSED, INTERRUPTED = 1, 2, 130

EPILOG = """\
forms:
  sgf    .sgf           any number of games
  gtp    .gtp           commands for an engine, one game a file
  jsonl  .jsonl .ndjson one game a line, as the referee writes them

examples:
  quatuor convert games.jsonl games.sgf       all games into one file
  quatuor convert games.jsonl games/ --to gtp a file for each game
  quatuor convert mon.sgf tue.sgf week.jsonl  several files into one
  quatuor convert game.sgf - --to gtp | quatuor
  quatuor convert --check *.sgf               only look whether all is legal

Every game is played again: an illegal move or a result that contradicts the rules is an error
that names file, line, game and move, and then nothing is written.

exit codes: 0 all games converted, 1 something is wrong with a file or a game was left out,
2 something is wrong with what was asked for, 130 interrupted."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``convert``."""
    sub.formatter_class = argparse.RawDescriptionHelpFormatter
    sub.epilog = EPILOG
    sub.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="inputs, then the output unless -o names it; - is standard input or output, and an "
        "output that ends in / or is a folder gets a file for each game",
    )
    sub.add_argument("-o", "--output", metavar="OUTPUT", help="the output; all FILEs are inputs")
    sub.add_argument(
        "--from", dest="source", choices=FORMS, help="form of the inputs, whatever their names"
    )
    sub.add_argument("--to", choices=FORMS, help="form of the output, whatever its name")
    sub.add_argument("--check", action="store_true", help="write nothing; all FILEs are inputs")
    sub.add_argument(
        "--keep-going", action="store_true", help="leave out games that are wrong, and list them"
    )
    sub.add_argument("--force", action="store_true", help="replace what is there already")
    sub.add_argument("--quiet", action="store_true", help="no progress and no summary")
    _let_options_stand_anywhere(sub)


def _let_options_stand_anywhere(sub: argparse.ArgumentParser) -> None:
    """Let options stand between files, which a parser of a subcommand does not do by itself."""

    def parse(
        words: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        del sub.parse_known_args  # from here on it is the one of the class again
        return sub.parse_known_intermixed_args(words, namespace)

    sub.parse_known_args = parse  # type: ignore[assignment]  # the class has overloads of it


def run(options: argparse.Namespace) -> int:
    """Convert; the exit code."""
    try:
        inputs, output = _places(options)
        with _termination_as_interrupt():
            return _convert(options, _inputs(inputs, options.source), output)
    except BadUsage as error:
        say(str(error))
        return MISUSED
    except BadFile as error:
        say(str(error))
        return FAILED
    except KeyboardInterrupt:
        say("interrupted; nothing was written")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM end a conversion as cleanly as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _places(options: argparse.Namespace) -> tuple[list[str], str | None]:
    """The inputs and the output, None with ``--check``. Raises: BadUsage."""
    files: list[str] = options.files
    if options.check:
        if options.output is not None:
            raise BadUsage("--check writes nothing: leave out --output")
        return files, None
    if options.output is not None:
        return files, options.output
    if len(files) < 2:
        raise BadUsage(f"and where to? `quatuor convert {files[0]} OUTPUT`; - is standard output")
    return files[:-1], files[-1]


def _inputs(paths: Sequence[str], named: str | None) -> list[Input]:
    """Raises: BadUsage, also for an input that is given twice."""
    seen: set[str] = set()
    for path in paths:
        place = path if path == STANDARD else os.path.abspath(path)
        if place in seen:
            raise BadUsage(f"{path} is given twice")
        seen.add(place)
    return [Input(path, form_of(path, named, "--from", STANDARD_INPUT)) for path in paths]


def _convert(options: argparse.Namespace, inputs: Sequence[Input], path: str | None) -> int:
    """Raises: BadUsage, BadFile."""
    form = inputs[0].form if path is None else _form_of_output(path, options.to)
    output = Nowhere() if path is None else output_to(path, form.endings[0], options.force)
    screen = Screen(options.quiet)
    try:
        with writing(output):
            tally = convert(inputs, form, output, screen, options.keep_going)
    finally:
        screen.end()
    if not options.quiet:
        _sum_up(tally, inputs, form, output, is_check=path is None)
    return FAILED if tally.skipped else 0


def _form_of_output(path: str, named: str | None) -> Form:
    if named is None and (path.endswith("/") or os.path.isdir(path)):
        raise BadUsage(f"what form shall the files in {path} have? --to {'|'.join(FORMS)} says it")
    return form_of(path, named, "--to", STANDARD_OUTPUT)


def _sum_up(
    tally: Tally, inputs: Sequence[Input], form: Form, output: Output, is_check: bool
) -> None:
    """Say what was done, and what is not in the output."""
    what = f"{games(tally.games)} from {some(len(inputs), 'file')}"
    done = ": all legal, nothing written" if is_check else f" written to {output.name}"
    skipped = f", {games(tally.skipped)} left out" if tally.skipped else ""
    say(f"{what}{done}{skipped}")
    if tally.adjudicated:
        say(f"{games(tally.adjudicated)} not finished by the rules; the file's result was taken")
    if tally.lost and not is_check:
        say(f"not kept: {', '.join(sorted(tally.lost))}")
