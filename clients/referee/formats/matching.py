"""The most pairs that can be made of a graph (J. Edmonds, Paths, Trees, and Flowers, 1965)."""

from collections import deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

Graph = Mapping[int, AbstractSet[int]]


class Matching:
    """A matching with the most pairs that `graph` allows between `vertices`.

    `graph` has for each vertex those it may be paired with, and is symmetric.
    """

    def __init__(
        self, graph: Graph, vertices: Iterable[int], mates: Mapping[int, int] | None = None
    ) -> None:
        """`mates` are pairs to begin with, each of them both ways."""
        self._graph = graph
        self._vertices = frozenset(vertices)
        self.mates = dict(mates or {})
        for vertex in sorted(self.unpaired):
            if vertex not in self.mates:
                _Search(graph, self._vertices, self.mates).augment(vertex)

    @property
    def unpaired(self) -> frozenset[int]:
        """The vertices without a partner."""
        return self._vertices.difference(self.mates)

    def without(self, *vertices: int) -> "Matching":
        """The same for the graph without these vertices."""
        gone = {*vertices, *(self.mates[each] for each in vertices if each in self.mates)}
        kept = {each: mate for each, mate in self.mates.items() if each not in gone}
        return Matching(self._graph, self._vertices.difference(vertices), kept)


class _Search:
    """A search for a path from an unpaired vertex to another on which every second edge is a pair.

    The tree grows by vertices at an even distance from the root ("even" ones). An edge between
    two of them closes an odd cycle, a blossom, which is treated as one vertex from then on:
    `_base` is the vertex that stands for it. `_parents` leads towards the root from each odd
    vertex, and around blossoms.
    """

    def __init__(self, graph: Graph, vertices: AbstractSet[int], mates: dict[int, int]) -> None:
        self._graph = graph
        self._mates = mates
        self._vertices = vertices
        self._base = {vertex: vertex for vertex in vertices}
        self._parents: dict[int, int] = {}
        self._even: set[int] = set()
        self._waiting: deque[int] = deque()

    def augment(self, root: int) -> bool:
        """Make one more pair by a path from `root`, if there is one."""
        self._reach(root)
        while self._waiting:
            vertex = self._waiting.popleft()
            for other in sorted(self._graph[vertex] & self._vertices):
                if self._is_inside(vertex, other):
                    continue
                if self._base[other] in self._even:
                    self._contract(vertex, other)
                elif other not in self._parents:
                    self._parents[other] = vertex
                    if other not in self._mates:
                        self._flip(other)
                        return True
                    self._reach(self._mates[other])
        return False

    def _reach(self, vertex: int) -> None:
        self._even.add(vertex)
        self._waiting.append(vertex)

    def _is_inside(self, vertex: int, other: int) -> bool:
        """Whether the edge lies in a blossom or is a pair."""
        return self._base[vertex] == self._base[other] or self._mates.get(vertex) == other

    def _contract(self, one: int, other: int) -> None:
        """Make a blossom of the cycle that the edge between two even vertices closes."""
        base = self._common_base(one, other)
        odd_cycle = self._side(one, base, other) | self._side(other, base, one)
        for vertex in sorted(self._vertices):
            if self._base[vertex] in odd_cycle:
                self._base[vertex] = base
                if vertex not in self._even:
                    self._reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        """The base nearest to both on their ways to the root."""
        ways = set(self._bases_to_root(one))
        return next(base for base in self._bases_to_root(other) if base in ways)

    def _bases_to_root(self, vertex: int) -> Iterable[int]:
        base = self._base[vertex]
        yield base
        while base in self._mates:
            base = self._base[self._parents[self._mates[base]]]
            yield base

    def _side(self, vertex: int, base: int, child: int) -> set[int]:
        """The bases from `vertex` up to `base`; paths now also lead round by way of `child`."""
        bases = set()
        while self._base[vertex] != base:
            mate = self._mates[vertex]
            bases |= {self._base[vertex], self._base[mate]}
            self._parents[vertex] = child
            child = mate
            vertex = self._parents[mate]
        return bases

    def _flip(self, end: int) -> None:
        """Turn pairs and other edges over on the path from `end` to the root."""
        vertex: int | None = end
        while vertex is not None:
            parent = self._parents[vertex]
            following = self._mates.get(parent)
            self._mates[vertex], self._mates[parent] = parent, vertex
            vertex = following
