"""The grammar of SGF, the Smart Game Format, version FF[4]: bytes to nodes, and values to text.

Source: the specification of FF[4] at https://www.red-bean.com/sgf/. FF[3] is read as well: lower
case letters in the names of properties do not count, so `Black[…]` is `B[…]`.

Of each game the main line is given, that is the first variation wherever there are several; the
others are only checked. Nodes keep the values of their properties as they are written; the
functions `read_…` say what a value of that type means, and `write_…` are their inverse. Nothing
here recurses, the time is linear in the size of the file, and no more than one game of bounded
size is kept.
"""

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from protocol.words import shown

MAX_FILE = 1 << 24
"""The largest file that is read, in bytes."""

MAX_GAME = 1 << 18
"""The largest game that is read, with all its variations, in characters."""

CHARSETS = frozenset(
    (
        *("ascii", "utf-8", *(f"iso8859-{part}" for part in range(1, 17) if part != 12)),
        *(*(f"cp{page}" for page in range(1250, 1259)), "koi8-r", "koi8-u"),
        *("gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950"),
        *("shift_jis", "cp932", "euc_jp", "euc_kr", "cp949"),
    )
)
"""The character sets that are read, as `codecs` calls them; all of them contain ASCII."""

LATIN_1 = "iso8859-1"
"""The character set of a file that names none (FF[4], property CA)."""


class SgfError(ValueError):
    """What is wrong with a file in SGF, and where.

    `line` and `column` count from 1, columns in characters, and `move` counts the moves of the
    game from 1; each is 0 where it says nothing.
    """

    def __init__(self, why: str, line: int = 0, column: int = 0, move: int = 0) -> None:
        super().__init__(why, line, column, move)
        self.why = why
        self.line = line
        self.column = column
        self.move = move

    def __str__(self) -> str:
        places = {"line": self.line, "column": self.column, "move": self.move}
        place = ", ".join(f"{name} {number}" for name, number in places.items() if number)
        return f"{place}: {self.why}" if place else self.why


@dataclass(frozen=True, slots=True)
class Property:
    """The values of a property of a node, at least one, as they are written; and their line."""

    values: list[str]
    line: int


Node = Mapping[str, Property]
"""The properties of a node by their names, which are in upper case."""


# ---------------------------------------------------------------------- bytes to text


def decode(data: bytes) -> str:
    """Give the text of a file in the character set that its first game names (property CA).

    A byte-order mark of UTF-8 goes before that; a file that names none is in Latin-1.
    Raises: SgfError for a file over `MAX_FILE`, for an unknown character set, and for bytes that
    are not in it.
    """
    if len(data) > MAX_FILE:
        raise SgfError(f"the file has more than {MAX_FILE >> 20} MiB")
    if data.startswith(codecs.BOM_UTF8):
        return _decoded(data[len(codecs.BOM_UTF8) :], "utf-8")
    return _decoded(data, _charset(data.decode(LATIN_1)))


def _decoded(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        line = _Lines(data[: error.start].decode(LATIN_1)).of(error.start)
        raise SgfError(f"the bytes are not in the character set {charset}", line) from error


def _charset(text: str) -> str:
    """Give the codec of the first node's CA; `text` are the bytes of the file as Latin-1."""
    opening = _OPENING.search(text)
    tree = _Tree(text, opening.start(), _Lines(text)) if opening else None
    for token in tree.first_node() if tree else ():
        if token.name == "CA":
            return _codec(read_simple_text(token.values[0]), _Lines(text).of(token.at))
    return LATIN_1


_CHARSET_NAME = re.compile(r"[A-Za-z0-9._:+-]{1,40}")


def _codec(name: str, line: int) -> str:
    try:
        codec = codecs.lookup(name.strip()).name if _CHARSET_NAME.fullmatch(name.strip()) else ""
    except LookupError:
        codec = ""
    if codec not in CHARSETS:
        raise SgfError(f"the character set {shown(name)} is not known; UTF-8 is", line)
    return codec


# ---------------------------------------------------------------------- text to nodes

_OPENING = re.compile(r"\(\s*;")
_SPACE = re.compile(r"\s*")
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z][A-Za-z0-9]*))")
_STOP = re.compile(r"[\]\\]")

