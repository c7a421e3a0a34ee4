"""An engine as a process: start it, ask it, stop it (POSIX only).

Every wait has a deadline, every buffer a bound, and nothing an engine writes or fails to write
can block or mislead the asker. All engines share the loop's selector, so that the pipes of all
are drained while one of them is waited for. Times are seconds of the monotonic clock.
"""

import errno
import os
import selectors
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import count
from time import monotonic
from typing import IO

from clients.fault_words import exit_words, why_not_started
from clients.guardian import VARIABLE, Guardian
from clients.loop import Future, Loop
from protocol.messages import Answer, Noise
from protocol.wire import AnswerReader, encode_line

#: Bytes, and lines, that an engine may write to standard output for one question.
MAX_OUTPUT = 2 << 20
MAX_LINES = 10_000
#: Bytes of standard error that are kept.
STDERR_KEPT = 4096
#: Reads after an engine's end; what a grandchild writes for ever is not waited for.
LAST_READS = 128
CHUNK = 1 << 14
#: How often the exit of an engine is looked for where the system does not tell, in seconds.
GLANCE = 0.05
#: How long an engine that has closed a pipe may take to exit, in seconds.
CLOSING = 0.5
#: How long an engine may take to obey ``quit``, and then SIGTERM, before it is killed.
QUITTING = 1.0
TERMINATING = 0.5

#: Errors that are nobody's fault: no more processes, file descriptors or memory.
_SYSTEM_IS_FULL = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)

#: What is told of the exchange: ``>`` to the engine, ``<`` from it, ``!`` its standard error.
Listener = Callable[[str, bytes], None]


class FaultKind(StrEnum):
    """What an engine did wrong, in one word."""

    START = "start"
    TIME = "time"
    EXIT = "exit"
    PIPE = "pipe"
    FLOOD = "flood"
    ILLEGAL = "illegal"
    REFUSAL = "refusal"


