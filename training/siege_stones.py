"""Siege Stones' recipe: what is played, and how the numbers of ``weights.py`` are learned.

A seat's prospects are the sum of the weights of its traits, and its chance to win is the softmax
of the prospects of all seats. A move's rating is fitted in the same way to the visits of the
search. A weight is the sum of a part that all phases (and for a seat both turns) share and of a
part of its own; all parts are drawn to 0.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from engine.games.registry import GAMES
from engine.games.siege_stones import weights as shipped
from engine.games.siege_stones.position import SiegeStones
from training.request import Count, Request, Say
from training.rows import TooFewGames
from training.selfplay import Options, Plan, Record, Searched, make_games, read_games

Array = NDArray[Any]
SEATS = (2, 3, 4)
PHASES, SEAT_TRAITS, MOVE_TRAITS = 3, 140, 160
#: The most traits of a seat or a move; what is missing has the number of no trait.
WIDTH = 16
#: The part of the games that is not learned from, but tells how good the numbers are.
HELD_OUT = 0.1
STEPS, RATE, BATCH = 500, 0.03, 3000
#: How strongly a weight's parts are drawn to 0: a seat's by how many seats play, and a move's;
#: the part of its own so many times as strongly.
PULL_OF_SEATS, PULL_OF_MOVES, OWN = {2: 4e-4, 3: 2e-3, 4: 2e-3}, 1e-4, 3
LARGEST = 900


class Choices(NamedTuple):
    """Sets of traits to choose from, and how likely each is to be chosen.

    `traits` has a row of ``WIDTH`` for each seat or move, `group` the number of the choice that
    the row belongs to, from 0 and ascending, `target` the probability to choose it.
    """

    traits: Array
    group: Array
    target: Array


def options(seats: int, number: int) -> Options:
    """The options of game `number`: always the usual stock."""
    return {"players": str(seats)}


def folder_of(folder: Path, seats: int) -> Path:
    return folder / f"siege_stones-{seats}"


def plan_of(seats: int, simulations: int, seed: int, search: str) -> Plan:
    """Fewer simulations with more seats, and more slips than elsewhere: they matter here."""
    simulations = simulations if seats == 2 else max(1, 2 * simulations // 3)
    seed += seats - 2
    return Plan("siege_stones", simulations, seed, search, opening=8, varied=14, slips=0.08)


# ---------------------------------------------------------------------- data


def padded(traits: Sequence[int], empty: int) -> list[int]:
    return [*traits, *[empty] * (WIDTH - len(traits))]


def start(record: Record) -> SiegeStones:
    """The position that a game began with."""
    game, *words = record.setup.split()
    given = dict(word.split("=", 1) for word in words)
    return cast(SiegeStones, GAMES[game].setup(given).start())


def expected_rewards(rewards: Sequence[float], side: int, searched: Searched | None) -> list[float]:
    """The mean of the rewards of the game and what the search expected for the side to move.

    The others share what that leaves as they share the game, or equally if they have lost it.
    """
    if searched is None:
        return list(rewards)
    own = (rewards[side] + searched.value) / 2
    left = sum(rewards) - rewards[side]
    shares = [reward / left if left else 1 / (len(rewards) - 1) for reward in rewards]
    return [own if seat == side else (1 - own) * share for seat, share in enumerate(shares)]


def rows_of_seats(record: Record) -> tuple[list[list[int]], list[float]]:
    """The traits of the seats at each ply, and the reward that each of them can expect."""
    position = start(record)
    rows, targets = [], []
    for move, searched in zip(record.moves, record.searched, strict=True):
        side = position.seat_to_move()
        for seat in range(position.seats):
            first = 0 if seat == side else PHASES * SEAT_TRAITS
            traits = [first + trait for trait in position.traits_of_seat(seat)]
            rows.append(padded(traits, 2 * PHASES * SEAT_TRAITS))
        targets += expected_rewards(record.rewards, side, searched)
        position.play(move)
    return rows, targets


def rows_of_moves(record: Record) -> tuple[list[list[int]], list[float], list[int]]:
    """The traits of the legal moves at each searched ply, their shares of the visits, and how
    many moves there are at each.
    """
    position = start(record)
    rows, targets, sizes = [], [], []
    for move, searched in zip(record.moves, record.searched, strict=True):
        if searched and sum(searched.visits):
            legal = position.legal()
            visits = sum(searched.visits)
            rows += [padded(position.traits_of_move(m), PHASES * MOVE_TRAITS) for m in legal]
            targets += [count / visits for count in searched.visits]
            sizes.append(len(legal))
        position.play(move)
    return rows, targets, sizes


def choices_of_seats(records: Sequence[Record], seats: int) -> Choices:
    rows: list[list[int]] = []
    targets: list[float] = []
    for record in records:
        more, wanted = rows_of_seats(record)
        rows += more
        targets += wanted
    group = np.repeat(np.arange(len(rows) // seats), seats)
    return Choices(np.array(rows, np.int32), group, np.array(targets))


def choices_of_moves(records: Sequence[Record]) -> Choices:
    rows: list[list[int]] = []
    targets: list[float] = []
    sizes: list[int] = []
    for record in records:
        more, wanted, counts = rows_of_moves(record)
        rows += more
        targets += wanted
        sizes += counts
    group = np.repeat(np.arange(len(sizes)), sizes)
    return Choices(np.array(rows, np.int32), group, np.array(targets))


# ---------------------------------------------------------------------- fitting


def softmax(choices: Choices, table: Array) -> Array:
    """The probability of each row to be chosen, `table` giving the weight of each trait."""
    scores = np.append(table, 0.0)[choices.traits].sum(axis=1)
    starts = np.flatnonzero(np.diff(choices.group, prepend=-1))
    scores = np.exp(scores - np.maximum.reduceat(scores, starts)[choices.group])
    return cast(Array, scores / np.add.reduceat(scores, starts)[choices.group])


def loss(choices: Choices, table: Array) -> float:
    """The cross-entropy of a choice, in nats."""
    chance = softmax(choices, table)
    return float(-(choices.target * np.log(chance + 1e-12)).sum() / (choices.group[-1] + 1))


def batch(choices: Choices, step: int) -> Choices:
    """The choices of one step: a stretch of ``BATCH``, the next one with the next step."""
    count = choices.group[-1] + 1
    if count <= BATCH:
        return choices
    first = step * BATCH % (count - BATCH)
    begin, end = np.searchsorted(choices.group, [first, first + BATCH])
    group = choices.group[begin:end] - first
    return Choices(choices.traits[begin:end], group, choices.target[begin:end])


def fit(choices: Choices, shape: tuple[int, ...], pull: float) -> Array:
    """The weights of this shape, its last axis the traits, that make the targets most likely."""
    axes = len(shape) - 1
    shapes = [shape if mask == 0 else tuple(
        1 if mask >> axis & 1 else size for axis, size in enumerate(shape)
    ) for mask in range(1 << axes)]  # fmt: skip
    parts = [np.zeros(each) for each in shapes]
    momenta = [(np.zeros(each), np.zeros(each)) for each in shapes]
    pulls = [OWN * pull if mask == 0 else pull for mask in range(len(parts))]
    for step in range(1, STEPS + 1):
        some = batch(choices, step)
        table = sum(parts, np.zeros(shape))
        error = (softmax(some, table.ravel()) - some.target) / (some.group[-1] + 1)
        slope = np.bincount(some.traits.ravel(), np.repeat(error, WIDTH), table.size + 1)
        slope = slope[:-1].reshape(shape)
        rate = RATE * (1 - step / (STEPS + 1))
        for part, (mean, square), weight in zip(parts, momenta, pulls, strict=True):
            spread = tuple(axis for axis in range(axes) if part.shape[axis] != shape[axis])
            gradient = slope.sum(axis=spread, keepdims=True) + weight * part
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            scale = np.sqrt(square / (1 - 0.99**step)) + 1e-9
            part -= rate * mean / (1 - 0.9**step) / scale
    return sum(parts, np.zeros(shape))


def learned(
    name: str, train: Choices, test: Choices, shape: tuple[int, ...], pull: float, say: Say
) -> tuple[list[int], str]:
    """The weights in hundredths, and a line that says how good they are."""
    table = fit(train, shape, pull)
    whole = np.clip(np.rint(100 * table), -LARGEST, LARGEST).astype(int).ravel()
    entropy = float(-(test.target * np.log(test.target + 1e-12)).sum() / (test.group[-1] + 1))
    line = (
        f"{name}: {train.group[-1] + 1} positions, loss {loss(train, whole / 100):.4f}; held out "
        f"{test.group[-1] + 1}, loss {loss(test, whole / 100):.4f}, flat "
        f"{loss(test, 0.0 * whole):.4f}, least possible {entropy:.4f}"
    )
    say(line)
    return whole.tolist(), line


# ---------------------------------------------------------------------- writing


def table_text(name: str, numbers: Sequence[int]) -> str:
    """A tuple of numbers as source text."""
    lines, line = [], "   "
    for number in numbers:
        if len(line) + len(f" {number},") > 100:
            lines.append(line)
            line = "   "
        line += f" {number},"
    return "\n".join([f"{name} = (", *lines, line, ")", ""])


def write(
    path: Path, command: str, seats: Sequence[int], moves: Sequence[int], lines: Sequence[str]
) -> None:
    """Write ``weights.py``. Raises: OSError."""
    report = "\n".join(f"- {line}" for line in lines).replace("; held", ";\n  held")
    text = (
        '"""Siege Stones\' learned numbers, in hundredths of a logit. Written by a program.\n\n'
        f"Made by\n\n    {command}\n\n"
        f"Losses are cross-entropies in nats.\n\n{report}\n"
        '"""\n\n# fmt: off\n'
        "#: For 2, 3 and 4 seats: to move and waiting, by phase and trait (``prospects``).\n"
        + table_text("SEATS", seats)
        + "#: For 2, 3 and 4 seats: by phase and trait of a move.\n"
        + table_text("MOVES", moves)
    )
    path.write_text(text, encoding="utf-8")


