"""The file: what it says, how it is continued, and what is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clients.balancing.book import Book, BookError, Found, line, position_of, read_line
from clients.balancing.recipe import Recipe
from clients.balancing.screening import Verdict
from clients.referee.openings import Beginning
from clients.referee.openings_file import read_openings
from engine.games.registry import GAMES

GORAMI = GAMES["gorami"]
HEAD = ["# Balanced openings of gorami board=22", "# made by: hand"]


def opening(*moves: str) -> Beginning:
    return Beginning(GORAMI.setup(), moves)


def verdict(number: int, *moves: str) -> Verdict:
    return Verdict(number, opening(*moves), 0.51234, is_balanced=True)


@contextmanager
def book(path: Path, *head: str) -> Iterator[Book]:
    opened = Book(str(path), GORAMI, head or HEAD)
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two openings."""
    file = tmp_path / "book.txt"
    with book(file) as opened:
        assert opened.add(verdict(3, "A1=1", "C1=2"))
        assert opened.add(verdict(5, "A1=2", "C1=3"))
        opened.end(5)
    return file


def test_the_file_is_the_one_that_the_module_shows(path: Path) -> None:
    assert path.read_text() == "\n".join(
        [
            *HEAD,
            "gorami board=22 ; A1=1 C1=2   # candidate 3, winrate 0.5123",
            "gorami board=22 ; A1=2 C1=3   # candidate 5, winrate 0.5123",
            "# 2 openings of 5 candidates",
            "",
        ]
    )


def test_the_referee_reads_it(path: Path) -> None:
    found = read_openings(str(path), GORAMI, {})
    assert [each.moves for each in found] == [("A1=1", "C1=2"), ("A1=2", "C1=3")]


def test_a_line_can_be_read_back() -> None:
    rules = GAMES["kulami"]
    for number in range(1, 20):
        found = Found(number, Recipe(rules, {"layout": "8x8"}).candidate(number), number / 20)
        assert read_line(f"{line(found)}\n", rules) == found


def test_it_goes_on_after_its_last_opening(path: Path) -> None:
    with book(path) as opened:
        assert [each.number for each in opened.found] == [3, 5]
        assert opened.next_number == 6
        assert opened.add(verdict(6, "A1=3", "C1=1"))
    assert path.read_text().splitlines()[4:] == [
        "gorami board=22 ; A1=3 C1=1   # candidate 6, winrate 0.5123"
    ]


def test_the_same_position_is_taken_once(path: Path) -> None:
    """No two of these moves touch, so that each side can play its own in either order."""
    with book(path) as opened:
        assert opened.add(verdict(6, "A1=1", "E3=2", "C3=1", "F1=3"))
        assert not opened.add(verdict(7, "C3=1", "F1=3", "A1=1", "E3=2"))
        assert not opened.add(verdict(8, "A1=1", "C1=2"))


def test_the_same_moves_on_another_board_are_another_opening() -> None:
    setups = [GAMES["kulami"].setup({"layout": name}) for name in ("R8", "C1")]
    assert len({position_of(Beginning(setup, ("D4",))) for setup in setups}) == 2


@pytest.mark.parametrize("cut", range(1, 59, 6))
def test_a_last_line_that_was_cut_off_is_found_again(path: Path, cut: int) -> None:
    whole = path.read_bytes()[: -len("# 2 openings of 5 candidates\n")]
    path.write_bytes(whole[:-cut])
    with book(path) as opened:
        assert [each.number for each in opened.found] == [3]
        assert opened.add(verdict(5, "A1=2", "C1=3"))
    assert path.read_bytes() == whole


@pytest.mark.parametrize("size", [0, 1, 30, 40])
def test_a_head_that_was_cut_off_is_written_again(tmp_path: Path, size: int) -> None:
    path = tmp_path / "book.txt"
    path.write_text("\n".join([*HEAD, ""])[:size])
    with book(path) as opened:
        assert opened.next_number == 1
    assert path.read_text().splitlines() == HEAD


def test_the_file_of_another_command_is_left_alone(path: Path) -> None:
    before = path.read_bytes()
    other = [HEAD[0], "# made by: heart"]
    with (
        pytest.raises(BookError, match="txt:2: another command began this") as caught,
        book(path, *other),
    ):
        pass
    assert str(caught.value).splitlines()[1:] == [HEAD[1], "and not", "# made by: heart"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["Buy milk\n", "Buy milk", f"{HEAD[0]}\n# other\n"])
def test_any_other_file_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(BookError, match="another command began this file"), book(path):
        pass
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gorami board=22 ; A1=1 C1=2", "candidate N, winrate N' expected"),
        ("gorami board=22 ; A1=1 A1=2  # candidate 9, winrate 0.5000", "move 2, A1=2"),
        ("kulami ; D4  # candidate 9, winrate 0.5000", "plays gorami, not kulami"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_lost(path: Path, text: str, words: str) -> None:
    path.write_text(f"{path.read_text()}{text}\n")
    before = path.read_bytes()
    with pytest.raises(BookError, match=f"txt:6: .*{words}"), book(path):
        pass
    assert path.read_bytes() == before


def test_two_runs_do_not_write_one_file(path: Path) -> None:
    with book(path), pytest.raises(BookError, match="another run is writing"), book(path):
        pass


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"cannot write .*: Is a directory"), book(tmp_path):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk() -> None:
    with pytest.raises(BookError, match="cannot write /dev/full: No space left"):
        Book("/dev/full", GORAMI, HEAD)
