"""No input takes more than bounded memory and linear time: cases E3, R7 and R9."""

import time
import tracemalloc

import pytest

from protocol.wire import AnswerReader, CommandReader

from .feeding import bytewise

KIB = 1 << 10
MIB = 1 << 20

ENDLESS_LINES = [b"x", b"\xff", b"\x00", b"9", "é".encode(), b" "]
SHORT_LINES = [b"\n", b"=\n", b"#\n", b" \xff\n"]
ANSWER_STARTS = [b"", b"= ", b"= a\n"]


def peak(reader: CommandReader | AnswerReader, piece: bytes, times: int) -> int:
    """Measure the most memory held while feeding, in bytes."""
    tracemalloc.start()
    try:
        for _ in range(times):
            reader.feed(piece)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("byte", ENDLESS_LINES)
def test_endless_command_takes_bounded_memory(byte: bytes) -> None:
    assert peak(CommandReader(), byte * 64 * KIB, times=512) < 16 * MIB


@pytest.mark.parametrize("line", SHORT_LINES)
def test_flood_of_commands_takes_bounded_memory(line: bytes) -> None:
    assert peak(CommandReader(), line * 64, times=512) < 48 * KIB


@pytest.mark.parametrize("start", ANSWER_STARTS)
@pytest.mark.parametrize("part", [*ENDLESS_LINES, *SHORT_LINES])
def test_endless_answer_takes_bounded_memory(part: bytes, start: bytes) -> None:
    reader = AnswerReader(max_answer=1000)
    reader.feed(start)
    assert peak(reader, part * 64, times=1024) < 48 * KIB


@pytest.mark.parametrize("byte", ENDLESS_LINES)
def test_endless_answer_takes_bounded_memory_by_default(byte: bytes) -> None:
    reader = AnswerReader()
    reader.feed(b"= ")
    assert peak(reader, byte * 64 * KIB, times=512) < 16 * MIB


@pytest.mark.parametrize("reader", [CommandReader, AnswerReader])
def test_bytewise_takes_linear_time(reader: type[CommandReader | AnswerReader]) -> None:
    """A quarter of a second; touching the whole line for each byte takes over 10."""
    reading = reader()
    reading.feed(b"=" * 767 * KIB)
    start = time.process_time()
    for piece in bytewise(b"=" * 256 * KIB):
        reading.feed(piece)
    assert time.process_time() - start < 4


@pytest.mark.parametrize("line", [*SHORT_LINES, b"= a\n\n", b"1 a\n"])
@pytest.mark.parametrize("reader", [CommandReader, AnswerReader])
def test_many_lines_at_once_take_linear_time(
    reader: type[CommandReader | AnswerReader], line: bytes
) -> None:
    start = time.process_time()
    reader().feed(line * 32 * KIB)
    assert time.process_time() - start < 8
