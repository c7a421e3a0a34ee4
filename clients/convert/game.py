"""A game between two forms: what was read of it, not judged yet."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from clients.convert.errors import BadGame
from clients.referee.records import Json
from protocol.game_record import GameRecord, Move
from protocol.sgf import read_text, write_text


class Note(NamedTuple):
    """Something that a person should know of a line of the file, from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What a file says of how a game ended.

    `termination` is None if only the winners are known: they may have won by the rules or not.
    `winners` are seats from 1, all of them in a draw; None if the file does not say. `how` is
    ``R``, ``T`` or ``F`` where FF[4] has a letter for the end, else empty. `margin` is the one
    that the file says. `text` is how the file puts it.
    """

    text: str = ""
    termination: str | None = None
    winners: tuple[int, ...] | None = None
    how: str = ""
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as a file has it.

    `form` is the name of the file's form. `line` is where the game begins. `claim` is set where
    the form says more of the result than `record.result` can. `told` is the whole line of JSON, if
    it was one. `lost` are words for what was read over, `notes` what was not understood.
    """

    form: str
    record: GameRecord
    line: int = 0
    claim: Claim | None = None
    told: Json | None = None
    lost: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = ()


Reading = Game | BadGame
"""What a form finds in a file, one after the other."""


def tidied(record: GameRecord) -> GameRecord:
    """The record with texts that every form can hold: as SGF would give them back.

    Control characters go, ends of lines become LF, or blanks where there is to be one line. Which
    program has written it is not kept.
    """
    return replace(
        record,
        moves=tuple(
            Move(move.seat, one_line(move.text), lines(move.comment), move.line)
            for move in record.moves
        ),
        players=tuple(map(one_line, record.players)),
        date=one_line(record.date),
        event=one_line(record.event),
        round=one_line(record.round),
        comment=lines(record.comment),
        application="",
        version="",
    )


def lines(text: str) -> str:
    """A text of any number of lines, as SGF keeps it."""
    return text if text.isalnum() else read_text(write_text(text))


def one_line(text: str) -> str:
    """A text of one line, likewise."""
    return lines(text).replace("\n", " ")
