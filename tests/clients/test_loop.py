"""The loop: futures, tasks, gates, deadlines, pipes and signals."""

import os
import selectors
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.loop import Cancelled, Future, Gate, Loop
from tests.clients.support import in_loop, on_loop

#: Longer than any test takes.
LONG = 600.0


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe: where to read and where to write."""
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


async def given_by(future: Future[str]) -> str:
    return await future


# ---------------------------------------------------------------------- futures


def test_only_the_first_word_counts() -> None:
    one, two = Future[int](), Future[int]()
    one.resolve(1)
    one.resolve(2)
    one.fail(KeyError())
    two.fail(KeyError("first"))
    two.resolve(1)
    assert one.done
    assert one.result() == 1
    with pytest.raises(KeyError, match="first"):
        two.result()


def test_a_future_tells_once() -> None:
    calls: list[str] = []
    future = Future[None]()
    future.when_done(lambda: calls.append("before"))
    assert future.is_awaited
    future.resolve(None)
    assert (calls, future.is_awaited) == (["before"], False)
    future.when_done(lambda: calls.append("after"))
    assert calls == ["before", "after"]


def test_who_does_not_care_any_more_is_not_told() -> None:
    calls: list[str] = []
    future = Future[None]()
    future.when_done(lambda: calls.append("told"))
    future.when_done(None)
    future.resolve(None)
    assert calls == []


@on_loop
async def test_what_is_there_is_not_waited_for(loop: Loop) -> None:
    future = Future[str]()
    future.resolve("there")
    assert await future == "there"


# ---------------------------------------------------------------------- tasks


@on_loop
async def test_tasks_run_beside_each_other(loop: Loop) -> None:
    futures = [Future[str]() for _ in range(3)]
    tasks = [loop.spawn(given_by(future)) for future in futures]
    for index in (2, 0, 1):
        futures[index].resolve(f"value {index}")
    assert [await task for task in tasks] == ["value 0", "value 1", "value 2"]


@on_loop
async def test_an_error_stays_in_its_task(loop: Loop) -> None:
    future = Future[str]()
    task = loop.spawn(given_by(future))
    future.fail(ZeroDivisionError("by nought"))
    await loop.sleep(0)
    assert task.done
    with pytest.raises(ZeroDivisionError, match="by nought"):
        await task


def test_run_gives_the_result_or_raises() -> None:
    async def fails(loop: Loop) -> None:
        raise KeyError("why")

    async def works(loop: Loop) -> int:
        await loop.sleep(0)
        return 7

    assert in_loop(works) == 7
    with pytest.raises(KeyError, match="why"):
        in_loop(fails)


@on_loop
async def test_what_is_resolved_goes_on_in_the_same_turn(loop: Loop) -> None:
    """A chain of any length, before the loop looks at a pipe or a deadline again."""
    seen: list[str] = []
    futures = [Future[str]() for _ in range(9)]

    async def link(index: int) -> None:
        seen.append(await futures[index])
        futures[index + 1].resolve(f"{index + 1}")

    for index in range(8):
        loop.spawn(link(index))
    loop.call_in(0, lambda: seen.append("the next turn"))
    futures[0].resolve("0")
    await loop.sleep(0)
    assert seen == ["0", "1", "2", "3", "4", "5", "6", "7", "the next turn"]


# ---------------------------------------------------------------------- cancelling


@on_loop
async def test_a_cancelled_task_cleans_up(loop: Loop) -> None:
    seen: list[str] = []
    never, clean = Future[None](), Future[None]()

    async def work() -> None:
        try:
            await never
        finally:
            seen.append("cleaning")
            await clean
            seen.append("clean")

    task = loop.spawn(work())
    await loop.sleep(0)
    task.cancel()
    await loop.sleep(0)
    never.resolve(None)
    await loop.sleep(0)
    assert (seen, task.done) == (["cleaning"], False)
    clean.resolve(None)
    with pytest.raises(Cancelled):
        await task
    assert seen == ["cleaning", "clean"]


@on_loop
async def test_cancelling_before_the_first_step_and_after_the_last(loop: Loop) -> None:
    there, never = Future[str](), Future[str]()
    there.resolve("there")
    done, early = loop.spawn(given_by(there)), loop.spawn(given_by(never))
    early.cancel()
    with pytest.raises(Cancelled):
        await early
    done.cancel()
    await loop.sleep(0)
    assert await done == "there"


@on_loop
async def test_a_task_that_is_woken_and_cancelled_at_once(loop: Loop) -> None:
    """What it waits for next must not wake it after its end."""
    first, second = Future[None](), Future[None]()
    seen: list[str] = []

    async def work() -> None:
        await first
        seen.append("first")
        try:
            await second
        finally:
            await loop.sleep(0.02)
            seen.append("clean")

    task = loop.spawn(work())
    await loop.sleep(0)
    first.resolve(None)
    task.cancel()
    await loop.sleep(0)
    second.resolve(None)
    with pytest.raises(Cancelled):
        await task
    assert seen == ["first", "clean"]


def test_no_exception_handler_catches_a_cancellation() -> None:
    assert not issubclass(Cancelled, Exception)


# ---------------------------------------------------------------------- first, sleep, deadlines


@on_loop
async def test_first_of_several(loop: Loop) -> None:
    slow, fast = Future[str](), Future[str]()
    loop.call_in(0.01, lambda: fast.resolve("fast"))
    await loop.first([slow, fast], LONG)
    assert (slow.done, fast.result()) == (False, "fast")
    assert not slow.is_awaited


@on_loop
async def test_first_waits_no_longer_than_it_should(loop: Loop) -> None:
    never = Future[str]()
    began = monotonic()
    await loop.first([never], 0.05)
    assert monotonic() - began >= 0.05
    assert not never.done


@on_loop
async def test_first_of_what_is_there(loop: Loop) -> None:
    there, failed = Future[str](), Future[str]()
    there.resolve("there")
    failed.fail(KeyError())
    await loop.first([there], LONG)
    await loop.first([failed], LONG)


@on_loop
async def test_sleep_takes_its_time(loop: Loop) -> None:
    began = monotonic()
    await loop.sleep(0.05)
    assert monotonic() - began >= 0.05


@given(st.lists(st.integers(-3, 3), max_size=30))
def test_deadlines_come_in_their_order(times: list[int]) -> None:
    """Of equal ones, the first that was set is the first."""
    seen: list[tuple[int, int]] = []

    async def body(loop: Loop) -> None:
        past = monotonic() - 10
        for place, when in enumerate(times):
            loop.call_at(past + when, partial(seen.append, (when, place)))
        await loop.sleep(0)

    in_loop(body)
    assert seen == sorted((when, place) for place, when in enumerate(times))


def test_what_can_be_read_is_read_before_deadlines_are_looked_at() -> None:
    seen: list[str] = []
    loop = Loop()
    with pipe() as (ear, mouth):
        loop.watch(ear, selectors.EVENT_READ, lambda: seen.append(os.read(ear, 9).decode()))
        loop.call_at(monotonic() - 1, lambda: seen.append("deadline"))
        os.write(mouth, b"answer")
        loop.turn(LONG)
        loop.close()
    assert seen == ["answer", "deadline"]


# ---------------------------------------------------------------------- gates


@on_loop
async def test_a_gate_lets_so_many_in(loop: Loop) -> None:
    gate = Gate(2)
    inside: set[int] = set()
    most = 0
    order: list[int] = []

    async def visit(number: int) -> None:
        nonlocal most
        async with gate:
            inside.add(number)
            order.append(number)
            most = max(most, len(inside))
            await loop.sleep(0.002)
            inside.remove(number)

    for task in [loop.spawn(visit(number)) for number in range(7)]:
        await task
    assert most == 2
    assert order == [*range(7)]


@on_loop
async def test_who_leaves_the_queue_of_a_gate_takes_no_place(loop: Loop) -> None:
    gate = Gate(1)
    hold = Future[None]()
    seen: list[str] = []

    async def visit(name: str, future: Future[None]) -> None:
        async with gate:
            seen.append(name)
            await future

    there = Future[None]()
    there.resolve(None)
    first, gone, last = (
        loop.spawn(visit(name, future))
        for name, future in (("first", hold), ("gone", there), ("last", there))
    )
    await loop.sleep(0)
    gone.cancel()
    hold.resolve(None)
    await first
    await last
    await loop.spawn(visit("later", there))
    assert seen == ["first", "last", "later"]


@on_loop
async def test_an_error_or_a_cancellation_frees_its_place(loop: Loop) -> None:
    gate = Gate(1)
    never = Future[None]()

    async def visit() -> None:
        async with gate:
            await never

    for _ in range(3):
        task = loop.spawn(visit())
        await loop.sleep(0)
        task.cancel()
        with pytest.raises(Cancelled):
            await task
    with pytest.raises(KeyError):
        async with gate:
            raise KeyError
    async with gate:
        pass


# ---------------------------------------------------------------------- what arrival promises


def test_a_busy_referee_costs_an_engine_no_time() -> None:
    """What came while the loop was busy counts as come when the loop looked for the last time."""
    loop = Loop()
    with pipe() as (ear, mouth):
        loop.watch(ear, selectors.EVENT_READ, lambda: os.read(ear, 9))
        for _ in range(20):
            looking = monotonic()
            loop.turn(0)
            os.write(mouth, b"x")
            came = monotonic()
            time.sleep(0.005)
            loop.turn(LONG)
            assert looking <= loop.arrival <= came
        loop.unwatch(ear)
    loop.close()


class SlowSelector(selectors.DefaultSelector):
    """A selector that finds at once what is ready, but is slow to say so."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        time.sleep(0.001)
        return super().select(timeout)


