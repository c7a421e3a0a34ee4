"""Records of games, and the file they are kept in (CASES R28, R30)."""

import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from clients.referee.game import Game, Result
from clients.referee.match import Fixture, Played
from clients.referee.player import Player
from clients.referee.records import Json, ResultsError, ResultsFile, as_line, record, sentence
from engine.games.registry import GAMES
from engine.games.state import State, find, named_values
from tests.clients.support import KULAMI, LONG, faulty

KEYS = [
    "schema", "number", "pair", "seed", "started", "seconds", "game", "setup", "opening",
    "limits", "players", "moves", "result", "reason", "termination", "winners", "scores", "faults",
]  # fmt: skip


def game(*modes: str) -> tuple[Result, Json]:
    """A game of the second engine, who sits first, against the first: result and record."""
    players = [Player(faulty(mode), name) for mode, name in zip(modes, ("Ann", "Bob"), strict=True)]
    try:
        result = Game(players[::-1], KULAMI, LONG).play()
        played = Played(Fixture(4, 2, (1, 0), KULAMI), result)
        return result, record(played, players, LONG, seed=9)
    finally:
        for player in players:
            player.dismiss()


def test_a_record_says_all_about_a_game() -> None:
    result, told = game("good", "good")
    read = json.loads(as_line(told))
    assert list(read) == KEYS
    assert (read["schema"], read["number"], read["pair"], read["seed"]) == (1, 4, 2, 9)
    assert read["setup"] == KULAMI.setup.line
    assert read["started"].endswith("Z")
    assert datetime.fromisoformat(read["started"]).utcoffset() is not None
    first, second = read["players"]
    assert (first["seat"], first["colour"], first["engine"], first["name"]) == (1, "red", 2, "Bob")
    assert (second["name"], second["engine"], second["version"]) == ("Ann", 1, "1")
    assert second["command"][2] == "good"
    assert [move["move"] for move in read["moves"]] == [move.text for move in result.moves]
    assert set(read["moves"][0]) == {"seat", "move", "seconds", "nodes", "depth", "score"}
    assert read["termination"] == "rules"
    assert read["winners"] == list(result.winners)
    assert read["faults"] == []


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
            "reason": "exited with status 3 instead of 'genmove w'",
            "exit_status": 3,
            "stderr": "out of ideas",
        }
    ]
    assert told["winners"] == [1]
    assert told["result"] == (
        "Bob (red) beats Ann (black): Ann exited with status 3 instead of 'genmove w'"
    )


# ---------------------------------------------------------------------- in words


def test_the_result_in_words() -> None:
    result, _ = game("good", "resigns")
    assert sentence(result, ["A", "B"]) == "B (black) beats A (red), who resigned"
    result, _ = game("good", "good")
    red, black = (score.total for score in result.scores)
    words = {
        (1,): f"A (red) beats B (black) {red}-{black}",
        (2,): f"B (black) beats A (red) {black}-{red}",
        (1, 2): f"A (red) and B (black) draw {red}-{black}",
    }
    assert sentence(result, ["A", "B"]) == words[result.winners]


# ---------------------------------------------------------------------- the file


def test_records_are_added(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for number in (1, 2):
        file = ResultsFile(str(path))
        file.append({"number": number, "name": "Ö\udc80"})
        file.close()
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()] == [1, 2]


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"number": 1}\n{"numb')
    file = ResultsFile(str(path))
    file.append({"number": 2})
    file.close()
    assert path.read_text() == '{"number": 1}\n{"numb\n{"number": 2}\n'


def test_a_failed_write_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(str(path))
    file.append({"number": 1})
    write = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return write(file, data[: len(data) - 5])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(ResultsError, match="No space left"):
            file.append({"number": 2})
    file.append({"number": 3})
    file.close()
    assert path.read_text() == '{"number": 1}\n{"number": 3}\n'


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
