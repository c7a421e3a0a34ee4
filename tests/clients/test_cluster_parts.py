"""The parts of playing on a cluster, without a cluster."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.guardian import Guardian
from clients.referee import cluster, cluster_worker
from clients.referee.cluster import ClusterExecutor
from clients.referee.cluster_client import Cluster, Lost, compare_versions
from clients.referee.cluster_error import ClusterError
from clients.referee.cluster_job import Answer, Job, read_answer, read_job
from clients.referee.records import HOST, Json
from clients.referee.schedule import Fixture, Pair, Schedule
from clients.referee.settings import (
    Conduct,
    Engine,
    Limits,
    Openings,
    Restart,
    Tournament,
)
from clients.referee.watcher import UnderWay
from engine import __version__
from tests.clients.support import faulty, is_gone, new_token

LONG = Limits(movetime=60, startup=60, answer=60)


def tournament(*commands: list[str], **values: Any) -> Tournament:
    """A match of these engines."""
    engines = tuple(
        Engine(tuple(command), name, LONG) for name, command in zip("ABCD", commands, strict=False)
    )
    return Tournament("kulami", engines, **values)


def pairs_of(match: Tournament) -> list[Pair]:
    pairs = Schedule(match).pairs(1, {})
    assert pairs is not None
    return list(pairs)


def job_of(match: Tournament, wants_exchange: bool = False) -> Job:
    return Job(__version__, match, 2, pairs_of(match)[0], wants_exchange)


# ---------------------------------------------------------------------- what travels


@pytest.mark.parametrize(
    "game", ["kulami layout=irregular", "gorami board=24", "donuts", "siege_stones players=3"]
)
def test_a_job_arrives_as_it_was_sent(game: str) -> None:
    seats = 3 if game.startswith("siege") else 2
    match = replace(
        tournament(*([["x", "y"]] * seats), games=seats, openings=Openings(plies=3)), game=game
    )
    job = job_of(match, wants_exchange=True)
    received = read_job(job.text())
    assert received == job
    assert received.tournament.run == match.run


def test_an_answer_arrives_as_it_was_sent() -> None:
    answer = Answer([({"id": "1.1"}, True)], [1], {"1.1": "\x00\xff"}, "trouble", True)
    received = read_answer(answer.text())
    assert [tuple(each) for each in received.games] == answer.games
    assert (received.retired, received.exchange) == ([1], {"1.1": "\x00\xff"})
    assert (received.trouble, received.broken_off) == ("trouble", True)


# ---------------------------------------------------------------------- the driver


class Book:
    """A scorer that insists on every game once; two voids in a row stop everything."""

    def __init__(self, most: int = 10**9) -> None:
        self.games: list[str] = []
        self.voids: list[str] = []
        self.retired_ones: list[int] = []
        self.ticks = 0
        self._most = most

    def is_wanted(self, fixture: Fixture) -> bool:
        return fixture.id not in self.games and not self.retired_ones

    def finished(self, fixture: Fixture, game: Json) -> bool:
        assert fixture.id == game["id"]
        assert fixture.id not in self.games
        self.games.append(fixture.id)
        return len(self.games) < self._most

    def void(self, fixture: Fixture, game: Json) -> bool:
        self.voids.append(fixture.id)
        return True

    def retired(self, engine: int) -> None:
        self.retired_ones.append(engine)

    def tick(self, under_way: list[UnderWay]) -> None:
        self.ticks += 1


Outcome = Callable[[Pair], Answer]


def games_of(pair: Pair, is_void: bool = False) -> list[tuple[Json, bool]]:
    return [({"id": fixture.id}, is_void) for fixture in pair]


def complete(pair: Pair) -> Answer:
    return Answer(games_of(pair))


def lost(pair: Pair) -> Answer:
    raise Lost("lost")


def half(pair: Pair) -> Answer:
    return Answer(games_of(pair[:1]))


def twice(pair: Pair) -> Answer:
    return Answer(games_of(pair) + games_of(pair))


def void_at_first(pair: Pair) -> Answer:
    return Answer(games_of(pair[:1], is_void=True) + games_of(pair))


def broken_off(pair: Pair) -> Answer:
    return Answer(broken_off=True)


class FakeSent:
    def __init__(self, pair: Pair, outcome: Outcome) -> None:
        self._pair = pair
        self._outcome = outcome

    def answer(self) -> str:
        return self._outcome(self._pair).text()


class FakeCluster:
    """A cluster on which jobs have these outcomes in turn, and at last are all complete."""

    outcomes: list[Outcome]

    def __init__(self, url: str, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self.sent: list[Pair] = []
        self.open = self.most_open = 0

    def join(self) -> None: ...

    def examine(self, job: Job) -> None: ...

    def is_connected(self) -> bool:
        return True

    def threads(self) -> int:
        return 2

    def send(self, job: Job) -> FakeSent:
        self.sent.append(job.pair)
        self.open += 1
        self.most_open = max(self.open, self.most_open)
        outcome = self.outcomes.pop(0) if self.outcomes else complete
        sent = FakeSent(job.pair, outcome)
        self._tell(sent)
        return sent

    def call_off(self, jobs: Any) -> None:
        self.called_off = len(list(jobs))

    def close(self) -> None: ...


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "Cluster", FakeCluster)


def played(book: Book, outcomes: list[Outcome], concurrency: int = 1) -> FakeCluster:
    """Play a match of ten pairs on a fake cluster."""
    FakeCluster.outcomes = list(outcomes)
    match = tournament(["x"], ["y"], games=20)
    executor = ClusterExecutor(match, Conduct(concurrency, executor="dask://a:1"), book)
    fakery: Any = executor._cluster
    settle = executor._settle

    def settled(sent: Any) -> bool:
        fakery.open -= 1
        return settle(sent)

    executor._settle = settled  # type: ignore[method-assign]  # to count what is under way
    executor.play(iter(pairs_of(match)))
    executor.close()
    return fakery  # type: ignore[no-any-return]


ALL_IDS = sorted(f"{pair}.{game}" for pair in range(1, 11) for game in (1, 2))
OUTCOMES = st.sampled_from([complete, lost, half, twice, void_at_first, broken_off])


@pytest.mark.usefixtures("fake")
class TestDriver:
    @settings(max_examples=60)
    @given(outcomes=st.lists(OUTCOMES, max_size=30))
    def test_every_game_is_entered_once(self, outcomes: list[Outcome]) -> None:
        book = Book()
        fakery = played(book, outcomes)
        assert sorted(book.games) == ALL_IDS
        assert all(len({fixture.pair for fixture in pair}) == 1 for pair in fakery.sent)

    def test_two_pairs_for_each_thread_are_under_way(self) -> None:
        assert played(Book(), []).most_open == 4

    def test_concurrency_bounds_what_is_under_way(self) -> None:
        assert played(Book(), [], concurrency=3).most_open == 3

    def test_what_was_lost_is_sent_as_a_whole_pair(self) -> None:
        fakery = played(Book(), [lost])
        assert Counter(pair[0].pair for pair in fakery.sent)[1] == 2
        assert all(len(pair) == 2 for pair in fakery.sent)

    def test_void_games_are_entered(self) -> None:
        book = Book()
        played(book, [void_at_first])
        assert book.voids == ["1.1"]

    def test_nothing_is_entered_after_the_last_game_that_was_needed(self) -> None:
        book = Book(most=5)
        fakery = played(book, [])
        assert len(book.games) == 5
        assert fakery.called_off == 3

    def test_nothing_is_sent_for_a_retired_engine(self) -> None:
        book = Book()
        fakery = played(book, [lambda pair: Answer(games_of(pair), retired=[1])])
        assert book.games == ["1.1", "1.2"]
        assert len(fakery.sent) == 4

    def test_trouble_of_a_host_ends_it(self) -> None:
        with pytest.raises(ClusterError, match="host h: no engine"):
            played(Book(), [complete, lambda pair: Answer(trouble="host h: no engine")])

    def test_without_games_there_is_no_cluster(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def join(self: FakeCluster) -> None:
            raise AssertionError("joined")

        monkeypatch.setattr(FakeCluster, "join", join)
        match = tournament(["x"], ["y"])
        ClusterExecutor(match, Conduct(executor="dask://a:1"), Book()).play(iter([]))


# ---------------------------------------------------------------------- the worker


@pytest.fixture
def guardian() -> Iterator[Guardian]:
    guardian = Guardian()
    yield guardian
    guardian.close()


def never() -> bool:
    return False


def play_in_a_thread(
    job: Job, guardian: Guardian, is_broken_off: Callable[[], bool] = never
) -> Answer:
    """As on a worker, where signals go elsewhere."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(cluster_worker.play_job, job, guardian, 7, is_broken_off).result()


