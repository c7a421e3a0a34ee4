"""``referee check``: engines are examined step by step, by the table of compliance steps.

A step that finds the engine hung or gone fails, and the next one starts it anew. Every wait has a
deadline; an engine that runs into too many of them is not tried any further.
"""

import signal
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol

from clients.guardian import Guardian
from clients.loop import Cancelled, Loop
from clients.process import Fault, FaultKind
from clients.referee.compliance_check import Check, Patience
from clients.referee.compliance_ending import ENDING
from clients.referee.compliance_game import GAME, SETTING_UP
from clients.referee.compliance_language import LANGUAGE
from clients.referee.compliance_step import Chapter, Skipped, Status, Step, Verdict
from clients.referee.compliance_thinking import THINKING
from clients.referee.openings import Beginning
from clients.referee.settings import Engine

CHAPTERS = (LANGUAGE, SETTING_UP, GAME, THINKING, ENDING)
#: The table: every step, in the order in which they are carried out and numbered from 1.
STEPS: tuple[Step, ...] = tuple(step for chapter in CHAPTERS for step in chapter.steps)

#: How many steps an engine may keep waiting in vain.
MOST_HANGS = 4


class Interrupted(Exception):
    """The user wants no more of it; all engines have been ended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How a step turned out. `number` is the step's in the table.

    `text` is a remark if it succeeded, else the reason, without its full stop.
    """

    number: int
    step: Step
    status: Status
    text: str
    seconds: float

    @property
    def prevents_games(self) -> bool:
        """Whether no tournament can be played with such an engine."""
        return self.status is Status.FAILED and self.step.is_needed


@dataclass(slots=True)
class Examination:
    """What was found out about one engine; `program` and `version` are its own words."""

    engine: Engine
    program: str = ""
    version: str = ""
    findings: list[Finding] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether no step that a tournament needs has failed."""
        return not any(finding.prevents_games for finding in self.findings)

    def count(self, status: Status) -> int:
        """How many steps turned out like this."""
        return sum(finding.status is status for finding in self.findings)


class Watcher(Protocol):
    """Who is told what is found, as it is found."""

    def begun(self, examination: Examination) -> None:
        """An engine is going to be examined."""

    def found(self, finding: Finding) -> None:
        """A step of it is done."""

    def ended(self, examination: Examination) -> None:
        """All steps are done."""


def examine(
    engines: Sequence[Engine],
    beginning: Beginning,
    game_is_wanted: bool,
    watcher: Watcher,
    patience: Patience | None = None,
    steps: Sequence[Step] = STEPS,
) -> list[Examination]:
    """Examine the engines, one after the other.

    `game_is_wanted` if they have to know the game of `beginning`; otherwise an engine that knows
    no ``newgame`` fails no step for that. `steps` are steps of the table, the first one included.
    Raises: Interrupted at SIGINT or SIGTERM; OSError of a system that is full.
    """
    numbered = [(STEPS.index(step) + 1, step) for step in steps]
    examinations = [Examination(engine) for engine in engines]
    with closing(Guardian()) as guardian, closing(Loop()) as loop:
        for examination in examinations:
            check = Check(
                examination.engine,
                beginning,
                game_is_wanted,
                patience or Patience(),
                loop,
                guardian,
            )
            _run(loop, Examiner(check, examination, watcher).examine(numbered))
    return examinations


def _run(loop: Loop, examination: Coroutine[Any, Any, None]) -> None:
    """Let the loop turn until all is done. Raises: Interrupted, and what `examination` does."""
    task = loop.spawn(examination)

    async def done() -> None:
        await task

    with loop.interruptible((signal.SIGINT, signal.SIGTERM), task.cancel):
        try:
            loop.run(done())
        except Cancelled as end:
            raise Interrupted from end


class Examiner:
    """Carries out the steps on one engine."""

    def __init__(self, check: Check, examination: Examination, watcher: Watcher) -> None:
        self._check = check
        self._examination = examination
        self._watcher = watcher
        self._hangs = 0

    async def examine(self, steps: Sequence[tuple[int, Step]]) -> None:
        """Carry the numbered steps out; the engine has then ended, whatever happens."""
        self._watcher.begun(self._examination)
        try:
            for number, step in steps:
                began = monotonic()
                status, text = await self._turn_out(step)
                self._enter(Finding(number, step, status, text, monotonic() - began))
            await self._check.dismiss()
        finally:
            self._check.kill()
        self._watcher.ended(self._examination)

    async def _turn_out(self, step: Step) -> tuple[Status, str]:
        """How a step turns out, and the remark or reason; it leaves no engine in doubt."""
        status, text = await self._carry_out(step)
        if status is Status.FAILED:
            await self._check.dismiss()
        return status, text

    async def _carry_out(self, step: Step) -> tuple[Status, str]:
        check = self._check
        try:
            self._see_that_it_makes_sense(step)
            check.begin_step()
            if self._examination.findings:
                await check.ready()
            return Status.OK, await step.act(check) or ""
        except Verdict as verdict:
            return verdict.status, str(verdict)
        except Fault as fault:
            self._hangs += fault.kind is FaultKind.TIME
            return Status.FAILED, f"it {fault}"

    def _see_that_it_makes_sense(self, step: Step) -> None:
        """Raises: Skipped if there is nothing to find out any more."""
        findings = self._examination.findings
        if findings and findings[0].status is Status.FAILED:
            raise Skipped("it did not start")
        if self._hangs >= MOST_HANGS:
            raise Skipped(f"it kept {MOST_HANGS} steps waiting in vain, which is enough")
        if "newgame" in step.commands and self._check.cannot_play:
            raise Skipped(self._check.cannot_play)
        unknown = [each for each in step.commands if findings and not self._check.knows(each)]
        if unknown:
            raise Skipped(f"it does not know {' and '.join(unknown)}")

    def _enter(self, finding: Finding) -> None:
        examination = self._examination
        examination.findings.append(finding)
        examination.program = self._check.stated("name")
        examination.version = self._check.stated("version")
        self._watcher.found(finding)


# ---------------------------------------------------------------------- for the documentation


def as_markdown() -> str:
    """The table of steps for people, a part for each chapter."""
    return "\n".join(line for chapter in CHAPTERS for line in _chapter_lines(chapter))


def _chapter_lines(chapter: Chapter) -> Iterator[str]:
    yield from (
        f"### {chapter.title}",
        "",
        "| # | step | what is right | needs |",
        "|--:|---|---|---|",
    )
    for step in chapter.steps:
        name = f"**{step.name}**" if step.is_needed else step.name
        needs = ", ".join(f"`{command}`" for command in step.commands)
        yield f"| {STEPS.index(step) + 1} | {name} | {step.right} | {needs} |"
    yield ""
