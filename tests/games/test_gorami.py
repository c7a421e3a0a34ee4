"""GORami, rule by rule (RULES G1 to G12)."""

import random
from math import dist

import pytest

from engine.games.errors import CannotUndo, IllegalMove, InvalidOption, InvalidPosition
from engine.games.gorami.board import SHAPES, symmetries
from engine.games.position import EVALUATION_LIMIT, ON_POINTS
from engine.games.registry import GAMES
from engine.games.state import State

GORAMI = GAMES["gorami"]
BOARDS = ("16", "22", "24")

#: The slanted stripes as RULES G4 lists them.
RISING = {
    "16": "A2 A3 B3 B4 C4 | B1 B2 C2 C3 D3 D4 | C1 D1 D2 E2 E3",
    "22": "A1 A2 B2 B3 C3 C4 D4 | B1 C1 C2 D2 D3 E3 E4 | D1 E1 E2 F2 F3 | F1 G1 G2",
    "24": "A2 A3 B3 B4 C4 | B1 B2 C2 C3 D3 D4 E4 | C1 D1 D2 E2 E3 F3 F4 | E1 F1 F2 G2 G3",
}
FALLING = {
    "16": "A3 A2 B2 B1 C1 | B4 B3 C3 C2 D2 D1 | C4 D4 D3 E3 E2",
    "22": "A2 A1 B1 | B3 B2 C2 C1 D1 | C4 C3 D3 D2 E2 E1 F1 | D4 E4 E3 F3 F2 G2 G1",
    "24": "A3 A2 B2 B1 C1 | B4 B3 C3 C2 D2 D1 E1 | C4 D4 D3 E3 E2 F2 F1 | E4 F4 F3 G3 G2",
}
#: Yellow must pass before the last move; B3 stays empty.
WITH_PASS = "E3=1 C1=2 C3=1 A3=2 D1=3 B4=3 E2=3 B2=3 D4=2 D3=3 C2=2 A2=1 B1=1 D2=1 pass C4=1"
#: A full board with four stripes each.
BY_MIDDLE = "C3=1 C1=2 B1=3 D4=3 E3=1 D2=2 B2=2 B4=3 C2=3 C4=1 E2=3 D3=2 D1=1 A3=3 B3=2 A2=1"
#: A full board on 24 with equal stripes and equal middles.
DRAWN = (
    "F1=2 C2=1 G2=2 D4=3 D1=2 E3=2 F4=3 G3=3 B1=1 A3=2 E2=1 B4=2 E1=1 F3=1 B2=2 C3=2 C1=3 E4=1 "
    "A2=3 C4=1 F2=3 B3=3 D3=1 D2=3"
)


def state(board: str = "22", moves: str = "", count: int | None = None) -> State:
    """A game on `board` after these moves, or after the first `count` of them."""
    game = State(GORAMI.setup({"board": board}))
    for move in moves.split()[:count]:
        game.play(move)
    return game


def rule(game: State, move: str) -> str | None:
    refusal = game.why_illegal(move)
    return refusal.rule if refusal else None


def owner(game: State, vertex: str) -> int:
    return next(cell.owner for cell in game.board().cells if cell.vertex == vertex)


def turned(game: State, move: str) -> list[str]:
    """The discs that `move` captures."""
    return sorted(e.cells[0] for e in game.effects(move) if e.kind == "turn")


def test_c8_the_default_board_is_22() -> None:
    assert GORAMI.setup().line == "gorami board=22"
    assert GORAMI.setup() == GORAMI.setup({"BOARD": "22"})


def test_c1_yellow_is_seat_1_and_moves_first() -> None:
    game = state()
    assert game.setup.colours == ("yellow", "blue")
    assert (game.seat, game.colour) == (1, "yellow")
    game.play("D2=1")
    assert (game.seat, game.colour) == (2, "blue")


@pytest.mark.parametrize("options", [{"board": "23"}, {"board": ""}, {"size": "22"}])
def test_g1_other_boards_and_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(InvalidOption):
        GORAMI.setup(options)


