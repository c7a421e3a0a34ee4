"""What a file says of a result, against what the rules say (RULES K13, S9, S10; SGF FF[4], RE)."""

import json
from pathlib import Path
from random import Random

import pytest

from clients.convert.conversion import Conversion, Input
from clients.convert.forms import FORMS
from clients.convert.game import Game
from clients.convert.output import Nowhere
from clients.convert.replay import replay
from clients.convert.screen import Screen
from clients.referee.records import Json
from engine.games.registry import GAMES
from engine.games.state import State
from protocol.game_record import GameRecord, write_sgf
from tests.clients.convert.support import errors, played, record_of, replayed


def whole(result: str, game: str = "kulami", options: dict[str, str] | None = None) -> GameRecord:
    """A finished game whose file says that result."""
    return with_result(record_of(FINISHED[game, str(options)]), result)


def with_result(record: GameRecord, result: str) -> GameRecord:
    return GameRecord(record.setup, record.moves, result=result)


def finished(game: str, options: dict[str, str] | None, winner: int) -> State:
    """The first random game, of some, that this seat wins, by a margin if the game has one."""
    for seed in range(1000):
        state = played(GAMES[game].setup(options), Random(seed))
        outcome = state.outcome()
        if outcome is not None and outcome.winner == winner:
            return state
    raise AssertionError("no such game")


FINISHED = {
    ("kulami", "None"): finished("kulami", None, 1),
    ("siege_stones", "{'players': '3'}"): finished("siege_stones", {"players": "3"}, 3),
}
TOTALS = [score.total for score in FINISHED["kulami", "None"].scores()]
MARGIN = TOTALS[0] - TOTALS[1]
THREE = {"players": "3"}


def result_of(record: GameRecord) -> tuple[str, str]:
    found = replay(Game("sgf", record))
    return found.record.result, found.verdict.termination


# ---------------------------------------------------------------------- finished games


@pytest.mark.parametrize("said", ["", "?", "B+", f"B+{MARGIN}", f"B+{MARGIN}.0", f" B+{MARGIN} "])
def test_the_rules_complete_a_result(said: str) -> None:
    assert result_of(whole(said)) == (f"B+{MARGIN}", "rules")


@pytest.mark.parametrize("said", ["W+", f"W+{MARGIN}", f"B+{MARGIN + 1}", "B+0", "0", "B+0.5"])
def test_a_result_that_contradicts_the_moves_is_wrong(said: str) -> None:
    (error,) = errors("sgf", write_sgf(whole(said)))
    assert error.startswith(
        f"x:2: game 1: the file says '{said}', but the moves make it B+{MARGIN}"
    )
    assert "(K13)" in error


@pytest.mark.parametrize(
    ("said", "termination", "winners"),
    [
        ("B+R", "resignation", (1,)),
        ("W+R", "resignation", (2,)),
        ("W+T", "fault", (2,)),
        ("B+F", "fault", (1,)),
        ("Void", "void", ()),
    ],
)
def test_only_the_file_can_know_of_these(
    said: str, termination: str, winners: tuple[int, ...]
) -> None:
    """At the end of a game, in its middle and before its first move."""
    moves = whole("").moves
    for count in (len(moves), 7, 0):
        record = GameRecord(whole("").setup, moves[:count], result=said)
        found = replay(Game("sgf", record))
        assert (found.record.result, found.verdict.termination) == (said, termination)
        assert found.verdict.winners == winners


def test_more_than_two_seats_have_their_own_words() -> None:
    assert result_of(whole("", "siege_stones", THREE)) == ("win 3", "rules")
    assert result_of(whole("win 3", "siege_stones", THREE)) == ("win 3", "rules")
    assert result_of(whole("Void", "siege_stones", THREE)) == ("Void", "void")


@pytest.mark.parametrize("said", ["win 1", "draw 1 3", "0"])
def test_so_do_contradictions(said: str) -> None:
    (error,) = errors("sgf", write_sgf(whole(said, "siege_stones", THREE)))
    assert f"'{said}', but the moves make it win 3" in error


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        *(("kulami", None, said) for said in ("Black wins", "B+R1", "B+-3", "win 3", "b+", "1-0")),
        *(("siege_stones", THREE, said) for said in ("B+4", "W+R", "win 4", "draw 1", "win 1 2")),
        ("siege_stones", THREE, "draw 1 1"),
    ],
)
def test_a_result_in_other_words_is_wrong(
    game: str, options: dict[str, str] | None, said: str
) -> None:
    (error,) = errors("sgf", write_sgf(whole(said, game, options)))
    seats = 3 if options else 2
    assert f"the result '{said}' is none of {seats} seats" in error


# ---------------------------------------------------------------------- unfinished games


