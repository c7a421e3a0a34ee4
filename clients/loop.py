"""One loop for all that waits: coroutines, pipes and deadlines on one selector.

A coroutine waits for a ``Future``; whoever resolves it lets the coroutine go on in the same turn
of the loop. Times are seconds of the monotonic clock.
"""

import heapq
import selectors
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from time import monotonic
from typing import Any, Generic, TypeVar

T = TypeVar("T")
#: A select that took less has found something that was ready before.
AT_ONCE = 50e-6
#: After so long a turn it matters what has come meanwhile and what only comes now.
BUSY = 1e-3
#: The longest sleep, so that whatever was missed is seen at last.
LONGEST_SLEEP = 3600.0


class Cancelled(BaseException):
    """Thrown into a coroutine that is to end; it may clean up, not carry on."""


class Future(Generic[T]):
    """A value that will be there, or an error that will be raised."""

    __slots__ = ("_done", "_error", "_value", "_wake")

    def __init__(self) -> None:
        self._done = False
        self._error: BaseException | None = None
        self._value: T | None = None
        self._wake: Callable[[], None] | None = None

    def __await__(self) -> Generator["Future[Any]", None, T]:
        if not self._done:
            yield self
        return self.result()

    @property
    def done(self) -> bool:
        """Whether ``result`` will give the value or raise the error at once."""
        return self._done

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for it."""
        return self._wake is not None

    def result(self) -> T:
        """The value. Raises: the error, if there is one."""
        assert self._done, "not there yet"
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]  # T may be None

    def resolve(self, value: T) -> None:
        """Give the value; only the first word counts."""
        if not self._done:
            self._done, self._value = True, value
            self._notify()

    def fail(self, error: BaseException) -> None:
        """Give an error; only the first word counts."""
        if not self._done:
            self._done, self._error = True, error
            self._notify()

    def when_done(self, wake: Callable[[], None] | None) -> None:
        """Call `wake` once it is done; one waits at a time."""
        self._wake = wake
        if self._done:
            self._notify()

    def _notify(self) -> None:
        if self._wake is not None:
            wake, self._wake = self._wake, None
            wake()


class Task(Future[T]):
    """A coroutine under way; as a future it has the coroutine's result."""

    __slots__ = ("_coroutine", "_loop", "_waits_for")

    def __init__(self, loop: "Loop", coroutine: Coroutine[Any, Any, T]) -> None:
        super().__init__()
        self._loop = loop
        self._coroutine = coroutine
        self._waits_for: Future[Any] | None = None
        loop.soon(self._step)

    def cancel(self) -> None:
        """Throw ``Cancelled`` into the coroutine where it waits."""
        if not self._done:
            self._ignore_future()
            self._loop.soon(lambda: self._advance(Cancelled()))

    def _step(self) -> None:
        self._advance(None)

    def _woken(self) -> None:
        self._loop.soon(self._step)

    def _advance(self, error: BaseException | None) -> None:
        if self._done:
            return
        self._ignore_future()
        try:
            future = self._coroutine.throw(error) if error else self._coroutine.send(None)
        except StopIteration as end:
            self.resolve(end.value)
        except (Cancelled, Exception) as failure:  # noqa: BLE001  # whoever awaits it gets it
            self.fail(failure)
        else:
            self._waits_for = future
            future.when_done(self._woken)

    def _ignore_future(self) -> None:
        """Not be woken by what was waited for."""
        if self._waits_for is not None:
            self._waits_for.when_done(None)
            self._waits_for = None


