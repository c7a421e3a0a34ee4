"""The pool: players are kept while they are good, and nothing of it is left at the end."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from clients.loop import Loop
from clients.process import Fault
from clients.referee.player import Player
from clients.referee.pool import Pool
from clients.referee.settings import Engine, Restart
from tests.clients.support import entrant, faulty, is_gone, is_running, new_token, on_loop


@asynccontextmanager
async def pool_of(loop: Loop, *engines: Engine, most_idle: int = 4) -> AsyncIterator[Pool]:
    """A pool that is closed at the end."""
    pool = Pool(engines, loop, None, most_idle)
    try:
        yield pool
    finally:
        await pool.close()


def good(restart: Restart = Restart.FAULT, token: str = "") -> Engine:
    return replace(entrant(faulty("good", token)), restart=restart)


async def awake(pool: Pool, index: int = 0) -> Player:
    """A player that was taken and woken."""
    player = pool.take(index)
    await player.wake()
    return player


# ---------------------------------------------------------------------- who plays on


@on_loop
async def test_a_good_player_plays_on(loop: Loop) -> None:
    async with pool_of(loop, good(), good()) as pool:
        player = await awake(pool)
        pool.give_back(0, player, is_at_fault=False)
        assert pool.take(1) is not player
        assert pool.take(0) is player
        assert pool.take(0) is not player


@on_loop
async def test_the_one_that_waits_longest_plays_first(loop: Loop) -> None:
    async with pool_of(loop, good()) as pool:
        players = [await awake(pool) for _ in range(3)]
        for player in players:
            pool.give_back(0, player, is_at_fault=False)
        assert [pool.take(0) for _ in range(3)] == players


@on_loop
async def test_a_player_at_fault_does_not(loop: Loop) -> None:
    token = new_token()
    async with pool_of(loop, good(token=token)) as pool:
        player = await awake(pool)
        pool.give_back(0, player, is_at_fault=True)
        assert pool.take(0) is not player
        assert pool.retired == set()
        await loop.sleep(0)
        assert not player.usable
    assert is_gone(token)


@on_loop
async def test_a_player_may_be_for_one_game(loop: Loop) -> None:
    async with pool_of(loop, good(Restart.GAME)) as pool:
        player = await awake(pool)
        pool.give_back(0, player, is_at_fault=False)
        assert pool.take(0) is not player
        assert pool.retired == set()


@pytest.mark.parametrize("restart", Restart)
@on_loop
async def test_who_is_never_started_again(loop: Loop, restart: Restart) -> None:
    async with pool_of(loop, good(), good(restart)) as pool:
        player = await awake(pool, 1)
        pool.give_back(1, player, is_at_fault=False)
        assert pool.retired == set()
        pool.give_back(1, pool.take(1), is_at_fault=True)
        assert pool.retired == ({1} if restart is Restart.NEVER else set())


@on_loop
async def test_a_player_that_was_never_woken_is_not_kept(loop: Loop) -> None:
    """Its opponent failed to start before it had its turn."""
    async with pool_of(loop, good()) as pool:
        player = pool.take(0)
        pool.give_back(0, player, is_at_fault=False)
        assert pool.take(0) is not player


@on_loop
async def test_a_player_that_ends_while_it_waits_is_not_taken(loop: Loop) -> None:
    async with pool_of(loop, good()) as pool:
        one, two = await awake(pool), await awake(pool)
        for player in (one, two):
            pool.give_back(0, player, is_at_fault=False)
        one._process.kill()
        assert pool.take(0) is two


@on_loop
async def test_so_many_may_wait(loop: Loop) -> None:
    tokens = [new_token() for _ in range(3)]
    engines = [good(token=token) for token in tokens]
    async with pool_of(loop, *engines, most_idle=2) as pool:
        players = [await awake(pool, index) for index in range(3)]
        for index in (2, 0, 1):
            pool.give_back(index, players[index], is_at_fault=False)
        await loop.sleep(0)
        assert [player.usable for player in players] == [True, True, False]
        assert pool.take(2) is not players[2]
        assert pool.take(0) is players[0]
        assert pool.take(1) is players[1]


@on_loop
async def test_who_waits_has_no_listener(loop: Loop) -> None:
    """The log of the last game is closed."""
    async with pool_of(loop, good()) as pool:
        player = await awake(pool)
        heard: list[bytes] = []
        player.listen(lambda direction, data: heard.append(data))
        pool.give_back(0, player, is_at_fault=False)
        await pool.take(0).begin("kulami", [])
        assert heard == []


# ---------------------------------------------------------------------- the end


def engines(tokens: Sequence[str], *modes: str) -> list[Engine]:
    return [entrant(faulty(mode, token)) for mode, token in zip(modes, tokens, strict=True)]


@on_loop
async def test_closing_leaves_nothing(loop: Loop) -> None:
    """Who plays, who waits, who is leaving, who was never woken, who does not want to go."""
    tokens = [new_token() for _ in range(5)]
    modes = ("good", "good", "ignores_quit", "good", "ignores_quit")
    async with pool_of(loop, *engines(tokens, *modes)) as pool:
        players = [await awake(pool, index) for index in (0, 1, 2)]
        pool.take(3)
        pool.give_back(1, players[1], is_at_fault=False)
        pool.give_back(2, players[2], is_at_fault=True)
        await awake(pool, 4)
    assert all(is_gone(token) for token in tokens)
    await pool.close()


@on_loop
async def test_closing_can_be_cut_short(loop: Loop) -> None:
    tokens = [new_token() for _ in range(3)]
    pool = Pool(engines(tokens, *["ignores_quit"] * 3), loop, None, 4)
    players = [await awake(pool, index) for index in range(3)]
    pool.give_back(1, players[1], is_at_fault=False)
    pool.give_back(2, players[2], is_at_fault=True)
    closing = loop.spawn(pool.close())
    await loop.sleep(0.1)
    assert is_running(tokens[0])
    pool.kill()
    await closing
    assert all(is_gone(token) for token in tokens)


@on_loop
async def test_who_waits_for_an_answer_hears_that_it_will_not_come(loop: Loop) -> None:
    token = new_token()
    async with pool_of(loop, *engines([token], "never_greets")) as pool:
        waking = loop.spawn(pool.take(0).wake())
        await loop.sleep(0.01)
        pool.kill()
        with pytest.raises(Fault, match=r"was stopped|was killed"):
            await waking
    assert is_gone(token)
