"""What a person sees while a tournament is played."""

import io
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console
from rich.text import Text

from clients.referee import display
from clients.referee.display import LineDisplay, QuietDisplay, TerminalDisplay, choose
from clients.referee.settings import Conduct, Engine, Format, Limits, Tournament
from clients.referee.watcher import UnderWay, Watcher
from tests.clients.report.factory import drawn, fault, game, match, tournament

ROOT = Path(__file__).resolve().parents[2]
LIMITS = Limits(movetime=0.1)


def settings(*names: str, **changes: Any) -> Tournament:
    engines = tuple(Engine(("quatuor", "gtp"), name=name, limits=LIMITS) for name in names)
    return Tournament("kulami layout=8x8", engines, **changes)


AB = settings("A", "B", games=20)
FOUR_AT_A_TIME = Conduct(concurrency=4)


def under_way(count: int) -> list[UnderWay]:
    return [
        UnderWay(number, f"{number}.1", ("A", "B"), ("red", "black"), 17, (12, 9), 3.0)
        for number in range(1, count + 1)
    ]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that displays see; the test moves it on."""
    now = [1000.0]
    monkeypatch.setattr(display, "monotonic", lambda: now[0])
    return now


# ---------------------------------------------------------------------- lines


class Lines:
    """A LineDisplay and what it has said."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        self.display = LineDisplay(self.out)

    @property
    def said(self) -> list[str]:
        return self.out.getvalue().splitlines()


def test_the_first_line_says_what_is_played() -> None:
    lines = Lines()
    lines.display.begun(AB, FOUR_AT_A_TIME, 20, 8)
    assert lines.said == [
        "match of A, B: kulami layout=8x8, 0.1 s a move, 20 games (8 already played), 4 at a time"
    ]


def test_progress_is_told_every_ten_seconds_if_there_was_some(clock: list[float]) -> None:
    lines = Lines()
    lines.display.begun(AB, FOUR_AT_A_TIME, 20, 0)
    for record in match("11=0"):
        lines.display.finished(record)
        lines.display.tick([])
    assert len(lines.said) == 1
    clock[0] += 10
    lines.display.tick([])
    clock[0] += 10
    lines.display.tick([])
    told = "4 of 20 games, 24.0 a minute, 40 s left; A 2.5/4, B 1.5/4; +88.7 Elo"
    assert lines.said[1:] == [told]


def test_time_left_comes_from_the_games_of_this_run(clock: list[float]) -> None:
    lines = Lines()
    records = match("1" * 12)
    for record in records[:10]:
        lines.display.recalled(record)
    lines.display.begun(AB, FOUR_AT_A_TIME, 20, 10)
    for record in records[10:]:
        lines.display.finished(record)
    clock[0] += 60
    lines.display.tick([])
    assert lines.said[-1].startswith("12 of 20 games, 2.0 a minute, 4 min 00 s left; A 12/12")


def test_an_sprt_may_need_fewer_games(clock: list[float]) -> None:
    lines = Lines()
    lines.display.begun(settings("A", "B", format=Format.SPRT, games=20), FOUR_AT_A_TIME, 20, 0)
    for record in match("11", format="sprt"):
        lines.display.finished(record)
    clock[0] += 30
    lines.display.tick([])
    assert "at most 4 min 30 s left" in lines.said[-1]
    assert "LLR 0." in lines.said[-1]
    assert "(-2.94 to 2.94)" in lines.said[-1]


def test_without_a_total_no_time_is_promised(clock: list[float]) -> None:
    lines = Lines()
    of = settings("A", "B", format=Format.KNOCKOUT)
    lines.display.begun(of, FOUR_AT_A_TIME, None, 0)
    lines.display.finished(match("1", format="knockout")[0])
    clock[0] += 30
    lines.display.tick([])
    assert lines.said[-1] == "1 game, 2.0 a minute; A 1/1, B 0/1"


def test_many_engines_are_not_all_told(clock: list[float]) -> None:
    lines = Lines()
    names = ("A", "B", "C", "D", "E")
    lines.display.begun(settings(*names, format=Format.ROUND_ROBIN), FOUR_AT_A_TIME, 20, 0)
    lines.display.finished(game(tournament(names), 1, (2, 1), [1]))
    clock[0] += 60
    lines.display.tick([])
    assert lines.said[-1].endswith("C 1/1, A 0/0, B 0/1 and 2 more")


def test_trouble_is_told_at_once() -> None:
    lines = Lines()
    lines.display.begun(AB, FOUR_AT_A_TIME, 20, 0)
    (record,) = match("1")
    lines.display.finished({**record, "faults": [fault(2)]})
    lines.display.void({**record, "id": "2.1", "faults": [fault(1, "A", reason="cannot start")]})
    lines.display.stopped(("A", "B"), "2 void games in a row: cannot start")
    lines.display.unsaved({**record, "id": "3.1", "result": "A (red) beats B (black) 31-27"})
    assert lines.said[1:] == [
        "game 1.1: B did not answer 'genmove' in 0.30 s",
        "game 2.1 is void: A cannot start",
        "A – B will not be played on: 2 void games in a row: cannot start",
        "game 3.1 could not be saved: A (red) beats B (black) 31-27",
    ]


