"""One game between engines, from the set-up to the result; ``engine.games`` is the judge."""

from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from time import monotonic
from typing import Any

from clients.loop import Loop, Task
from clients.process import Fault, FaultKind, Question
from clients.referee.adjudication import Verdict, adjudicate
from clients.referee.openings import Beginning
from clients.referee.player import Explanation, Player, explanation
from clients.referee.settings import Adjudication
from engine.games.errors import IllegalMove
from engine.games.game import SeatScore
from engine.games.state import State

RESIGN = "resign"
#: Characters of a wrong move that are shown.
SHOWN = 40
NO_EXPLANATION = Explanation()


class Termination(StrEnum):
    """Why a game ended."""

    RULES = "rules"
    RESIGNATION = "resignation"
    FAULT = "fault"
    ADJUDICATION = "adjudication"


@dataclass(slots=True)
class Move:
    """A move that was played, by a seat from 1; in an opening `seconds` is None.

    `left` is what its clock then showed, None without one.
    """

    seat: int
    text: str
    seconds: float | None = None
    left: float | None = None
    explanation: Explanation = NO_EXPLANATION


@dataclass(frozen=True, slots=True)
class Offence:
    """What a seat did that cost it the game.

    `status` is the exit status of its engine, negative for a signal, None if it still ran;
    `errors` is the end of what it wrote to standard error; `at_start` means that it happened
    before any engine was asked for a move.
    """

    seat: int
    kind: FaultKind
    reason: str
    status: int | None
    errors: str
    at_start: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game.

    `winners` are the seats that share the point: one, or several in a draw; after a fault or
    resignation all the others; nobody if no engine could be started. `reason` is a sentence
    with rule numbers or with the offence.
    """

    beginning: Beginning
    moves: tuple[Move, ...]
    scores: tuple[SeatScore, ...]
    termination: Termination
    winners: tuple[int, ...]
    reason: str
    offences: tuple[Offence, ...]
    started: datetime
    seconds: float

    @property
    def failed_to_start(self) -> bool:
        """Whether it ended by a fault before any engine was asked for a move."""
        return any(offence.at_start for offence in self.offences)

    def state(self) -> State:
        """The game at its end, with its moves as history."""
        state = State(self.beginning.setup)
        for move in self.moves:
            state.play(move.text)
        return state

    def points(self, seat: int) -> float:
        """The seat's share of the game's one point."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class OffenceError(Exception):
    """The game ends at once because of these offences."""

    def __init__(self, offences: Sequence[Offence]) -> None:
        super().__init__("; ".join(offence.reason for offence in offences))
        self.offences = tuple(offences)


