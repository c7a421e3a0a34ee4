"""Bytes to messages and back, for both ends of the pipe (PROTOCOL section 1).

A reader is fed whatever bytes have come and gives the messages they complete. How the bytes were
split makes no difference, no bytes raise, the time is linear in their number, and a reader never
keeps more than about one line (`CommandReader`) or one answer (`AnswerReader`) of bounded length.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from protocol.errors import LINE_TOO_LONG
from protocol.messages import Answer, Blank, Command, Malformed, Noise

MAX_LINE = 1 << 20
"""The longest command line, in bytes without its LF."""

MAX_ANSWER = 1 << 20
"""The longest answer a referee reads unless told otherwise, in bytes."""

NOISE_LENGTH = 200
"""The longest text of a `Noise`, in characters."""

_ID_END = 1 << 31
_ID_DIGITS = len(str(_ID_END))
_DIGITS = "0123456789"

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_CLEANING: dict[int, str | None] = {**dict.fromkeys(_CONTROLS), 0x09: " ", 0x0A: "\n"}

_UNDECODABLE = "\ufeff\ufffd"


def _clean(data: bytes | bytearray) -> str:
    return data.decode("utf-8", "replace").translate(_CLEANING)


def _tidy(text: str) -> str:
    """Drop what no answer may hold: control characters, empty lines, blanks at line ends."""
    lines = (line.rstrip() for line in text.translate(_CLEANING).split("\n"))
    return "\n".join(line for line in lines if line)


def _split_id(text: str) -> tuple[int | None, str]:
    """Take a leading id off; digits that make no id (2**31 or more) stay in the text."""
    rest = text.lstrip(_DIGITS)
    digits = text[: len(text) - len(rest)]
    significant = digits.lstrip("0") or "0"
    if not digits or len(significant) > _ID_DIGITS or int(significant) >= _ID_END:
        return None, text
    return int(significant), rest


class _Line(NamedTuple):
    data: bytes
    overlong: bool


class _Lines:
    """Cuts bytes into lines without their LF.

    A line of more than `limit` bytes comes out cut off as soon as it is that long; the rest of it
    is dropped.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._line = bytearray()
        self._dropping = False

    @property
    def pending(self) -> bool:
        """Whether a line has begun that has not ended."""
        return self._dropping or bool(self._line)

    def feed(self, data: bytes) -> Iterator[_Line]:
        *ended, rest = data.split(b"\n")
        for piece in ended:
            yield from self._grow(piece)
            yield from self._end()
        yield from self._grow(rest)

    def close(self) -> bytes:
        """Give the last line, when it has no LF; empty when there is none or it was cut off."""
        data = self._take()
        self._dropping = False
        return data

    def _grow(self, piece: bytes) -> Iterator[_Line]:
        if self._dropping:
            return
        self._line += piece
        if len(self._line) > self._limit:
            self._dropping = True
            yield _Line(self._take()[: self._limit], overlong=True)

    def _end(self) -> Iterator[_Line]:
        if not self._dropping:
            yield _Line(self._take(), overlong=False)
        self._dropping = False

    def _take(self) -> bytes:
        data = bytes(self._line)
        self._line.clear()
        return data


class CommandReader:
    """The engine's ear: bytes of standard input in, commands out.

    A line of more than `MAX_LINE` bytes, whatever is in it, gives one `Malformed` as soon as it
    is that long; the rest of it is dropped.
    """

    def __init__(self) -> None:
        self._lines = _Lines(MAX_LINE)
        self._mark = BOM_UTF8

    def feed(self, data: bytes) -> list[Command | Malformed]:
        """Give the commands that `data` completes, in order. Never raises."""
        return _asking(self.feed_lines(data))

    def feed_lines(self, data: bytes) -> list[Command | Malformed | Blank]:
        """Give all lines that `data` completes, also those that ask nothing. Never raises."""
        return [self._event(line) for line in self._lines.feed(data)]

    def close(self) -> list[Command | Malformed]:
        """Take the end of input: a last line without LF is still a command."""
        return _asking([self._event(_Line(self._lines.close(), overlong=False))])

    def _event(self, line: _Line) -> Command | Malformed | Blank:
        text = _clean(line.data.removeprefix(self._mark)).lstrip(" ")
        self._mark = b""
        return _overlong(text) if line.overlong else _command(text) or _blank(text)


def _asking(lines: Iterable[Command | Malformed | Blank]) -> list[Command | Malformed]:
    return [line for line in lines if not isinstance(line, Blank)]


