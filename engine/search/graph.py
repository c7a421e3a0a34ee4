"""The graph of positions that ``mcts`` grows. C types are in ``graph.pxd``.

A node is a position: every way to it leads to the same node. An edge is a move from a position.
Both are numbers whose fields lie in parallel arrays, and 0 is no node. The edges of a node are
consecutive. Rewards are of the seat that moved there: from 0 to 1, with 1 for a win.
"""

import cython

from engine.search.memory import zeroed

if not cython.compiled:
    NO_NODE, UNEXPANDED, LOST, DRAWN, WON = 0, -1, -1, 0, 1
else:
    from cython.cimports.engine.search.memory import address_of

#: Bytes of a node with its place in the index, and of an edge.
NODE_BYTES, EDGE_BYTES = 46, 17
#: Edges for each node that there is room for.
EDGES_PER_NODE = 10
FEWEST_NODES, MOST_NODES = 1000, 1 << 27


class Graph:
    """Room for nodes and edges, used again from search to search.

    Of a node there are `key`, `visits`, `total` reward, the `first` edge and their `count`, and
    the proved bounds of its reward, `low` and `high` (``LOST``, ``DRAWN`` or ``WON``); of an
    edge the `child` it leads to, its own `tries`, the `mean` reward of the child when it was last
    gone along, the `prior` and the `move`.
    """

    def __init__(self, mebibytes: float) -> None:
        """Raises MemoryError if there is not so much memory."""
        each = NODE_BYTES + EDGE_BYTES * EDGES_PER_NODE
        nodes = min(max(int(mebibytes * (1 << 20)) // each, FEWEST_NODES), MOST_NODES)
        edges = nodes * EDGES_PER_NODE
        slots = 1 << (2 * nodes - 1).bit_length()
        self.capacity, self.edge_capacity, self.mask = nodes, edges, slots - 1
        self.size, self.edge_size = 1, 0
        nodes_have, edges_have = (8, 8, 4, 4, 1, 1, 1), (4, 4, 4, 4, 1)
        self.stores = [zeroed(nodes * width) for width in nodes_have]
        self.stores.append(zeroed(slots * 4))
        self.stores.extend(zeroed(edges * width) for width in edges_have)
        if not cython.compiled:
            views = [memoryview(store) for store in self.stores]
            self.key, self.total = views[0].cast("Q"), views[1].cast("d")
            self.visits, self.first = views[2].cast("i"), views[3].cast("i")
            self.count, self.low, self.high = views[4], views[5].cast("b"), views[6].cast("b")
            self.index, self.child = views[7].cast("i"), views[8].cast("i")
            self.tries, self.mean = views[9].cast("i"), views[10].cast("f")
            self.prior, self.move = views[11].cast("f"), views[12]
        else:
            self.key = cython.cast("unsigned long long *", address_of(self.stores[0]))
            self.total = cython.cast("double *", address_of(self.stores[1]))
            self.visits = cython.cast("int *", address_of(self.stores[2]))
            self.first = cython.cast("int *", address_of(self.stores[3]))
            self.count = cython.cast("unsigned char *", address_of(self.stores[4]))
            self.low = cython.cast("signed char *", address_of(self.stores[5]))
            self.high = cython.cast("signed char *", address_of(self.stores[6]))
            self.index = cython.cast("int *", address_of(self.stores[7]))
            self.child = cython.cast("int *", address_of(self.stores[8]))
            self.tries = cython.cast("int *", address_of(self.stores[9]))
            self.mean = cython.cast("float *", address_of(self.stores[10]))
            self.prior = cython.cast("float *", address_of(self.stores[11]))
            self.move = cython.cast("unsigned char *", address_of(self.stores[12]))

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


def find(graph: Graph, key: int) -> int:
    """The node with this key; 0 if there is none."""
    slot = key & graph.mask
    node = graph.index[slot]
    while node != NO_NODE and graph.key[node] != key:
        slot = slot + 1 & graph.mask
        node = graph.index[slot]
    return node


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
    graph.key[node] = key
    graph.total[node] = 0.0
    graph.visits[node] = 0
    graph.first[node] = UNEXPANDED
    graph.count[node] = 0
    graph.low[node] = LOST
    graph.high[node] = WON
    return node


def copy_node(source: Graph, node: int, target: Graph) -> int:
    """The node of the same key in `target`, added if need be; 0 if there is no room."""
    place = find(target, source.key[node])
    if place == NO_NODE:
        place = add(target, source.key[node])
        if place != NO_NODE:
            target.total[place] = source.total[node]
            target.visits[place] = source.visits[node]
            target.low[place] = source.low[node]
            target.high[place] = source.high[node]
    return place


def copy_edges(source: Graph, node: int, target: Graph, place: int) -> None:
    """Copy the edges of a node, and the nodes they lead to, as far as there is room."""
    count = source.count[node]
    if source.first[node] == UNEXPANDED or target.edge_size + count > target.edge_capacity:
        return
    target.first[place] = target.edge_size
    target.count[place] = count
    target.edge_size += count
    for i in range(count):
        old = source.first[node] + i
        new = target.first[place] + i
        target.prior[new] = source.prior[old]
        target.move[new] = source.move[old]
        target.tries[new] = source.tries[old]
        target.mean[new] = source.mean[old]
        target.child[new] = NO_NODE
        if source.child[old] != NO_NODE:
            target.child[new] = copy_node(source, source.child[old], target)


def transplant(source: Graph, root: int, target: Graph) -> None:
    """Copy what can be reached from `root` to the empty `target`, breadth first."""
    copy_node(source, root, target)
    place = 1
    while place < target.size:
        copy_edges(source, find(source, target.key[place]), target, place)
        place += 1
