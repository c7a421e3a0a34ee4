"""Reading on while a search runs, over a pipe of the test's own."""

import os
from collections.abc import Iterator
from typing import NamedTuple

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from clients.openspiel import loop
from clients.openspiel.loop import Input
from protocol.messages import Command


class Pipe(NamedTuple):
    """Both ends of a pipe; what is written to `sink` is the engine's input."""

    source: int
    sink: int

    def send(self, data: bytes) -> None:
        """Write the engine's input."""
        os.write(self.sink, data)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    ends = Pipe(*os.pipe())
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:  # the test has closed it
            continue


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends as soon as the end is heard."""
    monkeypatch.setattr(loop, "GRACE", 0.0)


def names(heard: Input) -> list[str]:
    """The names of all commands that are still to come."""
    return [each.name for each in heard.messages() if isinstance(each, Command)]


def test_commands_come_in_order_however_they_were_cut(pipe: Pipe) -> None:
    heard = Input(pipe.source)
    for piece in (b"na", b"me\nver", b"sion\nundo"):
        pipe.send(piece)
        assert not heard.is_ending()
    os.close(pipe.sink)
    assert names(heard) == ["name", "version", "undo"]


@pytest.mark.usefixtures("impatient")
def test_quit_ends_a_search_and_what_came_before_is_still_answered(pipe: Pipe) -> None:
    heard = Input(pipe.source)
    assert not heard.is_ending()
    pipe.send(b"name\n")
    assert not heard.is_ending()
    pipe.send(b"quit\n")
    assert heard.is_ending()
    os.close(pipe.sink)
    assert names(heard) == ["name", "quit"]


@pytest.mark.usefixtures("impatient")
def test_the_end_of_input_ends_a_search(pipe: Pipe) -> None:
    heard = Input(pipe.source)
    os.close(pipe.sink)
    assert heard.is_ending()
    assert names(heard) == []


def test_a_search_may_go_on_for_a_moment_after_the_end(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "GRACE", 3600.0)
    heard = Input(pipe.source)
    os.close(pipe.sink)
    assert not heard.is_ending()


def test_an_input_that_is_closed_is_at_its_end(pipe: Pipe) -> None:
    os.close(pipe.source)
    assert names(Input(pipe.source)) == []
