"""What is there already, full disks, interruptions: nothing half-written is ever there."""

import os
import resource
import signal
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from clients.convert import forms
from tests.clients.convert.support import ANN, BOB, ROOT, convert, files, players, written

# ---------------------------------------------------------------------- what is there already


def test_a_file_is_replaced_by_force_only(ann: Path, both: Path, tmp_path: Path) -> None:
    both.chmod(0o640)
    done = convert(ann, both)
    assert done.code == 1
    assert f"{both} is there already: --force replaces it" in done.err
    assert both.read_text() == ANN + BOB
    assert convert(ann, both, "--force").code == 0
    assert players(both) == ["Ann"]
    assert stat.S_IMODE(both.stat().st_mode) == 0o640
    assert files(tmp_path) == {"ann.sgf", "both.sgf"}


def test_an_input_can_be_its_own_output(both: Path) -> None:
    assert convert(both, both, "--force").code == 0
    assert players(both) == ["Ann", "Bob"]


def test_a_link_stays_one(ann: Path, both: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sgf"
    link.symlink_to(both)
    assert convert(ann, link, "--force").code == 0
    assert link.is_symlink()
    assert players(both) == ["Ann"]


def test_files_in_a_folder_are_replaced_by_force_only(both: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    written(folder / "both-2.gtp", "mine")
    done = convert(both, folder, "--to", "gtp")
    assert done.code == 1
    assert "both-2.gtp is there already" in done.err
    assert files(folder) == {"both-2.gtp"}
    assert convert(both, folder, "--to", "gtp", "--force").code == 0
    assert "Bob" in (folder / "both-2.gtp").read_text()
    assert files(tmp_path) == {"both.sgf", "games"}


def test_a_folder_of_that_name_is_not_replaced(both: Path, tmp_path: Path) -> None:
    (tmp_path / "games" / "both-2.gtp").mkdir(parents=True)
    done = convert(both, tmp_path / "games", "--to", "gtp", "--force")
    assert done.code == 1
    assert "both-2.gtp: it is a folder" in done.err
    assert files(tmp_path / "games") == {"both-2.gtp"}


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("none/out.sgf", "No such file or directory"),
        ("fifo.sgf", "it is no ordinary file; - is standard output, and --check writes nothing"),
        ("device.sgf", "it is no ordinary file"),
        ("both.sgf/", "it is no folder"),
        ("both.sgf/x.sgf", "Not a directory"),
        ("folder.sgf", "what form shall the files in"),
        ("x\0.sgf", "embedded null byte"),
    ],
)
def test_outputs_that_cannot_be_written(target: str, why: str, both: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.sgf")
    (tmp_path / "device.sgf").symlink_to("/dev/null")
    (tmp_path / "folder.sgf").mkdir()
    before = files(tmp_path)
    to = ["--to", "sgf"] if target.endswith("/") else []
    done = convert(both, f"{tmp_path}/{target}", "--force", *to)
    assert done.code in (1, 2)
    assert why in done.err
    assert files(tmp_path) == before
    assert both.read_text() == ANN + BOB


# ---------------------------------------------------------------------- interruptions


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "engine", "convert", *map(str, words)]


def limit_files() -> None:
    """A limit on the size of files cuts a file in its middle, as a full disk does."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


@pytest.mark.parametrize("target", ["out.jsonl", "new/"])
def test_a_full_disk_leaves_nothing(target: str, tmp_path: Path) -> None:
    long = ANN.replace("GM", f"GC[{'x' * 5000}]GM")
    file = written(tmp_path / "x.sgf", BOB + long)
    done = subprocess.run(
        command(file, f"{tmp_path}/{target}", "--to", "jsonl"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=limit_files,
    )
    assert done.returncode == 1
    assert f"cannot write {tmp_path}/{target}: File too large; nothing was written" in done.stderr
    assert files(tmp_path) == {"x.sgf"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_standard_output_that_is_full(ann: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command(ann, "-", "--to", "gtp"),
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "cannot write standard output: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_accident(tmp_path: Path) -> None:
    games = "".join(ANN.replace("Ann", f"Ann {n}") for n in range(2000))
    file = written(tmp_path / "x.sgf", games)
    with subprocess.Popen(
        command(file, "-", "--to", "jsonl", "--quiet"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 1
        assert process.stderr.read() == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("target", ["out.jsonl", "new/"])
def test_an_interruption_leaves_nothing(
    number: signal.Signals, target: str, tmp_path: Path
) -> None:
    """It waits for more input when the signal comes, and something was written beside the place."""
    with subprocess.Popen(
        command("-", f"{tmp_path}/{target}", "--from", "jsonl", "--to", "jsonl"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        end = time.monotonic() + 60
        while not files(tmp_path) and time.monotonic() < end:
            time.sleep(0.01)
        assert [name[0] for name in files(tmp_path)] == ["."]
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "quatuor convert: interrupted; nothing was written\n"
    assert files(tmp_path) == set()


def test_a_disk_that_fills_up_at_the_end(
    ann: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = convert(ann, tmp_path / "out.sgf")
    assert "out.sgf: No space left on device; nothing was written" in done.err
    assert files(tmp_path) == {"ann.sgf"}


def test_an_output_that_could_not_be_read_again_is_refused(
    both: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = replace(forms.FORMS["sgf"], limit=len(ANN) + 100)
    monkeypatch.setitem(forms.FORMS, "sgf", small)
    done = convert(both, tmp_path / "out", "--to", "sgf")
    assert "out would have more than 0 MiB, and could not be read again" in done.err
    assert convert(both, f"{tmp_path}/new/", "--to", "sgf").code == 0


def test_a_long_conversion_shows_how_far_it_is(both: Path, tmp_path: Path) -> None:
    """On a terminal only; what is shown there is taken away again."""
    pexpect = pytest.importorskip("pexpect")
    program = (
        "from clients.convert import screen; screen.PATIENCE = screen.EVERY = 0.0; "
        f"from engine.cli import main; raise SystemExit(main(['convert', {str(both)!r}, "
        f"{str(tmp_path / 'out.jsonl')!r}]))"
    )
    terminal = pexpect.spawn(
        sys.executable, ["-c", program], cwd=str(ROOT), env={**os.environ, "TERM": "xterm"}
    )
    terminal.expect("game", timeout=60)
    terminal.expect("2 games from 1 file written to", timeout=60)
    terminal.expect(pexpect.EOF, timeout=60)
    terminal.close()
    assert terminal.exitstatus == 0


def test_no_library_for_terminals_is_loaded_without_one(ann: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from engine.cli import main; "
        f"main(['convert', {str(ann)!r}, {str(tmp_path / 'out.jsonl')!r}]); "
        "assert 'rich' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=60)