class Gate:
    """Lets so many coroutines in at a time; the others wait for their turn."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._waiting: deque[Future[None]] = deque()

    async def __aenter__(self) -> None:
        if self._places == 0:
            turn: Future[None] = Future()
            self._waiting.append(turn)
            await turn
        else:
            self._places -= 1

    async def __aexit__(self, *error: object) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if turn.is_awaited:
                turn.resolve(None)
                return
        self._places += 1


class Loop:
    """The loop. Whoever makes it closes it."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._ready: deque[Callable[[], None]] = deque()
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._returned = monotonic()
        self.interrupted: signal.Signals | None = None
        self.arrival = self._returned
        """Not before this moment came what is read in this turn: the earliest that can be said.

        When the loop was busy, what it finds ready may have been there for a while; the doubt
        is in favour of the engine whose clock runs.
        """

    def close(self) -> None:
        """Close the selector; every coroutine must have ended."""
        self._selector.close()

    # ------------------------------------------------------------------ coroutines

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> Task[T]:
        """Let a coroutine run beside the others. An error of it stays in the task."""
        return Task(self, coroutine)

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run until this coroutine has ended, the others as far as they get. Raises its error."""
        task = self.spawn(coroutine)
        while not task.done:
            self.turn(LONGEST_SLEEP)
        return task.result()

    def soon(self, action: Callable[[], None]) -> None:
        """Call `action` in this turn."""
        self._ready.append(action)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        woken: Future[None] = Future()
        self.call_at(monotonic() + seconds, lambda: woken.resolve(None))
        await woken

    async def first(self, futures: Sequence[Future[Any]], seconds: float) -> None:
        """Wait until one of `futures` is done, or so long; nobody else may wait for them."""
        woken: Future[None] = Future()
        for future in futures:
            future.when_done(lambda: woken.resolve(None))
        self.call_at(monotonic() + seconds, lambda: woken.resolve(None))
        await woken
        for future in futures:
            future.when_done(None)

    # ------------------------------------------------------------------ time

    def call_at(self, when: float, action: Callable[[], None]) -> None:
        """Call `action` at that time or soon after; it cannot be called off."""
        heapq.heappush(self._timers, (when, next(self._order), action))

    def call_in(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after so long."""
        self.call_at(monotonic() + seconds, action)

    # ------------------------------------------------------------------ pipes

    def watch(self, fd: int, event: int, action: Callable[[], object]) -> None:
        """Call `action` whenever `fd` is ready for `event` (of ``selectors``)."""
        if fd not in self._selector.get_map():
            self._selector.register(fd, event, action)

    def unwatch(self, fd: int) -> None:
        """Never mind `fd` any more."""
        if fd in self._selector.get_map():
            self._selector.unregister(fd)

    # ------------------------------------------------------------------ turns

    def turn(self, longest: float) -> None:
        """Wait for something to happen, but not over `longest` seconds, and see to it.

        What can be read is read before deadlines are looked at.
        """
        if not self._ready:
            self._serve_pipes(longest)
            self._serve_timers()
        ready = self._ready
        while ready:
            ready.popleft()()

    def _serve_pipes(self, longest: float) -> None:
        began = now = monotonic()
        self.arrival = self._returned
        events = self._selector.select(0) if began - self._returned > BUSY else []
        if not events:
            pause = min(longest, self._timers[0][0] - began) if self._timers else longest
            events = self._selector.select(max(0.0, pause))
            now = monotonic()
            if now - began > AT_ONCE:
                self.arrival = now
        self._returned = now
        for key, _ in events:
            key.data()

    def _serve_timers(self) -> None:
        timers = self._timers
        if timers and timers[0][0] <= monotonic():
            now = monotonic()
            while timers and timers[0][0] <= now:
                heapq.heappop(timers)[2]()

    # ------------------------------------------------------------------ signals

    @contextmanager
    def interruptible(
        self, signals: Sequence[signal.Signals], action: Callable[[], None]
    ) -> Iterator[None]:
        """Call `action` in a turn of the loop when one of `signals` comes, each time.

        A signal that is ignored stays ignored (nohup). In a thread that is not the main one
        nothing is done: signals come to the main thread.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(number: int, frame: object) -> None:
            self.interrupted = signal.Signals(number)

        ear, mouth = socket.socketpair()
        ear.setblocking(False)
        mouth.setblocking(False)

        def heard() -> None:
            with suppress(BlockingIOError):
                ear.recv(4096)
            action()

        heeded = [each for each in signals if signal.getsignal(each) is not signal.SIG_IGN]
        before = {each: signal.signal(each, note) for each in heeded}
        old_mouth = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
        self.watch(ear.fileno(), selectors.EVENT_READ, heard)
        try:
            yield
        finally:
            self.unwatch(ear.fileno())
            signal.set_wakeup_fd(old_mouth)
            for each, handler in before.items():
                signal.signal(each, handler)
            ear.close()
            mouth.close()