def test_a_slow_system_costs_an_engine_no_time() -> None:
    loop = Loop()
    loop.close()
    loop._selector = SlowSelector()
    with pipe() as (ear, mouth):
        loop.watch(ear, selectors.EVENT_READ, lambda: os.read(ear, 9))
        loop.turn(0)
        os.write(mouth, b"x")
        came = monotonic()
        time.sleep(0.005)
        loop.turn(LONG)
        assert loop.arrival <= came
        loop.unwatch(ear)
    loop.close()


def test_arrival_of_what_was_waited_for_is_when_it_came() -> None:
    loop = Loop()
    with pipe() as (ear, mouth):
        loop.watch(ear, selectors.EVENT_READ, lambda: os.read(ear, 9))
        sent: list[float] = []

        def send() -> None:
            sent.append(monotonic())
            os.write(mouth, b"x")

        loop.call_in(0.05, send)
        loop.turn(LONG)  # to the deadline
        child = os.fork()
        if child == 0:
            time.sleep(0.1)
            os.write(mouth, b"y")
            os._exit(0)
        loop.turn(LONG)  # what was sent above
        loop.turn(LONG)  # what the child sends a tenth of a second later
        os.waitpid(child, 0)
        assert loop.arrival >= sent[0] + 0.05
        loop.unwatch(ear)
    loop.close()


