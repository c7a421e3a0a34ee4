"""The guardian: a small process that lets no engine outlive its referee (POSIX only).

A referee may be killed at any moment, and an engine's children may have left its session. Every
engine therefore carries a token in its environment, which all that it starts inherits, and the
guardian ends whoever carries it: on request, and when the pipe from the referee breaks. It needs
nothing but the standard library and imports little, for it is started with every referee.

    wire: one word a line: ``+PID`` a new group, ``-PID`` it has ended, ``!TOKEN`` end its carriers
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count

#: The variable of the environment; tokens of one referee begin alike.
VARIABLE = "QUATUOR_WARD"
#: The word by which the packaged program is started as a guardian.
WORD = "guardian"
#: How long the guardian goes on looking for carriers that do not end, in seconds.
PERSISTENCE = 5.0
#: How often in a row it has to find no carrier.
LOOKS = 2
PROCESSES = "/proc"

#: The signals that a terminal or a shell sends to all processes; the guardian outlives them.
IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Guardian:
    """The referee's end of the pipe. Whoever starts one closes it; threads may share it."""

    def __init__(self) -> None:
        """Start the process. Raises: OSError."""
        outer = os.environ.get(VARIABLE, "")  # of a referee of whom this one is an engine
        self.token = f"{outer}{os.getpid()}-{os.urandom(6).hex()}"
        self._wards = count(1)
        # A new process inherits the mask: no signal ends it before it has come to ignore them.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, IGNORED)
        try:
            self._process = subprocess.Popen(
                [*_command(), self.token],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def new_token(self) -> str:
        """A token for one engine: the value of ``VARIABLE`` in its environment."""
        return f"{self.token}.{next(self._wards)}."

    def watch(self, pid: int) -> None:
        """Look after a new process group."""
        self._say(f"+{pid}")

    def release(self, pid: int, token: str) -> None:
        """The group has ended; what else carries the token is ended now."""
        self._say(f"-{pid}\n!{token}")

    def close(self) -> None:
        """Have all carriers ended, and wait for it."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()

    def _say(self, words: str) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{words}\n".encode())
            self._process.stdin.flush()


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, WORD]
    return [sys.executable, "-I", "-S", os.path.abspath(__file__)]


# ---------------------------------------------------------------------- the other end


def main(token: str) -> int:
    """Guard until standard input ends, then end all groups and all carriers of `token`."""
    for each in IGNORED:
        signal.signal(each, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        word, rest = line[:1], line[1:].strip()
        if word == "+":
            groups.add(int(rest))
        elif word == "-":
            groups.discard(int(rest))
        elif word == "!":
            end_carriers(rest)
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    end_carriers(token)
    return 0


def end_carriers(token: str) -> None:
    """Kill every process with the token in its environment until there is none left.

    One look does not prove that: a process may hand on the token and end while it is looked for,
    and for a moment of its start it shows no environment.
    """
    deadline = time.monotonic() + PERSISTENCE
    quiet_looks = 0
    while quiet_looks < LOOKS and time.monotonic() < deadline:
        carriers = _carriers(token)
        quiet_looks = 0 if carriers else quiet_looks + 1
        for pid in carriers:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if carriers:
            time.sleep(0.01)


def _carriers(token: str) -> list[int]:
    """The processes with the token (Linux; elsewhere none can be found)."""
    wanted = f"{VARIABLE}={token}".encode()
    if not os.path.isdir(PROCESSES):
        return []
    pids = [int(name) for name in os.listdir(PROCESSES) if name.isdigit()]
    return [pid for pid in pids if wanted in _environment(pid)]


def _environment(pid: int) -> bytes:
    try:
        with open(f"{PROCESSES}/{pid}/environ", "rb") as file:
            return file.read()
    except OSError:  # it has ended, or is somebody else's
        return b""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
