"""What the steps of a check have in hand: the engine, started when need be, and the rules' view."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from clients.guardian import Guardian
from clients.loop import Loop
from clients.process import Fault, FaultKind, Question, Refused
from clients.referee.clock import written
from clients.referee.commands import resolve, why_not_startable
from clients.referee.compliance_step import Failed
from clients.referee.compliance_subject import Subject
from clients.referee.openings import Beginning
from clients.referee.settings import Engine, Limits
from engine.games.errors import IllegalMove
from engine.games.state import State
from protocol.messages import Answer
from protocol.words import WORDS, Seat

#: What the engine is asked when it starts; its answers are known from then on.
GREETING = ("name", "version", "list_commands")
#: What is taken as known to an engine that does not list its commands: what GTP requires, and
#: what a tournament asks for unseen.
ASSUMED = frozenset(
    [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "play",
        "genmove",
        "newgame",
    ]
)
RESIGN = "resign"
#: Characters of an answer that are shown.
SHOWN = 120
COLOURS = {seat: WORDS[Seat].format(seat) for seat in range(1, 5)}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds, besides the limits that the engine has anyway.

    `ending` is from ``quit``, or its like, to the exit; `step` is for all that one step asks;
    `game` is what a game is played for; `move` is the time for a move, without margin.
    """

    ending: float = 1.0
    step: float = 30.0
    game: float = 10.0
    move: float = 0.1


