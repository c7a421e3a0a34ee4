"""Games in lines of JSON, those of the referee (docs/records.md) and converted ones."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TypeVar

from clients.convert.errors import BadGame
from clients.convert.game import Claim, Game, Reading, tidied
from clients.convert.verdict import TERMINATIONS, VOID
from clients.referee.game import Termination
from clients.referee.records import SCHEMA, Json
from protocol.game_record import GameRecord, Move
from protocol.words import shown

NAME = "jsonl"

#: The longest line that is read, in bytes.
MAX_LINE = 1 << 22
#: Where a converted game keeps what the referee's schema has no key for.
CONVERTED = "converted"

#: What an engine says of its search.
_SEARCHED = ("nodes", "depth", "score")
_BOM = b"\xef\xbb\xbf"
_NAMES = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object",
    float: "a number",
}
Value = TypeVar("Value")


def read(file: BinaryIO) -> Iterator[Reading]:
    """The games of a file, one a line; empty lines are read over. Raises: OSError."""
    for number, line in enumerate(_lines(file), start=1):
        try:
            if line is None:
                raise BadGame(f"the line has more than {MAX_LINE >> 20} MiB", number)
            if line.strip():
                yield _game(_decoded(line), number)
        except BadGame as error:
            yield BadGame(error.why, error.line or number, error.column, error.move)


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one that is too long, of which the rest is read over."""
    line = file.readline(MAX_LINE + 1).removeprefix(_BOM)
    while line:
        is_long = len(line) > MAX_LINE
        yield None if is_long else line
        while is_long and line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE)
        line = file.readline(MAX_LINE + 1)


