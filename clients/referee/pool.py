"""The players of a tournament: started when they are needed, kept while they are good."""

import os
from collections import deque
from collections.abc import Sequence

from clients.guardian import Guardian
from clients.loop import Gate, Loop, Task
from clients.referee.player import Player
from clients.referee.settings import Engine, Restart


class Pool:
    """All processes of all engines. Whoever makes a pool closes or kills it."""

    def __init__(
        self, engines: Sequence[Engine], loop: Loop, guardian: Guardian | None, most_idle: int
    ) -> None:
        """`most_idle` is how many players may wait for a game."""
        self.retired: set[int] = set()
        """Engines that are not started again (``Restart.NEVER``), by index."""
        self._engines = engines
        self._loop = loop
        self._guardian = guardian
        self._most_idle = most_idle
        self._starting = Gate(2 * (os.cpu_count() or 1))
        self._idle: deque[tuple[int, Player]] = deque()
        self._busy: set[Player] = set()
        self._leaving: dict[Player, Task[None]] = {}

    def take(self, index: int) -> Player:
        """A player of the engine with this index; it may have to be woken."""
        player = self._idle_one(index)
        if player is None:
            player = Player(self._engines[index], self._loop, self._guardian, self._starting)
        self._busy.add(player)
        return player

    def give_back(self, index: int, player: Player, is_at_fault: bool) -> None:
        """Take a player after a game; it stays for the next one if it may."""
        self._busy.discard(player)
        restart = self._engines[index].restart
        if is_at_fault and restart is Restart.NEVER:
            self.retired.add(index)
        if is_at_fault or restart is Restart.GAME or not player.usable:
            self._dismiss(player)
        else:
            player.listen(None)
            self._idle.append((index, player))
        if len(self._idle) > self._most_idle:
            self._dismiss(self._idle.popleft()[1])

    async def close(self) -> None:
        """Stop all players and wait for their end."""
        for player in [*self._busy, *(player for _, player in self._idle)]:
            self._dismiss(player)
        self._busy.clear()
        self._idle.clear()
        while self._leaving:
            await next(iter(self._leaving.values()))

    def kill(self) -> None:
        """End all processes at once."""
        for player in [*self._busy, *self._leaving, *(player for _, player in self._idle)]:
            player.kill()

    def _idle_one(self, index: int) -> Player | None:
        for place, (engine, player) in enumerate(self._idle):
            if engine == index:
                del self._idle[place]
                if player.usable:
                    return player
                self._dismiss(player)
                return self._idle_one(index)
        return None

    def _dismiss(self, player: Player) -> None:
        """Stop a player while the tournament goes on."""
        self._leaving[player] = self._loop.spawn(self._dismissed(player))

    async def _dismissed(self, player: Player) -> None:
        try:
            await player.dismiss()
        finally:
            self._leaving.pop(player, None)
