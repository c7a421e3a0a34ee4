"""Games as lines of JSON in the referee's schema (docs/records.md, docs/convert.md)."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from clients.convert.json_reading import CONVERTED, took
from clients.convert.replay import Replayed
from clients.convert.verdict import DEEDS, UNFINISHED, VOID, Verdict
from clients.process import FaultKind
from clients.referee.game import Offence, Result, Termination
from clients.referee.openings import Beginning
from clients.referee.records import SCHEMA, Json, as_line, sentence
from engine.games.game import SeatScore
from protocol.game_record import Move

_NEVER = datetime.min.replace(tzinfo=UTC)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_TOOK = re.compile(
    r"(?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,6})?) s(?:, nodes (?P<nodes>[0-9]{1,18}))?"
    r"(?:, depth (?P<depth>[0-9]{1,9}))?(?:, score (?P<score>-?[0-9]{1,12}(?:\.[0-9]{1,12})?))?",
    re.ASCII,
)


def write(played: Replayed, number: int) -> str:
    """The game as one line, the `number`th of its file; one that was read is written as it was."""
    told = played.game.told
    return f"{as_line(told if told is not None else as_json(played, number))}\n"


def as_json(played: Replayed, number: int) -> Json:
    """A game that was played outside of any tournament as a record. What is not known is null."""
    record, verdict = played.record, played.verdict
    labels = [name or f"player {seat}" for seat, name in enumerate(played.names, start=1)]
    return {
        "schema": SCHEMA,
        "id": str(number),
        "number": number,
        "pair": None,
        "round": None,
        "run": None,
        "tournament": {},
        "host": None,
        "started": record.date if _DATE.fullmatch(record.date) else None,
        "seconds": None,
        "game": played.setup.game.name,
        "setup": record.setup,
        "opening": record.opening,
        "players": list(_players(played)),
        "moves": [_move(move) for move in record.moves],
        "result": _sentence(played, labels),
        "reason": verdict.reason,
        "termination": verdict.termination,
        "winners": list(verdict.winners),
        "scores": [_score(score, verdict) for score in played.state.scores()],
        "faults": list(_faults(verdict, labels)),
        CONVERTED: _converted(played),
    }


def _players(played: Replayed) -> Iterator[Json]:
    unknown = dict.fromkeys(("program", "version", "command"))
    for seat, name in enumerate(played.names, start=1):
        colour = played.setup.colours[seat - 1]
        yield {"seat": seat, "colour": colour, "engine": None, "name": name, **unknown}


def _move(move: Move) -> Json:
    """A move; a comment that says what it took becomes numbers again."""
    first, line_break, rest = move.comment.partition("\n")
    numbers = _numbers(first) if bool(line_break) == bool(rest) else {}
    comment = rest if numbers else move.comment
    kept = {"comment": comment} if comment else {}
    return {"seat": move.seat, "move": move.text, **numbers, **kept}


def _numbers(text: str) -> dict[str, object]:
    """What a comment says that a move took; nothing if it says it in other words."""
    found = _TOOK.fullmatch(text)
    words = found.groupdict() if found else {}
    numbers = {name: json.loads(word) for name, word in words.items() if word and _is_plain(word)}
    return numbers if took(numbers) == text else {}


def _is_plain(word: str) -> bool:
    """Whether it is a number as JSON writes it: no leading nought."""
    digits = word.lstrip("-").partition(".")[0]
    return digits == "0" or not digits.startswith("0")


def _score(score: SeatScore, verdict: Verdict) -> Json:
    points = 1 / len(verdict.winners) if score.seat in verdict.winners else 0.0
    return {
        "seat": score.seat,
        "colour": score.colour,
        "total": score.total,
        "parts": dict(score.parts),
        "points": None if verdict.termination == UNFINISHED else points,
    }


def _faults(verdict: Verdict, labels: list[str]) -> Iterator[Json]:
    """What is known of a loss on time or a forfeit."""
    if verdict.termination == Termination.FAULT:
        for seat, label in enumerate(labels, start=1):
            if seat not in verdict.winners:
                kind = str(FaultKind.TIME) if verdict.how == "T" else None
                unknown = dict.fromkeys(("exit_status", "signal", "stderr"))
                deed = DEEDS[verdict.how]
                yield {"seat": seat, "name": label, "kind": kind, "reason": deed, **unknown}


def _converted(played: Replayed) -> Json:
    """What else the file said."""
    record = played.record
    texts = {
        "position": record.position,
        "date": record.date,
        "event": record.event,
        "round": record.round,
        "comment": record.comment,
    }
    known = {name: text for name, text in texts.items() if text}
    return {"from": played.game.form, **known}


def _sentence(played: Replayed, labels: list[str]) -> str:
    """The result in the referee's words."""
    verdict, state = played.verdict, played.state
    if verdict.termination in (UNFINISHED, VOID):
        colours = played.setup.colours
        who = [f"{label} ({colour})" for label, colour in zip(labels, colours, strict=True)]
        return f"{', '.join(who)}: {verdict.reason}"
    result = Result(
        beginning=Beginning(state.setup),
        moves=(),
        scores=tuple(state.scores()),
        termination=Termination(verdict.termination),
        winners=verdict.winners,
        reason=verdict.reason,
        offences=tuple(_offences(verdict, labels)),
        started=_NEVER,
        seconds=0.0,
    )
    return sentence(result, labels)


def _offences(verdict: Verdict, labels: list[str]) -> Iterator[Offence]:
    """The faults as ``sentence`` takes them; it does not say of which kind they are."""
    for fault in _faults(verdict, labels):
        yield Offence(fault["seat"], FaultKind.TIME, fault["reason"], None, "", at_start=False)
