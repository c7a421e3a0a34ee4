"""Records of games, and the file they are kept in (CASES R28, R30; schema 2)."""

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from clients.loop import Loop
from clients.process import FaultKind
from clients.referee import records
from clients.referee.game import Offence, Result, Termination
from clients.referee.openings import Beginning
from clients.referee.player import Player
from clients.referee.records import (
    HOST,
    Json,
    ResultsError,
    ResultsFile,
    as_line,
    points,
    read_results,
    record,
    sentence,
    voids_path,
)
from clients.referee.schedule import Fixture
from clients.referee.settings import Adjudication, Limits, Tournament
from engine.games.game import SeatScore
from engine.games.registry import GAMES
from engine.games.state import State, find, named_values
from tests.clients.support import KULAMI, LONG, entrant, faulty, in_loop, play_once

KEYS = [
    "schema", "id", "number", "pair", "round", "run", "tournament", "host", "started", "seconds",
    "game", "setup", "opening", "players", "moves", "result", "reason", "termination", "winners",
    "scores", "faults",
]  # fmt: skip


def game(
    *modes: str, limits: Limits = LONG, beginning: Beginning = KULAMI, cap: int | None = None
) -> tuple[Result, Json]:
    """A game of Bob, who sits first, against Ann: result and record."""
    engines = tuple(
        entrant(faulty(mode), name, limits)
        for mode, name in zip(modes, ("Ann", "Bob"), strict=True)
    )
    tournament = Tournament("kulami", engines, seed=9, adjudication=Adjudication(move_cap=cap))

    async def body(loop: Loop) -> tuple[Result, Json]:
        players = [Player(engine, loop) for engine in engines[::-1]]
        result = await play_once(loop, players, beginning, tournament.adjudication)
        fixture = Fixture("2.2", 4, 2, 1, (1, 0), beginning)
        return result, record(fixture, result, players, tournament)

    return in_loop(body)


def test_a_record_says_all_about_a_game() -> None:
    result, told = game("good", "good")
    read = json.loads(as_line(told))
    assert list(read) == KEYS
    assert [read[key] for key in ("schema", "id", "number", "pair", "round")] == [2, "2.2", 4, 2, 1]
    assert len(read["run"]) == 12
    assert read["tournament"]["seed"] == 9
    assert [engine["name"] for engine in read["tournament"]["engines"]] == ["Ann", "Bob"]
    assert read["host"] == HOST
    assert (read["game"], read["setup"]) == ("kulami", KULAMI.setup.line)
    assert read["started"].endswith("Z")
    assert datetime.fromisoformat(read["started"]).utcoffset() is not None
    first, second = read["players"]
    assert (first["seat"], first["colour"], first["engine"], first["name"]) == (1, "red", 2, "Bob")
    assert (second["name"], second["engine"], second["version"]) == ("Ann", 1, "1")
    assert (second["program"], second["command"][2]) == ("Faulty", "good")
    assert [move["move"] for move in read["moves"]] == [move.text for move in result.moves]
    assert set(read["moves"][0]) == {"seat", "move", "seconds"}
    assert read["termination"] == "rules"
    assert read["winners"] == list(result.winners)
    assert read["faults"] == []
    assert points(read) == tuple(result.points(seat) for seat in (1, 2))


def test_moves_are_recorded_with_all_that_is_known_of_them() -> None:
    opening = (State(KULAMI.setup).legal_moves()[0],)
    limits = Limits(main=600, startup=60, answer=60)
    _, told = game("informed", "good", limits=limits, beginning=Beginning(KULAMI.setup, opening))
    assert told["opening"] == 1
    first, second, third = told["moves"][:3]
    assert first == {"seat": 1, "move": opening[0]}
    assert set(second) == {"seat", "move", "seconds", "left", "nodes", "depth", "score"}
    assert (second["nodes"], second["depth"], second["score"]) == (1, 1, 7)
    assert second["left"] == pytest.approx(600 - second["seconds"], abs=1e-5)
    assert set(third) == {"seat", "move", "seconds", "left"}


def test_a_record_replays_to_its_result() -> None:
    _, told = game("good", "good")
    read = json.loads(as_line(told))
    name, *options = read["setup"].split()
    state = State(find(GAMES, name).setup(named_values(options)))
    for move in read["moves"]:
        assert state.seat == move["seat"]
        state.play(move["move"])
    outcome = state.outcome()
    assert outcome is not None
    assert read["winners"] == ([outcome.winner] if outcome.winner else list(outcome.drawn))
    assert [score["total"] for score in read["scores"]] == [each.total for each in state.scores()]


