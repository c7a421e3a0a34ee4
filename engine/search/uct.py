"""UCT with random playouts, for any number of seats. C types are in ``uct.pxd``.

Kocsis and Szepesvari 2006; for more than two seats every node holds the reward of the seat
that moved into it, and every seat maximises its own (max^n, Sturtevant 2008). The reward of a
game is 1 for its winner, an equal share for those who draw, 0 for the others.

A node is a number; its fields lie in parallel arrays. The children of a node are consecutive.
"""

import cython

from engine.games.position import Position
from engine.games.randomness import splitmix
from engine.search.halting import Sampling
from engine.search.memory import zeroed

if not cython.compiled:
    from math import sqrt

    from engine.games.bits import popcount
    from engine.search.halting import forget_leads, measure_lead
    from engine.search.walk import random_game

    MAX_MOVES, MAX_PLY, NO_MOVE = 80, 64, 255
else:
    from cython.cimports.engine.games.bits import popcount  # type: ignore[no-redef]
    from cython.cimports.engine.search.halting import (  # type: ignore[no-redef]
        forget_leads,
        measure_lead,
    )
    from cython.cimports.engine.search.memory import address_of
    from cython.cimports.engine.search.walk import random_game  # type: ignore[no-redef]
    from cython.cimports.libc.math import sqrt  # type: ignore[no-redef]

WORD = (1 << 64) - 1
#: The exploration constant, for rewards from 0 to 1.
EXPLORATION = 0.5
BYTES_PER_NODE = 18
#: A node is a number of 32 bits.
FEWEST_NODES, MOST_NODES = 1000, (1 << 31) - 1
#: Values of `first` for a node without children.
if not cython.compiled:
    UNEXPANDED, TERMINAL = 0, -1


class Nodes:
    """Room for the nodes of one tree, used again from search to search.

    `visits`, `reward` (of the seat that moved there), `first` child, `count` of children and
    `move` that leads there.
    """

    def __init__(self, mebibytes: float) -> None:
        """Raises MemoryError if there is not so much memory."""
        wanted = int(mebibytes * (1 << 20)) // BYTES_PER_NODE
        nodes = min(max(wanted, FEWEST_NODES), MOST_NODES)
        self.capacity = nodes
        self.reward_store = zeroed(8 * nodes)
        self.visit_store, self.first_store = zeroed(4 * nodes), zeroed(4 * nodes)
        self.count_store, self.move_store = zeroed(nodes), zeroed(nodes)
        if not cython.compiled:
            self.reward = memoryview(self.reward_store).cast("d")
            self.visits = memoryview(self.visit_store).cast("i")
            self.first = memoryview(self.first_store).cast("i")
            self.count, self.move = memoryview(self.count_store), memoryview(self.move_store)
        else:
            self.reward = cython.cast("double *", address_of(self.reward_store))
            self.visits = cython.cast("int *", address_of(self.visit_store))
            self.first = cython.cast("int *", address_of(self.first_store))
            self.count = cython.cast("unsigned char *", address_of(self.count_store))
            self.move = cython.cast("unsigned char *", address_of(self.move_store))


