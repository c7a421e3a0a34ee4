"""The real engine process over pipes, seen as bytes: nothing of ours reads or tidies them."""

import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "engine")
#: How long anything may take before a test fails: far above every bar, for a busy machine.
#: The bars themselves are measured in benchmarks/test_latency.py.
DEADLINE = 20.0
#: What "gone at once" may take on a busy machine; far below the searches that are interrupted.
SOON = 8.0
#: A search that ends within the tests' time only if something ends it.
ENDLESS = "param movetime 600"


class TooLate(AssertionError):
    """The engine has not said or done something within its time."""


def environment(changes: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """The tests' environment without what could make a quick answer easier; None removes."""
    values = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    values["PYTHONPATH"] = str(ROOT)
    for name, value in (changes or {}).items():
        if value is None:
            values.pop(name, None)
        else:
            values[name] = value
    return values


class Engine:
    """A running engine. Every wait has a deadline."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by kill
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=environment(env),
            cwd=cwd or ROOT,
            bufsize=0,
        )
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._bytes = b""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """Pass on what comes, and an empty piece at the end."""
        assert self.process.stdout is not None
        while piece := self.process.stdout.read(1 << 16):
            self._heard.put(piece)
        self._heard.put(b"")

    def send(self, data: bytes) -> None:
        """Write bytes in one go."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def answer(self, within: float = DEADLINE) -> str:
        """The next answer with its status, without its empty line. Raises TooLate."""
        until = time.monotonic() + within
        while b"\n\n" not in self._bytes:
            self._bytes += self._piece(until)
        answer, _, self._bytes = self._bytes.partition(b"\n\n")
        return answer.decode()

    def _piece(self, until: float) -> bytes:
        try:
            piece = self._heard.get(timeout=max(until - time.monotonic(), 0.001))
        except queue.Empty:
            raise TooLate(f"no answer; heard {self._bytes!r}; {self.errors()}") from None
        if not piece:
            self._heard.put(b"")
            raise EOFError(f"output has ended; heard {self._bytes!r}; {self.errors()}")
        return piece

    def line(self, within: float = DEADLINE) -> str:
        """The next line of an answer that is still being written. Raises TooLate."""
        until = time.monotonic() + within
        while b"\n" not in self._bytes:
            self._bytes += self._piece(until)
        line, _, self._bytes = self._bytes.partition(b"\n")
        return line.decode()

    def ask(self, line: str, within: float = DEADLINE) -> str:
        """Send a line and give its answer."""
        self.send(line.encode() + b"\n")
        return self.answer(within)

    def ok(self, line: str, within: float = DEADLINE) -> str:
        """The text of the answer to a command that must succeed."""
        answer = self.ask(line, within)
        assert answer.startswith("= "), f"{line}: {answer}"
        return answer.removeprefix("= ")

    def state(self) -> list[str]:
        """All that a controller can see of the state."""
        return [self.ok(line) for line in ("position", "history", "param", "legal_moves")]

    def is_silent(self, seconds: float) -> bool:
        """Whether nothing is written meanwhile."""
        time.sleep(seconds)
        return not self._bytes and self._heard.empty()

    def end_input(self) -> None:
        """Close the engine's standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def rest(self, within: float = DEADLINE) -> bytes:
        """All bytes that are still written, up to the end of output."""
        until = time.monotonic() + within
        try:
            while True:
                self._bytes += self._piece(until)
        except EOFError:
            return self._bytes

    def wait(self, within: float = DEADLINE) -> int:
        """The exit code. Raises TooLate."""
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            raise TooLate(f"still running after {within} s; {self.errors()}") from None

    def errors(self) -> str:
        """What was written to standard error so far."""
        self.log.seek(0)
        return self.log.read().decode("utf-8", "replace")

    def kill(self) -> None:
        """End it, whatever it does, and let go of everything.

        The listener is waited for: a descriptor that is closed while it reads could be the next
        engine's by the time it reads on.
        """
        self.process.kill()
        self.process.wait()
        self._listener.join()
        for stream in (self.process.stdin, self.process.stdout, self.log):
            if stream is not None:
                stream.close()


def output(data: bytes, *arguments: str, **where: str | None) -> bytes:
    """What an engine writes that gets all its input at once; it must end well and quietly."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=data,
        capture_output=True,
        timeout=DEADLINE,
        env=environment(where),
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def answers(data: bytes) -> list[str]:
    """The answers in the output to `data`, each without its empty line."""
    written = output(data).decode()
    if not written:
        return []
    assert written.endswith("\n\n")
    return written.removesuffix("\n\n").split("\n\n")


def lines(commands: Iterable[str]) -> bytes:
    """Commands as the bytes that carry them."""
    return "".join(f"{command}\n" for command in commands).encode()
