"""Games at several tables: who is started when, and what ends it all."""

import resource
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clients.guardian import VARIABLE
from clients.referee import arena as arena_module
from clients.referee.arena import Arena, Interrupted, TooManyFiles, allow_files
from clients.referee.player import Unsuitable
from clients.referee.records import Json, ResultsError
from clients.referee.schedule import Fixture, Schedule
from clients.referee.settings import Limits, Restart, StartFault, Tournament
from clients.referee.watcher import UnderWay
from tests.clients.tournaments import (
    PATIENT,
    compiled_echo,
    counted,
    faulty,
    script,
    seconds_until_gone,
    tournament,
)

GOOD = faulty("good")


class Book:
    """Wants all games of engines that have not retired, and notes what it is told."""

    def __init__(self) -> None:
        self.games: list[Json] = []
        self.voids: list[Json] = []
        self.retirements: list[int] = []
        self.most_at_once = 0
        self.enough = 1 << 30
        self.replays = 1

    def is_wanted(self, fixture: Fixture) -> bool:
        return not set(self.retirements) & set(fixture.seating)

    def finished(self, fixture: Fixture, game: Json) -> bool:
        assert game["id"] == fixture.id
        self.games.append(game)
        return len(self.games) < self.enough

    def void(self, fixture: Fixture, game: Json) -> bool:
        self.voids.append(game)
        return len(self.voids) <= self.replays

    def retired(self, engine: int) -> None:
        self.retirements.append(engine)

    def tick(self, under_way: list[UnderWay]) -> None:
        self.most_at_once = max(self.most_at_once, len(under_way))


def fixtures(played: Tournament) -> Iterator[Fixture]:
    pairs = Schedule(played).pairs(1, {})
    assert pairs is not None
    return (fixture for pair in pairs for fixture in pair)


def play(played: Tournament, book: Book, tables: int = 1, log: Path | None = None) -> None:
    """Play all games; whatever happens, no engine may be left."""
    arena = Arena(played, tables, book, None if log is None else str(log))
    assert arena._guardian is not None
    mark = f"{VARIABLE}={arena._guardian.token}."
    try:
        with closing(arena):
            arena.play(fixtures(played))
    finally:
        seconds_until_gone(mark)


def restarted(played: Tournament, index: int, restart: Restart) -> Tournament:
    engines = list(played.engines)
    engines[index] = replace(engines[index], restart=restart)
    return replace(played, engines=tuple(engines))


def lines(path: Path) -> int:
    return len(path.read_text().splitlines())


