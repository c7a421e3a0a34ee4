"""The graph of positions that ``mcts`` grows. C types are in ``graph.pxd``.

A node is a position: every way to it leads to the same node. An edge is a move from a position.
Both are numbers, and 0 is no node; the fields of one lie side by side, as they are needed
together. The edges of a node are consecutive. Rewards are of the seat that moved there: from 0
to 1, with 1 for a win.
"""

import cython

from engine.search.memory import in_large_pages

if not cython.compiled:
    import threading

    from engine.search import graph_records

    NO_NODE, UNEXPANDED, LOST, DRAWN, WON = 0, -1, -1, 0, 1
else:
    from cython.cimports.engine.search.memory import address_of
    from cython.cimports.engine.search.spinning import spin, unlock

#: Bytes of a node, of its place in the index (two to four slots of four bytes), and of an edge.
NODE_BYTES, INDEX_BYTES, EDGE_BYTES = 32, 16, 24
#: Edges for each node that there is room for.
EDGES_PER_NODE = 10
FEWEST_NODES, MOST_NODES = 1000, 1 << 27


class Graph:
    """Room for nodes and edges, used again from search to search.

    Of a node there are the `key`, `visits`, `total` reward, the `first` edge and their `count`,
    and the proved bounds of its reward, `low` and `high` (``LOST``, ``DRAWN`` or ``WON``); of an
    edge the `child` it leads to, its own `tries`, the `mean` reward of the child when it was last
    gone along, the `prior`, what is left of that after so many tries (`pull`) and the `move`.
    Edges that were tried come first, then the likeliest of the others.

    Several searches may grow one graph: whoever changes it has to ``seize`` it, and to ``release``
    it soon.
    """

    def __init__(self, mebibytes: float) -> None:
        """Raises MemoryError if there is not so much memory."""
        each = NODE_BYTES + INDEX_BYTES + EDGE_BYTES * EDGES_PER_NODE
        nodes = min(max(int(mebibytes * (1 << 20)) // each, FEWEST_NODES), MOST_NODES)
        edges = nodes * EDGES_PER_NODE
        slots = 1 << (2 * nodes - 1).bit_length()
        self.capacity, self.edge_capacity, self.mask = nodes, edges, slots - 1
        self.size, self.edge_size = 1, 0
        sizes = (nodes * NODE_BYTES, edges * EDGE_BYTES, slots * 4)
        self.stores = [in_large_pages(size) for size in sizes]
        if not cython.compiled:
            self.lock = threading.Lock()
            self.nodes = (graph_records.Node * nodes).from_buffer(self.stores[0])
            self.edges = (graph_records.Edge * edges).from_buffer(self.stores[1])
            self.index = memoryview(self.stores[2]).cast("i")
        else:
            self.lock = 0  # type: ignore[assignment]
            self.nodes = cython.cast("Node *", address_of(self.stores[0]))
            self.edges = cython.cast("Edge *", address_of(self.stores[1]))
            self.index = cython.cast("int *", address_of(self.stores[2]))

    def empty(self) -> None:
        """Forget all nodes."""
        for slot in range(self.mask + 1):
            self.index[slot] = NO_NODE
        self.size, self.edge_size = 1, 0

    def fullness(self) -> float:
        """Which part of the room is in use, from 0 to 1."""
        nodes = 1.0 * self.size / self.capacity
        edges = 1.0 * self.edge_size / self.edge_capacity
        return max(nodes, edges)

    def node_of(self, key: int) -> int:
        """The node of a position by its hash; 0 if there is none."""
        return find(self, key)


def seize(graph: Graph) -> None:
    """Keep other searches from the graph, once they have released it."""
    if cython.compiled:
        spin(cython.address(graph.lock))
    else:
        graph.lock.acquire()


def release(graph: Graph) -> None:
    """Let others have the graph."""
    if cython.compiled:
        unlock(cython.address(graph.lock))
    else:
        graph.lock.release()


def lend(graph: Graph, path: list[int], edges: list[int], depth: int) -> None:
    """Count a simulation that is under way as lost, to send other searches elsewhere.

    Chaslot, Winands and van den Herik 2008 call it a virtual loss. The way goes along `path`,
    which has `depth` nodes after the root, and `edges`.
    """
    for i in range(depth + 1):
        if path[i] != NO_NODE:
            graph.nodes[path[i]].visits += 1
        if i > 0:
            graph.edges[edges[i - 1]].tries += 1
            take_over(graph, edges[i - 1])


def take_back(graph: Graph, path: list[int], edges: list[int], depth: int) -> None:
    """Undo ``lend``, before the simulation is credited; means are renewed by that."""
    for i in range(depth + 1):
        if path[i] != NO_NODE:
            graph.nodes[path[i]].visits -= 1
        if i > 0:
            graph.edges[edges[i - 1]].tries -= 1


def take_over(graph: Graph, edge: int) -> None:
    """Let an edge know the mean of its end, where that is open, and pull less."""
    child = graph.edges[edge].child
    if child != NO_NODE and graph.nodes[child].low != graph.nodes[child].high:
        graph.edges[edge].mean = graph.nodes[child].total / graph.nodes[child].visits
    graph.edges[edge].pull = graph.edges[edge].prior / (1 + graph.edges[edge].tries)


def find(graph: Graph, key: int) -> int:
    """The node with this key; 0 if there is none."""
    slot = key & graph.mask
    node = graph.index[slot]
    while node != NO_NODE and graph.nodes[node].key != key:
        slot = slot + 1 & graph.mask
        node = graph.index[slot]
    return node


def has_edges(graph: Graph, node: int) -> bool:
    """Whether there is such a node, and it has edges."""
    if node == NO_NODE or graph.nodes[node].first == UNEXPANDED:
        return False
    return graph.nodes[node].count > 0


def child_by(graph: Graph, node: int, move: int) -> int:
    """The node that `move` leads to; ``NO_NODE`` if there is none yet."""
    if graph.nodes[node].first != UNEXPANDED:
        for i in range(graph.nodes[node].count):
            if graph.edges[graph.nodes[node].first + i].move == move:
                return graph.edges[graph.nodes[node].first + i].child
    return NO_NODE


def add(graph: Graph, key: int) -> int:
    """A new node for a key that has none; 0 if there is no room."""
    if graph.size >= graph.capacity:
        return NO_NODE
    node = graph.size
    slot = key & graph.mask
    while graph.index[slot] != NO_NODE:
        slot = slot + 1 & graph.mask
    graph.index[slot] = node
    graph.size += 1
    graph.nodes[node].key = key
    graph.nodes[node].total = 0.0
    graph.nodes[node].visits = 0
    graph.nodes[node].first = UNEXPANDED
    graph.nodes[node].count = 0
    graph.nodes[node].low = LOST
    graph.nodes[node].high = WON
    return node


def copy_node(source: Graph, node: int, target: Graph) -> int:
    """The node of the same key in `target`, added if need be; 0 if there is no room."""
    place = find(target, source.nodes[node].key)
    if place == NO_NODE:
        place = add(target, source.nodes[node].key)
        if place != NO_NODE:
            target.nodes[place].total = source.nodes[node].total
            target.nodes[place].visits = source.nodes[node].visits
            target.nodes[place].low = source.nodes[node].low
            target.nodes[place].high = source.nodes[node].high
    return place


def copy_edges(source: Graph, node: int, target: Graph, place: int) -> None:
    """Copy the edges of a node, and the nodes they lead to, as far as there is room."""
    count = source.nodes[node].count
    if source.nodes[node].first == UNEXPANDED or target.edge_size + count > target.edge_capacity:
        return
    target.nodes[place].first = target.edge_size
    target.nodes[place].count = count
    target.edge_size += count
    for i in range(count):
        old = source.nodes[node].first + i
        new = target.nodes[place].first + i
        target.edges[new].prior = source.edges[old].prior
        target.edges[new].move = source.edges[old].move
        target.edges[new].tries = source.edges[old].tries
        target.edges[new].pull = source.edges[old].pull
        target.edges[new].mean = source.edges[old].mean
        target.edges[new].child = NO_NODE
        if source.edges[old].child != NO_NODE:
            target.edges[new].child = copy_node(source, source.edges[old].child, target)


def transplant(source: Graph, root: int, target: Graph) -> None:
    """Copy what can be reached from `root` to the empty `target`, breadth first."""
    copy_node(source, root, target)
    place = 1
    while place < target.size:
        copy_edges(source, find(source, target.nodes[place].key), target, place)
        place += 1
