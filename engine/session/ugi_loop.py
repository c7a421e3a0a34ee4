"""An arena's conversation through a pipe: what is heard when, and what waits for a search's end.

Everything happens in the main thread, one event after the other; the reader, the searches and a
timer only queue events.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial

from engine.session.pipes import STDIN, STDOUT, chunks, take_over, write_all
from engine.session.ugi import Ugi
from engine.session.ugi_search import Running
from protocol.messages import Command, Malformed
from protocol.wire import CommandReader

#: Seconds between two reports of a running search.
INTERVAL = 0.5
#: How long a search may go on after the end of input, in seconds: long enough for a quick search
#: in a piped script, short enough for "gone within a second".
GRACE = 0.5
QUIT, STOP, ISREADY, QUERY = "quit", "stop", "isready", "query"

Message = Command | Malformed
Event = Callable[[], None]


class UgiLoop:
    """Reads commands, has them carried out, and writes what is to be said."""

    def __init__(self, ugi: Ugi, source: int = STDIN, sink: int = STDOUT) -> None:
        """`source` and `sink` are file descriptors."""
        self._ugi = ugi
        self._source = source
        self._sink = sink
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        #: Commands that wait for the end of the running search, and how many ``stop`` are there.
        self._waiting: deque[Message] = deque()
        self._stops = 0
        #: Whether every search is to end as soon as it can.
        self._hurrying = False
        #: Whether nothing more is to be heard.
        self._leaving = False
        #: When the next report is due, in monotonic time.
        self._due = 0.0

    def run(self) -> int:
        """Answer until ``quit`` or the end of input; returns the exit code, 0."""
        threading.Thread(target=self._read, daemon=True).start()
        while not self._leaving or self._ugi.running is not None:
            self._next_event()()
        return 0

    def _next_event(self) -> Event:
        try:
            return self._events.get(timeout=self._seconds_to_report())
        except queue.Empty:
            return self._report

    # ------------------------------------------------------------------ the other threads

    def _read(self) -> None:
        """Queue all commands, then the end; runs in a thread of its own."""
        reader = CommandReader()
        for chunk in chunks(self._source, self._ugi.log):
            self._queue(reader.feed(chunk))
        self._queue(reader.close())
        self._events.put(self._end_of_input)

    def _queue(self, messages: list[Message]) -> None:
        for message in messages:
            self._events.put(partial(self._hear, message))

    def _watch(self, running: Running) -> None:
        """Queue the end of a search; runs in a thread of its own."""
        running.search.wait()
        self._events.put(partial(self._end_of_search, running))

    # ------------------------------------------------------------------ events

    def _hear(self, message: Message) -> None:
        if self._leaving:
            return
        self._ugi.log(f"< {message}")
        name = message.name if isinstance(message, Command) else ""
        if name == QUIT:
            self._leaving = True
            self._hurry()
        elif self._ugi.running is None or self._is_heard_at_once(name):
            self._carry_out(message)
        else:
            self._waiting.append(message)
            if name == STOP:
                self._stop_all()

    def _is_heard_at_once(self, name: str) -> bool:
        """Whether a command need not wait for the end of the search."""
        return name == ISREADY or (name in (STOP, QUERY) and not self._waiting)

    def _end_of_input(self) -> None:
        """Let a running search have a moment before the end."""
        self._leaving = True
        timer = threading.Timer(GRACE, self._events.put, [self._hurry])
        timer.daemon = True
        timer.start()

    def _hurry(self) -> None:
        self._hurrying = True
        self._halt()

    def _report(self) -> None:
        if self._ugi.running is not None:
            self._say(self._ugi.running.tell())
            self._due = time.monotonic() + INTERVAL

    def _end_of_search(self, running: Running) -> None:
        running.over = True
        self._conclude_if_due()

    # ------------------------------------------------------------------ what events do

    def _stop_all(self) -> None:
        """End the running search, and those that have waited before a ``stop`` did."""
        self._stops += 1
        self._halt()

    def _carry_out(self, message: Message) -> None:
        before = self._ugi.running
        self._say(self._ugi.answer(message))
        if self._ugi.running is None:
            return
        if self._ugi.running is not before:
            self._attend(self._ugi.running)
        self._conclude_if_due()

    def _attend(self, running: Running) -> None:
        """See to a search that has begun."""
        threading.Thread(target=self._watch, args=[running], daemon=True).start()
        self._due = time.monotonic() + INTERVAL
        if self._stops or self._hurrying:
            running.halt()

    def _conclude_if_due(self) -> None:
        """Say the move if it is time, then carry out what has waited for it."""
        if self._ugi.running is not None and self._ugi.running.due:
            self._say(self._ugi.conclude())
            self._go_on()

    def _go_on(self) -> None:
        while self._waiting and self._ugi.running is None:
            message = self._waiting.popleft()
            self._stops -= isinstance(message, Command) and message.name == STOP
            self._carry_out(message)

    def _halt(self) -> None:
        if self._ugi.running is not None:
            self._ugi.running.halt()
            self._conclude_if_due()

    def _seconds_to_report(self) -> float | None:
        """Seconds until the next report; None if there is none to wait for."""
        running = self._ugi.running
        if running is None or running.over:
            return None
        return max(self._due - time.monotonic(), 0)

    def _say(self, lines: list[str]) -> None:
        """Write lines at once; nothing more is heard if nobody reads them."""
        for line in lines:
            self._ugi.log(f"> {line}")
        content = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        if not write_all(self._sink, content, self._ugi.log):
            self._leaving = True
            self._waiting.clear()
            if self._ugi.running is not None:
                self._ugi.running.halt()


def serve(ugi: Ugi) -> int:
    """Speak on standard input and output until the end; returns the exit code."""
    take_over()
    return UgiLoop(ugi).run()
