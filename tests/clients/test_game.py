"""One game: judged by the rules, and lost by whoever is at fault (CASES R1–R24, R28)."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from clients.referee.game import Beginning, Game, Result, Termination
from clients.referee.player import Explanation, Limits, Player, read_explanation
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State
from tests.clients.support import KULAMI, LONG, SHORT, faulty, is_gone, new_token, play

SETUPS = [
    pytest.param(game.setup(sample), id=f"{name} sample {number}")
    for name, game in GAMES.items()
    for number, sample in enumerate((game.samples[0], *game.samples[-2:]))
]
FIRST = [pytest.param(game.setup(game.samples[0]), id=name) for name, game in GAMES.items()]

#: Faults that end the game by themselves, and how the reason begins.
AT_ONCE = {
    "exits": "exited with status 3 instead of 'genmove",
    "killed": "was killed by SIGKILL instead of 'genmove",
    "exits_after_move": "exited with status 0 instead of 'play",
    "closes_stdout": "closed its output without an answer to 'genmove",
    "closes_stdin": "closed its input without an answer to 'play",
    "long_line": "wrote over 2 MiB without an answer to 'genmove",
    "long_answer": "wrote over 2 MiB without an answer to 'genmove",
    "flood": "wrote over 2 MiB without an answer to 'genmove",
    "flood_after_move": "wrote over 2 MiB without an answer to 'play",
    "blank_move": "answered 'genmove' without a move",
    "non_ascii_move": "answered 'genmove' with",
    "illegal_move": "made the illegal move",
    "two_words": "made the illegal move",
    "equals_question": "made the illegal move '? illegal move'",
    "refuses_to_move": "refused to move: it answered 'genmove",
    "grandchild": "exited with status 4 instead of 'genmove",
    "exits_at_once": "exited with status 5 instead of 'name'",
    "refuses_newgame": "refused to set the game up: it answered 'newgame",
    "rejects_moves": "rejected the legal move",
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
    return state


def finished_by_rules(result: Result) -> None:
    outcome = replayed(result).outcome()
    assert outcome is not None
    assert result.termination == Termination.RULES
    assert result.winners == ((outcome.winner,) if outcome.winner else outcome.drawn)
    assert result.reason == outcome.reason
    assert result.offences == ()


def lost_by(result: Result, seat: int, reason: str) -> None:
    replayed(result)
    assert [(each.seat, each.reason[: len(reason)]) for each in result.offences] == [(seat, reason)]
    assert result.termination == Termination.FAULT
    seats = result.beginning.setup.seats
    assert result.winners == tuple(other for other in range(1, seats + 1) if other != seat)
    assert sum(result.points(each) for each in range(1, seats + 1)) == pytest.approx(1)
    assert result.points(seat) == 0


# ---------------------------------------------------------------------- by the rules


@pytest.mark.parametrize("setup", SETUPS)
def test_good_engines_finish_every_game(setup: Setup) -> None:
    result = play([faulty("good")] * setup.seats, Beginning(setup))
    finished_by_rules(result)
    assert all(move.seconds is not None and move.seconds >= 0 for move in result.moves)
    assert {move.explanation for move in result.moves} == {Explanation()}


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
    finished_by_rules(play(commands))
    assert is_gone(token)


def test_resignation() -> None:
    result = play([faulty("good"), faulty("resigns")])
    replayed(result)
    assert result.termination == Termination.RESIGNATION
    assert (result.winners, result.reason) == ((1,), "black resigned")
    assert len(result.moves) == 3


# ---------------------------------------------------------------------- by a fault


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(("mode", "reason"), AT_ONCE.items(), ids=AT_ONCE)
def test_the_offender_loses(mode: str, reason: str, seat: int) -> None:
    token = new_token()
    commands = [faulty("good"), faulty("good")]
    commands[seat - 1] = faulty(mode, token)
    lost_by(play(commands), seat, reason)
    assert is_gone(token)


@pytest.mark.parametrize(("mode", "reason"), IN_TIME.items(), ids=IN_TIME)
def test_the_late_one_loses(mode: str, reason: str) -> None:
    token = new_token()
    result = play([faulty(mode, token, genmove=1), faulty("good")], limits=SHORT)
    lost_by(result, 1, reason)
    assert result.moves == ()
    assert is_gone(token)


@pytest.mark.parametrize("setup", FIRST)
@pytest.mark.parametrize("mode", ["illegal_move", "exits", "rejects_moves"])
def test_the_offender_loses_in_every_game(setup: Setup, mode: str) -> None:
    good = [faulty("good")] * (setup.seats - 1)
    lost_by(play([*good, faulty(mode)], Beginning(setup)), setup.seats, AT_ONCE[mode])


def test_never_greets() -> None:
    token = new_token()
    limits = Limits(answer=3)
    result = play([faulty("good"), faulty("never_greets", token)], limits=limits)
    reasons = {each.seat: each.reason for each in result.offences}
    assert reasons[2] == "did not answer 'name' within 3 s"
    assert is_gone(token)


def test_cannot_be_started(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_text("")
    for command, reason in (
        ("no-such-engine", "could not be started: there is no command no-such-engine"),
        (str(file), f"could not be started: {file} is not executable"),
        (str(tmp_path), f"could not be started: {tmp_path} is a directory, not a program"),
    ):
        lost_by(play([[command], faulty("good")]), 1, reason)


def test_nobody_wins_when_no_engine_starts() -> None:
    result = play([["no-such-engine"], faulty("exits_at_once")])
    assert [each.seat for each in result.offences] == [1, 2]
    assert result.winners == ()
    assert [result.points(seat) for seat in (1, 2)] == [0, 0]


def test_exit_status_and_last_words_are_kept() -> None:
    (offence,) = play([faulty("exits"), faulty("good")]).offences
    assert (offence.status, offence.errors) == (3, "out of ideas")
    (offence,) = play([faulty("killed"), faulty("good")]).offences
    assert offence.status == -9


def test_the_move_before_an_exit_counts() -> None:
    result = play([faulty("exits_after_move"), faulty("good")])
    assert [move.seat for move in result.moves] == [1, 2, 1, 2]


def test_an_illegal_move_is_not_among_the_moves() -> None:
    result = play([faulty("illegal_move"), faulty("good")])
    assert len(result.moves) == 2
    assert result.reason.startswith("red made the illegal move")


def test_only_the_offender_is_started_again() -> None:
    good, bad = (Player(faulty(mode)) for mode in ("good", "exits"))
    try:
        Game([good, bad], KULAMI, LONG).play()
        process = good._process
        assert bad._process is None
        lost_by(Game([bad, good], KULAMI, LONG).play(), 1, AT_ONCE["exits"])
        assert good._process is process
    finally:
        for player in (good, bad):
            player.dismiss()


# ---------------------------------------------------------------------- what engines say


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("uct depth 8 nodes 73212 seconds 0.5 winrate 0.56 exact no pv B3", (73212, 8, None)),
        ("alphabeta depth 5 nodes 7 score -3 exact yes pv C3=2 depth 9", (7, 5, -3.0)),
        ("depth nodes score", (None, None, None)),
        ("score +1.5", (None, None, 1.5)),
        ("", (None, None, None)),
    ],
)
def test_explanations(text: str, expected: tuple[int | None, int | None, float | None]) -> None:
    assert read_explanation(text) == Explanation(*expected)


def test_what_is_watched() -> None:
    seen: list[int] = []
    players = [Player(faulty("good")) for _ in range(2)]
    try:
        result = Game(players, KULAMI, LONG, lambda state: seen.append(len(state.history))).play()
    finally:
        for player in players:
            player.dismiss()
    assert seen == list(range(1, len(result.moves) + 1))


def test_samples_are_walked() -> None:
    lines: Mapping[str, int] = {name: len(game.samples) for name, game in GAMES.items()}
    assert all(count >= 2 for count in lines.values())
