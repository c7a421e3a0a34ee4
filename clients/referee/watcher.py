"""Who looks on while a tournament is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from clients.referee.records import Json
from clients.referee.settings import Conduct, Tournament


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A game in progress: names, colours and present totals in the order of the seats."""

    number: int
    id: str
    labels: tuple[str, ...]
    colours: tuple[str, ...]
    plies: int
    totals: tuple[int, ...]
    seconds: float


class Watcher(Protocol):
    """What a watcher is told, in the order in which it happens."""

    def recalled(self, record: Json) -> None:
        """A game was read from the log of an earlier run; before ``begun``."""

    def begun(
        self, tournament: Tournament, conduct: Conduct, total: int | None, already: int
    ) -> None:
        """The tournament begins; `total` games, None if that depends on results."""

    def finished(self, record: Json) -> None:
        """A game is finished, and in the log."""

    def unsaved(self, record: Json) -> None:
        """A game is finished and could not be written to the log; an error follows."""

    def void(self, record: Json) -> None:
        """A game was void."""

    def stopped(self, names: tuple[str, ...], why: str) -> None:
        """No more games are played between the engines of these names."""

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        """These games are being played; about twice a second."""

    def ended(self, why: str) -> None:
        """It is over: empty if all was played, else why it was broken off."""