def match(*commands: Sequence[str], **values: object) -> Tournament:
    return tournament(dict(zip("AB", commands, strict=True)), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize("tables", [1, 3])
def test_all_games_are_played(tables: int) -> None:
    book = Book()
    play(match(GOOD, GOOD, games=4), book, tables)
    assert sorted(game["id"] for game in book.games) == ["1.1", "1.2", "2.1", "2.2"]
    assert {game["termination"] for game in book.games} == {"rules"}
    assert book.most_at_once <= tables


def test_pairs_have_the_same_beginning_and_swapped_colours() -> None:
    book = Book()
    plies = replace(match(GOOD, GOOD).openings, plies=3)
    play(match(GOOD, GOOD, games=4, openings=plies), book)
    for first, second in zip(book.games[::2], book.games[1::2], strict=True):
        assert first["pair"] == second["pair"]
        assert first["setup"] == second["setup"]
        assert first["opening"] == second["opening"] == 3
        openings = [[move["move"] for move in game["moves"][:3]] for game in (first, second)]
        assert openings[0] == openings[1]
        assert [player["name"] for player in first["players"]] == ["A", "B"]
        assert [player["name"] for player in second["players"]] == ["B", "A"]


# ---------------------------------------------------------------------- starting engines


@pytest.mark.parametrize(("restart", "starts"), [(Restart.FAULT, 1), (Restart.GAME, 4)])
def test_how_often_a_good_engine_is_started(restart: Restart, starts: int, tmp_path: Path) -> None:
    log = tmp_path / "starts"
    book = Book()
    play(restarted(match(counted(log, GOOD), GOOD, games=4), 0, restart), book)
    assert (len(book.games), lines(log)) == (4, starts)


def test_an_engine_is_started_again_after_a_fault(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    book = Book()
    play(match(counted(log, faulty("exits")), GOOD, games=4), book)
    assert [game["faults"][0]["name"] for game in book.games] == ["A"] * 4
    assert lines(log) == 4
    assert book.retirements == []


def test_an_engine_that_is_never_started_again_retires(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    book = Book()
    play(restarted(match(counted(log, faulty("exits")), GOOD, games=4), 0, Restart.NEVER), book)
    assert (book.retirements, len(book.games), lines(log)) == ([0], 1, 1)


def test_a_fault_before_the_first_move_is_void_and_played_again() -> None:
    book = Book()
    play(match(faulty("exits_at_once"), GOOD, games=2), book)
    assert book.games == []
    assert [game["id"] for game in book.voids] == ["1.1", "1.1", "1.2"]
    assert book.voids[0]["faults"][0]["kind"] == "start"


def test_a_fault_before_the_first_move_may_be_a_loss() -> None:
    book = Book()
    play(match(faulty("exits_at_once"), GOOD, games=2, start_fault=StartFault.LOSS), book)
    assert book.voids == []
    assert [game["winners"] for game in book.games] == [[2], [1]]


def test_engines_that_cannot_be_limited_as_wanted_end_it() -> None:
    with pytest.raises(Unsuitable, match=r"A can only be limited by time: .* nodes cannot be set"):
        play(match(GOOD, GOOD, limits=replace(PATIENT, nodes=100)), Book())


# ---------------------------------------------------------------------- how it ends


def test_it_ends_when_no_more_games_are_needed() -> None:
    book = Book()
    book.enough = 2
    play(match(GOOD, GOOD, games=100), book, tables=2)
    assert 2 <= len(book.games) <= 3


def test_an_error_of_the_scorer_ends_it() -> None:
    class Full(Book):
        def finished(self, fixture: Fixture, game: Json) -> bool:
            raise ResultsError("cannot write it: No space left on device")

    with pytest.raises(ResultsError, match="No space left"):
        play(match(GOOD, GOOD, games=10), Full(), tables=2)


def test_an_error_while_ticking_ends_it() -> None:
    class Broken(Book):
        def tick(self, under_way: list[UnderWay]) -> None:
            raise ResultsError("cannot write it: Input/output error")

    with pytest.raises(ResultsError, match="Input/output error"):
        play(match(GOOD, GOOD, games=10), Broken())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda each: each.name)
def test_a_signal_ends_it_and_handlers_are_put_back(number: signal.Signals) -> None:
    class Nervous(Book):
        def tick(self, under_way: list[UnderWay]) -> None:
            signal.raise_signal(number)

    before = signal.getsignal(number)
    with pytest.raises(Interrupted) as caught:
        play(match(faulty("never_answers"), GOOD), Nervous())
    assert caught.value.number is number
    assert str(caught.value) == f"interrupted by {number.name}"
    assert signal.getsignal(number) is before


# ---------------------------------------------------------------------- many at once


def test_forty_games_at_once_lose_none_on_time(tmp_path: Path) -> None:
    """Each engine sleeps for a two-hundredth of its ample time, so that all think at once."""
    command = [str(compiled_echo(tmp_path)), "-200", *script()]
    clock = Limits(main=20.0, increment=0.1, answer=60, startup=60)
    book = Book()
    play(match(command, command, games=40, limits=clock), book, tables=40)
    assert [game["faults"] for game in book.games] == [[]] * 40
    assert {game["termination"] for game in book.games} == {"rules"}
    assert book.most_at_once == 40


def test_the_limit_on_open_files_is_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda which, pair: limits.append(pair))
    allow_files(2)
    assert limits == [(1024, 4096)]
    allow_files(500)
    soft, hard = limits[-1]
    assert (soft >= 500 * arena_module.FDS_OF_AN_ENGINE, hard) == (True, 4096)
    with pytest.raises(
        TooManyFiles, match=r"1000 engines at a time need [0-9]+ open files"
    ) as found:
        allow_files(1000)
    assert "choose a concurrency" in str(found.value)


# ---------------------------------------------------------------------- the exchange


def test_the_exchange_is_logged_game_by_game(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    book = Book()
    play(match(GOOD, faulty("exits")), book, log=folder)
    assert sorted(path.name for path in folder.iterdir()) == ["1.1.log", "1.2.log"]
    for game in book.games:
        text = (folder / f"{game['id']}.log").read_text()
        assert "A> " in text
        assert f"newgame {game['setup']}" in text
        for move in game["moves"]:
            assert move["move"] in text
        assert "B! out of ideas" in text
