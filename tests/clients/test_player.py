"""A player: how an engine is greeted, limited, told of moves and clocks, and asked."""

import os
from collections.abc import Mapping
from dataclasses import replace

import pytest

from clients.loop import Gate, Loop
from clients.process import Fault, FaultKind
from clients.referee.player import Explanation, Player, Unsuitable, explanation, read_explanation
from clients.referee.settings import Engine, Limits
from tests.clients.support import LONG, entrant, faulty, is_gone, new_token, on_loop, script

LINE = "kulami scoring=both layout=8x8"
#: Limits of which none is told to the engine.
UNTOLD = replace(LONG, movetime=None)


class Exchange:
    """A player, and what it is sent."""

    def __init__(
        self,
        loop: Loop,
        mode: str = "informed",
        limits: Limits = UNTOLD,
        params: Mapping[str, str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        engine = Engine(tuple(faulty(mode, genmove=9)), "Ann", limits, params or {}, env or {})
        self.player = Player(engine, loop)
        self.player.listen(self._hear)
        self._sent = ""

    def _hear(self, direction: str, data: bytes) -> None:
        if direction == ">":
            self._sent += data.decode()

    @property
    def sent(self) -> list[str]:
        """The commands since the last look, without their numbers."""
        lines, self._sent = self._sent.splitlines(), ""
        return [line.partition(" ")[2] for line in lines]

    async def __aenter__(self) -> "Exchange":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.player.dismiss()


# ---------------------------------------------------------------------- greeting


@on_loop
async def test_an_engine_is_asked_who_it_is(loop: Loop) -> None:
    async with Exchange(loop, "good") as exchange:
        player = exchange.player
        assert not player.usable
        await player.wake()
        assert exchange.sent == ["name", "version", "list_commands"]
        assert (player.program, player.version) == ("Faulty", "1")
        assert player.usable
        await player.wake()
        assert exchange.sent == []
    assert not player.usable


@on_loop
async def test_names_are_short_and_may_be_missing(loop: Loop) -> None:
    command = script(
        "print(f'={ask()} A  very' + ' long' * 99 + '\\n', flush=True)",
        "for _ in range(2): print(f'?{ask()} unknown command\\n', flush=True)",
        "ask()",
    )
    player = Player(entrant(command, limits=UNTOLD), loop)
    await player.wake()
    assert player.program == ("A very" + " long" * 99)[:60]
    assert player.version == ""
    await player.dismiss()


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("exits_at_once", "exited with status 5 instead of 'name'"),
        ("slow_start", "did not answer 'name' within 0.2 s"),
    ],
)
@on_loop
async def test_faults_at_the_start_are_of_that_kind(loop: Loop, mode: str, reason: str) -> None:
    limits = replace(UNTOLD, startup=0.2) if mode == "slow_start" else UNTOLD
    async with Exchange(loop, mode, limits) as exchange:
        with pytest.raises(Fault) as caught:
            await exchange.player.wake()
        assert (str(caught.value), caught.value.kind) == (reason, FaultKind.START)
        assert caught.value.status == (5 if mode == "exits_at_once" else None)
        assert not exchange.player.usable


@on_loop
async def test_a_slow_start_is_waited_for(loop: Loop) -> None:
    async with Exchange(loop, "slow_start", env={"FAULTY_SECONDS": "0.5"}) as exchange:
        await exchange.player.wake()
        assert exchange.player.usable


@on_loop
async def test_an_engine_that_is_not_there(loop: Loop) -> None:
    player = Player(entrant(["no-such-engine"]), loop)
    with pytest.raises(Fault, match="there is no command no-such-engine") as caught:
        await player.wake()
    assert caught.value.kind == FaultKind.START
    await player.dismiss()


@on_loop
async def test_a_gate_keeps_engines_from_starting_together(loop: Loop) -> None:
    gate = Gate(1)
    tokens = [new_token() for _ in range(2)]
    one, two = (
        Player(entrant(faulty(mode, token)), loop, starting=gate)
        for mode, token in zip(("never_greets", "good"), tokens, strict=True)
    )
    first, second = loop.spawn(one.wake()), loop.spawn(two.wake())
    await loop.sleep(0.2)
    assert is_gone(tokens[1])
    assert not second.done
    one.kill()
    with pytest.raises(Fault, match=r"was killed by SIGKILL|was stopped"):
        await first
    await second
    assert two.usable
    await two.dismiss()


# ---------------------------------------------------------------------- parameters


@on_loop
async def test_parameters_are_set_once(loop: Loop) -> None:
    limits = replace(LONG, movetime=0.05, nodes=500, depth=4)
    async with Exchange(loop, limits=limits, params={"level": "5"}) as exchange:
        await exchange.player.wake()
        assert exchange.sent[3:] == [
            "param level 5",
            "param movetime 0.050",
            "param nodes 500",
            "param depth 4",
        ]
        await exchange.player.begin(LINE, [])
        assert exchange.sent == [f"newgame {LINE}"]


