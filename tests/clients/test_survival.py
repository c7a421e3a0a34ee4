"""Every fault an engine can have, in a tournament with good ones (CASES R1-R24).

Two good engines and a faulty one play a round robin on a 2-second clock, so that four games have
the faulty one. Only a hang breaks a deadline here; ``benchmarks/survival.py`` measures.
"""

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from clients.referee.records import Json
from tests.clients.tournaments import (
    faulty,
    new_mark,
    records,
    referee,
    seconds_until_gone,
    write_file,
)
from tests.faulty_engines.faulty import MOVE_FAULTS, OTHER_FAULTS

LIMITS = {"main": 2}
INCOMPLETE = 3


@dataclass(frozen=True)
class Loss:
    """The fault loses the game: its kind, words of the reason, and what the record keeps."""

    kind: str
    reason: str
    status: int | None = None
    signal: int | None = None
    stderr: str = ""


@dataclass(frozen=True)
class Void(Loss):
    """The fault comes before the first move: two void games, and the pairing is stopped."""


#: The faulty engine breaks no rule of the referee's: all games end by this.
PLAYS = "rules"
RESIGNS = "resignation"
NO_ANSWER = Loss("time", "did not answer 'genmove")
LONG = Loss("flood", "wrote over 2 MiB without an answer to 'genmove")
LINES = "wrote over 10000 lines without an answer to"
DAEMON_LEFT = Loss("exit", "exited with status 4 instead of 'genmove", 4)

EXPECTED: dict[str, Loss | str] = {
    "never_answers": NO_ANSWER,
    "exits": Loss("exit", "exited with status 3 instead of 'genmove", 3, None, "out of ideas"),
    "killed": Loss("exit", "was killed by SIGKILL instead of 'genmove", None, 9),
    "exits_after_move": Loss("exit", "exited with status 0 instead of 'play", 0),
    "closes_stdout": Loss("pipe", "closed its output without an answer to 'genmove"),
    "closes_stdin": Loss("pipe", "closed its input without an answer to 'play"),
    "rubbish": PLAYS,
    "long_line": LONG,
    "long_answer": LONG,
    "much_stderr": PLAYS,
    "flood": Loss("flood", f"{LINES} 'genmove"),
    "flood_after_move": Loss("flood", f"{LINES} 'play"),
    "blank_move": Loss("illegal", "answered 'genmove' without a move"),
    "non_ascii_move": Loss("illegal", "which is no move"),
    "illegal_move": Loss("illegal", "made the illegal move"),
    "two_words": Loss("illegal", "made the illegal move"),
    "answers_twice": PLAYS,
    "stale_id": NO_ANSWER,
    "no_id": NO_ANSWER,
    "two_writes": PLAYS,
    "crlf": PLAYS,
    "late": NO_ANSWER,
    "equals_question": Loss("illegal", "made the illegal move '? illegal move'"),
    "refuses_to_move": Loss("refusal", "refused to move: it answered 'genmove"),
    "no_empty_line": NO_ANSWER,
    "no_equals": NO_ANSWER,
    "resigns": RESIGNS,
    "grandchild": DAEMON_LEFT,
    "grandchild_elsewhere": DAEMON_LEFT,
    "exits_silently": Loss("exit", "exited with status 0 instead of 'genmove", 0),
    "late_by_little": NO_ANSWER,
    "good": PLAYS,
    "exits_at_once": Void("start", "exited with status 5 instead of 'name'", 5, None, "no licence"),
    "never_greets": Void("start", "did not answer 'name' within 5 s"),
    "slow_start": Void("start", "did not answer 'name' within 5 s"),
    "leaves_daemon": PLAYS,
    "informed": PLAYS,
    "ignores_quit": PLAYS,
    "last_move": PLAYS,
    "refuses_newgame": Void("refusal", "refused to set the game up: it answered 'newgame"),
    "slow_newgame": PLAYS,
    "rejects_moves": Loss("refusal", "rejected the legal move"),
}


@dataclass(frozen=True)
class Outcome:
    """What came of a tournament."""

    process: subprocess.CompletedProcess[str]
    games: Sequence[Json]
    voids: Sequence[Json]


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Sequence[str]], Outcome]:
    """Play a tournament with an engine of this command; nothing that it started may be left."""

    def run(bad: Sequence[str]) -> Outcome:
        engines = {"Good": faulty("good"), "Fine": faulty("good"), "Bad": bad}
        results = tmp_path / "out.jsonl"
        file = write_file(
            tmp_path / "tournament.toml",
            engines,
            LIMITS,
            format="round-robin",
            games=2,
            concurrency=3,
            results=str(results),
        )
        mark = new_mark()
        process = referee("run", file, mark=mark)
        seconds_until_gone(mark)
        return Outcome(process, records(results), records(tmp_path / "out.voids.jsonl"))

    return run


