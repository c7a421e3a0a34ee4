"""EngineProcess: start, ask, stop, and every way in which an engine can fail to answer."""

import os
import signal
import sys
from pathlib import Path

import pytest

from clients.loop import Loop
from clients.process import (
    MAX_LINES,
    MAX_OUTPUT,
    STDERR_KEPT,
    EngineProcess,
    Fault,
    FaultKind,
    Refused,
)
from tests.clients.support import (
    PATIENCE,
    faulty,
    in_loop,
    is_gone,
    is_running,
    is_there,
    new_token,
    on_loop,
    script,
    started,
)

#: Answers the first question.
VERSION = "print(f'={ask()} 1\\n', flush=True)"


def fault_of(command: list[str], within: float = PATIENCE, after_version: bool = False) -> Fault:
    """The fault that the question for the name meets, and every one after it."""

    async def body(loop: Loop) -> Fault:
        async with started(command, loop) as engine:
            if after_version:
                await engine.ask("version", PATIENCE)
            with pytest.raises(Fault) as caught:
                await engine.ask("name", within)
            with pytest.raises(Fault) as again:
                await engine.ask("name", within)
            assert again.value is caught.value is engine.fault
            assert not engine.usable
            return caught.value

    return in_loop(body)


# ---------------------------------------------------------------------- question and answer


@on_loop
async def test_a_good_engine_answers_and_refuses(loop: Loop) -> None:
    async with started(faulty("good"), loop) as engine:
        assert engine.usable
        assert await engine.ask("name", PATIENCE) == "Faulty"
        with pytest.raises(Refused, match="unknown command"):
            await engine.ask("nonsense", PATIENCE)
        assert await engine.ask("version", PATIENCE) == "1"
        assert engine.usable
    assert not engine.usable


@on_loop
async def test_several_questions_go_out_together(loop: Loop) -> None:
    async with started(faulty("good"), loop) as engine:
        heard: list[tuple[str, bytes]] = []
        engine.listener = lambda direction, data: heard.append((direction, data))
        name, nonsense, version = (
            engine.post(word, PATIENCE) for word in ("name", "nonsense", "version")
        )
        assert heard == []
        engine.flush()
        assert heard == [(">", b"1 name\n2 nonsense\n3 version\n")]
        assert await version == "1"
        assert await name == "Faulty"
        with pytest.raises(Refused):
            await nonsense
    assert b"".join(data for sign, data in heard if sign == "<").startswith(b"=1 Faulty\n\n?2 ")


@on_loop
async def test_the_seconds_of_an_answer_are_the_engines(loop: Loop) -> None:
    command = script("one = ask()", "time.sleep(0.2)", "print(f'={one} x\\n', flush=True)", "ask()")
    async with started(command, loop) as engine:
        question = engine.post("genmove b", PATIENCE)
        engine.flush()
        assert await question == "x"
        assert 0.2 <= question.seconds < PATIENCE


@on_loop
async def test_a_stale_answer_is_never_taken_for_the_next(loop: Loop) -> None:
    command = script(
        "first = ask()",
        "print(f'={first} one\\n\\n={first} two\\n', flush=True)",
        "second = ask()",
        "print(f'={first} three\\n\\n= four\\n\\n={second} five\\n', flush=True)",
        "ask()",
    )
    async with started(command, loop) as engine:
        assert await engine.ask("name", PATIENCE) == "one"
        assert await engine.ask("name", PATIENCE) == "five"


def test_an_answer_without_our_number_is_none_and_is_shown() -> None:
    command = script(VERSION, "ask(); print('= Foo\\n', flush=True)", "ask()")
    fault = fault_of(command, within=1.5, after_version=True)
    assert str(fault) == "did not answer 'name' within 1.5 s; it wrote 'Foo'"
    assert (fault.kind, fault.status) == (FaultKind.TIME, None)


def test_half_an_answer_is_shown() -> None:
    command = script(VERSION, "print(f'={ask()} Foo', flush=True)", "ask()")
    fault = fault_of(command, within=1.5, after_version=True)
    assert str(fault) == "did not answer 'name' within 1.5 s; it wrote '=2 Foo'"


