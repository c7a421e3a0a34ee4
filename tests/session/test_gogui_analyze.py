"""GoGui's analyze window: what it offers, and what it draws."""

import re

import pytest

from engine.games.registry import GAMES
from engine.session.parameters import PARAMETERS

from .gogui_talk import GoguiTalk, gfx, labels, marked
from .sessions import golden

#: The types of answers that GoGui 1.6 knows.
TYPES = {
    *("bwboard", "cboard", "dboard", "eplist", "gfx", "hstring", "hpstring", "none", "param"),
    *("plist", "pspairs", "pstring", "string", "sboard", "var", "varb", "varc", "varp", "varpo"),
    "varw",
}
DRAWINGS = ("show_legal_moves", "show_threats", "show_regions", "show_values", "show_variation")


def after(name: str, moves: int | None = None) -> GoguiTalk:
    """A golden game after so many moves."""
    record = next(record for record in golden() if record["name"] == name)
    options = [f"{key}={value}" for key, value in record["options"].items()]
    talk = GoguiTalk(" ".join([record["game"], *options]))
    for number, move in enumerate(record["moves"][:moves]):
        for word in talk.session.spell(move):
            talk.ok(f"play {'bw'[number % 2]} {word}")
    return talk


def text_of(drawing: str) -> str:
    (words,) = gfx(drawing)["TEXT"]
    return " ".join(words)


def test_the_menu_is_what_gogui_can_read() -> None:
    talk = GoguiTalk()
    entries = [line.split("/") for line in talk.ok("gogui-analyze_commands").split("\n")]
    assert all(len(entry) == 3 and entry[0] in TYPES for entry in entries)
    names = [label for _, label, _ in entries]
    assert len(set(names)) == len(names)
    known = talk.ok("list_commands").split("\n")
    assert {command.split()[0] for _, _, command in entries} <= set(known)
    assert {*DRAWINGS, "gogui-rules_board_gfx", "score", "param_dialog"} <= {
        command for _, _, command in entries
    }


@pytest.mark.parametrize("command", DRAWINGS)
@pytest.mark.parametrize("game", GAMES)
def test_no_drawing_changes_the_game(game: str, command: str) -> None:
    talk = GoguiTalk(game)
    talk.ok("param nodes 100")
    while words := talk.ok("legal_moves").split():
        before = talk.everything()
        drawing = talk.ok(command)
        assert text_of(drawing)
        assert talk.everything() == before
        mover = talk.ok("gogui-rules_side_to_move")[0]
        talk.ok(f"play {mover} {words[0]}")
        if len(talk.ok("history").split("\n")) > 8:
            break
    assert text_of(talk.ok(command))


@pytest.mark.parametrize("command", DRAWINGS)
def test_after_the_end_there_is_nothing_to_draw(command: str) -> None:
    drawing = after("siege S-A").ok(command)
    assert not {"CIRCLE", "TRIANGLE", "LABEL", "VAR"} & set(gfx(drawing))


# ---------------------------------------------------------------------- rules


def test_legal_moves_with_their_pieces() -> None:
    """G7: beside D3=3 there can be 1 and 2."""
    talk = GoguiTalk("gorami")
    talk.ok("gogui-play_sequence b D3 b E6")
    drawing = talk.ok("show_legal_moves")
    assert marked(drawing, "CIRCLE") == set(talk.ok("legal_moves").split())
    found = labels(drawing)
    assert (found["C3"], found["E3"], found["D2"]) == ("12", "12", "12")
    assert found["A1"] == "123"
    talk.ok("play w E3")
    assert marked(talk.ok("show_legal_moves"), "CIRCLE") == {"C6", "D6"}


def test_a_forced_pass_is_no_vertex() -> None:
    talk = after("gorami G1", 14)
    drawing = talk.ok("show_legal_moves")
    assert "CIRCLE" not in gfx(drawing)
    assert talk.ok("legal_moves") == "pass"
    assert text_of(talk.ok("show_threats")).startswith("yellow (black stones) to move")


def test_threats_to_turn_pieces() -> None:
    """D7, V_V: chocolate on B6 turns A6 and C6."""
    drawing = after("donuts V_V... -> CCC... row", 4).ok("show_threats")
    assert labels(drawing)["B6"] == "+2"
    assert marked(drawing, "TRIANGLE") == {"A6", "C6"}
    assert "CIRCLE" not in gfx(drawing)