# ---------------------------------------------------------------------- the recipe


def make(request: Request, count: Count) -> None:
    """Play the games that are missing, so many for each number of seats.

    Raises: as ``folder.fill``.
    """
    for seats in SEATS:
        make_games(
            plan_of(seats, request.simulations, request.seed, request.search),
            partial(options, seats),
            request.games,
            folder_of(request.folder, seats),
            request.workers,
            count(f"{seats} seats", request.games),
        )


def learn(request: Request, say: Say) -> Path:
    """Fit the weights to the games of the folder, at most so many of each kind, and write them.

    Raises: TooFewGames, OSError.
    """
    seat_weights: list[int] = []
    move_weights: list[int] = []
    lines: list[str] = []
    for seats in SEATS:
        records = list(read_games(folder_of(request.folder, seats), request.games))
        cut = int(len(records) * (1 - HELD_OUT))
        known, unknown = records[:cut], records[cut:]
        if not known:
            raise TooFewGames(f"{len(records)} games of {seats} seats: more are needed")
        name = f"{seats} seats, {len(records)} games"
        numbers, line = learned(
            f"{name}, prospects",
            choices_of_seats(known, seats),
            choices_of_seats(unknown, seats),
            (2, PHASES, SEAT_TRAITS),
            PULL_OF_SEATS[seats],
            say,
        )
        seat_weights += numbers
        lines.append(line)
        numbers, line = learned(
            f"{name}, moves",
            choices_of_moves(known),
            choices_of_moves(unknown),
            (PHASES, MOVE_TRAITS),
            PULL_OF_MOVES,
            say,
        )
        move_weights += numbers
        lines.append(line)
    path = request.weights or Path(shipped.__file__).with_suffix(".py")
    write(path, request.command, seat_weights, move_weights, lines)
    return path
