"""GORami games for its network: the beginning is searched, the end is solved."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from engine.games.game import Setup
from engine.games.position import Position
from engine.games.randomness import Dice, splitmix
from engine.games.registry import GAMES
from engine.search.exact import Exact
from engine.search.exact_table import ExactTable
from engine.search.report import UCT
from training.folder import Tell, fill, read_lines
from training.selfplay import choose, described, thinker

#: Room for the tree of one move, and for what the exact search of one game remembers, in MiB.
TREE_ROOM, TABLE_ROOM = 16.0, 8.0
#: More games than any folder has.
EVERY = 1 << 40


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes a folder of games; two folders of one plan are the same.

    A game begins with 0 to `opening` random moves. Then a search of so many `simulations` chooses:
    up to ply `varied` a move with a chance that grows with its visits, later the one with the
    most. With `solved` plies left or fewer, but at least `trivial`, each position after the
    opening is solved, if `nodes` suffice, and with at most `whole` left each move of it, too. There
    half of the moves are random, so that bad ones are seen, too; the others are drawn from
    those that are best as far as is known. The `search` is as in ``selfplay``.
    """

    board: str
    simulations: int = 1500
    seed: int = 1
    search: str = UCT
    opening: int = 10
    varied: int = 8
    solved: int = 13
    whole: int = 12
    trivial: int = 3
    nodes: int = 3_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """A game: its `moves` after an opening of so many.

    `visits` has for each move those of the legal moves in their order, or None where the policy
    is not to be learned; `results` has 1, 0 or -1, a win, a draw or a loss of the side to move
    with best play, or None where that was not solved; `outcomes` has for each move the results
    of the legal moves, for the side that makes them, or None where they were not solved.
    """

    opening: int
    moves: list[int]
    visits: list[list[int] | None]
    results: list[int | None]
    outcomes: list[list[int] | None]


def setup_of(board: str) -> Setup:
    """The setup of the board of this name."""
    return GAMES["gorami"].setup({"board": board})


def play(plan: Plan, game: int) -> Record:
    """Game number `game` of the plan."""
    dice = Dice(splitmix(plan.seed << 32 | game))
    record = Record(dice.below(plan.opening + 1), [], [], [], [])
    position = setup_of(plan.board).start()
    think, table = thinker(plan.search, TREE_ROOM), ExactTable(TABLE_ROOM)
    while not position.is_over():
        left = position.plies_left()
        beginning = position.ply < record.opening
        is_last = left <= plan.solved
        visits = result = outcomes = None
        legal = position.legal()
        if is_last and not beginning and left >= plan.trivial:
            result = result_of(position, table, plan.nodes)
            if result is not None and left <= plan.whole:
                outcomes = outcomes_of(position, result, table, plan.nodes)
        if beginning or len(legal) == 1:
            move = dice.choice(legal)
        elif is_last:
            move = dice.choice(best_of(legal, outcomes) if dice.below(2) else legal)
        else:
            visits = think(position, plan.simulations, dice.below(1 << 40)).visits
            move = choose(legal, visits, dice, position.ply < plan.varied)
        record.visits.append(visits)
        record.results.append(result)
        record.outcomes.append(outcomes)
        record.moves.append(move)
        position.play(move)
    return record


def best_of(legal: list[int], outcomes: list[int] | None) -> list[int]:
    """The moves with the best result, all if results are unknown."""
    if outcomes is None:
        return legal
    best = max(outcomes)
    return [move for move, outcome in zip(legal, outcomes, strict=True) if outcome == best]


def result_of(position: Position, table: ExactTable, nodes: int) -> int | None:
    """1, 0 or -1 for a win, a draw or a loss of the side to move; None if `nodes` are too few."""
    search = Exact(position, table)
    search.limit_nodes(nodes)
    for bound, result in ((1, 1), (0, 0)):
        score = search.ask(bound)
        if search.is_halted():
            return None
        if score >= bound:
            return result
    return -1


def outcomes_of(position: Position, result: int, table: ExactTable, nodes: int) -> list[int] | None:
    """The result of each move for the side that makes it; None if `nodes` are too few for one.

    None is better than `result`, that of the position.
    """
    legal = position.legal()
    if result == -1:
        return [-1] * len(legal)
    outcomes = []
    for move in legal:
        after = position.copy()
        after.play(move)
        found = result_after(after, position.seat_to_move(), table, nodes)
        if found is None:
            return None
        outcomes.append(found)
    return outcomes


def result_after(after: Position, seat: int, table: ExactTable, nodes: int) -> int | None:
    """1, 0 or -1 for a win, a draw or a loss of `seat`; None if `nodes` are too few."""
    if after.is_over():
        winners = after.winning_seats()
        return 0 if len(winners) == after.seats else 1 if seat in winners else -1
    found = result_of(after, table, nodes)
    return found if found is None or after.seat_to_move() == seat else -found


def make_games(plan: Plan, games: int, folder: Path, workers: int, tell: Tell) -> None:
    """Let the folder have at least so many games. Raises: as ``folder.fill``."""
    fill(
        folder, {"game": "gorami", **described(plan)}, partial(line_of, plan), games, workers, tell
    )


def line_of(plan: Plan, game: int) -> str:
    """Play the game of this number; its line for the folder."""
    return json.dumps(asdict(play(plan, game)))


def read_games(folder: Path, games: int, also: Sequence[Path] = ()) -> Iterator[Record]:
    """The first games of a folder, as many as there are, at most so many; then all of others."""
    lines = chain(read_lines(folder, games), *(read_lines(each, EVERY) for each in also))
    return (Record(**json.loads(line)) for line in lines)
