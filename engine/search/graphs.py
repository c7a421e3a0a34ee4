"""The graphs of ``Mcts`` that a game needs, kept from move to move."""

from collections.abc import Sequence

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.search.graph import Graph, transplant
from engine.search.mcts import Mcts

#: A graph that is fuller than this when a new position is searched is cleaned up.
CROWDED = 0.5


class Graphs:
    """A search for each thread, each with a graph of its own that knows the moves before."""

    def __init__(self, mebibytes: float, threads: int) -> None:
        """`mebibytes` for all graphs, half of it spare room for cleaning up.

        Raises MemoryError if there is not so much memory.
        """
        share = mebibytes / threads / 2
        self._graphs = [Graph(share) for _ in range(threads)]
        self._spare = [Graph(share) for _ in range(threads)]

    def searches(self, position: Position, dice: Dice) -> Sequence[Mcts]:
        """A search of `position` for each thread."""
        for number in range(len(self._graphs)):
            self._clean_up(number, position)
        return [Mcts(position, graph, dice.below(1 << 30)) for graph in self._graphs]

    def forget(self) -> None:
        """Drop all that is known."""
        for graph in self._graphs:
            graph.empty()

    def _clean_up(self, number: int, position: Position) -> None:
        """Keep of a crowded graph what can still be reached, of one without the root nothing."""
        graph, spare = self._graphs[number], self._spare[number]
        root = graph.node_of(position.hash())
        if not root:
            graph.empty()
        elif graph.fullness() > CROWDED:
            spare.empty()
            transplant(graph, root, spare)
            self._graphs[number], self._spare[number] = spare, graph
