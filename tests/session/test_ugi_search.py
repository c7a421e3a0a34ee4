"""What UGI makes of limits and reports: pure functions, and searches in this process."""

from math import inf
from typing import cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.games.game import Setup
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import Outcome, State
from engine.search.clock import LEAST, Clock, Course, budget
from engine.search.driver import Search
from engine.search.report import (
    ALPHABETA,
    Candidate,
    Limits,
    Report,
    Solved,
    Thought,
    Value,
)
from engine.session.parameters import Parameters
from engine.session.ugi import Ugi
from engine.session.ugi_command import new_ugi
from engine.session.ugi_go import limits, read_go
from engine.session.ugi_search import Running, centilogits, score_words
from protocol.messages import Command

from .ugi_arena import INFO, random_moves

OVERHEAD = 0.02
COURSE = Course(40, 2)
seconds = st.floats(0, 1e5)


def limits_of(words: str, seat: int = 1, **parameters: str) -> Limits:
    """The limits of a ``go`` for a seat with forty plies left."""
    chosen = Parameters()
    for name, text in parameters.items():
        chosen.set(name, text)
    return limits(read_go(words.split()), chosen, seat, COURSE)


# ---------------------------------------------------------------------- the words of go


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", Limits(1.0)),
        ("infinite", Limits()),
        ("infinite movetime 100", Limits()),
        ("movetime 500", Limits(0.48)),
        ("movetime 10", Limits(LEAST)),
        ("movetime 0", Limits(LEAST)),
        ("depth 3", Limits(None, None, 3)),
        ("depth 0", Limits(None, None, 1)),
        ("depth 99999", Limits(None, None, 60)),
        ("nodes 5000", Limits(None, 5000)),
        ("nodes 0", Limits(None, 1)),
        ("nodes -3", Limits(None, 1)),
        (f"nodes {'9' * 5000}", Limits(None, 10**12)),
        (f"nodes {'0' * 5000}7", Limits(None, 7)),
        ("movetime 500 depth 3 nodes 7", Limits(0.48, 7, 3)),
        (f"movetime {'9' * 30}", Limits(1e6 - 0.02)),
    ],
)
def test_limits(words: str, expected: Limits) -> None:
    assert limits_of(words) == expected


@pytest.mark.parametrize(
    ("words", "parameters", "expected"),
    [
        ("movetime 500", {"movetime": "0.1"}, Limits(0.1)),
        ("movetime 500", {"movetime": "3"}, Limits(0.48)),
        ("movetime 500", {"overhead": "0.1"}, Limits(0.4)),
        ("nodes 500", {"nodes": "100", "depth": "4"}, Limits(None, 100, 4)),
        ("depth 3", {"nodes": "100", "depth": "4"}, Limits(None, 100, 3)),
        ("", {"nodes": "100"}, Limits(None, 100)),
        ("infinite", {"nodes": "100", "movetime": "1"}, Limits()),
    ],
)
def test_parameters_are_limits_too(
    words: str, parameters: dict[str, str], expected: Limits
) -> None:
    assert limits_of(words, 1, **parameters) == expected


CLOCKS = "p1time 40000 p2time 4000 p1inc 100 p2inc 200"


def test_each_player_has_a_clock() -> None:
    for seat, clock in ((1, Clock(40, increment=0.1)), (2, Clock(4, increment=0.2))):
        allotted = budget(clock, COURSE, OVERHEAD)
        assert limits_of(CLOCKS, seat) == Limits(allotted.maximum, optimum=allotted.optimum)


def test_a_clock_and_another_limit() -> None:
    assert limits_of(f"{CLOCKS} movetime 100") == Limits(0.08, optimum=0.08)
    assert limits_of("p1time 1000 depth 3", seat=2) == Limits(None, None, 3)
    assert limits_of("p1time 1000", seat=2) == Limits(1.0)
    assert limits_of("p1time -50 p1inc 0") == Limits(0.0, optimum=0.0)


@pytest.mark.parametrize(
    ("words", "complaints", "numbers"),
    [
        ("depth", ["a whole number expected after depth, not ''"], {}),
        ("depth x nodes 3", ["a whole number expected after depth, not 'x'"], {"nodes": 3}),
        ("nodes 1.5", ["a whole number expected after nodes, not '1.5'"], {}),
        ("nodes \u0663", ["a whole number expected after nodes, not '\u0663'"], {}),
        ("nodes 5 nodes 6", [], {"nodes": 6}),
    ],
)
def test_numbers(words: str, complaints: list[str], numbers: dict[str, int]) -> None:
    go = read_go(words.split())
    assert (go.complaints, go.numbers) == (complaints, numbers)


def test_other_words_are_complained_of_one_by_one() -> None:
    known = "p1time, p2time, p1inc, p2inc, movetime, depth, nodes or infinite expected"
    complaints = read_go(["ponder", "infinite", "wtime"]).complaints
    assert complaints == [f"{known}, not 'ponder'", f"{known}, not 'wtime'"]