def test_threats_to_win() -> None:
    talk = after("donuts five away from the placed donut, seat 1", 8)
    (last,) = [
        record["moves"][8]
        for record in golden()
        if record["name"] == "donuts five away from the placed donut, seat 1"
    ]
    assert last in marked(talk.ok("show_threats"), "CIRCLE")


def test_threats_to_control_towers() -> None:
    """S5 to S7: a stone beside one tower rates 5 and controls it."""
    talk = GoguiTalk("siege_stones")
    talk.ok("gogui-play_sequence b D4 b G1")
    drawing = talk.ok("show_threats")
    found = labels(drawing)
    assert found.pop("D4") == "0:0"
    assert set(found) == {"C4", "C3", "D3", "D5", "E4", "E5"}
    assert set(found.values()) == {"+1"}
    assert marked(drawing, "TRIANGLE") == {"D4"}
    talk.ok("gogui-play_sequence w C4 w A7")
    assert labels(talk.ok("show_threats"))["D4"] == "0:5"


def test_tiles_belong_to_whoever_has_more_marbles() -> None:
    """K9 on R8: D4 is on a tile of three."""
    talk = GoguiTalk("kulami layout=R8")
    talk.ok("play b D4")
    drawing = talk.ok("show_regions")
    rows = talk.state.setup.options["layout"].split("/")
    tile = {
        f"{'ABCDEFGH'[x]}{8 - y}"
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter == rows[4][3]
    }
    (words,) = gfx(drawing)["INFLUENCE"]
    assert dict(zip(words[::2], words[1::2], strict=True)) == dict.fromkeys(tile, "1.00")
    assert text_of(drawing) == "red (black stones) 1, black (white stones) 0, nobody 16"


def test_stripes_are_three_to_a_field() -> None:
    """G4, G11 on board 22: A1 with 2 lies in a row, a rising and a falling stripe."""
    talk = GoguiTalk("gorami")
    talk.ok("gogui-play_sequence b D3 b E6 w A1 w D6")
    drawing = talk.ok("show_regions")
    assert text_of(drawing) == "yellow (black stones) 3, blue (white stones) 3, nobody 6"
    (words,) = gfx(drawing)["INFLUENCE"]
    leads = dict(zip(words[::2], words[1::2], strict=True))
    assert (leads["D3"], leads["A1"]) == ("1.00", "-1.00")


def test_games_without_regions_say_so() -> None:
    assert GoguiTalk("donuts").ok("show_regions") == "TEXT Donuts has no regions"


# ---------------------------------------------------------------------- searches


def test_values_know_a_winning_move() -> None:
    talk = after("donuts five away from the placed donut, seat 1", 8)
    talk.ok("param nodes 20000")
    drawing = talk.ok("show_values")
    (best,) = marked(drawing, "CIRCLE")
    assert labels(drawing)[best] == "100"
    assert all(0 <= int(value) <= 100 for value in labels(drawing).values())
    assert f"; {best} 100% after " in text_of(drawing)
    (line,) = gfx(talk.ok("show_variation"))["VAR"]
    assert line == ["b", best]


@pytest.mark.parametrize("game", ["gorami", "siege_stones"])
def test_values_of_an_open_half_move_are_those_of_its_pieces(game: str) -> None:
    talk = GoguiTalk(game)
    talk.ok("param search uct")
    talk.ok("param nodes 3000")
    talk.ok("play b D3")
    palette = set(talk.session.embedding.palette.values())
    drawing = talk.ok("show_values")
    assert labels(drawing)
    assert set(labels(drawing)) <= palette
    line = gfx(talk.ok("show_variation"))["VAR"][0]
    assert line[0] == "b"
    assert line[1] in palette
    assert line[2] == "w"


