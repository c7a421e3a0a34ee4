"""Tournaments on a cluster: a scheduler and workers of dask as processes of this machine."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from clients.referee.records import HOST, read_results
from clients.referee.schedule import Schedule
from clients.referee.toml_file import read_toml
from tests.clients.support import faulty, is_gone, new_token

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed")

ROOT = Path(__file__).resolve().parents[2]
TELLTALE = ROOT / "tests" / "faulty_engines" / "telltale.py"
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]),
}
#: How many workers may die with a task before it has failed for dask: with 0 the referee has to
#: send it again, with 3, which is dask's default, dask does so.
FAILURES = "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"
#: Games of most tournaments here; and how many are played before something happens.
GAMES, SOME = 16, 3
#: No game on a cluster needs so long, however busy the machine is.
LONG = 100.0


def until(is_so: Callable[[], bool]) -> None:
    """Wait."""
    deadline = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def address_in(file: Path) -> str | None:
    """Where the scheduler is that has written this file; None until it has."""
    try:
        return str(json.loads(file.read_text())["address"])
    except (FileNotFoundError, json.JSONDecodeError):
        return None


class Cluster:
    """A scheduler and its workers, each with one thread and without a nanny."""

    def __init__(self, folder: Path, failures: int = 0) -> None:
        self.folder = folder
        self.environment = {**ENVIRONMENT, FAILURES: str(failures)}
        self.workers: list[subprocess.Popen[bytes]] = []
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = self._start_scheduler()

    def _start_scheduler(self) -> str:
        file = self.folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file)
        self._start("dask_scheduler", *map(str, words))
        until(lambda: address_in(file) is not None)
        return (address_in(file) or "").removeprefix("tcp://")

    def start_worker(self) -> subprocess.Popen[bytes]:
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        worker = self._start("dask_worker", self.address, *words, "--host", "127.0.0.1")
        self.workers.append(worker)
        return worker

    def _start(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        number = len(self.processes)
        with open(self.folder / f"{program}-{number}.log", "wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *words],
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that has two workers at the beginning of each test."""
    with ExitStack() as stack:
        cluster = Cluster(tmp_path_factory.mktemp("cluster"))
        stack.callback(cluster.stop)
        yield cluster


@pytest.fixture
def two_workers(cluster: Cluster) -> Cluster:
    cluster.workers = [worker for worker in cluster.workers if worker.poll() is None]
    while len(cluster.workers) < 2:
        cluster.start_worker()
    return cluster


class Tournament:
    """A TOML file of a match of two engines, and the runs of it."""

    def __init__(
        self, folder: Path, command: list[str], other: list[str] | None = None, **keys: object
    ) -> None:
        self.folder = folder
        self.results = folder / "out.jsonl"
        self.file = folder / "match.toml"
        values: dict[str, object] = {"games": GAMES, "results": str(self.results), **keys}
        commands = {"A": command, "B": other or command}
        engines = [f"[[engine]]\nname = '{name}'\ncommand = {commands[name]}" for name in commands]
        self.file.write_text(
            '[tournament]\ngame = "kulami"\n'
            + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
            + "[limits]\nmovetime = 60\nstartup = 60\nanswer = 60\n[openings]\nplies = 2\n"
            + "[sprt]\nelo0 = 0\nelo1 = 200\n"
            + "\n".join(engines)
        )

    def start(self, place: str, word: str = "run", patch: str = "") -> subprocess.Popen[str]:
        """Run or resume it on the cluster at `place`; `patch` is Python that is run before."""
        program = f"import sys\n{patch}\nfrom engine.cli import main\nsys.exit(main())"
        executor = ("--executor", f"dask://{place}")
        return subprocess.Popen(
            [sys.executable, "-c", program, "referee", word, str(self.file), *executor],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, place: str, word: str = "run", patch: str = "") -> tuple[int, str]:
        """The exit status and what was written to standard error."""
        return self.end_of(self.start(place, word, patch))

    def end_of(self, referee: subprocess.Popen[str]) -> tuple[int, str]:
        errors = referee.communicate(timeout=LONG)[1]
        assert "Traceback" not in errors
        return referee.returncode, errors

    def games(self) -> list[dict[str, Any]]:
        """The log; a line that is being written is left out."""
        return (
            [dict(game) for game in read_results(str(self.results))]
            if self.results.exists()
            else []
        )

    def has_some(self, games: int = SOME) -> Callable[[], bool]:
        return lambda: len(self.games()) >= games

    def assert_complete(self) -> None:
        """Each game of the schedule is there once, as it was drawn, both of a pair on one host."""
        tournament, _ = read_toml(str(self.file))
        pairs = Schedule(tournament).pairs(1, {})
        assert pairs is not None
        fixtures = {fixture.id: fixture for pair in pairs for fixture in pair}
        games = self.games()
        assert sorted(game["id"] for game in games) == sorted(fixtures)
        for game in games:
            fixture = fixtures[game["id"]]
            beginning = fixture.beginning
            assert game["run"] == tournament.run
            assert (game["number"], game["pair"]) == (fixture.number, fixture.pair)
            assert game["setup"] == beginning.setup.line
            opening = [move["move"] for move in game["moves"][: game["opening"]]]
            assert opening == list(beginning.opening)
            assert [player["engine"] - 1 for player in game["players"]] == list(fixture.seating)


