"""A fixed search on fixed positions: its node count is the fingerprint of our behaviour.

Every game of the table takes part, with each of its first samples, so a new game changes the
count and nothing else does but a change of rules, evaluation or search.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.games.game import Game
from engine.games.randomness import Dice
from engine.games.state import State
from engine.search.driver import Thinker
from engine.search.levels import FULL_LEVEL
from engine.search.report import ALPHABETA, MCTS, UCT, Limits
from protocol.errors import Failure

SAMPLES = 2
#: Plies of a random walk before the search begins.
WALKS = (0, 5, 11)
#: What ends a search; MCTS does more for each of its simulations.
LIMITS = {ALPHABETA: Limits(depth=4), MCTS: Limits(nodes=150), UCT: Limits(nodes=4000)}
MEBIBYTES = 16


@dataclass(frozen=True, slots=True)
class Trial:
    """One position, a search, and what it took."""

    title: str
    method: str
    nodes: int
    seconds: float


def trials(games: Mapping[str, Game], thinker: Thinker) -> Iterator[Trial]:
    """Search every position with every method; positions visited are the same everywhere.

    Raises: Failure if a search was halted, for then its count means nothing.
    """
    for game in games.values():
        for number, sample in enumerate(game.samples[:SAMPLES]):
            state = State(game.setup(sample))
            for plies in WALKS:
                _walk(state, plies, seed=number)
                for method in (ALPHABETA, MCTS, UCT) if state.setup.seats == 2 else (MCTS, UCT):
                    title = f"{game.name} sample {number + 1} ply {len(state.history)}"
                    yield _search(state, method, title, thinker)


def _walk(state: State, plies: int, seed: int) -> None:
    """Play random moves until `plies` were played."""
    dice = Dice(seed)
    while len(state.history) < plies and state.seat:
        state.play(dice.choice(state.legal_moves()))


def _search(state: State, method: str, title: str, thinker: Thinker) -> Trial:
    begin = time.perf_counter()
    with thinker.afresh(MEBIBYTES, 1):
        thought = thinker.think(state.position, method, LIMITS[method], FULL_LEVEL, seed=1)
    if thinker.is_halted():
        raise Failure("bench was interrupted")
    return Trial(title, method, thought.positions, time.perf_counter() - begin)


def bench_nodes(games: Mapping[str, Game], thinker: Thinker) -> tuple[int, float]:
    """The positions visited by all trials, and the seconds they took. Raises Failure."""
    found = list(trials(games, thinker))
    return sum(trial.nodes for trial in found), sum(trial.seconds for trial in found)