_PROPERTY = "property"
_FOLLOWERS: Mapping[str, tuple[str, ...]] = {
    "": ("(",),
    "(": (";",),
    ";": (";", "(", ")", _PROPERTY),
    _PROPERTY: (";", "(", ")", _PROPERTY),
    ")": ("(", ")"),
}
"""What may come after each kind of token; nothing has come before the first."""


class _Token(NamedTuple):
    """`(`, `;`, `)`, or a property with its name in upper case and its values."""

    kind: str
    at: int
    name: str = ""
    values: tuple[str, ...] = ()


def main_lines(text: str) -> Iterator[list[Node]]:
    """Give the main line of every game, its root first; a game is read when it is asked for.

    What stands before, between and after the games is ignored.
    Raises: SgfError if there is no game, or where one is not SGF or longer than `MAX_GAME`.
    """
    lines = _Lines(text)
    opening = _OPENING.search(text)
    if not opening:
        raise SgfError("there is no game: it would begin with '(;'")
    while opening:
        tree = _Tree(text, opening.start(), lines)
        yield tree.main_line()
        opening = _OPENING.search(text, tree.at)


class _Lines:
    """The numbers of lines of ascending places in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._break = "\n" if "\n" in text else "\r"
        self._line = 1
        self._counted = 0

    def of(self, at: int) -> int:
        """The line of a place that is not before the last one asked for."""
        self._line += self._text.count(self._break, self._counted, at)
        self._counted = at
        return self._line

    def column(self, at: int) -> int:
        """The column of a place, in characters from 1."""
        return at - self._text.rfind(self._break, 0, at)


class _Tree:
    """Reads one game with all its variations; `at` is the place up to which it was read."""

    def __init__(self, text: str, start: int, lines: _Lines) -> None:
        """`start` is the place of its first parenthesis."""
        self.at = start
        self._text = text
        self._lines = lines
        self._end = min(len(text), start + MAX_GAME)

    def main_line(self) -> list[Node]:
        """The nodes before the first closing parenthesis: there the first variation ends."""
        nodes: list[dict[str, Property]] = []
        main = True
        for token in self._tokens():
            main = main and token.kind != ")"
            if main and token.kind == ";":
                nodes.append({})
            elif main and token.kind == _PROPERTY:
                found = nodes[-1].setdefault(token.name, Property([], self._lines.of(token.at)))
                found.values.extend(token.values)
        return list(nodes)

    def first_node(self) -> Iterator[_Token]:
        """The properties of the root."""
        for number, token in enumerate(self._tokens()):
            if token.kind == _PROPERTY:
                yield token
            elif number > 1:
                return

    def _tokens(self) -> Iterator[_Token]:
        """All tokens, up to the parenthesis that closes the first one."""
        last, depth = "", 0
        while depth or not last:
            token = self._token()
            if token.kind not in _FOLLOWERS[last]:
                raise self._error(_unexpected(token, last), token.at)
            depth += {"(": 1, ")": -1}.get(token.kind, 0)
            last = token.kind
            yield token

    def _token(self) -> _Token:
        found = _TOKEN.match(self._text, self.at, self._end)
        if not found:
            raise self._no_token()
        self.at = found.end()
        mark, name = found.groups()
        if mark:
            return _Token(mark, found.start(1))
        upper = "".join(letter for letter in name if not letter.islower())
        return _Token(_PROPERTY, found.start(2), upper, tuple(self._values(found.start(2), name)))

    def _values(self, at: int, name: str) -> Iterator[str]:
        """The values of the property whose name stands at `at` and was read."""
        self._skip_space()
        if self._text[self.at : self.at + 1] != "[":
            raise self._error(f"{shown(name)} has no value: '[' is missing", at)
        while self._text[self.at : self.at + 1] == "[":
            yield self._value()
            self._skip_space()

    def _value(self) -> str:
        """What stands in the brackets that begin here; a backslash protects what follows it."""
        begin = self.at + 1
        stop = _STOP.search(self._text, begin, self._end)
        while stop and stop[0] == "\\":
            stop = _STOP.search(self._text, stop.end() + 1, self._end)
        if not stop:
            raise self._cut("the file ends in this value: ']' is missing")
        self.at = stop.end()
        return self._text[begin : stop.start()]

    def _skip_space(self) -> None:
        space = _SPACE.match(self._text, self.at, self._end)
        self.at = space.end() if space else self.at

    def _no_token(self) -> SgfError:
        self._skip_space()
        if self.at >= self._end:
            return self._cut("the file ends in the middle of a game: ')' is missing")
        char = self._text[self.at]
        return self._error(f"a property, ';', '(' or ')' expected, not {shown(char)}", self.at)

    def _cut(self, why: str) -> SgfError:
        """The error at the end of what may be read: `why` if the file ends there, too."""
        if self._end < len(self._text):
            why = f"the game has more than {MAX_GAME} characters"
        return self._error(why, self.at)

    def _error(self, why: str, at: int) -> SgfError:
        return SgfError(why, self._lines.of(at), self._lines.column(at))


def _unexpected(token: _Token, last: str) -> str:
    right = " or ".join(f"'{kind}'" for kind in _FOLLOWERS[last])
    return f"after '{last}' only {right} can stand, not {shown(token.name or token.kind)}"


# ---------------------------------------------------------------------- values

_BREAK = r"\r\n|\n\r|\r|\n"
_SPECIAL = re.compile(rf"\\(?:(?P<soft>{_BREAK})|(?P<char>.))|(?P<hard>{_BREAK})|[\t\v\f]")
_BREAKS = re.compile(_BREAK)
_COMPOSED = re.compile(r"([^\\:]*(?:\\.[^\\:]*)*):(.*)", re.DOTALL)


def read_text(value: str) -> str:
    """Give what a value of type Text means: lines end in LF, other white space is blanks."""
    return _SPECIAL.sub(_meaning, value)


def _meaning(special: re.Match[str]) -> str:
    if special["soft"]:
        return ""
    if special["hard"]:
        return "\n"
    char: str = special["char"] or " "
    return " " if char in "\t\v\f" else char


def read_simple_text(value: str) -> str:
    """Give what a value of type SimpleText means: one line."""
    return read_text(value).replace("\n", " ")


def read_composed(value: str) -> tuple[str, str]:
    """Give the two SimpleTexts around the colon of a composed value; without one, one and ""."""
    parts = _COMPOSED.fullmatch(value)
    first, second = parts.groups() if parts else (value, "")
    return read_simple_text(first), read_simple_text(second)


_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_WRITABLE: dict[int, str | None] = {
    **dict.fromkeys(_CONTROLS),
    **dict.fromkeys(range(0xD800, 0xE000), "?"),
    **{ord(blank): " " for blank in "\t\v\f"},
    **{ord(char): f"\\{char}" for char in "\\]"},
    ord("\n"): "\n",
}


def write_text(text: str) -> str:
    """Write a value of type Text.

    It reads as `text` again, with lines ended by LF and blanks for other white space, without
    control characters, and with `?` for what is no character (a surrogate).
    """
    return _BREAKS.sub("\n", text).translate(_WRITABLE)


def write_simple_text(text: str) -> str:
    """Write a value of type SimpleText, likewise, with blanks for the ends of lines."""
    return write_text(text).replace("\n", " ")


def write_composed(first: str, second: str) -> str:
    """Write two SimpleTexts as one composed value."""
    return ":".join(write_simple_text(part).replace(":", "\\:") for part in (first, second))


def write_property(name: str, *values: str) -> str:
    """Write a property with its values, which were written by the functions above."""
    return name + "".join(f"[{value}]" for value in values)
