"""The way of games from inputs to an output."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Protocol

from clients.convert.errors import BadFile, BadGame
from clients.convert.forms import Form
from clients.convert.game import Game
from clients.convert.json_reading import NAME as JSON
from clients.convert.output import Output
from clients.convert.replay import Replayed, replay
from clients.convert.source import name_of, opened, why
from clients.referee.game import Termination
from clients.referee.records import Json
from protocol.game_record import GameRecord


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read, or standard input."""

    path: str
    form: Form

    @property
    def name(self) -> str:
        """What messages call it."""
        return name_of(self.path)

    @property
    def stem(self) -> str:
        """What files that come of it are called, without the ending."""
        return os.path.splitext(os.path.basename(self.path))[0].strip("-.") or "game"


@dataclass(slots=True)
class Tally:
    """What came of a conversion. `lost` are words for what the output does not have."""

    games: int = 0
    skipped: int = 0
    adjudicated: int = 0
    lost: set[str] = field(default_factory=set)


class Watcher(Protocol):
    """Who is told how it goes."""

    def converted(self, tally: Tally) -> None:
        """A game was taken over."""

    def skipped(self, error: str) -> None:
        """A game was left out."""

    def remark(self, text: str) -> None:
        """Something that a person should know."""


class Conversion:
    """Takes games over, one by one, each after it was played again."""

    def __init__(self, form: Form, output: Output, watcher: Watcher, goes_on: bool) -> None:
        """`goes_on` means that a game that is wrong is left out, not that all is given up."""
        self.tally = Tally()
        self._form = form
        self._output = output
        self._watcher = watcher
        self._goes_on = goes_on
        self._size = 0
        self._seen: dict[int, str] = {}

    def take(self, source: Input) -> None:
        """Take over all games of an input. Raises: BadFile."""
        number = 0
        with opened(source.path) as file:
            for number, game in enumerate(_readings(source, file), start=1):
                try:
                    if isinstance(game, BadGame):
                        raise game
                    self._take_game(source, number, game)
                except BadGame as error:
                    self._leave_out(error.told(source.name, number))
        if not number:
            self._leave_out(f"{source.name}: there is no game in it")

    def _leave_out(self, error: str) -> None:
        if not self._goes_on:
            raise BadFile(error)
        self.tally.skipped += 1
        self._watcher.skipped(error)

    def _take_game(self, source: Input, number: int, game: Game) -> None:
        """Raises: BadGame; BadFile for a second game where there is room for one."""
        played = replay(game)
        self._check_that_it_is_new(played.record, f"game {number} of {source.name}")
        if self._form.is_single and self.tally.games and not self._output.is_folder:
            raise BadFile(
                f"{self._form.title} holds one game, and there are more: a folder as output, like "
                f"`games/ --to {self._form.name}`, gets a file for each"
            )
        text = self._form.write(played, self.tally.games + 1)
        data = text.encode("utf-8", "backslashreplace")
        self._check_size(len(data))
        self._output.add(data, source.stem, number)
        self._count(played)
        for note in game.notes:
            self._watcher.remark(f"{source.name}:{note.line}: {note.text}; left out")

    def _check_that_it_is_new(self, record: GameRecord, name: str) -> None:
        """Raises: BadGame if the same game with the same words about it was there before."""
        first = self._seen.setdefault(hash(record), name)
        if first is not name:
            raise BadGame(f"it is the same as {first}, word for word", record.line)

    def _check_size(self, size: int) -> None:
        """Raises: BadFile if the output would be larger than what is read."""
        self._size = size + (0 if self._output.is_folder else self._size)
        if self._form.limit is not None and self._size > self._form.limit:
            raise BadFile(
                f"{self._output.name} would have more than {self._form.limit >> 20} MiB, and could "
                "not be read again: convert into a folder, which gets a file for each game"
            )

    def _count(self, played: Replayed) -> None:
        tally, game = self.tally, played.game
        tally.games += 1
        tally.adjudicated += (
            game.told is None and played.verdict.termination == Termination.ADJUDICATION
        )
        tally.lost |= game.lost
        if game.told is not None and self._form.name != JSON:
            tally.lost.update(_only_in_json(game.told))
        self._watcher.converted(tally)


def convert(
    inputs: Sequence[Input], form: Form, output: Output, watcher: Watcher, goes_on: bool = False
) -> Tally:
    """Take over all games of all inputs.

    Raises: BadFile, also for a game that is wrong unless `goes_on`; OSError of the output.
    """
    conversion = Conversion(form, output, watcher, goes_on)
    for source in inputs:
        conversion.take(source)
    if not conversion.tally.games:
        raise BadFile("no game is left; nothing was written")
    return conversion.tally


def _readings(source: Input, file: BinaryIO) -> Iterator[Game | BadGame]:
    """What the form finds. Raises: BadFile."""
    try:
        yield from source.form.read(file)
    except OSError as error:
        raise BadFile(f"cannot read {source.name}: {why(error)}") from error


def _only_in_json(told: Json) -> Iterator[str]:
    """Words for what a record knows that no other form has a place for."""
    players, moves = told["players"], told["moves"]
    if told.get("tournament"):
        yield "the tournament's settings"
    if told.get("host"):
        yield "the machine"
    if "T" in (told.get("started") or "") or told.get("seconds"):
        yield "the time of day and the length of games"
    if any(player.get("program") or player.get("command") for player in players):
        yield "programs, their versions and commands"
    if any("left" in move for move in moves):
        yield "what clocks showed"
    if any(fault.get("stderr") or fault.get("exit_status") for fault in told["faults"]):
        yield "details of faults"
    if len(players) > 2 and told["termination"] in ("resignation", "fault"):
        yield "why games of three or four ended early"