class Uct(Sampling):
    """One thread's tree, grown by ``run``.

    `simulations` counts what ``run`` has played, `plies` the moves made for it in all: the
    latter is the same on every machine and a fingerprint of behaviour.
    """

    def __init__(self, position: Position, nodes: Nodes, seed: int) -> None:
        """A tree of one node; `nodes` may serve one tree at a time."""
        super().__init__()
        self.position = position.copy()
        self.nodes = nodes
        adopt(self, nodes)
        self.exploration = EXPLORATION
        if not cython.compiled:
            self.visits, self.reward, self.first = nodes.visits, nodes.reward, nodes.first
            self.count, self.move, self.capacity = nodes.count, nodes.move, nodes.capacity
            self.path, self.seats, self.random = [0] * MAX_PLY, [0] * MAX_PLY, [0]
        self.random[0] = splitmix(seed + 1) | 1
        self.size = 1
        clear(self, 0, NO_MOVE)

    def run(self, simulations: int) -> None:
        """Play `simulations` more games, fewer if halted."""
        with cython.nogil:
            while simulations > 0 and not self.stopped:
                simulate(self)
                simulations -= 1

    def root_moves(self) -> list[tuple[int, int, float]]:
        """The root's moves: (move, visits, reward of the seat to move summed over them)."""
        moves = []
        child = self.first[0]
        for _ in range(self.count[0]):
            moves.append((self.move[child], self.visits[child], self.reward[child]))
            child += 1
        return moves

    def root_results(self) -> list[None]:
        """What is proved of each of ``root_moves``: nothing, whatever it is."""
        return [None] * self.count[0]

    def is_solved(self) -> bool:
        """Whether the result of the root is proved: never."""
        return False

    def told(self) -> list[tuple[tuple[int, int, float], float, int | None]]:
        """Of each move of the root what ``root_moves``, ``root_leads`` and ``root_results`` say."""
        return list(zip(self.root_moves(), self.root_leads(), self.root_results(), strict=True))

    def root_leads(self) -> list[float]:
        """The mean lead after each of ``root_moves``, in their order; 0 if none was measured.

        The lead is the total (RULES C7) of the seat to move at the root less the best other
        one, at the end of a playout.
        """
        return self.mean_leads(self.count[0])

    def principal_variation(self, after: int = NO_MOVE) -> list[int]:
        """The most visited moves from the root on, or from there on after its move `after`."""
        line: list[int] = []
        node = 0
        if after != NO_MOVE:
            node = child_by(self, after)
            line.append(after)
            if node == 0:
                return line
        while self.first[node] > 0:
            node = most_visited(self, node)
            if self.visits[node] == 0:
                break
            line.append(self.move[node])
        return line

    def fullness(self) -> float:
        """Which part of the room is in use, from 0 to 1."""
        return 1.0 * self.size / self.capacity

    def descend(self, move: int, room: Nodes) -> None:
        """Go on from the position after the root's `move` with what the tree knows of it.

        The tree moves to `room`, and the old room may serve another one. Nothing else of the
        tree is kept.

        Raises: ValueError if the root has no such move yet.
        """
        root = child_by(self, move)
        if root == 0:
            raise ValueError(f"the root has no move {move}")
        self.position.play(move)
        self.position = self.position.copy()
        transplant(self, root, room)
        self.nodes = room
        adopt(self, room)
        forget_leads(self)


def adopt(tree: Uct, nodes: Nodes) -> None:
    """Let the tree write where `nodes` has room."""
    tree.capacity = nodes.capacity
    tree.visits = nodes.visits
    tree.reward = nodes.reward
    tree.first = nodes.first
    tree.count = nodes.count
    tree.move = nodes.move


def transplant(tree: Uct, root: int, room: Nodes) -> None:
    """Copy the tree below `root` to `room`, breadth first, as much as it holds.

    A node that is copied keeps the place of its children in the old room until these are
    copied, too (Cheney 1970).
    """
    copy_node(tree, root, room, 0)
    room.move[0] = NO_MOVE
    size = 1
    node = 0
    while node < size:
        if room.first[node] > 0:
            count = room.count[node]
            if size + count > room.capacity:
                room.first[node] = UNEXPANDED
                room.count[node] = 0
            else:
                for i in range(count):
                    copy_node(tree, room.first[node] + i, room, size + i)
                room.first[node] = size
                size += count
        node += 1
    tree.size = size


def copy_node(tree: Uct, node: int, room: Nodes, place: int) -> None:
    """Copy all that is known of a node."""
    room.visits[place] = tree.visits[node]
    room.reward[place] = tree.reward[node]
    room.first[place] = tree.first[node]
    room.count[place] = tree.count[node]
    room.move[place] = tree.move[node]


