"""The commands of live analysis (PROTOCOL section 4).

They differ in how they write and in whether they play a move; the words are the same:
``[COLOUR] [INTERVAL] [minmoves N] [maxmoves N]``, and what programs for Go ask of other engines.
"""

from collections.abc import Callable, Sequence
from typing import cast

from engine.session.analysis import (
    FORMS,
    LEAST_INTERVAL,
    Analysis,
    GeneratingAnalysis,
    Request,
)
from engine.session.session import Session
from engine.session.stream import Stream
from engine.session.table import command
from protocol.errors import SyntaxFailure
from protocol.words import WORDS, Context, Count, Number, Seat, Text, shown

#: Words of KataGo's that ask for something about points on a Go board; they are heard and ignored.
SWITCHES = (
    "rootinfo",
    "ownership",
    "ownershipstdev",
    "movesownership",
    "movesownershipstdev",
    "pvvisits",
    "pvedgevisits",
    "noresultvalue",
)
_CENTISECONDS = 100


@command()
def analyze(session: Session, *words: Text) -> Stream:
    """`analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: search the position and tell every
    INTERVAL hundredths of a second what was found, until the next line of input."""
    return Analysis(session, _request(session, words), FORMS[""])


@command()
def lz__analyze(session: Session, *words: Text) -> Stream:
    """`lz-analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: `analyze` in Leela Zero\'s
    form."""
    return Analysis(session, _request(session, words), FORMS["lz"])


@command()
def kata__analyze(session: Session, *words: Text) -> Stream:
    """`kata-analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: `analyze` in KataGo\'s
    form."""
    return Analysis(session, _request(session, words), FORMS["kata"])


@command()
def genmove_analyze(session: Session, *words: Text) -> Stream:
    """`genmove_analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: choose a move as `genmove`
    does, tell meanwhile what was found, and end with `play MOVE`."""
    return GeneratingAnalysis(session, _request(session, words), FORMS[""])


@command()
def lz__genmove_analyze(session: Session, *words: Text) -> Stream:
    """`lz-genmove_analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: `genmove_analyze`
    in Leela Zero\'s form."""
    return GeneratingAnalysis(session, _request(session, words), FORMS["lz"])


@command()
def kata__genmove_analyze(session: Session, *words: Text) -> Stream:
    """`kata-genmove_analyze [COLOUR] [INTERVAL] [minmoves N] [maxmoves N]`: `genmove_analyze`
    in KataGo\'s form."""
    return GeneratingAnalysis(session, _request(session, words), FORMS["kata"])


# ---------------------------------------------------------------------- reading


def _request(session: Session, words: Sequence[str]) -> Request:
    """What the words ask for. Raises Failure, also if the colour is not to move."""
    context = Context(session.match.setup.colours, session.match.seat)
    rest = list(words)
    if rest and not _is_interval(rest):
        rest = _without_colour(session, rest, context)
    else:
        session.match.mover(None)
    wishes: dict[str, float] = {}
    if rest and _is_number(rest[0]):
        wishes["interval"] = _interval(rest.pop(0), context)
    while rest:
        _read_wish(rest, wishes, context)
    return Request(**wishes)  # type: ignore[arg-type]  # each reader gives what its field takes


def _is_interval(words: Sequence[str]) -> bool:
    """Whether the first word is the interval: a number that no second one follows."""
    return _is_number(words[0]) and not (len(words) > 1 and _is_number(words[1]))


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or word[:1] in ("-", "+", ".")


def _without_colour(session: Session, words: list[str], context: Context) -> list[str]:
    if words[0].lower() in (*_WISHES, *SWITCHES):
        session.match.mover(None)
        return words
    seat = cast(Seat, WORDS[Seat].parse(words[0], context))
    session.match.mover(seat)
    return words[1:]


def _read_wish(rest: list[str], wishes: dict[str, float], context: Context) -> None:
    """Take a name and its value off the words."""
    name = rest.pop(0)
    if name.lower() in SWITCHES:
        _read_switch(name, rest)
        return
    if name.lower() not in _WISHES:
        raise SyntaxFailure(f"{' or '.join(_WISHES)} expected, not {shown(name)}")
    if not rest:
        raise SyntaxFailure(f"a number expected after {name.lower()}")
    field, read = _WISHES[name.lower()]
    if field in wishes:
        raise SyntaxFailure(f"{name.lower()} is given twice")
    wishes[field] = read(rest.pop(0), context)


def _read_switch(name: str, rest: list[str]) -> None:
    if not rest or rest.pop(0).lower() not in ("true", "false"):
        raise SyntaxFailure(f"true or false expected after {name}")


def _interval(word: str, context: Context) -> float:
    """Seconds from hundredths of a second."""
    hundredths = cast(Number, WORDS[Number].parse(word, context))
    if hundredths < 0:
        raise SyntaxFailure(f"hundredths of a second from 0 expected, not {shown(word)}")
    return max(hundredths / _CENTISECONDS, LEAST_INTERVAL)


def _count(word: str, context: Context) -> int:
    return cast(Count, WORDS[Count].parse(word, context))


def _positive(word: str, context: Context) -> int:
    count = _count(word, context)
    if count == 0:
        raise SyntaxFailure("maxmoves: 1 or more expected, not 0")
    return count


#: Words with a number behind them: the field of ``Request`` and how it is read.
_WISHES: dict[str, tuple[str, Callable[[str, Context], float]]] = {
    "interval": ("interval", _interval),
    "minmoves": ("least", _count),
    "maxmoves": ("most", _positive),
}
