"""An engine as a player: started when it is needed, asked in the words of the protocol."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clients.guardian import Guardian
from clients.loop import Gate, Loop
from clients.process import EngineProcess, Fault, FaultKind, Listener, Question, Refused
from clients.referee.clock import Clock, written
from clients.referee.commands import resolve
from clients.referee.settings import Engine, Limits
from protocol.words import WORDS, Seat

#: Hundredths of a second between lines of an analysis of which the last line alone is read.
_SELDOM = 100_000
#: Characters of an engine's own name or version that are used.
LONGEST_NAME = 60


class Unsuitable(Exception):
    """An engine that cannot do what the tournament wants of it; nobody's fault in a game."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an engine says of its last move, None where it does not; `score` is the mover's."""

    nodes: int | None = None
    depth: int | None = None
    score: float | None = None


class Player:
    """One process of an engine, and what a game asks of it.

    After a Fault it is good for nothing but ``dismiss``.
    """

    def __init__(
        self,
        engine: Engine,
        loop: Loop,
        guardian: Guardian | None = None,
        starting: Gate | None = None,
    ) -> None:
        """`starting` lets in so many at a time that none is late by the others' fault."""
        self.engine = engine
        self.program = ""
        self.version = ""
        self.clock = Clock(engine.limits)
        self._process = EngineProcess(
            resolve(engine.command), loop, engine.cwd, engine.env, guardian
        )
        self._starting = starting or Gate(1)
        self._is_ready = False
        self._is_dismissed = False
        self._commands: frozenset[str] = frozenset()
        self._told: list[tuple[str, Question]] = []

    @property
    def limits(self) -> Limits:
        """What the engine may use."""
        return self.engine.limits

    @property
    def errors(self) -> str:
        """The last of what the engine wrote to standard error."""
        return self._process.errors

    @property
    def usable(self) -> bool:
        """Whether it can play a game: it is ready, and has done nothing wrong so far."""
        return self._is_ready and self._process.usable

    def listen(self, listener: Listener | None) -> None:
        """Tell `listener` the whole exchange from now on."""
        self._process.listener = listener

    # ------------------------------------------------------------------ life

    async def wake(self) -> None:
        """Start the engine, ask who it is and set its parameters; nothing if that is done.

        Raises: Fault of the kind START; Unsuitable; OSError of a system that is full.
        """
        if self._is_ready:
            return
        try:
            async with self._starting:
                if self._is_dismissed:
                    raise Fault("was stopped", FaultKind.EXIT)
                self._process.start(self.engine.cpus)
                await self._greet()
        except Fault as fault:
            raise Fault(str(fault), FaultKind.START, fault.status) from fault
        self._is_ready = True

    async def dismiss(self) -> None:
        """Stop the process."""
        self._is_ready, self._is_dismissed = False, True
        await self._process.stop()

    def kill(self) -> None:
        """End the process at once."""
        self._is_ready, self._is_dismissed = False, True
        self._process.kill()
        self._process.release()

    async def _greet(self) -> None:
        questions = [
            self._process.post(command, self.limits.startup)
            for command in ("name", "version", "list_commands")
        ]
        self._process.flush()
        name, version, commands = [await _text_or_nothing(each) for each in questions]
        self.program, self.version = _label(name), _label(version)
        self._commands = frozenset(commands.split())
        await self._set_parameters()

    async def _set_parameters(self) -> None:
        wanted = dict(self.engine.params)
        if "param" in self._commands and self.limits.movetime is not None:
            wanted["movetime"] = written(self.limits.movetime)
        for name in ("nodes", "depth"):
            value = getattr(self.limits, name)
            if value is not None:
                wanted[name] = str(value)
        for name, value in wanted.items():
            await self._set_parameter(name, value)

    async def _set_parameter(self, name: str, value: str) -> None:
        if "param" not in self._commands:
            raise Unsuitable(
                f"{self.engine.name} can only be limited by time: it does not know 'param', so "
                f"{name} cannot be set"
            )
        try:
            await self._process.ask(f"param {name} {value}", self.limits.startup)
        except Refused as refusal:
            why = f"it answered 'param {name} {value}' with '? {refusal}'"
            raise Unsuitable(f"{self.engine.name} cannot be given {name}: {why}") from refusal

    # ------------------------------------------------------------------ a game

    async def begin(self, setup_line: str, opening: Sequence[tuple[int, str]]) -> None:
        """Set a game up, with seats and moves of the opening.

        Raises: Fault, also if the engine refuses.
        """
        self.clock = Clock(self.limits)
        self._told.clear()  # what another game had to tell matters no more
        newgame = self._process.post(f"newgame {setup_line}", self.limits.answer)
        clock = self._post_clock()
        for seat, move in opening:
            self._post_play(seat, move)
        self._process.flush()
        await _demanded(newgame, "refused to set the game up")
        if clock is not None:
            await _text_or_nothing(clock)
        await self.heed()

    def tell(self, seat: int, move: str, is_next: bool) -> None:
        """Tell a legal move; ``heed`` says whether it was accepted.

        To the player who `is_next` it goes out together with the question for its move.
        """
        self._post_play(seat, move)
        if not is_next:
            self._process.flush()

    async def heed(self) -> None:
        """Wait until all that was told is accepted. Raises: Fault, also if it is not."""
        while self._told:
            move, question = self._told.pop(0)
            await _demanded(question, f"rejected the legal move {move}")

    async def move(self, seat: int) -> tuple[str, float]:
        """Ask for a move: what was answered, which may be anything, and the seconds it took.

        Raises: Fault, also if the engine refuses or is late.
        """
        if self.limits.has_clock:
            self._process.post(f"time_left {_COLOURS[seat]} {self.clock.told}", self.limits.answer)
        allowed = self.clock.deadline
        question = self._process.post(f"genmove {_COLOURS[seat]}", allowed)
        self._process.flush()
        if self._told:
            await self.heed()
        text = await _demanded(question, "refused to move")
        if not self.clock.spend(question.seconds):
            text = f"took {question.seconds:.3f} s for a move, not {allowed:g} s"
            raise Fault(text, FaultKind.TIME)
        return text.strip(), question.seconds

    def ask_to_explain(self) -> Question | None:
        """Ask about the last move, for ``explanation`` to read; None if it does not know how.

        An engine that fails here has still made that move: the next question that matters to
        the game meets the fault again.
        """
        if "explain_last_move" not in self._commands:
            return None
        return self._asked("explain_last_move", self.limits.answer)

    async def chance(self, seat: int, nodes: int, within: float) -> float:
        """The chance to win, 0 to 1, that a search of so many nodes gives `seat`, the one to move.

        It must come `within` seconds. The engine then stands after the move that it would make.
        Raises: Fault; Unsuitable for an engine that has no such search.
        """
        if "genmove_analyze" not in self._commands:
            raise Unsuitable(f"{self.engine.name} tells no chances: it has no genmove_analyze")
        await self._set_parameter("nodes", str(nodes))
        analysis = f"genmove_analyze {_COLOURS[seat]} {_SELDOM} maxmoves 1"
        text = await _demanded(self._asked(analysis, within), "refused to search")
        found = _WINRATES.findall(text)
        if not found:
            raise Unsuitable(f"{self.engine.name} told no winrate in its answer to '{analysis}'")
        return int(found[-1]) / 10_000

    # ------------------------------------------------------------------ words

    def _asked(self, command: str, within: float) -> Question:
        question = self._process.post(command, within)
        self._process.flush()
        return question

    def _post_play(self, seat: int, move: str) -> None:
        question = self._process.post(f"play {_COLOURS[seat]} {move}", self.limits.answer)
        self._told.append((move, question))

    def _post_clock(self) -> Question | None:
        """Set the clock; without one, engines that know no parameters get seconds a move."""
        settings = self.clock.settings
        if settings is None and self.limits.movetime is not None and "param" not in self._commands:
            settings = f"0 {written(self.limits.movetime)} 1"
        if settings is None:
            return None
        return self._process.post(f"time_settings {settings}", self.limits.answer)


