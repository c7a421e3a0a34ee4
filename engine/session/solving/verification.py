"""Checks a solution with the rules alone: its line, then its value from the end backwards.

No search of the engine has a part in it. A position on the line has the claimed value if its side
can force that much and no more, for which every move of the loser is tried, and of the winner.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.games.errors import IllegalMove
from engine.games.game import Game
from engine.games.position import Position
from engine.games.state import State
from engine.search.bruteforce import OUTRIGHT_WORTH, BruteForce, OutOfNodes, worth
from engine.search.report import Value
from engine.session.solving.claim import PLIES, POINTS, Claim
from engine.session.solving.results import Solution


class Wrong(ValueError):
    """The solution is not true; the text says where it is not."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What holds: the line of `plies`, and the value of all its positions from ply `first` on.

    Plies are counted from 0, the position of the solution itself. `nodes` were visited.
    """

    plies: int
    first: int
    nodes: int


def verify(solution: Solution, games: Mapping[str, Game], most_nodes: int) -> Verified:
    """Check a solution, as far back as `most_nodes` suffice. Raises Wrong, BadRequest."""
    state = solution.problem.state(games)
    seat = state.position.seat_to_move()
    if state.setup.seats != 2 or state.seat is None:
        raise Wrong("only a game of two seats that goes on has a value to be solved")
    expected = _worth(solution.claim, state.position.ply)
    _play(state, solution.line)
    _check_end(state, solution.claim, seat, expected)
    checks = _Checks(state, seat, expected, most_nodes)
    first = len(solution.line)
    for place in _backwards(state, len(solution.line)):
        try:
            checks.check(state.position, place)
        except OutOfNodes:
            break
        first = place
    return Verified(len(solution.line), first, checks.nodes)


def _worth(claim: Claim, ply: int) -> int:
    """The claim about a position at `ply` as ``worth`` counts. Raises Wrong."""
    number = claim.number or 0
    if claim.value is Value.DRAW:
        if (number, claim.unit) != (0, POINTS):
            raise Wrong(f"a draw by {number} {claim.unit} is none: it has 0 {POINTS}")
        return 0
    if not number:
        raise Wrong(f"a {claim.value} by 0 {claim.unit} is none")
    amount = OUTRIGHT_WORTH - ply - number if claim.unit == PLIES else number
    return amount if claim.value is Value.WIN else -amount


def _play(state: State, line: Sequence[str]) -> None:
    """Play the line. Raises Wrong."""
    for number, move in enumerate(line, start=1):
        try:
            state.play(move)
        except IllegalMove as error:
            raise Wrong(f"move {number} of the line: {error}") from error


def _check_end(state: State, claim: Claim, seat: int, expected: int) -> None:
    """Raises Wrong unless the game ends here as it is claimed."""
    if not state.position.is_over():
        raise Wrong("the line stops before the game is over")
    if worth(state.position, seat) != expected:
        raise Wrong(f"the line does not end in a {claim}: {state.setup.reason(state.position)}")


def _backwards(state: State, plies: int) -> Iterator[int]:
    """The plies of the line from the last one but the end to 0, each with the game there."""
    for place in reversed(range(plies)):
        state.undo()
        yield place


class _Checks:
    """The two questions about every position, with answers remembered from one to the next."""

    def __init__(self, state: State, seat: int, expected: int, most_nodes: int) -> None:
        setup = state.setup

        def identity(position: Position) -> tuple[str, ...]:
            return tuple(setup.fields(position).values())

        self._as_much = BruteForce(seat, expected, identity, most_nodes // 2)
        self._more = BruteForce(seat, expected + 1, identity, most_nodes // 2)

    @property
    def nodes(self) -> int:
        """All that were visited."""
        return self._as_much.nodes + self._more.nodes

    def check(self, position: Position, place: int) -> None:
        """Raises Wrong, OutOfNodes."""
        if not self._as_much.can_force(position):
            raise Wrong(f"at ply {place} of the line less than the claimed value can be held")
        if self._more.can_force(position):
            raise Wrong(f"at ply {place} of the line more than the claimed value can be had")