def child_by(tree: Uct, move: int) -> int:
    """The root's child that `move` leads to; 0 if the root has no such child."""
    for i in range(tree.count[0]):
        if tree.move[tree.first[0] + i] == move:
            return tree.first[0] + i
    return 0


def clear(tree: Uct, node: int, move: int) -> None:
    """Make `node` a new one, reached by `move`."""
    tree.visits[node] = tree.first[node] = tree.count[node] = 0
    tree.reward[node] = 0.0
    tree.move[node] = move


def logarithm(number: int) -> float:
    """The natural logarithm of a positive number, linear between powers of two.

    Made of additions and products only, so that it is the same on every machine.
    """
    whole = 0
    while number >> whole > 1:
        whole += 1
    power = 1 << whole
    return 0.6931471805599453 * (whole + number / power - 1.0)


def most_visited(tree: Uct, node: int) -> int:
    """The child of `node` with the most visits."""
    chosen = child = tree.first[node]
    for i in range(tree.count[node]):
        if tree.visits[child + i] > tree.visits[chosen]:
            chosen = child + i
    return chosen


def select(tree: Uct, node: int) -> int:
    """The child with the highest upper confidence bound, the first unvisited one above all."""
    log_visits = logarithm(tree.visits[node]) * tree.exploration * tree.exploration
    chosen = tree.first[node]
    best = -1.0
    for i in range(tree.count[node]):
        child = tree.first[node] + i
        if tree.visits[child] == 0:
            return child
        bound = tree.reward[child] / tree.visits[child] + sqrt(log_visits / tree.visits[child])
        if bound > best:
            best = bound
            chosen = child
    return chosen


def expand(tree: Uct, node: int) -> bool:
    """Give `node` its children in random order; False if there are none or no room for them."""
    if not cython.compiled:
        moves = [0] * MAX_MOVES
    count = tree.position.generate(moves)
    if count == 0:
        tree.first[node] = TERMINAL
        return False
    if tree.size + count > tree.capacity:
        return False
    tree.first[node] = tree.size
    tree.count[node] = count
    for i in range(count):
        tree.random[0] ^= tree.random[0] << 13 & WORD
        tree.random[0] ^= tree.random[0] >> 7
        tree.random[0] ^= tree.random[0] << 17 & WORD
        other = i + ((tree.random[0] >> 32) * (count - i) >> 32)
        child = tree.size + i
        clear(tree, child, moves[other])
        moves[other] = moves[i]
    tree.size += count
    return True


def simulate(tree: Uct) -> None:
    """One game: down the tree, one node more, a playout, and the result up again."""
    node = depth = 0
    while tree.first[node] > 0 or (
        tree.first[node] == UNEXPANDED and tree.visits[node] > 0 and expand(tree, node)
    ):
        node = select(tree, node)
        tree.path[depth] = node
        tree.seats[depth] = tree.position.side()
        tree.position.make(tree.move[node])
        depth += 1
    played = 0 if tree.first[node] == TERMINAL else random_game(tree.position, tree.random)
    winners = tree.position.winners()
    credit(tree, depth, winners)
    if tree.measuring and depth > 0:
        child = tree.path[0]
        index = child - tree.first[0]
        measure_lead(tree, tree.position, tree.seats[0], index, tree.visits[child])
    if depth > tree.deepest:
        tree.deepest = depth
    tree.simulations += 1
    tree.plies += depth + played
    for _i in range(depth + played):
        tree.position.unmake()


def credit(tree: Uct, depth: int, winners: int) -> None:
    """Count the game in every node of the path and in the root."""
    share = 1.0 / popcount(winners)
    tree.visits[0] += 1
    for i in range(depth):
        node = tree.path[i]
        tree.visits[node] += 1
        if winners >> tree.seats[i] & 1:
            tree.reward[node] += share
