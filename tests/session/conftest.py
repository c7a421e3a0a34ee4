"""What the tests of the engine process share."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .engine_process import Engine


@pytest.fixture
def start() -> Iterator[Callable[..., Engine]]:
    """Starts engines, and sees to it that none is left."""
    engines: list[Engine] = []

    def starter(*arguments: str, **where: Any) -> Engine:
        engines.append(Engine(*arguments, **where))
        return engines[-1]

    yield starter
    for each in engines:
        each.kill()


@pytest.fixture
def engine(start: Callable[..., Engine]) -> Engine:
    """An engine as a controller starts it."""
    return start()


@pytest.fixture(scope="module")
def shared() -> Iterator[Engine]:
    """One engine for all tests of a file that leave it as it was: starting takes time."""
    engine = Engine()
    yield engine
    engine.kill()
