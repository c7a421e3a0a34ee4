"""Compliance steps of an engine's end, for any GTP engine; most end the process."""

from time import monotonic

from clients.referee.compliance_check import Check, colour_of, quoted
from clients.referee.compliance_step import Chapter, Failed, Noted
from protocol.messages import Answer
from protocol.wire import AnswerReader

ENDING = Chapter("The end, for any GTP engine")

#: A time for a move that is not waited for, in seconds.
LONG = 20.0


@ENDING.step("quits")
async def quits(check: Check) -> str:
    """`quit` is answered, and then the process exits with status 0 within 1 s."""
    await check.demand("quit")
    return await _clean_exit(check, "quit")


@ENDING.step("ends when input ends")
async def ends_when_input_ends(check: Check) -> str:
    """The process exits with status 0 within 1 s after the end of input."""
    check.subject.close_input()
    return await _clean_exit(check, "the end of input")


@ENDING.step("carries out a last line without its end")
async def carries_out_the_last_line(check: Check) -> None:
    """When input ends in the middle of a line, that line is still carried out."""
    check.subject.output.clear()
    check.subject.close_input(b"name")
    await _exit(check, "the end of input")
    right = Answer(True, None, check.said("name"))
    if right not in AnswerReader().feed(bytes(check.subject.output)):
        raise Failed("it did not answer 'name' without a line feed behind it")


@ENDING.step("ends when input ends while it thinks", "newgame", "genmove")
async def ends_while_it_thinks(check: Check) -> str:
    """The process exits within 1 s after the end of input, even if it was to think for longer."""
    state = await check.new_timed_game(LONG)
    check.subject.close_input(f"genmove {colour_of(state)}\n".encode())
    seconds, _ = await _exit(check, "the end of input during genmove")
    return f"{seconds:.2f} s"


@ENDING.step("ends on SIGTERM")
async def ends_on_sigterm(check: Check) -> str:
    """SIGTERM ends the process within 1 s."""
    check.subject.terminate()
    seconds, _ = await _exit(check, "SIGTERM")
    return f"{seconds:.2f} s"


@ENDING.step("is quiet on standard error")
async def is_quiet(check: Check) -> None:
    """Nothing is written to standard error unless the user asks for it."""
    await check.dismiss()
    if check.errors:
        raise Noted(f"it wrote {quoted(check.errors)} to standard error")


async def _clean_exit(check: Check, why: str) -> str:
    """Raises: Failed if the process does not exit in time, or not with status 0."""
    seconds, status = await _exit(check, why)
    if status < 0:
        raise Failed(f"signal {-status} killed it after {why}")
    if status > 0:
        raise Failed(f"it exited with status {status} after {why}")
    return f"{seconds:.2f} s"


async def _exit(check: Check, why: str) -> tuple[float, int]:
    """How long the process took to exit, and its status. Raises: Failed if it does not in time."""
    began = monotonic()
    status = await check.subject.ended_within(check.patience.ending)
    if status is None:
        raise Failed(f"it still ran {check.patience.ending:g} s after {why}")
    return monotonic() - began, status
