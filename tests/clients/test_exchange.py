"""The log of the exchange with the engines: whole lines, in their order, each with its source."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.loop import Loop
from clients.referee.exchange import ExchangeLog
from clients.referee.player import Player
from clients.referee.records import ResultsError
from tests.clients.support import LONG, entrant, faulty, on_loop, play_once

LINE = re.compile(r"([0-9]+\.[0-9]{4}) (\w+[<>!]) (.*)")


def logged(path: Path) -> list[tuple[str, str]]:
    """Source and text of each line."""
    lines = path.read_bytes().decode("utf-8", "replace").splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), lines
    return [(line[2], line[3]) for line in found if line]


def written(tmp_path: Path, *pieces: tuple[str, str, bytes]) -> list[tuple[str, str]]:
    with ExchangeLog(str(tmp_path), "1.1") as log:
        listeners = {name: log.listener(name) for name, _, _ in pieces}
        for name, direction, data in pieces:
            listeners[name](direction, data)
    return logged(tmp_path / "1.1.log")


def test_each_line_has_its_source(tmp_path: Path) -> None:
    assert written(
        tmp_path,
        ("Ann", ">", b"1 play b D4\n2 genmove w\n"),
        ("Ann", "<", b"=1 \n\n=2 D8\n\n"),
        ("Bob", "!", b"thinking\n"),
    ) == [
        ("Ann>", "1 play b D4"),
        ("Ann>", "2 genmove w"),
        ("Ann<", "=1 "),
        ("Ann<", ""),
        ("Ann<", "=2 D8"),
        ("Ann<", ""),
        ("Bob!", "thinking"),
    ]


def test_a_line_may_come_in_pieces(tmp_path: Path) -> None:
    pieces = [("Ann", "<", bytes([byte])) for byte in b"=1 D4\n\n"]
    assert written(tmp_path, *pieces) == [("Ann<", "=1 D4"), ("Ann<", "")]


def test_half_a_line_ends_where_another_begins(tmp_path: Path) -> None:
    assert written(
        tmp_path, ("Ann", "<", b"=1 D"), ("Bob", ">", b"7 name\n"), ("Ann", "<", b"4\n")
    ) == [("Ann<", "=1 D"), ("Bob>", "7 name"), ("Ann<", "4")]


def test_what_is_no_text_is_kept(tmp_path: Path) -> None:
    with ExchangeLog(str(tmp_path), "1.1") as log:
        log.listener("Ann")("<", b"\x00\xff\xfe\n")
    assert (tmp_path / "1.1.log").read_bytes().endswith(b"Ann< \x00\xff\xfe\n")


@given(st.lists(st.tuples(st.sampled_from("AB"), st.binary(max_size=8)), max_size=12))
def test_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[tuple[str, bytes]]
) -> None:
    """Without stamps and line ends, the log is what was written."""
    folder = tmp_path_factory.mktemp("log")
    with ExchangeLog(str(folder), "1.1") as log:
        for name, data in pieces:
            log.listener(name)("<", data)
    lines = re.split(rb"\r\n|\r|\n", (folder / "1.1.log").read_bytes())
    texts = [re.sub(rb"^[0-9]+\.[0-9]{4} [AB]< ", b"", line) for line in lines]
    expected = b"".join(data for _, data in pieces)
    assert b"".join(texts) == re.sub(rb"[\r\n]", b"", expected)


def test_a_game_that_is_played_again_is_added(tmp_path: Path) -> None:
    for word in (b"first\n", b"second\n"):
        with ExchangeLog(str(tmp_path / "new" / "folder"), "3.2") as log:
            log.listener("Ann")(">", word)
    path = tmp_path / "new" / "folder" / "3.2.log"
    assert logged(path) == [("Ann>", "first"), ("Ann>", "second")]


@on_loop
async def test_a_whole_game(loop: Loop, tmp_path: Path) -> None:
    """All that was sent and answered is there, and the last words of a fault."""
    players = [
        Player(entrant(faulty(mode), name, replace(LONG, movetime=None)), loop)
        for mode, name in (("good", "Ann"), ("exits", "Bob"))
    ]
    with ExchangeLog(str(tmp_path), "1.1") as log:
        for player in players:
            player.listen(log.listener(player.engine.name))
        result = await play_once(loop, players)
    lines = logged(tmp_path / "1.1.log")
    sent = [text.partition(" ")[2] for source, text in lines if source == "Bob>"]
    first, second, third = (move.text for move in result.moves)
    assert sent[:3] == ["name", "version", "list_commands"]
    assert sent[3:] == [
        f"newgame {result.beginning.setup.line}",
        *(f"play b {first}", "genmove w", f"play b {third}", "genmove w"),
    ]
    assert ("Bob<", f"=6 {second}") in lines
    assert ("Bob!", "out of ideas") in lines
    assert lines.index(("Ann<", f"=5 {first}")) < lines.index(("Bob>", f"5 play b {first}"))


@pytest.mark.parametrize("game", ["1.1", "2.1"])
def test_a_place_that_cannot_be_written(tmp_path: Path, game: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "2.1.log").mkdir()
    folder = str(tmp_path / "file") if game == "1.1" else str(tmp_path)
    with pytest.raises(ResultsError, match=r"cannot write .*\.log: (File exists|Is a directory)"):
        ExchangeLog(folder, game)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full disk")
@pytest.mark.parametrize("size", [10, 1 << 20])
def test_a_full_disk(tmp_path: Path, size: int) -> None:
    """Whether it shows while the game is played or at its end."""
    (tmp_path / "1.1.log").symlink_to("/dev/full")
    with (
        pytest.raises(ResultsError, match=r"cannot write .*1\.1\.log: No space left on device"),
        ExchangeLog(str(tmp_path), "1.1") as log,
    ):
        log.listener("Ann")("<", b"x" * size + b"\n")