@pytest.mark.parametrize(
    ("board", "picture", "width"),
    [
        ("16", ". ^ v ^ . / ^ v ^ v ^ / v ^ v ^ v / . v ^ v .", 5),
        ("22", ". . ^ v ^ . . / . ^ v ^ v ^ . / ^ v ^ v ^ v ^ / v ^ v ^ v ^ v", 7),
        ("24", ". ^ v ^ v ^ . / ^ v ^ v ^ v ^ / v ^ v ^ v ^ v / . v ^ v ^ v .", 7),
    ],
)
def test_g1_boards_look_like_their_pictures(board: str, picture: str, width: int) -> None:
    game = state(board)
    points = {cell.vertex: cell.print for cell in game.board().cells}
    rows = [
        " ".join(points.get(f"{column}{row}", ".") for column in "ABCDEFG"[:width])
        for row in (4, 3, 2, 1)
    ]
    assert " / ".join(rows) == picture
    assert len(points) == int(board)
    assert (game.setup.width, game.setup.height) == (width, 4)


@pytest.mark.parametrize("board", BOARDS)
def test_g1_fields_are_equilateral_triangles_that_point_up_or_down(board: str) -> None:
    for cell in state(board).board().cells:
        one, two, three = cell.polygon
        assert [dist(one, two), dist(two, three), dist(three, one)] == pytest.approx([2, 2, 2])
        levels = sorted(y for _, y in cell.polygon)
        assert (levels[0] == levels[1]) == (cell.print == "^")
        assert cell.centre[0] == "ABCDEFG".index(cell.vertex[0])


@pytest.mark.parametrize(("board", "least"), [("16", 3), ("22", 3), ("24", 5)])
def test_g2_no_stripe_has_a_single_field(board: str, least: int) -> None:
    assert min(len(region.cells) for region in state(board).board().regions) == least


@pytest.mark.parametrize(("board", "pairs"), [("16", 19), ("22", 27), ("24", 30)])
def test_g3_neighbours_share_an_edge(board: str, pairs: int) -> None:
    cells = state(board).board().cells
    corners = {c.vertex: {(round(x), round(9 * y)) for x, y in c.polygon} for c in cells}
    touching = {
        (a, b) for a in corners for b in corners if a != b and len(corners[a] & corners[b]) == 2
    }
    assert {(cell.vertex, near) for cell in cells for near in cell.neighbours} == touching
    assert len(touching) == 2 * pairs


def test_g3_left_right_and_below_or_above() -> None:
    near = {cell.vertex: set(cell.neighbours) for cell in state("22").board().cells}
    assert near["D3"] == {"C3", "E3", "D2"}
    assert near["D2"] == {"C2", "E2", "D3"}
    assert near["D1"] == {"C1", "E1"}
    assert near["A1"] == {"B1", "A2"}
    assert near["C4"] == {"D4", "C3"}


@pytest.mark.parametrize("board", BOARDS)
def test_g4_stripes_are_those_listed(board: str) -> None:
    regions = state(board).board().regions
    assert {region.kind for region in regions} == {"stripe"}
    found = {region.name: list(region.cells) for region in regions}
    expected = {}
    for direction, listed in (("rising", RISING), ("falling", FALLING)):
        for count, cells in enumerate(listed[board].split(" | "), start=1):
            expected[f"{direction} {count}"] = cells.split()
    for row in "1234":
        expected[f"row {row}"] = sorted(c for c in state(board).setup.cells if c[1] == row)
    assert found == expected
    assert len(found) == (10 if board == "16" else 12)


@pytest.mark.parametrize(
    ("board", "middle"),
    [("16", "C3 C2"), ("22", "D3 C2 D2 E2"), ("24", "C3 D3 E3 C2 D2 E2")],
)
def test_g5_middle_fields_have_no_contact_with_the_border(board: str, middle: str) -> None:
    for vertex in state(board).setup.cells:
        game = state(board, f"{vertex}=2")
        assert game.scores()[0].parts["middle"] == ("2" if vertex in middle.split() else "0")


@pytest.mark.parametrize(("board", "each"), [("16", 3), ("22", 4), ("24", 4)])
def test_g6_supplies(board: str, each: int) -> None:
    game = state(board)
    assert [seat.parts["discs"] for seat in game.scores()] == [f"{each},{each},{each}"] * 2
    game.play("D2=2")
    assert game.scores()[0].parts["discs"] == f"{each},{each - 1},{each}"
    assert game.scores()[1].parts["discs"] == f"{each},{each},{each}"


def test_g6_a_number_that_is_used_up_cannot_be_placed() -> None:
    game = state("22", "A1=1 B3=2 C1=1 D3=2 E1=1 F3=2 G1=1 C4=3")
    assert rule(game, "D4=1") == "G6"
    assert not [move for move in game.legal_moves() if move.endswith("=1")]
    assert rule(game, "D4=2") is None


