"""What a Kulami tile can still become, and the features that the evaluation is made of.

A tile is seen as (size, own, other): its cells, and the marbles of one side and the other side.
It is decided when one side leads by more marbles than cells are empty: whatever is played there
any more is waste. Never compiled.
"""

from itertools import product
from typing import NamedTuple

SIZES = (2, 3, 4, 6)
#: What one marble can be worth, in points of lead, from the most; see ``tile_reserve``.
LEVELS = (6, 4, 3, 2)
#: Counts of replies from 0 up to this one are told apart; more count as this one.
MOST_REPLIES = 9

Tile = tuple[int, int, int]
#: Every tile with what can lie on it.
TILES: tuple[Tile, ...] = tuple(
    (size, own, other)
    for size in SIZES
    for own, other in product(range(size + 1), repeat=2)
    if own + other <= size
)


class Reserve(NamedTuple):
    """So many marbles of one side, each worth at most `level` points of its lead."""

    level: int
    marbles: int


def is_decided(size: int, own: int, other: int) -> bool:
    """Whether the marbles to come cannot change who has more here; false for a full tie."""
    return abs(own - other) > size - own - other


def tile_gain(size: int, own: int, other: int) -> int:
    """How much the mover's lead in tile points grows by one more marble of his there (K9)."""
    return size if own - other in (0, -1) else 0


def tile_reserve(size: int, own: int, other: int) -> Reserve:
    """Marbles with which `own` can still raise its lead in tile points here.

    However many of them it plays, its lead grows by at most their number times the level: the
    bound is the least concave one above what k marbles gain.
    """
    empty, behind = size - own - other, other - own
    if behind < 0 or behind > empty or empty == 0:
        return Reserve(0, 0)
    if behind == empty:
        return Reserve(size // behind, behind)
    gain = size if behind == 0 else 2 * size
    return Reserve(gain // (behind + 1), behind + 1)


def packed_reserve(size: int, own: int, other: int) -> int:
    """``tile_reserve`` of both sides as bytes that can be summed over tiles.

    From the lowest byte: the marbles of `own` by ``LEVELS``, then those of `other`.
    """
    packed = 0
    for side, reserve in enumerate(
        (tile_reserve(size, own, other), tile_reserve(size, other, own))
    ):
        if reserve.marbles:
            packed += reserve.marbles << 32 * side + 8 * LEVELS.index(reserve.level)
    return packed


def tile_state(size: int, red: int, black: int) -> int:
    """A number below 32 that says all of a tile with so many empty cells that still matters."""
    if is_decided(size, red, black):
        return 1 if red > black else 2
    return 16 + red - black


def _lead_names() -> dict[Tile, str]:
    """The tiles on which the first side leads, by the name of their feature."""
    names = {}
    for size, own, other in TILES:
        if own > other:
            won = is_decided(size, own, other)
            names[size, own, other] = f"{size} won" if won else f"{size} {own}-{other}"
    return names


def _open_names() -> dict[Tile, str]:
    """The tiles that have an empty cell, by the name of the trait of a move there."""
    names = {}
    for size, own, other in TILES:
        if own + other < size:
            word = "won" if own > other else "lost"
            decided = is_decided(size, own, other)
            names[size, own, other] = f"{size} {word}" if decided else f"{size} {own}-{other}"
    return names


LEAD_NAMES = _lead_names()
OPEN_NAMES = _open_names()
_LEADS = list(dict.fromkeys(LEAD_NAMES.values()))
_OPEN = list(dict.fromkeys(OPEN_NAMES.values()))

#: The features of a position, from the side to move: what is his counts up, what is the
#: opponent's down. The kernel fills them in this order (``Kulami.features``).
FEATURES = (
    "to move",
    *(f"tile {name}" for name in _LEADS),
    *(f"replies {count}" for count in range(1, MOST_REPLIES + 1)),
    *(f"best gain {level}" for level in LEVELS),
    "largest group",
    "lines",
    *(f"open five with {count}" for count in range(1, 5)),
)
#: The traits of a move; each has one of every kind (``Kulami.move_traits``).
TRAITS = (
    *(f"on {name}" for name in _OPEN),
    *(f"best reply gains {level}" for level in (*LEVELS, 0)),
    *(f"replies {count}" for count in range(MOST_REPLIES + 1)),
    *(f"own neighbours {count}" for count in range(5)),
    *(f"other neighbours {count}" for count in range(5)),
    *(f"own five with {count}" for count in ("none", *range(5))),
    *(f"other five with {count}" for count in ("none", *range(5))),
)


#: Where the kernel counts what is no feature: a place after the last one, without a weight.
IDLE = len(FEATURES)


def lead_feature(size: int, own: int, other: int) -> int:
    """The feature of a tile on which one side leads; ``IDLE`` if nobody does."""
    ahead, behind = max(own, other), min(own, other)
    return FEATURES.index(f"tile {LEAD_NAMES[size, ahead, behind]}") if ahead > behind else IDLE


def open_trait(size: int, own: int, other: int) -> int:
    """The trait of a move of `own` on this tile; of no meaning if that is full."""
    name = OPEN_NAMES.get((size, own, other))
    return TRAITS.index(f"on {name}") if name else 0
