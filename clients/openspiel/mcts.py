"""OpenSpiel's MCTS, with an end by time, for a position of ours."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts

from clients.openspiel.games import load
from engine.games.state import State

#: More simulations than any search can do.
NO_END = 2**62


@dataclass(frozen=True, slots=True)
class Thought:
    """How a move was chosen.

    `line` is the expected play from the chosen move on. `value` is the utility that the side to
    move expects, from -1 to 1, and a proved one if `exact`. `seconds` is how long it took.
    """

    line: tuple[str, ...]
    simulations: int
    value: float
    exact: bool
    seconds: float

    @property
    def move(self) -> str:
        """The chosen move."""
        return self.line[0]


class _Enough(Exception):
    """The search is to end with the tree as it is."""

    def __init__(self, root: Any) -> None:
        super().__init__()
        self.root = root


class StoppableBot(mcts.MCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """MCTS that also asks `is_enough` before each simulation.

    OpenSpiel ends a search by the number of simulations alone. Its one hook that is called
    between two simulations, with the root, is ``_apply_tree_policy``. Two simulations are always
    done: the first sees the root only, and no move could be chosen after it.
    """

    def __init__(
        self, game: Any, uct_c: float, simulations: int, dice: Any, is_enough: Callable[[], bool]
    ) -> None:
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        super().__init__(game, uct_c, max(simulations, 2), evaluator, random_state=dice)
        self._is_enough = is_enough

    def mcts_search(self, state: Any) -> Any:
        """The root of the tree that was built for `state`."""
        try:
            return super().mcts_search(state)
        except _Enough as enough:
            return enough.root

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        if root.children and self._is_enough():
            raise _Enough(root)
        return super()._apply_tree_policy(root, state)


def think(
    state: State,
    simulations: int | None,
    seconds: float | None,
    uct_c: float,
    seed: int,
    is_interrupted: Callable[[], bool] = lambda: False,
) -> Thought:
    """Search a game that is not over and was played from its beginning.

    The first limit that is reached ends the search, None is no limit; so does `is_interrupted`,
    which is asked before each simulation. The evaluation is one random playout, the constant of
    UCT `uct_c`. The same `seed` gives the same choices at the same ply, 0 draws one.
    """
    begun = time.monotonic()
    deadline = None if seconds is None else begun + seconds

    def is_enough() -> bool:
        return is_interrupted() or (deadline is not None and time.monotonic() >= deadline)

    game = load(state.setup)
    dice = _dice(seed, len(state.history))
    bot = StoppableBot(game, uct_c, simulations or NO_END, dice, is_enough)
    root = bot.mcts_search(game.state_after(played.text for played in state.history))
    best = root.best_child()
    line = tuple(game.moves.text(node.action) for node in _best_line(root))
    return Thought(line, root.explore_count, *_value(best), time.monotonic() - begun)


def _dice(seed: int, ply: int) -> Any:
    return np.random.RandomState([seed & 0xFFFFFFFF, seed >> 32, ply] if seed else None)


def _value(node: Any) -> tuple[float, bool]:
    """The value of a move for who makes it, and whether it is proved."""
    if node.outcome is not None:
        return float(node.outcome[node.player]), True
    return float(node.total_reward / node.explore_count), False


def _best_line(node: Any) -> Iterator[Any]:
    """The best child, its best child, and so on, as far as they were visited."""
    while node.children:
        node = node.best_child()
        if not node.explore_count:
            return
        yield node
