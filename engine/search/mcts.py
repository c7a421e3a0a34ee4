"""Monte Carlo search on a graph, with priors, proofs and leaves that are half evaluation.

C types are in ``mcts.pxd``. A move is chosen by its mean reward and, as long as it is little
tried, by its prior (PUCT; Rosin 2011, Silver and others 2017), which the game gives as ratings.
Positions that several ways lead to are one node (UCD; Saffidine and others 2012). Wins, losses
and draws that are proved go up the graph (score bounded MCTS; Cazenave and Saffidine 2010). A new
leaf is worth a mixture of a random playout and of what the game expects without one (Lanctot and
others 2014). With more than two seats every seat maximises its own reward (max^n).
"""

import cython

from engine.games.position import Position
from engine.games.randomness import splitmix
from engine.search.graph import Graph
from engine.search.halting import Sampling

if not cython.compiled:
    from math import exp, sqrt

    from engine.games.bits import popcount
    from engine.search.graph import (
        DRAWN,
        LOST,
        NO_NODE,
        UNEXPANDED,
        WON,
        add,
        child_by,
        find,
        has_edges,
        lend,
        release,
        seize,
        take_back,
    )
    from engine.search.halting import measure_lead
    from engine.search.walk import random_game

    MAX_MOVES, MAX_PLY, NO_MOVE, SOLVED_NODE, NONE_LEFT = 80, 64, 255, -1, -1
else:
    from cython.cimports.engine.games.bits import popcount  # type: ignore[no-redef]
    from cython.cimports.engine.search.graph import (  # type: ignore[no-redef]
        add,
        child_by,
        find,
        has_edges,
        lend,
        release,
        seize,
        take_back,
    )
    from cython.cimports.engine.search.halting import measure_lead  # type: ignore[no-redef]
    from cython.cimports.engine.search.walk import random_game  # type: ignore[no-redef]
    from cython.cimports.libc.math import exp, sqrt  # type: ignore[no-redef]

#: How much the prior counts, for rewards from 0 to 1.
EXPLORATION = 1.2
#: What an untried move is worth less than its parent.
REDUCTION = 0.1
#: Which part of the prior all moves share evenly.
EVEN_SHARE = 0.1
#: A node has no edges for so many visits.
LEAF_VISITS = 1
#: A mean below which a move is a proved loss, and that of a proved win.
HOPELESS, SURE = -1e6, 1.0
#: Numbers are rounded to so many parts of 1, so that they are the same on every machine.
GRAIN = 65536.0


