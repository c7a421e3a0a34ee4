"""The exact value of a position by proof numbers, for games with forced lines."""

from collections.abc import Sequence

from engine.games.position import Position
from engine.search.proof import BETWEEN, Proof
from engine.search.proof_table import ProofTable
from engine.search.proving import Prover
from engine.search.report import Limits, Report, Thought

#: What its thoughts are found by.
PROOF = "proof"


class ProofSolver(Proof):
    """The only worker of its team: asks ``Prover`` until `low` and `high` meet.

    First who wins, then how soon, or by how much if there is no win outright. A move that is on
    record as a win is tried before all others: its proof is a small part of that of the root.
    """

    def __init__(self, position: Position, table: ProofTable) -> None:
        """`position` has two seats, and its game is not over."""
        super().__init__(position)
        self.kernel = Prover(position, table)
        self.table = table
        #: Whether the position is worth so much is being asked; None before the first question.
        self.question: int | None = None
        self._kept: int | None = None
        self._record = position.on_record()

    @property
    def workers(self) -> Sequence["ProofSolver"]:
        return [self]

    def restore(self, low: int, high: int) -> None:
        """Go on from bounds that another solver of the same position has proved."""
        self.kernel.restrict(low, high)
        self.low, self.high = self.kernel.low, self.kernel.high

    @property
    def kept(self) -> int | None:
        return self._kept

    def halt(self) -> None:
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        self.kernel.limit_nodes(limits.nodes or 0)
        if self._record is not None and self.low < 1 <= self.high:
            self.kernel.try_first(self._record, 1)
        while self.low < self.high and not self.kernel.is_halted():
            self.question = self._next_question()
            self.kernel.ask(self.question)
            if self.kernel.low > self.low:
                self._kept = self.kernel.best_move
            self.low, self.high = self.kernel.low, self.kernel.high
        if self.low == self.high:
            self.line = self.kernel.principal_variation()

    def _next_question(self) -> int:
        """The value to ask for next, which lies above `low` and not above `high`."""
        if self.low < 1 <= self.high:
            return 1
        if self.low < 0 <= self.high:
            return 0
        if self.low > 0:
            return BETWEEN if self.low < BETWEEN <= self.high else self.low + 1
        return 1 - BETWEEN if self.low < 1 - BETWEEN <= self.high else self.high

    def report(self) -> Report:
        return Report(PROOF, (), 0, 0, self.kernel.nodes, 0.0, self.table.fullness())

    def thought(self) -> Thought:
        """The first move of the line; unless solved, the move that promises most so far."""
        nodes = self.kernel.nodes
        move = self.line[0] if self.line else self.kernel.best_move_or(self.first)
        exact = self.low == self.high
        return Thought(
            move, PROOF, self.line or [move], 0, nodes, nodes, score=self.low, exact=exact
        )
