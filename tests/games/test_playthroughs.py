"""Every game of the table plays its golden playthrough again, word for word."""

import pytest

from engine.games.registry import GAMES
from tests.playthroughs.transcript import FOLDER, transcript


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(GAMES[name]) == golden


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
