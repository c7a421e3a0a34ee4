"""Lines of JSON: the referee's schema, what converted games add to it, and what is no record."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clients.convert.forms import FORMS
from clients.convert.game import Game
from clients.convert.json_reading import MAX_LINE, game_record
from clients.convert.replay import replay
from clients.referee.export import as_sgf
from engine.cli import main
from protocol.game_record import GameRecord, Move, read_sgf
from tests.clients.convert.support import GORAMI, ROOT, convert, errors, games, replayed

RECORD = GameRecord(
    GORAMI,
    (Move(1, "C3=2", "0.5 s, nodes 7"), Move(2, "B2=1", "well")),
    opening=1,
    players=("Ann", "Bob"),
    result="B+R",
    date="2030-01-31",
    event="Cup",
)
#: Every key that can be in a converted game, but for `position` and texts that RECORD has not.
KEYS = ("comment", "position", "round")

Told = dict[str, Any]


def told(record: GameRecord = RECORD, number: int = 3) -> Told:
    line: Told = json.loads(FORMS["jsonl"].write(replay(Game("sgf", record)), number))
    return line


def as_text(line: Told) -> str:
    return json.dumps(line) + "\n"


def documented(page: str) -> set[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall("[a-z_]+", row)}


def keys(value: object) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(keys, value))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*(keys(item) for name, item in value.items() if name != "parts"))


# ---------------------------------------------------------------------- the schema


def test_a_converted_game_has_the_keys_of_the_schema_and_those_of_the_page() -> None:
    found = keys(told()) | keys(told(GameRecord(GORAMI, result="B+T")))
    schema = documented("records.md") - {"speed", "left", "depth", "score"}
    assert schema <= found
    assert found - schema <= documented("convert.md")
    assert documented("convert.md") <= found | {*KEYS}


def test_what_is_not_known_is_null() -> None:
    line = told()
    assert line["tournament"] == {}
    for name in ("pair", "round", "run", "host", "seconds"):
        assert line[name] is None
    assert line["players"][1] == {
        "seat": 2,
        "colour": "blue",
        "engine": None,
        "name": "Bob",
        "program": None,
        "version": None,
        "command": None,
    }
    assert told(GameRecord(GORAMI, date="1999"))["started"] is None


def test_what_is_known_stands_where_the_referee_has_it() -> None:
    line = told()
    assert (line["id"], line["number"]) == ("3", 3)
    assert (line["game"], line["setup"], line["opening"]) == ("gorami", GORAMI, 1)
    assert line["started"] == "2030-01-31"
    assert line["moves"] == [
        {"seat": 1, "move": "C3=2", "seconds": 0.5, "nodes": 7},
        {"seat": 2, "move": "B2=1", "comment": "well"},
    ]
    assert line["converted"] == {"from": "sgf", "date": "2030-01-31", "event": "Cup"}


# ---------------------------------------------------------------------- the referee's own


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of a real match."""
    file = tmp_path_factory.mktemp("match") / "games.jsonl"
    words = ["match", "donuts", "--nodes", "20", "--openings", "2", "--quiet", "--games", "2"]
    assert main([*words, "--results", str(file)]) == 0
    return file


def test_games_of_the_referee_are_taken_over(results: Path) -> None:
    lines = results.read_text(encoding="utf-8").splitlines()
    for line, game in zip(lines, games("jsonl", results.read_bytes()), strict=True):
        found = replay(game)
        assert FORMS["jsonl"].write(found, 1) == f"{line}\n"
        assert found.verdict.winners == tuple(json.loads(line)["winners"])


def test_sgf_has_what_referee_export_has(results: Path) -> None:
    for line in results.read_text(encoding="utf-8").splitlines():
        exported = read_sgf(as_sgf(json.loads(line)).encode())
        (game,) = games("jsonl", f"{line}\n")
        converted = replay(game).record
        for name in ("setup", "moves", "opening", "players", "result", "date", "event", "round"):
            assert getattr(converted, name) == getattr(exported, name)
        assert converted.comment == exported.comment