@pytest.mark.parametrize(
    ("limits", "params", "name"),
    [
        (UNTOLD, {"level": "5"}, "level"),
        (replace(UNTOLD, nodes=9), {}, "nodes"),
        (replace(UNTOLD, depth=9), {}, "depth"),
    ],
    ids=["params", "nodes", "depth"],
)
@on_loop
async def test_who_knows_no_parameters_can_only_be_limited_by_time(
    loop: Loop, limits: Limits, params: Mapping[str, str], name: str
) -> None:
    async with Exchange(loop, "good", limits, params) as exchange:
        with pytest.raises(Unsuitable) as caught:
            await exchange.player.wake()
        assert str(caught.value) == (
            f"Ann can only be limited by time: it does not know 'param', so {name} cannot be set"
        )
        assert not exchange.player.usable


@on_loop
async def test_a_parameter_that_is_refused(loop: Loop) -> None:
    async with Exchange(loop, params={"level": "5", "spirit": "9"}) as exchange:
        with pytest.raises(Unsuitable) as caught:
            await exchange.player.wake()
        assert str(caught.value) == (
            "Ann cannot be given spirit: it answered 'param spirit 9' with "
            "'? invalid option: spirit: no such parameter'"
        )
        assert not exchange.player.usable


# ---------------------------------------------------------------------- words of a clock


@pytest.mark.parametrize(
    ("mode", "limits", "words"),
    [
        ("informed", Limits(main=60), "60 0 0"),
        ("informed", Limits(main=60, increment=0.5), "60 0 0"),
        ("informed", Limits(main=60, byo_time=30, byo_stones=5), "60 30 5"),
        ("informed", Limits(byo_time=7.5, byo_stones=1), "0 7.500 1"),
        ("informed", Limits(movetime=2), None),
        ("good", Limits(movetime=2), "0 2 1"),
        ("good", Limits(movetime=0.25), "0 0.250 1"),
        ("good", Limits(main=60, movetime=2), "60 0 0"),
        ("good", Limits(), None),
    ],
)
@on_loop
async def test_time_settings(loop: Loop, mode: str, limits: Limits, words: str | None) -> None:
    """By GTP 2, section 4.2; seconds a move are a period of one stone to who knows no more."""
    limits = replace(limits, startup=60, answer=60)
    async with Exchange(loop, mode, limits) as exchange:
        await exchange.player.wake()
        assert exchange.sent
        await exchange.player.begin(LINE, [])
        clock = [] if words is None else [f"time_settings {words}"]
        assert exchange.sent == [f"newgame {LINE}", *clock]


@on_loop
async def test_time_left_comes_before_each_move(loop: Loop) -> None:
    limits = Limits(main=100, increment=50, startup=60, answer=60, margin=60)
    async with Exchange(loop, limits=limits) as exchange:
        player = exchange.player
        await player.wake()
        await player.begin(LINE, [])
        assert exchange.sent
        for told in ("100 0", "150 0"):
            _, seconds = await player.move(2)
            assert exchange.sent == [f"time_left w {told}", "genmove w"]
            player.clock.main = round(player.clock.main + seconds)
        await player.begin(LINE, [])
        assert player.clock.main == 100


@on_loop
async def test_who_has_no_clock_is_told_no_time(loop: Loop) -> None:
    async with Exchange(loop, limits=LONG) as exchange:
        await exchange.player.wake()
        await exchange.player.begin(LINE, [])
        assert exchange.sent
        await exchange.player.move(1)
        assert exchange.sent == ["genmove b"]


# ---------------------------------------------------------------------- a game


@on_loop
async def test_an_opening_is_told_with_its_seats(loop: Loop) -> None:
    async with Exchange(loop) as exchange:
        await exchange.player.wake()
        assert exchange.sent
        await exchange.player.begin("kulami", [(1, "D4"), (2, "D8")])
        assert exchange.sent == ["newgame kulami", "play b D4", "play w D8"]


@on_loop
async def test_a_move_goes_out_with_the_question_for_the_next(loop: Loop) -> None:
    async with Exchange(loop) as exchange:
        player = exchange.player
        await player.wake()
        await player.begin("kulami", [])
        assert exchange.sent
        player.tell(1, "D4", is_next=True)
        assert exchange.sent == []
        move, seconds = await player.move(2)
        assert exchange.sent == ["play b D4", "genmove w"]
        assert seconds >= 0
        assert move
        player.tell(1, "D8", is_next=False)
        assert exchange.sent == ["play b D8"]