def _decoded(line: bytes) -> Json:
    """The object of a line. Raises: BadGame."""
    try:
        value = json.loads(line.decode(), parse_float=_number, parse_constant=_number)
    except UnicodeDecodeError as error:
        raise BadGame("the bytes are not in UTF-8", column=error.start + 1) from error
    except json.JSONDecodeError as error:
        cut = "" if line.endswith(b"\n") else " (was the last line cut off?)"
        raise BadGame(f"no line of JSON: {error.msg}{cut}", column=error.colno) from error
    except RecursionError as error:
        raise BadGame("no record of a game: it is nested too deeply") from error
    except ValueError as error:
        raise BadGame(f"no line of JSON: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        has = value.get("schema", "none") if isinstance(value, dict) else "none"
        raise BadGame(f"a record of schema {SCHEMA} expected (found: {shown(str(has))})")
    return value


def _number(word: str) -> float:
    """A finite number. Raises: ValueError for ``NaN``, ``Infinity`` and ``1e999``."""
    value = float(word)
    if not math.isfinite(value):
        raise ValueError(f"{shown(word)} is no finite number")
    return value


# ---------------------------------------------------------------------- an object to a game


def _game(told: Json, line: int) -> Game:
    """The game of a line. Raises: BadGame."""
    record = game_record(told, line)
    name = _field(told, "game", str)
    if record.setup.split(" ")[0] != name:
        raise BadGame(f"the game is {shown(name)}, but the setup is {shown(record.setup)}")
    scores = _objects(told, "scores")
    for score in scores:
        _field(score, "total", int, "scores")
    if len(scores) != len(_objects(told, "players")):
        raise BadGame(f"{len(scores)} 'scores' for {len(told['players'])} 'players'")
    return Game(NAME, record, line, _claim(told), told)


def game_record(told: Json, line: int = 0) -> GameRecord:
    """A record of the referee, or a converted one, as SGF keeps it; the moves are not judged.

    Raises: BadGame, naming the key that is missing or has no value of its type.
    """
    return tidied(
        GameRecord(
            setup=_field(told, "setup", str),
            moves=tuple(_move(move, line) for move in _objects(told, "moves")),
            opening=_counted(_field(told, "opening", int)),
            players=_names(told),
            line=line,
            **_texts(told),
        )
    )


def _move(told: Json, line: int) -> Move:
    lines = [took(told), _optional(told, "comment", "moves")]
    comment = "\n".join(filter(None, lines))
    return Move(
        _field(told, "seat", int, "moves"), _field(told, "move", str, "moves"), comment, line
    )


def took(told: Json) -> str:
    """``0.0123 s, nodes 1200, depth 9, score 14``; empty for a move of the opening."""
    seconds = told.get("seconds")
    if seconds is None:
        return ""
    for name in ("seconds", *_SEARCHED):
        if not _is(told.get(name, 0), float):
            raise _wrong(name, float, "moves")
    known = [f"{name} {told[name]}" for name in _SEARCHED if name in told]
    text = f"{seconds:.6f}".rstrip("0").rstrip(".")
    return ", ".join([f"{text} s", *known])


def _names(told: Json) -> tuple[str, ...]:
    names = [_optional(player, "name", "players") for player in _objects(told, "players")]
    while names and not names[-1]:
        names.pop()
    return tuple(names)


def _texts(told: Json) -> dict[str, str]:
    """What else SGF has properties for, in the names of ``GameRecord``."""
    if CONVERTED in told:
        kept = _field(told, CONVERTED, dict)
        names = ("date", "event", "round", "comment", "position")
        return {name: _optional(kept, name, CONVERTED) for name in names}
    tournament = told.get("tournament") or {}
    if not isinstance(tournament, dict):
        raise _wrong("tournament", dict)
    event = f"{tournament.get('format', '')} {_optional(told, 'run')}"
    return {
        "date": _optional(told, "started")[:10],
        "event": event.strip(),
        "round": _optional(told, "id"),
        "comment": f"{_field(told, 'result', str)}\n{_field(told, 'reason', str)}",
    }


def _claim(told: Json) -> Claim:
    """What a record says of the result."""
    termination = _field(told, "termination", str)
    if termination not in TERMINATIONS:
        known = ", ".join(TERMINATIONS)
        raise BadGame(f"'termination': one of {known} expected, not {shown(termination)}")
    winners = tuple(sorted(_winners(told)))
    faults = _objects(told, "faults")
    how = ""
    if termination == Termination.RESIGNATION:
        how = "R"
    elif termination == Termination.FAULT:
        how = "T" if faults and faults[0].get("kind") == "time" else "F"
    elif termination == VOID:
        winners = ()
    seats = " ".join(map(str, winners)) or "nobody"
    return Claim(f"{termination}, winners {seats}", termination, winners, how)


def _winners(told: Json) -> list[int]:
    winners = _field(told, "winners", list)
    seats = range(1, len(_objects(told, "players")) + 1)
    if len({*map(str, winners)}) != len(winners) or not all(
        _is(seat, int) and seat in seats for seat in winners
    ):
        raise BadGame(f"'winners': different seats from 1 to {len(seats)} expected")
    return winners


# ---------------------------------------------------------------------- values and their types


def _is(value: object, kind: type) -> bool:
    """Whether a value of JSON is of a type; a whole number may stand where any number may."""
    allowed = (int, float) if kind is float else kind
    return isinstance(value, allowed) and not isinstance(value, bool)


def _field(told: Json, name: str, kind: type[Value], within: str = "") -> Value:
    """A value that has to be there. Raises: BadGame."""
    if name not in told:
        place = f" in {within!r}" if within else ""
        raise BadGame(f"{name!r} is missing{place}")
    value = told[name]
    if not _is(value, kind):
        raise _wrong(name, kind, within)
    return value  # type: ignore[no-any-return]  # its type was looked at


def _optional(told: Json, name: str, within: str = "") -> str:
    """A text; empty if it is not there or null. Raises: BadGame."""
    return "" if told.get(name) is None else _field(told, name, str, within)


def _objects(told: Json, name: str) -> Sequence[Mapping[str, Any]]:
    """A list of objects that has to be there. Raises: BadGame."""
    values = _field(told, name, list)
    if not all(isinstance(value, dict) for value in values):
        raise BadGame(f"{name!r}: a list of objects expected")
    return values


def _counted(number: int) -> int:
    if number < 0:
        raise BadGame("'opening': a number of moves expected, not less than 0")
    return number


def _wrong(name: str, kind: type, within: str = "") -> BadGame:
    place = f" in {within!r}" if within else ""
    return BadGame(f"{name!r}{place}: {_NAMES[kind]} expected")
