"""The table of forms: how each is told, read and written."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from clients.convert import (
    gtp_reading,
    gtp_writing,
    json_reading,
    json_writing,
    sgf_form,
)
from clients.convert.errors import BadUsage
from clients.convert.game import Reading
from clients.convert.replay import Replayed
from clients.convert.source import STANDARD
from protocol.sgf import MAX_FILE


@dataclass(frozen=True, slots=True)
class Form:
    """A written form of games.

    `endings` are those of the names of its files, the first one is written. `read` gives the games
    of a file. `write` makes the text of a game, whose number in its file is the second argument.
    `is_single` means that a file of it holds one game. `limit` is the largest file that is read,
    in bytes; None where there is no limit.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    read: Callable[[BinaryIO], Iterator[Reading]]
    write: Callable[[Replayed, int], str]
    limit: int | None
    is_single: bool = False


FORMS = {
    form.name: form
    for form in (
        Form(sgf_form.NAME, "SGF", (".sgf",), sgf_form.read, sgf_form.write, MAX_FILE),
        Form(
            gtp_reading.NAME,
            "a GTP script",
            (".gtp",),
            gtp_reading.read,
            gtp_writing.write,
            MAX_FILE,
            is_single=True,
        ),
        Form(
            json_reading.NAME,
            "lines of JSON",
            (".jsonl", ".ndjson"),
            json_reading.read,
            json_writing.write,
            limit=None,
        ),
    )
}
_BY_ENDING = {ending: form for form in FORMS.values() for ending in form.endings}


def form_of(path: str, named: str | None, option: str, standard: str) -> Form:
    """The form of a file: the one that `option` named, else the one that the file's name tells.

    `standard` is what people call ``-`` here.

    Raises: BadUsage.
    """
    if named is not None:
        return FORMS[named]
    form = _BY_ENDING.get(os.path.splitext(path)[1].lower())
    if form is None:
        known = ", ".join(_BY_ENDING)
        what = standard if path == STANDARD else repr(path)
        raise BadUsage(
            f"what form has {what}? {option} {'|'.join(FORMS)} says it, or an ending: {known}"
        )
    return form