@pytest.mark.parametrize(("board", "count"), [("16", 48), ("22", 66), ("24", 72)])
def test_g7_every_disc_may_begin_on_every_field(board: str, count: int) -> None:
    moves = state(board).legal_moves()
    assert len(moves) == count
    assert moves == sorted(moves)


def test_g7_no_neighbour_of_either_colour_may_hold_the_same_number() -> None:
    game = state("22", "C3=2")
    for near in ("B3", "D3", "C4"):
        assert rule(game, f"{near}=2") == "G7"
        assert rule(game, f"{near}=1") is None
    assert rule(game, "C2=2") is None
    game.play("G1=1")
    assert rule(game, "C4=2") == "G7"


def test_g7_only_empty_fields() -> None:
    game = state("22", "C3=2")
    assert rule(game, "C3=1") == "G7"
    with pytest.raises(IllegalMove, match=r"C3 is not empty.*G7"):
        game.play("c3=3")
    assert [played.text for played in game.history] == ["C3=2"]


def test_g8_capture_turns_an_enclosed_opponent_and_nothing_else() -> None:
    game = state("22", "A1=1 A2=2 D4=1")
    assert turned(game, "B1=2") == ["A1"]
    game.play("B1=2")
    assert owner(game, "A1") == 2
    assert {cell.vertex: cell.piece for cell in game.board().cells}["A1"] == "1"
    assert [seat.parts["discs"] for seat in game.scores()] == ["2,4,4", "4,2,4"]


def test_g8_a_disc_with_an_empty_neighbour_stays() -> None:
    game = state("22", "A1=1")
    assert turned(game, "A2=2") == []
    assert turned(game, "C1=1") == []


def test_g8_own_discs_without_an_empty_neighbour_stay() -> None:
    game = state("22", "A1=1 D4=1 A2=2 E4=2")
    assert turned(game, "B1=3") == []
    game.play("B1=3")
    assert owner(game, "A1") == 1


def test_g8_the_placed_disc_is_not_captured_nor_later_by_moves_elsewhere() -> None:
    game = state("22", "D4=1 A2=2 F3=1 B1=2")
    assert turned(game, "A1=1") == []
    game.play("A1=1")
    assert owner(game, "A1") == 1
    assert turned(game, "B2=3") == []


def test_g8_three_at_once() -> None:
    assert turned(state("24", DRAWN, 22), "D3=1") == ["C3", "D4", "E3"]
    assert turned(state("24", DRAWN, 23), "D2=3") == ["D1", "E2"]


def test_g8_a_field_on_which_nothing_can_be_placed_still_counts_as_empty() -> None:
    game = state("22", "A2=1 C2=2 B3=3")
    assert [rule(game, f"B2={number}") for number in (1, 2, 3)] == ["G7"] * 3
    assert turned(game, "A1=2") == []
    game.play("A1=2")
    assert owner(game, "A2") == 1


def test_g8_undo_turns_captures_back() -> None:
    game = state("22", "A1=1 A2=2 D4=1")
    before = (game.text(), game.position.hash(), game.legal_moves(), game.scores())
    game.play("B1=2")
    game.undo()
    assert (game.text(), game.position.hash(), game.legal_moves(), game.scores()) == before
    with pytest.raises(CannotUndo):
        game.undo(4)


def test_g9_who_can_place_may_not_pass() -> None:
    game = state()
    assert rule(game, "pass") == "G9"
    assert "pass" not in game.legal_moves()


def test_g9_who_cannot_place_must_pass_if_the_opponent_can() -> None:
    game = state("16", WITH_PASS, 14)
    assert game.seat == 1
    assert game.legal_moves() == ["pass"]
    assert rule(game, "B3=2") == "G7"
    assert game.effects("PASS") == ()
    key = game.position.hash()
    assert game.play("PASS") == "pass"
    assert game.position.hash() != key
    assert game.seat == 2
    assert "C4=1" in game.legal_moves()


def test_g10_the_game_ends_when_neither_can_place() -> None:
    game = state("16", WITH_PASS)
    assert game.seat is None
    assert game.legal_moves() == []
    assert [cell.vertex for cell in game.board().cells if not cell.piece] == ["B3"]
    assert rule(game, "pass") == "C6"
    outcome = game.outcome()
    assert outcome
    assert "G10" in outcome.reason


def test_g10_a_full_board_ends_the_game() -> None:
    outcome = state("16", BY_MIDDLE).outcome()
    assert outcome
    assert "full" in outcome.reason


