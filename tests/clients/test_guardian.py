"""The guardian: no engine, nor anything it has started, outlives its referee."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients import guardian as guardian_module
from clients.guardian import VARIABLE, Guardian
from clients.loop import Loop
from tests.clients.support import (
    PATIENCE,
    faulty,
    is_gone,
    is_running,
    is_there,
    new_token,
    on_loop,
    script,
    started,
)

pytestmark = pytest.mark.skipif(
    not os.path.isdir(guardian_module.PROCESSES), reason="the system does not show its processes"
)
ROOT = Path(__file__).resolve().parents[2]
#: A referee that starts engines, says so, and then does nothing more.
REFEREE = """\
import json, sys
from clients.guardian import Guardian
from clients.loop import Loop
from clients.process import EngineProcess

async def body(loop, commands):
    guardian = Guardian()
    for command in commands:
        engine = EngineProcess(command, loop, guardian=guardian)
        engine.start()
        await engine.ask("name", 60)
    print(guardian._process.pid, flush=True)
    await loop.sleep(3600)

loop = Loop()
loop.run(body(loop, json.loads(sys.argv[1])))
"""


@pytest.fixture
def guardian() -> Iterator[Guardian]:
    """A guardian that is closed at the end."""
    guardian = Guardian()
    yield guardian
    guardian.close()


def referee(commands: list[list[str]]) -> tuple[subprocess.Popen[str], int]:
    """A referee that has started these engines, and the process id of its guardian."""
    process = subprocess.Popen(
        [sys.executable, "-c", REFEREE, json.dumps(commands)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def has_ended(pid: int) -> bool:
    """Whether that process is no more, or soon is."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if not os.path.exists(f"/proc/{pid}/exe") or _is_zombie(pid):
            return True
        time.sleep(0.01)
    return False


def _is_zombie(pid: int) -> bool:
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True


# ---------------------------------------------------------------------- released engines


@pytest.mark.parametrize("mode", ["leaves_daemon", "good"])
@on_loop
async def test_all_is_gone_after_stop(loop: Loop, mode: str) -> None:
    """Also what has a session and group of its own and ignores all signals that can be."""
    token = new_token()
    guardian = Guardian()
    async with started(faulty(mode, token), loop, guardian) as engine:
        assert await engine.ask("name", PATIENCE) == "Faulty"
        pid = engine.pid
    assert is_gone(token)
    assert has_ended(pid)
    guardian.close()


@on_loop
async def test_a_daemon_needs_a_guardian(loop: Loop, guardian: Guardian) -> None:
    """What the other tests see to is really needed: a signal to the group does not reach it."""
    token = new_token()
    ward = guardian.new_token()
    command = ["env", f"{VARIABLE}={ward}", *faulty("leaves_daemon", token)]
    async with started(command, loop) as engine:
        await engine.ask("name", PATIENCE)
    assert is_there(token)
    guardian.release(0, ward)
    assert is_gone(token)


@on_loop
async def test_one_engine_is_released_and_the_others_stay(loop: Loop, guardian: Guardian) -> None:
    """Tokens are told apart although there are more than nine of them."""
    tokens = [new_token() for _ in range(2)]
    first, *_ = [guardian.new_token() for _ in range(9)]
    async with started(faulty("leaves_daemon", tokens[0]), loop, guardian) as engine:
        assert await engine.ask("name", PATIENCE) == "Faulty"
        guardian.release(0, first)
        async with started(faulty("leaves_daemon", tokens[1]), loop, guardian) as other:
            await other.ask("name", PATIENCE)
        assert is_gone(tokens[1])
        assert is_running(tokens[0])
        assert await engine.ask("version", PATIENCE) == "1"
    assert is_gone(tokens[0])


