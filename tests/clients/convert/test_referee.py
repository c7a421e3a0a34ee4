"""Converted lines of JSON in the referee's hands: exported, or refused where they must be."""

import json
from pathlib import Path

import pytest

from clients.convert.forms import FORMS
from clients.convert.game import Game
from clients.convert.replay import replay
from engine.cli import main
from protocol.game_record import GameRecord, Move, read_sgf
from tests.clients.convert.support import GORAMI, replayed

BEGUN = GameRecord(GORAMI, (Move(1, "C3=2"), Move(2, "B2=1")), players=("Ann",))
POSITION = replay(Game("sgf", BEGUN)).state.text().removeprefix(GORAMI).strip()
GAMES = {
    "unfinished": BEGUN,
    "resigned": GameRecord(GORAMI, BEGUN.moves, result="B+R", date="2030-01-31", event="Cup"),
    "from a position": GameRecord(GORAMI, (Move(1, "A2=3"),), position=POSITION, result="W+T"),
}


def referee(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["referee", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture(params=GAMES)
def record(request: pytest.FixtureRequest) -> GameRecord:
    return GAMES[request.param]


@pytest.fixture
def lines(record: GameRecord, tmp_path: Path) -> Path:
    """The game as a file of one line."""
    file = tmp_path / "games.jsonl"
    file.write_text(FORMS["jsonl"].write(replay(Game("sgf", record)), 1), encoding="utf-8")
    return file


def test_sgf_is_exported(
    record: GameRecord, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = referee(capsys, "export", lines, "--format", "sgf")
    found = read_sgf(out.encode())
    assert code == 0
    for name in ("setup", "moves", "position", "players", "result", "date", "event"):
        assert getattr(found, name) == getattr(record, name)


def test_a_script_is_exported(
    record: GameRecord, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = referee(capsys, "export", lines, "--format", "gtp")
    found = replayed("gtp", out).record
    assert code == 0
    assert (found.setup, found.position, found.moves) == (
        record.setup,
        record.position,
        record.moves,
    )


def test_a_table_is_exported(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = referee(capsys, "export", lines, "--format", "csv")
    assert code == 0
    assert json.loads(lines.read_bytes())["result"] in out.replace('"', "")


def test_a_report_has_nothing_to_report_on(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = referee(capsys, "report", lines)
    assert code == 1
    assert "games.jsonl:1: the record 1 was converted from another form: it belongs to no" in err


def test_there_is_nothing_to_resume(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = lines.read_bytes()
    code, _, err = referee(capsys, "resume", lines)
    assert code == 1
    assert (
        "games.jsonl:1: the record's tournament cannot be read: tournament.game is missing" in err
    )
    assert lines.read_bytes() == before
