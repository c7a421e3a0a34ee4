"""A smoke test of the packaged program, from outside, as a user's GUI would drive it."""

import json
import re
import subprocess
import time
from pathlib import Path

import pexpect
import pytest

from engine import __version__
from engine.games.registry import GAMES

#: Far more than anything here takes.
WITHIN = 60
MIB = 2**20


def run(program: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program to its end, with `text` as its input."""
    return subprocess.run(
        [program, *arguments], input=text, capture_output=True, text=True, timeout=600, check=False
    )


def test_it_knows_its_version_and_is_compiled(program: str) -> None:
    answer = run(program, "version", "--verbose")
    assert answer.stdout.startswith(f"quatuor {__version__}\nkernel: compiled\n")
    assert answer.returncode == 0


def test_first_answer(program: str) -> None:
    """Reports the time to the first answer; the bar of 0.3 s is for an idle machine."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        child = pexpect.spawn(program, ["gtp"], encoding="utf-8", timeout=WITHIN, echo=False)
        child.sendline("name")
        child.expect("= Quatuor\r\n\r\n")
        times.append(time.perf_counter() - begin)
        child.sendline("quit")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
    print(f"first answer after {min(times):.3f} s at best, {max(times):.3f} s at worst")
    assert min(times) < WITHIN


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_through_a_terminal(program: str, game: str) -> None:
    child = pexpect.spawn(program, ["--game", game], encoding="utf-8", timeout=WITHIN, echo=False)
    child.sendline("param nodes 30")
    child.expect("= \r\n\r\n")
    for _ in range(200):
        child.sendline("genmove")
        if child.expect([r"= (\S+)\r\n\r\n", r"\? game over\r\n\r\n"]):
            break
    else:
        pytest.fail("the game does not end")
    child.sendline("final_score")
    child.expect(r"= \S.*\r\n\r\n")
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_match_of_the_program_against_itself(program: str, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    answer = run(
        program, "match", "donuts", "--games", "2", "--movetime", "0.02", "--results", str(results)
    )
    assert answer.returncode == 0, answer.stderr
    lines = results.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert all(json.loads(line)["setup"].startswith("donuts ") for line in lines)


def test_balanced_openings_are_inside(program: str) -> None:
    words = ["gorami", "--openings", "balanced", "--nodes", "20", "--margin", "60", "--quiet"]
    answer = run(program, "match", *words)
    assert answer.returncode == 0, answer.stderr


def test_bad_input_gets_a_clear_error(program: str) -> None:
    answer = run(program, "--game", "chess")
    assert answer.returncode == 1
    assert re.match(r"quatuor: --game: 'chess' is not one of kulami, ", answer.stderr)
    assert "Traceback" not in answer.stderr


def test_nothing_unwanted_is_inside_and_it_is_small(folder: Path) -> None:
    names = [str(path.relative_to(folder)).lower() for path in folder.rglob("*")]
    assert not [name for name in names if "cython" in name or "numpy" in name]
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{size / MIB:.1f} MiB")
    assert size < 45 * MIB