class Game:
    """A game in progress; ``play`` is its whole course."""

    def __init__(
        self,
        players: Sequence[Player],
        beginning: Beginning,
        loop: Loop,
        adjudication: Adjudication | None = None,
    ) -> None:
        """`players` sit in the order of the seats; they need not be awake."""
        self.players = players
        self.beginning = beginning
        self.state = State(beginning.setup)
        self.moves: list[Move] = []
        self.started = datetime.now(UTC)
        self._loop = loop
        self._adjudication = adjudication or Adjudication()
        self._is_asked = False
        self._acting = 1
        self._explanations: list[tuple[Move, Question]] = []
        self._began = monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return monotonic() - self._began

    async def play(self) -> Result:
        """Play to the end: by the rules, by resignation, by a fault, by adjudication.

        A player at fault is left as it is, for the caller to dismiss.
        Raises: Unsuitable; OSError of a system that is full.
        """
        try:
            await self._wake_players()
            await self._set_up()
            while (seat := self.state.seat) is not None:
                if self._explanations:
                    await self._hear_explanations(all_of_them=False)
                verdict = adjudicate(self._adjudication, self.moves)
                if verdict is not None:
                    return await self._adjudicated(verdict)
                self._acting = seat
                text, seconds = await self.players[seat - 1].move(seat)
                if text.lower() == RESIGN:
                    return await self._resigned(seat)
                self._play(seat, text, seconds)
                self._tell_others(seat)
        except OffenceError as error:
            return await self._lost(error.offences)
        except Fault as fault:
            return await self._lost([self._offence(self._acting, fault)])
        return await self._finished()

    # ------------------------------------------------------------------ the course of a game

    async def _wake_players(self) -> None:
        """Start all engines at once; every one that fails has its own offence."""
        offences = []
        with self._together(player.wake() for player in self.players) as tasks:
            for seat, task in enumerate(tasks, start=1):
                try:
                    await task
                except Fault as fault:
                    offences.append(self._offence(seat, fault))
        if offences:
            raise OffenceError(offences)

    async def _set_up(self) -> None:
        """Set up the game and its opening on all engines."""
        for text in self.beginning.opening:
            mover = self.state.position.seat_to_move() + 1
            self.moves.append(Move(mover, self.state.play(text)))
        opening = [(move.seat, move.text) for move in self.moves]
        line = self.beginning.setup.line
        with self._together(player.begin(line, opening) for player in self.players) as tasks:
            for self._acting, task in enumerate(tasks, start=1):
                await task
        self._is_asked = True

    @contextmanager
    def _together(
        self, coroutines: Iterable[Coroutine[Any, Any, None]]
    ) -> Iterator[list[Task[None]]]:
        """The coroutines as tasks, none of which goes on after an error."""
        tasks = [self._loop.spawn(each) for each in coroutines]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()

    def _play(self, seat: int, text: str, seconds: float) -> None:
        """Play what `seat` answered; raises Fault if it is not a legal move."""
        try:
            played = self.state.play(text)
        except IllegalMove as error:
            raise Fault(_why_no_move(text, error), FaultKind.ILLEGAL) from error
        player = self.players[seat - 1]
        move = Move(seat, played, seconds, player.clock.left)
        self.moves.append(move)
        question = player.ask_to_explain()
        if question is not None:
            self._explanations.append((move, question))

    def _tell_others(self, mover: int) -> None:
        """Tell the last move to all but its mover; nobody needs the one that ends the game."""
        following = self.state.seat
        if following is None:
            return
        text = self.moves[-1].text
        for seat, player in enumerate(self.players, start=1):
            if seat != mover:
                player.tell(mover, text, seat == following)

    async def _hear_explanations(self, all_of_them: bool) -> None:
        """Keep what the engines say of their moves; wait only if it must be `all_of_them`."""
        waiting = self._explanations
        while waiting and (all_of_them or waiting[0][1].done):
            move, question = waiting.pop(0)
            move.explanation = await explanation(question)

    # ------------------------------------------------------------------ offences

    def _offence(self, seat: int, fault: Fault) -> Offence:
        errors = self.players[seat - 1].errors
        return Offence(seat, fault.kind, str(fault), fault.status, errors, not self._is_asked)

    # ------------------------------------------------------------------ results

    async def _finished(self) -> Result:
        outcome = self.state.outcome()
        assert outcome is not None
        winners = outcome.drawn if outcome.winner is None else (outcome.winner,)
        return await self._result(Termination.RULES, winners, outcome.reason)

    async def _resigned(self, seat: int) -> Result:
        reason = f"{self.beginning.setup.colours[seat - 1]} resigned"
        return await self._result(Termination.RESIGNATION, self._all_but([seat]), reason)

    async def _adjudicated(self, verdict: Verdict) -> Result:
        winners = self._all_but([] if verdict.loser is None else [verdict.loser])
        return await self._result(Termination.ADJUDICATION, winners, verdict.reason)

    async def _lost(self, offences: Sequence[Offence]) -> Result:
        losers = [offence.seat for offence in offences]
        colours = self.beginning.setup.colours
        reason = "; ".join(f"{colours[each.seat - 1]} {each.reason}" for each in offences)
        return await self._result(Termination.FAULT, self._all_but(losers), reason, offences)

    def _all_but(self, losers: Sequence[int]) -> tuple[int, ...]:
        return tuple(seat for seat in range(1, len(self.players) + 1) if seat not in losers)

    async def _result(
        self,
        termination: Termination,
        winners: tuple[int, ...],
        reason: str,
        offences: Sequence[Offence] = (),
    ) -> Result:
        await self._hear_explanations(all_of_them=True)
        return Result(
            self.beginning,
            tuple(self.moves),
            tuple(self.state.scores()),
            termination,
            winners,
            reason,
            tuple(offences),
            self.started,
            self.seconds,
        )


def _why_no_move(text: str, error: IllegalMove) -> str:
    if not text:
        return "answered 'genmove' without a move"
    if not text.isascii():
        return f"answered 'genmove' with {text[:SHOWN]!r}, which is no move"
    return f"made the illegal move {text[:SHOWN]!r}: {error.why} ({error.rule})"
