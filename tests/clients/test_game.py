"""One game: judged by the rules, and lost by whoever is at fault (CASES R1–R24, R28)."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from clients.loop import Loop
from clients.process import FaultKind
from clients.referee.game import Game, Result, Termination
from clients.referee.openings import Beginning
from clients.referee.player import Explanation, Player, Unsuitable
from clients.referee.settings import Adjudication, Engine, Limits
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State
from tests.clients.support import (
    KULAMI,
    LONG,
    SHORT,
    entrant,
    faulty,
    is_gone,
    is_running,
    new_token,
    on_loop,
    play,
    play_once,
)

SETUPS = [
    pytest.param(game.setup(sample), id=f"{name} sample {number}")
    for name, game in GAMES.items()
    for number, sample in enumerate((game.samples[0], *game.samples[-2:]))
]
FIRST = [pytest.param(game.setup(game.samples[0]), id=name) for name, game in GAMES.items()]

#: Faults that end the game by themselves: of what kind they are, and how the reason begins.
AT_ONCE = {
    "exits": (FaultKind.EXIT, "exited with status 3 instead of 'genmove"),
    "exits_silently": (FaultKind.EXIT, "exited with status 0 instead of 'genmove"),
    "killed": (FaultKind.EXIT, "was killed by SIGKILL instead of 'genmove"),
    "exits_after_move": (FaultKind.EXIT, "exited with status 0 instead of 'play"),
    "grandchild": (FaultKind.EXIT, "exited with status 4 instead of 'genmove"),
    "grandchild_elsewhere": (FaultKind.EXIT, "exited with status 4 instead of 'genmove"),
    "closes_stdout": (FaultKind.PIPE, "closed its output without an answer to 'genmove"),
    "closes_stdin": (FaultKind.PIPE, "closed its input without an answer to 'play"),
    "long_line": (FaultKind.FLOOD, "wrote over 2 MiB without an answer to 'genmove"),
    "long_answer": (FaultKind.FLOOD, "wrote over 2 MiB without an answer to 'genmove"),
    "flood": (FaultKind.FLOOD, "wrote over 10000 lines without an answer to 'genmove"),
    "flood_after_move": (FaultKind.FLOOD, "wrote over 10000 lines without an answer to 'play"),
    "blank_move": (FaultKind.ILLEGAL, "answered 'genmove' without a move"),
    "non_ascii_move": (FaultKind.ILLEGAL, "answered 'genmove' with"),
    "illegal_move": (FaultKind.ILLEGAL, "made the illegal move"),
    "two_words": (FaultKind.ILLEGAL, "made the illegal move"),
    "equals_question": (FaultKind.ILLEGAL, "made the illegal move '? illegal move'"),
    "refuses_to_move": (FaultKind.REFUSAL, "refused to move: it answered 'genmove"),
    "rejects_moves": (FaultKind.REFUSAL, "rejected the legal move"),
}
#: Faults before the first move.
AT_THE_START = {
    "exits_at_once": (FaultKind.START, "exited with status 5 instead of 'name'"),
    "refuses_newgame": (FaultKind.REFUSAL, "refused to set the game up: it answered 'newgame"),
}
#: Faults that only a deadline ends; they come with the first move.
IN_TIME = {
    "never_answers": "did not answer 'genmove b' within 0.41 s",
    "late": "did not answer 'genmove b' within 0.41 s",
    "stale_id": "did not answer 'genmove b' within 0.41 s; it wrote",
    "no_id": "did not answer 'genmove b' within 0.41 s; it wrote",
    "no_empty_line": "did not answer 'genmove b' within 0.41 s; it wrote '=",
    "no_equals": "did not answer 'genmove b' within 0.41 s; it wrote",
}
HARMLESS = [
    "good",
    "informed",
    "leaves_daemon",
    "rubbish",
    "much_stderr",
    "answers_twice",
    "two_writes",
    "crlf",
    "ignores_quit",
    "last_move",
]


def replayed(result: Result) -> State:
    """The state after the recorded moves, each of which must be legal for its seat."""
    state = State(result.beginning.setup)
    for move in result.moves:
        assert move.seat == state.seat
        assert state.play(move.text) == move.text
    assert state.scores() == list(result.scores)
    assert result.state().text() == state.text()
    return state


def finished_by_rules(result: Result) -> None:
    outcome = replayed(result).outcome()
    assert outcome is not None
    assert result.termination == Termination.RULES
    assert result.winners == ((outcome.winner,) if outcome.winner else outcome.drawn)
    assert result.reason == outcome.reason
    assert result.offences == ()
    assert not result.failed_to_start


def lost_by(
    result: Result, seat: int, kind: FaultKind, reason: str, at_start: bool = False
) -> None:
    replayed(result)
    assert [(each.seat, each.reason[: len(reason)]) for each in result.offences] == [(seat, reason)]
    (offence,) = result.offences
    assert (offence.kind, offence.at_start) == (kind, at_start)
    assert result.failed_to_start is at_start
    assert result.termination == Termination.FAULT
    seats = range(1, result.beginning.setup.seats + 1)
    assert result.winners == tuple(other for other in seats if other != seat)
    assert sum(result.points(each) for each in seats) == pytest.approx(1)
    assert result.points(seat) == 0
    assert result.reason == f"{result.beginning.setup.colours[seat - 1]} {offence.reason}"


# ---------------------------------------------------------------------- by the rules


@pytest.mark.parametrize("setup", SETUPS)
def test_good_engines_finish_every_game(setup: Setup) -> None:
    result = play([faulty("good")] * setup.seats, Beginning(setup))
    finished_by_rules(result)
    assert all(move.seconds is not None and move.seconds >= 0 for move in result.moves)
    assert {move.explanation for move in result.moves} == {Explanation()}
    assert {move.left for move in result.moves} == {None}


@pytest.mark.parametrize("setup", FIRST)
def test_an_opening_is_played_first(setup: Setup) -> None:
    state = State(setup)
    opening = tuple(state.play(state.legal_moves()[-1]) for _ in range(3))
    result = play([faulty("good")] * setup.seats, Beginning(setup, opening))
    finished_by_rules(result)
    assert tuple(move.text for move in result.moves[:3]) == opening
    assert [move.seconds is None for move in result.moves[:4]] == [True, True, True, False]


@pytest.mark.parametrize("mode", HARMLESS)
@pytest.mark.parametrize("seat", [1, 2])
def test_what_is_no_fault(mode: str, seat: int) -> None:
    token = new_token()
    commands = [faulty("good"), faulty("good")]
    commands[seat - 1] = faulty(mode, token)
    finished_by_rules(play(commands, is_guarded=True))
    assert is_gone(token)


def test_a_clock_runs_through_the_game() -> None:
    limits = Limits(main=600, increment=2, startup=60, answer=60)
    result = play([faulty("informed"), faulty("good")], limits=limits)
    finished_by_rules(result)
    for seat in (1, 2):
        spent, moves = 0.0, 0
        for move in result.moves:
            if move.seat == seat:
                assert move.seconds is not None
                spent, moves = spent + move.seconds, moves + 1
                assert move.left == pytest.approx(600 + 2 * moves - spent)


def test_resignation() -> None:
    result = play([faulty("good"), faulty("resigns")])
    replayed(result)
    assert result.termination == Termination.RESIGNATION
    assert (result.winners, result.reason) == ((1,), "black resigned")
    assert len(result.moves) == 3


# ---------------------------------------------------------------------- by adjudication


def test_too_many_moves() -> None:
    result = play([faulty("good")] * 2, adjudication=Adjudication(move_cap=5))
    replayed(result)
    assert result.termination == Termination.ADJUDICATION
    assert (len(result.moves), result.winners) == (5, (1, 2))
    assert result.reason == "adjudicated a draw after 5 moves"
    assert [result.points(seat) for seat in (1, 2)] == [0.5, 0.5]


@on_loop
async def test_both_agree_on_who_has_lost(loop: Loop) -> None:
    players = [
        Player(Engine(tuple(faulty("informed")), limits=LONG, env={"FAULTY_SCORE": score}), loop)
        for score in ("-12", "12")
    ]
    rules = Adjudication(resign_score=10, resign_moves=2)
    result = await play_once(loop, players, adjudication=rules)
    replayed(result)
    assert result.termination == Termination.ADJUDICATION
    assert result.winners == (2,)
    assert result.reason == "both sides agreed for 2 moves that seat 1 has lost"
    assert 4 <= len(result.moves) <= 6  # a score is there at the latest with its engine's next move


# ---------------------------------------------------------------------- by a fault


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("mode", AT_ONCE)
def test_the_offender_loses(mode: str, seat: int) -> None:
    token = new_token()
    commands = [faulty("good"), faulty("good")]
    commands[seat - 1] = faulty(mode, token)
    lost_by(play(commands, is_guarded=True), seat, *AT_ONCE[mode])
    assert is_gone(token)


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("mode", AT_THE_START)
def test_a_fault_at_the_start_is_told_as_such(mode: str, seat: int) -> None:
    token = new_token()
    commands = [faulty("good"), faulty("good")]
    commands[seat - 1] = faulty(mode, token)
    result = play(commands)
    lost_by(result, seat, *AT_THE_START[mode], at_start=True)
    assert result.moves == ()
    assert is_gone(token)


@pytest.mark.parametrize("mode", IN_TIME)
def test_the_late_one_loses(mode: str) -> None:
    token = new_token()
    result = play([faulty(mode, token, genmove=1), faulty("good")], limits=SHORT)
    lost_by(result, 1, FaultKind.TIME, IN_TIME[mode])
    assert result.moves == ()
    assert is_gone(token)


def test_an_opening_that_is_rejected_is_a_fault_at_the_start() -> None:
    opening = (State(KULAMI.setup).legal_moves()[0],)
    result = play([faulty("rejects_moves"), faulty("good")], Beginning(KULAMI.setup, opening))
    lost_by(result, 1, FaultKind.REFUSAL, "rejected the legal move", at_start=True)
    assert [move.text for move in result.moves] == [*opening]


@pytest.mark.parametrize("setup", FIRST)
@pytest.mark.parametrize("mode", ["illegal_move", "exits", "rejects_moves"])
def test_the_offender_loses_in_every_game(setup: Setup, mode: str) -> None:
    good = [faulty("good")] * (setup.seats - 1)
    lost_by(play([*good, faulty(mode)], Beginning(setup)), setup.seats, *AT_ONCE[mode])


def test_never_greets() -> None:
    token = new_token()
    limits = replace(LONG, startup=3)
    result = play([faulty("good"), faulty("never_greets", token)], limits=limits)
    offences = {each.seat: each for each in result.offences}
    assert offences[2].reason == "did not answer 'name' within 3 s"
    assert (offences[2].kind, offences[2].at_start) == (FaultKind.START, True)
    assert is_gone(token)


def test_cannot_be_started(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_text("")
    for command, reason in (
        ("no-such-engine", "could not be started: there is no command no-such-engine"),
        (str(file), f"could not be started: {file} is not executable"),
        (str(tmp_path), f"could not be started: {tmp_path} is a directory, not a program"),
    ):
        result = play([[command], faulty("good")])
        lost_by(result, 1, FaultKind.START, reason, at_start=True)


def test_nobody_wins_when_no_engine_starts() -> None:
    result = play([["no-such-engine"], faulty("exits_at_once")])
    assert [each.seat for each in result.offences] == [1, 2]
    assert {each.kind for each in result.offences} == {FaultKind.START}
    assert result.winners == ()
    assert [result.points(seat) for seat in (1, 2)] == [0, 0]


def test_exit_status_and_last_words_are_kept() -> None:
    (offence,) = play([faulty("exits"), faulty("good")]).offences
    assert (offence.status, offence.errors) == (3, "out of ideas")
    (offence,) = play([faulty("killed"), faulty("good")]).offences
    assert offence.status == -9
    (offence,) = play([faulty("exits_at_once"), faulty("good")]).offences
    assert (offence.status, offence.errors) == (5, "no licence")


def test_the_move_before_an_exit_counts() -> None:
    result = play([faulty("exits_after_move"), faulty("good")])
    assert [move.seat for move in result.moves] == [1, 2, 1, 2]


def test_an_illegal_move_is_not_among_the_moves() -> None:
    result = play([faulty("illegal_move"), faulty("good")])
    assert len(result.moves) == 2
    assert result.reason.startswith("red made the illegal move")


# ---------------------------------------------------------------------- one game after another


@on_loop
async def test_who_did_nothing_wrong_plays_on(loop: Loop) -> None:
    good, bad = (Player(entrant(faulty(mode)), loop) for mode in ("good", "exits"))
    try:
        lost_by(await Game([good, bad], KULAMI, loop).play(), 2, *AT_ONCE["exits"])
        assert (good.usable, bad.usable) == (True, False)
        process = good._process.pid
        other = Player(entrant(faulty("exits")), loop)
        lost_by(await play_game(loop, other, good), 1, *AT_ONCE["exits"])
        third = Player(entrant(faulty("good")), loop)
        finished_by_rules(await play_game(loop, third, good))
        assert good._process.pid == process
    finally:
        await good.dismiss()
        await bad.dismiss()


async def play_game(loop: Loop, first: Player, second: Player) -> Result:
    """A game after which only `first` is dismissed."""
    try:
        return await Game([first, second], KULAMI, loop).play()
    finally:
        await first.dismiss()


@on_loop
async def test_a_game_that_cannot_be_set_up_leaves_the_other_player_as_it_was(loop: Loop) -> None:
    """The other one's set-up is still under way when the first one's fault is known."""
    good = Player(entrant(faulty("slow_newgame")), loop)
    refusing = Player(entrant(faulty("refuses_newgame")), loop)
    try:
        result = await Game([refusing, good], KULAMI, loop).play()
        lost_by(result, 1, *AT_THE_START["refuses_newgame"], at_start=True)
        assert not any(question.is_awaited for question in good._process._open.values())
        third = Player(entrant(faulty("good")), loop)
        finished_by_rules(await play_game(loop, third, good))
    finally:
        await good.dismiss()
        await refusing.dismiss()


@on_loop
async def test_a_game_that_is_cancelled_starts_no_engine_later(loop: Loop) -> None:
    tokens = [new_token() for _ in range(2)]
    players = [
        Player(entrant(faulty(mode, token)), loop)
        for mode, token in zip(("never_greets", "good"), tokens, strict=True)
    ]
    players[1]._starting = players[0]._starting  # a gate for one
    game = loop.spawn(Game(players, KULAMI, loop).play())
    await loop.sleep(0.05)
    game.cancel()
    await loop.sleep(0)
    for player in reversed(players):
        await player.dismiss()
    await loop.sleep(0.05)
    assert not any(is_running(token) for token in tokens)


@on_loop
async def test_an_unsuitable_engine_is_no_offender(loop: Loop) -> None:
    players = [
        Player(entrant(faulty("good"), "Ann", replace(LONG, nodes=nodes)), loop)
        for nodes in (None, 100)
    ]
    with pytest.raises(Unsuitable, match="Ann can only be limited by time"):
        await play_once(loop, players)


# ---------------------------------------------------------------------- what engines say


def test_what_an_engine_says_of_its_moves_is_kept() -> None:
    result = play([faulty("informed"), faulty("good")])
    finished_by_rules(result)
    ours = [move.explanation for move in result.moves if move.seat == 1]
    expected = [Explanation(nodes=number, depth=1, score=7) for number in range(1, len(ours) + 1)]
    assert ours == expected
    assert {move.explanation for move in result.moves if move.seat == 2} == {Explanation()}


@on_loop
async def test_a_game_can_be_watched(loop: Loop) -> None:
    players = [Player(entrant(faulty("good")), loop) for _ in range(2)]
    game = Game(players, KULAMI, loop)
    task = loop.spawn(game.play())
    seen = [len(game.moves)]
    while not task.done:
        await loop.sleep(0.001)
        seen.append(len(game.moves))
        assert game.seconds >= 0
    result = await task
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, len(result.moves))
    assert game.state.history == result.state().history
    for player in players:
        await player.dismiss()


def test_samples_are_walked() -> None:
    lines: Mapping[str, int] = {name: len(game.samples) for name, game in GAMES.items()}
    assert all(count >= 2 for count in lines.values())
