"""The engine's only input and output: a reader thread, and the loop that answers.

The reader hears ``quit``, ``stop`` and the end of input while a search runs, and ends the search.
"""

import queue
import threading
import time
from collections import deque

from engine.search.driver import Search
from engine.session.dispatch import Opened, respond
from engine.session.pipes import STDIN, STDOUT, chunks, take_over, write_all
from engine.session.session import Session
from engine.session.stream import Stream
from protocol.errors import Failure
from protocol.messages import Blank, Command, Malformed
from protocol.wire import ANSWER_END, CommandReader, answer_line, encode_answer, open_answer

#: How long a search may go on after ``quit`` or the end of input, in seconds: long enough for a
#: quick search in a piped script, short enough for "gone within a second".
GRACE = 0.5
#: The comment that ends a search in a dialect that knows it (PROTOCOL section 5).
INTERRUPT = "# interrupt"
Line = Command | Malformed | Blank
Message = Line | None


class Loop:
    """Reads commands, has the session answer them, and writes the answers, in order."""

    def __init__(self, session: Session, source: int = STDIN, sink: int = STDOUT) -> None:
        """`source` and `sink` are file descriptors."""
        self.session = session
        self.source = source
        self.sink = sink
        self.messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        #: Messages that were looked at before their turn.
        self._early: deque[Message] = deque()
        self._stops = 0
        self._lock = threading.Lock()

    def run(self) -> int:
        """Answer until ``quit`` or the end of input; returns the exit code, 0."""
        threading.Thread(target=self._read, daemon=True).start()
        while not self.session.quitting:
            message = self._next()
            if message is None:
                break
            alive = isinstance(message, Blank) or self._answer(message)
            self._resume(message)
            if not alive:
                break
        return 0

    # ------------------------------------------------------------------ the reader thread

    def _read(self) -> None:
        """Queue all lines, then None; runs in a thread of its own."""
        reader = CommandReader()
        for chunk in chunks(self.source, self.session.log):
            for message in reader.feed_lines(chunk):
                self._queue(message)
        for message in reader.close():
            self._queue(message)
        self.messages.put(None)
        self._end_soon()

    def _queue(self, message: Line) -> None:
        if self._is_stop(message):
            with self._lock:
                self._stops += 1
                self.session.match.thinker.halt()
        self.messages.put(message)
        if isinstance(message, Command) and message.name == "quit":
            self._end_soon()

    def _is_stop(self, message: Line) -> bool:
        """Whether the line ends a search as soon as it is read."""
        if isinstance(message, Blank):
            return self.session.interruptible and message.text == INTERRUPT
        return isinstance(message, Command) and message.name == "stop"

    def _end_soon(self) -> None:
        """Halt every search a little later."""
        timer = threading.Timer(GRACE, self._end)
        timer.daemon = True
        timer.start()

    def _end(self) -> None:
        """Halt every search for good: this ``stop``, so to speak, is never answered."""
        with self._lock:
            self._stops += 1
            self.session.match.thinker.halt()

    # ------------------------------------------------------------------ the main thread

    def _next(self) -> Message:
        """The next message; until it comes the engine may ponder."""
        if self._early:
            return self._early.popleft()
        pondering = self._ponder() if self.messages.empty() else None
        try:
            return self.messages.get()
        finally:
            if pondering is not None:
                self.session.match.end_pondering(pondering)

    def _ponder(self) -> Search | None:
        try:
            return self.session.match.ponder()
        except Failure as error:
            self.session.log(f"no pondering: {error}")
            return None

    def _answer(self, message: Command | Malformed) -> bool:
        """Answer one message; False if nobody reads it any more."""
        self.session.log(f"< {message}")
        answer = respond(self.session, message)
        if isinstance(answer, Opened):
            return self._follow(answer)
        self.session.log(f"> {answer}")
        return self._write(encode_answer(answer))

    def _follow(self, opened: Opened) -> bool:
        """Write a live analysis until it ends; False if nobody reads it any more."""
        stream = opened.stream
        alive = self._write(open_answer(opened.id))
        due = time.monotonic() + stream.interval
        while alive and not self._is_over(stream, due):
            alive = self._write(answer_line(stream.line()))
            due = max(due + stream.interval, time.monotonic())
        rest = stream.end()
        return alive and self._write(answer_line(rest) + ANSWER_END)

    def _is_over(self, stream: Stream, due: float) -> bool:
        """Wait until the next line is due; whether the stream has ended before."""
        seconds = max(due - time.monotonic(), 0)
        return self._hears_something(seconds) if stream.gives_way else stream.wait(seconds)

    def _hears_something(self, seconds: float) -> bool:
        """Wait for the next message, at most so long; whether it has come."""
        if not self._early:
            try:
                self._early.append(self.messages.get(timeout=seconds))
            except queue.Empty:
                return False
        return True

    def _resume(self, message: Line) -> None:
        """Let searches run again once all ``stop`` commands that were read are answered."""
        if self._is_stop(message):
            with self._lock:
                self._stops -= 1
                if not self._stops:
                    self.session.match.thinker.resume()

    def _write(self, content: bytes) -> bool:
        """Write some bytes at once; False if nobody reads them any more."""
        return write_all(self.sink, content, self.session.log)


def serve(session: Session) -> int:
    """Speak the protocol on standard input and output until the end; returns the exit code."""
    take_over()
    return Loop(session).run()
