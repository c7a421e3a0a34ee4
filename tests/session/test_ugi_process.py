"""The UGI process: bytes in and out, searches that are interrupted, and how it ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from subprocess import PIPE

import pytest

from engine.session.ugi_command import new_ugi
from engine.session.ugi_loop import UgiLoop

from .engine_process import COMMAND, ROOT, SOON, Engine, environment, output
from .ugi_arena import INFO, Player

Start = Callable[..., Engine]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
INTERRUPTS = [signal.SIGINT, signal.SIGTERM]
READY = b"readyok\n"
MEBIBYTE = 1 << 20
UNKNOWN = (
    b"info string ugi, isready, setoption, uginewgame, position, query, go, stop or quit "
    b"expected, not "
)


@pytest.fixture
def player(start: Start) -> Player:
    """An engine that speaks UGI and has said nothing yet."""
    return Player(start("ugi"))


def searching(player: Player) -> Player:
    """The engine in the middle of an endless search."""
    player.position("startpos", ["D4"])
    player.send("go infinite")
    time.sleep(0.1)
    return player


def assert_gone_cleanly(player: Player) -> None:
    assert player.engine.wait(SOON) == 0
    assert player.engine.errors() == ""


# ---------------------------------------------------------------------- lines

LINES = {
    "plain": (b"isready\n", READY),
    "CRLF": (b"isready\r\nquery p1turn\r\n", READY + b"response true\n"),
    "byte-order mark": (b"\xef\xbb\xbfisready\n", READY),
    "no last LF": (b"isready", READY),
    "tabs and blanks": (b"\t query \t p1turn  \n", b"response true\n"),
    "NUL bytes": (b"\x00isr\x00eady\x00\n", READY),
    "empty lines": (b"\n\r\n  \n\t\nisready\n\n", READY),
    "nothing": (b"", b""),
    "invalid UTF-8": (b"is\xffready\n", UNKNOWN + "'is\ufffdready'\n".encode()),
    "other letters": ("四重奏\n".encode(), UNKNOWN + "'四重奏'\n".encode()),
    "only invalid UTF-8": (b"\xff\xfe\xfd\n", UNKNOWN + "'\ufffd\ufffd\ufffd'\n".encode()),
    "huge line": (b"x" * (2 * MEBIBYTE) + b"\nisready\n", b"info string line too long\n" + READY),
    "unknown commands": (b"uci\nisready\n", UNKNOWN + b"'uci'\n" + READY),
    "stop without a search": (b"stop\nstop\nisready\n", READY),
    "an illegal move": (
        b"position fen gorami board=24 moves D4=9\nquery gameover\n",
        b"info string position: move 1: D4=9: 'D4=9' is not written as a move (C3)\n"
        b"response false\n",
    ),
}


def said_to(sent: bytes) -> bytes:
    """What is said to input that comes at once and then ends: the loop in this process."""
    source, arena_out = os.pipe()
    arena_in, sink = os.pipe()

    def send() -> None:
        with open(arena_out, "wb") as pipe:
            pipe.write(sent)

    writer = threading.Thread(target=send)
    writer.start()
    assert UgiLoop(new_ugi(None, [], [], False), source, sink).run() == 0
    writer.join()
    os.close(source)
    os.close(sink)
    with open(arena_in, "rb") as heard:
        return heard.read()


@pytest.mark.parametrize(("sent", "expected"), LINES.values(), ids=LINES)
def test_lines(sent: bytes, expected: bytes) -> None:
    assert said_to(sent) == expected


def test_lines_through_a_process() -> None:
    sent = b"\xef\xbb\xbfisready\r\nstop\nquery p1turn\nna\xffme\nisready"
    complaint = UNKNOWN + "'na\ufffdme'\n".encode()
    assert output(sent, "ugi") == READY + b"response true\n" + complaint + READY


def test_nothing_is_said_unasked(player: Player) -> None:
    assert player.engine.is_silent(0.3)
    player.set_option("Hash", "1")
    player.send("uginewgame")
    player.position("startpos", ["D4"])
    assert player.is_silent()


def test_two_hundred_commands_at_once_are_answered_in_order() -> None:
    sent = b"".join(
        b"position startpos moves D4\nquery p1turn\nposition startpos\nquery p1turn\n"
        for _ in range(50)
    )
    assert said_to(sent) == b"response false\nresponse true\n" * 50


def test_a_script_through_a_pipe_is_played_to_its_end() -> None:
    """A position, and what comes after it, waits for the search before it, and the end of input
    for all of them.
    """
    script = (
        "position fen gorami board=16",
        "go nodes 50",
        "position fen donuts moves D4",
        "query p1turn",
        "go depth 2",
        "position fen donuts moves D4",
        "query p1turn",
    )
    lines = output("\n".join(script).encode(), "ugi").decode().splitlines()
    kinds = [line.split()[0] for line in lines]
    order = [kind for kind in kinds if kind != "info"]
    assert order == ["bestmove", "response", "bestmove", "response"]
    assert all(INFO.fullmatch(line) for line in lines if line.startswith("info"))
    assert "=" in lines[kinds.index("bestmove")]  # a move of GORami has a disc


# ---------------------------------------------------------------------- during a search


def test_ready_and_questions_are_answered_at_once_during_a_search(player: Player) -> None:
    searching(player)
    player.send("isready\nquery p1turn\nquery gameover\nquery result")
    heard = [player.engine.line(SOON) for _ in range(4)]
    while len(heard) < 40 and not heard[-1].startswith("response none"):
        heard.append(player.engine.line(SOON))
    said = [line for line in heard if not line.startswith("info ")]
    assert said == ["readyok", "response false", "response false", "response none"]


def test_an_endless_search_reports_steadily_and_waits_for_stop(player: Player) -> None:
    searching(player)
    assert all(INFO.fullmatch(player.engine.line(SOON)) for _ in range(3))
    player.send("stop")
    player.search_end(SOON)
    assert player.is_silent()


def test_an_endless_search_that_has_ended_waits_for_stop(player: Player) -> None:
    """There is nothing left to find before the last move, nor for a player of no strength."""
    player.set_option("level", "0")
    player.send("go infinite")
    assert player.is_silent()
    assert player.engine.is_silent(0.7)
    player.send("stop")
    player.search_end(SOON)
    assert player.is_silent()


def test_a_search_with_a_limit_can_be_stopped(player: Player) -> None:
    player.send("go movetime 600000")
    time.sleep(0.1)
    player.send("stop")
    player.search_end(SOON)
    assert player.is_silent()


def test_stop_stops_all_searches_before_it(player: Player) -> None:
    """Each ``go`` has its answer, and what comes after the ``stop`` is carried out normally."""
    player.send("go infinite\ngo infinite\nstop\nposition startpos moves D4\ngo nodes 10")
    for _ in range(3):
        player.search_end(SOON)
    assert player.query("p1turn") == "false"
    assert player.is_silent()


def test_go_twice_is_two_searches_one_after_the_other(player: Player) -> None:
    player.send("go nodes 2000\ngo nodes 2000")
    player.search_end()
    player.search_end()
    assert player.is_silent()


def test_a_position_during_a_search_holds_after_it(player: Player) -> None:
    searching(player)
    player.send("position fen gorami board=16\nisready\nquery p1turn")
    player.send("stop")
    heard = [player.engine.line(SOON)]
    while not heard[-1].startswith("response"):
        heard.append(player.engine.line(SOON))
    kinds = [line.split()[0] for line in heard if not line.startswith("info ")]
    assert kinds == ["readyok", "bestmove", "response"]
    assert heard[-1] == "response true"
    assert "=" in player.go("nodes 10").move


# ---------------------------------------------------------------------- the end


def test_nothing_is_heard_after_quit() -> None:
    assert output(b"isready\nquit\nisready\n", "ugi") == READY


def test_quit_while_idle(player: Player) -> None:
    player.send("quit")
    assert_gone_cleanly(player)
    assert player.engine.rest() == b""


def test_quit_during_a_search_ends_it_with_a_move(player: Player) -> None:
    searching(player)
    player.send("quit")
    assert player.engine.rest(SOON).splitlines()[-1].startswith(b"bestmove ")
    assert_gone_cleanly(player)


def test_quit_carries_out_what_was_said_before_it(player: Player) -> None:
    player.send("go infinite\ngo infinite\nquery p1turn\nquit\nquery p1turn")
    lines = player.engine.rest(SOON).decode().splitlines()
    kinds = [line.split()[0] for line in lines if not line.startswith("info ")]
    assert kinds == ["bestmove", "bestmove", "response"]
    assert_gone_cleanly(player)


@pytest.mark.parametrize("level", ["10", "0"])
def test_the_end_of_input_during_a_search(player: Player, level: str) -> None:
    player.set_option("level", level)
    searching(player)
    player.engine.end_input()
    assert player.engine.rest(SOON).splitlines()[-1].startswith(b"bestmove ")
    assert_gone_cleanly(player)


def test_the_end_of_input_while_idle(player: Player) -> None:
    player.is_ready()
    player.engine.end_input()
    assert_gone_cleanly(player)
    assert player.engine.rest() == b""


@posix
@pytest.mark.parametrize("number", INTERRUPTS, ids=lambda number: number.name)
@pytest.mark.parametrize("busy", [True, False], ids=["searching", "idle"])
def test_signals(player: Player, number: signal.Signals, busy: bool) -> None:
    player.is_ready()
    if busy:
        searching(player)
    player.engine.process.send_signal(number)
    assert_gone_cleanly(player)


@posix
@pytest.mark.parametrize("command", ["isready", "go nodes 10", "go infinite"])
def test_nobody_listens_any_more(command: str) -> None:
    """A closed standard output ends the engine, though its input stays open."""
    with subprocess.Popen(
        [*COMMAND, "ugi"],
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env=environment(),
        cwd=ROOT,
        bufsize=0,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        assert process.stdout.read(len(READY)) == READY
        process.stdout.close()
        process.stdin.write(f"{command}\n".encode())
        assert process.wait(SOON) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["chess"], "'chess' is not one of kulami, donuts, gorami, siege_stones"),
        (["--game", "chess"], "'chess' is not one of"),
        (["siege_stones", "players=3"], "UGI is for 2 players, and this setup has 3"),
    ],
)
def test_a_mistake_on_the_command_line(arguments: list[str], error: str) -> None:
    done = subprocess.run(
        [*COMMAND, "ugi", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        timeout=SOON,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("quatuor: ")
    assert error in done.stderr
    assert "Traceback" not in done.stderr


def test_verbose_logs_to_standard_error_alone(start: Start) -> None:
    player = Player(start("ugi", "--verbose", "--game", "gorami"))
    player.is_ready()
    player.send("quit")
    assert player.engine.wait(SOON) == 0
    assert "readyok" in player.engine.errors()


# ---------------------------------------------------------------------- trees


@pytest.mark.parametrize("game", ["kulami", "gorami"])
def test_a_depth_that_a_tree_cannot_reach_ends_nevertheless(player: Player, game: str) -> None:
    """A small tree is full long before its best line is so long."""
    for name, value in (("Hash", "1"), ("search", "uct"), ("Game", game)):
        player.set_option(name, value)
    player.go("depth 40")
    assert player.is_silent()


def test_a_depth_beyond_the_end_of_the_game_ends_nevertheless(player: Player) -> None:
    """The game can end long before all donuts are placed."""
    player.set_option("search", "uct")
    layout = "HHHHHH/HHHHHH/HHHHHH/VVVVVV/VVVVVV/VVVVVV"
    player.position(f"donuts layout={layout}", ["C6", "E6", "D6", "A6"])
    search = player.go("depth 30")
    assert search.move == "B6"  # it turns both ends of the row: five
    assert player.is_silent()