def workers_of(games: list[dict[str, Any]]) -> dict[int, set[int]]:
    """For each pair the processes that have played it, as telltale engines know them."""
    workers: defaultdict[int, set[int]] = defaultdict(set)
    for game in games:
        workers[game["pair"]] |= {int(player["version"]) for player in game["players"]}
    return workers


def played_by(match: Tournament) -> set[int]:
    return set[int]().union(*workers_of(match.games()).values())


def telltale(token: str, *words: object) -> list[str]:
    return [sys.executable, str(TELLTALE), token, *map(str, words)]


# ---------------------------------------------------------------------- the games


def test_a_worker_is_killed_and_another_one_joins(two_workers: Cluster, tmp_path: Path) -> None:
    token = new_token()
    match = Tournament(tmp_path, telltale(token))
    victim, survivor = two_workers.workers
    referee = match.start(two_workers.address)
    until(lambda: played_by(match) == {victim.pid, survivor.pid})
    victim.kill()
    victim.wait()
    newcomer = two_workers.start_worker()
    status, errors = match.end_of(referee)
    assert status == 0, errors
    assert "is played again: worker tcp://127.0.0.1:" in errors
    match.assert_complete()
    assert is_gone(token)
    workers = workers_of(match.games())
    assert all(len(players) == 1 for players in workers.values())
    assert played_by(match) <= {victim.pid, survivor.pid, newcomer.pid}
    assert all(game["host"] == HOST and game["speed"] > 0 for game in match.games())


def test_a_worker_is_killed_and_dask_sees_to_it(tmp_path: Path) -> None:
    token = new_token()
    match = Tournament(tmp_path, telltale(token), games=10)
    with ExitStack() as stack:
        cluster = Cluster(tmp_path, failures=3)
        stack.callback(cluster.stop)
        victim, survivor = cluster.start_worker(), cluster.start_worker()
        referee = match.start(cluster.address)
        until(lambda: victim.pid in played_by(match))
        victim.kill()
        status, errors = match.end_of(referee)
    assert status == 0, errors
    assert "is played again" not in errors
    match.assert_complete()
    assert played_by(match) == {victim.pid, survivor.pid}
    assert is_gone(token)


@pytest.mark.parametrize("place", ["127.0.0.1:1", "a cluster without workers"])
def test_who_waits_for_a_cluster_may_give_up(tmp_path: Path, place: str) -> None:
    match = Tournament(tmp_path, faulty("good"))
    with ExitStack() as stack:
        if place.startswith("a"):
            cluster = Cluster(tmp_path)
            stack.callback(cluster.stop)
            place = cluster.address
        referee = match.start(place)
        assert referee.stderr is not None
        assert "match of A, B" in referee.stderr.readline()
        time.sleep(1.5)  # wherever this falls, it has to end well
        referee.send_signal(signal.SIGINT)
        status, errors = match.end_of(referee)
    assert status == 130, errors


