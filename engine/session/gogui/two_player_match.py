"""A match for clients that know two colours, and have moves made in two words."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.games.state import State
from engine.search.levels import GREEDY_LEVEL
from engine.search.report import Limits, Thought, winning_chance
from engine.session.match import Match
from protocol.errors import UNSUPPORTED_GAME, Failure

SEATS = 2
TOO_MANY_SEATS = "the gogui dialect has stones of two colours, and this game has {seats} players"


@dataclass(frozen=True, slots=True)
class _Prospect:
    """A move, the mover's expected reward after it from 0 to 1, and what was thought of it."""

    move: int
    chance: float
    reply: Thought | None = None


class TwoPlayerMatch(Match):
    """A match that no game for more than two seats can begin in."""

    def begin(self, state: State) -> None:
        """Go on with another state. Raises Failure for a game of more seats."""
        if state.setup.seats > SEATS:
            why = TOO_MANY_SEATS.format(seats=state.setup.seats)
            raise Failure(f"{UNSUPPORTED_GAME}: {why}")
        super().begin(state)

    def resigns(self, thought: Thought) -> bool:
        """Whether to resign instead of what was thought for the side to move."""
        return self._hopeless(thought)

    def think_among(self, moves: Sequence[str]) -> Thought:
        """Choose one of these legal moves, with the time of one search for all together.

        At the levels that do not search it looks ahead a little. Raises Failure.
        """
        codes = [self._code(move) for move in moves]
        if len(codes) == 1:
            return Thought(codes[0], "forced", codes)
        begin = time.monotonic()
        share = _share(self.limits(), len(codes))
        prospects = [self._prospect(code, share) for code in codes]
        best = max(prospects, key=lambda prospect: prospect.chance)
        replies = [prospect.reply for prospect in prospects if prospect.reply]
        return Thought(
            best.move,
            self.method(),
            [best.move, *(best.reply.line if best.reply else ())],
            depth=1 + (best.reply.depth if best.reply else 0),
            nodes=sum(reply.nodes for reply in replies),
            positions=sum(reply.positions for reply in replies),
            seconds=time.monotonic() - begin,
            winrate=best.chance,
        )

    def _code(self, move: str) -> int:
        code = self.setup.move_code(move)
        assert code is not None
        return code

    def _prospect(self, code: int, limits: Limits) -> _Prospect:
        """What the mover can expect after a move."""
        mover = self.seat
        self.state.play(self.setup.move_text(code))
        try:
            outcome = self.state.outcome()
            if outcome is not None:
                chance = 0.5 if outcome.winner is None else float(outcome.winner == mover)
                return _Prospect(code, chance)
            level = max(self.parameters.whole("level"), GREEDY_LEVEL + 1)
            search = self.begin_search(limits, 1, level)
            search.wait()
            reply = search.finish()
            chance = _chance(reply)
            return _Prospect(code, chance if self.seat == mover else 1 - chance, reply)
        finally:
            self.state.undo()


def _share(limits: Limits, count: int) -> Limits:
    """One of `count` equal parts of what a search may use."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds / count,
        optimum=None if limits.optimum is None else limits.optimum / count,
        nodes=None if limits.nodes is None else max(limits.nodes // count, 1),
    )


def _chance(thought: Thought) -> float:
    """The expected reward from 0 to 1; even chances if the search has found nothing."""
    if thought.winrate is not None:
        return thought.winrate
    return 0.5 if thought.score is None else winning_chance(thought.score)
