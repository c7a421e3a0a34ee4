"""One game between engines, from the set-up to the result; ``engine.games`` is the judge."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from time import monotonic

from clients.process import Fault
from clients.referee.player import Explanation, Limits, Player
from engine.games.errors import IllegalMove
from engine.games.game import SeatScore, Setup
from engine.games.state import State

RESIGN = "resign"
#: Characters of a wrong move that are shown.
SHOWN = 40


class Termination(StrEnum):
    """Why a game ended."""

    RULES = "rules"
    RESIGNATION = "resignation"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a game begins: a setup, and moves that are played before the engines take over."""

    setup: Setup
    opening: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was played, by a seat from 1. `seconds` is None in an opening."""

    seat: int
    text: str
    seconds: float | None
    explanation: Explanation = field(default_factory=Explanation)


@dataclass(frozen=True, slots=True)
class Offence:
    """What a seat did that cost it the game.

    `status` is the exit status of its engine, negative for a signal, None if it still ran;
    `errors` is the end of what it wrote to standard error.
    """

    seat: int
    reason: str
    status: int | None
    errors: str


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


Watcher = Callable[[State], None]


class Game:
    """A game in progress; ``play`` is its whole course."""

    def __init__(
        self,
        players: Sequence[Player],
        beginning: Beginning,
        limits: Limits,
        watch: Watcher = lambda state: None,
    ) -> None:
        """`players` sit in the order of the seats; `watch` sees the state after each move."""
        self.players = players
        self.beginning = beginning
        self.limits = limits
        self.watch = watch
        self.state = State(beginning.setup)
        self.moves: list[Move] = []
        self.started = datetime.now(UTC)
        self._clock = monotonic()

    def play(self) -> Result:
        """Play to the end: by the rules, by resignation, or by the fault of a player.

        Players at fault are dismissed; the others stay for their next game. Raises: Unsuitable.
        """
        try:
            self._wake_players()
            self._set_up()
            while (seat := self.state.seat) is not None:
                text, seconds = self._ask(seat)
                if text.lower() == RESIGN:
                    return self._resigned(seat)
                self._play(seat, text, seconds)
                self._tell_others(seat)
        except OffenceError as error:
            return self._lost(error.offences)
        return self._finished()

    # ------------------------------------------------------------------ the course of a game

    def _wake_players(self) -> None:
        """Start all engines at once, then hear them all, so that each one's name is known."""
        offences: list[Offence] = []
        for step in (Player.wake, self._greet):
            for seat, player in self._seats():
                try:
                    step(player)
                except Fault as fault:
                    offences.append(self._offence(seat, fault))
        if offences:
            raise OffenceError(_one_a_seat(offences))

    def _greet(self, player: Player) -> None:
        player.greet(self.limits)

    def _set_up(self) -> None:
        """Set up the game and its opening on all engines."""
        for seat, player in self._seats():
            with self._charged_to(seat):
                player.begin(self.beginning.setup.line, self.limits)
        for text in self.beginning.opening:
            mover = self.state.position.seat_to_move() + 1
            self.moves.append(Move(mover, self.state.play(text), None))
            for seat, player in self._seats():
                with self._charged_to(seat):
                    player.tell(mover, self.moves[-1].text, self.limits)

    def _ask(self, seat: int) -> tuple[str, float]:
        """The answer to ``genmove`` and the seconds it took."""
        began = monotonic()
        with self._charged_to(seat):
            text = self.players[seat - 1].move(seat, self.limits)
        return text, monotonic() - began

    def _play(self, seat: int, text: str, seconds: float) -> None:
        """Play what `seat` answered, if it is a legal move."""
        with self._charged_to(seat):
            played = self._judge(text)
        explanation = self.players[seat - 1].explain(self.limits)
        self.moves.append(Move(seat, played, seconds, explanation))
        self.watch(self.state)

    def _judge(self, text: str) -> str:
        """Play the move; raises Fault if it is not legal."""
        if not text:
            raise Fault("answered 'genmove' without a move")
        if not text.isascii():
            raise Fault(f"answered 'genmove' with {text[:SHOWN]!r}, which is no move")
        try:
            return self.state.play(text)
        except IllegalMove as error:
            why = f"{error.why} ({error.rule})"
            raise Fault(f"made the illegal move {text[:SHOWN]!r}: {why}") from error

    def _tell_others(self, mover: int) -> None:
        """Tell the last move to all but its mover; nobody needs the one that ends the game."""
        if self.state.seat is None:
            return
        for seat, player in self._seats():
            if seat != mover:
                with self._charged_to(seat):
                    player.tell(mover, self.moves[-1].text, self.limits)

    # ------------------------------------------------------------------ offences

    def _seats(self) -> Iterator[tuple[int, Player]]:
        return iter(enumerate(self.players, start=1))

    @contextmanager
    def _charged_to(self, seat: int) -> Iterator[None]:
        """Make a fault in this block an offence of `seat`."""
        try:
            yield
        except Fault as fault:
            raise OffenceError([self._offence(seat, fault)]) from fault

    def _offence(self, seat: int, fault: Fault) -> Offence:
        return Offence(seat, str(fault), fault.status, self.players[seat - 1].errors)

    # ------------------------------------------------------------------ results

    def _finished(self) -> Result:
        outcome = self.state.outcome()
        assert outcome is not None
        winners = outcome.drawn if outcome.winner is None else (outcome.winner,)
        return self._result(Termination.RULES, winners, outcome.reason)

    def _resigned(self, seat: int) -> Result:
        reason = f"{self.beginning.setup.colours[seat - 1]} resigned"
        return self._result(Termination.RESIGNATION, self._all_but([seat]), reason)

    def _lost(self, offences: Sequence[Offence]) -> Result:
        losers = [offence.seat for offence in offences]
        for seat in losers:
            self.players[seat - 1].dismiss()
        colours = self.beginning.setup.colours
        reason = "; ".join(f"{colours[each.seat - 1]} {each.reason}" for each in offences)
        return self._result(Termination.FAULT, self._all_but(losers), reason, offences)

    def _all_but(self, losers: Sequence[int]) -> tuple[int, ...]:
        return tuple(seat for seat, _ in self._seats() if seat not in losers)

    def _result(
        self,
        termination: Termination,
        winners: tuple[int, ...],
        reason: str,
        offences: Sequence[Offence] = (),
    ) -> Result:
        return Result(
            self.beginning,
            tuple(self.moves),
            tuple(self.state.scores()),
            termination,
            winners,
            reason,
            tuple(offences),
            self.started,
            monotonic() - self._clock,
        )


def _one_a_seat(offences: Sequence[Offence]) -> list[Offence]:
    """The first offence of each seat, in the order of the seats."""
    first: dict[int, Offence] = {}
    for offence in sorted(offences, key=lambda offence: offence.seat):
        first.setdefault(offence.seat, offence)
    return list(first.values())
