"""Golden talks: what is said in tests/talks, to the byte, in this process and through a pipe.

A talk reads like a terminal: lines to the engine up to a line that begins with `=` or `?`, which
begins the answer; an empty line ends it. A bare status line stands for the status and its blank.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games.registry import GAMES
from engine.session.dispatch import handle
from engine.session.session import Session
from protocol.wire import CommandReader, encode_answer

from .engine_process import output

TALKS = sorted((Path(__file__).parents[1] / "talks").glob("*.gtp"))
STATUS = ("=", "?")


def paragraphs(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """The lines sent and the lines expected, exchange by exchange."""
    for paragraph in path.read_text(encoding="utf-8").strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        first = next(i for i, line in enumerate(lines) if line.startswith(STATUS))
        yield lines[:first], lines[first:]


def expected(answer: list[str]) -> bytes:
    """The bytes of an answer: the blank behind a bare status is not written in a talk."""
    status = answer[0] if " " in answer[0] else f"{answer[0]} "
    return ("\n".join([status, *answer[1:]]) + "\n\n").encode()


def input_of(path: Path) -> bytes:
    return "".join(f"{line}\n" for sent, _ in paragraphs(path) for line in sent).encode()


@pytest.mark.parametrize("path", TALKS, ids=lambda path: path.stem)
def test_a_talk_exchange_by_exchange(path: Path) -> None:
    session, reader = Session(GAMES), CommandReader()
    for sent, answer in paragraphs(path):
        messages = reader.feed("".join(f"{line}\n" for line in sent).encode())
        heard = b"".join(encode_answer(handle(session, message)) for message in messages)
        assert heard == expected(answer), sent


@pytest.mark.parametrize("path", TALKS, ids=lambda path: path.stem)
def test_a_talk_through_a_process_in_one_write(path: Path) -> None:
    assert output(input_of(path)) == b"".join(expected(answer) for _, answer in paragraphs(path))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_talk_to_its_end(game: str) -> None:
    path = next(path for path in TALKS if path.stem == game)
    assert "final_score" in path.read_text(encoding="utf-8").split("\n")
