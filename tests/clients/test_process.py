"""EngineProcess: start, ask, stop, and every way in which an engine can fail to answer."""

import os
import selectors
import signal
import sys
import time
from pathlib import Path

import pytest

from clients.process import MAX_OUTPUT, STDERR_KEPT, EngineProcess, Fault, Refused
from tests.clients.support import faulty, is_gone, is_running, new_token

PATIENCE = 60.0


def script(*lines: str) -> list[str]:
    """An engine of a few lines of Python; `ask()` reads a command and gives its id."""
    start = "import os, signal, sys, time\ndef ask(): return sys.stdin.readline().split()[0]"
    return [sys.executable, "-c", "\n".join([start, *lines]), new_token()]


def fault_of(command: list[str], within: float = PATIENCE) -> Fault:
    with EngineProcess(command) as engine:
        with pytest.raises(Fault) as caught:
            engine.ask("name", within)
        with pytest.raises(Fault) as again:
            engine.ask("name", within)
        assert again.value is caught.value
    return caught.value


# ---------------------------------------------------------------------- question and answer


def test_a_good_engine_answers_and_refuses() -> None:
    with EngineProcess(faulty("good")) as engine:
        assert engine.usable
        assert engine.ask("name", PATIENCE) == "Faulty"
        with pytest.raises(Refused, match="unknown command"):
            engine.ask("nonsense", PATIENCE)
        assert engine.ask("version", PATIENCE) == "1"
    assert not engine.usable


def test_a_stale_answer_is_never_taken_for_the_next() -> None:
    command = script(
        "first = ask()",
        "print(f'={first} one\\n\\n={first} two\\n', flush=True)",
        "second = ask()",
        "print(f'={first} three\\n\\n= four\\n\\n={second} five\\n', flush=True)",
        "time.sleep(3600)",
    )
    with EngineProcess(command) as engine:
        assert engine.ask("name", PATIENCE) == "one"
        assert engine.ask("name", PATIENCE) == "five"


def test_an_answer_without_our_number_is_none_and_is_shown() -> None:
    fault = fault_of(script("print('= Foo\\n', flush=True)", "time.sleep(3600)"), 5)
    assert str(fault) == "did not answer 'name' within 5 s; it wrote 'Foo'"


def test_half_an_answer_is_shown() -> None:
    fault = fault_of(script("print(f'={ask()} Foo', flush=True)", "time.sleep(3600)"), 2)
    assert str(fault) == "did not answer 'name' within 2 s; it wrote '=1 Foo'"


def test_an_answer_may_come_in_pieces() -> None:
    command = script(
        "for char in f'={ask()} F\\r\\nG\\r\\n\\r\\n':",
        "    os.write(1, char.encode())",
        "    time.sleep(0.01)",
        "time.sleep(3600)",
    )
    with EngineProcess(command) as engine:
        assert engine.ask("name", PATIENCE) == "F\nG"


def test_a_long_command_is_written_in_pieces() -> None:
    command = script(
        "time.sleep(0.2)", "line = sys.stdin.readline()", "print('=1 %d\\n' % len(line))"
    )
    with EngineProcess(command) as engine:
        long = "setposition " + "x" * 500_000
        assert engine.ask(long, PATIENCE) == str(len(f"1 {long}\n"))


# ---------------------------------------------------------------------- no answer


def test_exit_status_and_last_words() -> None:
    command = script("ask()", "sys.stderr.write('x' * 100_000 + 'bad net')", "sys.exit(3)")
    with EngineProcess(command) as engine:
        with pytest.raises(Fault, match="exited with status 3 instead of 'name'") as caught:
            engine.ask("name", PATIENCE)
        assert caught.value.status == 3
        assert engine.errors.endswith("bad net")
        assert len(engine.errors) == STDERR_KEPT
        assert not engine.usable


def test_killed_by_a_signal() -> None:
    fault = fault_of(script("ask()", "os.kill(os.getpid(), signal.SIGSEGV)"))
    assert fault.status == -signal.SIGSEGV
    assert "was killed by SIGSEGV" in str(fault)


@pytest.mark.parametrize("pipe", [0, 1])
def test_exited_before_the_question(pipe: int) -> None:
    with EngineProcess(script(f"os.close({pipe})", "os._exit(7)")) as engine:
        while engine.usable:
            time.sleep(0.01)
        with pytest.raises(Fault, match="exited with status 7"):
            engine.ask("name", PATIENCE)


