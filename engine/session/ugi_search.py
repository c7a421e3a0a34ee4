"""A running search as an arena sees it: ``info`` lines, and ``bestmove`` at its end."""

from collections.abc import Iterator, Sequence
from math import log

from engine.games.game import Setup
from engine.games.state import State
from engine.search.driver import Search
from engine.search.report import LOGIT, Candidate, Limits, Report, Value

#: The evaluation, in hundredths of a logit, of a win on points that is proved, and the most that
#: any other one has.
PROVED, MOST = 10_000, 9_999


class Running:
    """A search of a position that does not change meanwhile."""

    def __init__(self, search: Search, state: State, limits: Limits, lines: int) -> None:
        """`lines` is how many moves are shown, best first."""
        self.search = search
        self.endless = limits == Limits()
        #: Whether it has ended by itself.
        self.over = False
        #: Whether it was told to end.
        self.halted = False
        self._setup = state.setup
        self._lines = lines

    @property
    def due(self) -> bool:
        """Whether the arena is to hear the move: an endless search waits to be told."""
        return self.over and (self.halted or not self.endless)

    def halt(self) -> None:
        """Make it end as soon as it can."""
        self.halted = True
        self.search.halt()

    def tell(self) -> list[str]:
        """What was found so far; nothing as long as nothing is known."""
        report = self.search.report()
        return self._info(report, report.candidates) if report.candidates else []

    def conclude(self) -> list[str]:
        """End it: the last ``info`` lines and the move that was chosen."""
        thought = self.search.finish()
        report = self.search.report()
        chosen_first = sorted(report.candidates, key=lambda each: each.move != thought.move)
        lines = self._info(report, chosen_first)
        return [*lines, f"bestmove {self._setup.move_text(thought.move)}"]

    def _info(self, report: Report, candidates: Sequence[Candidate]) -> list[str]:
        return list(info_lines(report, candidates[: self._lines], self._setup))


# ---------------------------------------------------------------------- writing


def info_lines(report: Report, candidates: Sequence[Candidate], setup: Setup) -> Iterator[str]:
    """An ``info`` line for each candidate, or one about the effort alone if there are none."""
    effort = _effort(report)
    if not candidates:
        yield f"info depth {report.depth} seldepth {report.seldepth} {effort}"
    for rank, each in enumerate(candidates, start=1):
        depths = f"depth {each.depth} seldepth {max(report.seldepth, each.depth)}"
        line = " ".join(map(setup.move_text, each.line))
        yield f"info {depths} multipv {rank} score {score_words(each)} {effort} pv {line}"


def _effort(report: Report) -> str:
    """Nodes, milliseconds, nodes a second, and how full the table is in thousandths."""
    speed = round(report.nodes / max(report.seconds, 1e-3))
    spent = f"nodes {report.nodes} time {round(1000 * report.seconds)} nps {speed}"
    return f"{spent} hashfull {min(round(1000 * report.hash_full), 1000)}"


def score_words(candidate: Candidate) -> str:
    """``cp`` in hundredths of a logit, or ``mate`` in plies; from the side to move.

    A proved win or loss on points is plus or minus ``PROVED``, a proved draw 0.
    """
    solved = candidate.solved
    if solved is None:
        return f"cp {centilogits(candidate.winrate)}"
    sign = {Value.WIN: 1, Value.LOSS: -1, Value.DRAW: 0}[solved.value]
    return f"mate {sign * solved.number}" if solved.outright else f"cp {sign * PROVED}"


def centilogits(winrate: float) -> int:
    """The evaluation that stands for an expected reward from 0 to 1, at most ``MOST``."""
    if not 0 < winrate < 1:
        return MOST if winrate >= 1 else -MOST
    return min(max(round(LOGIT * log(winrate / (1 - winrate))), -MOST), MOST)