# ---------------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("winrate", "expected"),
    [
        (0.5, 0),
        (0.7310585786300049, 100),  # 1 / (1 + e**-1)
        (0.2689414213699951, -100),
        (0.9, 220),  # ln 9 = 2.197
        (1.0, 9999),
        (0.0, -9999),
        (1e-300, -9999),
    ],
)
def test_scores_are_logits(winrate: float, expected: int) -> None:
    assert centilogits(winrate) == expected


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_better_chance_is_no_worse_score(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert -9999 <= centilogits(low) <= centilogits(high) <= 9999


SEEDED: dict[str, dict[str, str]] = {"donuts": {"seed": "1"}, "siege_stones": {}}


def proved(value: Value, number: int, outright: bool) -> Candidate:
    """A candidate of which that is known for sure."""
    return Candidate(1, 1, 0.5, 0.0, (1,), 9, Solved(value, number, outright))


def before_the_end(setup: Setup, seed: int) -> tuple[State, str, Outcome]:
    """A random game before its last move, that move, and how the game then ended."""
    state = State(setup)
    for move in random_moves(state, 99, Dice(seed)):
        state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    last = state.history[-1].text
    state.undo()
    return state, last, outcome


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (proved(Value.WIN, 5, outright=True), "mate 5"),
        (proved(Value.LOSS, 6, outright=True), "mate -6"),
        (proved(Value.WIN, 2, outright=False), "cp 10000"),
        (proved(Value.LOSS, 2, outright=False), "cp -10000"),
        (proved(Value.DRAW, 0, outright=False), "cp 0"),
        (Candidate(1, 1, 0.9, 0.0, (1,), 9), "cp 220"),
    ],
)
def test_proofs(found: Candidate, expected: str) -> None:
    assert score_words(found) == expected


@settings(max_examples=20)
@given(st.sampled_from(["donuts", "siege_stones"]), st.integers(0, 2**32))
def test_a_search_finds_the_win_in_one(game: str, seed: int) -> None:
    state, _, outcome = before_the_end(GAMES[game].setup(SEEDED[game]), seed)
    assume(outcome.winner == state.seat and outcome.margin == 0)
    ugi = new_ugi(None, [], ["search=alphabeta"], False)
    ugi.answer(Command(None, "position", ("fen", *state.text().split())))
    # Several lines: otherwise a move that is the only one is not searched.
    ugi.answer(Command(None, "setoption", ("name", "MultiPV", "value", "2")))
    *_, info, best = [line for line in go(ugi, "depth 1") if " multipv 2 " not in line]
    assert " score mate 1 " in info
    state.play(best.split()[1])
    found = state.outcome()
    assert found is not None
    assert (found.winner, found.margin) == (outcome.winner, 0)


# ---------------------------------------------------------------------- when a tree is done


def report(method: str, line: tuple[int, ...], full: float) -> Report:
    found = (Candidate(line[0], 1, 0.5, 0.0, line, len(line)),) if line else ()
    return Report(method, found, len(line), len(line), 1, inf, full)


class Found:
    """A search that has chosen another move than its report has in the first place."""

    def __init__(self, state: State) -> None:
        self.first, self.chosen = state.position.legal()[:2]

    def finish(self) -> Thought:
        return Thought(self.chosen, ALPHABETA)

    def report(self) -> Report:
        found = [Candidate(each, 1, 0.5, 0.0, (each,), 1) for each in (self.first, self.chosen)]
        return Report(ALPHABETA, tuple(found), 1, 1, 2, 0.1, 0.0)


def test_the_last_line_is_about_the_move_that_was_chosen() -> None:
    """A halted search can prefer a move that it has not valued to the end."""
    state = State(GAMES["kulami"].setup())
    found = Found(state)
    running = Running(cast(Search, found), state, Limits(1.0), 1)
    info, best = running.conclude()
    assert info.endswith(f" pv {state.setup.move_text(found.chosen)}")
    assert best == f"bestmove {state.setup.move_text(found.chosen)}"


def go(ugi: Ugi, words: str) -> list[str]:
    """Search in this process; the lines up to ``bestmove``."""
    assert ugi.answer(Command(None, "go", tuple(words.split()))) == []
    assert ugi.running is not None
    assert ugi.running.search.wait(60)
    return ugi.conclude()


@pytest.mark.parametrize("method", ["auto", "alphabeta", "mcts", "uct"])
@pytest.mark.parametrize("game", GAMES)
def test_a_search_with_nodes_is_the_same_every_time(game: str, method: str) -> None:
    def moves() -> list[str]:
        ugi = new_ugi(game, [], [f"search={method}", "nodes=2000"], False)
        return [line.split(" pv ")[-1] for line in go(ugi, "")]

    assert moves() == moves()


@pytest.mark.parametrize("game", GAMES)
def test_the_last_line_of_a_search(game: str) -> None:
    *_, info, best = go(new_ugi(game, [], [], False), "nodes 3000")
    match = INFO.fullmatch(info)
    assert match
    words = info.split()
    names = " ".join(words[i] for i in (1, 3, 5, 7, 10, 12, 14, 16, 18))
    assert names == "depth seldepth multipv score nodes time nps hashfull pv"
    assert int(words[2]) <= int(words[4])
    assert best == f"bestmove {match['pv'].split()[0]}"


@pytest.mark.parametrize("level", [0, 1, 2])
def test_weak_levels_answer_too(level: int) -> None:
    *_, info, best = go(new_ugi("gorami", [], [f"level={level}"], False), "movetime 50")
    assert INFO.fullmatch(info)
    assert best.split()[1] in State(GAMES["gorami"].setup()).legal_moves()


def test_what_was_learned_is_kept_in_a_game_and_forgotten_after_it() -> None:
    ugi = new_ugi("donuts", [], ["search=alphabeta"], False)

    def nodes(command: str, words: str) -> int:
        ugi.answer(Command(None, command, tuple(words.split())))
        (info, _) = go(ugi, "depth 7")
        return int(info.split(" nodes ")[1].split()[0])

    first = nodes("uginewgame", "")
    assert nodes("position", "startpos") < first
    assert nodes("uginewgame", "") == first
