"""A good engine that tells who has started it: its version is the number of that process.

    python telltale.py TOKEN [SECONDS FILE]

It takes so many SECONDS for each move, and makes the FILE when it is asked for one. TOKEN is as
in ``faulty.py``.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.faulty_engines.faulty import Engine


class Telltale(Engine):
    """The engine."""

    def __init__(self, seconds: str = "0", file: str = os.devnull) -> None:
        super().__init__()
        self.seconds = float(seconds)
        self.file = Path(file)

    def version(self) -> None:
        self.success(str(os.getppid()))

    def genmove(self, colour: str) -> None:
        self.file.touch()
        time.sleep(self.seconds)
        super().genmove(colour)


if __name__ == "__main__":
    Telltale(*sys.argv[2:]).run()
