"""Several threads at one question: each asks its own kernel, and the first answer counts.

The kernels share their transposition table, and so the work.
"""

import threading
from collections.abc import Sequence

from engine.search.exact import Exact
from engine.search.report import Limits


class Crew:
    """The kernel of the thread that asks, and the helpers' kernels."""

    def __init__(self, kernel: Exact, others: Sequence[Exact]) -> None:
        self.kernel = kernel
        self.helpers = [Helper(other, self) for other in others]
        self._news = threading.Condition()
        #: The number of the question, what it is, and its answer if there is one.
        self._number, self._value = 0, 0
        self._answer: int | None = None
        self._open = False
        self._busy = 0
        self._dismissed = False

    @property
    def nodes(self) -> int:
        """The nodes of all kernels."""
        return self.kernel.nodes + sum(helper.kernel.nodes for helper in self.helpers)

    def ask(self, value: int) -> int | None:
        """The answer of ``Exact.ask``; None if the asking kernel was halted before there was one.

        Helpers are at rest before and after.
        """
        self._put(value)
        found = self.kernel.ask(value)
        with self._news:
            self._open = False
            if self._answer is not None:
                self._go_on()
            elif not self.kernel.is_halted():
                self._answer = found
            while self._busy:
                for helper in self.helpers:
                    helper.kernel.halt()
                self._news.wait()
            return self._answer

    def _put(self, value: int) -> None:
        with self._news:
            for helper in self.helpers:
                helper.kernel.resume()
            self._number += 1
            self._value, self._answer, self._open = value, None, True
            self._news.notify_all()

    def _go_on(self) -> None:
        """Let the asking kernel run again that an answer of a helper has halted."""
        if not self.kernel.is_exhausted():
            self.kernel.resume()

    def dismiss(self) -> None:
        """Let the helpers end; there are no more questions."""
        with self._news:
            self._dismissed = True
            self._news.notify_all()

    def next_question(self, last: int) -> tuple[int, int] | None:
        """Wait for a question other than number `last`: its number and value; None at the end."""
        with self._news:
            while not self._dismissed and (not self._open or self._number == last):
                self._news.wait()
            if self._dismissed:
                return None
            self._busy += 1
            return self._number, self._value

    def answer(self, found: int | None) -> None:
        """End a helper's question, with an answer or without."""
        with self._news:
            self._busy -= 1
            if found is not None and self._open and self._answer is None:
                self._answer = found
                self.kernel.halt()
            self._news.notify_all()


class Helper:
    """A worker that helps with every question of its crew."""

    def __init__(self, kernel: Exact, crew: Crew) -> None:
        self.kernel = kernel
        self.crew = crew

    def halt(self) -> None:
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        number = 0
        while (question := self.crew.next_question(number)) is not None:
            number, value = question
            found = self.kernel.ask(value)
            self.crew.answer(None if self.kernel.is_halted() else found)
