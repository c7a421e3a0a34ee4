"""The record of a game as a file in SGF, for any game and two to four seats (PROTOCOL section 6).

Seat 1 is SGF's Black and seat 2 its White, whatever the game calls its colours: their moves are
in `B` and `W`, in the notation of RULES C3, their names in `PB` and `PW`. FF[4] has nothing for a
third seat and for a setup; for these there are private properties, called after the engine:

    QST   setup line, as `newgame` takes it; a file without it is no record of ours
    QPO   where a game began that did not begin at the beginning: the fields of `position`
    QOP   how many of the moves are an opening that the players did not choose
    QMV   a move of seat 3 or 4, composed: `QMV[3:D4=S]`
    QNA   names of seats 3 and 4, composed: `QNA[3:Carol][4:Dave]`
    QRE   a result that RE has no word for, in those of `score`: `win 3`, `draw 1 4`

The game's number, GM, may not be left out: that would mean Go. FF[4] has given away 1 to 40 and
none of them is one of these games, so GM is a number far from those, and QST names the game. It
is QST that tells a record from another file, since a program that edits a file keeps private
properties but puts its own name into AP.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from protocol.sgf import (
    Node,
    Property,
    SgfError,
    decode,
    main_lines,
    read_composed,
    read_simple_text,
    read_text,
    write_composed,
    write_property,
    write_simple_text,
    write_text,
)
from protocol.words import shown

GAME_NUMBER = 1000
"""Our GM: no game that FF[4] knows."""

SEATS = range(1, 5)
PASS = "pass"

_LETTERS = {1: "B", 2: "W"}
_NAMES = {1: "PB", 2: "PW"}
_STONES = ("AB", "AW", "AE")
_MOVES: Mapping[str, str] = {letter: str(seat) for seat, letter in _LETTERS.items()} | {"QMV": ""}
"""The properties of a move with its seat, or none where the value says the seat."""

_SEAT_WORDS = tuple(map(str, SEATS))
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)
_RESULT = re.compile(r"0|Void|\?|[BW]\+(?:[0-9]+(?:\.[0-9]+)?|[RTF])?", re.ASCII)
_SHORT = {"Draw": "0"} | {
    f"{letter}+{word}": f"{letter}+{word[0]}"
    for letter in _LETTERS.values()
    for word in ("Resign", "Time", "Forfeit")
}
"""FF[4] has two forms of some results; these are the long ones, and what they mean."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a seat, 1 … 4, in the notation of RULES C3, with a comment of any number of lines.

    `line` is where it stands in the file that it was read from, else 0.
    """

    seat: int
    text: str
    comment: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as SGF keeps it. What is empty is not known, and not written.

    `setup` is the line that `newgame` takes. `position` is empty for a game from the beginning,
    else the words that `position` says after the setup line. `opening` counts moves. `players`
    are names, seat 1 first. `result` is as `result_text` writes it, `date` as FF[4] has it:
    `2030-01-31`. `comment` may have several lines, all other texts have one. `line` is where the
    setup stands in the file that the record was read from, else 0.
    """

    setup: str
    moves: tuple[Move, ...] = ()
    position: str = ""
    opening: int = 0
    players: tuple[str, ...] = ()
    result: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    comment: str = ""
    application: str = ""
    version: str = ""
    line: int = field(default=0, compare=False)


def result_text(winners: Sequence[int], seats: int, how: str = "") -> str:
    """Write a result: of two seats as RE of FF[4] does, of more as `score` does.

    `winners` are the seats that win or share a draw; nobody makes the game `Void`. `how` is, for
    a win of one of two seats, the margin, `R` for a resignation, `T` for time, `F` for a forfeit,
    or nothing: `B+4`, `W+R`, `B+`. A draw of two is `0`; more seats make `win 3` or `draw 1 4`.
    """
    if not winners:
        return "Void"
    if seats > len(_LETTERS):
        return " ".join(["win" if len(winners) == 1 else "draw", *map(str, winners)])
    return "0" if len(winners) > 1 else f"{_LETTERS[winners[0]]}+{how}"


# ---------------------------------------------------------------------- writing


def write_sgf(record: GameRecord) -> str:
    """Write a record as a file in SGF, to be encoded as UTF-8; `read_sgf` reads the same again.

    Not quite the same are texts with control characters, with other white space than blanks, or
    with ends of lines where there is to be one line: `protocol.sgf` says what becomes of them.
    Raises: ValueError for a seat that is not 1 … 4.
    """
    root = [_head(record), *_names(record.players), *_texts(record)]
    nodes = [f";{_move(move)}" for move in record.moves]
    return "(;" + "\n".join([*root, *nodes]) + "\n)\n"


def _head(record: GameRecord) -> str:
    head = [write_property("FF", "4"), write_property("GM", str(GAME_NUMBER))]
    head.append(write_property("CA", "UTF-8"))
    if record.application:
        head.append(write_property("AP", write_composed(record.application, record.version)))
    return "".join(head)