@on_loop
async def test_an_engine_carries_a_token(loop: Loop, guardian: Guardian) -> None:
    command = script(f"print(f'={{ask()}}', os.environ['{VARIABLE}'], '\\n', flush=True)", "ask()")
    async with started(command, loop, guardian) as engine:
        assert (await engine.ask("name", PATIENCE)).startswith(guardian.token)


def test_an_inner_referees_engines_carry_the_outer_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that an engine that is a referee itself cannot leave its own engines behind."""
    monkeypatch.setenv(VARIABLE, "outer.3.")
    inner = Guardian()
    assert inner.new_token().startswith("outer.3.")
    inner.close()


# ---------------------------------------------------------------------- the referee's end


def test_closing_ends_all_at_once(guardian: Guardian) -> None:
    token, mark = new_token(), guardian.new_token()
    command = [sys.executable, "-c", "import time; time.sleep(3600)", token]
    process = subprocess.Popen(command, env={**os.environ, VARIABLE: mark}, start_new_session=True)
    assert is_there(token)
    guardian.close()
    assert process.wait(PATIENCE) == -signal.SIGKILL
    assert is_gone(token)
    guardian.close()


def test_a_group_is_ended_whatever_its_environment(guardian: Guardian) -> None:
    command = [sys.executable, "-c", "import time; time.sleep(3600)"]
    watched, released = (subprocess.Popen(command, start_new_session=True) for _ in range(2))
    guardian.watch(watched.pid)
    guardian.watch(released.pid)
    guardian.release(released.pid, guardian.new_token())
    guardian.close()
    assert watched.wait(PATIENCE) == -signal.SIGKILL
    assert released.poll() is None
    released.kill()
    released.wait()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_killed_referee_leaves_nothing_behind(number: signal.Signals) -> None:
    """Engines that ignore everything, daemons, and the guardian itself: all are gone."""
    tokens = [new_token() for _ in range(3)]
    modes = ("leaves_daemon", "ignores_quit", "good")
    commands = [faulty(mode, token) for mode, token in zip(modes, tokens, strict=True)]
    process, guard = referee(commands)
    with process:
        assert all(is_running(token) for token in tokens)
        process.send_signal(number)
        try:
            assert process.wait(PATIENCE) == -number
        finally:
            process.kill()
        assert all(is_gone(token) for token in tokens)
        assert has_ended(guard)


def test_signals_to_all_processes_do_not_end_the_guardian() -> None:
    """Ctrl-C and a closed terminal reach the whole group or session; it still does its work."""
    token = new_token()
    process, guard = referee([faulty("leaves_daemon", token)])
    with process:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(guard, number)
        time.sleep(0.1)
        assert os.getpgid(guard) != os.getpgid(process.pid)
        assert is_running(token)
        process.kill()
        assert is_gone(token)
        assert has_ended(guard)


def test_a_guardian_that_is_killed_harms_no_referee(guardian: Guardian) -> None:
    guardian._process.kill()
    guardian._process.wait()
    guardian.watch(1 << 22)
    guardian.release(1 << 22, guardian.new_token())


def test_it_gives_up_on_what_cannot_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def stubborn(token: str) -> list[int]:
        looks.append(token)
        return [1 << 22]  # no process has such a number

    monkeypatch.setattr(guardian_module, "_carriers", stubborn)
    monkeypatch.setattr(guardian_module, "PERSISTENCE", 0.05)
    guardian_module.end_carriers("token")
    assert len(looks) > 1


def test_one_look_without_a_carrier_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hides while it starts, and is seen by the next look."""
    looks = iter([[], [1 << 22], [], []])
    monkeypatch.setattr(guardian_module, "_carriers", lambda token: next(looks))
    guardian_module.end_carriers("token")
    assert next(looks, None) is None


def test_systems_that_do_not_show_their_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guardian_module, "PROCESSES", "/no/such/folder")
    guardian_module.end_carriers("token")


def test_the_packaged_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/quatuor/quatuor")
    assert guardian_module._command() == ["/opt/quatuor/quatuor", guardian_module.WORD]
