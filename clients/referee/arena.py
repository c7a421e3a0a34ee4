"""The arena: games at several tables at once, in one process and one loop."""

import resource
import signal
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Protocol

from clients.guardian import Guardian
from clients.loop import Future, Loop, Task
from clients.referee.exchange import ExchangeLog
from clients.referee.game import Game, Result
from clients.referee.player import Player
from clients.referee.pool import Pool
from clients.referee.records import Json, record
from clients.referee.schedule import Fixture
from clients.referee.settings import StartFault, Tournament
from clients.referee.watcher import UnderWay

#: What ends a tournament, to be resumed another day.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: How often the watcher is told what is under way, in seconds.
TICK = 0.5
#: File descriptors for a process: three pipes, its exit, and their other ends while it starts.
FDS_OF_AN_ENGINE = 8
FDS_OF_THE_REST = 64


class Interrupted(Exception):
    """A signal has ended the tournament; its number is the exception's ``number``."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(f"interrupted by {number.name}")
        self.number = number


class TooManyFiles(Exception):
    """The system does not allow as many open files as the tournament needs."""


class Scorer(Protocol):
    """Who is told how games end, and decides what that means."""

    def is_wanted(self, fixture: Fixture) -> bool:
        """Whether the game is to be played, asked just before it is."""

    def finished(self, fixture: Fixture, game: Json) -> bool:
        """Take a finished game; False if no other is to be played at all."""

    def void(self, fixture: Fixture, game: Json) -> bool:
        """Take a void game; True if it is to be played again."""

    def retired(self, engine: int) -> None:
        """The engine with this index had a fault and is not started again."""

    def tick(self, under_way: list[UnderWay]) -> None:
        """See what is being played, about twice a second."""


class Arena:
    """Tables, players and their guardian. Whoever makes an arena closes it."""

    def __init__(
        self,
        tournament: Tournament,
        tables: int,
        scorer: Scorer,
        log: str | None = None,
        guardian: Guardian | None = None,
    ) -> None:
        """`log` is a folder for the exchange with the engines; who gives a guardian closes it.

        Enough files may be open: ``allow_files``. Raises: OSError.
        """
        self._tournament = tournament
        self._tables = tables
        self._scorer = scorer
        self._log = log
        self._loop = Loop()
        self._own_guardian = None if guardian else Guardian()
        self._guardian = guardian or self._own_guardian
        self._pool = Pool(tournament.engines, self._loop, self._guardian, most_idle=4 * tables)
        self._games: dict[str, tuple[Fixture, Game]] = {}
        self._end: Future[None] = Future()
        self._is_closing = False
        self._signals = ExitStack()
        self._signals.enter_context(self._loop.interruptible(SIGNALS, self._interrupt))

    def play(self, fixtures: Iterable[Fixture]) -> None:
        """Play all that are wanted, in this order, as many at a time as there are tables.

        Raises: Interrupted; Unsuitable, ResultsError, OSError, after which nothing is played.
        """
        self._loop.run(self._play(iter(fixtures)))

    def close(self) -> None:
        """Stop all engines and whatever they have started; a signal makes that quick."""
        self._is_closing = True
        self._loop.run(self._pool.close())
        if self._own_guardian:
            self._own_guardian.close()
        self._signals.close()
        self._loop.close()

    # ------------------------------------------------------------------ tables

    async def _play(self, fixtures: Iterator[Fixture]) -> None:
        self._end = Future()
        self._loop.soon(self._interrupt)
        tables = [self._loop.spawn(self._table(fixtures)) for _ in range(self._tables)]
        self._loop.spawn(self._watch_tables(tables))
        try:
            self._tick(self._end)
            await self._end
        finally:
            for table in tables:
                table.cancel()

    async def _watch_tables(self, tables: list[Task[None]]) -> None:
        for table in tables:
            await table
        self._end.resolve(None)

    async def _table(self, fixtures: Iterator[Fixture]) -> None:
        """Play one game after the other."""
        try:
            for fixture in fixtures:
                while self._scorer.is_wanted(fixture) and not await self._is_settled(fixture):
                    pass
        except Exception as error:
            self._end.fail(error)
            raise

    async def _is_settled(self, fixture: Fixture) -> bool:
        """Play a game; False if it was void and is to be played again."""
        players = [self._pool.take(index) for index in fixture.seating]
        result = await self._game(fixture, players)
        game = record(fixture, result, players, self._tournament)
        is_settled = self._enter(fixture, result, game)
        self._give_back(fixture, players, result)
        return is_settled

    def _enter(self, fixture: Fixture, result: Result, game: Json) -> bool:
        """Tell the scorer of a game; False if it is to be played again."""
        if result.failed_to_start and self._tournament.start_fault is StartFault.VOID:
            return not self._scorer.void(fixture, game)
        if not self._scorer.finished(fixture, game):
            self._end.resolve(None)
        return True

    async def _game(self, fixture: Fixture, players: list[Player]) -> Result:
        game = Game(players, fixture.beginning, self._loop, self._tournament.adjudication)
        self._games[fixture.id] = (fixture, game)
        with ExitStack() as stack:
            stack.callback(self._games.pop, fixture.id)
            if self._log is not None:
                log = stack.enter_context(ExchangeLog(self._log, fixture.id))
                for player in players:
                    player.listen(log.listener(player.engine.name))
                    stack.callback(player.listen, None)
            return await game.play()

    def _give_back(self, fixture: Fixture, players: list[Player], result: Result) -> None:
        offenders = {offence.seat for offence in result.offences}
        for seat, (index, player) in enumerate(zip(fixture.seating, players, strict=True), start=1):
            self._pool.give_back(index, player, seat in offenders)
            if index in self._pool.retired:
                self._scorer.retired(index)

    # ------------------------------------------------------------------ what else happens

    def _interrupt(self) -> None:
        if self._is_closing:
            self._pool.kill()
        elif self._loop.interrupted is not None:
            self._end.fail(Interrupted(self._loop.interrupted))

    def _tick(self, end: Future[None]) -> None:
        if end.done:
            return
        try:
            self._scorer.tick([_under_way(fixture, game) for fixture, game in self._games.values()])
        except Exception as error:  # noqa: BLE001  # `play` raises it, when its tables have ended
            end.fail(error)
        self._loop.call_in(TICK, lambda: self._tick(end))


def _under_way(fixture: Fixture, game: Game) -> UnderWay:
    return UnderWay(
        number=fixture.number,
        id=fixture.id,
        labels=tuple(player.engine.name for player in game.players),
        colours=fixture.beginning.setup.colours,
        plies=len(game.moves),
        totals=tuple(score.total for score in game.state.scores()),
        seconds=game.seconds,
    )


def allow_files(engines: int) -> None:
    """See that so many engines may run at a time. Raises: TooManyFiles."""
    wanted = FDS_OF_AN_ENGINE * engines + FDS_OF_THE_REST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise TooManyFiles(
                f"{engines} engines at a time need {wanted} open files, and {hard} are allowed: "
                f"choose a concurrency of {(hard - FDS_OF_THE_REST) // FDS_OF_AN_ENGINE} engines "
                "at most, or raise the limit (ulimit -Hn)"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
