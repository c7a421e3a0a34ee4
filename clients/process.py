"""An engine as a process: start it, ask it, stop it (POSIX only).

Every wait has a deadline, every buffer a bound, and nothing an engine writes or fails to write
can block or mislead the asker. Engines that share a selector have all their pipes drained while
one of them is waited for. Times are seconds of the monotonic clock.
"""

import os
import selectors
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic
from types import TracebackType
from typing import Self

from protocol.messages import Answer, Command, Noise
from protocol.wire import AnswerReader, encode_command

#: Bytes that an engine may write to standard output for one question.
MAX_OUTPUT = 2 << 20
#: Bytes of standard error that are kept.
STDERR_KEPT = 4096
#: Reads after an engine's end; what a grandchild writes for ever is not waited for.
LAST_READS = 128
CHUNK = 1 << 15
#: How often an engine whose pipes are kept open by others is looked at, in seconds.
GLANCE = 0.05
#: How long an engine that has closed a pipe may take to exit, in seconds.
CLOSING = 0.5
#: How long an engine may take to obey ``quit``, and then SIGTERM, before it is killed.
QUITTING = 1.0
TERMINATING = 0.5


class Fault(Exception):
    """What an engine did wrong, as a predicate: "did not answer 'name' within 10 s".

    `status` is the exit status if the engine has exited, negative for a signal, else None.
    """

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


class Refused(Exception):
    """An answer that begins with `?`; the exception's text is the answer's."""


