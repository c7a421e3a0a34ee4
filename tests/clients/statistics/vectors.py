"""The known results in ``tests/data/statistics.json``."""

import json
from pathlib import Path
from typing import Any

import pytest

from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl

FILE = Path(__file__).parents[2] / "data" / "statistics.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]

#: The keys of an expectation that a match's outcomes decide.
NUMBERS = {"score", "elo", "elo_error", "nelo", "nelo_error", "los", "llr", "lower", "upper"}

#: Relative; a number that is given with few digits may be off by half of its last one, too.
TOLERANCE = 1e-4


def with_key(*keys: str) -> list[Any]:
    """The vectors whose input has one of the keys, as parameters of a test."""
    return [
        pytest.param(vector["input"], vector["expect"], id=vector["id"])
        for vector in VECTORS
        if any(key in vector["input"] for key in keys)
    ]


def outcomes(given: dict[str, Any]) -> Outcomes:
    """The outcomes in a vector's input."""
    return Wdl(*given["wdl"]) if "wdl" in given else Penta(*given["penta"])