def test_an_answer_given_right_before_the_exit_counts() -> None:
    with EngineProcess(script("print(f'={ask()} Foo\\n', flush=True)")) as engine:
        assert engine.ask("name", PATIENCE) == "Foo"


@pytest.mark.parametrize(("pipe", "name"), [(0, "input"), (1, "output")])
def test_closes_a_pipe_and_lives_on(pipe: int, name: str) -> None:
    command = script(
        "print(f'={ask()} Foo\\n', flush=True)", f"os.close({pipe})", "time.sleep(3600)"
    )
    with EngineProcess(command) as engine:
        assert engine.ask("name", PATIENCE) == "Foo"
        with pytest.raises(Fault, match=f"closed its {name}|did not answer"):
            engine.ask("name", 3)


@pytest.mark.parametrize("text", ["x", "x\\n", "=1 x", "\\n", "=1 x\\n"])
def test_endless_output(text: str) -> None:
    fault = fault_of(script(f"while True: os.write(1, b'{text}' * 9999)"), 2)
    flood = f"wrote over {MAX_OUTPUT >> 20} MiB without an answer to 'name'"
    assert str(fault).startswith((flood, "did not answer 'name' within 2 s"))


def test_a_command_that_is_not_found() -> None:
    with pytest.raises(Fault, match="could not be started: there is no command no-such-engine"):
        EngineProcess(["no-such-engine"]).start()


def test_a_file_that_is_not_executable(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_text("#!/bin/sh\n")
    with pytest.raises(Fault, match="engine is not executable"):
        EngineProcess([str(path)]).start()


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(Fault, match="could not be started"):
        EngineProcess([str(path)]).start()


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="is a directory, not a program"):
        EngineProcess([str(tmp_path)]).start()


def test_a_working_directory_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="missing: No such file"):
        EngineProcess([sys.executable], cwd=str(tmp_path / "missing")).start()


def test_directory_and_environment_are_the_engines(tmp_path: Path) -> None:
    command = script("print(f'={ask()}', os.getcwd(), os.environ['WORD'], flush=True)", "print()")
    env = {**os.environ, "WORD": "here"}
    with EngineProcess(command, cwd=str(tmp_path), env=env) as engine:
        assert engine.ask("name", PATIENCE) == f"{os.path.realpath(tmp_path)} here"


# ---------------------------------------------------------------------- the end


@pytest.mark.parametrize("mode", ["good", "ignores_quit"])
def test_nothing_is_left(mode: str) -> None:
    token = new_token()
    with EngineProcess(faulty(mode, token)) as engine:
        engine.ask("name", PATIENCE)
    assert is_gone(token)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks into /proc")
def test_grandchildren_are_taken_along() -> None:
    token = new_token()
    with EngineProcess(faulty("grandchild", token, genmove=1)) as engine:
        engine.ask("newgame kulami", PATIENCE)
        with pytest.raises(Fault, match="exited with status 4 instead of 'genmove b'"):
            engine.ask("genmove b", PATIENCE)
        assert is_running(token)
    assert is_gone(token)


def test_stop_can_be_called_twice_and_before_start() -> None:
    engine = EngineProcess(faulty("good"))
    engine.stop()
    engine.start()
    engine.stop()
    engine.stop()
    with pytest.raises(Fault, match="was stopped"):
        engine.ask("name", PATIENCE)


def test_the_stopped_process_leaves_the_selector_to_the_others() -> None:
    with selectors.DefaultSelector() as selector:
        one, two = (EngineProcess(faulty("good"), selector=selector) for _ in range(2))
        with one:
            with two:
                assert two.ask("name", PATIENCE) == "Faulty"
            assert one.ask("name", PATIENCE) == "Faulty"
        assert not selector.get_map()


def test_all_pipes_are_drained_while_one_engine_is_waited_for() -> None:
    talker = script(
        "print(f'={ask()} Talker\\n', flush=True)",
        "for _ in range(9): os.write(2, b'y' * 100_000)",
        "os.write(2, b'done')",
        "time.sleep(3600)",
    )
    sleeper = script("time.sleep(1)", "print(f'={ask()} Sleeper\\n', flush=True)")
    with selectors.DefaultSelector() as selector:
        one, two = (EngineProcess(each, selector=selector) for each in (talker, sleeper))
        with one, two:
            one.ask("name", PATIENCE)
            two.ask("name", PATIENCE)
            assert b"yyy" in bytes(one._errors)