class Mcts(Sampling):
    """One thread's search, grown by ``run`` in a graph."""

    def __init__(
        self, position: Position, graph: Graph, seed: int, is_shared: bool = False
    ) -> None:
        """What `graph` knows of `position` is used.

        It may serve several searches of the same position at a time if all are told that it
        `is_shared`, and all exist before one of them runs.
        """
        super().__init__()
        self.graph = graph
        self.is_shared = is_shared
        self.position = position.copy()
        self.tune()
        self.mover = 0
        if not cython.compiled:
            self.path, self.edges, self.seats = [0] * MAX_PLY, [0] * MAX_PLY, [0] * MAX_PLY
            self.rewards, self.random = [0.0] * 4, [0]
        self.random[0] = splitmix(seed + 1) | 1
        key = self.position.key()
        self.root = find(self.graph, key)
        if self.root == NO_NODE:
            self.root = add(self.graph, key)
        if self.root == NO_NODE:
            self.graph.empty()
            self.root = add(self.graph, key)
        if self.graph.nodes[self.root].first == UNEXPANDED:
            # It may have been judged without a look at its moves, and a move is wanted.
            self.graph.nodes[self.root].low = LOST
            self.graph.nodes[self.root].high = WON

    def tune(
        self, exploration: float = EXPLORATION, reduction: float = REDUCTION,
        playout_share: float | None = None, priors: bool = True, proofs: bool = True
    ) -> None:  # fmt: skip
        """Use other numbers than the usual ones, or do without a part, to see what it is worth.

        `playout_share` is how much of a leaf's value is that of a playout (``Position.doubt``).
        Without `priors` all moves of a new node have the same; without `proofs` nothing is
        proved. A graph that was grown otherwise keeps what it has.
        """
        self.exploration, self.reduction = exploration, reduction
        self.playout_share = self.position.doubt() if playout_share is None else playout_share
        self.priors, self.proofs = priors, proofs

    def run(self, simulations: int) -> None:
        """Do `simulations` more, fewer if halted or if the root is solved."""
        with cython.nogil:
            while simulations > 0 and not self.stopped and not solved(self.graph, self.root):
                simulate(self, self.graph)
                simulations -= 1

    def is_solved(self) -> bool:
        """Whether the result of the root is proved."""
        return bool(solved(self.graph, self.root))

    def fullness(self) -> float:
        """Which part of the room is in use, from 0 to 1."""
        return self.graph.fullness()

    def root_moves(self) -> list[tuple[int, int, float]]:
        """The root's moves: (move, tries, reward of the seat to move summed over them)."""
        graph = self.graph
        moves = []
        for i in range(graph.nodes[self.root].count):
            edge = graph.nodes[self.root].first + i
            tries = graph.edges[edge].tries
            child = graph.edges[edge].child
            # Of a position that there was no room for, the edge knows what was found last.
            mean = max(graph.edges[edge].mean, 0.0)
            if child != NO_NODE:
                mean = mean_reward(graph, child)
            moves.append((graph.edges[edge].move, tries, mean * tries if tries else 0.0))
        return moves

    def root_results(self) -> list[int | None]:
        """What is proved of each of ``root_moves``: ``WON``, ``DRAWN``, ``LOST``, or None."""
        graph = self.graph
        results: list[int | None] = []
        for i in range(graph.nodes[self.root].count):
            child = graph.edges[graph.nodes[self.root].first + i].child
            if child != NO_NODE and solved(graph, child):
                results.append(graph.nodes[child].low)
            else:
                results.append(None)
        return results

    def told(self) -> list[tuple[tuple[int, int, float], float, int | None]]:
        """Of each move of the root what ``root_moves``, ``root_leads`` and ``root_results`` say.

        All at one moment, also if other searches grow the graph meanwhile.
        """
        with cython.nogil:
            seize(self.graph)
        try:
            return list(zip(self.root_moves(), self.root_leads(), self.root_results(), strict=True))
        finally:
            release(self.graph)

    def root_leads(self) -> list[float]:
        """The mean lead after each of ``root_moves``, in their order; 0 if none was measured.

        The lead is the total (RULES C7) of the seat to move at the root less the best other
        one, at the end of a playout.
        """
        return self.mean_leads(self.graph.nodes[self.root].count)

    def principal_variation(self, after: int = NO_MOVE) -> list[int]:
        """The best moves from the root on, or from there on after its move `after`."""
        graph = self.graph
        line: list[int] = []
        node = self.root
        if after != NO_MOVE:
            node = child_by(graph, node, after)
            line.append(after)
        while has_edges(graph, node):
            edge = best_edge(graph, node)
            if graph.edges[edge].tries == 0:
                break
            line.append(graph.edges[edge].move)
            node = graph.edges[edge].child
        return line


def solved(graph: Graph, node: int) -> bool:
    """Whether the result of a node is proved."""
    return graph.nodes[node].low == graph.nodes[node].high


def mean_reward(graph: Graph, node: int) -> float:
    """The mean reward of a visited or solved node: the exact one if it is proved."""
    if graph.nodes[node].low == graph.nodes[node].high:
        return 0.5 + 0.5 * graph.nodes[node].low
    if graph.nodes[node].visits == 0:
        return 0.0
    return graph.nodes[node].total / graph.nodes[node].visits


def outlook(graph: Graph, node: int) -> float:
    """The mean reward of a visited node, far below all others if it is proved to be lost."""
    if graph.nodes[node].high == LOST:
        return 2.0 * HOPELESS
    return mean_reward(graph, node)


def standing(graph: Graph, node: int, edge: int) -> int:
    """What a move from `node` has proved: 2 a win or all that `node` is worth, 0 a loss, else 1."""
    child = graph.edges[edge].child
    if child == NO_NODE:
        return 1
    low = graph.nodes[child].low
    if low == WON or (solved(graph, node) and low == -graph.nodes[node].low):
        return 2
    return 0 if graph.nodes[child].high == LOST else 1


def best_edge(graph: Graph, node: int) -> int:
    """The move to play: a proved win, else the most tried one that is no proved loss.

    In a proved draw it is a move that is proved to draw: what is not proved may lose.
    """
    chosen = graph.nodes[node].first
    for i in range(1, graph.nodes[node].count):
        edge = graph.nodes[node].first + i
        ahead = standing(graph, node, edge) - standing(graph, node, chosen)
        if ahead > 0 or (ahead == 0 and graph.edges[edge].tries > graph.edges[chosen].tries):
            chosen = edge
    return chosen


