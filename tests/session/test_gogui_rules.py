"""What GoGui asks of a game that it does not know (PROTOCOL section 5)."""

import re

import pytest

from engine.games.kulami.board import NAMED
from engine.games.registry import GAMES

from .gogui_talk import SETUP_IDS, SETUPS, GoguiTalk, gfx, labels, marked, square
from .sessions import newgame

VERTEX = re.compile(r"[A-HJ-T](1[0-9]|[1-9])")


def talk_of(game: str, **options: str) -> GoguiTalk:
    talk = GoguiTalk()
    talk.ok(newgame(game, options))
    return talk


# ---------------------------------------------------------------------- the square

SIZES = {
    "kulami layout=R8": "8",
    "kulami layout=R9": "9",
    "kulami layout=R10": "10",
    "kulami layout=FU": "10",
    "donuts seed=1": "6",
    "gorami board=16": "6",
    "gorami board=22": "7",
    "gorami board=24": "7",
    "siege_stones": "7 hex",
}


@pytest.mark.parametrize(("line", "size"), SIZES.items(), ids=lambda text: text.replace(" ", "-"))
def test_sizes(line: str, size: str) -> None:
    assert GoguiTalk(line).ok("gogui-rules_board_size") == size


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=SETUP_IDS)
def test_every_board_lies_in_a_square_of_known_marks(game: str, options: dict[str, str]) -> None:
    talk = talk_of(game, **options)
    size = int(talk.ok("gogui-rules_board_size").split()[0])
    rows = talk.rows()
    assert [len(row) for row in rows] == [size] * size
    free = {vertex for vertex, mark in square(rows).items() if mark == "."}
    assert set(talk.state.setup.cells) <= free
    palette = set(talk.session.embedding.palette.values())
    assert palette <= free
    assert palette.isdisjoint(talk.state.setup.cells)


def test_the_square_of_gorami_by_hand() -> None:
    """G1's picture of board 22, an empty row, and the numbers above the middle."""
    rows = ["???????", "??...??", "???????", "??...??", "?.....?", ".......", "......."]
    assert ["".join(row) for row in talk_of("gorami").rows()] == rows
    rows = ["?...??", "??????", "?...??", ".....?", ".....?", "?...??"]
    assert ["".join(row) for row in talk_of("gorami", board="16").rows()] == rows


def test_the_rhombus_of_siege_stones_by_hand() -> None:
    """S1: a cell where |column - row| is at most 3; the two acute corners are the palette."""
    rows = [".??....", "??.....", "?......", ".......", "......?", ".....??", "....??."]
    assert ["".join(row) for row in talk_of("siege_stones").rows()] == rows


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=SETUP_IDS)
def test_a_rhombus_is_symmetric(game: str, options: dict[str, str]) -> None:
    """GoGui hides a cell of a rhombus when there is none where column and row are exchanged."""
    talk = talk_of(game, **options)
    if talk.ok("gogui-rules_board_size").endswith("hex"):
        rows = talk.rows()[::-1]
        assert all(
            (rows[x][y] == "?") == (rows[y][x] == "?") for x in range(len(rows)) for y in range(x)
        )


def test_the_square_shows_stones_flips_and_towers() -> None:
    """D7's first example, V_V: chocolate plays between two of vanilla's, which turn."""
    talk = talk_of("donuts", layout="VHHHHH/HHHHHH/SHHHHH/HHHHHH/VHHHHH/HHHHHH")
    talk.play_out(["b A2", "w A6", "b A4", "w C6", "b B6"])
    assert talk.rows()[0] == ["X", "X", "X", ".", ".", "."]
    talk = talk_of("siege_stones")
    talk.play_out(["b D4", "b G1"])
    assert square(talk.rows())["D4"] == "."  # a tower that nobody controls (S7)
    talk.play_out(["w D5", "w A7"])
    assert square(talk.rows())["D4"] == "O"  # rating 5: one tower next to the stone (S5)


