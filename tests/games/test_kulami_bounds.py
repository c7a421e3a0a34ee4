"""What Kulami's position says of its future against trying out the future (RULES K5 to K12)."""

import itertools
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.game import Setup
from engine.games.kulami import tables
from engine.games.kulami.board import AREAS, LINES, SCORING, Layout, read_layout
from engine.games.kulami.position import Kulami
from engine.games.position import Position
from engine.games.registry import GAMES
from tests.games.support import COMPILED

LAYOUTS = ("R8", "R9", "irregular")
EXAMPLES = 25 if COMPILED else 2
#: Plies that are tried out in full.
DEPTH = 8 if COMPILED else 4
choices = st.lists(st.integers(0, 10**6), min_size=56, max_size=56)
setups = pytest.mark.parametrize(("layout", "scoring"), list(product(LAYOUTS, SCORING)))


@lru_cache
def setup_of(layout: str, scoring: str) -> Setup:
    return GAMES["kulami"].setup({"layout": layout, "scoring": scoring, "seed": "3"})


def start(layout: str, scoring: str) -> Kulami:
    """The empty board."""
    return cast(Kulami, setup_of(layout, scoring).start())


def late(layout: str, scoring: str, walk: list[int], left: int) -> Kulami:
    """A position of a random game with `left` plies to go at most, or its end before."""
    position = start(layout, scoring)
    for number in walk:
        legal = position.legal()
        if not legal or position.plies_left() <= left:
            break
        position.play(legal[number % len(legal)])
    return position


def exact(position: Position) -> int:
    """The score from the side to move, by trying everything."""
    legal = position.legal()
    if not legal:
        return position.value()
    best = -(10**6)
    for move in legal:
        position.play(move)
        best = max(best, -exact(position))
        position.take_back()
    return best


@setups
@settings(max_examples=EXAMPLES)
@given(walk=choices)
def test_no_play_leads_out_of_the_bounds(layout: str, scoring: str, walk: list[int]) -> None:
    """Also when the notes of earlier plies are made first or not at all, and after a copy."""
    position = late(layout, scoring, walk, DEPTH)
    low, high = position.bounds()
    assert low <= exact(position) <= high
    assert position.copy().bounds() == position.bounds() == (low, high)
    for move in position.legal():
        position.play(move)
        assert position.bounds() == position.copy().bounds()
        position.take_back()


@setups
@settings(max_examples=2 * EXAMPLES)
@given(walk=choices)
def test_every_game_ends_within_the_bounds_of_all_its_plies(
    layout: str, scoring: str, walk: list[int]
) -> None:
    """Early bounds too, which nobody can try out; red's view, so that they can be compared."""
    position = start(layout, scoring)
    bounds = []
    for number in walk:
        low, high = position.bounds()
        bounds.append((-high, -low) if position.seat_to_move() else (low, high))
        if not (legal := position.legal()):
            break
        position.play(legal[number % len(legal)])
    score = -position.value() if position.seat_to_move() else position.value()
    assert all(low <= score <= high for low, high in bounds)
    assert position.bounds() == position.bounds()


@pytest.mark.parametrize("scoring", ["standard", "both"])
@settings(max_examples=EXAMPLES)
@given(walk=choices)
def test_one_essence_has_one_future(scoring: str, walk: list[int]) -> None:
    """Positions that share ``essence`` have the same legal moves and the same exact score."""
    position = late("R9", scoring, walk, 6 if COMPILED else 4)
    seen: dict[int, tuple[int, list[int]]] = {}

    def compare() -> int:
        legal = position.legal()
        score = -(10**6) if legal else position.value()
        for move in legal:
            position.play(move)
            score = max(score, -compare())
            position.take_back()
        assert seen.setdefault(position.essential_hash(), (score, legal)) == (score, legal)
        return score

    compare()


def gain_of(size: int, own: int, other: int, marbles: int) -> int:
    """How much the lead of `own` grows on a tile by so many of its marbles."""

    def points(more: int) -> int:
        return size * ((own + more > other) - (own + more < other))

    return points(marbles) - points(0)


