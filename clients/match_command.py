"""The subcommand ``match``: engines play each other, and a person reads how it went.

It is the short form of ``referee run`` with the format ``match``, one game at a time.
"""

import argparse
import io
import math
import os
import shlex
import shutil
import sys
from collections.abc import Sequence

from clients.referee.arena import TooManyFiles
from clients.referee.commands import OURSELVES, why_not_startable
from clients.referee.configuration_error import ConfigurationError
from clients.referee.player import Unsuitable
from clients.referee.records import Json, ResultsError, as_line
from clients.referee.report.tally import Tally
from clients.referee.report.text import as_text
from clients.referee.settings import Conduct, Engine, Limits, Openings, StartFault, Tournament
from clients.referee.tournament import Ending, WrongResults
from clients.referee.tournament import run as run_tournament
from clients.referee.watcher import UnderWay
from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Setup
from engine.games.picture import picture
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State, find, named_values

MOVETIME = 0.2
INTERRUPTED = 130


class BadMatch(Exception):
    """Something the user has to put right; the text says what and how."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``match``."""
    sub.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    sub.add_argument("options", metavar="OPTION=VALUE", nargs="*", help="as for newgame")
    engines = sub.add_argument_group("engines")
    engines.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="CMD",
        help="command of an engine, once for each seat; quatuor, with options, is this program "
        '("quatuor --param level=0"); without --engine it plays itself',
    )
    engines.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="names of the engines, in their order, instead of what they call themselves",
    )
    _describe_limits(sub.add_argument_group("limits of a move"))
    _describe_games(sub.add_argument_group("games"))
    _describe_output(sub.add_argument_group("output"))


def _describe_limits(limits: argparse._ArgumentGroup) -> None:
    limits.add_argument(
        "--movetime",
        type=_positive,
        metavar="S",
        help=f"seconds ({MOVETIME}, unless --nodes or --depth is given)",
    )
    limits.add_argument("--nodes", type=_count, metavar="N", help="nodes")
    limits.add_argument("--depth", type=_count, metavar="N", help="depth")
    limits.add_argument(
        "--margin",
        type=_positive,
        default=2.0,
        metavar="S",
        help="seconds after --movetime until a move is late and the game lost (2.0)",
    )


def _describe_games(games: argparse._ArgumentGroup) -> None:
    games.add_argument(
        "--games",
        type=_count,
        default=2,
        metavar="N",
        help="games; each layout is played once with every seating (2)",
    )
    games.add_argument(
        "--openings",
        type=_openings,
        default=Openings(),
        metavar="PLIES|FILE|balanced",
        help="random moves at the start (0); or a file of openings, one a line; or the file of "
        "balanced ones that comes with the program",
    )
    games.add_argument(
        "--seed", type=_whole, metavar="N", help="draws layouts and openings; random if not given"
    )


def _describe_output(output: argparse._ArgumentGroup) -> None:
    output.add_argument("--results", metavar="FILE", help="add one line of JSON for each game")
    output.add_argument("--show", action="store_true", help="show the board at the end of a game")
    output.add_argument("--quiet", action="store_true", help="only the table")


def _positive(word: str) -> float:
    value = float(word)
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"more than 0 expected, not {word}")
    return value


def _count(word: str) -> int:
    return _at_least(1, word)


def _whole(word: str) -> int:
    return _at_least(0, word)


def _openings(word: str) -> Openings:
    """So many random plies, or the name of a file."""
    return Openings(plies=int(word)) if word.isdecimal() else Openings(file=word)


def _at_least(least: int, word: str) -> int:
    value = int(word)
    if value < least:
        raise argparse.ArgumentTypeError(f"{least} or more expected, not {word}")
    return value