# ---------------------------------------------------------------------- pipes and signals


def test_nobody_hears_of_a_pipe_that_is_not_watched() -> None:
    seen: list[str] = []
    loop = Loop()
    with pipe() as (ear, mouth):
        loop.watch(ear, selectors.EVENT_READ, lambda: seen.append("heard"))
        loop.watch(ear, selectors.EVENT_READ, lambda: seen.append("heard by another"))
        os.write(mouth, b"x")
        loop.turn(0)
        loop.unwatch(ear)
        loop.unwatch(ear)
        loop.turn(0)
    loop.close()
    assert seen == ["heard"]


@on_loop
async def test_signals_are_actions_of_the_loop(loop: Loop) -> None:
    signals = (signal.SIGTERM, signal.SIGUSR1)
    before = [signal.getsignal(each) for each in signals]
    seen: list[signal.Signals | None] = []
    with loop.interruptible(signals, lambda: seen.append(loop.interrupted)):
        for each in signals:
            os.kill(os.getpid(), each)
            assert len(seen) < 2
            await loop.sleep(0.01)
    assert seen == [signal.SIGTERM, signal.SIGUSR1]
    assert [signal.getsignal(each) for each in signals] == before


@on_loop
async def test_signals_wake_a_loop_that_waits(loop: Loop) -> None:
    end = Future[None]()
    child = os.fork()
    if child == 0:
        time.sleep(0.1)
        os.kill(os.getppid(), signal.SIGUSR1)
        os._exit(0)
    with loop.interruptible([signal.SIGUSR1], lambda: end.resolve(None)):
        await end
    os.waitpid(child, 0)


@on_loop
async def test_the_old_handlers_come_back_after_an_error(loop: Loop) -> None:
    before = signal.getsignal(signal.SIGUSR1)
    with pytest.raises(KeyError), loop.interruptible([signal.SIGUSR1], lambda: None):
        raise KeyError
    assert signal.getsignal(signal.SIGUSR1) is before
    assert signal.set_wakeup_fd(-1) == -1
