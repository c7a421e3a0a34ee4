"""The folder of a long run: nothing is lost when it is killed, and nothing else is gone on with."""

import errno
import json
import os
import signal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.search import exact_table, proof_table
from engine.session.solving.journal import Folder, fingerprint
from tests.games.support import played

from .solve_support import HARD, Shell, journal, killed_after, late

SAME = ("setup", "position", "moves", "value", "number", "unit")
#: Killed after so many parts of the nodes that it takes, a run never comes to its end alone.
PARTS = 3


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def begun(shell: Shell, folder: Path) -> None:
    """A state of a run that could not finish."""
    assert shell("solve", *HARD, "--time", "0.05", "--state", folder).code == 3


def change(folder: Path, **changes: Any) -> None:
    """Change what the journal says."""
    told = {**journal(folder), **changes}
    (folder / "journal.json").write_text(json.dumps(told), encoding="utf-8")


# ---------------------------------------------------------------------- going on


@pytest.mark.parametrize("setup", [late("kulami", 18), ["donuts", "seed=10"]])
def test_a_run_that_is_killed_again_and_again_loses_little(
    shell: Shell, tmp_path: Path, setup: list[str]
) -> None:
    folder = tmp_path / "state"
    words = [*setup, "--hash", "16", "--json", "--quiet"]
    fresh = shell.solve(*words).json
    kills = 0
    while True:
        run = killed_after(fresh["nodes"] // PARTS, *words, "--state", folder, "--save", "0.01")
        if run.returncode != -signal.SIGKILL:
            break
        kills += 1
        assert run.stdout == ""
        assert kills < 3 * PARTS, "it does not come forward"
        before = journal(folder)
        assert before["runs"] == kills
        assert before["low"] <= before["high"]
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads(run.stdout)
    assert kills
    assert [told[key] for key in SAME] == [fresh[key] for key in SAME]
    assert told["runs"] == kills + 1
    (tmp_path / "solved.jsonl").write_text(run.stdout, encoding="utf-8")
    assert shell("verify", tmp_path / "solved.jsonl", "--nodes", 2000).code == 0
    assert told["nodes"] - before["nodes"] < fresh["nodes"] / 2
    assert told["nodes"] < 1.5 * fresh["nodes"]


def test_the_folder_alone_goes_on(shell: Shell, tmp_path: Path) -> None:
    folder, words = tmp_path / "state", [*late("gorami", 9), "--hash", "1"]
    first = shell.solve(*words, "--state", folder, "--json").json
    again = shell.solve("--state", folder, "--json").json
    assert [again[key] for key in SAME] == [first[key] for key in SAME]
    assert (again["nodes"], again["line"]) == (first["nodes"], first["line"])
    assert again["runs"] == 2
    assert again["options"]["hash"] == 1


def test_bounds_are_gone_on_from_without_the_table(shell: Shell, tmp_path: Path) -> None:
    """Whether they hold is not asked again: a journal is believed."""
    folder, words = tmp_path / "state", [*late("gorami", 9), "--hash", "1"]
    value = shell.solve(*words, "--state", folder, "--json").json
    (folder / "table").unlink()
    change(folder, line=[])
    again = shell.solve("--state", folder, "--json").json
    assert [again[key] for key in SAME] == [value[key] for key in SAME]
    assert len(again["line"]) > 0


def test_a_table_that_was_not_finished_is_made_anew(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / "table.part").write_bytes(b"torn")
    (folder / "journal.json.part").write_bytes(b"{")
    begun(shell, folder)
    assert {path.name for path in folder.iterdir()} == {"journal.json", "lock", "table"}


# ---------------------------------------------------------------------- what is refused


def refused(shell: Shell, folder: Path, *words: object) -> str:
    """Why a state cannot be gone on with; it is left as it was."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    done = shell("solve", *words, "--state", folder, "--time", "0.05")
    assert (done.code, done.out) == (1, "")
    assert done.err.count("\n") == 1
    assert {path: path.read_bytes() for path in folder.iterdir() if path in before} == before
    return done.err


def test_another_position(shell: Shell, tmp_path: Path) -> None:
    begun(shell, tmp_path)
    error = refused(shell, tmp_path, *late("kulami", 9))
    assert f"--state {tmp_path} is of another position: kulami scoring=" in error
    assert "of another position" in refused(shell, tmp_path, "gorami")
    begun(shell, tmp_path)


def test_another_size_of_the_table(shell: Shell, tmp_path: Path) -> None:
    begun(shell, tmp_path)
    assert "has a table of 1 MiB, not 2: leave out --hash" in refused(
        shell, tmp_path, "kulami", "--hash", "2"
    )


def test_another_kernel(shell: Shell, tmp_path: Path) -> None:
    begun(shell, tmp_path)
    change(tmp_path, fingerprint="0123456789abcdef")
    assert "made by a version whose moves and tables mean something else" in refused(
        shell, tmp_path
    )


@pytest.mark.parametrize(("game", "module"), [("donuts", proof_table), ("gorami", exact_table)])
def test_another_layout_of_the_table(
    game: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only of the table that the game is solved with."""
    positions = {name: played(name, {}).position for name in ("donuts", "gorami")}
    before = {name: fingerprint(position) for name, position in positions.items()}
    monkeypatch.setattr(module, "FORMAT", "another")
    changed = {name for name in positions if fingerprint(positions[name]) != before[name]}
    assert changed == {game}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"schema": 99}, "its schema is 99, and 1 is known here"),
        ({"kind": "x"}, 'it has not "kind": "quatuor solve"'),
        ({"low": "0"}, "low: a whole number expected, not '0'"),
        ({"low": 5, "high": 4}, "low is above high"),
        ({"hash": 0}, "hash: a whole number from 1 expected, not 0"),
        ({"seconds": None}, "seconds: a number expected, not None"),
        ({"moves": [1]}, "moves: a list of moves expected"),
        ({"setup": 1}, "setup: a setup line expected, not 1"),
    ],
)
def test_a_journal_that_is_none(
    shell: Shell, tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    begun(shell, tmp_path)
    change(tmp_path, **changes)
    assert f"journal.json is no journal that can be read: {why}" in refused(shell, tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff"])
def test_a_journal_that_is_damaged(shell: Shell, tmp_path: Path, text: str) -> None:
    begun(shell, tmp_path)
    (tmp_path / "journal.json").write_bytes(text.encode("latin-1"))
    assert "is no journal that can be read: " in refused(shell, tmp_path)


def test_a_journal_whose_position_is_wrong(shell: Shell, tmp_path: Path) -> None:
    begun(shell, tmp_path)
    change(tmp_path, moves=["Z9"])
    assert "move 1: Z9: " in refused(shell, tmp_path)


def test_a_table_of_another_length(shell: Shell, tmp_path: Path) -> None:
    begun(shell, tmp_path)
    os.truncate(tmp_path / "table", 4096)
    assert f"{tmp_path / 'table'} has 4096 bytes, not " in refused(shell, tmp_path)


def test_a_folder_with_other_things(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    error = refused(shell, tmp_path, *HARD)
    assert f"--state {tmp_path}: it holds letter.txt; an empty or new folder is needed" in error


def test_a_file_in_place_of_the_folder(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = shell("solve", *HARD, "--state", tmp_path / "file")
    assert done.code == 1
    assert f"--state {tmp_path / 'file'}: File exists" in done.err


def test_an_empty_folder_says_not_what_is_to_be_solved(shell: Shell, tmp_path: Path) -> None:
    assert "is empty: what is to be solved?" in refused(shell, tmp_path)


def test_a_state_of_another_run(shell: Shell, tmp_path: Path) -> None:
    begun(shell, tmp_path)
    folder = Folder(str(tmp_path))
    assert f"--state {tmp_path}: another run is at work there" in refused(shell, tmp_path)
    folder.close()
    begun(shell, tmp_path)


# ---------------------------------------------------------------------- a full disk


def full(*arguments: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_no_room_for_the_table(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "posix_fallocate", full)
    done = shell("solve", *HARD, "--state", tmp_path)
    assert (done.code, done.out) == (1, "")
    assert "table: no table of 1 MiB can be kept: No space left on device" in done.err
    assert {path.name for path in tmp_path.iterdir()} == {"lock"}


def test_no_room_for_the_journal_is_told_once_and_ends_nothing(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folder, "write", full)
    words = [*late("gorami", 12), "--hash", "1", "--save", "0.01"]
    done = shell.solve(*words, "--state", tmp_path)
    assert done.err.count("the journal could not be written: No space left on device\n") == 1
    assert not (tmp_path / "journal.json").exists()


def test_the_old_journal_stays_if_there_is_no_room(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(shell, tmp_path)
    before = journal(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    assert shell("solve", "--state", tmp_path, "--time", "0.05").code == 3
    assert journal(tmp_path) == before
    assert not (tmp_path / "journal.json.part").exists()
