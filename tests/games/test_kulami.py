"""Kulami, rule by rule (RULES K1 to K14)."""

import itertools
from collections import Counter

import pytest

from engine.games.errors import IllegalMove, InvalidOption, InvalidPosition
from engine.games.kulami.board import NAMED, SCORING, TILES, read_layout
from engine.games.kulami.random_boards import random_irregular, random_square
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import COMPILED, load, played

R8 = NAMED["R8"].split("/")
#: An irregular board with gaps in row 10 and in rows 4 and 5.
GAPPED = (
    "...AA.BBB./...CCCBBBD/...CCCEEFD/..GGGHHHFD/IIJJJHHHKK/"
    "IILLMM..KK/IILLMM..NN/OOOPP...../QQ.PP...../QQ........"
)
SEEDS = range(60 if COMPILED else 10)


def layout_error(text: str) -> str:
    with pytest.raises(InvalidOption) as caught:
        GAMES["kulami"].setup({"layout": text})
    assert caught.value.name == "layout"
    return caught.value.why


def with_row(number: int, row: str) -> str:
    return "/".join([*R8[:number], row, *R8[number + 1 :]])


def test_k1_seventeen_tiles_of_64_cells() -> None:
    assert Counter(TILES) == {(3, 2): 4, (2, 2): 5, (3, 1): 4, (2, 1): 4}
    assert sum(a * b * n for (a, b), n in TILES.items()) == 64
    for text in NAMED.values():
        assert sorted(read_layout(text).tile_sizes) == [2] * 4 + [3] * 4 + [4] * 5 + [6] * 4


def test_k1_a_missing_and_a_surplus_tile() -> None:
    without_a = "/".join(R8).replace("A", ".")
    assert layout_error(without_a) == "missing 2x2 tile: 5 needed, 4 found"
    one_more = "/".join(["RR......", *R8])
    assert layout_error(one_more) == "surplus 1x2 tile: 4 needed, 5 found"


def test_k1_a_tile_of_a_size_that_does_not_exist() -> None:
    """R8's tiles P (2x3) and Q (2x2) lie side by side."""
    assert "a 2x5 tile does not exist" in layout_error("/".join(R8).replace("Q", "P"))


def test_k2_not_a_rectangle() -> None:
    bent = "/".join(R8).replace("AABCCCDD/AABEEFDD", "AABCCCDD/ABBEEFDD")
    assert "not a rectangle" in layout_error(bent)


def test_k2_a_letter_in_two_places() -> None:
    assert "tile A is split" in layout_error("/".join(R8).replace("Q", "A"))


def test_k2_not_connected() -> None:
    """Tile A touches the rest with a corner only."""
    apart = ["........AA"] * 2 + [row.replace("A", ".") + ".." for row in R8]
    assert "not connected" in layout_error("/".join(apart))


def test_k2_a_box_over_ten_by_ten() -> None:
    wide = "/".join(f"{row[:2]}...{row[2:]}" for row in R8)
    assert "the box is 11x8, more than 10x10" in layout_error(wide)


def test_k2_bad_characters_and_ragged_rows() -> None:
    assert "not '1'" in layout_error("/".join(R8).replace("A", "1"))
    assert "not 'Ä'" in layout_error("/".join(R8).replace("A", "Ä"))
    assert "same length, not 7, 8, 8, 8, 8, 8, 8, 8" in layout_error(with_row(0, R8[0][1:]))
    assert "there is no tile" in layout_error("..../....")
    assert "8x8, irregular" in layout_error("nowhere")


def test_k2_margins_are_trimmed_and_letters_renamed_in_order_of_appearance() -> None:
    renamed = NAMED["R8"].translate(str.maketrans("ABCDEFGHIJKLMNOPQ", "qponmlkjihgfedcba"))
    padded = "/".join(["." * 20, *(f"......{row}......" for row in renamed.split("/")), "." * 20])
    setup = GAMES["kulami"].setup({"layout": padded})
    assert setup.options["layout"] == NAMED["R8"]
    assert setup.cells[0] == "A1"
    assert (setup.width, setup.height) == (8, 8)


@pytest.mark.parametrize("name", NAMED)
def test_k2_named_layouts_are_read_in_any_case(name: str) -> None:
    assert GAMES["kulami"].setup({"layout": name.lower()}).options["layout"] == NAMED[name]


