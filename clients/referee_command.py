"""The subcommand ``referee``: tournaments, and what came of them."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from clients.referee import options as settings_options
from clients.referee.arena import TooManyFiles
from clients.referee.cluster_error import ClusterError
from clients.referee.configuration import from_json
from clients.referee.configuration_error import ConfigurationError
from clients.referee.display import choose
from clients.referee.player import Unsuitable
from clients.referee.records import Json, ResultsError, read_results, voids_path
from clients.referee.report.tally import Tally
from clients.referee.report.text import as_text
from clients.referee.settings import Conduct, Tournament
from clients.referee.toml_file import write_toml
from clients.referee.tournament import Ending, WrongResults
from clients.referee.tournament import run as run_tournament
from clients.referee.watcher import Watcher

#: Exit codes besides 0: an error; some pairing was stopped; interrupted.
FAILED, INCOMPLETE, INTERRUPTED = 1, 3, 130

RUN = "Play a tournament from a TOML file, from options, or from a file that options override."
RESUME = (
    "Go on with a tournament that was broken off: from its TOML file, from the same options, or "
    "from its results (.jsonl), which know the tournament too."
)
RUN_END = (
    "exit codes: 0 all was played, 1 an error, 3 some pairing was stopped by two void games in a "
    "row, 130 interrupted. After an interruption of any kind `quatuor referee resume` goes on."
)


class BadRequest(Exception):
    """Something the user has to put right; the text says what and how."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the subcommands of ``referee``."""
    commands = sub.add_subparsers(metavar="COMMAND", required=True, parser_class=LateParser)
    for name, (describe_it, act, summary, end) in COMMANDS.items():
        parser = commands.add_parser(
            name, help=summary, description=summary, epilog=end, describe=describe_it
        )
        parser.set_defaults(act=act, subcommand=name)


class LateParser(argparse.ArgumentParser):
    """A parser that learns its arguments, and imports what they need, when it is called."""

    def __init__(self, *, describe: "Describe", **options: Any) -> None:
        super().__init__(**options)
        self._describe: Describe | None = describe

    def parse_known_args(self, *words: Any, **options: Any) -> Any:
        """Parse, after the arguments are described."""
        if self._describe is not None:
            describe_it, self._describe = self._describe, None
            describe_it(self)
        return super().parse_known_args(*words, **options)


