"""The table of Donuts' first moves: solved boards, and how they are written down."""

import json
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from engine.games.donuts.first_moves import DRAWN, LOST, board, first_move
from training import donuts
from training.request import Request
from training.rows import TooFewGames

#: A board that is solved quickly.
EASY = 14400


def request(folder: Path, games: int, weights: Path) -> Request:
    return Request("donuts", "", games, 0, 1, "uct", 1, folder, weights)


def test_a_line_says_who_wins_and_how() -> None:
    line = json.loads(donuts.line_of_board(EASY))
    assert line["board"] == EASY
    assert line["value"] == 1
    y, x = divmod(line["first"], 6)
    assert first_move(board(EASY).text) == 8 * y + x


@pytest.mark.parametrize(("value", "byte"), [(1, 35), (0, DRAWN), (-1, LOST)])
def test_a_byte_for_each_board(value: int, byte: int) -> None:
    assert donuts.entry({"value": value, "first": 35}) == byte


def lines(folder: Path, boards: int) -> None:
    """A folder with so many boards, all won by another first move."""
    folder.mkdir()
    found = [{"board": n, "value": 1, "first": n % 36, "nodes": 10 + n} for n in range(boards)]
    text = "".join(json.dumps(each) + "\n" for each in found)
    (folder / "games-00000.jsonl").write_text(text, encoding="utf-8")


def test_a_whole_folder_becomes_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(donuts, "BOARDS", 40)
    lines(tmp_path / "boards", 40)
    said: list[str] = []
    path = donuts.learn(request(tmp_path / "boards", 40, tmp_path / "x.table"), said.append)
    assert path.read_bytes() == bytes(n % 36 for n in range(40))
    story = json.loads(path.with_suffix(".recipe.json").read_text(encoding="utf-8"))
    assert story["boards"] == 40
    assert story["seat 1"] == {"wins": 40, "draws": 0, "loses": 0}
    assert story["nodes"] == {"median": 30, "most": 49, "mean": 30}
    assert json.loads(said[0]) == story


def test_a_folder_that_is_not_complete_is_refused(tmp_path: Path) -> None:
    lines(tmp_path / "boards", 30)
    with pytest.raises(TooFewGames, match="24546 of 24576 boards"):
        donuts.learn(request(tmp_path / "boards", 30, tmp_path / "x.table"), print)
    assert not (tmp_path / "x.table").exists()
