"""Beginnings: layouts, files of openings, random moves."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.openings import Beginning, Beginnings, NoOpening, random_opening
from clients.referee.openings_file import OpeningsFileError, read_opening, read_openings
from clients.referee.settings import Engine, Openings, Tournament
from clients.referee.variants import Variant, is_drawn, layout_options, read_game
from engine.games.errors import InvalidOption
from engine.games.game import Game
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State

EACH_GAME = [pytest.param(game, id=name) for name, game in GAMES.items()]
KULAMI = GAMES["kulami"]


def beginnings(game: str, openings: Openings | None = None, seed: int = 1) -> Beginnings:
    engines = (Engine(("a",)), Engine(("b",)))
    return Beginnings(Tournament(game, engines, seed=seed, openings=openings or Openings()))


def first(count: int, of: Beginnings) -> list[Beginning]:
    return [of.beginning(number) for number in range(1, count + 1)]


# ---------------------------------------------------------------------- random moves


@pytest.mark.parametrize("game", EACH_GAME)
def test_random_moves_are_legal_and_leave_a_game(game: Game) -> None:
    for beginning in first(20, beginnings(game.name, Openings(plies=6))):
        state = State(beginning.setup)
        for move in beginning.opening:
            assert state.play(move) == move
        assert len(beginning.opening) == 6
        assert state.seat is not None


@pytest.mark.parametrize(
    "line",
    ["kulami", "gorami", "siege_stones", "donuts layout=VVSBHH/BSVVBB/BVVVBH/HVHSHS/BBBBBV/SHHVBV"],
)
def test_pairs_have_different_openings(line: str) -> None:
    found = first(200, beginnings(line, Openings(plies=3)))
    assert len(set(found)) == 200


def test_few_openings_are_all_used_before_any_repeats() -> None:
    """GORami on 16 fields has 48 first moves (3 numbers on each field)."""
    found = [each.opening for each in first(40, beginnings("gorami board=16", Openings(plies=1)))]
    assert len(set(found)) >= 38  # the last ones are hard to draw


def test_more_pairs_than_openings_are_no_error() -> None:
    found = first(60, beginnings("gorami board=16", Openings(plies=1)))
    assert len(set(found)) <= 48


def test_beginnings_can_be_drawn_in_any_order() -> None:
    openings = Openings(plies=1, layouts=("16", "22"))
    one, other = beginnings("gorami", openings), beginnings("gorami", openings)
    backwards = [other.beginning(number) for number in range(40, 0, -1)]
    assert first(40, one) == backwards[::-1]


def test_too_many_random_moves_are_an_error() -> None:
    """K3: there are 56 marbles, and the last one ends the game."""
    with pytest.raises(NoOpening, match="Kulami was over before 56 random plies"):
        random_opening(KULAMI.setup(), 56, Dice(1), attempts=5)


def test_openings_do_not_follow_from_the_layout() -> None:
    """Both are drawn for a pair, but not by the same dice: a board comes with any opening."""
    found = first(400, beginnings("donuts", Openings(plies=3)))
    assert len(set(found)) == 400


# ---------------------------------------------------------------------- layouts


def test_random_layouts_are_drawn_for_each_number() -> None:
    found = first(5, beginnings("kulami layout=8x8"))
    assert len({each.setup for each in found}) == 5


def test_a_seed_in_the_game_line_draws_one_layout() -> None:
    found = first(5, beginnings("kulami layout=8x8 seed=3"))
    expected = KULAMI.setup({"layout": "8x8", "seed": "3"})
    assert {each.setup for each in found} == {expected}


def test_layouts_are_taken_in_turn() -> None:
    layouts = ("R8", "layout=C1 scoring=both", "8x8")
    found = first(6, beginnings("kulami scoring=areas", Openings(layouts=layouts)))
    areas = KULAMI.setup({"layout": "R8", "scoring": "areas"})
    both = KULAMI.setup({"layout": "C1", "scoring": "both"})
    assert [each.setup for each in (found[0], found[1], found[3], found[4])] == [areas, both] * 2
    assert found[2].setup != found[5].setup  # drawn anew each time
    assert {each.setup.options["scoring"] for each in (found[2], found[5])} == {"areas"}


def test_setups_are_shared_where_they_are_the_same() -> None:
    """A setup remembers the moves it has met, which is worth the sharing."""
    found = first(4, beginnings("kulami", Openings(layouts=("R8", "C1"))))
    assert found[0].setup is found[2].setup
    assert found[1].setup is found[3].setup


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("kulami", "R8", {"layout": "R8"}),
        ("kulami", "layout=R8", {"layout": "R8"}),
        ("kulami", "Layout=R8 scoring=both", {"layout": "R8", "scoring": "both"}),
        ("gorami", "24", {"board": "24"}),
        ("donuts", "random", {"layout": "random"}),
        ("siege_stones", "towers=9", {"towers": "9"}),
    ],
)
def test_words_of_a_layout(game: str, text: str, expected: dict[str, str]) -> None:
    assert layout_options(GAMES[game], text) == expected


def test_a_game_without_layouts_has_no_names_for_them() -> None:
    with pytest.raises(
        InvalidOption, match="option=value expected, with one of the options players"
    ):
        layout_options(GAMES["siege_stones"], "R8")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("kulami", False),
        ("kulami layout=8x8", True),
        ("kulami layout=8x8 seed=1", False),
        ("donuts", True),
        ("gorami", False),
    ],
)
def test_what_a_seed_draws(line: str, expected: bool) -> None:
    assert is_drawn(*read_game(line)) is expected


# ---------------------------------------------------------------------- files

BOOK = """\
# A book of openings\r
kulami layout=C1 ; D4 d5     # moves in any case