@pytest.mark.parametrize(
    ("said", "kept", "termination"),
    [
        ("", "", "unfinished"),
        ("?", "", "unfinished"),
        ("B+", "B+", "adjudication"),
        ("0", "0", "adjudication"),
    ],
)
def test_where_the_rules_say_nothing_the_file_does(said: str, kept: str, termination: str) -> None:
    record = whole("")
    assert result_of(GameRecord(record.setup, record.moves[:9], result=said)) == (kept, termination)


def test_a_margin_before_the_end_is_wrong() -> None:
    record = whole("")
    cut = GameRecord(record.setup, record.moves[:9], result="B+4")
    (error,) = errors("sgf", write_sgf(cut))
    assert (
        error
        == "x:2: game 1: the file says 'B+4', but the game is not over: it is the turn of black"
    )


# ---------------------------------------------------------------------- records


def told(record: GameRecord, **changes: object) -> Json:
    """The record as a line of JSON, changed."""
    line = json.loads(FORMS["jsonl"].write(replay(Game("sgf", record)), 1))
    return {**line, **changes}


def as_text(line: Json) -> str:
    return json.dumps(line) + "\n"


def test_a_record_says_how_a_game_ended() -> None:
    line = told(whole(""))
    assert (line["termination"], line["winners"]) == ("rules", [1])
    assert [score["points"] for score in line["scores"]] == [1.0, 0.0]
    assert line["result"] == f"player 1 (red) beats player 2 (black) {TOTALS[0]}-{TOTALS[1]}"
    assert line["reason"].endswith("(K13)")


@pytest.mark.parametrize(
    ("said", "sentence", "points", "kinds"),
    [
        ("W+R", "player 2 (black) beats player 1 (red), who resigned", [0.0, 1.0], []),
        (
            "B+T",
            "player 1 (red) beats player 2 (black): player 2 lost on time",
            [1.0, 0.0],
            [(2, "time")],
        ),
        (
            "W+F",
            "player 2 (black) beats player 1 (red): player 1 forfeited the game",
            [0.0, 1.0],
            [(1, None)],
        ),
        ("Void", "player 1 (red), player 2 (black): does not count", [0.0, 0.0], []),
        ("?", "player 1 (red), player 2 (black): not finished", [None, None], []),
        (
            "0",
            "player 1 (red) and player 2 (black) draw 0-0: not decided by the rules",
            [0.5] * 2,
            [],
        ),
    ],
)
def test_a_record_says_what_the_file_said(
    said: str, sentence: str, points: list[float | None], kinds: list[tuple[int, str | None]]
) -> None:
    line = told(GameRecord(whole("").setup, result=said))
    assert line["result"] == sentence
    assert [score["points"] for score in line["scores"]] == points
    assert [(fault["seat"], fault["kind"]) for fault in line["faults"]] == kinds
    assert replayed("jsonl", as_text(line)).record.result == said.replace("?", "")


def test_records_are_judged_likewise() -> None:
    line, cut = told(whole("")), told(GameRecord(whole("").setup, whole("").moves[:9]))
    changed = {
        "rules, winners 2": {**line, "winners": [2]},
        "unfinished, winners nobody": {**line, "termination": "unfinished", "winners": []},
        "adjudication, winners 1": {**line, "termination": "adjudication"},
        "rules, winners 1": {**cut, "termination": "rules", "winners": [1]},
    }
    for said, wrong in changed.items():
        (error,) = errors("jsonl", as_text(wrong))
        assert f"the file says '{said}', but " in error


def test_totals_have_to_be_those_of_the_moves() -> None:
    line = told(whole(""))
    line["scores"][1]["total"] += 1
    (error,) = errors("jsonl", as_text(line))
    assert f"says {TOTALS[0]}-{TOTALS[1] + 1} in 'scores', but the moves make it" in error


def test_the_end_of_a_game_of_three_is_kept_in_json_alone(tmp_path: Path) -> None:
    """SGF has no word for a resignation of three: it becomes a draw of the others."""
    cut = GameRecord(whole("", "siege_stones", THREE).setup)
    line = told(cut, termination="resignation", winners=[1, 3])
    found = replayed("jsonl", as_text(line))
    assert (found.record.result, found.verdict.termination) == ("draw 1 3", "resignation")
    conversion = Conversion(FORMS["sgf"], Nowhere(), Screen(), goes_on=False)
    file = tmp_path / "x.jsonl"
    file.write_text(as_text(line))
    conversion.take(Input(str(file), FORMS["jsonl"]))
    assert conversion.tally.lost == {"why games of three or four ended early"}
    back = replayed("sgf", FORMS["sgf"].write(found, 1))
    assert (back.record.result, back.verdict.termination) == ("draw 1 3", "adjudication")
