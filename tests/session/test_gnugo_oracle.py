"""GNU Go as the judge of the line grammar: whatever it answers to odd lines, so do we.

PROTOCOL: where that document is silent, GTP 2 decides, and GNU Go is its reference
implementation. Compared is what the grammar decides: how many answers there are, their status
and their id, and the texts of commands that both know to answer alike.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from .engine_process import DEADLINE, Engine, output

GNUGO = shutil.which("gnugo") or "/usr/games/gnugo"
pytestmark = pytest.mark.skipif(not Path(GNUGO).exists(), reason="GNU Go is not installed")

#: Odd lines; each comes alone, and all come one after the other.
LINES: tuple[bytes, ...] = (
    *(b"protocol_version", b"  protocol_version", b"protocol_version  ", b"\tprotocol_version"),
    *(
        b"7 protocol_version",
        b"0 protocol_version",
        b"007 protocol_version",
        b"7\tprotocol_version",
    ),
    *(b"7   protocol_version", b"2147483647 protocol_version", b"39protocol_version", b"  8 name"),
    *(b"43", b"43 ", b"  43", b"43 # x", b"43#", b"", b" ", b"\t", b"\r", b"\x01", b"\x00\x01"),
    *(b"#", b"# protocol_version", b"  # x", b"protocol_version # x", b"protocol_version#x"),
    *(b"5 protocol_version#6 protocol_version", b"5# protocol_version", b"## 7 name"),
    *(b"protocol_version\r", b"9 protocol_version\r", b"\rprotocol_version", b"protocol\r_version"),
    *(b"proto\x01col_version", b"\x02protocol_version\x03", b"4\x024 protocol_version"),
    *(b"protocol\x7f_version", b"\x1bprotocol_version", b"known_command\x0bplay"),
    *(b"known_command play", b"known_command\tplay", b"1 known_command\t \tplay\t"),
    *(b"known_command PLAY", b"known_command nonsense", b"3 known_command 4"),
    *(b"known_command play x y", b"known_command quit", b"known_command list_commands"),
    *(b"nonsense", b"5 nonsense", b"nonsense x", b"5nonsense", b"Protocol_version", b"NAME"),
    *(
        b"-5 name",
        b"-5name",
        b"- 5 name",
        b"-5",
        b"-5 6 name",
        b"6 -5 name",
        b"-007 name",
        b"-5 nonsense",
        b"-x name",
        b"5-name",
        b"5.0 name",
        b"0x5 name",
    ),
    *(b"5 6 name", b"5 6", b"=", b"?", b"= 5", b"5 =", b"!", b"'name'", b'"name"', b"name;"),
    *(b"protocol_version 1 2", b"6 protocol_version junk", b"name version", b"protocol_version,"),
    *(b"play", b"3 play", b"play b", b"play x A1", b"boardsize", b"8 boardsize x", b"komi"),
    *(b"4 komi x", b"genmove x", b"known_command known_command", b"undo"),
)

#: Where PROTOCOL and GNU Go differ on purpose: why, and what PROTOCOL demands.
UNSIGNED = "an id is an unsigned number: a sign belongs to the word"
RANGE = "an id is below 2**31: GNU Go lets larger ones wrap round"
EXCEPTIONS: dict[bytes, tuple[str, list[str]]] = {
    b"+5 name": (UNSIGNED, ["? unknown command"]),
    b"-0 name": (UNSIGNED, ["= …"]),
    b"2147483648 name": (RANGE, ["? unknown command"]),
    b"99999999999 name": (RANGE, ["? unknown command"]),
}


@cache
def gnugo(data: bytes) -> bytes:
    done = subprocess.run(
        [GNUGO, "--mode", "gtp"], input=data, capture_output=True, timeout=DEADLINE, check=True
    )
    return done.stdout


def shapes(written: bytes) -> list[str]:
    """Each answer's status, id and, where both are to say the same, text."""
    answers = written.decode("latin-1").removesuffix("\n\n").split("\n\n") if written else []
    return [shape(answer) for answer in answers]


def shape(answer: str) -> str:
    found = re.match(r"([=?]\d*) ?(.*)", answer, re.DOTALL)
    assert found, answer
    alike = found[2] in ("2", "true", "false", "unknown command")
    return f"{found[1]} {found[2] if alike else '…'}"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.kill()


def ours(engine: Engine, line: bytes) -> list[str]:
    engine.send(line + b"\n1999 protocol_version\n")
    heard: list[str] = []
    while not heard or heard[-1] != "=1999 2":
        heard.append(shape(engine.answer()))
    return heard[:-1]


def theirs(line: bytes) -> list[str]:
    heard = shapes(gnugo(line + b"\n1999 protocol_version\n"))
    assert heard.pop() == "=1999 2"
    return heard


@pytest.mark.parametrize("line", LINES, ids=ascii)
def test_a_line_alone(engine: Engine, line: bytes) -> None:
    assert ours(engine, line) == theirs(line)


@pytest.mark.parametrize("line", EXCEPTIONS, ids=ascii)
def test_an_exception_is_one(engine: Engine, line: bytes) -> None:
    """Ours is what PROTOCOL says, and GNU Go's is still another: else strike the exception."""
    _, demanded = EXCEPTIONS[line]
    assert ours(engine, line) == demanded != theirs(line)


def test_all_lines_together() -> None:
    """In one write, with CRLF, and without a last LF."""
    for end in (b"\n", b"\r\n"):
        data = end.join([*LINES, b"77 protocol_version"])
        assert shapes(output(data)) == shapes(gnugo(data))


def test_quit_is_the_end() -> None:
    data = b"1 protocol_version\n2 quit\n3 protocol_version\n"
    assert shapes(output(data)) == shapes(gnugo(data)) == ["=1 2", "=2 …"]
