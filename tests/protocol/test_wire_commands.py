"""Command lines: PROTOCOL section 1, cases E3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Command, Malformed
from protocol.wire import MAX_LINE, CommandReader, encode_command, encode_line

from .feeding import SIZES, WIRE_BYTES, Splitting, bytewise, feed, patient, read, split, whole

BOM = b"\xef\xbb\xbf"


def command(number: int | None, name: str, *arguments: str) -> Command:
    return Command(number, name, arguments)


LINES: dict[str, tuple[bytes, list[Command]]] = {
    "name": (b"name\n", [command(None, "name")]),
    "arguments": (b"play b D4\n", [command(None, "play", "b", "D4")]),
    "id": (b"7 name\n", [command(7, "name")]),
    "id zero": (b"0 name\n", [command(0, "name")]),
    "id with leading zeros": (b"007 name\n", [command(7, "name")]),
    "id of many zeros": (b"0" * 5000 + b"7 name\n", [command(7, "name")]),
    "greatest id": (b"2147483647 name\n", [command(2147483647, "name")]),
    "id too great by one": (b"2147483648 name\n", [command(None, "2147483648", "name")]),
    "id too great by much": (b"9" * 5000 + b" x\n", [command(None, "9" * 5000, "x")]),
    "id too great, glued": (b"99999999999name\n", [command(None, "99999999999name")]),
    "id too great, alone": (b"2147483648\n", [command(None, "2147483648")]),
    "id glued to the name": (b"39name\n", [command(39, "name")]),
    "id glued to a dash": (b"39-5 a\n", [command(39, "-5", "a")]),
    "lone id": (b"43\n", []),
    "lone id with blanks": (b"  43  \r\n", []),
    "lone id with comment": (b"43 # name\n", []),
    "negative id": (b"-5 name\n", [command(None, "name")]),
    "negative id glued to the name": (b" -05name a\n", [command(None, "name", "a")]),
    "lone negative id": (b"-5\n", []),
    "dash without a digit": (b"-name\n", [command(None, "-name")]),
    "plus sign": (b"+5 name\n", [command(None, "+5", "name")]),
    "foreign digits are no id": ("٣ name\n".encode(), [command(None, "٣", "name")]),
    "two numbers": (b"1 2 name\n", [command(1, "2", "name")]),
    "CRLF": (b"7 name\r\n", [command(7, "name")]),
    "CR inside": (b"na\rme\n", [command(None, "name")]),
    "TAB separates": (b"7\tplay\tb\t\tD4\n", [command(7, "play", "b", "D4")]),
    "blanks around": (b"   7   play   b   D4   \n", [command(7, "play", "b", "D4")]),
    "NUL": (b"\x00na\x00me\x00\n", [command(None, "name")]),
    "DEL": (b"na\x7fme a\x7f\n", [command(None, "name", "a")]),
    "ESC and bell": (b"\x1bname\x07\n", [command(None, "name")]),
    "vertical TAB is no white space": (b"na\x0bme\x0c\n", [command(None, "name")]),
    "C1 control": (b"na\xc2\x85me\n", [command(None, "name")]),
    "id behind a control": (b"\x007\x00 name\n", [command(7, "name")]),
    "comment": (b"name # more\n", [command(None, "name")]),
    "comment glued": (b"name#more\n", [command(None, "name")]),
    "only a comment": (b"# name\n", []),
    "comment in a comment": (b"a b # c # d\n", [command(None, "a", "b")]),
    "empty line": (b"\n", []),
    "empty CRLF line": (b"\r\n", []),
    "blank line": (b" \t \n", []),
    "line of NULs": (b"\x00\x00\n", []),
    "UTF-8": ("loadsgf Übung.sgf\n".encode(), [command(None, "loadsgf", "Übung.sgf")]),
    "wide blank is no blank": ("a b\u3000c\n".encode(), [command(None, "a", "b\u3000c")]),
    "no-break space is no blank": ("a b\xa0c\n".encode(), [command(None, "a", "b\xa0c")]),
    "line separator ends no line": ("a b\u2028c\n".encode(), [command(None, "a", "b\u2028c")]),
    "invalid UTF-8": (b"a \xff\xfe\n", [command(None, "a", "\ufffd\ufffd")]),
    "UTF-8 broken off": (b"a \xc3\nb\n", [command(None, "a", "\ufffd"), command(None, "b")]),
    "case is kept": (b"Name AbC\n", [command(None, "Name", "AbC")]),
    "several": (b"1 a\n\n2 b\n", [command(1, "a"), command(2, "b")]),
    "200 at once": (
        b"".join(b"%d name\n" % number for number in range(200)),
        [command(number, "name") for number in range(200)],
    ),
}

STARTS: dict[str, tuple[bytes, list[Command]]] = {
    "BOM": (BOM + b"name\n", [command(None, "name")]),
    "BOM and id": (BOM + b"7 name\n", [command(7, "name")]),
    "BOM alone": (BOM, []),
    "BOM and empty line": (BOM + b"\n", []),
    "only the first BOM": (BOM + BOM + b"a\n", [command(None, "\ufeffa")]),
    "no BOM later": (b"a\n" + BOM + b"b\n", [command(None, "a"), command(None, "\ufeffb")]),
    "part of a BOM": (b"\xef\xbba\n", [command(None, "\ufffda")]),
}

ENDS: dict[str, tuple[bytes, list[Command]]] = {
    "nothing": (b"", []),
    "LF": (b"quit\n", [command(None, "quit")]),
    "no LF": (b"a\n7 quit", [command(None, "a"), command(7, "quit")]),
    "CR only": (b"quit\r", [command(None, "quit")]),
    "lone id": (b"43", []),
    "comment": (b"# quit", []),
    "half a character": (b"a \xc3", [command(None, "a", "\ufffd")]),
}

ROWS = {**LINES, **STARTS, **ENDS}
AFTER = command(9, "after")


@pytest.mark.parametrize("splitting", [whole, bytewise])
@pytest.mark.parametrize("row", ROWS)
def test_row(row: str, splitting: Splitting) -> None:
    data, commands = ROWS[row]
    assert read(CommandReader(), splitting(data)) == commands


@pytest.mark.parametrize("row", LINES)
def test_row_is_read_when_its_line_ends(row: str) -> None:
    data, commands = LINES[row]
    assert CommandReader().feed(data) == commands


@pytest.mark.parametrize("row", [*LINES, *STARTS])
def test_row_with_more_behind_it(row: str) -> None:
    data, commands = ROWS[row]
    assert read(CommandReader(), [data + b"\n9 af", b"ter"]) == [*commands, AFTER]


@pytest.mark.parametrize("row", [*LINES, *ENDS])
def test_row_after_rubbish(row: str) -> None:
    data, commands = ROWS[row]
    rubbish = b"\x00\xfe\xff = ? \x1b[2J\n\r\r\n"
    events = read(CommandReader(), [rubbish + data])
    assert events == [command(None, "\ufffd\ufffd", "=", "?", "[2J"), *commands]


@patient
@given(st.lists(st.sampled_from(sorted(LINES))), SIZES)
def test_rows_in_any_order_and_splitting(rows: list[str], sizes: list[int]) -> None:
    data = b"".join(LINES[row][0] for row in rows)
    expected = [event for row in rows for event in LINES[row][1]]
    assert feed(CommandReader(), split(data, sizes)) == expected


def test_nothing_is_read_before_the_line_ends() -> None:
    reader = CommandReader()
    assert reader.feed(b"name") == []
    assert reader.feed(b"\nna") == [command(None, "name")]
    assert reader.feed(b"") == []
    assert reader.feed(b"me\n") == [command(None, "name")]


def test_close_gives_the_last_line_once() -> None:
    reader = CommandReader()
    reader.feed(b"quit")
    assert reader.close() == [command(None, "quit")]
    assert reader.close() == []


TOO_LONG: dict[str, tuple[bytes, Malformed]] = {
    "by one": (b"a" * (MAX_LINE + 1), Malformed(None, "line too long")),
    "2 MB": (b"play " + b"b" * 2_000_000, Malformed(None, "line too long")),
    "with id": (b"  007 play " + b"b" * MAX_LINE, Malformed(7, "line too long")),
    "with glued id": (b"7" + b"b" * MAX_LINE, Malformed(7, "line too long")),
    "of digits": (b"7" * 2 * MAX_LINE, Malformed(None, "line too long")),
    "of blanks": (b" " * 2 * MAX_LINE, Malformed(None, "line too long")),
    "of NULs": (b"\x00" * 2 * MAX_LINE, Malformed(None, "line too long")),
    "comment": (b"#" * 2 * MAX_LINE, Malformed(None, "line too long")),
    "after BOM": (BOM + b"7 " + b"b" * MAX_LINE, Malformed(7, "line too long")),
    "cut inside a character": ("é".encode() * MAX_LINE, Malformed(None, "line too long")),
}


@pytest.mark.parametrize("size", [1 << 30, 65536, 1000])
@pytest.mark.parametrize("row", TOO_LONG)
def test_overlong_line_gives_one_failure(row: str, size: int) -> None:
    data, malformed = TOO_LONG[row]
    events = read(CommandReader(), split(data + b"\n9 after\n", [size]))
    assert events == [malformed, AFTER]


@pytest.mark.parametrize("row", TOO_LONG)
def test_overlong_line_without_lf_gives_one_failure(row: str) -> None:
    data, malformed = TOO_LONG[row]
    reader = CommandReader()
    assert reader.feed(data) == [malformed]
    assert reader.feed(data) == []
    assert reader.close() == []


def test_longest_line_is_carried_out() -> None:
    argument = "b" * (MAX_LINE - len("play "))
    data = f"play {argument}\r\n".encode()
    assert CommandReader().feed(data.replace(b"\r", b"")) == [command(None, "play", argument)]
    assert CommandReader().feed(data) == [Malformed(None, "line too long")]


def test_every_line_may_be_too_long() -> None:
    line = b"a" * (MAX_LINE + 1) + b"\n"
    assert CommandReader().feed(line * 3) == [Malformed(None, "line too long")] * 3


@patient
@given(WIRE_BYTES, SIZES)
def test_any_bytes_in_any_splitting_give_the_same(data: bytes, sizes: list[int]) -> None:
    assert read(CommandReader(), split(data, sizes)) == read(CommandReader(), [data])


@patient
@given(WIRE_BYTES)
def test_what_was_read_can_be_sent(data: bytes) -> None:
    for event in read(CommandReader(), [data]):
        assert isinstance(event, Command)
        assert event.id is None or 0 <= event.id < 2**31
        if not event.name.startswith("\ufeff"):
            assert CommandReader().feed(encode_command(event)) == [event]


SENT = {
    b"name\n": command(None, "name"),
    b"0 name\n": command(0, "name"),
    b"2147483647 play b C3=2\n": command(2147483647, "play", "b", "C3=2"),
    b"5 39name\n": command(5, "39name"),
    "loadsgf Übung.sgf\n".encode(): command(None, "loadsgf", "Übung.sgf"),
}


@pytest.mark.parametrize("data", SENT)
def test_encode(data: bytes) -> None:
    assert encode_command(SENT[data]) == data


UNSENDABLE = {
    "empty name": command(None, ""),
    "empty name with id": command(7, ""),
    "empty argument": command(None, "play", "", "D4"),
    "LF in the name": command(None, "name\nquit"),
    "LF at the end": command(None, "name\n"),
    "LF in an argument": command(None, "play", "b\nquit"),
    "CR": command(None, "name\r"),
    "NUL": command(None, "na\x00me"),
    "C1 control": command(None, "na\x85me"),
    "blank": command(None, "play b"),
    "blank in an argument": command(None, "play", "b D4"),
    "TAB": command(None, "play\tb"),
    "comment": command(None, "name", "#"),
    "comment glued": command(None, "name", "a#b"),
    "BOM": command(None, "\ufeffname"),
    "name like an id": command(None, "39"),
    "name starting like an id": command(None, "39name"),
    "negative id": command(-1, "name"),
    "id too great": command(2**31, "name"),
    "lone surrogate": command(None, "name", "\udcff"),
    "too long": command(None, "name", "a" * MAX_LINE),
}


@pytest.mark.parametrize("row", UNSENDABLE)
def test_encode_refuses(row: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode_command(UNSENDABLE[row])


WORD = st.text(st.characters(exclude_characters=" #", exclude_categories=["C", "Zl", "Zp"]))
SENDABLE = st.builds(
    Command,
    st.none() | st.integers(0, 2**31 - 1),
    WORD.filter(lambda word: word.strip("0123456789") == word != ""),
    st.lists(WORD.filter(bool)).map(tuple),
)


@patient
@given(st.lists(SENDABLE), SIZES)
def test_round_trip(commands: list[Command], sizes: list[int]) -> None:
    data = b"".join(encode_command(each) for each in commands)
    assert feed(CommandReader(), split(data, sizes)) == commands


# ---------------------------------------------------------------------- lines


def words(text: str) -> list[str]:
    return text.split(" ")


def encoded(number: int, text: str) -> bytes | None:
    """What ``encode_command`` makes of the words in `text`; None if it refuses."""
    name, *arguments = words(text)
    try:
        return encode_command(command(number, name, *arguments))
    except ValueError:
        return None


LINE_TEXT = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            [
                "play",
                "b",
                "D4",
                " ",
                " ",
                "=",
                "#",
                "-",
                "5",
                "~",
                "\n",
                "\t",
                "\x7f",
                "Ü",
                "\ufeff",
            ]
        ),
        max_size=12,
    ).map("".join),
)
NUMBERS = st.sampled_from([-1, 0, 1, 7, 2**31 - 1, 2**31]) | st.integers(0, 2**31 - 1)


@patient
@given(NUMBERS, LINE_TEXT)
def test_a_line_is_the_command_of_its_words(number: int, text: str) -> None:
    """The short way for plain text gives and refuses what ``encode_command`` does."""
    expected = encoded(number, text)
    if expected is None:
        with pytest.raises(ValueError, match="not a command that can be sent"):
            encode_line(number, text)
    else:
        assert encode_line(number, text) == expected


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("genmove b", b"7 genmove b\n"),
        ("newgame kulami layout=8x8", b"7 newgame kulami layout=8x8\n"),
        ("loadsgf Ü.sgf", "7 loadsgf Ü.sgf\n".encode()),
        ("39", b"7 39\n"),
    ],
)
def test_encode_line(text: str, data: bytes) -> None:
    assert encode_line(7, text) == data


@pytest.mark.parametrize(
    "text", ["", " ", "a  b", " a", "a ", "a\n", "a\nquit", "a #", "a#", "#", "a\tb", "\x00a"]
)
def test_encode_line_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="not a command that can be sent"):
        encode_line(7, text)


@pytest.mark.parametrize("length", [MAX_LINE // 2, MAX_LINE - 2, MAX_LINE - 1])
def test_long_lines(length: int) -> None:
    text = "a" * length
    if length + len("7 ") <= MAX_LINE:
        assert encode_line(7, text) == f"7 {text}\n".encode()
    else:
        with pytest.raises(ValueError, match="not a command that can be sent"):
            encode_line(7, text)