@pytest.mark.parametrize(
    ("done", "why", "end"),
    [
        (20, "", "20 of 20 games, 60.0 a minute: all games are played"),
        (6, "", "6 of 20 games, 18.0 a minute: the rest cannot be played"),
        (6, "interrupted by SIGINT", "18.0 a minute: broken off (interrupted by SIGINT)"),
        (6, "SPRT: H1 accepted", "18.0 a minute: ended (SPRT: H1 accepted)"),
    ],
)
def test_the_last_line_says_how_it_ended(clock: list[float], done: int, why: str, end: str) -> None:
    lines = Lines()
    lines.display.begun(AB, FOUR_AT_A_TIME, 20, 0)
    for record in match("1" * done):
        lines.display.finished(record)
    clock[0] += 20
    lines.display.ended(why)
    assert lines.said[-1].endswith(end)


def test_names_cannot_write_to_the_terminal() -> None:
    lines = Lines()
    lines.display.begun(settings("\x1b[2Jevil\n", "B"), FOUR_AT_A_TIME, 2, 0)
    lines.display.stopped(("\x1b[2Jevil\n", "B"), "\r\x07")
    assert all(line.isprintable() for line in lines.said)
    assert len(lines.said) == 2


class Closed(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_nobody_has_to_read_it() -> None:
    unread = LineDisplay(Closed())
    unread.begun(AB, FOUR_AT_A_TIME, 20, 0)
    unread.finished(match("1")[0])
    unread.ended("")


# ---------------------------------------------------------------------- which display


def test_quiet_means_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    quiet = choose(quiet=True)
    assert isinstance(quiet, QuietDisplay)
    tell_everything(quiet)
    assert capfd.readouterr() == ("", "")


def test_what_is_no_terminal_gets_lines_on_standard_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    lines = choose(quiet=False)
    assert isinstance(lines, LineDisplay)
    tell_everything(lines)
    out, errors = capfd.readouterr()
    assert out == ""
    assert "\x1b" not in errors
    assert errors.endswith("broken off (interrupted by SIGINT)\n")


def tell_everything(watcher: Watcher) -> None:
    first, second, third = match("110")
    watcher.recalled(first)
    watcher.begun(AB, FOUR_AT_A_TIME, 20, 1)
    watcher.finished(second)
    watcher.void(third)
    watcher.unsaved(third)
    watcher.stopped(("A", "B"), "why")
    watcher.tick(under_way(2))
    watcher.ended("interrupted by SIGINT")


# ---------------------------------------------------------------------- pictures


class Screen:
    """A TerminalDisplay that draws into memory."""

    def __init__(self, clock: list[float], width: int = 90, height: int = 30) -> None:
        self.clock = clock
        self.out = io.StringIO()
        console = Console(file=self.out, force_terminal=True, width=width, height=height)
        self.display = TerminalDisplay(console)

    def picture(self, games: int = 0) -> list[str]:
        """The lines of the next picture, without what scrolled by above it."""
        self.clock[0] += 1
        self.out.seek(0)
        self.out.truncate()
        self.display.tick(under_way(games))
        lines = Text.from_ansi(self.out.getvalue()).plain.splitlines()
        return [line for line in lines if line]


def test_a_picture_has_all_there_is_to_know(clock: list[float]) -> None:
    screen = Screen(clock)
    of = settings("A", "B", format=Format.SPRT, games=100)
    screen.display.begun(of, FOUR_AT_A_TIME, 100, 0)
    for record in match("11=0" * 5, format="sprt"):
        screen.display.finished(record)
    clock[0] += 9
    lines = screen.picture(games=2)
    assert lines[0].startswith("sprt of A, B: kulami layout=8x8, 0.1 s a move, 100 games, 4 at a t")
    assert lines[1] == "20 of 100 games, 120.0 a minute, at most 40 s left"
    assert lines[2] == "━" * 12 + "─" * 48
    assert lines[3:5] == ["A  12.5/20  62.5 %", "B   7.5/20  37.5 %"]
    assert lines[5] == "+88.7 ± 193.7 Elo for A"
    assert lines[6].startswith("LLR ")
    assert "-2.94 ├" in lines[6]
    assert lines[7:] == [
        "1  A – B  12-9  17 plies  3 s",
        "2  A – B  12-9  17 plies  3 s",
    ]


def test_more_games_than_lines(clock: list[float]) -> None:
    screen = Screen(clock, height=16)
    screen.display.begun(AB, FOUR_AT_A_TIME, 20, 0)
    lines = screen.picture(games=64)
    assert len(lines) < 16
    shown = [line for line in lines if "A – B" in line]
    assert lines[-1] == f"… and {64 - len(shown)} more games"
    assert shown


@pytest.mark.parametrize("width", [10, 20, 40])
@pytest.mark.parametrize("height", [3, 8, 12])
def test_a_picture_fits_the_terminal(clock: list[float], width: int, height: int) -> None:
    screen = Screen(clock, width, height)
    names = tuple(f"an engine with a long name {number}" for number in range(9))
    of = settings(*names, format=Format.ROUND_ROBIN)
    screen.display.begun(of, FOUR_AT_A_TIME, 20, 0)
    for record in drawn(tournament(names), 9):
        screen.display.finished({**record, "faults": []})
    lines = screen.picture(games=64)
    assert 0 < len(lines) < height
    assert max(map(len, lines)) <= width


def test_pictures_are_drawn_twice_a_second_at_most(clock: list[float]) -> None:
    screen = Screen(clock)
    screen.display.begun(AB, FOUR_AT_A_TIME, 20, 0)
    screen.picture()
    before = screen.out.tell()
    for _ in range(20):
        clock[0] += 0.02
        screen.display.tick(under_way(4))
    assert screen.out.tell() == before
    clock[0] += 0.1
    screen.display.tick(under_way(4))
    assert screen.out.tell() > before


def test_trouble_scrolls_by_but_not_all_of_it(clock: list[float]) -> None:
    screen = Screen(clock)
    screen.display.begun(AB, FOUR_AT_A_TIME, 20, 0)
    for record in match("1" * 9):
        screen.display.finished({**record, "faults": [fault(2)]})
    text = "\n".join(screen.picture())
    assert text.count("did not answer") == display.MOST_TROUBLES
    assert "… and 4 more; all are in the results" in text
    assert "did not answer" not in "\n".join(screen.picture())


class Gone(io.StringIO):
    """A terminal that was closed."""

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        raise OSError(5, "Input/output error")


def test_a_terminal_may_go_away(clock: list[float]) -> None:
    screen = TerminalDisplay(Console(file=Gone(), force_terminal=True, width=80, height=20))
    screen.begun(AB, FOUR_AT_A_TIME, 20, 0)
    screen.finished(match("1")[0])
    clock[0] += 5
    screen.tick(under_way(3))
    screen.ended("")


# ---------------------------------------------------------------------- on a real terminal

FEEDER = """
import sys, time
from tests.clients.report.factory import drawn
from tests.clients.test_display import AB, FOUR_AT_A_TIME, choose, tournament, under_way
watcher = choose(quiet=False)
try:
    watcher.begun(AB, FOUR_AT_A_TIME, 20, 0)
    for record in drawn(tournament(("A", "B")), 1000):
        watcher.finished(record)
        watcher.tick(under_way(3))
        time.sleep(0.1)
except KeyboardInterrupt:
    watcher.ended("interrupted by SIGINT")
print("the summary")
"""
SHOW_CURSOR, HIDE_CURSOR = "\x1b[?25h", "\x1b[?25l"


def run(program: str = FEEDER, term: str = "xterm-256color") -> Any:
    """A program that shows a tournament on a terminal of its own."""
    env = {"TERM": term, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    return pexpect.spawn(
        sys.executable,
        ["-c", program],
        env=env,
        cwd=str(ROOT),
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 80),
    )


def test_a_terminal_is_given_back_after_an_interruption() -> None:
    terminal = run()
    terminal.expect_exact(HIDE_CURSOR)
    terminal.expect_exact("0 of 20 games")
    terminal.expect(r"A – B +12-9 +17 plies")
    terminal.sendintr()
    terminal.expect_exact(SHOW_CURSOR)
    terminal.expect_exact("broken off (interrupted by SIGINT)")
    terminal.expect_exact("the summary")
    terminal.expect(pexpect.EOF)
    assert HIDE_CURSOR not in terminal.before


def test_a_terminal_that_can_do_nothing_gets_lines() -> None:
    terminal = run(term="dumb")
    terminal.expect_exact("4 at a time")
    terminal.sendintr()
    terminal.expect_exact("the summary")
    terminal.expect(pexpect.EOF)
    assert "\x1b" not in terminal.before


def test_a_terminal_is_given_back_even_by_a_program_that_breaks() -> None:
    terminal = run(FEEDER.replace('watcher.ended("interrupted by SIGINT")', "raise"))
    terminal.expect_exact(HIDE_CURSOR)
    terminal.expect(r"17 plies")
    terminal.sendintr()
    terminal.expect_exact("KeyboardInterrupt")
    terminal.expect_exact(SHOW_CURSOR)
    terminal.expect(pexpect.EOF)