def run(options: argparse.Namespace) -> int:
    """Carry out a subcommand; the exit code: see ``referee run --help``."""
    act: Callable[[argparse.Namespace], int] = options.act
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return act(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (BadRequest, ConfigurationError, ResultsError, WrongResults) as error:
        return _complain(options, error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ClusterError, TooManyFiles, Unsuitable, OSError) as error:
        return _complain(options, error)


def _complain(options: argparse.Namespace, error: Exception) -> int:
    for line in str(error).splitlines() or [type(error).__name__]:
        print(f"quatuor referee {options.subcommand}: {line}", file=sys.stderr)
    return FAILED


# ---------------------------------------------------------------------- run and resume


def _describe_run(sub: argparse.ArgumentParser) -> None:
    settings_options.describe(sub)
    sub.add_argument("--quiet", action="store_true", help="no progress, only the summary")
    sub.add_argument(
        "--print-config",
        action="store_true",
        help="write the tournament as a TOML file to standard output, and play nothing",
    )


def _run(options: argparse.Namespace) -> int:
    tournament, conduct = settings_options.read_options(options)
    if options.print_config:
        print(write_toml(tournament, conduct), end="")
        return 0
    return _play(tournament, conduct, choose(options.quiet), resume=False)


def _describe_resume(sub: argparse.ArgumentParser) -> None:
    settings_options.describe(sub)
    sub.add_argument("--quiet", action="store_true", help="no progress, only the summary")


def _resume(options: argparse.Namespace) -> int:
    if options.file and options.file.endswith(".jsonl"):
        tournament = _tournament_of(options.file)
        tournament, conduct = settings_options.read_options_over(
            options, options.file, tournament, Conduct(results=options.file)
        )
    else:
        tournament, conduct = settings_options.read_options(options)
    if conduct.results is None:
        raise BadRequest("nothing to resume: the tournament has no results (--results FILE)")
    return _play(tournament, conduct, choose(options.quiet), resume=True)


def _tournament_of(path: str) -> Tournament:
    """The tournament that a file of results belongs to. Raises: BadRequest, ResultsError."""
    for game in read_results(path):
        try:
            return from_json(game["tournament"])
        except (KeyError, ValueError) as error:
            why = f"{path}:1: the record's tournament cannot be read: {error}"
            raise BadRequest(why) from error
    raise BadRequest(f"{path} has no finished game yet: resume with the tournament's TOML file")


def _play(tournament: Tournament, conduct: Conduct, watcher: Watcher, resume: bool) -> int:
    kept = Kept(watcher)
    try:
        ending = run_tournament(tournament, conduct, kept, resume)
    finally:
        if kept.has_begun:
            is_kept = conduct.results is not None and os.path.isfile(conduct.results)
            tally = _tally_of(str(conduct.results)) if is_kept else kept.tally
            print(as_text(tally).rstrip("\n"), flush=True)
    return _exit_code(ending)


def _exit_code(ending: Ending) -> int:
    if ending.interrupted:
        return INTERRUPTED
    return INCOMPLETE if ending.stopped else 0


class Kept:
    """Passes everything on to the display, and keeps the tally where there is no log to read."""

    def __init__(self, display: Watcher) -> None:
        self.tally = Tally()
        self.has_begun = False
        self.recalled = display.recalled
        self.unsaved = display.unsaved
        self.stopped = display.stopped
        self.tick = display.tick
        self.ended = display.ended
        self._display = display

    def begun(
        self, tournament: Tournament, conduct: Conduct, total: int | None, already: int
    ) -> None:
        """The tournament begins."""
        self.has_begun = True
        self._display.begun(tournament, conduct, total, already)

    def finished(self, record: Json) -> None:
        """A game is finished."""
        self.tally.add(record)
        self._display.finished(record)

    def void(self, record: Json) -> None:
        """A game was void."""
        self.tally.add_void(record)
        self._display.void(record)


# ---------------------------------------------------------------------- report and export


def _as_json(tally: Tally) -> str:
    from clients.referee.report.plain import as_json

    return json.dumps(as_json(tally), indent=2, ensure_ascii=False)


def _as_markdown(tally: Tally) -> str:
    from clients.referee.report.markdown import as_markdown

    return as_markdown(tally)


def _as_html(tally: Tally) -> str:
    from clients.referee.report.html import as_html

    return as_html(tally)


WRITERS: dict[str, Callable[[Tally], str]] = {
    "text": as_text,
    "json": _as_json,
    "markdown": _as_markdown,
    "html": _as_html,
}
ENDINGS = {".json": "json", ".md": "markdown", ".html": "html", ".htm": "html", ".txt": "text"}


def _describe_report(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", metavar="RESULTS.jsonl", nargs="+", help="one or more files")
    sub.add_argument(
        "--format", choices=WRITERS, help="by default as the name of the output says, else text"
    )
    sub.add_argument("--output", metavar="FILE", help="instead of standard output")


def _report(options: argparse.Namespace) -> int:
    tally = _tally_of(*options.results)
    ending = os.path.splitext(options.output or "")[1].lower()
    write = WRITERS[options.format or ENDINGS.get(ending, "text")]
    with _output(options.output) as file:
        print(write(tally).rstrip("\n"), file=file)
    return 0


def _tally_of(*paths: str) -> Tally:
    """Everything that the files say. Raises: ResultsError, BadRequest."""
    tally = Tally()
    for path in paths:
        _read_into(tally.add, path)
        if os.path.exists(voids_path(path)):
            _read_into(tally.add_void, voids_path(path))
    return tally


def _read_into(take: Callable[[Json], object], path: str) -> None:
    for number, game in enumerate(read_results(path), start=1):
        try:
            take(game)
        except ValueError as error:
            raise BadRequest(f"{path}:{number}: {error}") from error


def _describe_export(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", metavar="RESULTS.jsonl")
    sub.add_argument(
        "--format",
        choices=["gtp", "sgf", "csv"],
        required=True,
        help="gtp: a script for each game that any engine replays; sgf: a file for each game; "
        "csv: one table of all games",
    )
    sub.add_argument(
        "--output",
        metavar="PLACE",
        help="a folder for gtp and sgf, a file for csv; without it standard output",
    )
    sub.add_argument(
        "--game", action="append", metavar="ID", help="only this game (12.2); may be repeated"
    )


def _export(options: argparse.Namespace) -> int:
    from clients.referee.export import as_csv, as_gtp, as_sgf

    games = [
        game
        for game in read_results(options.results)
        if not options.game or game["id"] in options.game
    ]
    missing = set(options.game or ()) - {game["id"] for game in games}
    if missing:
        raise BadRequest(f"{options.results} has no game {', '.join(sorted(missing))}")
    if options.format == "csv":
        with _output(options.output) as file:
            file.writelines(as_csv(games))
        return 0
    write = {"gtp": as_gtp, "sgf": as_sgf}[options.format]
    texts = {game["id"]: write(game) for game in games}
    if options.output is None:
        sys.stdout.writelines(texts.values())
    else:
        _write_files(Path(options.output), options.format, texts)
    return 0


def _write_files(folder: Path, extension: str, texts: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game, text in texts.items():
        (folder / f"{game}.{extension}").write_text(
            text, encoding="utf-8", errors="backslashreplace"
        )
    print(f"{len(texts)} files in {folder}")


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    """The file to write, or standard output."""
    if path is None:
        yield sys.stdout
        return
    with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        yield file


# ---------------------------------------------------------------------- check and stats


def _describe_check(sub: argparse.ArgumentParser) -> None:
    from clients.check_command import describe

    describe(sub)


def _check(options: argparse.Namespace) -> int:
    from clients.check_command import run

    return run(options)


def _describe_stats(sub: argparse.ArgumentParser) -> None:
    from clients.stats_command import describe

    describe(sub)


def _stats(options: argparse.Namespace) -> int:
    from clients.stats_command import run

    return run(options)


# ---------------------------------------------------------------------- the table

Describe = Callable[[argparse.ArgumentParser], None]
Act = Callable[[argparse.Namespace], int]

#: Every subcommand: its arguments, what it does, a line of help and more of it.
COMMANDS: dict[str, tuple[Describe, Act, str, str]] = {
    "run": (_describe_run, _run, RUN, RUN_END),
    "resume": (_describe_resume, _resume, RESUME, RUN_END),
    "report": (_describe_report, _report, "Say what came of a tournament, from its results.", ""),
    "export": (_describe_export, _export, "Write the games in another form.", ""),
    "check": (
        _describe_check,
        _check,
        "Start engines and see whether they speak the protocol, step by step.",
        "",
    ),
    "stats": (
        _describe_stats,
        _stats,
        "Elo, likelihood of superiority and SPRT from counts of outcomes.",
        "",
    ),
}
