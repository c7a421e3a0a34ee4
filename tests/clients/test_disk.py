"""Disks that are full and files that cannot be written: nothing finished is lost (CASES R30)."""

import os
import resource
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.tournaments import (
    HANG,
    ROOT,
    compiled_echo,
    marked,
    new_mark,
    records,
    referee,
    referee_command,
    script,
    seconds_until_gone,
    write_file,
)

GAMES = 20
FULL = Path("/dev/full")


@pytest.fixture(scope="session")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled_echo(tmp_path_factory.mktemp("echo"))


@pytest.fixture
def tournament(echo: Path, tmp_path: Path) -> Callable[[Path], Path]:
    """Writes a tournament of echo engines whose results go to a path."""

    def write(results: Path, **values: object) -> Path:
        engine = [str(echo), "0", *script()]
        limits = {"movetime": 60, "startup": 60, "answer": 60}
        told = {"games": GAMES, "concurrency": 2, "results": str(results), **values}
        return write_file(tmp_path / "t.toml", {"A": engine, "B": engine}, limits, {}, **told)

    return write


def refusal(mark: str, *words: object) -> str:
    """What the referee complains of; nothing that it started may be left."""
    done = referee(*words, mark=mark)
    seconds_until_gone(mark)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_a_full_disk_ends_the_run_with_a_clear_error(tournament: Callable[[Path], Path]) -> None:
    errors = refusal(new_mark(), "run", tournament(FULL))
    assert "cannot write /dev/full: No space left on device" in errors


def test_a_disk_that_fills_up_keeps_what_was_finished(
    tournament: Callable[[Path], Path], tmp_path: Path
) -> None:
    """A limit on the size of files cuts a record in its middle, as a full disk does."""
    results = tmp_path / "out.jsonl"
    file = tournament(results)
    most = 30_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    mark = new_mark()
    done = subprocess.run(
        referee_command("run", file),
        cwd=ROOT,
        env=marked(mark),
        preexec_fn=limit,
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    seconds_until_gone(mark)
    assert done.returncode == 1
    assert f"cannot write {results}: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    kept = records(results)
    assert 0 < len(kept) < GAMES
    assert most - results.stat().st_size < 2 * results.stat().st_size / len(kept)
    resumed = referee("resume", file)
    assert resumed.returncode == 0, resumed.stderr
    assert len({game["id"] for game in records(results)}) == GAMES
    assert records(results)[: len(kept)] == kept


def test_results_that_cannot_be_opened_are_named(
    tournament: Callable[[Path], Path], tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for path, why in (
        (folder, "Is a directory"),
        (tmp_path / "nowhere" / "out.jsonl", "No such file or directory"),
        (Path("/dev/null/out.jsonl"), "Not a directory"),
    ):
        assert f"{path}: {why}" in refusal(new_mark(), "run", tournament(path))


def test_a_folder_for_the_exchange_that_cannot_be_made_is_named(
    tournament: Callable[..., Path], tmp_path: Path
) -> None:
    file = tournament(tmp_path / "out.jsonl", log="/dev/null/log")
    errors = refusal(new_mark(), "run", file)
    assert "cannot write /dev/null/log" in errors
    assert "Not a directory" in errors
    assert records(tmp_path / "out.jsonl") == []


def test_a_read_only_file_is_named(tournament: Callable[[Path], Path], tmp_path: Path) -> None:
    results = tmp_path / "out.jsonl"
    results.touch(mode=0o444)
    done = subprocess.run(
        [*without_privilege(), *referee_command("run", tournament(results))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert done.returncode == 1
    assert f"cannot write {results}: Permission denied" in done.stderr
    assert "Traceback" not in done.stderr


def without_privilege() -> list[str]:
    """What a command is put behind so that permissions count, even for the superuser."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("the superuser may write everything")
    return ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
