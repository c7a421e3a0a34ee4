"""The engine's only input and output: a reader thread, and the loop that answers.

The reader hears ``quit``, ``stop`` and the end of input while a search runs, and ends the search.
"""

import os
import queue
import select
import signal
import sys
import threading
from types import FrameType

from engine.session.dispatch import handle
from engine.session.session import Session
from protocol.messages import Answer, Command, Malformed
from protocol.wire import CommandReader, encode_answer

STDIN, STDOUT = 0, 1
#: How long a search may go on after ``quit`` or the end of input, in seconds: long enough for a
#: quick search in a piped script, short enough for "gone within a second".
GRACE = 0.5
CHUNK = 1 << 16
Message = Command | Malformed | None


class Loop:
    """Reads commands, has the session answer them, and writes the answers, in order."""

    def __init__(self, session: Session, source: int = STDIN, sink: int = STDOUT) -> None:
        """`source` and `sink` are file descriptors."""
        self.session = session
        self.source = source
        self.sink = sink
        self.messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._stops = 0
        self._lock = threading.Lock()

    def run(self) -> int:
        """Answer until ``quit`` or the end of input; returns the exit code, 0."""
        threading.Thread(target=self._read, daemon=True).start()
        while not self.session.quitting:
            message = self.messages.get()
            if message is None:
                break
            self.session.log(f"< {message}")
            answer = handle(self.session, message)
            self._resume(message)
            self.session.log(f"> {answer}")
            if not self._write(answer):
                break
        return 0

    # ------------------------------------------------------------------ the reader thread

    def _read(self) -> None:
        """Queue all commands, then None; runs in a thread of its own."""
        reader = CommandReader()
        while chunk := self._chunk():
            for message in reader.feed(chunk):
                self._queue(message)
        for message in reader.close():
            self._queue(message)
        self.messages.put(None)
        self._end_soon()

    def _chunk(self) -> bytes:
        """Some input; empty at its end, or if it cannot be read any more."""
        try:
            return os.read(self.source, CHUNK)
        except BlockingIOError:
            select.select([self.source], [], [])
            return self._chunk()
        except OSError as error:
            self.session.log(f"input ended: {error}")
            return b""

    def _queue(self, message: Command | Malformed) -> None:
        if isinstance(message, Command) and message.name == "stop":
            with self._lock:
                self._stops += 1
                self.session.match.thinker.halt()
        self.messages.put(message)
        if isinstance(message, Command) and message.name == "quit":
            self._end_soon()

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

    def _resume(self, message: Command | Malformed) -> None:
        """Let searches run again once all ``stop`` commands that were read are answered."""
        if isinstance(message, Command) and message.name == "stop":
            with self._lock:
                self._stops -= 1
                if not self._stops:
                    self.session.match.thinker.resume()

    def _write(self, answer: Answer) -> bool:
        """Write an answer at once; False if nobody reads it any more."""
        data = memoryview(encode_answer(answer))
        try:
            while data:
                data = data[self._write_some(data) :]
        except OSError as error:
            self.session.log(f"output ended: {error}")
            return False
        return True

    def _write_some(self, data: memoryview) -> int:
        try:
            return os.write(self.sink, data)
        except BlockingIOError:
            select.select([], [self.sink], [])
            return 0


def serve(session: Session) -> int:
    """Speak the protocol on standard input and output until the end; returns the exit code.

    Nothing else can reach standard output meanwhile: what is printed by mistake goes to
    standard error.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    sys.stdout = sys.stderr
    return Loop(session).run()


def _leave(number: int, frame: FrameType | None) -> None:
    """End the process cleanly, from wherever the main thread is."""
    raise SystemExit(0)
