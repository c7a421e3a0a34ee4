"""docs/training.md says what the command and the shipped weights say."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from engine.games.donuts import first_moves
from engine.games.gorami.inputs import INPUTS
from training.__main__ import parser
from training.gorami import BOARDS, ENGINE
from training.recipes import RECIPES

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", RECIPES)
def test_options_and_defaults_are_on_the_page(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args([game, "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    rows = set(re.findall(r"^\| `(--[a-z-]+)", PAGE, re.MULTILINE))
    assert options <= rows
    of_play = {"--simulations", "--seed", "--search"}
    assert rows - options <= {"--board", "--also"} | (
        set() if RECIPES[game].simulations else of_play
    )
    assert not options & of_play or options >= of_play
    assert f"python -m training {game} " in PAGE


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--board", "16"], []])
def test_what_makes_no_sense_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        parser().parse_args(["gorami", *arguments])
    assert refusal.value.code == 2


@pytest.mark.parametrize("board", BOARDS)
def test_the_networks_losses_are_on_the_page(board: str) -> None:
    story = json.loads((ENGINE / f"board{board}.recipe.json").read_text(encoding="utf-8"))
    whole = story["held out, whole numbers"]
    assert f"| {whole['value']:.4f} | {whole['accuracy']:.1%}".replace("%", " %") in PAGE
    assert f" {whole['policy']:.3f} |" in PAGE
    assert f"| {story['games']:,} | {story['positions']['fitted']:,} |" in PAGE


def test_what_donuts_table_says_is_on_the_page() -> None:
    path = Path(first_moves.__file__).with_suffix(".recipe.json")
    story = json.loads(path.read_text(encoding="utf-8"))
    assert story["seat 1"]["wins"] == story["boards"] == first_moves.BOARDS
    assert f"seat 1 wins on all {story['boards']:,} boards" in PAGE
    for number in story["nodes"].values():
        assert f"{number / 1e6:.{1 if number > 10**7 else 2}f} million" in PAGE
    assert story["command"] in PAGE


def test_the_number_of_inputs_is_on_the_page() -> None:
    assert f"{INPUTS:,} inputs" in PAGE


def test_without_numpy_the_command_says_what_to_install() -> None:
    program = (
        "import runpy, sys; sys.modules['numpy'] = None; "
        "runpy.run_module('training', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "NumPy is missing: pip install '.[training]'\n"
