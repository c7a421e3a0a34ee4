"""Files with a game or two."""

from pathlib import Path

import pytest

from tests.clients.convert.support import ANN, BOB, written


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    return written(tmp_path / "ann.sgf", ANN)


@pytest.fixture
def both(tmp_path: Path) -> Path:
    return written(tmp_path / "both.sgf", ANN + BOB)
