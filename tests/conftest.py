"""What all tests share."""

import os
import signal

import pytest
from hypothesis import settings

from tests import uncompiled

# A busy machine is no failure: no example has a deadline. The gate tries the same examples every
# time; developers' runs try new ones.
IN_GATE = os.environ.get("CI") == "true"
settings.register_profile("quatuor", deadline=None, print_blob=True, derandomize=IN_GATE)
settings.load_profile("quatuor")

if uncompiled.WANTED:
    uncompiled.use_source()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where to find a packaged program, for the tests in ``tests/binary``."""
    parser.addoption("--binary", metavar="FOLDER", help="test the packaged program in FOLDER")


def pytest_report_header() -> str:
    """Say which kernel is under test."""
    from engine.games import position

    return f"kernel: {position.__file__}"


def pytest_configure(config: pytest.Config) -> None:
    """Fail at once when the source was wanted and something else runs."""
    from engine.games import position

    if uncompiled.WANTED and not str(position.__file__).endswith(".py"):
        raise pytest.UsageError("the uncompiled kernel was wanted, but the compiled one runs")


def heed_signals() -> None:
    """Undo what nohup or a background shell has set: programs under test would inherit it."""
    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


heed_signals()