def expand(search: Mcts, graph: Graph, node: int) -> bool:
    """Give `node` its edges, each with a prior; False if there is no room for them."""
    if not cython.compiled:
        moves, rates = [0] * MAX_MOVES, [0] * MAX_MOVES
    count = search.position.generate(moves)
    if graph.edge_size + count > graph.edge_capacity:
        return False
    if search.priors:
        search.position.rate(moves, count, rates)
    else:
        for i in range(count):
            rates[i] = 0
    first = graph.edge_size
    graph.edge_size += count
    best = rates[0]
    for i in range(1, count):
        best = max(best, rates[i])
    whole = 0.0
    for i in range(count):
        weight = exp((rates[i] - best) / 100.0)
        graph.edges[first + i].prior = weight
        whole += weight
    for i in range(count):
        prior = EVEN_SHARE / count + (1.0 - EVEN_SHARE) * graph.edges[first + i].prior / whole
        grains = cython.cast(cython.int, prior * GRAIN + 0.5)
        graph.edges[first + i].prior = grains / GRAIN
        graph.edges[first + i].child = NO_NODE
        graph.edges[first + i].tries = 0
        graph.edges[first + i].move = moves[i]
    bring_likeliest(graph, first, first + count)
    # Last of all, for others may look at the node meanwhile.
    graph.nodes[node].count = count
    graph.nodes[node].first = first
    return True


def settle(graph: Graph, node: int) -> bool:
    """Bound the reward of an expanded node by those of its children; whether that was news."""
    low = high = LOST
    for i in range(graph.nodes[node].count):
        child = graph.edges[graph.nodes[node].first + i].child
        if child == NO_NODE:
            high = WON
        else:
            if graph.nodes[child].low > low:
                low = graph.nodes[child].low
            if graph.nodes[child].high > high:
                high = graph.nodes[child].high
    news = graph.nodes[node].low < -high or graph.nodes[node].high > -low
    if graph.nodes[node].low < -high:
        graph.nodes[node].low = -high
    if graph.nodes[node].high > -low:
        graph.nodes[node].high = -low
    return news


def select(search: Mcts, graph: Graph, node: int) -> int:
    """The edge to follow, by PUCT, past those that are proved losses.

    ``SOLVED_NODE`` if the children have proved the node meanwhile, by another way to them.
    """
    first = graph.nodes[node].first
    whole = search.exploration * sqrt(1.0 * graph.nodes[node].visits)
    untried = 1.0 - graph.nodes[node].total / graph.nodes[node].visits
    if search.position.seats > 2:
        untried /= search.position.seats - 1
    untried -= search.reduction
    chosen = first
    best = HOPELESS
    edge, end = first, first + graph.nodes[node].count
    while edge < end and graph.edges[edge].tries:
        bound = graph.edges[edge].mean + whole * graph.edges[edge].pull
        if bound > best:
            best = bound
            chosen = edge
        edge += 1
    # Of those that were not tried only the first one, the likeliest, can be chosen.
    if edge < end and untried + whole * graph.edges[edge].prior > best:
        bring_likeliest(graph, edge + 1, end)
        return edge
    if best == HOPELESS or graph.edges[chosen].mean >= SURE:
        settle(graph, node)
        if solved(graph, node):
            return SOLVED_NODE
    return chosen


def bring_likeliest(graph: Graph, first: int, end: int) -> None:
    """Put the likeliest of the edges from `first` on, none of which was tried, in front."""
    likeliest = first
    for edge in range(first + 1, end):
        if graph.edges[edge].prior > graph.edges[likeliest].prior:
            likeliest = edge
    if likeliest > first:
        prior, move = graph.edges[first].prior, graph.edges[first].move
        graph.edges[first].prior = graph.edges[likeliest].prior
        graph.edges[first].move = graph.edges[likeliest].move
        graph.edges[likeliest].prior, graph.edges[likeliest].move = prior, move


def enter(search: Mcts, graph: Graph, edge: int) -> int:
    """The node of the position after `edge`, which was just played; ``NO_NODE`` if no room."""
    if graph.edges[edge].child == NO_NODE:
        key = search.position.key()
        node = find(graph, key)
        if node == NO_NODE:
            node = add(graph, key)
            if node != NO_NODE and search.proofs and search.position.seats == 2:
                judge(search, graph, node)
        graph.edges[edge].child = node
    return graph.edges[edge].child


def judge(search: Mcts, graph: Graph, node: int) -> None:
    """Bound the reward of a new node of two seats, if the game is over or about to be."""
    if search.position.over():
        winners = search.position.winners()
        result = DRAWN if winners == 3 else WON if winners == 1 << search.mover else LOST
        graph.nodes[node].low = graph.nodes[node].high = result
    elif search.position.sudden and search.position.decisive(1 - search.mover) != NONE_LEFT:
        graph.nodes[node].low = graph.nodes[node].high = LOST


