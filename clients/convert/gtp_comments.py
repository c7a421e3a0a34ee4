"""What comments of a GTP script say of the game: a line each, before its first command.

    # player 1: Ann
    # result: B+R
    # comment: any number of lines

The two lines at the top of a script that ``referee export`` has written are understood as well.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from clients.convert.errors import BadGame
from protocol.game_record import GameRecord
from protocol.words import shown

_LINE = re.compile(r"(player [1-4]|result|date|event|round|opening|comment):(?: (.*))?", re.DOTALL)
_EXPORTED = re.compile(r"game (\S+): (.*)", re.DOTALL)
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)
_TEXTS = ("result", "date", "event", "round")


def read_comments(lines: Iterable[str], record: GameRecord, colours: Sequence[str]) -> GameRecord:
    """The record with what the lines say, which have neither `#` nor the blank behind it.

    A line in other words belongs to the comment on the game. Raises: BadGame.
    """
    told: dict[str, str] = {}
    comment = [record.comment] if record.comment else []
    for line in lines:
        found = _LINE.fullmatch(line)
        name, text = (found[1], found[2] or "") if found else ("comment", line)
        exported = None if found else _exported(line, colours)
        if exported is not None:
            told |= exported
        elif name == "comment":
            comment.append(text)
        else:
            told[name] = text
    return _with(record, told, "\n".join(comment))


def _exported(line: str, colours: Sequence[str]) -> dict[str, str] | None:
    """What ``game 1.2: Ann (red), Bob (black)`` says; None for another line."""
    found = _EXPORTED.fullmatch(line)
    pattern = ", ".join(rf"(.*) \({re.escape(colour)}\)" for colour in colours)
    names = re.fullmatch(pattern, found[2]) if found else None
    if not found or not names:
        return None
    players = {f"player {seat}": name for seat, name in enumerate(names.groups(), start=1)}
    return {"round": found[1], **players}


def _with(record: GameRecord, told: dict[str, str], comment: str) -> GameRecord:
    names = {
        int(name[-1]): text for name, text in told.items() if name.startswith("player") and text
    }
    most = max(names, default=0)
    return replace(
        record,
        players=tuple(names.get(seat, "") for seat in range(1, most + 1)),
        opening=_count(told.get("opening", "0"), record.line),
        comment=comment,
        result=told.get("result", ""),
        date=told.get("date", ""),
        event=told.get("event", ""),
        round=told.get("round", ""),
    )


def _count(text: str, line: int) -> int:
    if not _COUNT.fullmatch(text):
        raise BadGame(f"opening: a number of moves expected, not {shown(text)}", line)
    return int(text)


def write_comments(record: GameRecord) -> Iterator[str]:
    """The lines that `read_comments` reads, with `#`."""
    for seat, name in enumerate(record.players, start=1):
        if name:
            yield f"# player {seat}: {name}"
    for name in _TEXTS:
        text = getattr(record, name)
        if text:
            yield f"# {name}: {text}"
    if record.opening:
        yield f"# opening: {record.opening}"
    if record.comment:
        yield from (f"# comment: {line}" for line in record.comment.split("\n"))
