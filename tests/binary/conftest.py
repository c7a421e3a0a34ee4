"""Where the packaged program is: moved to another folder first, so that nothing ties it down."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packaged folder, in a path with blanks and letters that are not ASCII."""
    built = request.config.getoption("--binary")
    if built is None:
        pytest.skip("no --binary FOLDER was given; `make binary` builds one and runs this")
    moved = tmp_path_factory.mktemp("anders wo é") / "quatuor"
    shutil.copytree(built, moved)
    return moved


@pytest.fixture(scope="session")
def program(folder: Path) -> str:
    """The program itself."""
    return str(folder / "quatuor")