@on_loop
async def test_an_answer_may_come_in_pieces(loop: Loop) -> None:
    command = script(
        "for char in f'={ask()} F\\r\\nG\\r\\n\\r\\n':",
        "    os.write(1, char.encode())",
        "    time.sleep(0.01)",
        "ask()",
    )
    async with started(command, loop) as engine:
        assert await engine.ask("name", PATIENCE) == "F\nG"


@on_loop
async def test_a_long_command_is_written_in_pieces(loop: Loop) -> None:
    command = script(
        "time.sleep(0.2)",
        "line = sys.stdin.readline()",
        "print('=1 %d\\n' % len(line), flush=True)",
        "print(f'={ask()} on\\n', flush=True)",
    )
    async with started(command, loop) as engine:
        long = "setposition " + "x" * 500_000
        assert await engine.ask(long, PATIENCE) == str(len(f"1 {long}\n"))
        assert await engine.ask("name", PATIENCE) == "on"


@on_loop
async def test_a_command_that_cannot_be_sent_is_the_callers_mistake(loop: Loop) -> None:
    async with started(faulty("good"), loop) as engine:
        for command in ("", "play b\nquit", "play  b", "play b#"):
            with pytest.raises(ValueError, match="not a command"):
                engine.post(command, PATIENCE)
        assert await engine.ask("name", PATIENCE) == "Faulty"


# ---------------------------------------------------------------------- no answer


@on_loop
async def test_exit_status_and_last_words(loop: Loop) -> None:
    command = script("ask()", "sys.stderr.write('x' * 100_000 + 'bad net')", "sys.exit(3)")
    async with started(command, loop) as engine:
        with pytest.raises(Fault, match="exited with status 3 instead of 'name'") as caught:
            await engine.ask("name", PATIENCE)
        assert (caught.value.kind, caught.value.status) == (FaultKind.EXIT, 3)
        assert engine.errors.endswith("bad net")
        assert len(engine.errors) == STDERR_KEPT
        assert not engine.usable


def test_killed_by_a_signal() -> None:
    fault = fault_of(script("ask()", "os.kill(os.getpid(), signal.SIGSEGV)"))
    assert (fault.kind, fault.status) == (FaultKind.EXIT, -signal.SIGSEGV)
    assert str(fault) == "was killed by SIGSEGV instead of 'name'"


@pytest.mark.parametrize("pipe", [0, 1])
@on_loop
async def test_exited_before_the_question(loop: Loop, pipe: int) -> None:
    async with started(script(f"os.close({pipe})", "os._exit(7)"), loop) as engine:
        while engine.usable:
            await loop.sleep(0.01)
        with pytest.raises(Fault, match="exited with status 7"):
            await engine.ask("name", PATIENCE)


@on_loop
async def test_an_answer_given_right_before_the_exit_counts(loop: Loop) -> None:
    async with started(script("print(f'={ask()} Foo\\n', flush=True)"), loop) as engine:
        assert await engine.ask("name", PATIENCE) == "Foo"


@pytest.mark.parametrize(("pipe", "name"), [(0, "input"), (1, "output")])
@on_loop
async def test_closes_a_pipe_and_lives_on(loop: Loop, pipe: int, name: str) -> None:
    command = script(
        f"first = ask(); os.write(2, b'x'); os.close({pipe})",
        "os.write(1, f'={first} Foo\\n\\n'.encode())" if pipe == 0 else "",
        "time.sleep(3600)",
    )
    async with started(command, loop) as engine:
        if pipe == 0:
            assert await engine.ask("name", PATIENCE) == "Foo"
        asked = "version" if pipe == 0 else "name"
        with pytest.raises(Fault) as caught:
            await engine.ask(asked, PATIENCE)
        assert str(caught.value) == f"closed its {name} without an answer to '{asked}'"
        assert (caught.value.kind, caught.value.status) == (FaultKind.PIPE, None)


FLOOD = f"wrote over {MAX_OUTPUT >> 20} MiB without an answer to 'name'"


@pytest.mark.parametrize("text", ["x", "=1 x", "=1 x" + "y" * 999 + "\\n"])
def test_endless_output(text: str) -> None:
    fault = fault_of(script(f"while True: os.write(1, b'{text}' * 9999)"))
    assert (str(fault), fault.kind) == (FLOOD, FaultKind.FLOOD)


