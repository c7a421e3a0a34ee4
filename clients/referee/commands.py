"""The commands of engines: what is started for the words that a user wrote."""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

#: The word that means this program itself as an engine.
OURSELVES = "quatuor"

#: The folder in which Python finds the packages of this program.
ROOT = str(Path(__file__).resolve().parents[2])
#: Starts the program whatever the working directory is. That directory itself is not searched for
#: modules (``-P``), as an engine's folder may well have one called ``engine`` or ``protocol``.
_START = """\
import sys
root = sys.argv.pop(1)
sys.path[:0] = [root] if root not in sys.path else []
from engine.cli import main
sys.exit(main())
"""


def resolve(command: Sequence[str]) -> list[str]:
    """The program and its arguments to start for `command`, in any working directory.

    ``quatuor`` is this very program; ``gtp`` after it may be left out. Everything else stays as
    it is.
    """
    if not is_ourselves(command):
        return list(command)
    is_said = len(command) > 1 and command[1] == "gtp"
    return [*_own_program(), "gtp", *command[2 if is_said else 1 :]]


def is_ourselves(command: Sequence[str]) -> bool:
    """Whether the command means this program."""
    return command[0] == OURSELVES


def _own_program() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-c", _START, ROOT]


def why_not_startable(
    command: Sequence[str], cwd: str | None = None, env: Mapping[str, str] | None = None
) -> str | None:
    """Why `command` cannot be started in the directory `cwd`; None if nothing speaks against it.

    A program with a slash in its name is looked for from `cwd`, any other in the PATH. `env` is
    added to the environment.
    """
    if why_no_folder(cwd):
        return why_no_folder(cwd)
    program = resolve(command)[0]
    if "/" in program:
        return _why_no_program(program, os.path.join(cwd or "", program))
    path = {**os.environ, **(env or {})}.get("PATH", os.defpath)
    if shutil.which(program, path=path) is None:
        return f"there is no command {program} in the PATH{_hint(program, cwd)}"
    return None


def why_no_folder(cwd: str | None) -> str | None:
    """Why no engine can be started in the directory `cwd`; None if it can."""
    if cwd is None or os.path.isdir(cwd):
        return None
    return f"there is no directory {cwd} to start it in"


def _why_no_program(program: str, path: str) -> str | None:
    """What is wrong with the program that a user calls `program` and that is at `path`."""
    if os.path.isdir(path):
        return f"{program} is a directory, not a program"
    if not os.path.exists(path):
        return f"there is no command {program}{_hint(program, None)}"
    if not os.access(path, os.X_OK):
        return f"{program} is not executable: chmod +x makes it so"
    return None


def _hint(program: str, cwd: str | None) -> str:
    """What the user may have meant."""
    if " " in program:
        return ": write each word of the command as a text of its own"
    if "/" not in program and os.path.isfile(os.path.join(cwd or "", program)):
        return f", but a file of that name: write ./{program}"
    return ""


def why_no_cpus(cpus: Sequence[int]) -> str | None:
    """Why an engine cannot be bound to these processors of this machine; None if it can be."""
    if not cpus:
        return None
    if not hasattr(os, "sched_getaffinity"):
        return "this system cannot bind a process to processors: leave it out"
    ours = os.sched_getaffinity(0)
    missing = [cpu for cpu in cpus if cpu not in ours]
    if missing:
        known = ", ".join(map(str, sorted(ours)))
        return f"there is no processor {missing[0]} to use here (there are {known})"
    return None