# ---------------------------------------------------------------------- who, what, how it ended


def test_names_of_games() -> None:
    ids = [talk_of(game).ok("gogui-rules_game_id") for game in GAMES]
    assert ids == ["Kulami", "Donuts", "Gorami", "Siegestones"]
    assert talk_of("kulami", layout="R9").ok("gogui-title") == "Kulami"


def test_black_is_seat_1_even_where_black_is_a_colour_of_seat_2() -> None:
    talk = talk_of("kulami")
    assert talk.ok("gogui-rules_side_to_move") == "black"
    talk.ok("play b D4")
    assert talk.ok("gogui-rules_side_to_move") == "white"
    assert talk.ok("side_to_move") == "2 black"


def test_a_dead_cell_ends_the_game_at_once() -> None:
    """K14: A10 has no reply; red has the tile A of six cells."""
    dead = (
        "AAA....../AAABBBCC./.DDBBBCC./.DDEEEFF./.GGEEEFF./.GGHHHII./.JJHHHII./.KKKLLLMM"
        "/.NNNOOOPP/.QQ......"
    )
    talk = talk_of("kulami", layout=dead)
    talk.ok("play b A10")
    assert talk.ok("gogui-rules_legal_moves") == ""
    assert talk.ok("gogui-rules_side_to_move") == "white"
    result = talk.ok("gogui-rules_final_result")
    assert result.startswith("red (black stones) wins by 6: ")
    assert talk.ok("final_score") == "B+6"
    assert [talk.ok(f"genmove {colour}") for colour in "wb"] == ["pass", "pass"]
    assert talk.ok("history") == "1 A10\n2 pass\n1 pass"


def test_no_result_before_the_end() -> None:
    assert talk_of("gorami").ok("gogui-rules_final_result") == "yellow (black stones) to move"


# ---------------------------------------------------------------------- graphics


def check_gfx(text: str, talk: GoguiTalk) -> None:
    """The grammar of GoGui's graphics, and that nothing is drawn where nothing is."""
    size = int(talk.ok("gogui-rules_board_size").split()[0])
    known = set(square(talk.rows()))
    visible = known - set(talk.session.embedding.outside)
    assert text.isascii()
    for command, lines in gfx(text).items():
        for words in lines:
            assert words
            if command == "TEXT":
                continue
            if command == "COLOR":
                assert re.fullmatch("#[0-9a-f]{6}", words[0])
                vertices = words[1:]
            elif command in ("LABEL", "INFLUENCE"):
                assert len(words) % 2 == 0
                vertices = words[::2]
            elif command == "VAR":
                assert set(words[::2]) <= {"b", "w"}
                vertices = [word for word in words[1::2] if word != "pass"]
            else:
                assert command in ("CIRCLE", "SQUARE", "TRIANGLE", "MARK")
                vertices = words
            assert vertices
            assert all(VERTEX.fullmatch(vertex) for vertex in vertices)
            hexagonal = talk.session.embedding.hexagonal
            plain = command == "COLOR" and not hexagonal
            assert set(vertices) <= (known if plain else visible), (command, size)


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=SETUP_IDS)
def test_graphics_are_well_formed_all_game_long(game: str, options: dict[str, str]) -> None:
    talk = talk_of(game, **options)
    check_gfx(talk.ok("gogui-rules_board_gfx"), talk)
    seats = "bw"
    while words := talk.ok("legal_moves").split():
        side = seats[int(talk.ok("side_to_move")[0]) - 1]
        talk.ok(f"play {side} {words[len(words) // 2]}")
        check_gfx(talk.ok("gogui-rules_board_gfx"), talk)


@pytest.mark.parametrize("layout", sorted(NAMED))
def test_neighbouring_tiles_differ(layout: str) -> None:
    talk = talk_of("kulami", layout=layout)
    colours = {
        vertex: colour
        for colour, *vertices in gfx(talk.ok("gogui-rules_board_gfx"))["COLOR"]
        for vertex in vertices
    }
    board = talk.state.board()
    prints = {cell.vertex: cell.print for cell in board.cells}
    for cell in board.cells:
        for near in cell.neighbours:
            same = prints[near] == cell.print
            assert (colours[near] == colours[cell.vertex]) == same, (cell.vertex, near)