def test_g11_the_higher_sum_takes_a_stripe() -> None:
    game = state("22", "D3=3")
    held = {region.name for region in game.board().regions if region.owner == 1}
    assert held == {"row 3", "rising 2", "falling 3"}
    game.play("D2=1")
    assert [seat.total for seat in game.scores()] == [3, 1]
    game.play("A2=1")
    assert [seat.total for seat in game.scores()] == [5, 0]


def test_g11_equal_sums_take_nothing() -> None:
    game = state("22", "D3=3 F3=3")
    owners = {region.name: region.owner for region in game.board().regions}
    assert owners["row 3"] == 0
    assert [seat.total for seat in game.scores()] == [2, 2]
    assert sum(region.owner == 0 for region in state().board().regions) == 12


def test_g11_effects_name_stripes_that_change_hands() -> None:
    changed = [e for e in state("22", "D3=3").effects("F3=3") if e.kind == "stripe"]
    row = next(e for e in changed if e.cells == ("B3", "C3", "D3", "E3", "F3"))
    assert (row.before, row.after) == (1, 0)
    assert len(changed) == 3


def test_g12_more_stripes_win() -> None:
    game = state("16", WITH_PASS)
    outcome = game.outcome()
    assert outcome
    assert (outcome.winner, outcome.margin) == (2, 7)
    assert [seat.total for seat in game.scores()] == [1, 8]
    assert [seat.parts["stripes"] for seat in game.scores()] == ["1", "8"]
    assert game.position.value() in (ON_POINTS + 7, -ON_POINTS - 7)


def test_g12_then_the_middle_decides() -> None:
    game = state("16", BY_MIDDLE)
    outcome = game.outcome()
    assert outcome
    assert [seat.total for seat in game.scores()] == [4, 4]
    assert [seat.parts["middle"] for seat in game.scores()] == ["4", "0"]
    assert (outcome.winner, outcome.margin) == (1, 4)
    assert "middle" in outcome.reason


def test_g12_then_it_is_a_draw() -> None:
    outcome = state("24", DRAWN).outcome()
    assert outcome
    assert (outcome.winner, outcome.drawn, outcome.margin) == (None, (1, 2), 0)


@pytest.mark.parametrize("text", ["C3", "C3=S", "A4=1", "H1=1", "C3=4", "", "C3=", "swap"])
def test_c3_what_is_no_move(text: str) -> None:
    assert rule(state(), text) == "C3"


def test_a_size_finds_its_board() -> None:
    current = GORAMI.setup({"board": "24"})
    assert GORAMI.setup_of_size(current, 7, 4) == current
    small = GORAMI.setup_of_size(current, 5, 4)
    assert small
    assert small.line == "gorami board=16"
    assert GORAMI.setup_of_size(current, 8, 8) is None


EMPTY = ".../.../.../...".replace("...", "." * 7)
ALL_LEFT = "4,4,4/4,4,4"


def rebuilt(**fields: str) -> State:
    """The position of board 22 with these fields, others as before the first move."""
    words = {"owners": EMPTY, "numbers": EMPTY, "left": ALL_LEFT, "side": "1", **fields}
    text = " ".join(f"{name}={value}" for name, value in words.items())
    return State.from_text(f"gorami board=22 {text}", GAMES)


def bottom(row: str) -> str:
    """A field of rows with only a bottom row."""
    return f"{EMPTY[:24]}{row}"


#: A yellow 1 on A1.
ONE_DISC = {"owners": bottom("1......"), "numbers": bottom("1......")}


