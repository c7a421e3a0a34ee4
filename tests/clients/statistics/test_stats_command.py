"""The calculator as a user meets it."""

import argparse
import json
import math
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl
from clients.referee.statistics.sprt import MODELS, Sprt
from clients.stats_command import describe, find, run
from tests.clients.statistics.test_sprt import OUTCOMES, TWO_ELOS
from tests.clients.statistics.vectors import NUMBERS, TOLERANCE, with_key

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "statistics.md"


def stats(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="quatuor referee stats")
    describe(parser)
    return run(parser.parse_args(words))


def words_of(given: Mapping[str, Any]) -> list[str]:
    """A vector's input as options."""
    words = []
    for name, value in given.items():
        words += [f"--{name}", *map(str, value if isinstance(value, list) else [value])]
    return words


# ---------------------------------------------------------------------- JSON


@pytest.mark.parametrize(("given", "expect"), with_key("wdl", "penta", "alpha"))
def test_vectors(
    given: dict[str, Any], expect: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    counted = [] if {"wdl", "penta"} & set(given) else ["--wdl", "1", "1", "1"]
    assert stats(*words_of(given), *counted, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == NUMBERS | {"input", "verdict", "note"}
    assert {name: found["input"][name] for name in given} == given
    if "finite" in expect:
        assert math.isfinite(found["llr"])
        return
    assert {name: found[name] for name in expect} == pytest.approx(expect, rel=TOLERANCE)


def test_without_hypotheses_there_is_no_llr(capsys: pytest.CaptureFixture[str]) -> None:
    assert stats("--wdl", "5", "5", "4", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["llr"] is found["verdict"] is None
    assert found["note"] == ""
    assert found["upper"] == pytest.approx(math.log(19))


def test_numbers_that_do_not_exist_are_null(capsys: pytest.CaptureFixture[str]) -> None:
    assert stats("--wdl", "5", "0", "0", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {name for name in NUMBERS if found[name] is None} == {
        *("elo", "elo_error", "nelo", "nelo_error", "los", "llr")
    }
    assert found["score"] == 1
    assert found["note"].startswith("every game was won")


@given(OUTCOMES, TWO_ELOS, st.sampled_from(MODELS))
def test_any_findings_are_json(outcomes: Outcomes, elos: list[float], model: Any) -> None:
    found = find(outcomes, Sprt(elos[0], elos[1], model=model), 0.05, 0.05)
    numbers = [getattr(found, name) for name in NUMBERS]
    assert all(number is None or math.isfinite(number) for number in numbers)
    assert found.note or None not in numbers


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        (Wdl(880, 1863, 759), "H1"),
        (Wdl(759, 1863, 880), "H0"),
        (Penta(0, 0, 0, 0, 0), "continue"),
    ],
)
def test_verdicts(outcomes: Outcomes, verdict: str) -> None:
    assert find(outcomes, Sprt(0, 5, model="logistic"), 0.05, 0.05).verdict == verdict


# ---------------------------------------------------------------------- text


def test_the_text_has_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--wdl", "880", "1863", "759", "--elo0", "0", "--elo1", "5", "--model", "logistic"]
    assert stats(*words) == 0
    out = capsys.readouterr().out
    for expected in ("3502", "51.73 %", "+12.0 +/- 7.9", "99.86 %", "+2.947", "-2.944", "+2.944"):
        assert expected in out
    assert "H1 accepted: logistic Elo 5 rather than 0" in out
    assert all(line[15] == " " != line[16] for line in out.splitlines())


def test_a_test_that_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert stats("--penta", "1", "2", "3", "2", "2", "--elo0", "-5", "--elo1", "5") == 0
    out = capsys.readouterr().out
    assert "20, in 10 pairs" in out
    assert "continue: too few games to decide" in out


def test_h0_is_named_first_when_it_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    assert stats("--wdl", "10", "0", "90", "--elo0", "-5", "--elo1", "45") == 0
    assert "H0 accepted: normalized Elo -5 rather than 45" in capsys.readouterr().out


def test_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert stats("--wdl", "0", "0", "0") == 0
    out = capsys.readouterr().out
    assert out.count("unknown") == 4
    assert "no games, so nothing can be estimated" in out


# ---------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--elo0", "5"], "a test needs both --elo0 and --elo1: --elo1 is missing"),
        (["--elo1", "5"], "--elo0 is missing"),
        (["--elo0", "5", "--elo1", "5"], "elo0 has to be less than elo1"),
        (["--elo0", "-1234567", "--elo1", "5"], "from -3000 to 3000, not -1.23457e+06 and 5"),
        (["--alpha", "0"], "alpha has to be more than 0 and less than 0.5, not 0"),
        (["--beta", "0.5"], "beta has to be more than 0 and less than 0.5, not 0.5"),
    ],
)
def test_impossible_tests(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stats("--wdl", "1", "2", "3", *words) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("quatuor referee stats: ")
    assert message in captured.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--wdl", "-1", "2", "3"], "a whole number, 0 or more, expected, not -1"),
        (["--wdl", "1.5", "2", "3"], "a whole number, 0 or more, expected, not 1.5"),
        (["--wdl", "²", "2", "3"], "a whole number, 0 or more, expected, not ²"),
        (["--wdl", "nan", "2", "3"], "a whole number, 0 or more, expected, not nan"),
        (["--wdl", "1" + 5000 * "0", "2", "3"], "at most 1000000000000 expected"),
        (["--wdl", "1", "2"], "expected 3 arguments"),
        (["--penta", "1", "2", "3"], "expected 5 arguments"),
        ([], "one of the arguments --wdl --penta is required"),
        (["--wdl", "1", "2", "3", "--penta", *"12345"], "not allowed with"),
        (["--wdl", "1", "2", "3", "--alpha", "nan"], "a number expected, not nan"),
        (["--wdl", "1", "2", "3", "--elo0", "inf"], "a number expected, not inf"),
        (["--wdl", "1", "2", "3", "--elo0", "five"], "a number expected, not five"),
        (["--wdl", "1", "2", "3", "--model", "bayesian"], "invalid choice"),
    ],
    ids=range(13),
)
def test_bad_usage(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        stats(*words)
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def redirected(redirection: str) -> subprocess.CompletedProcess[str]:
    """The calculator in a process of its own, its output led somewhere by a shell."""
    code = "import sys; from tests.clients.statistics.test_stats_command import stats; " + (
        "sys.exit(stats('--wdl', '1', '2', '3'))"
    )
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} {redirection}"
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk() -> None:
    done = redirected("> /dev/full")
    assert done.returncode == 1
    assert done.stderr == "quatuor referee stats: cannot write: No space left on device\n"


def test_a_reader_who_goes_away() -> None:
    done = redirected("| exec 0<&-")
    assert done.returncode in (0, 1)
    assert done.stderr == ""


# ---------------------------------------------------------------------- the page


def examples() -> list[tuple[str, str]]:
    """The commands on the page, each with what it shows."""
    blocks = re.findall(r"^```text\n\$ (.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    return [(command, shown) for command, _, shown in (block.partition("\n") for block in blocks)]


def test_examples_on_the_page_are_true(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(examples()) >= 3
    for command, shown in examples():
        program, *words = shlex.split(command.replace("\\\n", " "))
        assert [program, *words[:2]] == ["quatuor", "referee", "stats"]
        assert stats(*words[2:]) == 0
        assert capsys.readouterr().out == shown
