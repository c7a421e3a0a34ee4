"""An engine under check, as a process: it can be sent any bytes, and its own are kept as they came.

What a tournament overlooks or never does is done here on purpose.
"""

import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO

from clients.guardian import Guardian
from clients.loop import Future, Loop
from clients.process import EngineProcess, Fault, FaultKind
from protocol.messages import Answer
from protocol.wire import AnswerReader


class Subject(EngineProcess):
    """One run of an engine; ``output`` is all it has written since the last ``exchange`` began."""

    def __init__(
        self,
        command: Sequence[str],
        loop: Loop,
        cwd: str | None,
        env: Mapping[str, str],
        guardian: Guardian,
    ) -> None:
        super().__init__(command, loop, cwd, env, guardian)
        self.listener = self._note
        self.output = bytearray()
        self._ear = AnswerReader()
        self._answers: list[Answer] = []
        self._wanted = 0
        self._complete: Future[None] = Future()

    async def exchange(self, data: bytes, count: int, within: float) -> list[Answer]:
        """Send `data` as it is, and give all answers, with any id, once there are `count`.

        Raises: Fault, now and ever after, if there are fewer.
        """
        self.output.clear()
        self._answers.clear()
        self._wanted, self._complete = count, Future()
        self.send(data)
        await self._loop.first([self._complete, self._exit], within)
        if not self._complete.done:
            self.fault = self._too_few(within)
            raise self.fault
        return list(self._answers)

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._to_send += data
        self.flush()

    async def ended_within(self, seconds: float) -> int | None:
        """The exit status if the process ends in that time, negative for a signal; else None."""
        await self._loop.first([self._exit], seconds)
        return self._exit.result() if self._exit.done else None

    def close_input(self, last: bytes = b"") -> None:
        """Write `last`, if the pipe takes it, and then the end of input."""
        self._to_send += last
        self._speak()
        self._close("input", self._stdin)
        stdin = self._process.stdin
        if stdin is not None:
            with suppress(BrokenPipeError):
                stdin.close()

    def terminate(self) -> None:
        """Send SIGTERM to the process and its group."""
        self._signal(signal.SIGTERM)

    def _note(self, direction: str, data: bytes) -> None:
        if direction == "<":
            self.output += data
            heard = self._ear.feed(data)
            self._answers += [each for each in heard if isinstance(each, Answer)]
            if len(self._answers) >= self._wanted:
                self._complete.resolve(None)

    def _too_few(self, within: float) -> Fault:
        count = f"{len(self._answers)} of {self._wanted} answers"
        if self._exit.done:
            return Fault(f"exited after {count}", FaultKind.EXIT, self._exit.result())
        return Fault(f"gave {count} within {within:g} s", FaultKind.TIME)

    def _pipes(self) -> list[IO[bytes]]:
        return [pipe for pipe in super()._pipes() if not pipe.closed]