def test_a_worker_plays_a_pair(guardian: Guardian) -> None:
    token = new_token()
    match = tournament(faulty("good", token), faulty("good", token))
    answer = play_in_a_thread(job_of(match), guardian)
    games = [game for game, is_void in answer.games if not is_void]
    assert [game["id"] for game in games] == ["1.1", "1.2"]
    assert all(game["termination"] == "rules" and game["speed"] == 7 for game in games)
    assert answer.exchange == {}
    assert is_gone(token)


def test_a_worker_sends_the_exchange(guardian: Guardian) -> None:
    match = tournament(faulty("good"), faulty("good"))
    answer = play_in_a_thread(job_of(match, wants_exchange=True), guardian)
    assert sorted(answer.exchange) == ["1.1", "1.2"]
    assert all(" genmove " in text for text in answer.exchange.values())


def test_two_void_games_in_a_row_end_a_job(guardian: Guardian) -> None:
    match = tournament(faulty("good"), faulty("exits_at_once"))
    answer = play_in_a_thread(job_of(match), guardian)
    assert [(game["id"], is_void) for game, is_void in answer.games] == [("1.1", True)] * 2


def test_an_engine_retires_after_the_game_of_its_fault(guardian: Guardian) -> None:
    good, bad = (
        Engine(tuple(faulty(mode)), mode, LONG, restart=Restart.NEVER) for mode in ("good", "exits")
    )
    answer = play_in_a_thread(job_of(Tournament("kulami", (good, bad))), guardian)
    assert [game["id"] for game, _ in answer.games] == ["1.1"]
    assert answer.retired == [1]