def with_bad(games: Sequence[Json]) -> list[Json]:
    return [game for game in games if "Bad" in [player["name"] for player in game["players"]]]


def assert_good_games_are_unaffected(outcome: Outcome) -> None:
    good = [game for game in outcome.games if game not in with_bad(outcome.games)]
    assert len(good) == 2
    assert [game["termination"] for game in good] == ["rules", "rules"]
    assert not any(game["faults"] for game in good)


def assert_fault(game: Json, expected: Loss) -> None:
    (fault,) = game["faults"]
    assert (fault["name"], fault["kind"]) == ("Bad", expected.kind)
    assert expected.reason in fault["reason"]
    assert (fault["exit_status"], fault["signal"]) == (expected.status, expected.signal)
    assert expected.stderr in fault["stderr"]
    seat = next(each["seat"] for each in game["players"] if each["name"] == "Bad")
    assert game["winners"] == [3 - seat]


@pytest.mark.parametrize("mode", [*MOVE_FAULTS, *OTHER_FAULTS])
def test_a_faulty_engine_harms_only_itself(
    mode: str, play: Callable[[Sequence[str]], Outcome]
) -> None:
    assert mode in EXPECTED, f"say in EXPECTED what must come of {mode}"
    expected = EXPECTED[mode]
    outcome = play(faulty(mode))
    assert_good_games_are_unaffected(outcome)
    bad = with_bad(outcome.games)
    if isinstance(expected, Void):
        assert bad == []
        assert_stopped(outcome, expected)
        return
    assert outcome.process.returncode == 0, outcome.process.stderr
    assert len(bad) == 4
    for game in bad:
        if isinstance(expected, Loss):
            assert game["termination"] == "fault"
            assert_fault(game, expected)
        else:
            assert (game["termination"], game["faults"]) == (expected, [])


def assert_stopped(outcome: Outcome, expected: Loss) -> None:
    """Two void games for each of its two pairings, and a report that says why."""
    assert outcome.process.returncode == INCOMPLETE, outcome.process.stderr
    opponents = [
        next(player["name"] for player in game["players"] if player["name"] != "Bad")
        for game in outcome.voids
    ]
    assert sorted(set(opponents)) == ["Fine", "Good"]
    assert all(opponents.count(name) >= 2 for name in opponents)
    for game in outcome.voids:
        assert_fault(game, expected)
    assert "2 void games in a row" in outcome.process.stderr
    assert expected.reason in outcome.process.stderr


def test_what_is_expected_of_every_mode_is_said() -> None:
    assert set(EXPECTED) == {*MOVE_FAULTS, *OTHER_FAULTS}


def test_an_illegal_move_is_in_no_record(play: Callable[[Sequence[str]], Outcome]) -> None:
    for game in with_bad(play(faulty("illegal_move")).games):
        moves = [move["move"] for move in game["moves"]]
        assert len(set(moves)) == len(moves)
        assert len(moves) <= 3


# ---------------------------------------------------------------------- no such engine


def test_a_missing_engine_is_named_before_anything_is_played(
    play: Callable[[Sequence[str]], Outcome], tmp_path: Path
) -> None:
    for bad, why in (
        ("/nowhere/engine", "there is no command /nowhere/engine"),
        (str(tmp_path), "is a directory, not a program"),
        (_plain_file(tmp_path), "is not executable"),
    ):
        outcome = play([bad])
        assert (outcome.process.returncode, outcome.games) == (1, [])
        assert why in outcome.process.stderr
        assert "Traceback" not in outcome.process.stderr


def test_an_engine_that_disappears_is_a_void_game(
    play: Callable[[Sequence[str]], Outcome], tmp_path: Path
) -> None:
    """It is there when the tournament is read, and its interpreter is not."""
    program = tmp_path / "engine"
    program.write_text("#!/nowhere/interpreter\n")
    program.chmod(0o755)
    outcome = play([str(program)])
    assert_good_games_are_unaffected(outcome)
    assert_stopped(outcome, Void("start", "could not be started: there is no command"))


def _plain_file(folder: Path) -> str:
    path = folder / "plain"
    path.write_text(json.dumps("no program"))
    path.chmod(0o644)
    return str(path)
