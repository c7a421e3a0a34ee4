"""Games in SGF, any number in a file (docs/sgf.md)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from clients.convert.errors import BadGame
from clients.convert.game import Game, Reading, tidied
from clients.convert.replay import Replayed
from clients.convert.source import contents
from engine import __version__
from protocol.game_record import read_collection, write_sgf
from protocol.sgf import MAX_GAME, SgfError, decode, main_lines

NAME = "sgf"

#: The properties that a record holds, and those that only say what kind of file it is.
_KEPT = frozenset(
    (
        *("FF", "GM", "CA", "AP", "QST", "QPO", "QOP", "B", "W", "QMV", "C"),
        *("PB", "PW", "QNA", "RE", "QRE", "EV", "RO", "DT", "GC"),
    )
)
#: A value; one that is never closed goes to the end, so that the time is linear.
_VALUE = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*(?:\]|\Z)", re.DOTALL)
_PARENTHESIS = re.compile(r"[()]")


def read(file: BinaryIO) -> Iterator[Reading]:
    """The games of a file, their main lines. Raises: OSError.

    An error in the grammar ends it: nobody knows where the next game would begin.
    """
    try:
        data = contents(file)
        text = decode(data)
        lost = _variations(text)
        nodes, records = main_lines(text), read_collection(data)
    except (BadGame, SgfError) as error:
        yield _bad(error)
        return
    while True:
        try:
            names = frozenset(name for node in next(nodes) for name in node)
            record = next(records)
        except StopIteration:
            return
        except SgfError as error:
            yield _bad(error)
        else:
            properties = {f"the property {name}" for name in names - _KEPT}
            yield Game(NAME, tidied(record), record.line, lost=lost | properties)


def _bad(error: BadGame | SgfError) -> BadGame:
    return BadGame(error.why, error.line, error.column, error.move)


def _variations(text: str) -> frozenset[str]:
    """Words for it if a game has variations: only its main line is read."""
    depth, last = 0, ""
    for mark in _PARENTHESIS.findall(_VALUE.sub("", text)):
        if depth and last == ")" and mark == "(":
            return frozenset({"variations"})
        depth = depth + 1 if mark == "(" else max(0, depth - 1)
        last = mark
    return frozenset()


def write(played: Replayed, number: int) -> str:
    """The game as a file; `number` is of no use here.

    Raises: BadGame for one that is so long that it would not be read again.
    """
    record = replace(played.record, application="Quatuor convert", version=__version__)
    text = write_sgf(record)
    if len(text) > MAX_GAME:
        raise BadGame(f"in SGF it has more than {MAX_GAME} characters", played.game.line)
    return text
