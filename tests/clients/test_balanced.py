"""The balanced openings that come with the program, and games that begin with them."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from clients.balancing.book import Found, position_of, read_line
from clients.referee.balanced import BALANCED, BOOKS, FOLDER, NoBook, balanced_book
from clients.referee.openings import Beginnings
from clients.referee.openings_file import OpeningsFileError, read_openings
from clients.referee.records import Json
from clients.referee.settings import Engine, Openings, Tournament
from clients.referee.variants import is_drawn, read_game
from engine.games.randomness import Dice
from tests.clients.test_match import engines, match, records

LINES = [pytest.param(line, id=name.removesuffix(".txt")) for line, name in BOOKS.items()]
#: Orders of the options and values that are the defaults change nothing.
SAME = {
    "kulami scoring=standard layout=8X8": "kulami layout=8x8",
    "Kulami Scoring=BOTH Layout=irregular": "kulami layout=irregular scoring=both",
    "gorami": "gorami board=22",
    "siege_stones players=2 towers=8": "siege_stones",
}


@cache
def openings(line: str) -> list[Found]:
    rules, _ = read_game(line)
    text = (FOLDER / BOOKS[line]).read_text(encoding="utf-8")
    return [read_line(each, rules) for each in text.splitlines() if not each.startswith("#")]


def head(line: str) -> list[str]:
    """What the file of a game says about itself."""
    return (FOLDER / BOOKS[line]).read_text(encoding="utf-8").splitlines()[:4]


def plies_of(head: Sequence[str]) -> tuple[int, int]:
    """The fewest and the most plies of the command that made a file."""
    words = head[1].split()
    fewest, most = words[words.index("--plies") + 1].split("-")
    return int(fewest), int(most)


def tournament(line: str, seed: int = 1, name: str = BALANCED) -> Tournament:
    players = (Engine(("a",)), Engine(("b",)))
    return Tournament(line, players, seed=seed, openings=Openings(file=name))


# ---------------------------------------------------------------------- the files


def test_every_file_is_for_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(BOOKS.values())


@pytest.mark.parametrize("line", LINES)
def test_openings_are_many_different_short_and_balanced(line: str) -> None:
    found = openings(line)
    assert len(found) >= 100
    assert len({position_of(each.beginning) for each in found}) == len(found)
    fewest, most = plies_of(head(line))
    assert 4 <= fewest <= most <= 8
    assert {len(each.beginning.opening) for each in found} == set(range(fewest, most + 1))
    assert all(0.4 <= each.chance <= 0.6 for each in found)
    assert [each.number for each in found] == sorted({each.number for each in found})


@pytest.mark.parametrize("line", LINES)
def test_openings_are_of_the_game(line: str) -> None:
    """Where boards are drawn, each opening has one of its own, of the right kind."""
    rules, options = read_game(line)
    setups = {each.beginning.setup for each in openings(line)}
    if not is_drawn(rules, options):
        assert setups == {rules.setup(options)}
        return
    assert len(setups) == len(openings(line))
    assert {each.options["scoring"] for each in setups} == {options.get("scoring", "standard")}
    is_square = options["layout"] == "8x8"
    assert all(((each.width, each.height) == (8, 8)) == is_square for each in setups)


@pytest.mark.parametrize("line", LINES)
def test_the_head_says_how_the_file_was_made(line: str) -> None:
    game, command, engine, last = head(line)
    rules, options = read_game(game.removeprefix("# Balanced openings of "))
    assert balanced_book(rules, options).name == BOOKS[line]
    assert command.startswith(f"# made by: quatuor openings {rules.name} ")
    nodes, bounds = command.rpartition(" ")[2].split(":")
    assert (int(nodes) >= 100_000, bounds) == (True, "0.4-0.6")
    assert last.endswith(f" {nodes} nodes")
    assert engine.startswith("# engine: Quatuor ")


# ---------------------------------------------------------------------- which file


@pytest.mark.parametrize(("line", "same"), [*SAME.items(), *zip(BOOKS, BOOKS, strict=True)])
def test_the_game_says_which_file_is_meant(line: str, same: str) -> None:
    assert balanced_book(*read_game(line)) == FOLDER / BOOKS[same]


@pytest.mark.parametrize(
    "line",
    [
        "kulami",
        "kulami layout=8x8 scoring=both",
        "kulami layout=8x8 seed=1",
        "kulami layout=irregular",
        "gorami board=16",
        "donuts",
        "siege_stones players=3",
        "siege_stones towers=7",
        "siege_stones opening=centre",
    ],
)
def test_a_game_without_a_file_is_an_error_that_says_for_which_there_are(line: str) -> None:
    with pytest.raises(NoBook, match=r"there are some for kulami layout=8x8, .*, siege_stones;"):
        balanced_book(*read_game(line))
    with pytest.raises(OpeningsFileError, match="no balanced openings come with the program"):
        read_openings(BALANCED, *read_game(line))


# ---------------------------------------------------------------------- games


def opening_of(game: Json) -> tuple[str, ...]:
    """The moves of a record that no engine has chosen."""
    return tuple(move["move"] for move in game["moves"][: game["opening"]])


@pytest.mark.parametrize("line", LINES)
def test_a_tournament_takes_all_of_them_in_an_order_that_the_seed_shuffles(line: str) -> None:
    expected = [each.beginning for each in openings(line)]
    Dice(7).shuffle(expected)
    beginnings = Beginnings(tournament(line, seed=7))
    count = len(expected)
    numbers = [1, 2, 3, count, count + 1]
    found = [beginnings.beginning(number) for number in numbers]
    assert found == [expected[(number - 1) % count] for number in numbers]


def test_a_file_called_balanced_is_meant_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(BALANCED).write_text("A1=1\n")
    beginnings = Beginnings(tournament("gorami", name=f"./{BALANCED}"))
    assert beginnings.beginning(1).opening == ("A1=1",)


@pytest.mark.parametrize("line", ["kulami layout=8x8", "gorami board=24"])
def test_a_match_plays_each_opening_in_both_seatings(line: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = [*line.split(), "--openings", "balanced", "--games", "6", "--seed", "3"]
    words += [*engines("good", "good"), "--name", "Ann", "--name", "Bob", "--margin", "60"]
    assert match(*words, "--results", str(path)) == 0
    games = records(path)
    known = {(each.beginning.setup.line, each.beginning.opening) for each in openings(line)}
    begun = [(game["setup"], opening_of(game)) for game in games]
    assert begun[::2] == begun[1::2]
    assert len(set(begun)) == 3
    assert set(begun) <= known
    seatings = [[player["name"] for player in game["players"]] for game in games]
    assert seatings == [["Ann", "Bob"], ["Bob", "Ann"]] * 3


def test_a_match_takes_any_file_of_openings(tmp_path: Path) -> None:
    book, path = tmp_path / "book.txt", tmp_path / "results.jsonl"
    book.write_text("A1=1 C1=2\n")
    words = ["gorami", "--openings", str(book), *engines("good", "good"), "--margin", "60"]
    assert match(*words, "--results", str(path)) == 0
    assert [opening_of(game) for game in records(path)] == [("A1=1", "C1=2")] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["donuts", "--openings", "balanced"], "no balanced openings come with the program"),
        (["kulami", "--openings", "missing.txt"], "cannot read missing.txt: No such file"),
    ],
)
def test_mistakes_in_a_match(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert match(*words) == 1
    error = capsys.readouterr().err
    assert error.startswith("quatuor match: ")
    assert message in error


def test_records_of_a_match_say_which_openings_were_wanted(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ["gorami", "--openings", "balanced", *engines("good", "good"), "--margin", "60"]
    assert match(*words, "--results", str(path)) == 0
    told = [json.loads(line)["tournament"]["openings"] for line in path.read_text().splitlines()]
    assert told == [{"plies": 0, "file": "balanced", "layouts": []}] * 2