@on_loop
async def test_a_game_that_is_refused(loop: Loop) -> None:
    async with Exchange(loop, "refuses_newgame") as exchange:
        await exchange.player.wake()
        with pytest.raises(Fault) as caught:
            await exchange.player.begin("kulami", [])
        assert caught.value.kind == FaultKind.REFUSAL
        assert str(caught.value) == (
            "refused to set the game up: it answered 'newgame kulami' with '? unsupported game'"
        )


@on_loop
async def test_an_opening_that_is_refused(loop: Loop) -> None:
    async with Exchange(loop, "rejects_moves") as exchange:
        await exchange.player.wake()
        with pytest.raises(Fault) as caught:
            await exchange.player.begin("kulami", [(1, "D4")])
        assert caught.value.kind == FaultKind.REFUSAL
        assert str(caught.value) == (
            "rejected the legal move D4: it answered 'play b D4' with '? illegal move'"
        )


@on_loop
async def test_a_new_game_forgets_what_the_last_one_had_to_tell(loop: Loop) -> None:
    async with Exchange(loop, "rejects_moves") as exchange:
        player = exchange.player
        await player.wake()
        await player.begin("kulami", [])
        player.tell(1, "D4", is_next=False)
        await player.begin("kulami", [])
        await player.move(1)


@on_loop
async def test_a_late_answer_is_a_fault(loop: Loop) -> None:
    limits = Limits(movetime=0.05, margin=0.2, answer=60, startup=60)
    player = Player(entrant(faulty("late_by_little", genmove=1), limits=limits), loop)
    await player.wake()
    await player.begin("kulami", [])
    words = r"did not answer 'genmove b' within 0\.25 s|took .* s for a move, not 0\.25 s"
    with pytest.raises(Fault, match=words) as caught:
        await player.move(1)
    assert caught.value.kind == FaultKind.TIME
    await player.dismiss()


# ---------------------------------------------------------------------- what engines say


@on_loop
async def test_an_informed_engine_explains_its_moves(loop: Loop) -> None:
    async with Exchange(loop, env={"FAULTY_SCORE": "-2.5"}) as exchange:
        player = exchange.player
        await player.wake()
        await player.begin("kulami", [])
        await player.move(1)
        question = player.ask_to_explain()
        assert question is not None
        assert await explanation(question) == Explanation(nodes=1, depth=1, score=-2.5)


@on_loop
async def test_others_are_not_asked_to_explain(loop: Loop) -> None:
    async with Exchange(loop, "good") as exchange:
        await exchange.player.wake()
        assert exchange.player.ask_to_explain() is None


@on_loop
async def test_who_fails_to_explain_says_nothing(loop: Loop) -> None:
    async with Exchange(loop) as exchange:
        await exchange.player.wake()
        question = exchange.player.ask_to_explain()
        assert question is not None
        exchange.player.kill()
        assert await explanation(question) == Explanation()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("uct depth 8 nodes 73212 seconds 0.5 winrate 0.56 exact no pv B3", (73212, 8, None)),
        ("alphabeta depth 5 nodes 7 score -3 exact yes pv C3=2 depth 9", (7, 5, -3.0)),
        ("depth nodes score", (None, None, None)),
        ("score +1.5", (None, None, 1.5)),
        ("score 1.5.2 depth -3", (None, None, None)),
        ("", (None, None, None)),
    ],
)
def test_explanations(text: str, expected: tuple[int | None, int | None, float | None]) -> None:
    assert read_explanation(text) == Explanation(*expected)


@on_loop
async def test_last_words_are_kept(loop: Loop) -> None:
    async with Exchange(loop, "exits_at_once") as exchange:
        with pytest.raises(Fault):
            await exchange.player.wake()
        assert exchange.player.errors == "no licence"


@on_loop
async def test_our_own_engine_plays(loop: Loop) -> None:
    """``quatuor`` means this program."""
    limits = replace(UNTOLD, nodes=200)
    player = Player(Engine(("quatuor",), "Ours", limits, env=dict(os.environ)), loop)
    await player.wake()
    assert player.program.lower() == "quatuor"
    await player.begin("kulami", [])
    assert (await player.move(1))[0]
    question = player.ask_to_explain()
    assert question is not None
    told = await explanation(question)
    assert told.nodes is not None
    await player.dismiss()


@on_loop
async def test_a_player_that_was_dismissed_is_not_started(loop: Loop) -> None:
    """Its turn to start may come when its game is long over."""
    token = new_token()
    player = Player(entrant(faulty("good", token)), loop)
    await player.dismiss()
    with pytest.raises(Fault, match="was stopped") as caught:
        await player.wake()
    assert caught.value.kind == FaultKind.START
    assert is_gone(token)