async def explanation(question: Question) -> Explanation:
    """What an engine says of its move; nothing if it fails to."""
    try:
        return read_explanation(await question)
    except (Refused, Fault):
        return Explanation()


async def _text_or_nothing(question: Question) -> str:
    """The answer, empty if the engine refuses. Raises: Fault."""
    try:
        return await question
    except Refused:
        return ""


async def _demanded(question: Question, offence: str) -> str:
    """The answer to what no engine may refuse. Raises: Fault."""
    try:
        return await question
    except Refused as refusal:
        text = f"{offence}: it answered '{question.command}' with '? {refusal}'"
        raise Fault(text, FaultKind.REFUSAL) from refusal


_NODES = re.compile(r"\bnodes ([0-9]{1,18})\b")
_DEPTH = re.compile(r"\bdepth ([0-9]{1,18})\b")
_WINRATES = re.compile(r"\bwinrate ([0-9]{1,5})\b")
_SCORE = re.compile(r"\bscore ([+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?)(?!\S)")


def read_explanation(text: str) -> Explanation:
    """Read the words ``nodes N``, ``depth N`` and ``score N`` of ``explain_last_move``."""
    words = text.partition(" pv ")[0]
    nodes, depth, score = (each.search(words) for each in (_NODES, _DEPTH, _SCORE))
    return Explanation(
        int(nodes[1]) if nodes else None,
        int(depth[1]) if depth else None,
        float(score[1]) if score else None,
    )


_COLOURS = {seat: WORDS[Seat].format(seat) for seat in range(1, 5)}


def _label(text: str) -> str:
    """An answer as a name: one short line."""
    return " ".join(text.split())[:LONGEST_NAME]
