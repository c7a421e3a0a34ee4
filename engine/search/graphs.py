"""The graphs of ``Mcts`` that a game needs, kept from move to move."""

from collections.abc import Sequence

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.search.graph import Graph, transplant
from engine.search.mcts import Mcts

#: A graph that is fuller than this when a new position is searched is cleaned up.
CROWDED = 0.5


class Graphs:
    """A search for each thread, in one graph that knows the moves before."""

    def __init__(self, mebibytes: float, threads: int) -> None:
        """`mebibytes` in all, half of it spare room for cleaning up.

        Raises MemoryError if there is not so much memory.
        """
        self._graph, self._spare = Graph(mebibytes / 2), Graph(mebibytes / 2)
        self._threads = threads

    def searches(self, position: Position, dice: Dice) -> Sequence[Mcts]:
        """A search of `position` for each thread."""
        self._clean_up(position)
        seeds = [dice.below(1 << 30) for _ in range(self._threads)]
        return [Mcts(position, self._graph, seed, self._threads > 1) for seed in seeds]

    def forget(self) -> None:
        """Drop all that is known."""
        self._graph.empty()

    def _clean_up(self, position: Position) -> None:
        """Keep of a crowded graph what can still be reached, of one without the root nothing."""
        graph, spare = self._graph, self._spare
        root = graph.node_of(position.hash())
        if not root:
            graph.empty()
        elif graph.fullness() > CROWDED:
            spare.empty()
            transplant(graph, root, spare)
            self._graph, self._spare = spare, graph