def test_a_job_that_is_not_wanted_any_more_is_broken_off(guardian: Guardian) -> None:
    token = new_token()
    match = tournament(faulty("never_answers", token), faulty("never_answers", token))
    with pytest.raises(cluster_worker.BrokenOff):
        play_in_a_thread(job_of(match), guardian, lambda: True)
    assert is_gone(token)


def test_a_host_without_the_engine_is_unfit(guardian: Guardian) -> None:
    engines = tournament(faulty("good"), ["no-such-engine"]).engines
    with pytest.raises(cluster_worker.Unfit, match="engine B: there is no command no-such-engine"):
        cluster_worker.try_out(engines, guardian)


def test_a_host_where_an_engine_does_not_start_is_unfit(guardian: Guardian) -> None:
    token = new_token()
    engines = tournament(faulty("good", token), faulty("exits_at_once", token)).engines
    with pytest.raises(cluster_worker.Unfit, match=r"engine B exited with status 5 .*no licence"):
        cluster_worker.try_out(engines, guardian)
    assert is_gone(token)


def test_an_engine_that_takes_no_parameters_is_unsuitable(guardian: Guardian) -> None:
    engine = Engine(tuple(faulty("good")), "A", replace(LONG, nodes=5))
    with pytest.raises(cluster_worker.Unfit, match="engine A can only be limited by time"):
        cluster_worker.try_out((engine,), guardian)


def test_a_host_with_another_version_says_so() -> None:
    job = replace(job_of(tournament(["x"], ["y"])), version="0.0.9")
    trouble = read_answer(cluster_worker._examined(job.text(), 1)).trouble
    assert trouble.startswith(f"host {HOST}: it has Quatuor {__version__} and the driver 0.0.9")


def test_a_host_that_does_not_understand_says_so() -> None:
    told = json.loads(job_of(tournament(["x"], ["y"])).text())
    told["tournament"]["komi"] = 6.5
    trouble = read_answer(cluster_worker._examined(json.dumps(told), 1)).trouble
    assert "does not understand the job (tournament has no 'komi')" in trouble


def test_the_speed_is_a_number_of_plies() -> None:
    assert cluster_worker.plies_per_second() > 100


# ---------------------------------------------------------------------- the connection


@pytest.mark.parametrize(
    "url", ["dask://", "dask://host", "dask://host:0", "dask://host:65536", "tcp://host:8786", ""]
)
def test_a_wrong_address(url: str) -> None:
    with pytest.raises(ClusterError, match="dask://HOST:PORT expected"):
        Cluster(url, SimpleQueue[Any]().put)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'quatuor\[cluster\]'"):
        Cluster("dask://host:8786", SimpleQueue[Any]().put)


def versions(distributed: str, python: str) -> dict[str, Any]:
    return {"packages": {"distributed": distributed, "python": python}}


def test_versions_that_fit() -> None:
    mine, other = versions("2024.1.0", "3.11.2.final.0"), versions("2024.1.0", "3.11.9.final.0")
    compare_versions({"client": mine, "scheduler": other, "workers": {"tcp://a:1": other}})


@pytest.mark.parametrize(
    "wrong", [versions("2024.2.0", "3.11.2.final.0"), versions("2024.1.0", "3.12.2.final.0")]
)
def test_versions_that_do_not_fit(wrong: dict[str, Any]) -> None:
    mine = versions("2024.1.0", "3.11.2.final.0")
    with pytest.raises(ClusterError, match="the scheduler runs distributed 2024"):
        compare_versions({"client": mine, "scheduler": wrong, "workers": {}})
    with pytest.raises(ClusterError, match="worker tcp://a:1 runs distributed 2024"):
        compare_versions({"client": mine, "scheduler": mine, "workers": {"tcp://a:1": wrong}})
