"""The house rules that a program can check: rooms, contracts, sizes of files."""

import tomllib
from pathlib import Path
from typing import Any

from engine.games.registry import GAMES

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "protocol", "clients")
MOST_LINES = 500


def contracts() -> list[dict[str, Any]]:
    """The import contracts."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    return found


def test_every_game_has_a_room_and_every_room_is_in_the_table() -> None:
    rooms = {path.parent.name for path in (ROOT / "engine/games").glob("*/game.py")}
    assert rooms == set(GAMES)


def test_the_import_contracts_know_every_game() -> None:
    rooms = {f"engine.games.{name}" for name in GAMES}
    (independent,) = [each for each in contracts() if each["type"] == "independence"]
    assert set(independent["modules"]) == rooms
    (blind,) = [each for each in contracts() if each.get("source_modules") == ["engine.search"]]
    assert rooms <= set(blind["forbidden_modules"])


def test_c_types_lie_beside_python_source() -> None:
    for types in (ROOT / "engine").rglob("*.pxd"):
        assert types.with_suffix(".py").is_file()


def test_files_are_short() -> None:
    folders = [ROOT / name for name in (*PACKAGES, "tests", "docs", "benchmarks")]
    for path in [path for folder in folders for path in folder.rglob("*.py")]:
        if "node_modules" not in path.parts:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines"
