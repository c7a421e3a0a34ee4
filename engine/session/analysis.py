"""Live analysis: a search that tells what it finds (PROTOCOL section 4).

Values are from the side to move. A line has one segment for each candidate, best first, and the
principal variation is the last thing in a segment.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, Candidate, Limits, Report, Solved
from engine.session.session import Session
from engine.session.stream import Stream

#: How many moves alpha-beta values exactly if nobody says how many.
LINES = 4
#: Seconds from line to line if nobody says how many, and the least.
INTERVAL = 1.0
LEAST_INTERVAL = 0.01


@dataclass(frozen=True, slots=True)
class Form:
    """How one dialect of live analysis writes: its win rate, and whether it has own keys."""

    winrate: Callable[[float], str]
    own_keys: bool = False


def _hundredths(winrate: float) -> str:
    """0…10000, as Leela Zero writes it."""
    return str(round(10_000 * winrate))


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "": Form(_hundredths, own_keys=True),
        "lz": Form(_hundredths),
        "kata": Form("{:.6f}".format),
    }
)


@dataclass(frozen=True, slots=True)
class Request:
    """What the controller wants to see.

    `interval` is in seconds; at least `least` and at most `most` moves are shown if there are
    so many; None for no such wish.
    """

    interval: float = INTERVAL
    least: int = 0
    most: int | None = None

    def lines(self, default: int) -> int:
        """How many moves alpha-beta is to value exactly; `default` if nobody says how many."""
        return max(self.least, default if self.most is None else self.most, 1)


class Analysis(Stream):
    """An analysis of the current position that goes on until the next line of input."""

    gives_way = True

    def __init__(self, session: Session, request: Request, form: Form) -> None:
        """Begin to search, at full strength. Raises Failure."""
        self.interval = request.interval
        self._session = session
        self._request = request
        self._form = form
        self._search = session.match.begin_search(*self._terms())

    def _terms(self) -> tuple[Limits | None, int, int | None, bool]:
        """The limits, lines and level of the search, and whether its move is played."""
        return Limits(), self._request.lines(LINES), FULL_LEVEL, False

    def report(self) -> Report:
        """What was found so far."""
        return self._search.report()

    def line(self) -> str:
        return info_line(self._session, self.report(), self._request, self._form)

    def wait(self, seconds: float) -> bool:
        return self._search.wait(seconds)

    def end(self) -> str:
        self._search.finish()
        return ""


class GeneratingAnalysis(Analysis):
    """An analysis that ends by itself, like ``genmove``, and plays the move it has found.

    To value more moves than one takes time from the search for the best: it has to be asked for.
    """

    gives_way = False

    def _terms(self) -> tuple[Limits | None, int, int | None, bool]:
        return None, self._request.lines(1), None, True

    def end(self) -> str:
        thought = self._search.finish()
        line = self.line()
        return f"{line}\nplay {self._session.settle(thought)}".lstrip()


# ---------------------------------------------------------------------- writing


def info_line(session: Session, report: Report, request: Request, form: Form) -> str:
    """The candidates of a report, one segment each; empty if there are none yet."""
    candidates = list(_playable(session, report.candidates))[: request.most]
    by_depth = report.method == ALPHABETA
    return " ".join(
        _segment(session, candidate, order, by_depth, form)
        for order, candidate in enumerate(candidates)
    )


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A candidate and the words in which its line is played."""

    candidate: Candidate
    words: list[str]


def _playable(session: Session, candidates: Iterable[Candidate]) -> Iterator[_Spelled]:
    """Each first word once, with the best candidate that begins with it.

    Of a move whose first words are said already, what is left is shown.
    """
    seen: set[str] = set()
    said = session.open_words
    for candidate in candidates:
        texts = map(session.match.setup.move_text, candidate.line)
        words = [word for text in texts for word in session.spell(text)]
        if words[: len(said)] != said:
            continue
        words = words[len(said) :]
        if words[0] not in seen:
            seen.add(words[0])
            yield _Spelled(candidate, words)


def _unit(solved: Solved) -> str:
    """What a proved number counts.

    It keeps the words before ``pv`` even in number, for there are clients that read them in pairs.
    """
    return "plies" if solved.outright else "points"


def _segment(session: Session, spelled: _Spelled, order: int, by_depth: bool, form: Form) -> str:
    candidate = spelled.candidate
    words = [
        f"info move {spelled.words[0]} visits {candidate.visits}",
        f"winrate {form.winrate(candidate.winrate)}",
        f"scoreLead {round(candidate.lead, 2) + 0.0:.2f}",
    ]
    if by_depth:
        words.append(f"depth {candidate.depth}")
    if form.own_keys and candidate.solved:
        words.append(
            f"solved {candidate.solved.value} {candidate.solved.number} {_unit(candidate.solved)}"
        )
    return " ".join([*words, f"order {order} pv", *spelled.words])
