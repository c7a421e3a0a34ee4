"""CASES E1, E2, E8, E9, E15, E16, E18: how the process begins, ends and lives."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from subprocess import PIPE

import pytest

from engine.games.registry import GAMES
from engine.session.table import COMMANDS

from .engine_process import COMMAND, DEADLINE, ENDLESS, ROOT, SOON, Engine, environment, output

Start = Callable[..., Engine]
INTERRUPTS = [signal.SIGINT, signal.SIGTERM]
#: Commands that would take minutes; those that are not in `list_commands` yet are skipped.
LONG = ("genmove", "reg_genmove", "analyze", "genmove_analyze", "solve 600")
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")


def thinking(start: Start, command: str) -> Engine:
    """An engine in the middle of a long command."""
    name = command.split()[0]
    if name not in COMMANDS:
        pytest.skip(f"there is no {name} yet")
    engine = start()
    engine.ok(ENDLESS)
    engine.send(f"{command}\n".encode())
    time.sleep(0.5)
    assert engine.process.poll() is None
    return engine


def assert_gone_cleanly(engine: Engine) -> None:
    assert engine.wait(SOON) == 0
    assert engine.errors() == ""


# ---------------------------------------------------------------------- E1, E2


def test_e1_nothing_is_written_before_a_command(engine: Engine) -> None:
    assert engine.is_silent(0.5)
    assert engine.ask("name") == "= Quatuor"
    assert engine.is_silent(0.1)
    engine.end_input()
    assert engine.rest() == b""
    assert_gone_cleanly(engine)


def test_e1_four_instances_side_by_side(start: Start) -> None:
    engines = [start() for _ in range(4)]
    for number, engine in enumerate(engines):
        assert engine.ask(f"{number} name") == f"={number} Quatuor"
    engines[0].ok("play b D4")
    assert [engine.ok("history") for engine in engines] == ["1 D4", "", "", ""]


@pytest.mark.parametrize("unbuffered", [None, "", "1"])
def test_e2_each_answer_arrives_at_once(start: Start, unbuffered: str | None) -> None:
    """An answer is waited for before the next command is sent."""
    engine = start(env={"PYTHONUNBUFFERED": unbuffered})
    for number in range(20):
        assert engine.ask(f"{number} protocol_version") == f"={number} 2"


def test_e2_answers_do_not_wait_for_a_search_behind_them(engine: Engine) -> None:
    engine.ok(ENDLESS)
    engine.send(b"1 name\n2 genmove\n")
    assert engine.answer() == "=1 Quatuor"
    engine.send(b"stop\n")
    assert engine.answer(SOON).startswith("=2 ")
    assert engine.answer(SOON) == "= "


# ---------------------------------------------------------------------- E8, E9


def test_e8_input_ends_while_idle(engine: Engine) -> None:
    engine.ok("name")
    engine.end_input()
    assert_gone_cleanly(engine)
    assert engine.rest() == b""


@pytest.mark.parametrize("command", LONG)
def test_e8_input_ends_during_a_search(start: Start, command: str) -> None:
    engine = thinking(start, command)
    engine.end_input()
    assert_gone_cleanly(engine)


@pytest.mark.parametrize("command", LONG)
def test_e8_quit_during_a_search_is_answered(start: Start, command: str) -> None:
    engine = thinking(start, command)
    engine.send(b"77 quit\n")
    assert engine.rest(SOON).endswith(b"\n\n=77 \n\n")
    assert_gone_cleanly(engine)


def test_e8_quit_while_idle(engine: Engine) -> None:
    assert engine.ask("quit") == "= "
    assert_gone_cleanly(engine)


def test_e8_nothing_after_quit_is_answered() -> None:
    assert output(b"name\n5 quit\nname\n") == b"= Quatuor\n\n=5 \n\n"


def test_e8_the_end_of_input_outlives_a_stop(start: Start) -> None:
    """What is queued is answered, but no search goes on when nobody listens any more.

    The end of input is read, and its time is up, before the ``stop`` is answered.
    """
    engine = start()
    engine.ok(ENDLESS)
    engine.send(b"legal_moves\n" * 20_000 + b"genmove\nstop\ngenmove\n")
    engine.end_input()
    assert engine.rest().count(b"\n\n") == 20_003
    assert_gone_cleanly(engine)


@posix
@pytest.mark.parametrize("number", INTERRUPTS, ids=lambda number: number.name)
@pytest.mark.parametrize("command", LONG)
def test_e9_signals_end_a_search(start: Start, command: str, number: signal.Signals) -> None:
    engine = thinking(start, command)
    engine.process.send_signal(number)
    assert_gone_cleanly(engine)


@posix
@pytest.mark.parametrize("number", INTERRUPTS, ids=lambda number: number.name)
def test_e9_signals_end_an_idle_engine(engine: Engine, number: signal.Signals) -> None:
    engine.ok("name")
    engine.process.send_signal(number)
    assert_gone_cleanly(engine)
    assert engine.rest() == b""


@posix
def test_e9_nothing_is_left_behind(start: Start, tmp_path: Path) -> None:
    """No file in the working directory or in the directory for temporary files."""
    engine = start(env={"TMPDIR": str(tmp_path), "HOME": str(tmp_path)}, cwd=tmp_path)
    for line in ("param movetime 0.2", "genmove", "newgame kulami layout=8x8"):
        engine.ok(line)
    engine.process.send_signal(signal.SIGTERM)
    assert_gone_cleanly(engine)
    assert list(tmp_path.iterdir()) == []


@posix
@pytest.mark.parametrize("command", ["name", "genmove"])
def test_e9_nobody_listens_any_more(command: str) -> None:
    """A closed standard output ends the engine, though its input stays open."""
    with subprocess.Popen(
        COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment(), cwd=ROOT, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"param nodes 1\n")
        assert process.stdout.read(4) == b"= \n\n"
        process.stdout.close()
        process.stdin.write(f"{command}\n".encode())
        assert process.wait(SOON) == 0
        assert process.stderr.read() == b""


# ---------------------------------------------------------------------- E15, E16


def test_e15_another_working_directory(start: Start, tmp_path: Path) -> None:
    engine = start(cwd=tmp_path)
    assert engine.ask("name") == "= Quatuor"
    for game in GAMES:
        assert engine.ok(f"newgame {game}").startswith(f"{game} ")
    engine.end_input()
    assert_gone_cleanly(engine)


def test_e15_a_path_with_blanks_and_foreign_letters(start: Start, tmp_path: Path) -> None:
    home = tmp_path / "Spiele für Žofie — 四重奏 (kopie)"
    for package in ("engine", "protocol"):
        rubbish = ignore_patterns("__pycache__", "*.c")
        copytree(ROOT / package, home / package, ignore=rubbish)
    engine = start(cwd=tmp_path, env={"PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"})
    for line in ("name", "param nodes 5", "genmove", "showboard"):
        engine.ok(line)
    engine.end_input()
    assert_gone_cleanly(engine)


def test_e15_started_at_its_own_path_with_such_a_working_directory(
    start: Start, tmp_path: Path
) -> None:
    place = tmp_path / "ein Ordner, ñandú"
    place.mkdir()
    assert start(cwd=place).ask("name") == "= Quatuor"


LOCALES: dict[str, dict[str, str | None]] = {
    "LANG=C": {"LANG": "C", "LC_ALL": None, "PYTHONIOENCODING": None, "PYTHONUTF8": None},
    "LC_ALL=C": {"LC_ALL": "C", "PYTHONIOENCODING": None, "PYTHONUTF8": "0"},
    "LC_ALL=POSIX, no coercion": {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "ascii:strict and C": {"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C", "PYTHONUTF8": "0"},
}
#: Non-ASCII words come back in failure texts, in UTF-8 whatever the locale says.
FOREIGN = "boardsize ü\nnewgame Ω\nknown_command 四\nlist_commands\nshowboard\nname\n"


@pytest.mark.parametrize("changes", LOCALES.values(), ids=LOCALES)
@pytest.mark.parametrize("arguments", [(), ("--verbose",)], ids=["quiet", "verbose"])
def test_e16_locales(
    start: Start, changes: dict[str, str | None], arguments: tuple[str, ...]
) -> None:
    engine = start(*arguments, env=changes)
    engine.send(FOREIGN.encode())
    assert engine.answer().startswith("? syntax error: whole number expected, not 'ü'")
    assert engine.answer() == "? unsupported game"
    assert engine.answer() == "= false"
    assert engine.answer().startswith("= ")
    assert engine.answer().startswith("= ")
    assert engine.answer() == "= Quatuor"
    engine.end_input()
    assert engine.wait() == 0
    assert "Traceback" not in engine.errors()
    assert bool(engine.errors()) == bool(arguments)


# ---------------------------------------------------------------------- E18


def resident_kib(engine: Engine) -> int:
    """Memory of the engine that is in use, in KiB."""
    status = Path(f"/proc/{engine.process.pid}/status")
    if not status.exists():
        pytest.skip("no /proc here to read the memory of a process from")
    line = next(line for line in status.read_text().split("\n") if line.startswith("VmRSS:"))
    return int(line.split()[1])


def hear(engine: Engine, count: int) -> None:
    for _ in range(count):
        assert engine.answer().startswith("= ")


#: What an engine may grow after it has warmed up: some 100 bytes for each cycle.
GROWTH_KIB = 1000
#: Memory that searches may use: a page of it counts from when it is first written to.
HASH_KIB = 1024


@pytest.mark.slow
def test_e18_cycles_do_not_grow_the_process(engine: Engine) -> None:
    """Ten thousand cycles, of all games in turn."""
    cycle = b""
    for game in GAMES:
        engine.ok(f"newgame {game}")
        move = engine.ok("legal_moves").split()[0]
        cycle += f"newgame {game}\nplay 1 {move}\nundo\n".encode()

    def run(count: int) -> int:
        for _ in range(count // len(GAMES) // 10):
            engine.send(cycle * 10)
            hear(engine, 30 * len(GAMES))
        return resident_kib(engine)

    warm = run(1_000)
    grown = run(10_000) - warm
    assert grown < GROWTH_KIB


@pytest.mark.slow
@pytest.mark.parametrize("search", ["auto", "alphabeta", "mcts", "uct"])
def test_e18_searches_do_not_grow_the_process(engine: Engine, search: str) -> None:
    for line in (f"param hash {HASH_KIB // 1024}", "param nodes 20", f"param search {search}"):
        engine.ok(line)
    names = list(GAMES)

    def run(count: int) -> int:
        for number in range(count):
            if number % 25 == 0:
                engine.ok(f"newgame {names[number // 25 % len(names)]}")
            engine.send(b"reg_genmove\ngenmove\nundo\ngenmove\n")
            hear(engine, 4)
            if engine.ok("side_to_move") == "none":
                engine.ok("clear_board")
        return resident_kib(engine)

    warm = run(100)
    grown = run(500) - warm
    assert grown < GROWTH_KIB + HASH_KIB


# ---------------------------------------------------------------------- a person


@posix
@pytest.mark.parametrize("key", ["c", "d"])
def test_a_person_types_in_a_terminal(key: str) -> None:
    """Answers come as lines of their own; Ctrl-C and Ctrl-D end it cleanly."""
    pexpect = pytest.importorskip("pexpect")
    terminal = pexpect.spawn(
        sys.executable, ["-m", "engine"], env=environment(), cwd=str(ROOT), timeout=DEADLINE
    )
    try:
        terminal.sendline("name")
        terminal.expect_exact("name\r\n= Quatuor\r\n\r\n")
        terminal.sendline("play b D4")
        terminal.expect_exact("= \r\n\r\n")
        terminal.send("nomX\x7f\x7fame\n")  # mistyped, and put right with the backspace key
        terminal.expect_exact("? unknown command\r\n\r\n")
        terminal.sendline("11 side_to_move")
        terminal.expect_exact("=11 2 black\r\n\r\n")
        terminal.sendcontrol(key)
        terminal.expect(pexpect.EOF, timeout=SOON)
        assert terminal.before in (b"", b"^C", b"^D\b\b")
        terminal.close()
        assert (terminal.exitstatus, terminal.signalstatus) == (0, None)
    finally:
        terminal.close(force=True)