def _blank(text: str) -> Blank:
    _, mark, comment = text.partition("#")
    return Blank((mark + comment).strip())


def _overlong(text: str) -> Malformed:
    return Malformed(_split_id(text)[0], LINE_TOO_LONG)


def _without_negative_id(text: str) -> str:
    """Drop a negative number in the place of an id: its line is answered without an id."""
    rest = text[1:].lstrip(_DIGITS)
    return rest if text.startswith("-") and rest != text[1:] else text


def _command(text: str) -> Command | None:
    number, rest = _split_id(_without_negative_id(text.partition("#")[0]))
    words = [word for word in rest.split(" ") if word]
    return Command(number, words[0], tuple(words[1:])) if words else None


#: A command that its line certainly gives back; nearly all that is ever sent.
_PLAIN_COMMAND = re.compile(r"[A-Za-z_][!-\"$-~]*(?: [!-\"$-~]+)*")


def encode_command(command: Command) -> bytes:
    """Write the line to send to an engine.

    Raises: ValueError for a command that the line would not give back: an empty word, a blank,
    control character or `#` in one, an id out of range, a name that would be read as an id.
    """
    number = [] if command.id is None else [str(command.id)]
    line = " ".join([*number, command.name, *command.arguments]).encode() + b"\n"
    if CommandReader().feed(line) != [command]:
        raise ValueError(f"not a command that can be sent: {command!r:.200}")
    return line


def encode_line(number: int, text: str) -> bytes:
    """Write the line for a command whose words stand in `text` with one blank between them.

    Raises: ValueError as `encode_command` does.
    """
    if 0 <= number < _ID_END and len(text) < MAX_LINE // 2 and _PLAIN_COMMAND.fullmatch(text):
        return f"{number} {text}\n".encode()
    name, *arguments = text.split(" ")
    return encode_command(Command(number, name, tuple(arguments)))


def encode_answer(answer: Answer) -> bytes:
    """Write the answer as it goes out, its one empty line included.

    Any text will do: control characters and empty lines in it are dropped, a TAB becomes a blank,
    white space at a line's end goes, what UTF-8 cannot say becomes `?`.
    """
    status = "=" if answer.ok else "?"
    number = "" if answer.id is None else answer.id
    return f"{status}{number} {_tidy(answer.text)}\n\n".encode("utf-8", "replace")


#: What ends an answer that was begun by `open_answer`.
ANSWER_END = b"\n"


def open_answer(number: int | None) -> bytes:
    """Begin the answer of a command that succeeds, when its text comes line by line."""
    return f"={'' if number is None else number} \n".encode()


def answer_line(text: str) -> bytes:
    """Write a line of an answer that was begun; empty for a text of which nothing may be said."""
    tidy = _tidy(text)
    return f"{tidy}\n".encode("utf-8", "replace") if tidy else b""


class _State(Enum):
    OUTSIDE = auto()
    INSIDE = auto()
    SKIPPING = auto()


class _Kind(Enum):
    BLANK = auto()
    STATUS = auto()
    OTHER = auto()
    LONG_STATUS = auto()
    LONG_OTHER = auto()


#: An answer of one line of printable ASCII, as nearly all are, that ends with its empty line.
_PLAIN_ANSWER = re.compile(r"([=?])([0-9]{0,9}) ([ -~]*)\n\n")
#: Bytes that as the first of a line do not tell of what kind the line is.
_UNTOLD = bytes({*range(0x100)} - {*range(0x21, 0x7F)})


