"""What the searches of the kernel have in common: that they are stopped, and what they count.

C types are in ``halting.pxd``.
"""

import cython

from engine.games.position import Position

if not cython.compiled:
    MAX_MOVES = 80

UNLIMITED = 1 << 62
#: A move's lead is taken from each of its first playouts, and later from one in so many.
SPARSE, EACH = 8, 64


class Halting:
    """A search that any thread may stop."""

    def __init__(self) -> None:
        self.stopped = False

    def halt(self) -> None:
        """Make a running search return as soon as it can; may be called from any thread."""
        self.stopped = True

    def is_halted(self) -> bool:
        """Whether the search was halted, or ran into its limit of nodes if it has one."""
        return bool(self.stopped)

    def resume(self) -> None:
        """Be ready to go on after ``halt``, or after the limit of nodes was raised."""
        self.stopped = False


class Limited(Halting):
    """A search that stops by itself after so many nodes. `nodes` counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes = 0
        self.node_limit = UNLIMITED

    def limit_nodes(self, nodes: int) -> None:
        """Stop by itself after `nodes` nodes since the start; 0 for no limit."""
        self.node_limit = nodes or UNLIMITED

    def is_exhausted(self) -> bool:
        """Whether the limit of nodes is reached."""
        return bool(self.nodes >= self.node_limit)


class Sampling(Halting):
    """A search that plays simulations.

    `simulations` counts what ``run`` has done, `plies` the moves made for it in all; `deepest` is
    the longest way from the root. It `is_shared` if other searches grow the same graph.
    """

    def __init__(self) -> None:
        super().__init__()
        self.simulations = self.plies = self.deepest = 0
        self.measuring = self.is_shared = False
        if not cython.compiled:
            self.leads, self.measured = [0.0] * MAX_MOVES, [0] * MAX_MOVES
        forget_leads(self)

    def resume(self) -> None:
        """Be ready to run again after ``halt``, and begin all counts anew."""
        self.simulations = self.plies = self.deepest = 0
        self.stopped = False

    def measure(self) -> None:
        """Take the leads of the root's moves from now on (``root_leads``)."""
        self.measuring = True

    def mean_leads(self, count: int) -> list[float]:
        """The mean lead after each of the first moves of the root; 0 if none was measured."""
        return [self.leads[i] / max(self.measured[i], 1) for i in range(count)]


def forget_leads(search: Sampling) -> None:
    """Begin to measure the leads anew."""
    for i in range(MAX_MOVES):
        search.leads[i] = 0.0
        search.measured[i] = 0


def measure_lead(search: Sampling, position: Position, seat: int, index: int, tries: int) -> None:
    """Count the lead of `seat` at the end of a game for the move of this index that began it.

    The lead is the total (RULES C7) less the best other one. Of a move that was tried often
    only some are counted.
    """
    if tries > EACH and search.simulations % SPARSE:
        return
    best = -1
    for other in range(position.seats):
        if other != seat:
            best = max(best, position.total(other))
    search.leads[index] += position.total(seat) - best
    search.measured[index] += 1
