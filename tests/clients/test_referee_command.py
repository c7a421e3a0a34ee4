"""The subcommand ``referee`` as a user meets it: run, resume, report, export."""

import json
from pathlib import Path
from typing import Any

import pytest

from clients.referee.keys import keys_table
from engine.cli import main

ROOT = Path(__file__).resolve().parents[2]
#: Two of our engines that answer at once; a late start of the search is nobody's fault.
ENGINES = ["--each", "cmd=quatuor", "margin=60", "--engine", "name=A", "--engine", "name=B"]


def config(folder: Path, **changes: object) -> Path:
    """A file of a short tournament; `changes` are keys of [tournament]."""
    keys = {"game": "gorami board=16", "games": 4, "results": str(folder / "out.jsonl"), **changes}
    lines = [f"{name} = {json.dumps(value)}" for name, value in keys.items() if value is not None]
    engines = "".join(
        f'[[engine]]\nname = "{name}"\ncommand = ["quatuor", "gtp"]\n' for name in ("A", "B")
    )
    path = folder / "match.toml"
    path.write_text(
        "\n".join(["[tournament]", *lines, "[limits]", "nodes = 5", "margin = 60", engines])
    )
    return path


def referee(*words: object) -> int:
    return main(["referee", *map(str, words)])


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The results of a finished tournament."""
    assert referee("run", config(tmp_path)) == 0
    capsys.readouterr()
    return tmp_path / "out.jsonl"


def test_a_run_writes_every_game_and_prints_a_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert referee("run", config(tmp_path)) == 0
    captured = capsys.readouterr()
    games = records(tmp_path / "out.jsonl")
    assert sorted(game["id"] for game in games) == ["1.1", "1.2", "2.1", "2.2"]
    assert "Standings" in captured.out
    assert "4 of 4 games" in captured.err


def test_quiet_is_the_summary_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("run", config(tmp_path), "--quiet") == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "Standings" in captured.out


def test_a_report_is_the_summary_of_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert referee("run", config(tmp_path)) == 0
    summary = capsys.readouterr().out
    assert referee("report", tmp_path / "out.jsonl") == 0
    assert capsys.readouterr().out == summary


def test_a_second_run_is_refused_and_loses_nothing(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = played.read_bytes()
    assert referee("run", played.parent / "match.toml") == 1
    assert "`quatuor referee resume` goes on" in capsys.readouterr().err
    assert played.read_bytes() == before


def test_resume_plays_what_is_missing(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = played.read_text().splitlines(keepends=True)
    played.write_text("".join(lines[:1] + lines[2:3]) + lines[3][:50])
    assert referee("resume", played.parent / "match.toml") == 0
    assert sorted(game["id"] for game in records(played)) == ["1.1", "1.2", "2.1", "2.2"]
    assert [json.loads(line) for line in lines[:1]] == records(played)[:1]


def test_results_know_their_tournament_and_can_be_made_longer(played: Path) -> None:
    before = records(played)
    assert referee("resume", played, "--games", 6) == 0
    games = records(played)
    assert games[:4] == before
    assert sorted(game["id"] for game in games[4:]) == ["3.1", "3.2"]


def test_another_tournaments_results_are_refused(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert referee("resume", played.parent / "match.toml", "--seed", 2) == 1
    assert "a tournament that differs in: seed" in capsys.readouterr().err


def test_options_become_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "gorami", "--games", 2, "--nodes", 5]
    assert referee("run", *words, "--print-config", *ENGINES) == 0
    file = tmp_path / "printed.toml"
    file.write_text(capsys.readouterr().out)
    assert referee("run", file, "--print-config") == 0
    assert capsys.readouterr().out == file.read_text()


# ---------------------------------------------------------------------- reports and exports


@pytest.mark.parametrize(
    ("name", "begin"), [("r.json", "{"), ("r.md", "# "), ("r.html", "<!DOCTYPE html>"), ("r", "A")]
)
def test_the_name_of_a_report_says_its_form(played: Path, name: str, begin: str) -> None:
    output = played.parent / name
    assert referee("report", played, "--output", output) == 0
    text = output.read_text()
    assert text.startswith(begin) or name == "r"
    if name.endswith(".json"):
        assert json.loads(text)


@pytest.mark.parametrize("form", ["gtp", "sgf"])
def test_exports_of_games(played: Path, form: str) -> None:
    folder = played.parent / "games"
    assert referee("export", played, "--format", form, "--output", folder) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{game}.{form}" for game in ("1.1", "1.2", "2.1", "2.2")
    ]


def test_one_game_to_standard_output(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("export", played, "--format", "gtp", "--game", "2.1") == 0
    (game,) = [game for game in records(played) if game["id"] == "2.1"]
    lines = capsys.readouterr().out.splitlines()
    assert f"newgame {game['setup']}" in lines
    plays = [line.split()[-1] for line in lines if line.startswith("play ")]
    assert plays == [move["move"] for move in game["moves"]]


def test_a_table_of_games(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("export", played, "--format", "csv") == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


# ---------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "no-such.toml"], "cannot read no-such.toml: No such file"),
        (["run"], "game: "),
        (["resume", "no-such.jsonl"], "cannot read no-such.jsonl: No such file"),
        (["report", "no-such.jsonl"], "cannot read no-such.jsonl: No such file"),
        (["export", "no-such.jsonl", "--format", "csv"], "cannot read no-such.jsonl"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_users_mistake(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert referee(*words) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"quatuor referee {words[0]}: ")
    assert message in err


def test_a_wrong_file_names_lines_and_remedies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = config(tmp_path, games=3, formatt="match")
    assert referee("run", file) == 1
    lines = capsys.readouterr().err.splitlines()
    assert any("match.toml:3: games" in line for line in lines)
    assert any("match.toml:5: formatt" in line and "format" in line for line in lines)


def test_a_file_that_holds_something_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("Buy milk")
    assert referee("run", config(tmp_path, results=str(notes))) == 1
    assert "is no file of results" in capsys.readouterr().err
    assert notes.read_text() == "Buy milk"


def test_a_missing_game_is_named(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("export", played, "--format", "gtp", "--game", "9.9") == 1
    assert "has no game 9.9" in capsys.readouterr().err


# ---------------------------------------------------------------------- the page


def test_the_page_has_the_table_of_keys() -> None:
    text = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")
    assert keys_table().strip() in text
