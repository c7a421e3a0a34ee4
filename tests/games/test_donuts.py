"""Donuts, rule by rule (RULES D1 to D10)."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.games.board import Effect
from engine.games.donuts.board import HOUSE_FACES, quarter_turn, random_layout
from engine.games.donuts.faces import read_faces
from engine.games.donuts.game import DonutsGame
from engine.games.errors import IllegalMove, InvalidOption
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State

DATA = Path(__file__).parent.parent / "data"
ROWS = "HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH"
ALL_CELLS = sorted(f"{column}{row}" for column in "ABCDEF" for row in range(1, 7))


def game(layout: str = ROWS, moves: str = "") -> State:
    state = State(GAMES["donuts"].setup({"layout": layout}))
    for move in moves.split():
        state.play(move)
    return state


def position(donuts: str, last: str, layout: str = ROWS) -> State:
    return State.from_text(f"donuts layout={layout} donuts={donuts} last={last}", GAMES)


def top_row(state: State) -> str:
    marks = {cell.vertex: "_xV"[cell.owner] for cell in state.board().cells}
    return "".join(marks[f"{column}6"] for column in "ABCDEF")


def insertion(row: str) -> State:
    """Chocolate (x) plays at ``*`` of this top row, with vanilla's V and ``_`` for empty.

    Donuts on the two lowest odd rows even the numbers out.
    """
    more = row.count("x") - row.count("V")
    spare = ("2" if more > 0 else "1") * abs(more)
    low = [".".join(spare.ljust(6, ".")[start : start + 3]) + "." for start in (0, 3)]
    top = row.translate(str.maketrans("xV_*", "12.."))
    state = position(
        "/".join([top, "......", "......", low[1], "......", low[0]]),
        "ABCDEF"[row.index("V")] + "6",
    )
    state.play("ABCDEF"[row.index("*")] + "6")
    return state


# ------------------------------------------------------------------ the board


def test_d1_board_shows_the_printed_lines() -> None:
    state = game("VVSBHH/BSVVBB/BVVVBH/HVHSHS/BBBBBV/SHHVBV")
    cells = {cell.vertex: cell for cell in state.board().cells}
    assert sorted(cells) == ALL_CELLS
    assert [cells[f"{column}6"].print for column in "ABCDEF"] == list("||/\\--")
    assert [cells[f"{column}1"].print for column in "ABCDEF"] == list("/--|\\|")
    assert (state.setup.width, state.setup.height) == (6, 6)


def test_d1_layout_in_lower_case_is_recorded_in_upper_case() -> None:
    setup = GAMES["donuts"].setup({"layout": ROWS.lower()})
    assert setup.line == f"donuts layout={ROWS}"
    assert setup == GAMES["donuts"].setup({"LAYOUT": ROWS})


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        (ROWS.replace("H", "X", 1), "H, V, S or B expected, not 'X'"),
        (ROWS.replace("H", ".", 1), "H, V, S or B expected, not '.'"),
        (ROWS.replace("HH", "ß", 1), "H, V, S or B expected, not 'ß'"),
        ("HHHHHH/" + ROWS, "6 rows expected, not 7"),
        ("HHHHHH", "6 rows expected, not 1"),
        ("", "6 rows expected, not 1"),
        (ROWS[1:], "row 1 must have 6 letters, not 5"),
        (ROWS + "H", "row 6 must have 6 letters, not 7"),
    ],
)
def test_d1_wrong_layouts_are_refused(layout: str, why: str) -> None:
    with pytest.raises(InvalidOption, match=r"^layout: ") as caught:
        GAMES["donuts"].setup({"layout": layout})
    assert caught.value.why == why


def test_d2_quarter_turn_moves_cells_and_swaps_lines() -> None:
    face = ["VHB", "BSS", "HVH"]
    assert quarter_turn(face) == ["VSH", "HBV", "VBS"]
    assert quarter_turn(quarter_turn(quarter_turn(quarter_turn(face)))) == face


def test_d2_house_faces_are_those_of_the_data_file() -> None:
    tiles = json.loads((DATA / "donuts_faces.json").read_text())["tiles"]
    assert [list(tile) for tile in HOUSE_FACES] == tiles
    assert read_faces(DATA / "donuts_faces.json") == HOUSE_FACES


def rotations(face: str) -> set[str]:
    found = set()
    rows = face.split("/")
    for _ in range(4):
        rows = quarter_turn(rows)
        found.add("/".join(rows))
    return found


def quadrants(text: str) -> list[str]:
    rows = text.split("/")
    return [
        "/".join(row[left : left + 3] for row in rows[top : top + 3])
        for top in (0, 3)
        for left in (0, 3)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_d2_random_layout_has_every_tile_once(seed: int) -> None:
    text = GAMES["donuts"].setup({"seed": str(seed)}).options["layout"]
    looks = [{look for face in tile for look in rotations(face)} for tile in HOUSE_FACES]
    found = [[n for n, look in enumerate(looks) if part in look] for part in quadrants(text)]
    assert sorted(n for one in found for n in one) == [0, 1, 2, 3]


def test_d2_order_face_and_rotation_are_drawn() -> None:
    first = Counter(
        quadrants(random_layout(Dice(seed), HOUSE_FACES).text)[0] for seed in range(2000)
    )
    assert set(first) == {look for tile in HOUSE_FACES for f in tile for look in rotations(f)}
    assert len(first) == 32


def test_d2_equal_seeds_give_equal_layouts() -> None:
    lines = [GAMES["donuts"].setup({"seed": seed}).line for seed in ("1", "1", "2")]
    assert lines[0] == lines[1] != lines[2]
    assert "seed" not in lines[0]


def test_d2_layout_without_a_seed_is_random() -> None:
    assert len({GAMES["donuts"].setup().line for _ in range(20)}) > 1


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "٣", str(2**63)])
def test_d2_wrong_seeds_are_refused(seed: str) -> None:
    with pytest.raises(InvalidOption, match=r"^seed: a whole number"):
        GAMES["donuts"].setup({"seed": seed})


def test_unknown_options_are_refused() -> None:
    with pytest.raises(InvalidOption, match="donuts has the options layout, seed"):
        GAMES["donuts"].setup({"board": "22"})


def test_d2_own_faces_are_drawn_from(tmp_path: Path) -> None:
    path = tmp_path / "faces.json"
    path.write_text(json.dumps({"tiles": [["hhh/hhh/hhh"]] * 5}))
    faces = read_faces(path)
    assert faces == (("HHH/HHH/HHH",),) * 5
    layout = DonutsGame(faces).setup().options["layout"]
    assert set(quadrants(layout)) <= rotations("HHH/HHH/HHH")


def test_d2_file_of_faces_must_exist(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"^faces: there is no file '.*none.json'"):
        read_faces(tmp_path / "none.json")


def test_d2_file_of_faces_must_be_readable(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"^faces: '.*' cannot be read: "):
        read_faces(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 200000])
def test_d2_file_of_faces_must_be_json(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "faces.json"
    path.write_bytes(content)
    with pytest.raises(InvalidOption, match=r"^faces: '.*' is not JSON: "):
        read_faces(path)


GOOD = ["HHH/HHH/HHH"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ([], 'an object with "tiles" expected'),
        ({"faces": []}, 'an object with "tiles" expected'),
        ({"tiles": 4}, '"tiles" must be a list of at least 4 tiles'),
        ({"tiles": [GOOD] * 3}, '"tiles" must be a list of at least 4 tiles'),
        ({"tiles": [GOOD] * 3 + [[]]}, "tile 4 must be a list of one or more faces"),
        ({"tiles": ["HHH/HHH/HHH"] * 4}, "tile 1 must be a list of one or more faces"),
        ({"tiles": [GOOD, [7]] * 2}, 'tile 2: a face like "VHB/BSS/HVH" expected, not 7'),
        ({"tiles": [GOOD, ["HHH/HHH"]] * 2}, "tile 2, face 'HHH/HHH': 3 rows expected, not 2"),
        (
            {"tiles": [GOOD, ["HHH/HH/HHH"]] * 2},
            "tile 2, face 'HHH/HH/HHH': row 2 must have 3 letters, not 2",
        ),
        (
            {"tiles": [GOOD, ["HHH/HHX/HHH"]] * 2},
            "tile 2, face 'HHH/HHX/HHH': H, V, S or B expected, not 'X'",
        ),
    ],
)
def test_d2_wrong_faces_are_refused(tmp_path: Path, content: object, why: str) -> None:
    path = tmp_path / "faces.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InvalidOption) as caught:
        read_faces(path)
    assert (caught.value.name, caught.value.why) == ("faces", why)


# ------------------------------------------------------------------ playing


#: One donut short of the end, in blocks of four; chocolate has just laid A1.
LATE = "112211/112211/221122/221122/....../11122."


def test_d3_fifteen_donuts_each() -> None:
    state = position(LATE, "A1")
    assert [line.parts["placed"] for line in state.scores()] == ["15", "14"]
    state.play("F1")
    assert [line.parts["placed"] for line in state.scores()] == ["15", "15"]


def test_d4_chocolate_begins_on_any_cell() -> None:
    state = game()
    assert (state.seat, state.colour) == (1, "chocolate")
    assert state.legal_moves() == ALL_CELLS


@pytest.mark.parametrize(
    ("letter", "legal"),
    [
        ("H", "A3 B3 D3 E3 F3"),
        ("V", "C1 C2 C4 C5 C6"),
        ("S", "A1 B2 D4 E5 F6"),
        ("B", "A5 B4 D2 E1"),
    ],
)
def test_d5_direction_is_the_line_printed_on_the_last_cell(letter: str, legal: str) -> None:
    other = "V" if letter == "H" else "H"
    layout = ROWS.replace("H", other).split("/")
    layout[3] = other * 2 + letter + other * 3
    assert game("/".join(layout), "C3").legal_moves() == legal.split()


def test_d5_donuts_in_between_do_not_block() -> None:
    assert game(moves="A1 C1").legal_moves() == ["B1", "D1", "E1", "F1"]


def test_d5_refusals_cite_the_rule() -> None:
    state = game(moves="A1 C1")
    taken, aside = state.why_illegal("a1"), state.why_illegal("C2")
    assert taken == ("D5", "A1 is not empty.")
    assert aside is not None
    assert aside.rule == "D5"
    assert "C2 is not on the horizontal line through the opponent's last donut, C1" in aside.why
    with pytest.raises(IllegalMove, match=r"A1 is not empty\. \(D5\)"):
        state.play("A1")


@pytest.mark.parametrize("text", ["G1", "A7", "A1=2", "pass", "Z", "", "A1 "])
def test_c3_what_is_no_move_is_refused(text: str) -> None:
    refusal = game().why_illegal(text)
    assert refusal is not None
    assert refusal.rule == "C3"


def test_d6_full_line_frees_the_player() -> None:
    state = game(moves="A1 B1 C1 D1 E1 F1")
    assert state.legal_moves() == [cell for cell in ALL_CELLS if cell[1] != "1"]


def test_d6_corner_with_a_line_of_one_cell_frees_the_player() -> None:
    state = game("S" + ROWS[1:], "A6")
    assert state.legal_moves() == [cell for cell in ALL_CELLS if cell != "A6"]


def test_d6_next_constraint_comes_from_the_cell_just_filled() -> None:
    state = game(moves="A1 B1 C1 D1 E1 F1 C4")
    assert state.legal_moves() == ["A4", "B4", "D4", "E4", "F4"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("V*V___", "xxx___"),
        ("V*xV__", "xxxx__"),
        ("Vxx*xV", "xxxxxx"),
        ("VV*VV_", "VxxxV_"),
        ("Vx*_V_", "Vxx_V_"),
        ("V*____", "Vx____"),
        ("xV*___", "xVx___"),
        ("x*Vx__", "xxVx__"),
        ("V*_V__", "Vx_V__"),
        ("V*xx__", "Vxxx__"),
    ],
)
def test_d7_insertion_turns_both_ends_of_the_run(before: str, after: str) -> None:
    assert top_row(insertion(before)) == after


def test_d7_being_flanked_turns_nothing() -> None:
    state = position("21..../....../....../....../....../1.....", "B6")
    assert state.effects("C6") == ()
    state.play("C6")
    assert top_row(state) == "VxV___"


def test_d7_ring_turns_eight_at_once_and_no_chain_follows() -> None:
    ring = "V V H H H H/V H V H H H/S B S H H H/S H V B H H/V V H B H H/H H H H H H"
    moves = "D3 A6 A3 C5 C3 C4 E6 C6 F6 B6 B2 B4 D2 A5 A2 A4 B5"
    state = game(ring.replace(" ", ""), moves.rpartition(" ")[0])
    around = ["A4", "B4", "C4", "A5", "C5", "A6", "B6", "C6"]
    assert state.effects("B5") == tuple(Effect("turn", (cell,), 2, 1) for cell in around)
    state.play("B5")
    assert {cell.owner for cell in state.board().cells if cell.vertex in around} == {1}


def test_d7_axes_do_not_depend_on_the_line() -> None:
    state = position("2...../....2./2...../..1.../....../..1.1.", "E5")
    assert [effect.cells for effect in state.effects("A5")] == [("A4",), ("A6",)]


def test_d7_effects_name_the_turned_donuts() -> None:
    state = position("2.2.../....../....../....../....../1...1.", "A6")
    turned = (Effect("turn", ("A6",), 2, 1), Effect("turn", ("C6",), 2, 1))
    assert state.effects("B6") == turned
    assert state.effects("D6") == ()


def test_d8_five_wins_at_once() -> None:
    state = position("1111.2/....../....../....../2.2.../2.....", "F6")
    state.play("E6")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == (1, 0)
    assert outcome.reason == "chocolate has five in a row (D8)"
    assert state.legal_moves() == []
    assert [line.parts["five"] for line in state.scores()] == ["1", "0"]
    assert state.position.plies_left() == 0
    refusal = state.why_illegal("A1")
    assert refusal is not None
    assert refusal.rule == "C6"


def test_d8_five_need_not_contain_the_placed_donut() -> None:
    layout = "BHHHHH/VHHHHH/VHHHHH/BHHHHH/SHHHHH/HHHHHH"
    state = game(layout, "A5 A4 A3 B2 A2 E6 A6 C4 B4")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 1


def test_d8_six_also_wins() -> None:
    state = insertion("Vxx*xV")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize(
    ("letter", "donuts", "last", "move"),
    [
        ("V", "22.22./....../....../1...1./....../1.1.1.", "C1", "C6"),
        ("H", "2.1.1./2...../.....1/2...../2....1/..1...", "F4", "A4"),
        ("H", "1.1.../....2./1..2../.....1/.2..../2....1", "F3", "C3"),
        ("H", "2....1/.2..../.....1/1..2../....2./1.1...", "F4", "C4"),
    ],
)
def test_d8_five_wins_on_every_axis(letter: str, donuts: str, last: str, move: str) -> None:
    state = position(donuts, last, ROWS.replace("H", letter))
    assert state.seat == 2
    state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == (2, 0)


def test_d8_four_in_a_row_is_no_win() -> None:
    assert position("1111.2/....../....../....../2.2.../2.....", "F6").seat == 1


def test_d9_game_ends_after_thirty_placements() -> None:
    state = position(LATE, "A1")
    assert (state.legal_moves(), state.position.plies_left()) == (["F1"], 1)
    state.play("F1")
    assert state.seat is None
    assert (state.legal_moves(), state.position.plies_left()) == ([], 0)
    assert sum(not cell.owner for cell in state.board().cells) == 6


def test_d10_equal_groups_draw() -> None:
    outcome = position(LATE[:-1] + "2", "F1").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.drawn, outcome.margin) == (None, (1, 2), 0)
    assert outcome.reason == "all 30 donuts are placed (D9); largest groups 4 to 4 (D10)"


def test_d10_larger_single_group_wins_by_the_difference() -> None:
    outcome = position("112211/112211/221122/221122/..1.../11.222", "F1").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.drawn, outcome.margin) == (1, (), 1)
    outcome = position("112211/112211/221122/221122/2...../.11122", "F1").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == (2, 1)


def test_d10_diagonals_do_not_connect() -> None:
    state = position("1.2.../.12.../1...../....../....../..2...", "C5")
    assert [line.parts["group"] for line in state.scores()] == ["1", "2"]


def test_c7_total_is_the_largest_group_also_after_a_five() -> None:
    state = position("1111.2/....../....../....../2.2.../2.....", "F6")
    assert [line.total for line in state.scores()] == [4, 2]
    state.play("E6")
    assert [line.total for line in state.scores()] == [5, 2]
    assert state.scores()[0].parts == {"group": "5", "five": "1", "placed": "5"}
    assert state.scores()[1].parts == {"group": "2", "five": "0", "placed": "4"}
