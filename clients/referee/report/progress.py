"""The way of an SPRT through its pairs."""

from array import array

from clients.referee.statistics.outcomes import Penta
from clients.referee.statistics.sprt import Hypothesis, Sprt

#: Of how many of the last pairs each is judged when many were added at once.
DENSE = 1000
#: About how many of all pairs before them are judged.
SPARSE = 1000
#: Points of the path that are given out.
SHOWN = 400


class Progress:
    """The pairs of a test in their order, and the LLR after them.

    A test ends with the first LLR beyond its bounds; pairs that were then under way do not
    change the verdict. The LLR costs much more than to add a pair. So it is found when it is
    asked for, and if many pairs were added before that, not after each of them: a referee stops
    at the verdict, so that it lies among the last pairs of its log.
    """

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self._outcomes = array("b")
        self._counts = [0] * 5
        self._judged = 0
        self._path: list[tuple[int, float]] = []
        self._verdict: tuple[Hypothesis, int] | None = None

    def add(self, outcome: int) -> None:
        """Note a pair, by the place of its outcome in `Penta`."""
        self._outcomes.append(outcome)

    @property
    def pairs(self) -> int:
        """How many pairs were added."""
        return len(self._outcomes)

    @property
    def llr(self) -> float:
        """The LLR after all pairs, 0 without one."""
        self._judge()
        return self._path[-1][1] if self._path else 0.0

    @property
    def verdict(self) -> tuple[Hypothesis, int] | None:
        """The accepted hypothesis, and after how many pairs; None as long as the test goes on."""
        self._judge()
        return self._verdict

    @property
    def path(self) -> tuple[tuple[int, float], ...]:
        """The LLR after so many pairs, ascending, as a thinned list that ends with the last."""
        self._judge()
        step = max(1, len(self._path) // SHOWN)
        return tuple(self._path[::-step][::-1])

    def _judge(self) -> None:
        """Find the LLR after the pairs that were added since it was last asked for."""
        pairs = self.pairs
        stride = max(1, (pairs - DENSE - self._judged) // SPARSE)
        while self._judged < pairs:
            self._counts[self._outcomes[self._judged]] += 1
            self._judged += 1
            if self._judged > pairs - DENSE or not self._judged % stride:
                self._judge_pair()

    def _judge_pair(self) -> None:
        llr = self.test.llr(Penta(*self._counts))
        self._path.append((self._judged, llr))
        lower, upper = self.test.bounds
        if self._verdict is None and not lower < llr < upper:
            self._verdict = ("H1" if llr >= upper else "H0", self._judged)
