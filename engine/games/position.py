"""The position that every game implements and every search walks.

Moves are small integers that only the game and its ``Setup`` understand. Seats are counted
from 0 in this module and in the searches, from 1 everywhere a person can see them.
C types are in ``position.pxd``.
"""

from collections.abc import MutableSequence

import cython

Moves = MutableSequence[int]

if not cython.compiled:
    from math import exp

    NONE_LEFT = -1
    MAX_MOVES = 80
    MAX_PLY = 64
else:
    from cython.cimports.libc.math import exp  # type: ignore[no-redef]

#: Scores of finished two-seat games, from the side to move (see ``Position.final_score``).
OUTRIGHT = 25000
ON_POINTS = 20000
#: Every evaluation of an unfinished position lies strictly between plus and minus this.
EVALUATION_LIMIT = 15000


class Position:
    """A position that is changed in place by ``make`` and ``unmake``.

    `seats` play; `ply` moves were made since the start. With `plain` set ``evaluate`` gives the
    bare score. A `sudden` game may be won outright before its end.

    The first block of methods is the kernel's interface: in the compiled build they are C
    functions that only other compiled modules can call. The second block is what Python calls.
    """

    def __init__(self) -> None:
        self.seats = 2
        self.ply = 0
        self.plain = False
        self.sudden = False

    def generate(self, out: Moves) -> int:
        """Write the legal moves to `out`; return how many there are, 0 if and only if over."""
        return 0

    def pick(self, random: int) -> int:
        """A legal move chosen by a random 64-bit number; ``NONE_LEFT`` if and only if over.

        It is the one at ``(random >> 32) * count >> 32`` of the list that ``generate`` writes. A
        game that can find it without the list makes playouts faster.
        """
        if not cython.compiled:
            moves = [0] * MAX_MOVES
        count = self.generate(moves)
        return moves[(random >> 32) * count >> 32] if count else NONE_LEFT

    def make(self, move: int) -> None:
        """Play `move`, which must be legal. Raises nothing and checks nothing."""

    def unmake(self) -> None:
        """Take back the last move made on this object."""

    def side(self) -> int:
        """The seat to move, from 0; of no meaning when the game is over."""
        return 0

    def over(self) -> bool:
        """Whether the game has ended here."""
        return True

    def winners(self) -> int:
        """The result of a finished game as a bit mask of seats.

        One bit: that seat has won. More bits: those seats draw.
        """
        return 0

    def margin(self) -> int:
        """By how much a finished game was won, in units of the criterion that decided it.

        0 if it was won outright, or drawn.
        """
        return 0

    def evaluate(self) -> int:
        """A two-seat game's prospects for the side to move, within ``EVALUATION_LIMIT``.

        With `plain` set it is the bare score. Not called when the game is over.
        """
        return 0

    def expected(self, seat: int) -> float:
        """The reward, from 0 to 1, that `seat` can expect of an unfinished game.

        1 is a win, and those who draw share it. With two seats it is what ``evaluate`` stands for.
        """
        score = self.evaluate()
        if seat != self.side():
            score = -score
        return 1.0 / (1.0 + exp(-score / 100.0))

    def doubt(self) -> float:
        """How much of what a leaf is worth a random playout should say, from 0 to 1.

        The rest is ``expected``.
        """
        return 0.5

    def rate(self, moves: Moves, count: int, out: Moves) -> None:
        """Write to `out` how good each of the `count` legal `moves` looks, without a search.

        In hundredths of a logit: the odds of two moves to be the best one are those of their
        difference. Quick, for it is asked for in every node.
        """
        for i in range(count):
            out[i] = 0

    def decisive(self, seat: int) -> int:
        """A move that wins the game outright at once for `seat`, were `seat` to move here.

        ``NONE_LEFT`` if there is none, or if the game cannot tell: only in a game with a method
        of its own does that answer prove anything.
        """
        return NONE_LEFT

    def hurry(self, hurries: bool) -> None:
        """Value positions from now on by what is quick to know, or not, if there is a choice.

        For searches that look at the end of the game, and evaluate for the order of moves only.
        """

    def ceiling(self) -> int:
        """No play from here gives the side to move a ``final_score`` of more; cheap to know."""
        return 25000

    def floor(self) -> int:
        """No play from here gives the side to move a ``final_score`` of less; cheap to know."""
        return -25000

    def horizon(self) -> int:
        """An upper bound of the plies that can still be played."""
        return 0

    def key(self) -> int:
        """A 64-bit Zobrist hash of everything that influences play or result."""
        return 0

    def essence(self) -> int:
        """A 64-bit hash of all that the legal moves and final scores from here on depend on.

        Coarser than ``key`` if a game can tell cheaply that what differs does not matter any
        more. The seat to move counts only as such: scores are from its side.
        """
        return self.key()

    def canonical(self) -> int:
        """As ``essence``, but also the same for positions that are mirror images of each other.

        Dearer than ``essence``, and the same number if the board has no symmetry.
        """
        return self.essence()

    def total(self, seat: int) -> int:
        """The total of `seat`, from 0 (RULES C7)."""
        return 0

    def final_score(self) -> int:
        """The exact score of a finished two-seat game, from the side to move.

        0 for a draw; ``ON_POINTS`` + margin for a win on points; ``OUTRIGHT`` - ply for an
        outright win, so that the quicker one is worth more. Negated for a loss.
        """
        winners = self.winners()
        if winners & (winners - 1):
            return 0
        margin = self.margin()
        score = 20000 + margin if margin else 25000 - self.ply
        return score if winners == 1 << self.side() else -score

    def copy(self) -> "Position":
        """An independent copy without history: it cannot be unmade beyond this point."""
        raise NotImplementedError

    # ------------------------------------------------------------------ for Python callers

    def legal(self) -> list[int]:
        """The legal moves; empty if and only if the game is over."""
        if not cython.compiled:
            moves = [0] * MAX_MOVES
        count = self.generate(moves)
        return [moves[i] for i in range(count)]

    def picked(self, random: int) -> int:
        """`pick`, for Python."""
        return self.pick(random)

    def play(self, move: int) -> None:
        """`make`, for Python; the caller has checked that `move` is legal."""
        self.make(move)

    def is_forcing(self) -> bool:
        """Whether most moves leave few replies, and a series of them may win at any time.

        Proof numbers then find long wins that a search of all moves to a depth does not.
        """
        return False

    def on_record(self) -> int | None:
        """A move that wins, as was proved once and written down; None if none is known."""
        return None

    def take_back(self) -> None:
        """`unmake`, for Python."""
        self.unmake()

    def seat_to_move(self) -> int:
        """`side`, for Python."""
        return self.side()

    def is_over(self) -> bool:
        """`over`, for Python."""
        return bool(self.over())

    def winning_seats(self) -> tuple[int, ...]:
        """`winners`, for Python: the seats, from 0, that have won or share a draw."""
        winners = self.winners()
        return tuple(seat for seat in range(self.seats) if winners >> seat & 1)

    def winning_margin(self) -> int:
        """`margin`, for Python."""
        return self.margin()

    def value(self) -> int:
        """The exact score if over, else the evaluation, from the side to move."""
        return self.final_score() if self.over() else self.evaluate()

    def rates(self) -> list[int]:
        """`rate`, for Python: of each of ``legal``, in its order."""
        if not cython.compiled:
            moves, out = [0] * MAX_MOVES, [0] * MAX_MOVES
        count = self.generate(moves)
        self.rate(moves, count, out)
        return [out[i] for i in range(count)]

    def winning_move(self, seat: int) -> int | None:
        """`decisive`, for Python: None if there is no such move."""
        move = self.decisive(seat)
        return None if move == NONE_LEFT else move

    def value_quickly(self, hurries: bool = True) -> None:
        """`hurry`, for Python."""
        self.hurry(hurries)

    def bounds(self) -> tuple[int, int]:
        """`floor` and `ceiling`, for Python."""
        return self.floor(), self.ceiling()

    def expectation(self, seat: int) -> float:
        """`expected`, for Python."""
        return self.expected(seat)

    def canonical_hash(self) -> int:
        """`canonical`, for Python: an unsigned 64-bit number."""
        return self.canonical()

    def plies_left(self) -> int:
        """`horizon`, for Python."""
        return self.horizon()

    def essential_hash(self) -> int:
        """`essence`, for Python: an unsigned 64-bit number."""
        return self.essence()

    def hash(self) -> int:
        """`key`, for Python: an unsigned 64-bit number."""
        return self.key()

    def totals(self) -> tuple[int, ...]:
        """Each seat's total (RULES C7), seat 1 first."""
        return tuple(self.total(seat) for seat in range(self.seats))