def test_position_text_shows_the_board() -> None:
    text = state("22", "A1=1 A2=2 D4=1 B1=2").text()
    assert text == (
        "gorami board=22 owners=...1.../......./2....../22..... "
        "numbers=...1.../......./2....../12..... left=2,4,4/4,2,4 side=1"
    )


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"owners": "......."}, "owners= must be 4 rows of 7"),
        ({"owners": EMPTY + "."}, "owners= must be 4 rows of 7"),
        ({"numbers": "1" + EMPTY[1:]}, "'.' for no field"),
        ({"owners": bottom("3......")}, "owners= has 1, 2 or"),
        ({"numbers": bottom("4......")}, "numbers= has 1, 2, 3 or"),
        ({"numbers": bottom("\N{SUPERSCRIPT TWO}......")}, "numbers= has 1, 2, 3 or"),
        ({"owners": bottom("1......")}, "A1 must be in both"),
        ({"numbers": bottom("1......")}, "A1 must be in both"),
        ({"owners": bottom("12....."), "numbers": bottom("11.....")}, "A1 and B1.*G7"),
        ({"left": "4,4,4"}, "left="),
        ({"left": "4,4/4,4,4"}, "left="),
        ({"left": "4,4,5/4,4,4"}, "from 0 to 4"),
        ({"left": "4,4,-1/4,4,4"}, "from 0 to 4"),
        ({"left": "4,4,x/4,4,4"}, "from 0 to 4"),
        ({"left": "4,4,3/4,4,4"}, "number 3: 0 on the board, 3 and 4 left.*G6"),
        ({"side": "3"}, "side=3"),
        ({"side": ""}, "side="),
        ({"side": "2"}, "yellow has passed 1 times.*G9"),
        ({**ONE_DISC, "left": "4,4,4/3,4,4", "side": "2"}, "yellow has 1 discs of number 1.*G8"),
        ({**ONE_DISC, "left": "3,4,4/4,4,4"}, "blue has passed 1 times.*G9"),
        ({"extra": "1"}, "extra= is no field"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        rebuilt(**fields)


@pytest.mark.parametrize("name", ["owners", "numbers", "left", "side"])
def test_a_missing_field_is_refused(name: str) -> None:
    fields = {"owners": EMPTY, "numbers": EMPTY, "left": ALL_LEFT, "side": "1"}
    del fields[name]
    with pytest.raises(InvalidPosition, match=f"{name}= is missing"):
        state().setup.rebuild(fields)


@pytest.mark.parametrize("count", [9, 10, 13, 14, 15, 16])
def test_positions_round_trip_over_captures_and_passes(count: int) -> None:
    game = state("16", WITH_PASS, count)
    again = State.from_text(game.text().upper().replace("GORAMI", "Gorami"), GAMES)
    assert again.text() == game.text()
    assert again.position.hash() == game.position.hash()
    assert again.legal_moves() == game.legal_moves()
    assert again.position.value() == game.position.value()
    assert again.board() == game.board()
    assert again.scores() == game.scores()


def test_supplies_are_in_the_key() -> None:
    """Blue has captured A1 and laid G1 itself, or the other way round."""
    fields = {
        "owners": "......./.1.1.1./2..1..2/22...22",
        "numbers": "......./.3.3.3./2..1..2/12...23",
    }
    one = rebuilt(**fields, left="2,4,1/4,0,3")
    other = rebuilt(**fields, left="3,4,0/3,0,4")
    assert one.board() == other.board()
    assert one.position.hash() != other.position.hash()


def test_plain_evaluation_is_the_lead_in_stripes_of_the_side_to_move() -> None:
    game = state("22", "D3=3")
    game.position.plain = True
    assert game.position.value() == -3
    game.play("A2=1")
    assert game.position.value() == 0


def test_evaluation_prefers_capturing() -> None:
    game = state("22", "A1=3 A2=2 D4=1")
    quiet, taking = game.copy(), game.copy()
    quiet.play("G1=1")
    taking.play("B1=1")
    assert -taking.position.value() > -quiet.position.value()


@pytest.mark.parametrize("board", BOARDS)
def test_evaluation_and_horizon_keep_their_bounds(board: str) -> None:
    dice = random.Random(1)
    for _ in range(20):
        game, bounds = state(board), []
        while game.seat:
            assert abs(game.position.value()) < EVALUATION_LIMIT
            bounds.append(game.position.plies_left())
            game.play(dice.choice(game.legal_moves()))
        left = range(len(bounds), 0, -1)
        assert all(bound >= plies for bound, plies in zip(bounds, left, strict=True))
        assert game.position.plies_left() == 0


def test_a_copy_plays_on_and_back_by_itself() -> None:
    game = state("22", "A1=1 A2=2 D4=1")
    before = game.text()
    other = game.copy()
    other.play("B1=2")
    assert game.text() == before
    other.undo()
    assert other.text() == before


@pytest.mark.parametrize(("board", "count"), [("16", 4), ("22", 6), ("24", 12)])
def test_symmetries_keep_neighbours_stripes_and_middle(board: str, count: int) -> None:
    shape = SHAPES[board]
    found = symmetries(int(board))
    assert len({tuple(image) for image in found}) == len(found) == count
    assert found[0] == list(range(int(board)))
    strips = {frozenset(fields) for fields in shape.stripes.values()}
    for image in found:
        assert sorted(image) == found[0]
        assert {frozenset(image[f] for f in strip) for strip in strips} == strips
        assert {image[f] for f in shape.middle} == set(shape.middle)
        for field, near in enumerate(shape.neighbours):
            assert {image[n] for n in near} == set(shape.neighbours[image[field]])