@pytest.mark.parametrize("text", ["x\\n", "\\n", "=1 x\\n"])
def test_endless_lines(text: str) -> None:
    fault = fault_of(script(f"while True: os.write(1, b'{text}' * 9999)"))
    assert str(fault) == f"wrote over {MAX_LINES} lines without an answer to 'name'"
    assert fault.kind == FaultKind.FLOOD


@on_loop
async def test_what_is_written_is_counted_for_each_question(loop: Loop) -> None:
    command = script(
        "for _ in range(4): print('#\\n' * 4000 + f'={ask()} x\\n', flush=True)", "ask()"
    )
    async with started(command, loop) as engine:
        questions = [engine.post("name", PATIENCE) for _ in range(4)]
        engine.flush()
        for question in questions:
            assert await question == "x"


def test_endless_errors_are_no_fault() -> None:
    fault = fault_of(script("while True: os.write(2, b'x' * 9999)"), 1)
    assert str(fault) == "did not answer 'name' within 1 s"


@on_loop
async def test_one_fault_fails_all_open_questions(loop: Loop) -> None:
    async with started(script("ask()", "sys.exit(3)"), loop) as engine:
        one, two = engine.post("name", PATIENCE), engine.post("version", PATIENCE)
        engine.flush()
        for question in (one, two):
            with pytest.raises(Fault, match="exited with status 3 instead of 'name'"):
                await question


# ---------------------------------------------------------------------- the start


def why_not_started(command: list[str], cwd: str | None = None) -> str:
    """Why the command is not started; no process may be left half made."""

    async def body(loop: Loop) -> str:
        engine = EngineProcess(command, loop, cwd)
        with pytest.raises(Fault, match="could not be started") as caught:
            engine.start()
        assert caught.value.kind == FaultKind.START
        assert not engine.usable
        assert engine.errors == ""
        await engine.stop()
        return str(caught.value)

    return in_loop(body)


def test_a_command_that_is_not_found() -> None:
    why = why_not_started(["no-such-engine"])
    assert why == "could not be started: there is no command no-such-engine"


