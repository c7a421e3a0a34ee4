"""A tournament from its settings to its last record, in this process."""

import json
import resource
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from clients.referee.arena import TooManyFiles
from clients.referee.records import ResultsError
from clients.referee.schedule import Schedule
from clients.referee.settings import Conduct, Format, Restart, SprtTest, Tournament
from clients.referee.tournament import Ending, Log, WrongResults, run
from clients.referee.watcher import UnderWay
from tests.clients.tournaments import Journal, faulty, records, referee, tournament

GOOD = faulty("good")
PAIR = {"A": GOOD, "B": GOOD}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


def play(
    played: Tournament, results: Path | None, journal: Journal | None = None, resume: bool = False
) -> Ending:
    conduct = Conduct(concurrency=2, results=None if results is None else str(results))
    return run(played, conduct, journal or Journal(), resume)


def test_every_game_is_in_the_log_when_the_watcher_hears_of_it(results: Path) -> None:
    class Reader(Journal):
        def finished(self, record: object) -> None:
            assert records(results)[-1] == json.loads(json.dumps(record))

    played = tournament(PAIR, games=4)
    assert play(played, results, Reader()) == Ending(4, "", False, [])
    assert sorted(game["id"] for game in records(results)) == ["1.1", "1.2", "2.1", "2.2"]
    assert {game["run"] for game in records(results)} == {played.run}


def test_the_watcher_hears_everything_in_its_order(results: Path) -> None:
    played = tournament(PAIR, games=4)
    first = Journal()
    play(played, results, first)
    assert first.events[0] == "begun"
    assert first.events[-1] == "ended"
    assert sorted(first.events[1:-1]) == [
        f"finished {each}" for each in ("1.1", "1.2", "2.1", "2.2")
    ]
    assert (first.begins, first.end) == ([(4, 0)], "")
    whole = results.read_bytes()
    results.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    second = Journal()
    play(played, results, second, resume=True)
    kept = [f"recalled {game['id']}" for game in records(results)[:3]]
    assert second.events == [*kept, "begun", f"finished {records(results)[3]['id']}", "ended"]
    assert second.begins == [(4, 3)]


def test_the_schedule_is_what_is_played(results: Path) -> None:
    played = tournament(PAIR, games=4, seed=9)
    play(played, results)
    pairs = Schedule(played).pairs(1, {})
    assert pairs is not None
    scheduled = {each.id: each for pair in pairs for each in pair}
    assert len(scheduled) == 4
    for game in records(results):
        fixture = scheduled[game["id"]]
        assert (game["number"], game["pair"]) == (fixture.number, fixture.pair)
        assert game["setup"] == fixture.beginning.setup.line
        assert [player["engine"] - 1 for player in game["players"]] == list(fixture.seating)


def test_nothing_is_kept_without_a_file(tmp_path: Path) -> None:
    journal = Journal()
    assert play(tournament(PAIR), None, journal).games == 2
    assert len(journal.games) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_log_is_not_taken_up_unless_that_is_wanted(results: Path) -> None:
    played = tournament(PAIR)
    play(played, results)
    whole = results.read_bytes()
    with pytest.raises(WrongResults, match=r"has 2 games of this tournament: .*resume"):
        play(played, results)
    assert results.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seed": 2}, "seed"),
        ({"game": "kulami layout=R8"}, "game"),
        ({"format": Format.SPRT}, "format"),
        ({"engines": tournament({"A": GOOD, "C": GOOD}).engines}, "engines"),
    ],
    ids=["seed", "game", "format", "engines"],
)
def test_a_log_of_another_tournament_is_refused(
    change: dict[str, object], key: str, results: Path
) -> None:
    played = tournament(PAIR)
    play(played, results)
    whole = results.read_bytes()
    with pytest.raises(WrongResults, match=rf":1: .* differs in: {key}\."):
        play(replace(played, **change), results, resume=True)  # type: ignore[arg-type]
    assert results.read_bytes() == whole


def test_only_formats_that_grow_at_their_end_can_be_made_longer(results: Path) -> None:
    knockout = tournament(PAIR, format=Format.KNOCKOUT)
    play(knockout, results)
    with pytest.raises(WrongResults, match="differs in: games"):
        play(replace(knockout, games=4), results, resume=True)


# ---------------------------------------------------------------------- faults


def test_two_void_games_stop_a_pairing_and_no_other(results: Path) -> None:
    commands = {"A": GOOD, "B": faulty("exits_at_once"), "C": GOOD}
    journal = Journal()
    ending = play(tournament(commands, format=Format.ROUND_ROBIN), results, journal)
    assert sorted(names for names, _ in ending.stopped) == [("A", "B"), ("B", "C")]
    for _, why in ending.stopped:
        assert why.startswith("2 void games in a row: ")
        assert why.endswith("exited with status 5 instead of 'name'")
    assert sorted(journal.stops) == sorted(ending.stopped)
    assert [game["faults"] for game in records(results)] == [[], []]
    for game in records(results):
        assert {player["name"] for player in game["players"]} == {"A", "C"}
    voids = records(results.with_name("out.voids.jsonl"))
    assert voids == json.loads(json.dumps(journal.voids))
    assert {game["faults"][0]["name"] for game in voids} == {"B"}


