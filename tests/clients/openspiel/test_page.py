"""What docs/openspiel.md shows is what happens."""

import re
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from clients.openspiel.__main__ import OPTIONS
from clients.openspiel.parameters import PARAMETERS

PAGE = (Path(__file__).parents[3] / "docs" / "openspiel.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n+.*?^```text\n(.*?)^```", PAGE, re.M | re.S)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 2


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_print_what_the_page_says(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = EXAMPLES[number]
    exec(compile(code, f"example {number}", "exec"), {})
    assert capsys.readouterr().out == printed


def test_parameters_are_those_of_the_table() -> None:
    options = {name: option for option, name in OPTIONS.items()}
    rows = [
        f"| `{name}` | `--{options[name]}` | {each.written(each.default)} | {each.meaning} |"
        for name, each in PARAMETERS.items()
    ]
    assert [line for line in PAGE.splitlines() if line.startswith("| `")] == rows