def test_what_is_not_kept_is_said(results: Path, tmp_path: Path) -> None:
    done = convert(results, tmp_path / "games.sgf")
    assert (
        "not kept: programs, their versions and commands, the machine, the time of day" in done.err
    )
    assert "the tournament's settings" in done.err
    assert "not kept" not in convert(results, tmp_path / "games.jsonl").err


@pytest.mark.parametrize(
    ("path", "value", "lost"),
    [
        (("moves", 0, "left"), 3.5, "what clocks showed"),
        (("faults",), [{"kind": "exit", "exit_status": 3}], "details of faults"),
        (("host",), "node7", "the machine"),
        (("started",), "2030-01-31T12:00:00.000Z", "the time of day and the length of games"),
        (("players", 1, "program"), "Quatuor", "programs, their versions and commands"),
        (("tournament",), {"format": "swiss"}, "the tournament's settings"),
    ],
)
def test_what_is_not_kept_is_only_what_there_is(
    path: tuple[str | int, ...], value: object, lost: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(as_text(told()))
    assert "not kept" not in convert(file, tmp_path / "x.sgf").err
    file.write_text(changed(*path, to=value)())
    done = convert(file, tmp_path / "x.sgf", "--force")
    assert done.err.endswith(f"\nquatuor convert: not kept: {lost}\n")


def test_the_same_game_of_a_tournament_twice_is_wrong(results: Path, tmp_path: Path) -> None:
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes(results.read_bytes() * 2)
    done = convert(twice, tmp_path / "out.sgf")
    assert done.code == 1
    assert f"{twice}:3: game 3: it is the same as game 1 of {twice}, word for word" in done.err


# ---------------------------------------------------------------------- no records


def changed(*path: str | int, to: object = None, gone: bool = False) -> Callable[[], str]:
    """A record with another value at a place, or without it."""

    def make() -> str:
        line = told()
        owner: Any = line
        for step in path[:-1]:
            owner = owner[step]
        if gone:
            del owner[path[-1]]
        else:
            owner[path[-1]] = to
        return as_text(line)

    return make


NO_RECORDS: dict[str, tuple[Callable[[], str], str]] = {
    "no JSON": (lambda: "games!\n", "x:1:1: game 1: no line of JSON: Expecting value"),
    "a word": (lambda: '"game"\n', "a record of schema 2 expected (found: 'none')"),
    "no schema": (lambda: "{}\n", "a record of schema 2 expected (found: 'none')"),
    "another schema": (changed("schema", to=1), "a record of schema 2 expected (found: '1')"),
    "not a number": (changed("seconds", to=float("nan")), "'NaN' is no finite number"),
    "a huge number": (lambda: '{"schema": 2, "a": 1e999}\n', "'1e999' is no finite number"),
    "many digits": (lambda: '{"a": ' + "9" * 5000 + "}\n", "no line of JSON: Exceeds the limit"),
    "no setup": (changed("setup", gone=True), "'setup' is missing"),
    "a strange setup": (changed("setup", to=[1]), "'setup': a text expected"),
    "another game": (
        changed("game", to="kulami"),
        "the game is 'kulami', but the setup is 'gorami",
    ),
    "no moves": (changed("moves", to="C3=2"), "'moves': a list expected"),
    "moves that are none": (changed("moves", to=["C3=2"]), "'moves': a list of objects expected"),
    "a move without a seat": (
        changed("moves", 0, "seat", gone=True),
        "'seat' is missing in 'moves'",
    ),
    "a true seat": (changed("moves", 0, "seat", to=True), "'seat' in 'moves': a whole number"),
    "a move of null": (changed("moves", 0, "move", to=None), "'move' in 'moves': a text expected"),
    "no time": (
        changed("moves", 0, "seconds", to="long"),
        "'seconds' in 'moves': a number expected",
    ),
    "no nodes": (changed("moves", 0, "nodes", to=None), "'nodes' in 'moves': a number expected"),
    "a false comment": (
        changed("moves", 1, "comment", to=3),
        "'comment' in 'moves': a text expected",
    ),
    "a huge seat": (
        changed("moves", 0, "seat", to=9),
        "move 1: seat 9 moves, but it is the turn of",
    ),
    "an illegal move": (
        changed("moves", 1, "move", to="C2=2"),
        "move 2: illegal move 'C2=2': C3 next",
    ),
    "an opening of text": (changed("opening", to="1"), "'opening': a whole number expected"),
    "less than no opening": (changed("opening", to=-1), "'opening': a number of moves expected"),
    "a long opening": (changed("opening", to=3), "an opening of 3 moves in a game of 2"),
    "no players": (changed("players", gone=True), "'players' is missing"),
    "a player of no name": (changed("players", 0, "name", to=7), "'name' in 'players': a text"),
    "one player": (changed("players", to=[]), "2 'scores' for 0 'players'"),
    "a strange end": (
        changed("termination", to="bored"),
        "'termination': one of rules, resignation",
    ),
    "strange winners": (
        changed("winners", to=[3]),
        "'winners': different seats from 1 to 2 expected",
    ),
    "the same winner": (changed("winners", to=[1, 1]), "'winners': different seats from 1 to 2"),
    "winners of text": (changed("winners", to=["1"]), "'winners': different seats from 1 to 2"),
    "no scores": (changed("scores", to={}), "'scores': a list expected"),
    "a score of null": (
        changed("scores", 0, "total", to=None),
        "'total' in 'scores': a whole number",
    ),
    "other totals": (changed("scores", 0, "total", to=99), "the file says 99-2 in 'scores', but"),
    "no faults": (changed("faults", to=None), "'faults': a list expected"),
    "a strange addition": (changed("converted", to=1), "'converted': an object expected"),
    "a strange event": (changed("converted", "event", to=1), "'event' in 'converted': a text"),
    "a strange place": (changed("converted", "position", to="x"), "name=value expected, not 'x'"),
    "a strange tournament": (
        lambda: as_text({**json.loads(changed("converted", gone=True)()), "tournament": 1}),
        "'tournament': an object expected",
    ),
    "deep": (lambda: "[" * 100_000 + "\n", "it is nested too deeply"),
    "a BOM inside": (lambda: "\n\ufeff{}\n", "x:2:1: game 1: no line of JSON"),
    "a NUL": (lambda: "{\0}\n", "x:1:2: game 1: no line of JSON"),
    "cut off": (lambda: as_text(told())[:500], "(was the last line cut off?)"),
    "long": (lambda: as_text({**told(), "a": "x" * MAX_LINE}), "the line has more than 4 MiB"),
}


@pytest.mark.parametrize("case", NO_RECORDS)
def test_what_is_no_record_is_said(case: str) -> None:
    make, why = NO_RECORDS[case]
    (error,) = errors("jsonl", make())
    assert error.startswith("x:")
    assert why in error


@pytest.mark.parametrize("case", NO_RECORDS)
def test_the_next_line_is_read_all_the_same(case: str) -> None:
    make, _ = NO_RECORDS[case]
    text = make()
    text = text if text.endswith("\n") else f"{text}\n"
    (error,) = errors("jsonl", as_text(told()) + text + as_text(told(number=7)))
    assert ": game 2" in error


def test_bytes_that_are_no_utf8() -> None:
    (error,) = errors("jsonl", b"\n" + as_text(told()).encode().replace(b"Ann", b"\xff"))
    assert error.startswith("x:2:")
    assert error.endswith("game 1: the bytes are not in UTF-8")


def test_a_byte_order_mark_and_empty_lines_do_no_harm() -> None:
    assert len(games("jsonl", b"\xef\xbb\xbf" + as_text(told()).encode() + b"\n \n")) == 1


def test_a_last_line_needs_no_end() -> None:
    assert replayed("jsonl", as_text(told()).rstrip()).record.players == ("Ann", "Bob")


def test_odd_characters_do_no_harm() -> None:
    line = told()
    line["players"][0]["name"] = "A\n\x00\ud800nn"
    line["moves"][1]["comment"] = "a\r\nb\tc"
    record = game_record(line)
    assert record.players == ("A ?nn", "Bob")
    assert record.moves[1].comment == "a\nb c"