@lru_cache
def reserves() -> Mapping[tables.Tile, tables.Reserve]:
    return {tile: tables.tile_reserve(*tile) for tile in tables.TILES}


def test_reserve_of_a_tile_bounds_every_gain() -> None:
    for (size, own, other), (level, marbles) in reserves().items():
        for more in range(size - own - other + 1):
            assert gain_of(size, own, other, more) <= level * min(more, marbles)


def test_reserve_of_a_tile_is_tight_at_its_end() -> None:
    for (size, own, other), (level, marbles) in reserves().items():
        assert gain_of(size, own, other, marbles) == level * marbles


def test_a_decided_tile_can_change_no_more() -> None:
    for size, own, other in tables.TILES:
        empty = size - own - other
        ends = {
            (own + more > other + empty - more) - (own + more < other + empty - more)
            for more in range(empty + 1)
        }
        assert tables.is_decided(size, own, other) == (len(ends) == 1 and ends != {0})


def counted(position: Kulami, layout: Layout) -> Counter[str]:
    """The features of a position, counted from the picture of the board alone."""
    owners, mover = position.owners(), position.seat_to_move() + 1
    found: Counter[str] = Counter({"to move": 1})
    tiles = {
        tile: [o for o, t in zip(owners, layout.tile, strict=True) if t == tile]
        for tile in layout.tile
    }
    for cells in tiles.values():
        mine, his = cells.count(mover), cells.count(3 - mover)
        ahead, behind = max(mine, his), min(mine, his)
        if ahead > behind:
            won = ahead - behind > cells.count(0)
            name = f"tile {len(cells)} " + ("won" if won else f"{ahead}-{behind}")
            found[name] += 1 if mine > his else -1
    legal = position.legal()
    found[f"replies {min(len(legal), 9)}"] += 1
    gains = []
    for move in legal:
        cells = tiles[layout.tile[move]]
        lead = cells.count(mover) - cells.count(3 - mover)
        gains.append(len(cells) * ((lead + 1 > 0) - (lead + 1 < 0) - (lead > 0) + (lead < 0)))
    if max(gains):
        found[f"best gain {max(gains)}"] += 1
    parts = [position.points(seat) for seat in (mover - 1, 2 - mover)]
    if position.modes & AREAS:
        found["largest group"] += parts[0][1] - parts[1][1]
    if position.modes & LINES:
        found["lines"] += parts[0][2] - parts[1][2]
        for five in itertools.chain(*layout.windows):
            held = Counter(owners[cell] for cell in range(64) if five >> cell & 1)
            for seat, sign in ((mover, 1), (3 - mover, -1)):
                if 0 < held[seat] < 5 and held[seat] + held[0] == 5:
                    found[f"open five with {held[seat]}"] += sign
    return found


@setups
@settings(max_examples=EXAMPLES)
@given(walk=choices, left=st.integers(1, 56))
def test_features_are_what_can_be_counted_on_the_board(
    layout: str, scoring: str, walk: list[int], left: int
) -> None:
    position = late(layout, scoring, walk, left)
    if position.is_over():
        return
    board = read_layout(setup_of(layout, scoring).options["layout"])
    wanted = counted(position, board)
    assert position.features() == [wanted[name] for name in tables.FEATURES]
    assert set(wanted) <= set(tables.FEATURES)


@setups
@settings(max_examples=EXAMPLES)
@given(walk=choices, left=st.integers(1, 56))
def test_traits_foretell_the_replies(layout: str, scoring: str, walk: list[int], left: int) -> None:
    """How many replies a move leaves, and the best gain among them, as found by playing it."""
    position = late(layout, scoring, walk, left)
    for move, traits in zip(position.legal(), position.move_traits(), strict=True):
        names = [tables.TRAITS[trait] for trait in traits]
        position.play(move)
        replies = len(position.legal())
        assert names[2] == f"replies {min(replies, 9)}"
        best = 0
        if replies:
            features = dict(zip(tables.FEATURES, position.features(), strict=True))
            best = sum(level * features[f"best gain {level}"] for level in tables.LEVELS)
        assert names[1] == f"best reply gains {best}"
        position.take_back()
