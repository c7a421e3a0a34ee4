"""Games that a search plays against itself, kept on disk in chunks.

A folder of games has a ``plan.json`` and files ``games-00000.jsonl``, each of ``CHUNK`` games. A
chunk appears under its name when it is complete, so a run that was interrupted goes on where it
was; and since every game has a seed of its own, the folder is the same in the end.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from engine.games.game import Setup
from engine.games.position import Position
from engine.games.randomness import Dice, splitmix
from engine.games.registry import GAMES
from engine.search.uct import Nodes, Uct

Options = Mapping[str, str]
#: Games in a file.
CHUNK = 20
#: Room for the tree of one move, in MiB.
ROOM = 8.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes a folder of games; two folders of one plan are the same.

    `opening` is the greatest number of random moves at the beginning. Up to ply `varied` a move
    is drawn with a chance that grows with its visits, later it is the one with the most; and with
    the chance `slips` it is any legal move, which the search judges all the same.
    """

    game: str
    simulations: int = 2000
    seed: int = 1
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


class OtherPlan(Exception):
    """The folder holds games of another plan."""


def play(setup: Setup, plan: Plan, seed: int) -> Record:
    """One game of the search against itself, the same for the same seed."""
    dice = Dice(seed)
    position = setup.start()
    nodes = Nodes(ROOM)
    opening = dice.below(plan.opening + 1)
    record = Record(setup.line, [], [], [], [])
    while legal := position.legal():
        searched = None
        if position.ply < opening:
            move = dice.choice(legal)
        else:
            searched = think(position, nodes, plan.simulations, dice.below(1 << 40))
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


def think(position: Position, nodes: Nodes, simulations: int, seed: int) -> Searched:
    """What a tree of so many simulations says of the position."""
    tree = Uct(position, nodes, seed)
    tree.run(simulations)
    found = {move: (visits, reward) for move, visits, reward in tree.root_moves()}
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
    tell: Callable[[int], None],
) -> None:
    """Let the folder have at least so many games, `setups` giving the options of each by number.

    `tell` hears how many there are whenever a chunk is done.

    Raises: OtherPlan if the folder was begun with another plan; OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    agree(plan, folder / "plan.json")
    chunks = [chunk_path(folder, number) for number in range((games + CHUNK - 1) // CHUNK)]
    missing = [number for number, path in enumerate(chunks) if not path.exists()]
    done = len(chunks) - len(missing)
    tell(done * CHUNK)
    with ThreadPoolExecutor(workers) as pool:
        try:
            for _ in pool.map(lambda number: make_chunk(plan, setups, folder, number), missing):
                done += 1
                tell(done * CHUNK)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def agree(plan: Plan, path: Path) -> None:
    """Write the plan down, or find the same one there. Raises: OtherPlan; OSError."""
    text = json.dumps(asdict(plan))
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        raise OtherPlan(f"{path} has {path.read_text(encoding='utf-8')}, wanted {text}")


def chunk_path(folder: Path, number: int) -> Path:
    """The file of chunk `number`."""
    return folder / f"games-{number:05}.jsonl"


def make_chunk(plan: Plan, setups: Callable[[int], Options], folder: Path, number: int) -> None:
    """Play the games of a chunk and put its file in place."""
    lines = []
    for game in range(number * CHUNK, (number + 1) * CHUNK):
        setup = GAMES[plan.game].setup(setups(splitmix(plan.seed * 4099 + game) >> 2))
        record = play(setup, plan, splitmix(plan.seed << 32 | game))
        lines.append(json.dumps(asdict(record)))
    path = chunk_path(folder, number)
    unfinished = path.with_suffix(".part")
    unfinished.write_text("\n".join(lines) + "\n", encoding="utf-8")
    unfinished.replace(path)


def read_games(folder: Path, games: int) -> Iterator[Record]:
    """The first games of a folder, as many as there are, at most so many."""
    paths: Iterable[Path] = sorted(folder.glob("games-*.jsonl"))
    left = games
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines()[:left]:
            left -= 1
            yield parse(line)
        if left <= 0:
            return


def parse(line: str) -> Record:
    """The record that a line of a chunk holds."""
    data = json.loads(line)
    data["searched"] = [each and Searched(*each) for each in data["searched"]]
    return Record(**data)