def is_inner(search: Mcts, graph: Graph, node: int) -> bool:
    """Whether the way goes on below a node, which is given its edges if it is time."""
    if node == NO_NODE or solved(graph, node) or graph.nodes[node].visits < LEAF_VISITS:
        return False
    if graph.nodes[node].first == UNEXPANDED and not expand(search, graph, node):
        return False
    return graph.nodes[node].count > 0


def simulate(search: Mcts, graph: Graph) -> None:
    """Down the graph to a leaf, its value, and the value up again."""
    if search.is_shared:
        seize(graph)
    depth = descend(search, graph)
    node = search.path[depth]
    played = 0
    if node != NO_NODE and solved(graph, node):
        if depth > 0:
            value_solved(search, node, search.mover)
    elif search.is_shared:
        lend(graph, search.path, search.edges, depth)
        release(graph)
        played = value_leaf(search, search.position)
        seize(graph)
        take_back(graph, search.path, search.edges, depth)
    else:
        played = value_leaf(search, search.position)
    if search.measuring and depth > 0 and (played or search.position.over()):
        edge = search.edges[0]
        index = edge - graph.nodes[search.root].first
        measure_lead(search, search.position, search.seats[0], index, graph.edges[edge].tries)
    for _i in range(depth + played):
        search.position.unmake()
    credit(search, graph, depth)
    if search.is_shared:
        release(graph)
    if depth > search.deepest:
        search.deepest = depth
    search.simulations += 1
    search.plies += depth + played


def descend(search: Mcts, graph: Graph) -> int:
    """Follow the best moves to a node without edges, or one that is solved; returns its depth."""
    node = search.root
    depth = 0
    search.path[0] = node
    while is_inner(search, graph, node):
        edge = select(search, graph, node)
        if edge == SOLVED_NODE:
            break
        search.mover = search.position.side()
        search.edges[depth] = edge
        search.seats[depth] = search.mover
        search.position.make(graph.edges[edge].move)
        node = enter(search, graph, edge)
        depth += 1
        search.path[depth] = node
    return depth


def value_solved(search: Mcts, node: int, mover: int) -> None:
    """The rewards of a proved position of two seats that `mover` has moved to."""
    reward = 0.5 + 0.5 * search.graph.nodes[node].low
    search.rewards[mover] = reward
    search.rewards[1 - mover] = 1.0 - reward


def value_leaf(search: Mcts, position: Position) -> int:
    """The rewards of a position that has no edges yet; returns the plies of its playout."""
    played = 0
    share = search.playout_share
    if position.over():
        share = 1.0
    else:
        if search.proofs and position.sudden and position.decisive(position.side()) != NONE_LEFT:
            for seat in range(position.seats):
                search.rewards[seat] = 1.0 if seat == position.side() else 0.0
            return 0
        expect(search, position)
        if share > 0.0:
            played = random_game(position, search.random)
    if share > 0.0:
        winners = position.winners()
        part = share / popcount(winners)
        for seat in range(position.seats):
            reward = search.rewards[seat] * (1.0 - share)
            if winners >> seat & 1:
                reward += part
            search.rewards[seat] = reward
    return played


def expect(search: Mcts, position: Position) -> None:
    """The rewards that the game expects without a playout."""
    search.rewards[0] = rounded(position.expected(0))
    if position.seats == 2:
        search.rewards[1] = 1.0 - search.rewards[0]
        return
    for seat in range(1, position.seats):
        search.rewards[seat] = rounded(position.expected(seat))


def rounded(number: float) -> float:
    """A number from 0 to 1, in whole grains."""
    grains: int = cython.cast(cython.int, number * GRAIN + 0.5)
    return grains / GRAIN


def credit(search: Mcts, graph: Graph, depth: int) -> None:
    """Count the rewards in every node of the path, and what its end has proved."""
    news = search.position.seats == 2 and search.path[depth] != NO_NODE
    news = news and solved(graph, search.path[depth])
    for i in range(depth, -1, -1):
        node = search.path[i]
        if node == NO_NODE:
            follow(graph, search.edges[i - 1], search.rewards[search.seats[i - 1]])
            continue
        graph.nodes[node].visits += 1
        if news and i < depth:
            news = settle(graph, node)
        if i > 0:
            graph.nodes[node].total += search.rewards[search.seats[i - 1]]
            follow(graph, search.edges[i - 1], outlook(graph, node))
        elif search.position.seats == 2:
            graph.nodes[node].total += search.rewards[1 - search.position.side()]


def follow(graph: Graph, edge: int, mean: float) -> None:
    """Count one more try of an edge, whose end has this mean reward now."""
    graph.edges[edge].tries += 1
    graph.edges[edge].mean = mean
    graph.edges[edge].pull = graph.edges[edge].prior / (1 + graph.edges[edge].tries)