class AnswerReader:
    """The referee's ear: bytes from any engine's standard output in, answers out.

    An answer starts with a line beginning with `=` or `?` (bytes before it in that line that are
    no UTF-8 are forgiven) and ends with an empty line; a line of white space counts as empty.
    Every line outside an answer is one `Noise`. An answer of more than `max_answer` bytes is one
    `Noise` as soon as it is that long, and is skipped to its empty line: half an answer could be
    taken for a whole one. An endless line is one `Noise`, too.
    """

    def __init__(self, max_answer: int = MAX_ANSWER) -> None:
        self._max_answer = max_answer
        self._lines = _Lines(max_answer)
        self._answer = bytearray()
        self._state = _State.OUTSIDE

    def feed(self, data: bytes) -> list[Answer | Noise]:
        """Give the answers and noises that `data` completes, in order. Never raises."""
        events: list[Answer | Noise] = []
        if self._state is _State.OUTSIDE and not self._lines.pending:
            data = self._read_plain(data, events)
        for line in self._lines.feed(data) if data else ():
            event = self._step(line)
            if event is not None:
                events.append(event)
        return events

    def close(self) -> list[Answer | Noise]:
        """Take the end of output: an answer without its empty line is a `Noise`."""
        rest = self._lines.close()
        noise = self._noise(rest) if self._state is not _State.SKIPPING else None
        self._state = _State.OUTSIDE
        return [noise] if noise is not None and noise.text else []

    def _read_plain(self, data: bytes, events: list[Answer | Noise]) -> bytes:
        """Read whole plain answers off the front of `data`; returns the rest."""
        chars = data.decode("latin-1")  # a character for each byte, so that places are the same
        read = 0
        while match := _PLAIN_ANSWER.match(chars, read):
            end = match.end()
            if end - read > self._max_answer:
                break
            sign, digits, text = match.groups()
            events.append(Answer(sign == "=", int(digits) if digits else None, text.rstrip()))
            read = end
        return data[read:]

    def _step(self, line: _Line) -> Answer | Noise | None:
        action, self._state = _STEPS[self._state, self._kind(line)]
        return action(self, line.data)

    def _kind(self, line: _Line) -> _Kind:
        overlong = line.overlong or len(self._answer) + len(line.data) > self._max_answer
        text = _clean(line.data[:1] if line.data[:1].strip(_UNTOLD) else line.data)
        if not text.strip() and not line.overlong:
            return _Kind.BLANK
        if text.lstrip(_UNDECODABLE).startswith(("=", "?")):
            return _Kind.LONG_STATUS if overlong else _Kind.STATUS
        return _Kind.LONG_OTHER if overlong else _Kind.OTHER

    def _ignore(self, data: bytes) -> None:
        return None

    def _keep(self, data: bytes) -> None:
        self._answer += data + b"\n"

    def _noise(self, data: bytes) -> Noise:
        return Noise(_clean((self._take() + data)[: 4 * NOISE_LENGTH])[:NOISE_LENGTH].strip())

    def _finish(self, data: bytes) -> Answer:
        return _answer(_clean(self._take()).lstrip(_UNDECODABLE))

    def _take(self) -> bytes:
        data = bytes(self._answer)
        self._answer.clear()
        return data


def _answer(text: str) -> Answer:
    number, rest = _split_id(text[1:])
    if not rest.startswith((" ", "\n")):
        number, rest = None, text[1:]
    return Answer(text[0] == "=", number, _tidy(rest.removeprefix(" ")))


_Action = Callable[[AnswerReader, bytes], Answer | Noise | None]

_STEPS: dict[tuple[_State, _Kind], tuple[_Action, _State]] = {
    (_State.OUTSIDE, _Kind.BLANK): (AnswerReader._ignore, _State.OUTSIDE),
    (_State.OUTSIDE, _Kind.STATUS): (AnswerReader._keep, _State.INSIDE),
    (_State.OUTSIDE, _Kind.OTHER): (AnswerReader._noise, _State.OUTSIDE),
    (_State.OUTSIDE, _Kind.LONG_STATUS): (AnswerReader._noise, _State.SKIPPING),
    (_State.OUTSIDE, _Kind.LONG_OTHER): (AnswerReader._noise, _State.OUTSIDE),
    (_State.INSIDE, _Kind.BLANK): (AnswerReader._finish, _State.OUTSIDE),
    (_State.INSIDE, _Kind.STATUS): (AnswerReader._keep, _State.INSIDE),
    (_State.INSIDE, _Kind.OTHER): (AnswerReader._keep, _State.INSIDE),
    (_State.INSIDE, _Kind.LONG_STATUS): (AnswerReader._noise, _State.SKIPPING),
    (_State.INSIDE, _Kind.LONG_OTHER): (AnswerReader._noise, _State.SKIPPING),
    (_State.SKIPPING, _Kind.BLANK): (AnswerReader._ignore, _State.OUTSIDE),
    (_State.SKIPPING, _Kind.STATUS): (AnswerReader._ignore, _State.SKIPPING),
    (_State.SKIPPING, _Kind.OTHER): (AnswerReader._ignore, _State.SKIPPING),
    (_State.SKIPPING, _Kind.LONG_STATUS): (AnswerReader._ignore, _State.SKIPPING),
    (_State.SKIPPING, _Kind.LONG_OTHER): (AnswerReader._ignore, _State.SKIPPING),
}
