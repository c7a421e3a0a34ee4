"""From GORami's games to what its network is fitted to, and the images under symmetries."""

from array import array
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
#: How much a position counts whose result is that of the first solved one after it, and one that
#: a solved move leads to, beside a solved one of a game.
UNSOLVED, AFTER = 0.7, 0.3
#: Moves with fewer visits were only explored, so they count as not visited.
FEWEST = 16
#: What stands for no policy.
UNRATED = -1
#: One of so many games is not fitted, but tells how good the fit is.
HELD_OUT = 10


@dataclass(frozen=True, slots=True)
class Policies:
    """How good moves are, one position a row: `shares` of the ``MOVES``, and which are `legal`."""

    shares: Array
    legal: Array


@dataclass(frozen=True, slots=True)
class Rows:
    """Positions, one a row.

    `inputs` are the numbers of those that are on, ``WIDTH`` a row; `values` the share of a win
    that the side to move gets, 0, 0.5 or 1, and `weights` how much that counts; `rated` the row
    of `policies` for the position, or ``UNRATED``; `games` the number of the game.
    """

    inputs: Array
    values: Array
    weights: Array
    rated: Array
    games: Array
    policies: Policies

    def __len__(self) -> int:
        return len(self.values)

    def part(self, chosen: Array) -> "Rows":
        """The rows that are chosen by an index or a mask."""
        return Rows(
            self.inputs[chosen],
            self.values[chosen],
            self.weights[chosen],
            self.rated[chosen],
            self.games[chosen],
            self.policies,
        )

    def known(self) -> tuple[Array, Policies]:
        """The rows that have policies, as an index, and those."""
        found = np.flatnonzero(self.rated != UNRATED)
        rows = self.rated[found]
        return found, Policies(self.policies.shares[rows], self.policies.legal[rows])


class Growing:
    """Rows as they are collected."""

    def __init__(self) -> None:
        self.inputs, self.values, self.weights = array("h"), array("f"), array("f")
        self.rated, self.games = array("i"), array("i")
        self.shares: list[Array] = []
        self.legal: list[Array] = []

    def add(
        self, position: Gorami, result: int, weight: float, game: int, policy: Array | None
    ) -> None:
        """Add a position with its result, 1, 0 or -1, for the side to move."""
        active = position.senses()
        self.inputs.extend(active + [INPUTS] * (WIDTH - len(active)))
        self.values.append((result + 1) / 2)
        self.weights.append(weight)
        self.games.append(game)
        if policy is None:
            self.rated.append(UNRATED)
        else:
            self.rated.append(len(self.shares))
            self.shares.append(policy)
            self.legal.append(mask_of(position.legal()))

    def rows(self) -> Rows:
        """All of them."""
        return Rows(
            np.frombuffer(self.inputs, np.int16).reshape(-1, WIDTH),
            np.frombuffer(self.values, np.float32),
            np.frombuffer(self.weights, np.float32),
            np.frombuffer(self.rated, np.int32),
            np.frombuffer(self.games, np.int32),
            Policies(
                np.array(self.shares, np.float32).reshape(-1, MOVES),
                np.array(self.legal, bool).reshape(-1, MOVES),
            ),
        )


def rows_of(board: str, records: Iterable[Record]) -> Rows:
    """Every solved position of the games, those one move later, and every searched one before.

    Raises: TooFewGames if there is none to fit, or none to judge the fit by.
    """
    growing = Growing()
    for number, record in enumerate(records):
        add_game(growing, board, record, number)
    rows = growing.rows()
    held_out = rows.games % HELD_OUT == 0
    if held_out.all() or not held_out.any():
        raise TooFewGames("there are too few positions to fit and to judge: more games are needed")
    return rows


def add_game(growing: Growing, board: str, record: Record, number: int) -> None:
    """Add the positions of a game."""
    position = start_of(board)
    seat, first = first_result(board, record)
    for move, visits, solved, outcomes in zip(
        record.moves, record.visits, record.results, record.outcomes, strict=True
    ):
        if solved is not None:
            policy = policy_of(position.legal(), best_of(outcomes)) if outcomes else None
            growing.add(position, solved, 1.0, number, policy)
        elif visits is not None and first is not None:
            told = first if position.seat_to_move() == seat else -first
            growing.add(position, told, UNSOLVED, number, policy_of(position.legal(), seen(visits)))
        if outcomes is not None:
            add_moves(growing, position, outcomes, number)
        position.play(move)


def add_moves(growing: Growing, position: Gorami, outcomes: list[int], number: int) -> None:
    """Add the positions after each move, whose result for its side is known."""
    for move, outcome in zip(position.legal(), outcomes, strict=True):
        after = cast(Gorami, position.copy())
        after.play(move)
        if not after.is_over():
            is_same = after.seat_to_move() == position.seat_to_move()
            growing.add(after, outcome if is_same else -outcome, AFTER, number, None)


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


def seen(visits: list[int]) -> list[int]:
    """The visits of moves that were not only explored."""
    return [count if count >= FEWEST else 0 for count in visits]


def best_of(outcomes: list[int]) -> list[int]:
    """1 for each move with the best result, 0 for others; nothing if all are equal."""
    best, worst = max(outcomes), min(outcomes)
    return [int(best > worst and outcome == best) for outcome in outcomes]


def policy_of(moves: list[int], goodness: list[int]) -> Array | None:
    """The share of each of the ``MOVES`` in all that is good; None if nothing is."""
    whole = sum(goodness)
    if not whole:
        return None
    policy = np.zeros(MOVES, np.float32)
    policy[moves] = goodness
    policy /= whole
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