class Fault(Exception):
    """What an engine did wrong, as a predicate: "did not answer 'name' within 10 s".

    `status` is the exit status if the engine has exited, negative for a signal, else None.
    """

    def __init__(self, text: str, kind: FaultKind, status: int | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.status = status


class Refused(Exception):
    """An answer that begins with `?`; the exception's text is the answer's."""


class Question(Future[str]):
    """A command that was posted. As a future it gives the answer's text.

    It raises Refused for a `?` answer, and Fault if there is none. `seconds` is the time from
    sending to answer, never more than the engine took.
    """

    __slots__ = ("asked", "command", "deadline", "number", "seconds", "within")

    def __init__(self, number: int, command: str, within: float) -> None:
        self._done = False
        self._error = self._wake = self._value = None
        self.number = number
        self.command = command
        self.within = within
        self.asked = 0.0
        self.deadline = 0.0
        self.seconds = 0.0


class EngineProcess:
    """One run of an engine. After a `Fault` it is good for nothing but ``stop``."""

    def __init__(
        self,
        command: Sequence[str],
        loop: Loop,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        guardian: Guardian | None = None,
    ) -> None:
        """`command` is the program and its arguments; `env` is added to the environment."""
        self.command = command
        self.fault: Fault | None = None
        self.listener: Listener | None = None
        self._loop = loop
        self._cwd = cwd
        self._env = env or {}
        self._guardian = guardian
        self._token = guardian.new_token() if guardian else ""
        self._popen: subprocess.Popen[bytes] | None = None
        self._stdin = self._stdout = self._stderr = -1
        self._exit: Future[int] = Future()
        self._exit_fd: int | None = None
        self._reader = AnswerReader()
        self._numbers = count(1)
        self._open: dict[int, Question] = {}
        self._posted: list[Question] = []
        self._alarm: float | None = None
        self._to_send = bytearray()
        self._is_stuck = False
        self._errors = bytearray()
        self._heard = 0
        self._lines = 0
        self._closed = ""
        self._noise = ""

    # ------------------------------------------------------------------ what a caller does

    def start(self, cpus: Sequence[int] = ()) -> None:
        """Start the process in a session of its own, on these processors only if any are given.

        Raises: Fault; OSError if it is the system that cannot start one more process.
        """
        try:
            self._popen = self._spawn()
        except OSError as error:
            if error.errno in _SYSTEM_IS_FULL:
                raise
            why = why_not_started(self.command, error)
            self.fault = Fault(f"could not be started: {why}", FaultKind.START)
            raise self.fault from error
        if self._guardian:
            self._guardian.watch(self.pid)
        if cpus:
            with suppress(ProcessLookupError):
                os.sched_setaffinity(self.pid, cpus)
        self._stdin, self._stdout, self._stderr = (_unblocked(pipe) for pipe in self._pipes())
        self._loop.watch(self._stdout, selectors.EVENT_READ, self._hear)
        self._loop.watch(self._stderr, selectors.EVENT_READ, self._overhear)
        self._watch_exit()

    def post(self, command: str, within: float) -> Question:
        """Take a command that goes out with the next ``flush``; `within` counts from there."""
        number = next(self._numbers)
        question = Question(number, command, within)
        self._to_send += encode_line(number, command)
        self._posted.append(question)
        return question

    def flush(self) -> None:
        """Send what was posted, in one piece."""
        if self.listener:
            self.listener(">", b"".join(_words(each) for each in self._posted))
        if not self._open:
            self._forget_output()
            self._noise = ""
        if not self._closed and self.fault is None:
            self._speak()
        now = monotonic()
        for question in self._posted:
            question.asked, question.deadline = now, now + question.within
            self._open[question.number] = question
            self._set_alarm(question.deadline)
        self._posted.clear()
        if self.fault is not None:
            self._fail_all(self.fault)
        elif self._exit.done:
            self._end()
        elif self._is_flooding():
            self._complain_of_flood()
        elif self._closed:
            self._set_alarm(now + CLOSING)

    async def ask(self, command: str, within: float) -> str:
        """Send a command and give the text of its answer, which must come `within` seconds.

        Raises: Refused for a `?` answer; Fault, now and ever after, if there is no answer.
        """
        question = self.post(command, within)
        self.flush()
        return await question

    async def stop(self) -> None:
        """End the process and every other one of its group, in at most 2 s."""
        if self._popen is None:
            return
        if self.fault is None and not self._exit.done:
            self.post("quit", QUITTING)
            self.flush()
            await self._loop.first([self._exit], QUITTING)
        if not await self._is_gone_within(0):
            self._signal(signal.SIGTERM)
            if not await self._is_gone_within(TERMINATING):
                self.kill()
        self.release()

    def kill(self) -> None:
        """End the process and its group at once."""
        if self._popen is not None:
            self._signal(signal.SIGKILL)
            self._exit.resolve(self._popen.wait())

    def release(self) -> None:
        """Close everything on this side; the engine, killed before, cannot be asked any more."""
        if self._popen is None:
            return
        for pipe in self._pipes():
            self._loop.unwatch(pipe.fileno())
            pipe.close()
        self._unwatch_exit()
        if self._guardian:
            self._guardian.release(self.pid, self._token)
        self._popen = None
        self._fail_all(self.fault or Fault("was stopped", FaultKind.EXIT))

    @property
    def usable(self) -> bool:
        """Whether the process runs and has done nothing wrong so far."""
        if self._popen is None or self.fault is not None or self._closed:
            return False
        return self._popen.poll() is None

    @property
    def pid(self) -> int:
        """The process id, which is its group's too."""
        return self._process.pid

    @property
    def errors(self) -> str:
        """The last of what the engine wrote to standard error."""
        if self._popen is not None:
            self._read_errors()
        return bytes(self._errors).decode("utf-8", "replace").replace("\0", "").strip()

    # ------------------------------------------------------------------ deadlines

    def _set_alarm(self, when: float) -> None:
        """Look at the deadlines at `when`, unless that will be done earlier anyway."""
        if self._alarm is None or when < self._alarm:
            self._alarm = when
            self._loop.call_at(when, self._look_at_deadlines)

    def _look_at_deadlines(self) -> None:
        self._alarm = None
        if self._popen is None or not self._open:
            return
        self._hear()  # the answer may lie in the pipe
        if self._open and self._closed:
            self._complain(f"closed its {self._closed} without an answer to", FaultKind.PIPE)
        due = [each for each in self._open.values() if each.deadline <= monotonic()]
        if due:
            text = f"did not answer '{due[0].command}' within {due[0].within:g} s"
            self._fail_all(self._with_noise(text, FaultKind.TIME))
        elif self._open:
            self._set_alarm(min(each.deadline for each in self._open.values()))

    # ------------------------------------------------------------------ answers

    def _take(self, message: Answer | Noise) -> None:
        """Give an answer to its question; anything else is noise."""
        question = None
        if isinstance(message, Answer) and message.id is not None:
            question = self._open.pop(message.id, None)
        if question is None:
            self._noise = message.text[:80]
            return
        self._heard = self._lines = 0
        question.seconds = max(0.0, self._loop.arrival - question.asked)
        if message.ok:  # type: ignore[union-attr]  # only an Answer has a question
            question.resolve(message.text)
        else:
            question.fail(Refused(message.text))

    def _complain(self, what: str, kind: FaultKind, status: int | None = None) -> None:
        """Make it a fault that the first open question got no answer."""
        first = next(iter(self._open.values()))
        self._fail_all(self._with_noise(f"{what} '{first.command}'", kind, status))

    def _complain_of_flood(self) -> None:
        if self._open:
            is_long = self._heard > MAX_OUTPUT
            much = f"{MAX_OUTPUT >> 20} MiB" if is_long else f"{MAX_LINES} lines"
            first = next(iter(self._open.values()))
            what = f"wrote over {much} without an answer to '{first.command}'"
            self._fail_all(Fault(what, FaultKind.FLOOD))

    def _fail_all(self, fault: Fault) -> None:
        self.fault = fault
        questions = [*self._open.values()]
        self._open.clear()
        for question in questions:
            question.fail(fault)

    def _with_noise(self, text: str, kind: FaultKind, status: int | None = None) -> Fault:
        """A fault that shows what was written instead of an answer."""
        for message in self._reader.close():
            self._take(message)
        return Fault(f"{text}; it wrote {self._noise!r}" if self._noise else text, kind, status)

    # ------------------------------------------------------------------ pipes

    def _hear(self) -> bool:
        """Read from standard output; False if there is nothing to read now."""
        if self._closed == "output" or self._is_flooding():
            return False
        data = _read(self._stdout)
        if data:
            self._heard += len(data)
            self._lines += data.count(b"\n")
            if self.listener:
                self.listener("<", data)
            for message in self._reader.feed(data):
                self._take(message)
        elif data == b"":
            self._close("output", self._stdout)
        if self._is_flooding():
            self._loop.unwatch(self._stdout)
            self._complain_of_flood()
        return bool(data)

    def _overhear(self) -> bool:
        """Read from standard error; False if there is nothing to read now."""
        data = _read(self._stderr)
        if data == b"":
            self._loop.unwatch(self._stderr)
        if data and self.listener:
            self.listener("!", data)
        self._errors += data or b""
        del self._errors[:-STDERR_KEPT]
        return bool(data)

    def _speak(self) -> None:
        """Write to standard input what the pipe takes, the rest when it takes more."""
        if not self._to_send:
            return
        try:
            written = os.write(self._stdin, self._to_send)
        except BlockingIOError:
            written = 0
        except OSError:
            self._close("input", self._stdin)
            return
        del self._to_send[:written]
        if bool(self._to_send) != self._is_stuck:
            self._is_stuck = not self._is_stuck
            if self._is_stuck:
                self._loop.watch(self._stdin, selectors.EVENT_WRITE, self._speak)
            else:
                self._loop.unwatch(self._stdin)

    def _close(self, which: str, pipe: int) -> None:
        """Note that a pipe is closed; the engine may be about to exit."""
        self._closed = self._closed or which
        self._to_send.clear()
        self._loop.unwatch(pipe)
        if self._open:
            self._set_alarm(monotonic() + CLOSING)

    def _read_errors(self) -> None:
        for _ in range(LAST_READS):
            if not self._overhear():
                return

    def _is_flooding(self) -> bool:
        return self._heard > MAX_OUTPUT or self._lines > MAX_LINES

    def _forget_output(self) -> None:
        """Count afresh, unless it was too much already."""
        if not self._is_flooding():
            self._heard = self._lines = 0

    # ------------------------------------------------------------------ the process

    def _spawn(self) -> subprocess.Popen[bytes]:
        ward = {VARIABLE: self._token} if self._token else {}
        return subprocess.Popen(
            self.command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._cwd,
            env={**os.environ, **self._env, **ward},
            start_new_session=True,
        )

    def _pipes(self) -> list[IO[bytes]]:
        """Standard input, output and error, on this side."""
        pipes = [self._process.stdin, self._process.stdout, self._process.stderr]
        return [pipe for pipe in pipes if pipe is not None]

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        assert self._popen is not None, "the engine was not started"
        return self._popen

    def _watch_exit(self) -> None:
        """Have ``_look_for_exit`` called when the process ends."""
        if hasattr(os, "pidfd_open"):
            with suppress(OSError):
                self._exit_fd = os.pidfd_open(self.pid)
                self._loop.watch(self._exit_fd, selectors.EVENT_READ, self._look_for_exit)
                return
        self._look_for_exit()

    def _unwatch_exit(self) -> None:
        if self._exit_fd is not None:
            self._loop.unwatch(self._exit_fd)
            os.close(self._exit_fd)
            self._exit_fd = None

    def _look_for_exit(self) -> None:
        if self._popen is None or self._exit.done:
            return
        status = self._popen.poll()
        if status is not None:
            self._unwatch_exit()
            self._exit.resolve(status)
            self._end()
        elif self._exit_fd is None:
            self._loop.call_at(monotonic() + GLANCE, self._look_for_exit)

    def _end(self) -> None:
        """The process has exited: read its last words, and fail what it has not answered."""
        for _ in range(LAST_READS):
            if not self._hear():
                break
        self._read_errors()
        if self._open:
            status = self._exit.result()
            self._complain(f"{exit_words(status)} instead of", FaultKind.EXIT, status)

    async def _is_gone_within(self, seconds: float) -> bool:
        """Whether the process and all others of its group end in that time."""
        deadline = monotonic() + seconds
        await self._loop.first([self._exit], seconds)
        while not (gone := self._exit.done and not self._signal(0)) and monotonic() < deadline:
            await self._loop.sleep(GLANCE / 5)
        return gone

    def _signal(self, number: int) -> bool:
        """Send a signal to the whole group; False if there is nobody left in it."""
        if self._popen is None:
            return False
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)
            return True
        return False


def _words(question: Question) -> bytes:
    return f"{question.number} {question.command}\n".encode()


def _unblocked(pipe: IO[bytes]) -> int:
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


def _read(pipe: int) -> bytes | None:
    """What can be read now: None for nothing, empty at the end."""
    try:
        return os.read(pipe, CHUNK)
    except BlockingIOError:
        return None
