"""The screening: engines look at one candidate after the other, and the balanced ones are kept.

Several engines may look at a time. What they find is told in the order of the candidates, so
that neither their number nor their speed changes what is kept.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count

from clients.balancing.recipe import Recipe, after
from clients.guardian import Guardian
from clients.loop import Future, Loop, Task
from clients.process import Fault
from clients.referee.openings import Beginning
from clients.referee.player import Player
from clients.referee.settings import Engine

#: What ends a screening, to be continued another day.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(Exception):
    """A signal has ended the screening."""


class EngineFailed(Exception):
    """An engine did something wrong; the text says which and what."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a candidate.

    `chance` is what the last search that looked at it gave the side to move, from 0 to 1.
    """

    number: int
    beginning: Beginning
    chance: float
    is_balanced: bool


class Screening:
    """Engines and their guardian. Whoever makes a screening closes it."""

    def __init__(self, recipe: Recipe, engine: Engine, jobs: int, patience: float) -> None:
        """So many processes of `engine`, and `patience` seconds for each search.

        Raises: OSError.
        """
        self._recipe = recipe
        self._patience = patience
        self._loop = Loop()
        self._guardian = Guardian()
        self._players = [Player(engine, self._loop, self._guardian) for _ in range(jobs)]
        self._end: Future[None] = Future()
        self._is_closing = False
        self._signals = ExitStack()
        self._signals.enter_context(self._loop.interruptible(SIGNALS, self._interrupt))

    def program(self) -> str:
        """What the engine calls itself, with its version.

        Raises: Interrupted, EngineFailed, Unsuitable, OSError.
        """
        first = self._players[0]
        self._run([self._loop.spawn(self._wake(first))])
        return f"{first.program} {first.version}".strip()

    def run(self, first: int, take: Callable[[Verdict], bool]) -> None:
        """Screen the candidates from number `first` on; `take` hears of each, in their order.

        It ends when `take` gives False.
        Raises: Interrupted, EngineFailed, Unsuitable, NoOpening, OSError, and what `take` raises.
        """
        numbers = count(first)
        told = _InOrder(first, take)
        self._run([self._loop.spawn(self._screen(each, numbers, told)) for each in self._players])

    def close(self) -> None:
        """Stop all engines; a signal makes that quick."""
        self._is_closing = True
        for task in [self._loop.spawn(each.dismiss()) for each in self._players]:
            self._loop.run(_ended(task))
        self._guardian.close()
        self._signals.close()
        self._loop.close()

    # ------------------------------------------------------------------ engines

    def _run(self, tasks: list[Task[None]]) -> None:
        """Run until one task has ended or failed, or a signal comes."""
        self._end = Future()
        for task in tasks:
            self._loop.spawn(self._watch(task))
        self._loop.soon(self._interrupt)
        try:
            self._loop.run(_ended(self._end))
        finally:
            for task in tasks:
                task.cancel()

    async def _watch(self, task: Task[None]) -> None:
        try:
            await task
        except Exception as error:  # noqa: BLE001  # `_run` raises it
            self._end.fail(error)
        else:
            self._end.resolve(None)

    def _interrupt(self) -> None:
        if self._is_closing:
            for player in self._players:
                player.kill()
        elif self._loop.interrupted is not None:
            self._end.fail(Interrupted())

    async def _wake(self, player: Player) -> None:
        try:
            await player.wake()
        except Fault as fault:
            raise EngineFailed(_described(player, fault)) from fault

    async def _screen(self, player: Player, numbers: Iterator[int], told: "_InOrder") -> None:
        """Let one engine look at the candidates that no other has taken."""
        await self._wake(player)
        for number in numbers:
            try:
                verdict = await self._verdict(player, number)
            except Fault as fault:
                raise EngineFailed(_described(player, fault)) from fault
            if not told.tell(verdict):
                return

    async def _verdict(self, player: Player, number: int) -> Verdict:
        """Search as long as the stages pass the candidate, each time as if it were new."""
        beginning = self._recipe.candidate(number)
        state = after(beginning)
        assert state.seat is not None, "an opening leaves a game to play"
        opening = [(played.seat, played.text) for played in state.history]
        for stage in self._recipe.stages:
            await player.begin(beginning.setup.line, opening)
            chance = await player.chance(state.seat, stage.nodes, self._patience)
            if not stage.passes(chance):
                return Verdict(number, beginning, chance, is_balanced=False)
        return Verdict(number, beginning, chance, is_balanced=True)


class _InOrder:
    """Tells verdicts in the order of their numbers, however they come."""

    def __init__(self, first: int, take: Callable[[Verdict], bool]) -> None:
        self._next = first
        self._take = take
        self._waiting: dict[int, Verdict] = {}

    def tell(self, verdict: Verdict) -> bool:
        """Take a verdict, and tell all whose turn it is; False if no more are wanted."""
        self._waiting[verdict.number] = verdict
        while self._next in self._waiting:
            if not self._take(self._waiting.pop(self._next)):
                return False
            self._next += 1
        return True


async def _ended(future: Future[None]) -> None:
    await future


def _described(player: Player, fault: Fault) -> str:
    """What went wrong, and the engine's last words."""
    told = f"{player.engine.name} {fault}"
    return f"{told}\n{player.errors}" if player.errors else told
