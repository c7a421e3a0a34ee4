"""The front end as a process: bytes in, bytes out, and how it ends."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

from clients.openspiel import __main__ as command_line

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "clients.openspiel"]
#: How long anything may take before a test fails, for a busy machine.
DEADLINE = 60.0


def said(data: bytes, *options: str) -> str:
    """What the engine answers to all of `data` at once; it must end well and say nothing else."""
    done = subprocess.run(
        [*COMMAND, *options], cwd=ROOT, input=data, capture_output=True, timeout=DEADLINE
    )
    assert done.stderr == b""
    assert done.returncode == 0
    return done.stdout.decode()


@pytest.fixture
def thinking() -> Iterator[subprocess.Popen[bytes]]:
    """An engine in a search that only something else ends."""
    process = subprocess.Popen(
        [*COMMAND, "--seconds", "600"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"name\ngenmove b\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"= OpenSpiel MCTS\n"
    time.sleep(0.3)
    yield process
    process.kill()
    process.communicate()


# ---------------------------------------------------------------------- lines


def test_a_script_is_answered_in_order_to_the_end_of_input() -> None:
    script = (
        b"\xef\xbb\xbf1 protocol_version\r\n\r\n# nothing\r\n2 set_game\tgorami # ours\r\n03 setup"
    )
    assert said(script) == "=1 2\n\n=2 \n\n=3 gorami board=22\n\n"


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert said(b"quit\nname\n") == "= \n\n"


def test_no_input_is_an_end_too() -> None:
    assert said(b"") == ""


def test_200_commands_at_once() -> None:
    script = "".join(f"{number} protocol_version\n" for number in range(200))
    assert said(script.encode()) == "".join(f"={number} 2\n\n" for number in range(200))


def test_a_piped_script_may_end_with_a_quick_search() -> None:
    answers = said(b"set_game gorami\ngenmove b\nquit\n", "--simulations", "5").split("\n\n")
    assert answers[0] == "= "
    assert answers[1].startswith("= ")
    assert "=" in answers[1][2:]


def test_answers_come_before_the_next_command() -> None:
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(f"{number} protocol_version\n".encode())
            process.stdin.flush()
            assert process.stdout.readline() == f"={number} 2\n".encode()
            assert process.stdout.readline() == b"\n"
        process.stdin.close()
        assert process.wait(DEADLINE) == 0


# ---------------------------------------------------------------------- ends


def test_the_end_of_input_ends_a_search(thinking: subprocess.Popen[bytes]) -> None:
    thinking.communicate(timeout=DEADLINE)
    assert thinking.returncode == 0


def test_quit_ends_a_search(thinking: subprocess.Popen[bytes]) -> None:
    assert thinking.stdin
    thinking.stdin.write(b"quit\n")
    thinking.stdin.flush()
    assert thinking.wait(DEADLINE) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_signal_ends_a_search(thinking: subprocess.Popen[bytes], number: signal.Signals) -> None:
    thinking.send_signal(number)
    assert thinking.wait(DEADLINE) == 0


def test_a_reader_that_is_gone_ends_it() -> None:
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"name\nname\n")
        process.stdin.flush()
        assert process.wait(DEADLINE) == 0
        assert process.stderr.read() == b""


# ---------------------------------------------------------------------- the command line


def test_options_are_parameters() -> None:
    options = ["--simulations", "7", "--seconds", "0.5", "--uct-c", "1.4", "--seed", "9"]
    assert said(b"param\n", *options) == "= movetime 0.5\nnodes 7\nuct_c 1.4\nseed 9\n\n"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--simulations", "many"], "argument --simulations: whole number expected, not 'many'"),
        (["--seconds", "-1"], "argument --seconds: 0 or more expected, not -1"),
        (["--uct-c", "nan"], "argument --uct-c: number expected, not 'nan'"),
        (["--seed", ""], "argument --seed: whole number expected"),
        (["--speed", "1"], "unrecognized arguments: --speed"),
    ],
)
def test_bad_usage(options: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.main(options)
    assert ended.value.code == 2
    assert why in capsys.readouterr().err


def test_without_openspiel_it_says_what_to_install() -> None:
    script = (
        "import runpy, sys\n"
        "sys.modules['pyspiel'] = None\n"  # as if it were not installed
        "sys.argv[1:] = []\n"
        "runpy.run_module('clients.openspiel', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "clients.openspiel: OpenSpiel is not installed; install it with: "
        "pip install 'quatuor[openspiel]'\n"
    )


def test_help_needs_no_openspiel() -> None:
    script = (
        "import runpy, sys\n"
        "sys.modules['pyspiel'] = sys.modules['numpy'] = None\n"
        "sys.argv[1:] = ['--help']\n"
        "runpy.run_module('clients.openspiel', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE
    )
    assert done.returncode == 0
    assert "--simulations" in done.stdout