def test_kulami_circles_what_is_legal_and_crosses_taboo_tiles() -> None:
    """K5, K6 on R8: after D4, D7 the next is in row 7 or column D, off the tiles B and E, H."""
    talk = talk_of("kulami", layout="R8")
    drawing = talk.ok("gogui-rules_board_gfx")
    assert marked(drawing, "CIRCLE") == marked(drawing, "MARK") == set()
    talk.play_out(["b D4", "w D7"])
    drawing = talk.ok("gogui-rules_board_gfx")
    assert marked(drawing, "CIRCLE") == {
        "A7", "B7", "C7", "D1", "D2", "D3", "D8", "F7", "G7", "H7",
    }  # fmt: skip
    rows = NAMED["R8"].split("/")
    tiles = {rows[8 - 4][3], rows[8 - 7][3]}
    taboo = {
        f"{'ABCDEFGH'[x]}{8 - y}"
        for y, row in enumerate(rows)
        for x, tile in enumerate(row)
        if tile in tiles
    }
    assert marked(drawing, "MARK") == taboo - {"D4", "D7"}
    assert marked(drawing, "SQUARE") == {"D7"}
    position = talk.ok("position")
    talk.ok(f"setposition {position}")
    assert talk.ok("gogui-rules_board_gfx") == drawing


def test_donuts_shows_the_printed_lines() -> None:
    talk = talk_of("donuts", layout="HHHHHH/VVVVVV/SSSSSS/BBBBBB/HHHHHH/VVVVVV")
    found = labels(talk.ok("gogui-rules_board_gfx"))
    lines = ["==", "||", "//", "\\\\", "==", "||"]
    assert [found[f"A{row}"] for row in range(6, 0, -1)] == lines
    talk.ok("play b C4")
    drawing = talk.ok("gogui-rules_board_gfx")
    assert marked(drawing, "CIRCLE") == {"A2", "B3", "D5", "E6"}
    assert labels(drawing)["C4"] == "//"


def test_gorami_shows_fields_numbers_and_the_palette() -> None:
    talk = talk_of("gorami")
    found = labels(talk.ok("gogui-rules_board_gfx"))
    assert (found["A1"], found["A2"], found["D4"]) == ("v", "^", "v")
    assert (found["C6"], found["D6"], found["E6"]) == ("1", "2", "3")
    talk.ok("play b D3")
    drawing = talk.ok("gogui-rules_board_gfx")
    assert marked(drawing, "CIRCLE") == {"C6", "D6", "E6"}
    assert marked(drawing, "SQUARE") == {"D3"}
    talk.ok("play b E6")
    drawing = talk.ok("gogui-rules_board_gfx")
    assert labels(drawing)["D3"] == "3"
    assert marked(drawing, "SQUARE") == {"D3"}
    assert marked(drawing, "CIRCLE") == set()


def test_siege_stones_shows_towers() -> None:
    talk = talk_of("siege_stones")
    talk.play_out(["b D4", "b G1", "w D5", "w A7"])
    drawing = talk.ok("gogui-rules_board_gfx")
    assert labels(drawing) == {"D4": "T", "A7": "S", "G1": "T"}
    assert any({"D4", "A7", "G1"} <= set(words) for words in gfx(drawing)["COLOR"])


@pytest.mark.parametrize("game", GAMES)
def test_the_status_bar_says_whose_turn_it_is(game: str) -> None:
    talk = talk_of(game)
    first, second = talk.state.setup.colours
    (text,) = gfx(talk.ok("gogui-rules_board_gfx"))["TEXT"]
    assert " ".join(text) == f"{first} (black stones) to move; {first} 0, {second} 0"
