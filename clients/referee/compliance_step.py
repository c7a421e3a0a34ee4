"""Compliance steps as values: what an engine is asked, what is right, and how it can turn out.

A step is a coroutine that talks to the engine under check. It returns a remark, or nothing, if all
is well, and raises a ``Verdict`` if not. The first paragraph of its docstring says what is right;
the text of a failure, the page of documentation and the steps' table all read it there.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from clients.referee.compliance_check import Check


class Status(StrEnum):
    """How a step turned out."""

    OK = "ok"
    NOTE = "note"
    """Not wrong, but worth knowing."""
    SKIPPED = "skipped"
    FAILED = "FAILED"


class Verdict(Exception):
    """Why a step did not simply succeed, as a sentence about the engine without its full stop."""

    status: ClassVar[Status]


class Failed(Verdict):
    """The engine did something wrong; the text says what."""

    status = Status.FAILED


class Skipped(Verdict):
    """The step does not concern the engine."""

    status = Status.SKIPPED


class Noted(Verdict):
    """The engine did nothing wrong, but somebody should know."""

    status = Status.NOTE


Act = Callable[["Check"], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is looked at.

    `right` says what a good engine does. `commands` are those without which there is nothing to
    look at. A tournament cannot be played with an engine that fails a step that `is_needed`.
    """

    name: str
    right: str
    act: Act
    commands: tuple[str, ...]
    is_needed: bool


class Chapter:
    """Steps that belong together, in the order in which they are written down."""

    def __init__(self, title: str, *commands: str) -> None:
        """All steps of the chapter need these `commands`."""
        self.title = title
        self.steps: list[Step] = []
        self._commands = commands

    def step(self, name: str, *commands: str, needed: bool = False) -> Callable[[Act], Act]:
        """Enter the decorated coroutine as a step, which needs these `commands`, too."""

        def enter(act: Act) -> Act:
            right = " ".join((act.__doc__ or "").partition("\n\n")[0].split())
            self.steps.append(Step(name, right, act, (*self._commands, *commands), needed))
            return act

        return enter
