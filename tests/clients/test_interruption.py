"""A run that is killed and resumed is the run that nobody killed (CASES R25, R30).

The referee runs as a process, and what it plays are echo engines with the moves of a legal game.
"""

import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.clients.tournaments import (
    HANG,
    await_games,
    compiled_echo,
    ids,
    new_mark,
    records,
    referee,
    referee_in_background,
    script,
    seconds_until_gone,
    write_file,
)

GAMES = 200
CONCURRENCY = 4
KILLS = 3
INTERRUPTED = 130
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
#: How long the echo engine thinks, in microseconds: a game takes half a tenth of a second.
SLEEP = 800


@pytest.fixture(scope="session")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled_echo(tmp_path_factory.mktemp("echo"))


class Run:
    """A tournament of two echo engines in a folder, and how it goes on."""

    def __init__(self, echo: Path, folder: Path, games: int = GAMES, sleep: int = 0) -> None:
        self.results = folder / "out.jsonl"
        self._begun = folder / "begun"
        self._folder = folder
        self._engine = [str(echo), str(sleep), *script()]
        self.lengthen(games)

    def lengthen(self, games: int, **values: object) -> None:
        """Write the file for so many games."""
        self.file = write_file(
            self._folder / "tournament.toml",
            {"A": self._engine, "B": self._engine},
            {"movetime": 60, "startup": 60, "answer": 60},
            {"ECHO_GAMES": str(self._begun)},
            **{
                "games": games,
                "concurrency": CONCURRENCY,
                "results": str(self.results),
                **values,
            },
        )

    @property
    def begun(self) -> float:
        """How many games have begun, replays included; half a game if one engine has not."""
        return len(self._begun.read_bytes()) / 2 if self._begun.exists() else 0.0

    def to_the_end(self) -> subprocess.CompletedProcess[str]:
        """Resume, and let it end."""
        done = referee("resume", self.file)
        assert done.returncode == 0, done.stderr
        return done

    def kill(self, number: signal.Signals, games: int) -> int:
        """Resume until so many games are there, then send a signal; the exit code."""
        mark = new_mark()
        with referee_in_background("resume", self.file, mark=mark) as process:
            await_games(self.results, games, process)
            process.send_signal(number)
            process.communicate(timeout=HANG)
        seconds_until_gone(mark)
        return process.returncode


def assert_complete(run: Run, games: int, last: subprocess.CompletedProcess[str]) -> None:
    """Every game once, each by the rules, and the report is that of the log alone."""
    played = records(run.results)
    assert sorted(game["number"] for game in played) == list(range(1, games + 1))
    assert len({game["id"] for game in played}) == games
    assert {game["termination"] for game in played} == {"rules"}
    assert last.stdout == referee("report", run.results).stdout


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_killed_run_goes_on_where_it_was(
    number: signal.Signals, echo: Path, tmp_path: Path
) -> None:
    run = Run(echo, tmp_path, sleep=SLEEP)
    random = Random(number)
    known: Sequence[str] = []
    share = GAMES // 2 // KILLS
    for kill in range(KILLS):
        code = run.kill(number, share * kill + random.randrange(share))
        assert ids(run.results)[: len(known)] == known
        known = ids(run.results)
        if len(known) < GAMES:  # else it had ended before the signal came
            assert code == (-number if number == signal.SIGKILL else INTERRUPTED)
    assert_complete(run, GAMES, run.to_the_end())
    assert ids(run.results)[: len(known)] == known
    assert run.begun <= GAMES + KILLS * CONCURRENCY


def test_a_run_that_is_killed_before_its_first_game_is_resumed(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=20, sleep=SLEEP)
    run.kill(signal.SIGKILL, games=0)
    assert_complete(run, 20, run.to_the_end())


def test_a_last_line_that_was_cut_off_is_played_again(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=20)
    run.to_the_end()
    whole = run.results.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    run.results.write_bytes(whole[: -len(last) // 2])
    assert_complete(run, 20, run.to_the_end())
    assert run.results.read_bytes().startswith(whole[: -len(last)])
    assert run.begun == 21


def test_a_finished_run_is_not_played_again(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=20)
    run.to_the_end()
    whole = run.results.read_bytes()
    assert_complete(run, 20, run.to_the_end())
    assert (run.results.read_bytes(), run.begun) == (whole, 20)


def test_run_does_not_go_on_with_what_it_finds(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=2)
    run.to_the_end()
    refused = referee("run", run.file)
    assert refused.returncode == 1
    assert f"{run.results} has 2 games of this tournament: `quatuor referee resume`" in (
        refused.stderr
    )


def test_results_of_another_tournament_are_refused(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=2)
    run.to_the_end()
    whole = run.results.read_bytes()
    run.lengthen(2, seed=2)
    refused = referee("resume", run.file)
    assert refused.returncode == 1
    assert f"{run.results}:1: the game belongs to a tournament that differs in: seed." in (
        refused.stderr
    )
    assert (run.results.read_bytes(), run.begun) == (whole, 2)


def test_a_file_that_is_no_log_is_left_alone(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=2)
    for text in ("a letter to a friend", "a letter\nof two lines\n", '{"schema": 1}\n'):
        run.results.write_text(text)
        refused = referee("resume", run.file)
        assert refused.returncode == 1
        assert str(run.results) in refused.stderr
        assert "Traceback" not in refused.stderr
        assert run.results.read_text() == text
    assert run.begun == 0


def test_a_second_referee_on_the_same_log_is_refused(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path, games=GAMES, sleep=20 * SLEEP)
    mark = new_mark()
    with referee_in_background("run", run.file, mark=mark) as process:
        await_games(run.results, 1, process)
        refused = referee("resume", run.file)
        assert process.poll() is None
    assert refused.returncode == 1
    assert f"another referee is writing {run.results}" in refused.stderr
    seconds_until_gone(mark)


def test_a_longer_tournament_plays_what_is_missing(echo: Path, tmp_path: Path) -> None:
    run = Run(echo, tmp_path)
    assert_complete(run, GAMES, run.to_the_end())
    whole = run.results.read_bytes()
    run.lengthen(240)
    assert_complete(run, 240, run.to_the_end())
    assert run.results.read_bytes().startswith(whole)
    assert run.begun == 240


def test_results_know_their_tournament(echo: Path, tmp_path: Path) -> None:
    """Without the TOML file the log itself is enough to go on."""
    run = Run(echo, tmp_path, games=20, sleep=SLEEP)
    run.kill(signal.SIGKILL, games=3)
    run.file.unlink()
    done = referee("resume", run.results)
    assert done.returncode == 0, done.stderr
    assert_complete(run, 20, done)
