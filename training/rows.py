"""From recorded games to what the fits read, by the kernel's own features and traits."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from engine.games.game import Setup
from engine.games.registry import GAMES
from training.fitting import PolicyRows, ValueRows
from training.selfplay import Record

#: How much the result counts in a target; the rest is the search's value.
RESULT = 0.5


class Learner(Protocol):
    """A position whose kernel tells what its evaluation and its ratings are made of."""

    ply: int

    def features(self) -> list[int]: ...

    def move_traits(self) -> list[list[int]]: ...

    def value(self) -> int: ...

    def rates(self) -> list[int]: ...

    def play(self, move: int) -> None: ...

    def seat_to_move(self) -> int: ...


@lru_cache(maxsize=4096)
def setup_of(line: str) -> Setup:
    """The setup that a record names."""
    name, *words = line.split()
    return GAMES[name].setup(dict(word.split("=", 1) for word in words))


def positions(record: Record) -> Iterator[Learner]:
    """The position before each move of a game; one object that moves on."""
    position = setup_of(record.setup).start()
    for move in record.moves:
        yield position  # type: ignore[misc]
        position.play(move)


def value_rows(records: Iterable[Record]) -> ValueRows:
    """Every position that was thought about.

    The target is the mean of the result and the search's value, or the value alone if a slip
    after it has made the result another game's.
    """
    features, plies, targets = [], [], []
    for record in records:
        last_slip = max(record.slipped, default=-1)
        for position, searched in zip(positions(record), record.searched, strict=True):
            if searched is None:
                continue
            share = RESULT if position.ply > last_slip else 0.0
            result = record.rewards[position.seat_to_move()]
            features.append(position.features())
            plies.append(position.ply)
            targets.append(share * result + (1 - share) * searched.value)
    return ValueRows(
        np.array(features, dtype=np.float64), np.array(plies, dtype=np.int64), np.array(targets)
    )


def policy_rows(records: Iterable[Record]) -> PolicyRows:
    """Every move of every position that was thought about and had a choice."""
    traits: list[list[int]] = []
    plies: list[int] = []
    starts: list[int] = []
    targets: list[float] = []
    for record in records:
        for position, searched in zip(positions(record), record.searched, strict=True):
            if searched is None or len(searched.visits) < 2:
                continue
            starts.append(len(targets))
            traits += position.move_traits()
            plies += [position.ply] * len(searched.visits)
            total = sum(searched.visits)
            targets += [count / total for count in searched.visits]
    return PolicyRows(
        np.array(traits, dtype=np.int64),
        np.array(plies, dtype=np.int64),
        np.array(starts, dtype=np.int64),
        np.array(targets),
    )


class TooFewGames(Exception):
    """There is nothing to fit, or nothing to judge the fit by."""


class MissingLibrary(Exception):
    """A library that the fit needs is not installed."""


def split(records: Sequence[Record], every: int = 10) -> tuple[list[Record], list[Record]]:
    """Games to fit, and one of `every` so many to judge the fit by. Raises: TooFewGames."""
    if len(records) < 2:
        raise TooFewGames("each kind of game must be there twice: more games are needed")
    fitted = [record for number, record in enumerate(records) if number % every]
    return fitted, list(records[::every])