class EngineProcess:
    """One run of an engine. After a `Fault` it is good for nothing but ``stop``."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        selector: selectors.BaseSelector | None = None,
    ) -> None:
        """`command` is the program and its arguments; `selector` is shared with other engines."""
        self.command = command
        self.fault: Fault | None = None
        self._cwd = cwd
        self._env = env
        self._selector = selector or selectors.DefaultSelector()
        self._owns_selector = selector is None
        self._popen: subprocess.Popen[bytes] | None = None
        self._reader = AnswerReader()
        self._numbers = count(1)
        self._question: int | None = None
        self._answer: Answer | None = None
        self._to_send = bytearray()
        self._errors = bytearray()
        self._heard = 0
        self._closed = ""
        self._noise = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # ------------------------------------------------------------------ what a caller does

    def start(self) -> None:
        """Start the process in a session of its own. Raises: Fault."""
        try:
            self._popen = subprocess.Popen(
                self.command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._cwd,
                env=self._env,
                start_new_session=True,
            )
        except OSError as error:
            self.fault = Fault(f"could not be started: {_why_not_started(self.command, error)}")
            raise self.fault from error
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._watch(self._stdout, self._hear)
        self._watch(self._stderr, self._overhear)

    def ask(self, command: str, within: float) -> str:
        """Send a command and give the text of its answer, which must come `within` seconds.

        Raises: Refused for a `?` answer; Fault, now and ever after, if there is no answer.
        """
        if self.fault is not None:
            raise self.fault
        try:
            answer = self._await_answer(command, within)
        except Fault as fault:
            self.fault = fault
            raise
        if not answer.ok:
            raise Refused(answer.text)
        return answer.text

    def stop(self) -> None:
        """End the process and every other one of its group, in at most 2 s."""
        if self._popen is None:
            return
        if self.fault is None:
            self._send("quit")
            self._turn_until(self._is_gone, QUITTING)
        self._signal(signal.SIGTERM)
        self._turn_until(self._is_gone, TERMINATING)
        self._signal(signal.SIGKILL)
        self._popen.wait()
        self._release()

    @property
    def usable(self) -> bool:
        """Whether the process runs and has done nothing wrong so far."""
        return self._popen is not None and self.fault is None and self._status() is None

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

    # ------------------------------------------------------------------ question and answer

    def _await_answer(self, command: str, within: float) -> Answer:
        deadline = monotonic() + within
        self._send(command)
        while self._answer is None:
            self._turn(min(GLANCE, max(0.0, deadline - monotonic())))
            if self._answer is None:
                self._look_for_end(command)
            if self._answer is None and monotonic() >= deadline:
                raise self._with_noise(f"did not answer '{command}' within {within:g} s")
        self._question = None
        return self._answer

    def _send(self, command: str) -> None:
        name, *words = command.split()
        self._question = next(self._numbers)
        self._answer = None
        self._noise = ""
        self._heard = self._heard if self._is_flooding() else 0
        self._to_send += encode_command(Command(self._question, name, tuple(words)))
        if not self._closed:
            self._watch(self._stdin, self._speak, selectors.EVENT_WRITE)

    def _look_for_end(self, command: str) -> None:
        """Raise Fault if no answer can come any more; take an answer that came at the end."""
        if self._closed:
            self._turn_until(self._has_exited, CLOSING)
        status = self._status()
        if status is not None:
            self._read_last_words()
            if self._answer is None:
                raise self._with_noise(f"{_exit_words(status)} instead of '{command}'", status)
        elif self._is_flooding():
            raise Fault(f"wrote over {MAX_OUTPUT >> 20} MiB without an answer to '{command}'")
        elif self._closed:
            raise self._with_noise(f"closed its {self._closed} without an answer to '{command}'")

    def _with_noise(self, text: str, status: int | None = None) -> Fault:
        """A fault that shows what was written instead of an answer."""
        for message in self._reader.close():
            self._take(message)
        return Fault(f"{text}; it wrote {self._noise!r}" if self._noise else text, status)

    def _take(self, message: Answer | Noise) -> None:
        """Keep the answer to the open question; anything else is noise."""
        is_open = self._question is not None and self._answer is None
        if is_open and isinstance(message, Answer) and message.id == self._question:
            self._answer = message
        else:
            self._noise = message.text[:80]

    def _read_last_words(self) -> None:
        while self._hear():
            pass
        self._read_errors()

    def _read_errors(self) -> None:
        for _ in range(LAST_READS):
            if not self._overhear():
                return

    # ------------------------------------------------------------------ pipes

    def _turn(self, seconds: float) -> None:
        """Serve all pipes of the selector once, waiting at most `seconds` for one to be ready."""
        for key, _ in self._selector.select(seconds):
            key.data()

    def _turn_until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Serve all pipes until `condition` holds or `seconds` are over."""
        deadline = monotonic() + seconds
        while not condition() and monotonic() < deadline:
            self._turn(0.01)

    def _hear(self) -> bool:
        """Read from standard output; False if there is nothing to read now."""
        if self._closed == "output" or self._is_flooding():
            return False
        data = _read(self._stdout)
        if data == b"":
            self._closed = "output"
            self._unwatch(self._stdout)
        self._heard += len(data or b"")
        for message in self._reader.feed(data or b""):
            self._take(message)
        if self._is_flooding():
            self._unwatch(self._stdout)
        return bool(data)

    def _overhear(self) -> bool:
        """Read from standard error; False if there is nothing to read now."""
        data = _read(self._stderr)
        if data == b"":
            self._unwatch(self._stderr)
        self._errors += data or b""
        del self._errors[:-STDERR_KEPT]
        return bool(data)

    def _speak(self) -> None:
        """Write to standard input what the pipe takes."""
        try:
            written = os.write(self._stdin, self._to_send)
        except BlockingIOError:
            return
        except OSError:
            self._closed = self._closed or "input"
            written = len(self._to_send)
        del self._to_send[:written]
        if not self._to_send:
            self._unwatch(self._stdin)

    def _is_flooding(self) -> bool:
        return self._heard > MAX_OUTPUT

    def _watch(
        self, pipe: int, action: Callable[[], object], event: int = selectors.EVENT_READ
    ) -> None:
        if pipe not in self._selector.get_map():
            self._selector.register(pipe, event, action)

    def _unwatch(self, pipe: int) -> None:
        if pipe in self._selector.get_map():
            self._selector.unregister(pipe)

    # ------------------------------------------------------------------ the process

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        assert self._popen is not None, "the engine was not started"
        return self._popen

    @property
    def _stdin(self) -> int:
        assert self._process.stdin is not None
        return self._process.stdin.fileno()

    @property
    def _stdout(self) -> int:
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def _stderr(self) -> int:
        assert self._process.stderr is not None
        return self._process.stderr.fileno()

    def _status(self) -> int | None:
        return self._process.poll()

    def _has_exited(self) -> bool:
        return self._status() is not None

    def _is_gone(self) -> bool:
        """Whether the process and all others of its group have ended."""
        return self._has_exited() and not self._signal(0)

    def _signal(self, number: int) -> bool:
        """Send a signal to the whole group; False if there is nobody left in it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)
            return True
        return False

    def _release(self) -> None:
        """Close everything on this side; the engine cannot be asked any more."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            self._unwatch(pipe.fileno())
            pipe.close()
        if self._owns_selector:
            self._selector.close()
        self._popen = None
        self.fault = self.fault or Fault("was stopped")


def _read(pipe: int) -> bytes | None:
    """What can be read now: None for nothing, empty at the end."""
    try:
        return os.read(pipe, CHUNK)
    except BlockingIOError:
        return None


def _exit_words(status: int) -> str:
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def _why_not_started(command: Sequence[str], error: OSError) -> str:
    """One sentence about a command that the system did not start."""
    program = command[0]
    if error.filename is not None and error.filename != program:
        return f"{error.filename}: {error.strerror}"
    if os.path.isdir(program):
        return f"{program} is a directory, not a program"
    if isinstance(error, FileNotFoundError):
        return f"there is no command {program}"
    if isinstance(error, PermissionError):
        return f"{program} is not executable"
    return f"{program}: {error.strerror}"