def test_k3_k8_the_game_ends_with_the_56th_marble() -> None:
    state = State(GAMES["kulami"].setup())
    assert state.position.plies_left() == 56
    games = 0
    for seed in range(40):
        state, dice = State(GAMES["kulami"].setup()), Dice(seed)
        while state.seat is not None:
            state.play(dice.choice(state.legal_moves()))
        if len(state.history) == 56:
            games += 1
            owners = Counter(cell.owner for cell in state.board().cells)
            assert owners == {0: 8, 1: 28, 2: 28}
            assert "56 marbles" in state.setup.reason(state.position)
    assert games > 0


def test_k4_red_begins_on_any_cell() -> None:
    state = State(GAMES["kulami"].setup())
    assert state.colour == "red"
    assert state.legal_moves() == sorted(state.setup.cells)
    assert len(state.legal_moves()) == 64


def test_k5_row_or_column_beyond_marbles_gaps_and_holes() -> None:
    """In row 10 of this board a gap lies between E10 and G10;
    from G4 the cell A4 of R8 lies beyond the marble on D4.
    """
    state = played("kulami", {"layout": GAPPED}, ["D10"])
    column = [f"D{row}" for row in range(2, 10)]
    assert state.legal_moves() == sorted([*column, "G10", "H10", "J10"])
    state = played("kulami", {"layout": "R8"}, ["D4", "G4"])
    assert "A4" in state.legal_moves()


def test_k5_why_a_move_is_illegal() -> None:
    state = played("kulami", {"layout": "R8"}, ["D4"])
    refusal = state.why_illegal("A1")
    assert refusal is not None
    assert refusal.rule == "K5"
    assert "D4" in refusal.why
    refusal = state.why_illegal("D4")
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("K5", "D4 is not empty.")


def test_k6_taboo_of_the_last_two_tiles() -> None:
    """R8: D4 and D5 lie on tile H; D7 and D6 on tile E."""
    state = played("kulami", {"layout": "R8"}, ["D4"])
    refusal = state.why_illegal("D5")
    assert refusal is not None
    assert (refusal.rule, "the opponent's" in refusal.why) == ("K6", True)
    state.play("D7")
    for cell, whose in (("D5", "your"), ("D6", "the opponent's")):
        refusal = state.why_illegal(cell)
        assert refusal is not None
        assert (refusal.rule, whose in refusal.why) == ("K6", True)


def test_k6_an_older_tile_is_free_again() -> None:
    """After three more marbles elsewhere the tile of the first is open (R8, tile H)."""
    state = played("kulami", {"layout": "R8"}, ["D4", "A4", "A7", "F7", "F3", "C3"])
    assert "C4" in state.legal_moves()


def test_k7_no_passing() -> None:
    state = State(GAMES["kulami"].setup())
    with pytest.raises(IllegalMove):
        state.play("pass")


def test_k8_stuck_ends_the_game_without_penalty() -> None:
    for seed in range(200):
        state, dice = State(GAMES["kulami"].setup({"layout": "C1"})), Dice(seed)
        while state.seat is not None:
            state.play(dice.choice(state.legal_moves()))
        if len(state.history) < 56:
            break
    else:
        pytest.fail("no game ended early")
    outcome = state.outcome()
    assert outcome is not None
    assert "has no legal cell" in outcome.reason
    red, black = (score.total for score in state.scores())
    assert outcome.margin == abs(red - black)
    assert outcome.winner == (None if red == black else 1 if red > black else 2)


def with_marbles(rows: list[str], last: str, previous: str, scoring: str) -> State:
    text = f"kulami scoring={scoring} layout=R8 marbles={'/'.join(rows)}"
    return State.from_text(f"{text} last={last} previous={previous}", GAMES)


EMPTY = ["........"] * 8


def test_k9_strict_majority_takes_the_whole_tile() -> None:
    """R8: A8 and B8 lie on tile A (4 cells), H4 on L (2), H1 on Q (4)."""
    one_each = with_marbles(["1.......", *EMPTY[1:7], ".......2"], "H1", "A8", "standard")
    assert [score.total for score in one_each.scores()] == [4, 4]
    rows = ["12......", *EMPTY[1:4], ".......1", *EMPTY[5:7], ".......2"]
    shared = with_marbles(rows, "H1", "H4", "standard")
    assert [score.total for score in shared.scores()] == [2, 4]


ROW_OF_FIVE = ["11111...", "2.2.2.2.", *EMPTY[2:7], ".......2"]