class Check:
    """One engine under check. Its process lives from step to step as long as it is usable."""

    def __init__(
        self,
        engine: Engine,
        beginning: Beginning,
        game_is_wanted: bool,
        patience: Patience,
        loop: Loop,
        guardian: Guardian,
    ) -> None:
        """`game_is_wanted` if the engine is to play this very game, not just any if it can."""
        self.engine = engine
        self.beginning = beginning
        self.game_is_wanted = game_is_wanted
        self.patience = patience
        self.first_words = b""
        self.errors = ""
        self.cannot_play = ""
        """Why there is no game to look at; empty as long as nothing is known against it."""
        self._replies: dict[str, Answer] = {}
        self._loop = loop
        self._guardian = guardian
        self._process: Subject | None = None
        self._deadline = 0.0

    @property
    def limits(self) -> Limits:
        """What the engine may use."""
        return self.engine.limits

    @property
    def subject(self) -> Subject:
        """The process of the moment."""
        assert self._process is not None, "the engine was not started"
        return self._process

    def said(self, command: str) -> str:
        """What the engine answered to a command of its greeting, be it a refusal."""
        return self._replies[command].text if command in self._replies else ""

    def stated(self, command: str) -> str:
        """What the engine answered to a command of its greeting; empty if it refused."""
        reply = self._replies.get(command)
        return reply.text if reply is not None and reply.ok else ""

    def knows(self, command: str) -> bool:
        """Whether the engine lists the command; see ``ASSUMED`` for one that lists nothing."""
        return command in (self.stated("list_commands").split() or ASSUMED)

    # ------------------------------------------------------------------ life

    def begin_step(self) -> None:
        """Count the time of a step from now."""
        self._deadline = monotonic() + self.patience.step

    async def ready(self) -> None:
        """Start the engine again if it cannot be asked any more. Raises: Fault, Failed."""
        if self._process is None or not self._process.usable:
            await self.renew()

    async def renew(self) -> None:
        """Start a new process, hear its greeting and give it its parameters.

        Raises: Fault, Failed; OSError of a system that is full.
        """
        await self.dismiss()
        engine = self.engine
        why = why_not_startable(engine.command, engine.cwd, engine.env)
        if why is not None:
            raise Failed(f"it cannot be started: {why}")
        command = resolve(engine.command)
        self._process = Subject(command, self._loop, engine.cwd, engine.env, self._guardian)
        self._process.start(engine.cpus)
        await self._greet()

    async def _greet(self) -> None:
        questions = self._post(GREETING, self.limits.startup)
        self._replies = {each.command: await _outcome(each) for each in questions}
        self.first_words = bytes(self.subject.output)
        if self.knows("param"):
            for question in self._post(self.parameters(), self.limits.startup):
                await _outcome(question)

    def parameters(self) -> list[str]:
        """The commands that set what the tournament wants the engine to have."""
        wanted = dict(self.engine.params)
        if self.knows("param") and self.limits.movetime is not None:
            wanted["movetime"] = written(self.limits.movetime)
        for name in ("nodes", "depth"):
            value = getattr(self.limits, name)
            if value is not None:
                wanted[name] = str(value)
        return [f"param {name} {value}" for name, value in wanted.items()]

    async def dismiss(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._process.stop()
            self.errors = self.errors or self._process.errors
            self._process = None

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.release()
            self._process = None

    # ------------------------------------------------------------------ questions

    def within(self, seconds: float) -> float:
        """So many seconds, or what is left for the step. Raises: Fault if that is nothing."""
        left = self._deadline - monotonic()
        if left <= 0:
            text = f"was not through with the step after {self.patience.step:g} s"
            raise Fault(text, FaultKind.TIME)
        return min(seconds, left)

    async def ask(self, *commands: str) -> list[Answer]:
        """Send all commands at once; their answers, which may be refusals. Raises: Fault."""
        questions = self._post(commands, self.within(self.limits.answer))
        return [await _outcome(question) for question in questions]

    async def demand(self, *commands: str) -> list[str]:
        """Send all commands at once; the texts of the answers, none of which may be a refusal.

        Raises: Failed, Fault.
        """
        answers = await self.ask(*commands)
        for command, answer in zip(commands, answers, strict=True):
            if not answer.ok:
                raise Failed(told(command, answer))
        return [answer.text for answer in answers]

    async def refusal(self, command: str, text: str) -> None:
        """Send a command that must be refused with a text that begins with `text`.

        Raises: Failed, Fault.
        """
        (answer,) = await self.ask(command)
        if answer.ok or not answer.text.startswith(text):
            raise Failed(told(command, answer))

    async def exchange(self, data: bytes, count: int) -> list[Answer]:
        """Send bytes as they are; all answers once there are `count` of them. Raises: Fault."""
        return await self.subject.exchange(data, count, self.within(self.limits.answer))

    def _post(self, commands: Sequence[str], within: float) -> list[Question]:
        questions = [self.subject.post(command, within) for command in commands]
        self.subject.flush()
        return questions

    # ------------------------------------------------------------------ games

    async def new_game(self) -> State:
        """Set the tournament's game up; the rules' view of it. Raises: Failed, Fault."""
        await self.demand(f"newgame {self.beginning.setup.line}")
        return State(self.beginning.setup)

    async def new_timed_game(self, seconds: float) -> State:
        """Set the game up, with so long for each move as far as the engine can be told.

        Raises: Failed, Fault.
        """
        state = await self.new_game()
        if self.knows("param"):
            await self.ask(f"param movetime {written(seconds)}")
        elif self.knows("time_settings"):
            await self.ask(f"time_settings 0 {written(seconds)} 1")
        return state

    async def generate(self, state: State, seconds: float) -> float | None:
        """Have the engine move and play its move in `state`; the seconds it took, None to resign.

        `seconds` is what it was given for the move.
        Raises: Failed if the move is refused, illegal or later than the margin; Fault.
        """
        allowed = seconds + self.limits.margin
        command = f"genmove {colour_of(state)}"
        (question,) = self._post([command], self.within(allowed + self.limits.answer))
        answer = await _outcome(question)
        if not answer.ok:
            raise Failed(told(command, answer))
        if question.seconds > allowed:
            raise Failed(f"it took {question.seconds:.2f} s for a move, not {allowed:g} s")
        if answer.text.lower() == RESIGN:
            return None
        play_generated(state, answer.text)
        return question.seconds

    async def compare_moves(self, state: State) -> None:
        """See that the engine's legal moves are those of the rules, if it can say them.

        Raises: Failed, Fault.
        """
        if self.knows("legal_moves"):
            (text,) = await self.demand("legal_moves")
            compare(text.split(), state)


async def _outcome(question: Question) -> Answer:
    """The answer, be it a refusal or not. Raises: Fault."""
    try:
        return Answer(True, question.number, await question)
    except Refused as refusal:
        return Answer(False, question.number, str(refusal))


def told(command: str, answer: Answer) -> str:
    """What the engine answered to what, as a sentence."""
    sign = "=" if answer.ok else "?"
    return f"it answered {quoted(command)} with {quoted(f'{sign} {answer.text}'.rstrip())}"


def quoted(text: str) -> str:
    """Words of an engine as a failure may repeat them: short and on one line."""
    line = " ".join(text.split())
    return f"'{line if len(line) <= SHOWN else line[: SHOWN - 1] + '…'}'"


def colour_of(state: State) -> str:
    """The colour of the side to move, as a command says it."""
    assert state.seat is not None
    return COLOURS[state.seat]


def play_generated(state: State, text: str) -> None:
    """Play what ``genmove`` answered. Raises: Failed."""
    try:
        state.play(text)
    except IllegalMove as error:
        why = f"{error.why} ({error.rule})"
        raise Failed(f"it made the illegal move {quoted(text)}: {why}") from error


def compare(moves: Sequence[str], state: State) -> None:
    """See that an engine's legal moves are those of the rules. Raises: Failed."""
    right = state.legal_moves()
    missing = [move for move in right if move not in moves]
    surplus = [move for move in moves if move not in right]
    after = f"after {len(state.history)} moves its legal moves"
    if missing:
        raise Failed(f"{after} lack {quoted(' '.join(missing))}")
    if surplus:
        raise Failed(f"{after} have {quoted(' '.join(surplus))}, which is illegal")
    if list(moves) != right:
        raise Failed(f"{after} are not sorted, or say one twice")