gorami_is_a_comment = no     # wrong
KULAMI layout=8x8
; D4
D4 D5 ; E6
"""


def write(path: Path, text: str) -> str:
    (path / "book.txt").write_bytes(text.encode())
    return str(path / "book.txt")


@pytest.mark.parametrize(
    ("line", "options", "moves"),
    [
        ("kulami layout=C1 ; D4 d2", {"scoring": "both", "layout": "C1"}, ("D4", "D2")),
        ("Kulami layout=C1", {"scoring": "both", "layout": "C1"}, ()),
        ("kulami scoring=lines", {"scoring": "lines"}, ()),
        ("kulami layout=C1;", {"scoring": "both", "layout": "C1"}, ()),
        ("; D4", {"scoring": "both"}, ("D4",)),
        ("D4", {"scoring": "both"}, ("D4",)),
        ("kulami layout=8x8", {"scoring": "both", "layout": "8x8"}, ()),
        (
            "kulami layout=8x8 seed=5 ; D4",
            {"scoring": "both", "layout": "8x8", "seed": "5"},
            ("D4",),
        ),
    ],
)
def test_lines_of_a_file(line: str, options: dict[str, str], moves: tuple[str, ...]) -> None:
    assert read_opening(line, KULAMI, {"scoring": "both"}) == Variant(options, moves)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gorami board=24", "plays kulami, not gorami"),
        ("kulami layout=R99", "layout: one of R8"),
        ("kulami R8", "name=value expected, not 'R8'"),
        ("kulami ; D4 D4", "move 2, D4: "),
        ("kulami ; D4 D4", "(K5)"),
        ("kulmi layout=R8", "move 1, kulmi: 'kulmi' is not written as a move (C3)"),
        ("D4 ; D5", "begins with the game, kulami"),
        ("kulami layout=8x8 ; D4", "moves need a board that is the same each time"),
        ("kulami tiles=17", "kulami has the options scoring, layout, seed"),
    ],
)
def test_lines_that_are_wrong(line: str, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_opening(line, KULAMI, {})
    assert words in str(caught.value)


def test_a_position_without_moves_is_refused() -> None:
    """Engines would need ``setposition``, which GTP has not."""
    state = State(KULAMI.setup())
    state.play("D4")
    with pytest.raises(ValueError, match="a position without its moves cannot begin a game"):
        read_opening(state.text(), KULAMI, {})


def test_an_opening_that_ends_the_game_is_refused() -> None:
    state = State(GAMES["gorami"].setup({"board": "16"}))
    dice = Dice(1)
    while state.seat is not None:
        state.play(dice.choice(state.legal_moves()))
    line = f"gorami board=16 ; {' '.join(played.text for played in state.history)}"
    with pytest.raises(ValueError, match=f"over after these {len(state.history)} moves"):
        read_opening(line, GAMES["gorami"], {})


def test_an_opening_with_other_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="has 2 seats, not 3"):
        read_opening("siege_stones players=3", GAMES["siege_stones"], {})


def test_all_wrong_lines_of_a_file_are_told(tmp_path: Path) -> None:
    path = write(tmp_path, BOOK)
    with pytest.raises(OpeningsFileError) as caught:
        read_openings(path, KULAMI, {})
    lines = [error.removeprefix(path).split(":")[1] for error in caught.value.errors]
    assert lines == ["4", "7"]


def test_very_many_wrong_lines_are_not_all_told(tmp_path: Path) -> None:
    with pytest.raises(OpeningsFileError) as caught:
        read_openings(write(tmp_path, "go\n" * 500), KULAMI, {})
    assert len(caught.value.errors) == 11
    assert caught.value.errors[-1] == "and 490 more"


@pytest.mark.parametrize("text", ["", "# nothing\n\n"])
def test_a_file_without_openings_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(OpeningsFileError, match="has no openings"):
        read_openings(write(tmp_path, text), KULAMI, {})


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, words in (
        ("missing", "No such file"),
        ("binary", "no text in UTF-8"),
        ("", "Is a directory"),
    ):
        with pytest.raises(OpeningsFileError, match=words):
            read_openings(str(tmp_path / name), KULAMI, {})


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert read_openings(write(tmp_path, "\ufeffkulami\r\n"), KULAMI, {}) == (Variant({}),)


@given(seed=st.integers(0, 2**32), count=st.integers(1, 12))
@settings(max_examples=20, deadline=None)
def test_all_openings_of_a_file_are_used_before_any_repeats(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int
) -> None:
    path = write(tmp_path_factory.mktemp("book"), "\n".join(f"A{n}=1" for n in range(1, 3)))
    cells = GAMES["gorami"].setup().cells
    moves = [f"{cell}=1" for cell in cells[:count]]
    Path(path).write_text("\n".join(moves))
    found = [
        each.opening for each in first(2 * count, beginnings("gorami", Openings(file=path), seed))
    ]
    assert sorted(found[:count]) == sorted((move,) for move in moves)
    assert found[:count] == found[count:]


def test_the_seed_shuffles_a_file_and_random_moves_come_after_it(tmp_path: Path) -> None:
    cells = GAMES["gorami"].setup().cells
    path = write(tmp_path, "\n".join(f"{cell}=1" for cell in cells))
    orders = {
        tuple(each.opening[0] for each in first(22, beginnings("gorami", openings, seed)))
        for seed in range(5)
        for openings in [Openings(file=path, plies=2)]
    }
    assert len(orders) == 5
    assert all(sorted(order) == sorted(f"{cell}=1" for cell in cells) for order in orders)