def test_the_variation_of_a_game_with_pieces_names_them() -> None:
    talk = GoguiTalk("siege_stones")
    talk.ok("param nodes 5000")
    drawing = talk.ok("show_variation")
    (line,) = gfx(drawing)["VAR"]
    assert line[::2] == [("b", "w")[n % 2] for n in range(len(line) // 2)]
    found = labels(drawing)
    assert set(found) == {*line[1::2], "A7", "G1"}  # the palette, S and T
    for number, vertex in enumerate(line[1::2], start=1):
        assert found[vertex] in (f"{number}=S", f"{number}=T")


# ---------------------------------------------------------------------- parameters


def test_the_dialog_shows_every_parameter_with_its_type() -> None:
    talk = GoguiTalk()
    lines = talk.ok("param_dialog").split("\n")
    found = {}
    for line in lines:
        match = re.fullmatch(r"\[(string|bool|list(?:/\w+)+)\] (\w+) (\S+)", line)
        assert match, line
        found[match[2]] = (match[1], match[3])
    assert set(found) == set(PARAMETERS)
    assert found["ponder"] == ("bool", "0")
    kind, value = found["level"]
    assert value in kind.split("/")[1:]
    kind, value = found["search"]
    for choice in kind.split("/")[1:]:
        talk.ok(f"param_dialog search {choice}")
        assert talk.ok("param search") == choice
    assert value == "auto"


def test_the_dialog_sets_parameters() -> None:
    talk = GoguiTalk()
    for words, answer in (("ponder 1", "on"), ("ponder 0", "off"), ("movetime 0.5", "0.5")):
        name = words.split()[0]
        assert talk.ask(f"param_dialog {words}") == "= "
        assert talk.ok(f"param {name}") == talk.ok(f"param_dialog {name}") == answer
    before = talk.ok("param")
    assert talk.ask("param_dialog level 11") == (
        "? invalid option: level: a whole number from 0 to 10 expected, not '11'"
    )
    assert talk.ask("param_dialog a b c").startswith("? syntax error: too many arguments")
    assert talk.ok("param") == before


# ---------------------------------------------------------------------- live analysis


@pytest.mark.parametrize("form", ["", "lz-", "kata-"])
def test_moves_generated_while_analysed_are_said_in_two_words(form: str) -> None:
    talk = GoguiTalk("gorami")
    talk.ok("param nodes 200")
    begun = talk.ok(f"{form}genmove_analyze b 100").split("\n")[-1]
    match = re.fullmatch(r"play ([A-G][1-4])", begun)
    assert match
    assert talk.session.open_cell == match[1]
    assert talk.ok(f"{form}genmove_analyze w 100") == "play pass"
    ended = talk.ok(f"{form}genmove_analyze b 100").split("\n")[-1]
    assert re.fullmatch(r"play [CDE]6", ended)
    assert talk.ok("history") == f"1 {match[1]}\n2 pass\n1 {ended.removeprefix('play ')}"
    (played,) = talk.state.history
    assert talk.session.spell(played.text) == [match[1], ended.removeprefix("play ")]
    assert talk.ask(f"{form}genmove_analyze b") == "? wrong colour"


@pytest.mark.parametrize(
    "words",
    ["1 50", "b maxmoves 2", "maxmoves 2", "50", "white", ""],
    ids=lambda words: words or "-",
)
def test_after_the_end_every_form_passes(words: str) -> None:
    assert after("siege S-A").ok(f"kata-genmove_analyze {words}") == "play pass"


def test_words_that_are_no_wishes() -> None:
    for talk in (GoguiTalk("gorami"), after("siege S-A")):
        said = talk.ok("history")
        assert talk.ask("genmove_analyze x").startswith("? syntax error: ")
        assert talk.ok("history") == said


def test_a_half_move_of_somebody_else_is_completed_while_analysed() -> None:
    talk = GoguiTalk("siege_stones")
    talk.ok("param nodes 300")
    talk.ok("play b A1")
    ended = talk.ok("genmove_analyze b 100").split("\n")[-1]
    assert ended in ("play A7", "play G1")
    assert [played.text[:2] for played in talk.state.history] == ["A1"]


def test_after_the_end_generated_moves_are_passes() -> None:
    talk = after("siege S-A")
    assert talk.ok("lz-genmove_analyze w") == "play pass"
    assert talk.ok("lz-genmove_analyze 50") == "play pass"
    assert talk.ok("history").split("\n")[-2:] == ["2 pass", "1 pass"]
