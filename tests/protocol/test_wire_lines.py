"""Lines that ask nothing, and answers that are written line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Answer, Blank, Command, Malformed
from protocol.wire import (
    ANSWER_END,
    MAX_LINE,
    AnswerReader,
    CommandReader,
    answer_line,
    encode_answer,
    open_answer,
)
from tests.protocol.feeding import split

LINES = st.binary(max_size=30).map(lambda data: data.replace(b"\n", b"")) | st.sampled_from(
    [b"", b"  ", b"\r", b"name", b"4 name", b"43", b"# interrupt", b"play b D4 # there", b"\x00"]
)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"\n", ""),
        (b"\r\n", ""),
        (b"  \t \n", ""),
        (b"43\n", ""),
        (b"-5\n", ""),
        (b"\x00\x07\n", ""),
        (b"# interrupt\n", "# interrupt"),
        (b"  #  a remark # and more \r\n", "#  a remark # and more"),
        (b"7 # a remark\n", "# a remark"),
    ],
)
def test_a_line_without_a_command_is_blank(line: bytes, text: str) -> None:
    assert CommandReader().feed_lines(line) == [Blank(text)]
    assert CommandReader().feed(line) == []


def test_lines_keep_their_order() -> None:
    data = b"1 name\n\n# so\nplay b D4\n" + b"x" * (MAX_LINE + 1) + b"\n43\n"
    assert CommandReader().feed_lines(data) == [
        Command(1, "name", ()),
        Blank(""),
        Blank("# so"),
        Command(None, "play", ("b", "D4")),
        Malformed(None, "line too long"),
        Blank(""),
    ]


def test_a_line_that_has_not_ended_is_none_yet() -> None:
    reader = CommandReader()
    assert reader.feed_lines(b"# inter") == []
    assert reader.feed_lines(b"rupt\nna") == [Blank("# interrupt")]
    assert reader.close() == [Command(None, "na", ())]


@given(st.lists(LINES), st.lists(st.integers(1, 7), max_size=5))
def test_each_line_is_one_message_and_splitting_makes_no_difference(
    lines: list[bytes], sizes: list[int]
) -> None:
    data = b"".join(line + b"\n" for line in lines)
    reader = CommandReader()
    found = [message for piece in split(data, sizes) for message in reader.feed_lines(piece)]
    assert len(found) == len(lines)
    asked = [message for message in found if not isinstance(message, Blank)]
    assert asked == CommandReader().feed(data)


@given(
    st.none() | st.integers(0, 2**31 - 1),
    st.lists(st.text(max_size=20).map(lambda text: f"x{text}y".replace("\n", " ")), max_size=4),
)
def test_line_by_line_is_the_same_answer(number: int | None, lines: list[str]) -> None:
    """A reader cannot tell it from an answer whose first line is empty."""
    data = open_answer(number) + b"".join(map(answer_line, lines)) + ANSWER_END
    (heard,) = AnswerReader().feed(data)
    (whole,) = AnswerReader().feed(encode_answer(Answer(True, number, "\n".join(lines))))
    assert heard == whole


def test_the_bytes_of_an_answer_in_lines() -> None:
    assert open_answer(None) == b"= \n"
    assert open_answer(12) == b"=12 \n"
    assert answer_line("info move D4") == b"info move D4\n"
    assert answer_line("") == answer_line(" \n\n") == b""
    assert ANSWER_END == b"\n"
