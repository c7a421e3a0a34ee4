"""What is said of a process that has ended, or never began."""

import os
import signal
from collections.abc import Sequence


def exit_words(status: int) -> str:
    """How a process ended, for its exit status, negative for a signal."""
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def why_not_started(command: Sequence[str], error: OSError) -> str:
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