def test_k10_the_larger_area_gets_the_difference() -> None:
    """Red has five in a row (area 5), black five single marbles (area 1)."""
    plain = with_marbles(ROW_OF_FIVE, "H1", "E8", "standard").scores()
    areas = with_marbles(ROW_OF_FIVE, "H1", "E8", "areas").scores()
    assert [score.parts["area"] for score in areas] == ["5", "1"]
    assert areas[0].total - plain[0].total == 4
    assert areas[1].total == plain[1].total


def test_k10_diagonals_do_not_connect() -> None:
    rows = ["1.......", ".1......", "2.......", "..2.....", *EMPTY[4:]]
    state = with_marbles(rows, "A6", "B7", "areas")
    assert [score.parts["area"] for score in state.scores()] == ["1", "1"]


@pytest.mark.parametrize(
    ("red", "expected"),
    [
        ({(0, 0), (1, 0), (2, 0), (3, 0)}, 0),
        ({(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)}, 5),
        ({(x, 0) for x in range(6)}, 6),
        ({(0, y) for y in range(5)}, 5),
        ({(x, x) for x in range(5)}, 5),
        ({(x, 7 - x) for x in range(7)}, 7),
        ({(x, 0) for x in range(5)} | {(0, y) for y in range(5)}, 10),
        ({(0, 0), (1, 0), (2, 0), (4, 0), (5, 0), (6, 0)}, 0),
    ],
)
def test_k11_runs_of_five_or_more_count_their_length(
    red: set[tuple[int, int]], expected: int
) -> None:
    free = [(x, y) for y in (7, 6, 5) for x in (1, 3, 5, 7, 0, 2, 4, 6) if (x, y) not in red]
    black = [xy for xy in free if (xy[0] + xy[1]) % 2][: len(red)]
    assert len(black) == len(red)
    rows = [
        "".join("1" if (x, y) in red else "2" if (x, y) in black else "." for x in range(8))
        for y in reversed(range(8))
    ]
    name = "ABCDEFGH"
    ones, twos = sorted(red), sorted(black)
    tile = read_layout(NAMED["R8"])
    pairs = [
        (f"{name[a[0]]}{a[1] + 1}", f"{name[b[0]]}{b[1] + 1}")
        for a in ones
        for b in twos
        if tile.tile[tile.number[a]] != tile.tile[tile.number[b]]
    ]
    state = with_marbles(rows, pairs[0][1], pairs[0][0], "lines")
    assert state.scores()[0].parts["lines"] == str(expected)
    assert state.scores()[1].parts["lines"] == "0"
    assert state.scores()[0].total - int(state.scores()[0].parts["tiles"]) == expected


def test_k11_gaps_of_the_board_break_a_run() -> None:
    """KA has a hole in row 2 between F and K: no five of the board crosses a gap."""
    for text in NAMED.values():
        layout = read_layout(text)
        for window in itertools.chain(*layout.windows):
            squares = [layout.squares[cell] for cell in range(64) if window >> cell & 1]
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(sorted(squares))}
            assert len(squares) == 5
            assert len(steps) == 1
            assert steps <= {(1, 0), (0, 1), (1, 1), (1, -1)}


@pytest.mark.parametrize("scoring", SCORING)
def test_k12_modes(scoring: str) -> None:
    state = with_marbles(ROW_OF_FIVE, "H1", "E8", scoring)
    tiles = int(state.scores()[0].parts["tiles"])
    bonus = {"standard": 0, "areas": 4, "lines": 5, "both": 9}[scoring]
    assert state.scores()[0].total == tiles + bonus


def test_k12_a_mode_that_does_not_exist() -> None:
    with pytest.raises(InvalidOption, match="standard or areas or lines or both"):
        GAMES["kulami"].setup({"scoring": "all"})


def test_k13_higher_total_wins_and_equal_totals_draw() -> None:
    seen = set()
    for seed in range(150 if COMPILED else 80):
        state, dice = State(GAMES["kulami"].setup({"layout": "C4"})), Dice(seed)
        while state.seat is not None:
            state.play(dice.choice(state.legal_moves()))
        red, black = (score.total for score in state.scores())
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.winner == (1 if red > black else 2 if black > red else None)
        assert outcome.drawn == ((1, 2) if red == black else ())
        seen.add(outcome.winner)
    assert seen == {1, 2, None}