def test_a_fault_is_told_with_status_and_last_words() -> None:
    _, told = game("exits", "good")
    assert told["faults"] == [
        {
            "seat": 2,
            "name": "Ann",
            "kind": "exit",
            "reason": "exited with status 3 instead of 'genmove w'",
            "exit_status": 3,
            "signal": None,
            "stderr": "out of ideas",
        }
    ]
    assert (told["winners"], told["termination"]) == ([1], "fault")
    assert told["result"] == (
        "Bob (red) beats Ann (black): Ann exited with status 3 instead of 'genmove w'"
    )


def test_a_signal_is_no_exit_status() -> None:
    _, told = game("good", "killed")
    (fault,) = told["faults"]
    assert (fault["name"], fault["exit_status"], fault["signal"]) == ("Bob", None, 9)


def test_a_fault_of_a_running_engine_has_no_status() -> None:
    _, told = game("illegal_move", "good")
    (fault,) = told["faults"]
    assert (fault["kind"], fault["exit_status"], fault["signal"]) == ("illegal", None, None)
    assert len(told["moves"]) == 3


def test_an_adjudicated_draw() -> None:
    result, told = game("good", "good", cap=3)
    assert (told["termination"], told["winners"], points(told)) == (
        "adjudication",
        [1, 2],
        (0.5, 0.5),
    )
    totals = "-".join(str(score.total) for score in result.scores)
    assert told["result"] == (
        f"Bob (red) and Ann (black) draw {totals}: adjudicated a draw after 3 moves"
    )


# ---------------------------------------------------------------------- in words


def ended(
    *winners: int,
    totals: tuple[int, ...] = (31, 27),
    termination: Termination = Termination.RULES,
    offences: tuple[Offence, ...] = (),
    reason: str = "why",
) -> Result:
    """A result of which only the words matter."""
    colours = ("red", "black", "white")
    scores = tuple(
        SeatScore(seat, colours[seat - 1], total) for seat, total in enumerate(totals, start=1)
    )
    now = datetime.fromtimestamp(0)
    return Result(KULAMI, (), scores, termination, winners, reason, offences, now, 1.0)


def offence(seat: int, reason: str) -> Offence:
    return Offence(seat, FaultKind.EXIT, reason, 1, "", at_start=False)


BY_FAULT = Termination.FAULT
SENTENCES = [
    (ended(1), "A (red) beats B (black) 31-27"),
    (ended(2), "B (black) beats A (red) 27-31"),
    (ended(1, 2, totals=(5, 5)), "A (red) and B (black) draw 5-5"),
    (ended(1, termination=Termination.RESIGNATION), "A (red) beats B (black), who resigned"),
    (
        ended(2, termination=BY_FAULT, offences=(offence(1, "exited"),)),
        "B (black) beats A (red): A exited",
    ),
    (
        ended(termination=BY_FAULT, offences=(offence(1, "exited"), offence(2, "slept"))),
        "no result between A (red) and B (black): A exited; B slept",
    ),
    (
        ended(1, termination=Termination.ADJUDICATION, reason="both agreed"),
        "A (red) beats B (black) 31-27: both agreed",
    ),
    (ended(3, totals=(4, 5, 6)), "C (white) beats A (red) and B (black) 6-4-5"),
    (ended(1, 3, totals=(6, 5, 6)), "A (red) and C (white) draw ahead of B (black) 6-6-5"),
    (ended(1, 2, 3, totals=(6, 6, 6)), "A (red), B (black) and C (white) draw 6-6-6"),
    (
        ended(1, 3, totals=(4, 5, 6), termination=BY_FAULT, offences=(offence(2, "exited"),)),
        "A (red) and C (white) beat B (black): B exited",
    ),
]


@pytest.mark.parametrize(("result", "words"), SENTENCES, ids=[words for _, words in SENTENCES])
def test_the_result_in_words(result: Result, words: str) -> None:
    assert sentence(result, ["A", "B", "C"][: len(result.scores)]) == words


# ---------------------------------------------------------------------- the file


def numbered(number: int) -> Json:
    return {"schema": 2, "number": number}


def numbers(path: Path) -> list[int]:
    return [game["number"] for game in read_results(str(path))]


