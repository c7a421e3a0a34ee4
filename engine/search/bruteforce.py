"""What a side can force, by playing every game to its end: the slow check of what is proved fast.

It shares nothing with the searches but the rules. Nothing is estimated, ordered or cut short but
by the definition itself: a side can force a result if one of its moves leads to where it can, or
all of the other's do; and a win outright that comes too late is not looked for. Good for the last
plies of a game of two seats.
"""

from collections.abc import Callable, Hashable

from engine.games.position import Position

#: The worth of a win outright at ply 0; each ply costs one. No margin on points comes near.
OUTRIGHT_WORTH = 10_000


class OutOfNodes(Exception):
    """The answer would take more nodes than there were left."""


def worth(position: Position, seat: int) -> int:
    """What a finished game is worth to `seat`, from 0: the worse for the other, the more.

    0 for a draw, the margin for a win on points, ``OUTRIGHT_WORTH`` - ply for one outright;
    negated for a loss.
    """
    winners = position.winning_seats()
    if len(winners) != 1:
        return 0
    amount = position.winning_margin() or OUTRIGHT_WORTH - position.ply
    return amount if winners == (seat,) else -amount


class BruteForce:
    """Answers one question, whether `seat` can force at least `least`, in any positions of a game.

    `identity` gives the same for two positions only if they have the same future; with ``ply``
    it is what answers are remembered by. `nodes` counts every position visited; no more than
    `most_nodes` are.
    """

    def __init__(
        self,
        seat: int,
        least: int,
        identity: Callable[[Position], Hashable],
        most_nodes: int,
    ) -> None:
        self.seat = seat
        self.least = least
        self.most_nodes = most_nodes
        self.nodes = 0
        self._identity = identity
        self._known: dict[Hashable, bool] = {}

    def can_force(self, position: Position) -> bool:
        """The answer; `position` is left as it was. Raises OutOfNodes."""
        if self.nodes >= self.most_nodes:
            raise OutOfNodes
        self.nodes += 1
        if position.is_over():
            return worth(position, self.seat) >= self.least
        most = OUTRIGHT_WORTH - position.ply - 1
        if not -most < self.least <= most:
            return self.least <= -most
        key = (position.ply, self._identity(position))
        answer = self._known.get(key)
        if answer is None:
            enough = any if position.seat_to_move() == self.seat else all
            answer = enough(self._after(position, move) for move in position.legal())
            self._known[key] = answer
        return answer

    def _after(self, position: Position, move: int) -> bool:
        position.play(move)
        try:
            return self.can_force(position)
        finally:
            position.take_back()
