"""The exact value of a position of two seats, by questions that are answered with yes or no.

A question is a search with a null window: is the position worth at least so much? Who wins is
asked first, then by how much or how soon. All questions share one transposition table, so that
each one makes the next ones cheaper.
"""

from collections.abc import Sequence

from engine.games.position import OUTRIGHT, Position
from engine.search.crew import Crew, Helper
from engine.search.exact import Exact
from engine.search.exact_table import ExactTable
from engine.search.proof import BETWEEN, LEAST_WIN, Proof
from engine.search.report import ALPHABETA, Limits, Report, Thought

#: The nodes for the first question about the winner, and how much more each next round has.
FIRST_NODES, GROWTH = 20_000, 4


class Solver(Proof):
    """A team, and its first worker: narrows `low` and `high` until they meet.

    The other workers help with each question.
    """

    def __init__(self, position: Position, table: ExactTable, threads: int = 1) -> None:
        """`position` has two seats, and its game is not over."""
        super().__init__(position)
        sharing = threads > 1
        self.kernel = Exact(position, table, sharing)
        self.crew = Crew(self.kernel, [Exact(position, table, sharing) for _ in range(1, threads)])
        self.table = table
        self.sudden = position.sudden
        soonest = OUTRIGHT - position.ply - 1
        floor, ceiling = position.bounds()
        self.low, self.high = max(-soonest, floor), min(soonest, ceiling)
        #: Whether the position is worth so much is being asked; None before the first question.
        self.question: int | None = None
        self._kept: int | None = None
        self._most = 0
        self._halted = False

    @property
    def workers(self) -> Sequence["Solver | Helper"]:
        return [self, *self.crew.helpers]

    def restore(self, low: int, high: int) -> None:
        """Go on from bounds that another solver of the same position has proved."""
        self.low, self.high = max(self.low, low), min(self.high, high)

    @property
    def kept(self) -> int | None:
        return self._kept

    def halt(self) -> None:
        self._halted = True
        self.kernel.halt()

    def work(self, limits: Limits, until: float | None) -> None:
        try:
            self._most = -(-(limits.nodes or 0) // len(self.workers))
            self.table.grow_older()
            self._limit(0)
            self._find_the_winner()
            while self.low < self.high and not self.kernel.is_halted():
                self._narrow()
            if self.low == self.high:
                self.line = self.kernel.line(self.low)
        finally:
            self.dismiss()

    def dismiss(self) -> None:
        self.crew.dismiss()

    def _limit(self, nodes: int) -> None:
        """Let the next question have so many nodes, 0 for all that are left."""
        allowed = self.kernel.nodes + nodes if nodes else 0
        known = [limit for limit in (allowed, self._most) if limit]
        self.kernel.limit_nodes(min(known, default=0))

    def _go_on(self) -> None:
        """Let the kernel go on after a question that had no more nodes."""
        if self._halted or not self.kernel.is_exhausted():
            return
        if not self._most or self.kernel.nodes < self._most:
            self.kernel.resume()
            if self._halted:
                self.kernel.halt()

    # ------------------------------------------------------------------ who wins

    def _find_the_winner(self) -> None:
        """Ask who wins at the end and who wins soon, in turns with more and more nodes."""
        nodes = FIRST_NODES
        while not self._winner_is_known() and not self.kernel.is_halted():
            for ask in (self._ask_for_the_end, self._ask_for_sudden_wins):
                if not self._winner_is_known() and not self.kernel.is_halted():
                    self._limit(nodes if self.sudden else 0)
                    ask()
                    self._go_on()
            nodes *= GROWTH
        self._limit(0)

    def _winner_is_known(self) -> bool:
        return self.low > 0 or self.high < 0 or self.low == self.high

    def _ask_for_the_end(self) -> None:
        if self.high > 0:
            self._ask(1)
        if self.low < self.high == 0 and not self.kernel.is_halted():
            self._ask(0)

    def _ask_for_sudden_wins(self) -> None:
        """Look for wins outright of either side, deeper and deeper."""
        while self.sudden and not self._winner_is_known() and not self.kernel.is_halted():
            if not (self._ask_for_a_quicker_win() and self._ask_for_a_later_loss()):
                return

    def _ask(self, value: int) -> None:
        """Ask whether the position is worth at least `value`.

        Without effect if the kernel stops meanwhile.
        """
        self.question = value
        found = self.crew.ask(value)
        if found is None:
            return
        if self._halted:
            self.kernel.halt()
        if found >= value:
            self.low = max(self.low, found)
            self._kept = self._move_worth(value)
        else:
            self.high = min(self.high, found)

    def _move_worth(self, value: int) -> int | None:
        """The remembered move if it is worth so much; near the start it may be a mirror image's."""
        move = self.kernel.remembered_move()
        if move in self.kernel.position.legal() and self.kernel.gives(move, value, 1):
            return move
        return None

    # ------------------------------------------------------------------ by how much

    def _narrow(self) -> None:
        """Ask the next question when the winner is known."""
        if self.low > 0:
            if not self._ask_for_a_quicker_win():
                self._ask_for_a_larger_margin()
        elif not self._ask_for_a_later_loss():
            self._ask_for_a_smaller_margin()

    def _ask_for_a_quicker_win(self) -> bool:
        """Ask for the quickest win outright that is not refuted; False if there is none."""
        if self.high <= BETWEEN:
            return False
        plies = max(OUTRIGHT - self.high - self.ply, 1)
        if not self.sudden or plies > self.horizon:
            self.high = max(self.low, BETWEEN)
            return False
        self._ask(OUTRIGHT - self.ply - plies)
        return True

    def _ask_for_a_later_loss(self) -> bool:
        """Ask for more than the soonest loss outright not refuted yet; False if there is none."""
        if self.low >= -BETWEEN:
            return False
        plies = max(OUTRIGHT + self.low - self.ply, 1)
        if not self.sudden or plies > self.horizon:
            self.low = min(self.high, -BETWEEN)
            return False
        self._ask(self.ply + plies - OUTRIGHT + 1)
        return True

    def _ask_for_a_larger_margin(self) -> None:
        self.low = max(self.low, LEAST_WIN)
        if self.low < self.high:
            self._ask(self.low + 1)

    def _ask_for_a_smaller_margin(self) -> None:
        self.high = min(self.high, -LEAST_WIN)
        if self.low < self.high:
            self._ask(self.high)

    # ------------------------------------------------------------------ for the search

    def report(self) -> Report:
        nodes = self.crew.nodes
        return Report(ALPHABETA, (), 0, 0, nodes, 0.0, self.table.fullness())

    def thought(self) -> Thought:
        move = self.line[0] if self.line else self.first
        nodes = self.crew.nodes
        exact = self.low == self.high
        return Thought(
            move, ALPHABETA, self.line or [move], 0, nodes, nodes, score=self.low, exact=exact
        )
