"""From GORami's games to what its network is fitted to, and the images under symmetries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engine.games.gorami import board as tables
from engine.games.gorami.inputs import BLOCKS, INPUTS
from engine.games.gorami.position import Gorami
from training.gorami_games import Record, setup_of
from training.rows import TooFewGames

Array = NDArray[Any]
#: The most inputs that are on; what is missing has the number INPUTS, which is no input.
WIDTH = 72
#: Moves that the network rates.
MOVES = 80
#: How much a position counts whose result is that of the first solved one after it.
UNSOLVED = 0.7
#: Moves with fewer visits were only explored, so they count as not visited.
FEWEST = 16
#: One of so many games is not fitted, but tells how good the fit is.
HELD_OUT = 10


@dataclass(frozen=True, slots=True)
class Rows:
    """Positions, one a row.

    `inputs` are the numbers of those that are on, ``WIDTH`` a row; `values` the share of a win
    that the side to move gets, 0, 0.5 or 1, and `weights` how much that counts; `policies` the
    shares of visits of the ``MOVES``, or zeros where they are unknown, and `legal` which moves
    there are; `games` the number of the game.
    """

    inputs: Array
    values: Array
    weights: Array
    policies: Array
    legal: Array
    games: Array

    def __len__(self) -> int:
        return len(self.values)

    def part(self, chosen: Array) -> "Rows":
        """The rows that are chosen by an index or a mask."""
        return Rows(
            self.inputs[chosen],
            self.values[chosen],
            self.weights[chosen],
            self.policies[chosen],
            self.legal[chosen],
            self.games[chosen],
        )


def rows_of(board: str, records: Iterable[Record]) -> Rows:
    """Every solved position of the games, and every searched one before them.

    Raises: TooFewGames if there is none to fit, or none to judge the fit by.
    """
    inputs, values, weights, policies, legal, games = [], [], [], [], [], []
    for number, record in enumerate(records):
        position = start_of(board)
        seat, result = first_result(board, record)
        for move, visits, solved in zip(record.moves, record.visits, record.results, strict=True):
            told = solved
            if told is None and visits is not None and result is not None:
                told = result if position.seat_to_move() == seat else -result
            if told is not None:
                active = position.senses()
                moves = position.legal()
                inputs.append(active + [INPUTS] * (WIDTH - len(active)))
                values.append((told + 1) / 2)
                weights.append(UNSOLVED if solved is None else 1.0)
                policies.append(policy_of(moves, visits))
                legal.append(mask_of(moves))
                games.append(number)
            position.play(move)
    rows = Rows(
        np.array(inputs, np.int16).reshape(-1, WIDTH),
        np.array(values, np.float32),
        np.array(weights, np.float32),
        np.array(policies, np.float32).reshape(-1, MOVES),
        np.array(legal, bool).reshape(-1, MOVES),
        np.array(games, np.int64),
    )
    held_out = rows.games % HELD_OUT == 0
    if held_out.all() or not held_out.any():
        raise TooFewGames("there are too few positions to fit and to judge: more games are needed")
    return rows


def start_of(board: str) -> Gorami:
    """The empty board of this name."""
    return cast(Gorami, setup_of(board).start())


def first_result(board: str, record: Record) -> tuple[int, int | None]:
    """Who was to move in the first solved position, and its result for that seat, or None."""
    position = start_of(board)
    for move, result in zip(record.moves, record.results, strict=True):
        if result is not None:
            return position.seat_to_move(), result
        position.play(move)
    return 0, None


def policy_of(moves: list[int], visits: list[int] | None) -> Array:
    """The share of the visits of each of the ``MOVES``; zeros if they are unknown or too few."""
    policy = np.zeros(MOVES, np.float32)
    if visits is not None:
        policy[moves] = [count if count >= FEWEST else 0 for count in visits]
        policy /= max(policy.sum(), 1.0)
    return policy


def mask_of(moves: list[int]) -> Array:
    """Which of the ``MOVES`` are these."""
    mask = np.zeros(MOVES, bool)
    mask[moves] = True
    return mask


# ------------------------------------------------------------------------ symmetries


def input_images(board: str) -> Array:
    """For every symmetry which input each input becomes; INPUTS stays what it is."""
    grid = tables.GRIDS[tables.NAMES.index(board)]
    images = []
    for fields, stripes in zip(tables.symmetries(int(board)), grid.stripe_images, strict=True):
        image = np.arange(INPUTS + 1)
        for block, things in (
            ("field", fields), ("only mine", fields), ("only his", fields), ("stripe", stripes)
        ):  # fmt: skip
            first, _, states = BLOCKS[block]
            for thing, becomes in enumerate(things):
                begin, end = first + states * thing, first + states * (thing + 1)
                image[begin:end] = first + states * becomes + np.arange(states)
        images.append(image)
    return np.array(images)


def move_sources(board: str) -> Array:
    """For every symmetry which move becomes each move."""
    sources = []
    for fields in tables.symmetries(int(board)):
        source = np.arange(MOVES)
        for field, becomes in enumerate(fields):
            source[3 * becomes : 3 * becomes + 3] = 3 * field + np.arange(3)
        sources.append(source)
    return np.array(sources)
