"""Games that a search plays against itself, kept in a folder (``folder``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.games.game import Setup
from engine.games.position import Position
from engine.games.randomness import Dice, splitmix
from engine.games.registry import GAMES
from engine.search.graph import Graph
from engine.search.mcts import Mcts
from engine.search.report import MCTS, UCT
from engine.search.uct import Nodes, Uct
from training.folder import Tell, fill, read_lines

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Options = Mapping[str, str]
#: Room for the tree of one move, in MiB.
ROOM = 8.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes a folder of games; two folders of one plan are the same.

    `opening` is the greatest number of random moves at the beginning. Up to ply `varied` a move
    is drawn with a chance that grows with its visits, later it is the one with the most; and with
    the chance `slips` it is any legal move, which the search judges all the same. The `search`
    is ``UCT``, which knows nothing of what was learned before, or ``MCTS``, which plays better
    and learns from the weights that are there.
    """

    game: str
    simulations: int = 2000
    seed: int = 1
    search: str = UCT
    opening: int = 6
    varied: int = 12
    slips: float = 0.03


class Searched(NamedTuple):
    """What the search said before a move.

    `value` is the reward, from 0 to 1, that the seat to move can expect; `visits` go with the
    legal moves in their order.
    """

    value: float
    visits: list[int]


@dataclass(frozen=True, slots=True)
class Record:
    """A game: `searched` has an entry for each move, None if it was not thought about.

    `rewards` are those of the seats in the end, from 0 to 1; `slipped` are the plies at which
    a move was played against the search's advice.
    """

    setup: str
    moves: list[int]
    searched: list[Searched | None]
    slipped: list[int]
    rewards: list[float]


def play(setup: Setup, plan: Plan, seed: int) -> Record:
    """One game of the search against itself, the same for the same seed."""
    dice = Dice(seed)
    position = setup.start()
    think = thinker(plan.search, ROOM)
    opening = dice.below(plan.opening + 1)
    record = Record(setup.line, [], [], [], [])
    while legal := position.legal():
        searched = None
        if position.ply < opening:
            move = dice.choice(legal)
        else:
            searched = think(position, plan.simulations, dice.below(1 << 40))
            move = choose(legal, searched.visits, dice, position.ply < plan.varied)
            if dice.below(10**6) < plan.slips * 10**6:
                move = dice.choice(legal)
                record.slipped.append(position.ply)
        record.searched.append(searched)
        record.moves.append(move)
        position.play(move)
    winners = position.winning_seats()
    record.rewards.extend((s in winners) / len(winners) for s in range(position.seats))
    return record


#: Says what so many simulations, the same for the same seed, find out about a position.
Think = Callable[[Position, int, int], Searched]


def thinker(search: str, room: float) -> Think:
    """The search of this name, with so many MiB for each of its trees or graphs."""
    if search == MCTS:
        return partial(think_with_priors, Graph(room))
    return partial(think_in_playouts, Nodes(room))


def think_in_playouts(nodes: Nodes, position: Position, simulations: int, seed: int) -> Searched:
    """What a tree of the textbook search says."""
    tree = Uct(position, nodes, seed)
    tree.run(simulations)
    return summary(position, tree.root_moves())


def think_with_priors(graph: Graph, position: Position, simulations: int, seed: int) -> Searched:
    """What a graph of the engine's own search says; of a solved position, one best move."""
    graph.empty()
    search = Mcts(position, graph, seed)
    search.run(simulations)
    moves = search.root_moves()
    if search.is_solved():
        best = search.principal_variation()[0]
        value = next(reward / tries for move, tries, reward in moves if move == best)
        moves = [(best, simulations, value * simulations)]
    return summary(position, moves)


def summary(position: Position, moves: list[tuple[int, int, float]]) -> Searched:
    """The root's moves, with visits and the sum of rewards, as games are recorded."""
    found = {move: (visits, reward) for move, visits, reward in moves}
    visits = [found.get(move, (0, 0.0))[0] for move in position.legal()]
    best = max(found.values())
    return Searched(round(best[1] / max(best[0], 1), 4), visits)


def choose(legal: list[int], visits: list[int], dice: Dice, varied: bool) -> int:
    """The most visited move, or one drawn by its visits."""
    if not varied:
        return legal[max(range(len(legal)), key=visits.__getitem__)]
    mark = dice.below(sum(visits))
    for move, count in zip(legal, visits, strict=True):
        mark -= count
        if mark < 0:
            return move
    raise AssertionError("the mark lies within the sum of the visits")


def make_games(
    plan: Plan,
    setups: Callable[[int], Options],
    games: int,
    folder: Path,
    workers: int,
    tell: Tell,
) -> None:
    """Let the folder have at least so many games, `setups` giving the options of each by number.

    Raises: as ``folder.fill``.
    """
    fill(folder, described(plan), partial(line_of_game, plan, setups), games, workers, tell)


def described(plan: DataclassInstance) -> dict[str, object]:
    """What a folder says of its plan; the textbook search goes without saying."""
    return {name: value for name, value in asdict(plan).items() if (name, value) != ("search", UCT)}


def line_of_game(plan: Plan, setups: Callable[[int], Options], game: int) -> str:
    """Play the game of this number; its line for the folder."""
    setup = GAMES[plan.game].setup(setups(splitmix(plan.seed * 4099 + game) >> 2))
    return json.dumps(asdict(play(setup, plan, splitmix(plan.seed << 32 | game))))


def read_games(folder: Path, games: int) -> Iterator[Record]:
    """The first games of a folder, as many as there are, at most so many."""
    return map(parse, read_lines(folder, games))


def parse(line: str) -> Record:
    """The record that a line of a folder holds."""
    data = json.loads(line)
    data["searched"] = [each and Searched(*each) for each in data["searched"]]
    return Record(**data)