def test_records_are_added(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for number in (1, 2):
        file = ResultsFile(str(path))
        file.append({**numbered(number), "name": "Ö\udc80"})
        file.close()
    assert numbers(path) == [1, 2]
    assert "Ö" in path.read_text()


def test_a_record_is_there_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(str(path))
    file.append(numbered(1))
    assert numbers(path) == [1]
    file.sync()
    file.close()


@pytest.mark.parametrize("rest", ["{", '{"schema": 2', '{"schema": 2, "number": 2}'])
def test_a_line_that_was_cut_off_is_taken_away(tmp_path: Path, rest: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(f"{as_line(numbered(1))}\n{rest}")
    assert numbers(path) == [1]
    file = ResultsFile(str(path))
    file.append(numbered(3))
    file.close()
    assert numbers(path) == [1, 3]


@pytest.mark.parametrize("text", ["a novel", "one line\nand half another", '{"other": 1}'])
def test_what_is_no_file_of_results_is_not_touched(tmp_path: Path, text: str) -> None:
    path = tmp_path / "novel.txt"
    path.write_text(text)
    with pytest.raises(ResultsError, match=r"novel\.txt is no file of results"):
        ResultsFile(str(path))
    assert path.read_text() == text


def test_one_referee_writes_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(str(path))
    with pytest.raises(ResultsError, match=r"another referee is writing .*results\.jsonl"):
        ResultsFile(str(path))
    file.append(numbered(1))
    file.close()
    ResultsFile(str(path)).close()
    assert numbers(path) == [1]


def test_a_killed_referee_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    program = (
        "import os, sys; from clients.referee.records import ResultsFile;"
        f"ResultsFile({str(path)!r}).append({{'schema': 2, 'number': 1}});"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", program], check=False)
    ResultsFile(str(path)).close()
    assert numbers(path) == [1]


def test_a_failed_write_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(str(path))
    file.append(numbered(1))
    write = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return write(file, data[: len(data) - 5])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(ResultsError, match=r"cannot write .*results\.jsonl: No space left"):
            file.append(numbered(2))
    file.append(numbered(3))
    file.close()
    assert numbers(path) == [1, 3]


def test_a_disk_that_fails_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = ResultsFile(str(tmp_path / "results.jsonl"))
    file.append(numbered(1))

    def broken(file: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        with pytest.raises(ResultsError, match=r"results\.jsonl: Input/output error"):
            file.sync()
    file.close()


def test_records_are_soon_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once if the last time is long ago, else with the next one that is late enough."""
    now = 100.0
    synced: list[float] = []
    monkeypatch.setattr(records, "monotonic", lambda: now)
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(now))
    file = ResultsFile(str(tmp_path / "results.jsonl"))
    for now in (100.1, 100.4, 100.6, 100.7, 101.2):  # noqa: B007  # the clock reads it
        file.append(numbered(1))
    assert synced == [100.6, 101.2]
    file.sync()
    file.append(numbered(1))
    file.close()
    assert synced == [100.6, 101.2, 101.2]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full disk")
def test_a_full_disk() -> None:
    file = ResultsFile("/dev/full")
    with pytest.raises(ResultsError, match="cannot write /dev/full: No space left on device"):
        file.append(numbered(1))
    file.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.touch(0o444)
    with pytest.raises(ResultsError, match=r"results\.jsonl: Permission denied"):
        ResultsFile(str(path))


@pytest.mark.parametrize("path", ["", "missing/results.jsonl", "."])
def test_a_place_that_cannot_be_written(path: str, tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="cannot write"):
        ResultsFile(str(tmp_path / path))


# ---------------------------------------------------------------------- reading


def test_nothing_to_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("")
    assert numbers(path) == []
    with pytest.raises(ResultsError, match=r"cannot read .*missing\.jsonl: No such file"):
        list(read_results(str(tmp_path / "missing.jsonl")))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("novel", r"results\.jsonl:2: no line of JSON: .*"),
        ("[]", r"results\.jsonl:2: a record of schema 2 expected \(found: none\)"),
        ("{}", r"results\.jsonl:2: a record of schema 2 expected \(found: none\)"),
        ('{"schema": 1}', r"results\.jsonl:2: a record of schema 2 expected \(found: 1\)"),
        ("\udcff", r"results\.jsonl:2: no line of JSON: .*"),
    ],
    ids=["no JSON", "no object", "no schema", "another schema", "no UTF-8"],
)
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "results.jsonl"
    text = f"{as_line(numbered(1))}\n{line}\n{as_line(numbered(3))}\n"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ResultsError, match=why):
        numbers(path)


def test_empty_lines_are_nothing(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(f"\n{as_line(numbered(1))}\n\n{as_line(numbered(2))}\n")
    assert numbers(path) == [1, 2]


def test_void_games_stand_beside_the_results() -> None:
    assert voids_path("runs/out.jsonl") == "runs/out.voids.jsonl"
    assert voids_path("runs.1/out") == "runs.1/out.voids"