def test_a_retired_engine_leaves_the_tournament(results: Path) -> None:
    commands = {"A": GOOD, "B": faulty("exits"), "C": GOOD}
    played = tournament(commands, format=Format.GAUNTLET, games=4)
    engines = tuple(replace(each, restart=Restart.NEVER) for each in played.engines)
    ending = play(replace(played, engines=engines), results)
    why = "B had a fault and is never started again"
    assert ending.stopped == [(("A", "B"), why)]
    lost = [game for game in records(results) if game["faults"]]
    assert 1 <= len(lost) <= 2
    assert len(records(results)) == 4 + len(lost)


def test_an_interruption_keeps_what_was_finished(results: Path) -> None:
    class Nervous(Journal):
        def tick(self, under_way: Sequence[UnderWay]) -> None:
            if self.games:
                signal.raise_signal(signal.SIGTERM)

    played = tournament(PAIR, games=400)
    journal = Nervous()
    ending = play(played, results, journal)
    assert (ending.interrupted, ending.why) == (True, "interrupted by SIGTERM")
    assert journal.end == ending.why
    assert ending.games == len(records(results)) == len(journal.games)
    assert 0 < ending.games < 400


def test_a_game_that_cannot_be_written_is_told_and_ends_the_run() -> None:
    journal = Journal()
    with pytest.raises(ResultsError, match="cannot write /dev/full: No space left on device"):
        play(tournament(PAIR), Path("/dev/full"), journal)
    assert [game["termination"] for game in journal.lost[:1]] == ["rules"]
    assert (journal.games, journal.end) == ([], "cannot write /dev/full: No space left on device")


def test_a_disk_that_fails_is_an_error_of_the_results(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(fd: int) -> None:
        raise OSError(5, "Input/output error")

    with Log(str(results)) as log:
        log.append({"id": "1.1"})
        monkeypatch.setattr("clients.referee.records.os.fsync", fail)
        with pytest.raises(ResultsError, match=r"out\.jsonl: Input/output error"):
            log.sync()
        monkeypatch.undo()


def test_too_many_engines_for_the_system_are_refused_before_one_is_started(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda which: (64, 256))
    conduct = Conduct(concurrency=250, results=str(results))
    with pytest.raises(TooManyFiles, match=r"500 engines at a time need .* 256 are allowed"):
        run(tournament({"A": ("/nowhere",), "B": ("/nowhere",)}), conduct, Journal(), False)


# ---------------------------------------------------------------------- SPRT and degenerate data


def test_an_sprt_ends_early_and_says_what_it_accepted(results: Path) -> None:
    commands = {"A": GOOD, "B": faulty("resigns", genmove=1)}
    test = SprtTest(elo0=0, elo1=200, model="logistic")
    played = tournament(commands, format=Format.SPRT, games=2000, sprt=test)
    ending = play(played, results)
    assert ending.why == "SPRT: H1 accepted"
    assert not ending.interrupted
    assert ending.games == len(records(results)) < 2000
    assert play(played, results, resume=True) == ending


@pytest.mark.parametrize("kept", [0, 1, 2], ids=["no game", "one game", "all wins"])
def test_a_report_on_hardly_anything_is_finite(kept: int, results: Path) -> None:
    commands = {"A": GOOD, "B": faulty("resigns", genmove=1)}
    play(tournament(commands), results)
    results.write_bytes(b"".join(results.read_bytes().splitlines(keepends=True)[:kept]))
    assert_finite_report(results)


def test_a_report_on_engines_that_never_met_is_finite(results: Path) -> None:
    loser = faulty("resigns", genmove=1)
    commands = {"A": GOOD, "B": loser, "C": GOOD, "D": loser}
    play(tournament(commands, format=Format.ROUND_ROBIN), results)
    kept = [
        line
        for line in results.read_text().splitlines(keepends=True)
        if {player["name"] for player in json.loads(line)["players"]} in ({"A", "B"}, {"C", "D"})
    ]
    assert len(kept) == 4
    results.write_text("".join(kept))
    assert_finite_report(results)


def assert_finite_report(results: Path) -> None:
    """Text without, and JSON with no number that is none (CASES R29)."""
    text = referee("report", results)
    assert (text.returncode, text.stderr) == (0, "")
    assert "nan" not in text.stdout.lower().split()
    told = referee("report", "--format", "json", results)
    assert (told.returncode, told.stderr) == (0, "")
    json.loads(told.stdout, parse_constant=_no_number)


def _no_number(word: str) -> None:
    raise AssertionError(f"{word} is no number of JSON")