@pytest.mark.parametrize("seed", SEEDS)
def test_k14_random_boards_are_legal_and_have_no_dead_cell(seed: int) -> None:
    for draw in (random_square, random_irregular):
        layout = draw(Dice(seed))
        assert read_layout(layout.text).text == layout.text
        tiles = dict(zip(layout.squares, layout.tile, strict=True))
        for (x, y), tile in tiles.items():
            assert any(
                (x == column or y == row) and other != tile
                for (column, row), other in tiles.items()
            )
    assert (random_square(Dice(seed)).width, random_square(Dice(seed)).height) == (8, 8)


def test_k14_a_dead_cell_ends_the_game_at_once() -> None:
    """The golden board where the first marble can leave no reply."""
    item = next(item for item in load("golden.json") if "K14" in item["name"])
    state = State(GAMES["kulami"].setup(item["options"]))
    assert item["moves"][0] in read_layout(state.setup.options["layout"]).dead_cells()
    state.play(item["moves"][0])
    assert state.seat is None


def test_random_boards_are_the_same_on_every_machine() -> None:
    """Frozen on purpose: a change here breaks every seed that somebody has written down."""
    setups = {
        name: GAMES["kulami"].setup({"layout": name, "seed": "1"}).options["layout"]
        for name in ("8x8", "irregular")
    }
    assert setups == {
        "8x8": "AABBCCCD/AABBEFFD/GGBBEFFD/GGHIEJJJ/KKHILLMM/NNOOPPMM/NNOOPPQQ/NNOOPPQQ",
        "irregular": "...AA.BBB./...CCCBBBD/...CCCEEFD/..GGGHHHFD/IIJJJHHHKK/"
        "IILLMM..KK/IILLMM..NN/OOOPP...../QQ.PP...../QQ........",
    }


def test_random_boards_differ_widely() -> None:
    """Outlines from nearly full to ragged, with holes; and no two squares alike."""
    layouts = [random_irregular(Dice(seed)) for seed in range(40)]
    areas = [layout.width * layout.height for layout in layouts]
    assert min(areas) <= 81
    assert max(areas) == 100
    assert any(has_hole(layout.text) for layout in layouts)
    assert len({random_square(Dice(seed)).text for seed in range(40)}) == 40


def has_hole(text: str) -> bool:
    """Whether a gap is enclosed by cells."""
    rows = [f".{row}." for row in text.split("/")]
    rows = ["." * len(rows[0]), *rows, "." * len(rows[0])]
    outside, frontier = {(0, 0)}, [(0, 0)]
    while frontier:
        x, y = frontier.pop()
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            inside = 0 <= near[0] < len(rows[0]) and 0 <= near[1] < len(rows)
            if inside and near not in outside and rows[near[1]][near[0]] == ".":
                outside.add(near)
                frontier.append(near)
    return any(
        letter == "." and (x, y) not in outside
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    )


def test_seed_must_be_a_whole_number() -> None:
    for wrong in ("x", "-1", "1.5", "9" * 30):
        with pytest.raises(InvalidOption, match="whole number"):
            GAMES["kulami"].setup({"layout": "8x8", "seed": wrong})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"marbles": "/".join(["........"] * 7)}, "8 rows of 8"),
        ({"marbles": "/".join(["3......."] + ["........"] * 7)}, "1, 2 or"),
        ({"marbles": "/".join(["2......."] + ["........"] * 7)}, "red has as many"),
        ({"marbles": "/".join(["111....."] + ["........"] * 7)}, "red has as many"),
        ({"last": "A1"}, "last=A1"),
        ({"last": "none"}, "last=none"),
        ({"previous": "D5"}, "previous=D5"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, str], why: str) -> None:
    state = played("kulami", {"layout": "R8"}, ["D4", "D7"])
    fields = dict(state.setup.fields(state.position))
    with pytest.raises(InvalidPosition, match=why):
        state.setup.rebuild({**fields, **change})


def test_last_marbles_on_one_tile_are_refused() -> None:
    rows = ["12......", *EMPTY[1:]]
    with pytest.raises(InvalidPosition, match="K6"):
        with_marbles(rows, "B8", "A8", "standard")


def test_effects_name_the_tile_that_changes_hands() -> None:
    state = State(GAMES["kulami"].setup({"layout": "R8"}))
    (effect,) = state.effects("A8")
    assert effect.kind == "tile"
    assert set(effect.cells) == {"A7", "B7", "A8", "B8"}
    assert (effect.before, effect.after) == (0, 1)
