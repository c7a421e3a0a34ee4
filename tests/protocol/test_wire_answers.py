"""Answers, from this engine and from any other: PROTOCOL section 1, cases R6 to R15 and R22."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Answer, Noise
from protocol.wire import MAX_ANSWER, NOISE_LENGTH, AnswerReader, encode_answer

from .feeding import SIZES, WIRE_BYTES, Splitting, bytewise, feed, patient, read, split, whole


def yes(text: str, number: int | None = None) -> Answer:
    return Answer(True, number, text)


def no(text: str, number: int | None = None) -> Answer:
    return Answer(False, number, text)


ANSWERS: dict[str, tuple[bytes, list[Answer | Noise]]] = {
    "text": (b"= D4\n\n", [yes("D4")]),
    "failure": (b"? illegal move\n\n", [no("illegal move")]),
    "id": (b"=12 D4\n\n", [yes("D4", 12)]),
    "failure with id": (b"?12 illegal move\n\n", [no("illegal move", 12)]),
    "id with leading zeros": (b"=007 D4\n\n", [yes("D4", 7)]),
    "id zero": (b"=0 D4\n\n", [yes("D4", 0)]),
    "empty": (b"= \n\n", [yes("")]),
    "empty without blank": (b"=\n\n", [yes("")]),
    "empty with id": (b"=12 \n\n", [yes("", 12)]),
    "empty with id without blank": (b"=12\n\n", [yes("", 12)]),
    "text without blank": (b"=D4\n\n", [yes("D4")]),
    "number without blank": (b"=3.5\n\n", [yes("3.5")]),
    "no id: glued": (b"=12D4\n\n", [yes("12D4")]),
    "no id: too great": (b"=2147483648 D4\n\n", [yes("2147483648 D4")]),
    "no id: endless": (b"=" + b"9" * 5000 + b"\n\n", [yes("9" * 5000)]),
    "greatest id": (b"=2147483647 D4\n\n", [yes("D4", 2147483647)]),
    "number as text": (b"= 12\n\n", [yes("12")]),
    "TAB": (b"=12\tplay\tD4\n\n", [yes("play D4", 12)]),
    "CRLF": (b"=12 D4\r\n\r\n", [yes("D4", 12)]),
    "blank line ends": (b"= D4\n \t\r\n", [yes("D4")]),
    "line of NULs ends": (b"= D4\n\x00\n", [yes("D4")]),
    "wide blank line ends": ("= D4\n\u3000\n".encode(), [yes("D4")]),
    "more empty lines": (b"= D4\n\n\n\r\n \n", [yes("D4")]),
    "lines": (b"= a\nb\nc\n\n", [yes("a\nb\nc")]),
    "lines with id": (b"=12 a\r\nb\r\n\r\n", [yes("a\nb", 12)]),
    "lines below an empty status": (b"= \nA B\n1 2\n\n", [yes("A B\n1 2")]),
    "lines below an empty id": (b"=12\nA B\n\n", [yes("A B", 12)]),
    "board": (b"=   A B\n 2 . .\n 1 . .\n\n", [yes("  A B\n 2 . .\n 1 . .")]),
    "blanks at line ends": (b"= a  \nb\t \n\n", [yes("a\nb")]),
    "status inside": (b"= a\n= b\n? c\n\n", [yes("a\n= b\n? c")]),
    "success and failure": (b"= ? text\n\n", [yes("? text")]),
    "two answers": (b"= a\n\n?1 b\n\n", [yes("a"), no("b", 1)]),
    "the answer twice": (b"=1 a\n\n=1 a\n\n", [yes("a", 1), yes("a", 1)]),
    "control characters": (b"\x1b\x00=1\x002 \x07D\x7f4\n\n", [yes("D4", 12)]),
    "UTF-8": ("= Ñandú\n\n".encode(), [yes("Ñandú")]),
    "invalid UTF-8 in the text": (b"= \xff\xfeD4\n\n", [yes("\ufffd\ufffdD4")]),
    "invalid UTF-8 before": (b"\xff\xfe\xc3= D4\n\n", [yes("D4")]),
    "BOM before": (b"\xef\xbb\xbf= D4\n\n", [yes("D4")]),
    "only empty lines": (b"\n\r\n  \n", []),
    "rubbish line": (b"hello\n= D4\n\n", [Noise("hello"), yes("D4")]),
    "rubbish lines": (b"a\nb\n\nc\n= D4\n\n", [Noise("a"), Noise("b"), Noise("c"), yes("D4")]),
    "rubbish answer-like": (b"x = D4\n\n", [Noise("x = D4")]),
    "indented status": (b" = D4\n\n", [Noise("= D4")]),
    "rubbish after": (b"= D4\n\ninfo move D4\n", [yes("D4"), Noise("info move D4")]),
    "no status": (b"D4\n\n", [Noise("D4")]),
    "binary rubbish": (
        b"\x00\xff\x1b[31m\x85\n=1 D4\n\n",
        [Noise("\ufffd[31m\ufffd"), yes("D4", 1)],
    ),
    "long rubbish": (b"x" * 5000 + b"\n", [Noise("x" * NOISE_LENGTH)]),
    "long wide rubbish": ("é".encode() * 5000 + b"\n", [Noise("é" * NOISE_LENGTH)]),
}

CUT_OFF: dict[str, tuple[bytes, list[Answer | Noise]]] = {
    "nothing": (b"", []),
    "empty lines": (b"\n \n ", []),
    "no empty line": (b"= D4\n", [Noise("= D4")]),
    "no line end": (b"= D4", [Noise("= D4")]),
    "blank that ends no line": (b"= D4\n ", [Noise("= D4")]),
    "in the second line": (b"=1 a\r\nb", [Noise("=1 a\nb")]),
    "behind an answer": (b"= a\n\n= b\n", [yes("a"), Noise("= b")]),
    "rubbish": (b"= a\n\nbye", [yes("a"), Noise("bye")]),
    "long": (b"= " + b"x" * 5000, [Noise("= " + "x" * (NOISE_LENGTH - 2))]),
}

ROWS = {**ANSWERS, **CUT_OFF}


@pytest.mark.parametrize("splitting", [whole, bytewise])
@pytest.mark.parametrize("row", ROWS)
def test_row(row: str, splitting: Splitting) -> None:
    data, events = ROWS[row]
    assert read(AnswerReader(), splitting(data)) == events


@pytest.mark.parametrize("row", ANSWERS)
def test_row_is_read_when_its_last_line_ends(row: str) -> None:
    data, events = ANSWERS[row]
    assert AnswerReader().feed(data) == events


@pytest.mark.parametrize("row", ANSWERS)
def test_row_with_more_behind_it(row: str) -> None:
    data, events = ANSWERS[row]
    assert feed(AnswerReader(), [data + b"=9 af", b"ter\n\n"]) == [*events, yes("after", 9)]


@pytest.mark.parametrize("row", ROWS)
def test_row_after_rubbish(row: str) -> None:
    data, events = ROWS[row]
    rubbish = b"Starting \xfe\x00engine\r\n\r\n"
    assert read(AnswerReader(), [rubbish + data]) == [Noise("Starting \ufffdengine"), *events]


@patient
@given(st.lists(st.sampled_from(sorted(ANSWERS))), SIZES)
def test_rows_in_any_order_and_splitting(rows: list[str], sizes: list[int]) -> None:
    data = b"".join(ANSWERS[row][0] for row in rows)
    expected = [event for row in rows for event in ANSWERS[row][1]]
    assert feed(AnswerReader(), split(data, sizes)) == expected


def test_an_answer_comes_with_its_empty_line_and_not_before() -> None:
    reader = AnswerReader()
    assert reader.feed(b"= D") == []
    assert reader.feed(b"4\n") == []
    assert reader.feed(b"\r") == []
    assert reader.feed(b"\n") == [yes("D4")]


def test_close_gives_the_rest_once() -> None:
    reader = AnswerReader()
    reader.feed(b"= D4\n")
    assert reader.close() == [Noise("= D4")]
    assert reader.close() == []


LIMIT = 20
OVERLONG: dict[str, tuple[bytes, list[Answer | Noise]]] = {
    "longest answer": (b"= " + b"x" * 18 + b"\n\n", [yes("x" * 18)]),
    "longest answer with CR": (b"= " + b"x" * 17 + b"\r\n\r\n", [yes("x" * 17)]),
    "one line": (b"= " + b"x" * 19 + b"\n\n", [Noise("= " + "x" * 18)]),
    "failure": (b"?1 " + b"x" * 50 + b"\n\n", [Noise("?1 " + "x" * 17)]),
    "many lines": (b"= a\n" + b"b\n" * 30 + b"\n", [Noise("= a" + "\nb" * 9)]),
    "long second line": (b"= a\n" + b"x" * 50 + b"\n\n", [Noise("= a\n" + "x" * 20)]),
    "status inside what is skipped": (
        b"= " + b"x" * 50 + b"\n= a\n" + b"x" * 50 + b"\n= b\n=" + b"x" * 50 + b"\n= c\n\n",
        [Noise("= " + "x" * 18)],
    ),
    "endless blanks end nothing": (
        b"= a\n" + b" " * 50 + b"\nmore\n\n",
        [Noise("= a")],
    ),
    "no answer": (b"x" * 50 + b"\n", [Noise("x" * 20)]),
    "no answer, blanks": (b" " * 50 + b"\n", [Noise("")]),
}


@pytest.mark.parametrize("splitting", [whole, bytewise])
@pytest.mark.parametrize("row", OVERLONG)
def test_overlong_answer_is_one_noise(row: str, splitting: Splitting) -> None:
    data, events = OVERLONG[row]
    reader = AnswerReader(max_answer=LIMIT)
    assert feed(reader, splitting(data + b"= D4\n\n")) == [*events, yes("D4")]
    assert reader.close() == []


@pytest.mark.parametrize("start", [b"", b"= ", b"= a\n"])
def test_overlong_answer_is_told_at_once_and_once(start: bytes) -> None:
    reader = AnswerReader(max_answer=LIMIT)
    events = reader.feed(start + b"x" * 50)
    assert [type(event) for event in events] == [Noise]
    assert reader.feed(b"x" * 50) == []
    assert reader.close() == []


def test_the_rest_of_an_overlong_answer_is_no_second_noise() -> None:
    reader = AnswerReader(max_answer=LIMIT)
    assert len(reader.feed(b"= " + b"x" * 50 + b"\nmore\nmo")) == 1
    assert reader.close() == []


def test_default_limit() -> None:
    longest = b"= " + b"x" * (MAX_ANSWER - 2)
    assert AnswerReader().feed(longest + b"\n\n") == [yes("x" * (MAX_ANSWER - 2))]
    assert [type(event) for event in AnswerReader().feed(longest + b"x\n\n")] == [Noise]


@patient
@given(WIRE_BYTES, SIZES, st.sampled_from([0, 1, 5, MAX_ANSWER]))
def test_any_bytes_in_any_splitting_give_the_same(
    data: bytes, sizes: list[int], limit: int
) -> None:
    assert read(AnswerReader(limit), split(data, sizes)) == read(AnswerReader(limit), [data])


#: Pieces of which many, put together, are answers of one line.
PLAIN_PIECES = st.sampled_from(
    [
        *[b"=", b"?", b"=1 ", b"?1 ", b"=000000012 ", b"=2147483647 ", b"=4294967296 ", b"= "],
        *[
            b"D4",
            b" D4",
            b"D4 ",
            b" ",
            b"~",
            b"\n\n",
            b"\n\n",
            b"\n",
            b"\r\n",
            b"\t",
            b"\x7f",
            b"\xff",
        ],
    ]
)
PLAIN_BYTES = st.lists(PLAIN_PIECES, max_size=40).map(b"".join)


@patient
@given(PLAIN_BYTES, st.sampled_from([1, 6, 12, MAX_ANSWER]))
def test_whole_answers_read_like_single_bytes(data: bytes, limit: int) -> None:
    """Plain answers that come whole take a short way to the same end; single bytes never do."""
    assert read(AnswerReader(limit), whole(data)) == read(AnswerReader(limit), bytewise(data))


@pytest.mark.parametrize("length", [7, 8, 9, 10])
def test_the_short_way_keeps_to_the_limit(length: int) -> None:
    data = b"=1 " + b"x" * (length - 3) + b"\n\n"
    event = yes("x" * (length - 3), 1) if length <= 8 else Noise("=1 xxxxx")
    for splitting in (whole, bytewise):
        assert feed(AnswerReader(max_answer=8), splitting(data)) == [event]


@patient
@given(WIRE_BYTES)
def test_what_was_read_can_be_written(data: bytes) -> None:
    for event in read(AnswerReader(), [b"=" + data + b"\n\n"]):
        if isinstance(event, Answer):
            assert AnswerReader().feed(encode_answer(event)) == [event]
        else:
            assert len(event.text) <= NOISE_LENGTH


WRITTEN = {
    "text": (yes("D4"), b"= D4\n\n"),
    "failure": (no("illegal move"), b"? illegal move\n\n"),
    "id": (yes("D4", 12), b"=12 D4\n\n"),
    "id zero": (yes("D4", 0), b"=0 D4\n\n"),
    "failure with id": (no("syntax error", 3), b"?3 syntax error\n\n"),
    "empty": (yes(""), b"= \n\n"),
    "empty with id": (yes("", 12), b"=12 \n\n"),
    "lines": (yes("a\nb"), b"= a\nb\n\n"),
    "board": (yes("  A B\n1 . ."), b"=   A B\n1 . .\n\n"),
    "empty lines inside": (yes("a\n\n\nb"), b"= a\nb\n\n"),
    "blank lines inside": (yes("a\n \t\n\u3000\nb"), b"= a\nb\n\n"),
    "empty lines around": (yes("\n\na\n\n"), b"= a\n\n"),
    "only blank lines": (yes(" \n\n "), b"= \n\n"),
    "blanks at line ends": (yes("a  \nb \t"), b"= a\nb\n\n"),
    "CRLF": (yes("a\r\n\r\nb\r\n"), b"= a\nb\n\n"),
    "TAB": (yes("a\tb"), b"= a b\n\n"),
    "control characters": (yes("a\x00\x1b\x7f\x85\x0b\x0cb"), b"= ab\n\n"),
    "UTF-8": (yes("Ñ"), "= Ñ\n\n".encode()),
    "lone surrogate": (yes("a\udcffb"), b"= a?b\n\n"),
}


@pytest.mark.parametrize("row", WRITTEN)
def test_encode(row: str) -> None:
    answer, data = WRITTEN[row]
    assert encode_answer(answer) == data


@patient
@given(st.booleans(), st.none() | st.integers(0, 2**31 - 1), st.text())
def test_any_text_gives_one_answer(ok: bool, number: int | None, text: str) -> None:
    data = encode_answer(Answer(ok, number, text))
    lines = data.decode().split("\n")
    assert lines[-2:] == ["", ""]
    assert all(line.strip() for line in lines[:-2])
    (answer,) = read(AnswerReader(), [data])
    assert isinstance(answer, Answer)
    assert (answer.ok, answer.id) == (ok, number)


LINE = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1).filter(
    lambda line: line == line.rstrip()
)
TEXTS = st.lists(LINE).map("\n".join)
READABLE = st.builds(Answer, st.booleans(), st.none() | st.integers(0, 2**31 - 1), TEXTS)


@patient
@given(st.lists(READABLE), SIZES)
def test_round_trip(answers: list[Answer], sizes: list[int]) -> None:
    data = b"".join(encode_answer(each) for each in answers)
    assert feed(AnswerReader(), split(data, sizes)) == answers