def test_a_file_that_is_not_executable(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_text("#!/bin/sh\n")
    assert why_not_started([str(path)]).endswith(f"{path} is not executable")


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    assert "Exec format error" in why_not_started([str(path)])


def test_a_directory(tmp_path: Path) -> None:
    assert why_not_started([str(tmp_path)]).endswith("is a directory, not a program")


def test_a_working_directory_that_is_not_there(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    assert f"{missing}: No such file" in why_not_started([sys.executable], missing)


@on_loop
async def test_a_full_system_is_nobodys_fault(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("subprocess.Popen", full)
    with pytest.raises(OSError, match="Too many open files"):
        EngineProcess(faulty("good"), loop).start()


@on_loop
async def test_directory_and_environment_are_the_engines(loop: Loop, tmp_path: Path) -> None:
    words = "os.getcwd(), os.environ['WORD'], 'PATH' in os.environ"
    command = script(f"print(f'={{ask()}}', {words}, flush=True)", "print()")
    engine = EngineProcess(command, loop, str(tmp_path), {"WORD": "here"})
    engine.start()
    assert await engine.ask("name", PATIENCE) == f"{os.path.realpath(tmp_path)} here True"
    await engine.stop()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system binds no processes")
@on_loop
async def test_an_engine_is_bound_to_processors(loop: Loop) -> None:
    last = max(os.sched_getaffinity(0))
    command = script("first = ask()", "print(f'={first}', os.sched_getaffinity(0), '\\n')")
    engine = EngineProcess(command, loop)
    engine.start([last])
    assert await engine.ask("name", PATIENCE) == f"{{{last}}}"
    await engine.stop()


@on_loop
async def test_each_engine_has_a_session_of_its_own(loop: Loop) -> None:
    command = script("first = ask()", "print(f'={first}', os.getsid(0), os.getpgrp(), '\\n')")
    async with started(command, loop) as engine:
        assert await engine.ask("name", PATIENCE) == f"{engine.pid} {engine.pid}"


# ---------------------------------------------------------------------- the end


@pytest.mark.parametrize("mode", ["good", "ignores_quit"])
@on_loop
async def test_nothing_is_left(loop: Loop, mode: str) -> None:
    token = new_token()
    async with started(faulty(mode, token), loop) as engine:
        await engine.ask("name", PATIENCE)
        assert is_running(token)
    assert is_gone(token)


@on_loop
async def test_grandchildren_are_taken_along(loop: Loop) -> None:
    token = new_token()
    async with started(faulty("grandchild", token, genmove=1), loop) as engine:
        await engine.ask("newgame kulami", PATIENCE)
        with pytest.raises(Fault, match="exited with status 4 instead of 'genmove b'"):
            await engine.ask("genmove b", PATIENCE)
        assert is_there(token)
    assert is_gone(token)


@on_loop
async def test_an_engine_is_asked_to_quit_before_it_is_killed(loop: Loop) -> None:
    command = script("print(f'={ask()}', sys.stdin.readline(), flush=True)")
    heard: list[tuple[str, bytes]] = []
    async with started(command, loop) as engine:
        engine.listener = lambda direction, data: heard.append((direction, data))
    assert heard[0] == (">", b"1 quit\n")


@on_loop
async def test_stop_can_be_called_twice_and_before_start(loop: Loop) -> None:
    engine = EngineProcess(faulty("good"), loop)
    await engine.stop()
    engine.start()
    await engine.stop()
    await engine.stop()
    with pytest.raises(Fault, match="was stopped"):
        await engine.ask("name", PATIENCE)


@on_loop
async def test_a_question_to_a_stopped_engine_reaches_no_other(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file descriptors may be another one's by now."""
    engine = EngineProcess(faulty("good"), loop)
    engine.start()
    engine.kill()
    engine.release()
    spoken: list[str] = []
    monkeypatch.setattr(engine, "_speak", lambda: spoken.append("something"))
    with pytest.raises(Fault, match="was stopped"):
        await engine.ask("name", PATIENCE)
    assert spoken == []


@on_loop
async def test_whoever_waits_hears_of_the_end(loop: Loop) -> None:
    async with started(faulty("never_greets"), loop) as engine:
        question = engine.post("name", PATIENCE)
        engine.flush()
        engine.kill()
        engine.release()
        with pytest.raises(Fault, match="was stopped"):
            await question


@pytest.mark.parametrize("seconds", [0.0, 0.2, 1.2])
@on_loop
async def test_a_stop_may_be_cut_short(loop: Loop, seconds: float) -> None:
    """While it is asked to quit, or has to be terminated."""
    token = new_token()
    engine = EngineProcess(faulty("ignores_quit", token), loop)
    engine.start()
    assert await engine.ask("name", PATIENCE) == "Faulty"
    stopping = loop.spawn(engine.stop())
    await loop.sleep(seconds)
    engine.kill()
    engine.release()
    await loop.sleep(0.05)
    assert stopping.done
    assert stopping.result() is None
    assert is_gone(token)


@on_loop
async def test_the_stopped_process_leaves_the_loop_to_the_others(loop: Loop) -> None:
    async with started(faulty("good"), loop) as one:
        async with started(faulty("good"), loop) as two:
            assert await two.ask("name", PATIENCE) == "Faulty"
        assert await one.ask("name", PATIENCE) == "Faulty"
    assert not loop._selector.get_map()


@on_loop
async def test_all_pipes_are_drained_while_one_engine_is_waited_for(loop: Loop) -> None:
    talker = script(
        "print(f'={ask()} Talker\\n', flush=True)",
        "for _ in range(9): os.write(2, b'y' * 100_000)",
        "os.write(2, b'done')",
        "time.sleep(3600)",
    )
    async with started(talker, loop) as one, started(faulty("good"), loop) as two:
        heard: list[bytes] = []
        one.listener = lambda direction, data: heard.append(data)
        await one.ask("name", PATIENCE)
        while not b"".join(heard).endswith(b"done"):
            await two.ask("name", PATIENCE)


@on_loop
async def test_systems_that_do_not_tell_of_an_exit(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    token = new_token()
    async with started(faulty("grandchild", token, genmove=1), loop) as engine:
        await engine.ask("newgame kulami", PATIENCE)
        with pytest.raises(Fault, match="exited with status 4 instead of 'genmove b'"):
            await engine.ask("genmove b", PATIENCE)
    assert is_gone(token)
