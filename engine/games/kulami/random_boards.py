"""Random Kulami boards (K2, K14): the same seed gives the same board on every machine."""

from collections import Counter
from collections.abc import Iterator

from engine.games.kulami.board import BOX, LETTERS, TILES, Layout, Square, read_layout
from engine.games.randomness import Dice

Placement = tuple[Square, ...]
SIDE = 8
#: Tile choices after which a search for a tiling starts afresh.
PATIENCE = 2000


def random_square(dice: Dice) -> Layout:
    """A random tiling of the full 8x8 square, without a dead cell."""
    while True:
        tiles = _tiling(dice)
        if tiles is not None:
            return _layout(tiles)


def random_irregular(dice: Dice) -> Layout:
    """A random connected assembly in a box of at most 10x10, without a dead cell.

    How compact it becomes is drawn too, so that outlines run from nearly full to ragged, with
    gaps and holes.
    """
    while True:
        tiles = _assembly(dice)
        if tiles is None:
            continue
        layout = _layout(tiles)
        if not layout.dead_cells():
            return layout


def _layout(tiles: list[Placement]) -> Layout:
    letters = {square: LETTERS[i] for i, tile in enumerate(tiles) for square in tile}
    rows = ("".join(letters.get((x, y), ".") for x in range(BOX)) for y in range(BOX))
    return read_layout("/".join(rows))


def _rectangle(left: int, bottom: int, width: int, height: int) -> Placement:
    return tuple((left + x, bottom + y) for y in range(height) for x in range(width))


def _tiling(dice: Dice) -> list[Placement] | None:
    """An exact cover of the square by the tiles; None if the search ran out of patience.

    Always covers the first free square, with the tiles that fit there in random order.
    """
    left = Counter(TILES)
    free = {(x, y) for y in range(SIDE) for x in range(SIDE)}
    tiles: list[Placement] = []
    choices: list[Iterator[tuple[Square, Placement]]] = [_fitting(dice, left, free)]
    shapes: list[Square] = []
    for _ in range(PATIENCE):
        step = next(choices[-1], None)
        if step is None:
            choices.pop()
            if not tiles:
                return None
            left[shapes.pop()] += 1
            free.update(tiles.pop())
            continue
        shape, tile = step
        left[shape] -= 1
        free.difference_update(tile)
        shapes.append(shape)
        tiles.append(tile)
        if not free:
            return tiles
        choices.append(_fitting(dice, left, free))
    return None


def _fitting(
    dice: Dice, left: Counter[Square], free: set[Square]
) -> Iterator[tuple[Square, Placement]]:
    """The tiles still to be had that cover the first free square, in random order."""
    x, y = min(free, key=lambda square: (square[1], square[0]))
    found = [
        (shape, tile)
        for shape in TILES
        if left[shape]
        for width, height in dict.fromkeys((shape, shape[::-1]))
        if free.issuperset(tile := _rectangle(x, y, width, height))
    ]
    dice.shuffle(found)
    return iter(found)


def _assembly(dice: Dice) -> list[Placement] | None:
    """The tiles laid one by one, each touching the others; None if one found no place."""
    bag = list(TILES.elements())
    dice.shuffle(bag)
    compactness = dice.below(5)
    tiles: list[Placement] = []
    taken: set[Square] = set()
    for shape in bag:
        places = [p for p in _places(shape) if taken.isdisjoint(p)]
        weights = [_weight(_contacts(place, taken), compactness) for place in places]
        if not taken:
            weights = [1] * len(places)
        if not sum(weights):
            return None
        place = _weighted(dice, places, weights)
        tiles.append(place)
        taken.update(place)
    return tiles


def _places(shape: Square) -> Iterator[Placement]:
    """Every way to lay a tile of this shape into the box."""
    for width, height in dict.fromkeys((shape, shape[::-1])):
        for left in range(BOX - width + 1):
            for bottom in range(BOX - height + 1):
                yield _rectangle(left, bottom, width, height)


def _contacts(tile: Placement, taken: set[Square]) -> int:
    """How many edges of the tile touch a taken square."""
    return sum(
        near in taken for x, y in tile for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    )


def _weight(contacts: int, compactness: int) -> int:
    """How much a place is wanted; a tile that touches nothing may not be laid."""
    return contacts**compactness if contacts else 0


def _weighted(dice: Dice, places: list[Placement], weights: list[int]) -> Placement:
    mark = dice.below(sum(weights))
    for place, weight in zip(places, weights, strict=True):
        mark -= weight
        if mark < 0:
            return place
    raise AssertionError("the mark lies within the sum of the weights")
