"""The subcommand ``referee check``: do these engines speak the protocol, and play the game?"""

import argparse
import io
import json
import math
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace

from clients.referee.compliance import (
    STEPS,
    Examination,
    Finding,
    Interrupted,
    examine,
)
from clients.referee.compliance_game import SETTING_UP
from clients.referee.compliance_step import Status
from clients.referee.configuration_error import ConfigurationError
from clients.referee.openings import Beginning, Beginnings
from clients.referee.report.words import printable
from clients.referee.settings import Engine, Tournament
from clients.referee.toml_file import read_toml

DEFAULT_GAME = "kulami"
#: Exit codes besides 0.
FAILED, INTERRUPTED = 1, 130

#: The step that only engines with ``newgame`` can pass.
SETS_UP = SETTING_UP.steps[0]
_WIDTH = max(len(step.name) for step in STEPS)


class BadCheck(Exception):
    """Something the user has to put right; the text says what and how."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``check``."""
    what = sub.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file", nargs="?", metavar="FILE.toml", help="a tournament: its engines and its game"
    )
    what.add_argument(
        "--engine",
        nargs="+",
        action="extend",
        metavar="CMD",
        help="commands of engines, each as one word: --engine quatuor 'gnugo --mode gtp'; "
        "quatuor is this program; any engine that speaks GTP will do",
    )
    sub.add_argument(
        "--game",
        metavar="LINE",
        help="a game line as for newgame that the engines must know: --game 'gorami board=24'; "
        f"without it those of --engine that know newgame are examined with {DEFAULT_GAME}",
    )
    sub.add_argument(
        "--startup",
        type=_positive,
        metavar="S",
        help="seconds for the first answers of an engine (5, or what FILE.toml says)",
    )
    sub.add_argument("--json", action="store_true", help="write one JSON object, not lines to read")
    sub.epilog = (
        "exit codes: 0 no step failed that a tournament needs, 1 one did or an error, "
        "130 interrupted"
    )


def _positive(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"seconds, more than 0, expected, not {word}")
    return value


def run(options: argparse.Namespace) -> int:
    """Examine the engines; the exit code: see the end of the help."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        tournament = _tournament(options)
        beginning = _beginning(tournament)
        game_is_wanted = bool(options.file or options.game)
        screen = Silence() if options.json else Screen()
        examinations = examine(tournament.engines, beginning, game_is_wanted, screen)
    except (BadCheck, ConfigurationError) as error:
        for line in str(error).splitlines():
            print(f"quatuor referee check: {line}", file=sys.stderr)
        return FAILED
    except (Interrupted, KeyboardInterrupt):
        print("quatuor referee check: interrupted", file=sys.stderr)
        return INTERRUPTED
    if options.json:
        print(json.dumps(as_json(examinations), indent=2, ensure_ascii=False), flush=True)
    return 0 if all(each.passed for each in examinations) else FAILED


# ---------------------------------------------------------------------- what is examined


def _tournament(options: argparse.Namespace) -> Tournament:
    """The file's tournament, or one of the options. Raises: BadCheck, ConfigurationError."""
    if options.file:
        tournament, _ = read_toml(options.file)
    else:
        engines = tuple(_engine(word) for word in options.engine)
        tournament = Tournament(DEFAULT_GAME, engines)
    if options.game is not None:
        tournament = replace(tournament, game=options.game)
    if options.startup is not None:
        engines = tuple(_patient(each, options.startup) for each in tournament.engines)
        tournament = replace(tournament, engines=engines)
    return tournament


def _engine(word: str) -> Engine:
    try:
        command = tuple(shlex.split(word))
    except ValueError as error:
        raise BadCheck(f"--engine {word!r}: {error}") from error
    if not command:
        raise BadCheck("--engine '': a command expected")
    return Engine(command)


def _patient(engine: Engine, startup: float) -> Engine:
    return replace(engine, limits=replace(engine.limits, startup=startup))


def _beginning(tournament: Tournament) -> Beginning:
    """How the tournament's first game begins. Raises: BadCheck."""
    try:
        return Beginnings(tournament).beginning(1)
    except ValueError as error:
        raise BadCheck(f"no game can be begun: {error}") from error


# ---------------------------------------------------------------------- what is shown


class Silence:
    """Shows nothing."""

    def begun(self, examination: Examination) -> None:
        """Nothing."""

    def found(self, finding: Finding) -> None:
        """Nothing."""

    def ended(self, examination: Examination) -> None:
        """Nothing."""


class Screen:
    """A line for each step, as it is done, and a summary."""

    def __init__(self) -> None:
        self._begun = 0

    def begun(self, examination: Examination) -> None:
        """Say which engine it is."""
        engine = examination.engine
        command = shlex.join(engine.command)
        label = f"{engine.name}: {command}" if engine.name else command
        print(("\n" if self._begun else "") + printable(label), flush=True)
        self._begun += 1

    def found(self, finding: Finding) -> None:
        """Say how a step turned out."""
        print(printable(line(finding)), flush=True)

    def ended(self, examination: Examination) -> None:
        """Say what it all means."""
        print(printable(summary(examination)), flush=True)


def line(finding: Finding) -> str:
    """A finding as one line; a failure also says what would be right."""
    head = f"{finding.number:4}  {finding.step.name:{_WIDTH}}  {finding.status}"
    if finding.status is Status.OK:
        return f"{head} ({finding.text})" if finding.text else head
    right = f". Right would be: {finding.step.right}" if finding.status is Status.FAILED else ""
    return f"{head}: {finding.text}{right}"


def summary(examination: Examination) -> str:
    """The counts, and whether a tournament can be played."""
    counts = [
        f"{examination.count(status)} {status.lower()}"
        for status in Status
        if examination.count(status)
    ]
    label = f"{examination.program} {examination.version}".strip()
    head = f"{label}: " if label else ""
    return f"{head}{', '.join(counts)}. {_meaning(examination)}"


def _meaning(examination: Examination) -> str:
    """What the findings mean for a tournament."""
    needed = [each.number for each in examination.findings if each.prevents_games]
    if len(needed) == 1:
        return f"No tournament can be played with it before step {needed[0]} succeeds."
    if needed:
        return f"No tournament can be played with it before steps {_listed(needed)} succeed."
    if any(each.step is SETS_UP and each.status is Status.SKIPPED for each in examination.findings):
        return f"{_harmless(examination)} It knows no newgame, which tournaments need."
    return _harmless(examination)


def _harmless(examination: Examination) -> str:
    if examination.count(Status.FAILED):
        return "Nothing that a tournament needs has failed."
    return "Nothing has failed."


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}"


def as_json(examinations: Sequence[Examination]) -> dict[str, object]:
    """Everything that was found, as a value of JSON."""
    return {
        "passed": all(each.passed for each in examinations),
        "engines": [_engine_json(each) for each in examinations],
    }


def _engine_json(examination: Examination) -> dict[str, object]:
    return {
        "name": examination.engine.name,
        "command": list(examination.engine.command),
        "program": examination.program,
        "version": examination.version,
        "passed": examination.passed,
        "steps": [_finding_json(each) for each in examination.findings],
    }


def _finding_json(finding: Finding) -> dict[str, object]:
    return {
        "number": finding.number,
        "name": finding.step.name,
        "needed": finding.step.is_needed,
        "status": finding.status.lower(),
        "text": finding.text,
        "right": finding.step.right,
        "seconds": round(finding.seconds, 3),
    }
