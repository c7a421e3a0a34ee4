"""What a person sees of a conversion, on standard error."""

import os
import sys
from time import monotonic
from typing import TYPE_CHECKING

from clients.convert.conversion import Tally
from clients.referee.report.words import games

if TYPE_CHECKING:
    from rich.status import Status

#: Seconds before progress is shown at all, and between two changes of it.
PATIENCE, EVERY = 1.0, 0.2
#: How many errors and remarks of each kind are told one by one.
TOLD = 20


def say(text: str) -> None:
    """Say a line."""
    print(f"quatuor convert: {text}", file=sys.stderr, flush=True)


class Screen:
    """Progress on a terminal, errors and remarks line by line."""

    def __init__(self, is_quiet: bool = False) -> None:
        """`is_quiet` means no progress."""
        self._skipped = 0
        self._remarks = 0
        self._next = monotonic() + PATIENCE
        self._status: Status | None = None
        can_show = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._shows = can_show and not is_quiet

    def converted(self, tally: Tally) -> None:
        """Show now and then how far it is."""
        if self._shows and monotonic() > self._next:
            self._next = monotonic() + EVERY
            self._show(f"{games(tally.games)} …")

    def skipped(self, error: str) -> None:
        """Say what is wrong with a game that is left out."""
        self._skipped += 1
        self._say_one_of(self._skipped, f"left out: {error}")

    def remark(self, text: str) -> None:
        """Say what was not understood."""
        self._remarks += 1
        self._say_one_of(self._remarks, text)

    def end(self) -> None:
        """Take the progress away, and say how many lines were kept back."""
        if self._status is not None:
            self._status.stop()
        more = max(0, self._skipped - TOLD) + max(0, self._remarks - TOLD)
        if more:
            say(f"and {more} more like these")

    def _say_one_of(self, number: int, text: str) -> None:
        if number <= TOLD:
            say(text)

    def _show(self, text: str) -> None:
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)
