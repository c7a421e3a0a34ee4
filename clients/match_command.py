"""The subcommand ``match``: engines play each other, and a person reads how it went."""

import argparse
import io
import math
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from selectors import DefaultSelector
from types import TracebackType
from typing import Self

from clients.referee.match import Fixture, NoOpening, Played, Schedule, play_match
from clients.referee.player import Limits, Player, Unsuitable, names
from clients.referee.records import ResultsError, ResultsFile, as_line, record, sentence
from clients.referee.table import table
from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Setup
from engine.games.picture import picture
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State, find, named_values

#: The word that means this program itself as an engine.
OURSELVES = "quatuor"
MOVETIME = 0.2
INTERRUPTED = 130
ENDING = (signal.SIGINT, signal.SIGTERM)


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
        "--openings", type=_whole, default=0, metavar="PLIES", help="random moves at the start (0)"
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


def _at_least(least: int, word: str) -> int:
    value = int(word)
    if value < least:
        raise argparse.ArgumentTypeError(f"{least} or more expected, not {word}")
    return value


def run(options: argparse.Namespace) -> int:
    """Play the match; the exit code: 0 when all was played, 1 for an error, 130 interrupted."""
    try:
        with _interruptible(), Event(options) as event:
            event.run()
    except (BadMatch, Unsuitable, ResultsError) as error:
        print(f"quatuor match: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let SIGTERM end a match as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back until the block is done. No engine may start in it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Event:
    """A match as the user sees it. What it opens it closes: engines, selector, file."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Check all options. Raises: BadMatch, ResultsError."""
        self.schedule, self.setup = _schedule(options)
        self.limits = _limits(options)
        commands = _commands(options.engine, self.setup)
        given_names = _given_names(options.name, len(commands))
        self.screen = Screen(options.quiet, options.show, self.schedule.rounds * self.setup.seats)
        self.games: list[Played] = []
        self.file = ResultsFile(options.results) if options.results else None
        self.selector = DefaultSelector()
        self.players = [
            Player(command, name, self.selector)
            for command, name in zip(commands, given_names, strict=True)
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with _uninterrupted():
            for player in self.players:
                player.dismiss()
            if self.file:
                self.file.close()
            self.selector.close()

    def run(self) -> None:
        """Play, show and record; the table comes also when something ends the match early."""
        self.screen.begin(self.schedule, self.limits)
        try:
            play_match(self.players, self.schedule, self.limits, self._finished, self._moved)
        finally:
            self.screen.end(table(self.games, names(self.players), self.setup))

    def _moved(self, fixture: Fixture, state: State) -> None:
        self.screen.moved(fixture, self._labels(fixture), state)

    def _finished(self, played: Played) -> None:
        """Count, save and show a game, all or nothing of it."""
        with _uninterrupted():
            self.games.append(played)
            self.screen.finished(played, self._labels(played.fixture))
            if self.file:
                self._save(self.file, played)

    def _save(self, file: ResultsFile, played: Played) -> None:
        game = record(played, self.players, self.limits, self.schedule.seed)
        try:
            file.append(game)
        except ResultsError:
            print(f"the record that could not be saved:\n{as_line(game)}", file=sys.stderr)
            raise

    def _labels(self, fixture: Fixture) -> list[str]:
        labels = names(self.players)
        return [labels[index] for index in fixture.seating]


# ---------------------------------------------------------------------- the options


def _schedule(options: argparse.Namespace) -> tuple[Schedule, Setup]:
    """The games to be played and the first one's setup. Raises: BadMatch."""
    seed = Dice().below(2**32) if options.seed is None else options.seed
    try:
        rules = find(GAMES, options.game)
        wanted = named_values(options.options)
        setup = rules.setup(wanted)
        rounds = -(-options.games // setup.seats)
        schedule = Schedule(rules, wanted, options.openings, rounds, seed)
        schedule.beginning(1)
    except (UnknownGame, InvalidPosition, InvalidOption, NoOpening) as error:
        raise BadMatch(str(error)) from error
    if rounds * setup.seats != options.games:
        every = f"every layout is played by {setup.seats} seatings"
        print(f"note: {rounds * setup.seats} games, for {every}", file=sys.stderr)
    return schedule, setup


def _limits(options: argparse.Namespace) -> Limits:
    movetime = options.movetime
    if movetime is None and options.nodes is None and options.depth is None:
        movetime = MOVETIME
    return Limits(movetime, options.nodes, options.depth, options.margin)


def _commands(words: Sequence[str], setup: Setup) -> list[list[str]]:
    """The engines' commands, one for each seat. Raises: BadMatch."""
    commands = [_command(word) for word in words or [OURSELVES] * setup.seats]
    if len(commands) != setup.seats:
        title, given = setup.game.title, len(commands)
        raise BadMatch(
            f"{title} has {setup.seats} seats here: give --engine {setup.seats} times, or not at "
            f"all to let {OURSELVES} play itself (given: {given})"
        )
    return commands


def _command(word: str) -> list[str]:
    """Split a command as a shell does. Raises: BadMatch."""
    try:
        command = shlex.split(word)
    except ValueError as error:
        raise BadMatch(f"--engine {word!r}: {error}") from error
    if not command:
        raise BadMatch("--engine '': a command expected")
    if command[0] == OURSELVES:
        return [*_own_command(), *command[2 if command[1:2] == ["gtp"] else 1 :]]
    if not os.path.isfile(command[0]) and shutil.which(command[0]) is None:
        raise BadMatch(f"--engine {word!r}: there is no executable command {command[0]}")
    return command


def _own_command() -> list[str]:
    """How this program is started as an engine."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "gtp"]
    return [sys.executable, "-m", "engine", "gtp"]


def _given_names(words: Sequence[str], players: int) -> list[str]:
    """One name for each player, empty where none is given. Raises: BadMatch."""
    if len(words) > players:
        raise BadMatch(f"--name is given {len(words)} times, for {players} engines")
    return [*words, *[""] * (players - len(words))]


# ---------------------------------------------------------------------- the screen


class Screen:
    """What a person sees: results on standard output, progress on a terminal's standard error."""

    def __init__(self, quiet: bool, boards: bool, games: int) -> None:
        self._quiet = quiet
        self._boards = boards
        self._games = games
        self._shows_progress = not quiet and sys.stderr.isatty()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")

    def begin(self, schedule: Schedule, limits: Limits) -> None:
        """Say what will be played."""
        per_move = [f"{limits.movetime:g} s"] if limits.movetime else []
        per_move += [f"{limits.nodes} nodes"] if limits.nodes else []
        per_move += [f"depth {limits.depth}"] if limits.depth else []
        self._say(
            f"{schedule.rules.title}: {self._games} games, {', '.join(per_move)} a move, "
            f"seed {schedule.seed}"
        )

    def moved(self, fixture: Fixture, labels: Sequence[str], state: State) -> None:
        """Show how far a game is."""
        if self._shows_progress:
            colours = state.setup.colours
            who = " - ".join(f"{a} ({b})" for a, b in zip(labels, colours, strict=True))
            totals = "-".join(str(score.total) for score in state.scores())
            line = f"{self._game(fixture)}  {who}  {totals}, {_moves(len(state.history))}"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)

    def finished(self, played: Played, labels: Sequence[str]) -> None:
        """Say how a game ended."""
        result = played.result
        moves = _moves(len(result.moves))
        words = f"{sentence(result, labels)}, {moves}, {result.seconds:.1f} s"
        self._say(f"{self._game(played.fixture)}  {words}")
        if self._boards:
            self._say(picture(result.state()))

    def end(self, text: str) -> None:
        """Show the table."""
        self._clear()
        print(text if self._quiet else f"\n{text}", flush=True)

    def _say(self, line: str) -> None:
        self._clear()
        if not self._quiet:
            print(line, flush=True)

    def _clear(self) -> None:
        if self._shows_progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _game(self, fixture: Fixture) -> str:
        return f"game {fixture.number:>{len(str(self._games))}}/{self._games}"


def _moves(count: int) -> str:
    return f"{count} move{'s' * (count != 1)}"