def test_an_interrupted_tournament_goes_on(two_workers: Cluster, tmp_path: Path) -> None:
    token = new_token()
    match = Tournament(tmp_path, telltale(token))
    referee = match.start(two_workers.address)
    until(match.has_some())
    referee.send_signal(signal.SIGINT)
    status, errors = match.end_of(referee)
    assert status == 130, errors
    first = [game["id"] for game in match.games()]
    assert SOME <= len(first) < GAMES
    status, errors = match.run(two_workers.address, "resume")
    assert status == 0, errors
    assert [game["id"] for game in match.games()][: len(first)] == first
    match.assert_complete()
    assert is_gone(token)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_game_goes_on_without_its_driver(
    two_workers: Cluster, tmp_path: Path, number: signal.Signals
) -> None:
    token = new_token()
    sign = tmp_path / "a move is asked for"
    match = Tournament(tmp_path, telltale(token, LONG, sign))
    referee = match.start(two_workers.address)
    until(sign.exists)
    referee.send_signal(number)
    status, errors = match.end_of(referee)
    assert status == (130 if number == signal.SIGTERM else -signal.SIGKILL), errors
    assert is_gone(token)


def test_an_sprt_ends_when_it_is_decided(two_workers: Cluster, tmp_path: Path) -> None:
    match = Tournament(tmp_path, faulty("good"), faulty("resigns"), format="sprt", games=400)
    status, errors = match.run(two_workers.address)
    assert status == 0, errors
    assert 0 < len(match.games()) < 100


def test_the_exchange_is_kept_here(two_workers: Cluster, tmp_path: Path) -> None:
    match = Tournament(tmp_path, faulty("good"), games=2, log=str(tmp_path / "log"))
    status, errors = match.run(two_workers.address)
    assert status == 0, errors
    for game in match.games():
        text = (tmp_path / "log" / f"{game['id']}.log").read_text()
        last = game["moves"][-1]["move"]
        assert f"={text.rpartition('< =')[2].split()[0]} {last}" in text
        assert text.count(" genmove ") == len(game["moves"]) - game["opening"]


# ---------------------------------------------------------------------- what may be wrong


def test_an_engine_that_a_worker_has_not(two_workers: Cluster, tmp_path: Path) -> None:
    match = Tournament(tmp_path, ["no-such-engine"])
    status, errors = match.run(two_workers.address)
    assert status == 1
    assert f"host {HOST}: engine A: there is no command no-such-engine" in errors
    assert match.games() == []


def test_an_engine_that_does_not_start(two_workers: Cluster, tmp_path: Path) -> None:
    match = Tournament(tmp_path, faulty("exits_at_once"))
    status, errors = match.run(two_workers.address)
    assert status == 1
    assert f"host {HOST}: engine A exited with status 5" in errors
    assert "no licence" in errors
    assert match.games() == []


def test_no_scheduler(tmp_path: Path) -> None:
    match = Tournament(tmp_path, faulty("good"))
    patch = "from clients.referee import cluster_client as c\nc.CONNECTING = 0.5"
    status, errors = match.run("127.0.0.1:1", patch=patch)
    assert status == 1
    assert "no scheduler of dask answers at 127.0.0.1:1" in errors


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH"])
def test_something_else_at_the_address(tmp_path: Path, greeting: bytes) -> None:
    match = Tournament(tmp_path, faulty("good"))
    patch = "from clients.referee import cluster_client as c\nc.CONNECTING = 0.5"
    with socket.create_server(("127.0.0.1", 0)) as server:
        referee = match.start(f"127.0.0.1:{server.getsockname()[1]}", patch=patch)
        with server.accept()[0] as connection:
            connection.sendall(greeting)
            status, errors = match.end_of(referee)
    assert status == 1
    assert "no scheduler of dask answers at 127.0.0.1:" in errors


def test_no_worker(tmp_path: Path) -> None:
    with ExitStack() as stack:
        lonely = Cluster(tmp_path)
        stack.callback(lonely.stop)
        match = Tournament(tmp_path, faulty("good"))
        patch = "from clients.referee import cluster_client as c\nc.JOINING = 0.5"
        status, errors = match.run(lonely.address, patch=patch)
    assert status == 1
    assert f"start some with `dask worker {lonely.address}`" in errors


def test_a_scheduler_that_goes_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    token = new_token()
    sign = tmp_path / "a move is asked for"
    match = Tournament(tmp_path, telltale(token, LONG, sign))
    with ExitStack() as stack:
        cluster = Cluster(tmp_path)
        stack.callback(cluster.stop)
        cluster.start_worker()
        patch = "from clients.referee import cluster_client as c\nc.CONNECTING = 2"
        referee = match.start(cluster.address, patch=patch)
        until(sign.exists)
        cluster.processes[0].kill()
        status, errors = match.end_of(referee)
    assert status == 1
    assert "has gone" in errors
    assert "resume" in errors
    assert is_gone(token)