def run(options: argparse.Namespace) -> int:
    """Play the match; the exit code: 0 when all was played, 1 for an error, 130 interrupted."""
    try:
        tournament = _tournament(options)
        screen = Screen(options.quiet, options.show)
        try:
            ending = run_tournament(
                tournament, Conduct(results=options.results), screen, resume=False
            )
        finally:
            screen.end()
    except (
        BadMatch,
        ConfigurationError,
        Unsuitable,
        TooManyFiles,
        WrongResults,
        ResultsError,
    ) as error:
        print(f"quatuor match: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return _exit_code(ending)


def _exit_code(ending: Ending) -> int:
    if ending.interrupted:
        return INTERRUPTED
    return 1 if ending.stopped else 0


# ---------------------------------------------------------------------- the options


def _tournament(options: argparse.Namespace) -> Tournament:
    """The match as a tournament. Raises: BadMatch."""
    setup = _setup(options)
    games = -(-options.games // setup.seats) * setup.seats
    if games != options.games:
        every = f"every layout is played by {setup.seats} seatings"
        print(f"note: {games} games, for {every}", file=sys.stderr)
    return Tournament(
        game=" ".join([options.game, *options.options]),
        engines=_engines(options, setup),
        games=games,
        seed=Dice().below(2**32) if options.seed is None else options.seed,
        openings=options.openings,
        start_fault=StartFault.LOSS,
    )


def _setup(options: argparse.Namespace) -> Setup:
    try:
        return find(GAMES, options.game).setup(named_values(options.options))
    except (UnknownGame, InvalidPosition, InvalidOption) as error:
        raise BadMatch(str(error)) from error


def _engines(options: argparse.Namespace, setup: Setup) -> tuple[Engine, ...]:
    """The engines, one for each seat. Raises: BadMatch."""
    commands = [_command(word) for word in options.engine or [OURSELVES] * setup.seats]
    if len(commands) != setup.seats:
        title, given = setup.game.title, len(commands)
        raise BadMatch(
            f"{title} has {setup.seats} seats here: give --engine {setup.seats} times, or not at "
            f"all to let {OURSELVES} play itself (given: {given})"
        )
    if len(options.name) > len(commands):
        raise BadMatch(f"--name is given {len(options.name)} times, for {len(commands)} engines")
    names = [*options.name, *[""] * len(commands)]
    return tuple(
        Engine(command, name, _limits(options))
        for command, name in zip(commands, names, strict=False)
    )


def _limits(options: argparse.Namespace) -> Limits:
    movetime = options.movetime
    if movetime is None and options.nodes is None and options.depth is None:
        movetime = MOVETIME
    return Limits(
        movetime=movetime, nodes=options.nodes, depth=options.depth, margin=options.margin
    )


def _command(word: str) -> tuple[str, ...]:
    """Split a command as a shell does. Raises: BadMatch."""
    try:
        command = tuple(shlex.split(word))
    except ValueError as error:
        raise BadMatch(f"--engine {word!r}: {error}") from error
    if not command:
        raise BadMatch("--engine '': a command expected")
    why = why_not_startable(command)
    if why is not None:
        raise BadMatch(f"--engine {word!r}: {why}")
    return command


# ---------------------------------------------------------------------- the screen


class Screen:
    """What a person sees: results on standard output, progress on a terminal's standard error."""

    def __init__(self, quiet: bool, boards: bool) -> None:
        self.tally = Tally()
        self._quiet = quiet
        self._boards = boards
        self._games = 0
        self._has_begun = False
        self._shows_progress = not quiet and sys.stderr.isatty()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")

    def recalled(self, record: Json) -> None:
        """Take a game of an earlier run."""
        self.tally.add(record)

    def begun(
        self, tournament: Tournament, conduct: Conduct, total: int | None, already: int
    ) -> None:
        """Say what will be played."""
        self._has_begun = True
        self._games = tournament.games
        limits = tournament.engines[0].limits
        per_move = [f"{limits.movetime:g} s"] if limits.movetime else []
        per_move += [f"{limits.nodes} nodes"] if limits.nodes else []
        per_move += [f"depth {limits.depth}"] if limits.depth else []
        title = find(GAMES, tournament.game.split()[0]).title
        self._say(
            f"{title}: {self._games} games, {', '.join(per_move)} a move, seed {tournament.seed}"
        )

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        """Show how far the game is."""
        if self._shows_progress and under_way:
            game = under_way[0]
            who = " - ".join(f"{a} ({b})" for a, b in zip(game.labels, game.colours, strict=True))
            totals = "-".join(map(str, game.totals))
            line = f"{self._game(game.number)}  {who}  {totals}, {_moves(game.plies)}"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)

    def finished(self, record: Json) -> None:
        """Say how a game ended."""
        self.tally.add(record)
        moves = _moves(len(record["moves"]))
        words = f"{record['result']}, {moves}, {record['seconds']:.1f} s"
        self._say(f"{self._game(record['number'])}  {words}")
        if self._boards:
            self._say(picture(_final_state(record)))

    def unsaved(self, record: Json) -> None:
        """Give out a record that could not be written."""
        self._clear()
        print(f"the record that could not be saved:\n{as_line(record)}", file=sys.stderr)

    def void(self, record: Json) -> None:
        """Say that a game was void."""
        self._say(f"{self._game(record['number'])}  void: {record['result']}")

    def stopped(self, names: tuple[str, ...], why: str) -> None:
        """Say that no more games are played."""
        self._say(f"{' - '.join(names)}: no more games: {why}")

    def ended(self, why: str) -> None:
        """Nothing: ``end`` shows the table."""

    def end(self) -> None:
        """Show the table of what was played, if anything was begun."""
        self._clear()
        if self._has_begun:
            text = as_text(self.tally)
            print(text if self._quiet else f"\n{text}", flush=True)

    def _say(self, line: str) -> None:
        self._clear()
        if not self._quiet:
            print(line, flush=True)

    def _clear(self) -> None:
        if self._shows_progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _game(self, number: int) -> str:
        return f"game {number:>{len(str(self._games))}}/{self._games}"


def _final_state(record: Json) -> State:
    name, *options = record["setup"].split()
    state = State(find(GAMES, name).setup(named_values(options)))
    for move in record["moves"]:
        state.play(move["move"])
    return state


def _moves(count: int) -> str:
    return f"{count} move{'s' * (count != 1)}"
