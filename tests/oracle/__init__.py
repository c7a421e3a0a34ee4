"""The independent slow check of the rules: one class a game, all with one interface."""

from __future__ import annotations

from .common import Oracle
from .donuts import Donuts
from .gorami import Gorami
from .kulami import Kulami
from .siege_stones import SiegeStones

ORACLES: dict[str, type[Oracle]] = {
    "kulami": Kulami,
    "donuts": Donuts,
    "gorami": Gorami,
    "siege_stones": SiegeStones,
}

__all__ = ["ORACLES", "Oracle"]