def _texts(record: GameRecord) -> Iterator[str]:
    """The properties of the root that hold a text which is not empty."""
    texts = {
        "QST": write_simple_text(record.setup),
        "QPO": write_simple_text(record.position),
        "QOP": str(record.opening or ""),
        "EV": write_simple_text(record.event),
        "RO": write_simple_text(record.round),
        "DT": write_simple_text(record.date),
        "RE" if _RESULT.fullmatch(record.result) else "QRE": write_simple_text(record.result),
        "GC": write_text(record.comment),
    }
    return (write_property(name, text) for name, text in texts.items() if text)


def _names(players: Sequence[str]) -> Iterator[str]:
    """The names that are not empty, each where its seat has it."""
    named = {_checked(seat): name for seat, name in enumerate(players, start=1) if name}
    for seat, name in _NAMES.items():
        if seat in named:
            yield write_property(name, write_simple_text(named[seat]))
    others = [write_composed(str(seat), named[seat]) for seat in named if seat not in _NAMES]
    if others:
        yield write_property("QNA", *others)


def _move(move: Move) -> str:
    """The properties of a move's node."""
    letter = _LETTERS.get(_checked(move.seat))
    if letter:
        played = write_property(letter, write_simple_text(move.text))
    else:
        played = write_property("QMV", write_composed(str(move.seat), move.text))
    return played + (write_property("C", write_text(move.comment)) if move.comment else "")


def _checked(seat: int) -> int:
    if seat not in SEATS:
        raise ValueError(f"a seat from 1 to {SEATS[-1]} expected, not {seat}")
    return seat


# ---------------------------------------------------------------------- reading


def read_sgf(data: bytes) -> GameRecord:
    """Read the first game of a file in SGF, its main line.

    The moves are not judged: they may be anything. Raises: SgfError for what is not SGF, is too
    large or is no record of ours.
    """
    return next(read_collection(data))


def read_collection(data: bytes) -> Iterator[GameRecord]:
    """Read all games of a file in SGF, each when it is asked for. Raises: as `read_sgf`."""
    return map(_record, main_lines(decode(data)))


def _record(nodes: Sequence[Node]) -> GameRecord:
    setup = _found(nodes, "QST")
    if setup is None:
        raise SgfError("no record of these games: QST, the setup line, is missing")
    application, version = read_composed(_raw(nodes, "AP"))
    result = _line(nodes, "QRE") or _line(nodes, "RE")
    return GameRecord(
        setup=read_simple_text(setup.values[0]).strip(),
        moves=tuple(_moves(nodes)),
        position=_line(nodes, "QPO").strip(),
        opening=_opening(_found(nodes, "QOP")),
        players=_players(nodes),
        result=_SHORT.get(result, result),
        date=_line(nodes, "DT"),
        event=_line(nodes, "EV"),
        round=_line(nodes, "RO"),
        comment=read_text(_raw(nodes, "GC")),
        application=application,
        version=version,
        line=setup.line,
    )


def _found(nodes: Sequence[Node], name: str) -> Property | None:
    """The first property of that name; FF[4] lets the texts about a game stand in any node."""
    return next((node[name] for node in nodes if name in node), None)


def _raw(nodes: Sequence[Node], name: str) -> str:
    found = _found(nodes, name)
    return found.values[0] if found else ""


def _line(nodes: Sequence[Node], name: str) -> str:
    return read_simple_text(_raw(nodes, name))


def _opening(found: Property | None) -> int:
    if not found:
        return 0
    text = read_simple_text(found.values[0]).strip()
    if not _COUNT.fullmatch(text):
        raise SgfError(f"QOP: a number of moves expected, not {shown(text)}", found.line)
    return int(text)


def _players(nodes: Sequence[Node]) -> tuple[str, ...]:
    names = {seat: _line(nodes, name) for seat, name in _NAMES.items()}
    others = _found(nodes, "QNA") or Property([], 0)
    for seat, name in map(read_composed, others.values):
        names[_seat(seat, others.line)] = name
    most = max((seat for seat, name in names.items() if name), default=0)
    return tuple(names.get(seat, "") for seat in range(1, most + 1))


def _moves(nodes: Sequence[Node]) -> Iterator[Move]:
    number = 0
    for node in nodes:
        _refuse_stones(node)
        moves = list(_moves_of(node, number + 1))
        number += len(moves)
        if len(moves) > 1:
            raise SgfError("there are two moves in one node", moves[1].line, move=number)
        yield from moves


def _refuse_stones(node: Node) -> None:
    for name in _STONES:
        if name in node:
            raise SgfError(f"{name}: stones that nobody played; use QPO", node[name].line)


def _moves_of(node: Node, number: int) -> Iterator[Move]:
    """All moves of a node; there should be one at most, and that is the `number`th."""
    comment = read_text(_raw([node], "C"))
    for name in _MOVES:
        found = node.get(name, Property([], 0))
        for value in found.values:
            seat, text = _seat_and_text(name, value)
            yield Move(_seat(seat, found.line, number), text.strip() or PASS, comment, found.line)


def _seat_and_text(name: str, value: str) -> tuple[str, str]:
    return (_MOVES[name], read_simple_text(value)) if _MOVES[name] else read_composed(value)


def _seat(text: str, line: int, move: int = 0) -> int:
    if text not in _SEAT_WORDS:
        raise SgfError(f"a seat from 1 to {SEATS[-1]} expected, not {shown(text)}", line, move=move)
    return int(text)
