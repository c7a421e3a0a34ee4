"""Live analysis (PROTOCOL section 4) in this process: what the lines say, on every game."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.analysis import Analysis
from engine.session.dispatch import Opened, respond
from protocol.wire import CommandReader
from tests.games.support import played, samples

from .analysis_lines import GRAMMARS, Segment, read
from .sessions import Talk, finished, newgame

PATIENCE = 20.0
COMMANDS = tuple(GRAMMARS)


def opened(talk: Talk, line: str) -> Analysis:
    (message,) = CommandReader().feed(line.encode() + b"\n")
    answer = respond(talk.session, message)
    assert isinstance(answer, Opened), answer
    assert isinstance(answer.stream, Analysis)
    return answer.stream


@contextmanager
def analysis(talk: Talk, line: str) -> Iterator[Analysis]:
    """An analysis that is under way."""
    stream = opened(talk, line)
    try:
        yield stream
    finally:
        assert stream.end() == ""


def first_line(stream: Analysis) -> str:
    until = time.monotonic() + PATIENCE
    while not (line := stream.line()):
        assert time.monotonic() < until
        time.sleep(0.01)
    return line


def settled(stream: Analysis, visits: int = 2000) -> list[Segment]:
    """What is said when the search has seen a good deal, or has ended."""
    until = time.monotonic() + PATIENCE
    while True:
        found = read("analyze", first_line(stream))
        if sum(segment.visits for segment in found) >= visits or stream.wait(0.01):
            return read("analyze", stream.line())
        assert time.monotonic() < until


def last_line(stream: Analysis) -> str:
    """The line when the search has ended by itself."""
    assert stream.wait(PATIENCE)
    return stream.line()


def segments(talk: Talk, line: str) -> list[Segment]:
    with analysis(talk, line) as stream:
        return read(line.split()[0], first_line(stream))


def assert_playable(state: State, found: list[Segment]) -> None:
    """Each line can be played from the position, and begins with its own move."""
    for segment in found:
        assert segment.pv[0] == segment.move
        after = state.copy()
        for move in segment.pv:
            after.play(move)


def random_plies(talk: Talk, plies: int, seed: int = 1) -> None:
    dice = Dice(seed)
    for _ in range(plies):
        side = talk.ok("side_to_move").split()[0]
        talk.ok(f"play {side} {dice.choice(talk.ok('legal_moves').split())}")


def near_the_end(record: Mapping[str, Any], plies: int) -> Talk:
    """A golden game so many plies before its end."""
    talk = Talk()
    talk.ok(newgame(record["game"], record["options"]))
    for move in record["moves"][:-plies]:
        talk.ok(f"play {talk.ok('side_to_move').split()[0]} {move}")
    return talk


# ---------------------------------------------------------------------- the lines


@pytest.mark.parametrize(("game", "options"), samples())
def test_the_grammar_on_every_setup(game: str, options: dict[str, str]) -> None:
    talk = Talk()
    talk.ok(newgame(game, options))
    for command in COMMANDS:
        assert_playable(talk.state, segments(talk, f"{command} 1"))
        random_plies(talk, 3)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("search", ["alphabeta", "mcts", "uct"])
@pytest.mark.parametrize("game", GAMES)
def test_the_grammar_of_every_search(game: str, search: str, command: str) -> None:
    talk = Talk()
    talk.ok(newgame(game, {}))
    talk.ok(f"param search {search}")
    found = segments(talk, f"{command} 1")
    assert_playable(talk.state, found)
    assert all((segment.depth is not None) == (search == "alphabeta") for segment in found)


@pytest.mark.parametrize("search", ["alphabeta", "mcts", "uct"])
@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_comes_first(game: str, search: str) -> None:
    talk = Talk()
    talk.ok(newgame(game, {}))
    talk.ok(f"param search {search}")
    with analysis(talk, "analyze") as stream:
        found = settled(stream)
    assert len(found) > 1
    values = [segment.winrate if search == "alphabeta" else segment.visits for segment in found]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("search", ["alphabeta", "mcts", "uct"])
def test_how_many_moves(search: str) -> None:
    talk = Talk()
    talk.ok("newgame gorami board=16")
    talk.ok(f"param search {search}")
    assert len(segments(talk, "analyze 1 maxmoves 1")) == 1
    assert len(segments(talk, "lz-analyze b 1 minmoves 2 maxmoves 3")) <= 3
    with analysis(talk, "analyze 1 minmoves 6") as stream:
        assert len(settled(stream)) >= 6


# ---------------------------------------------------------------------- whose values


def _after(state: State, move: str) -> State:
    after = state.copy()
    after.play(move)
    return after


def _value(state: State) -> int:
    outcome = state.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return 1 if outcome.winner - 1 == state.position.seat_to_move() else -1
    mover = state.seat
    best = -1
    for move in state.legal_moves():
        after = _after(state, move)
        value = _value(after)
        same = after.outcome() is None and after.seat == mover
        best = max(best, value if same else -value)
        if best == 1:
            break
    return best


TWO_SEATS = [record for record in finished() if int(record["options"].get("players", 2)) == 2]
#: Of these, those that went on until the board was full, or nearly so.
LONG = [
    record
    for record in TWO_SEATS
    if played(record["game"], record["options"], record["moves"][:-3]).position.plies_left() <= 4
]


@pytest.mark.parametrize("record", LONG, ids=lambda record: record["name"].replace(" ", "-"))
def test_solved_values_are_right(record: dict[str, Any]) -> None:
    """All moves of a late position are solved, and some are tried out as trying everything says."""
    talk = near_the_end(record, 3)
    talk.ok("param search alphabeta")
    legal = talk.ok("legal_moves").split()
    with analysis(talk, f"analyze 1 minmoves {len(legal)}") as stream:
        found = read("analyze", last_line(stream))
    assert sorted(segment.move for segment in found) == legal
    for segment in found[:2] + found[-1:]:
        value = -_value(_after(talk.state, segment.move))
        assert segment.solved is not None
        assert segment.solved[0] == {1: "win", 0: "draw", -1: "loss"}[value]
        assert segment.winrate == {1: 1.0, 0: 0.5, -1: 0.0}[value]


def test_a_solved_number_is_the_margin() -> None:
    """The last ply of a game on points: the margin that `final_score` says afterwards."""
    for record in LONG:
        talk = near_the_end(record, 1)
        talk.ok("param search alphabeta")
        seat = talk.state.seat
        with analysis(talk, "analyze 1 minmoves 60") as stream:
            found = read("analyze", last_line(stream))
        for segment in found:
            outcome = _after(talk.state, segment.move).outcome()
            if outcome is None or segment.solved is None:
                continue
            word, number, unit = segment.solved
            won = outcome.winner == seat
            assert word == ("draw" if outcome.winner is None else "win" if won else "loss")
            outright = outcome.winner is not None and outcome.margin == 0
            assert (number, unit) == ((1, "plies") if outright else (outcome.margin, "points"))


#: Blue, to move, has four towers next ply; then yellow could not answer.
WIN_NOW = "siege_stones pieces=......T/......1/......./T..22.T/1..2.../1....../T......"


#: Yellow, to move, cannot keep blue from winning with the next move but one.
LOST = "siege_stones pieces=...T1../...1.2./..T.1../....T../...T.../..1..../1T....."


def test_a_solved_number_counts_the_moves_to_a_win_outright() -> None:
    talk = Talk()
    talk.ok(f"setposition {WIN_NOW}")
    with analysis(talk, "analyze b 1 maxmoves 1") as stream:
        (best,) = read("analyze", last_line(stream))
    assert best.solved == ("win", 1, "plies")
    assert best.winrate == 1.0
    assert talk.ok(f"play b {best.move}") == ""
    assert talk.ok("score").startswith("win 1")


def test_a_solved_loss_holds_out_as_long_as_it_can() -> None:
    talk = Talk()
    talk.ok(f"setposition {LOST}")
    with analysis(talk, "analyze w 1 maxmoves 1") as stream:
        (best,) = read("analyze", last_line(stream))
    assert best.solved == ("loss", 2, "plies")
    talk.ok(f"play w {best.move}")
    assert talk.ok("score").startswith("ongoing")
    with analysis(talk, "analyze b 1 maxmoves 1") as stream:
        (best,) = read("analyze", last_line(stream))
    assert best.solved == ("win", 1, "plies")


@pytest.mark.parametrize("command", COMMANDS)
def test_values_are_from_the_side_to_move(command: str) -> None:
    """One game, seen from him who loses it, and from the winner a ply later."""
    talk = Talk()
    talk.ok(f"setposition {LOST}")
    with analysis(talk, f"{command} 1 maxmoves 1") as stream:
        best = read(command, last_line(stream))[0]
    assert best.winrate == 0.0
    talk.ok(f"play w {best.move}")
    with analysis(talk, f"{command} 1 maxmoves 1") as stream:
        assert read(command, last_line(stream))[0].winrate == 1.0


@pytest.mark.parametrize("search", ["alphabeta", "mcts", "uct"])
def test_leads_are_from_the_side_to_move(search: str) -> None:
    """A ply before the end of a game on points the lead after a move is the final one."""
    record = next(each for each in LONG if each["game"] == "kulami")
    talk = near_the_end(record, 1)
    talk.ok(f"param search {search}")
    seat = talk.state.seat
    assert seat
    with analysis(talk, "analyze 1 minmoves 60") as stream:
        found = settled(stream)
    for segment in found:
        after = _after(talk.state, segment.move)
        if after.outcome():
            totals = [score.total for score in after.scores()]
            assert segment.lead == totals[seat - 1] - totals[2 - seat]


def test_three_seats_share_the_win_rate() -> None:
    talk = Talk()
    talk.ok("newgame siege_stones players=3")
    for _ in range(3):
        with analysis(talk, "analyze 1") as stream:
            found = settled(stream)
        assert_playable(talk.state, found)
        rewards = sum(segment.visits * segment.winrate for segment in found)
        assert 0.1 < rewards / sum(segment.visits for segment in found) < 0.6
        random_plies(talk, 1)


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(f"{c}genmove_analyze" for c in ("", "lz-", "kata-"))]
)
def test_what_is_refused(command: str) -> None:
    talk = Talk()
    talk.ok("newgame kulami")
    before = talk.ok("position")
    assert talk.ask(f"{command} w 10") == "? wrong colour"
    for words in (
        "x",
        "b x",
        "b 10 20",
        "-5",
        "b 10 maxmoves",
        "b 10 maxmoves 0",
        "b 10 maxmoves -1",
        "b 10 minmoves x",
        "minmoves 1 minmoves 2",
        "b 10 allow",
        "ownership",
        "ownership perhaps",
        "1e999",
        "b nan",
    ):
        assert talk.ask(f"{command} {words}").startswith("? syntax error: "), words
    assert talk.ok("position") == before


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "words",
    [
        "",
        "b",
        "red",
        "black",
        "10",
        "0",
        "0.5",
        "1 10",
        "b interval 10",
        "B MaxMoves 2",
        "b 10 ownership true rootInfo false pvVisits TRUE maxmoves 2",
    ],
)
def test_what_is_understood(command: str, words: str) -> None:
    talk = Talk()
    talk.ok("newgame kulami")
    assert segments(talk, f"{command} {words}".strip())


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(f"{c}genmove_analyze" for c in ("", "lz-", "kata-"))]
)
@pytest.mark.parametrize(
    "record", finished()[:6], ids=lambda record: record["name"].replace(" ", "-")
)
def test_nothing_to_analyse_after_the_end(command: str, record: dict[str, Any]) -> None:
    talk = Talk()
    talk.ok(newgame(record["game"], record["options"]))
    for move in record["moves"]:
        talk.ok(f"play {talk.ok('side_to_move').split()[0]} {move}")
    assert talk.ask(command) == "? game over"
    assert talk.ask(f"{command} 10 maxmoves 2") == "? game over"


# ---------------------------------------------------------------------- moves that are played


@pytest.mark.parametrize("prefix", ["", "lz-", "kata-"])
@pytest.mark.parametrize("game", GAMES)
def test_a_generating_analysis_plays_its_best_move(game: str, prefix: str) -> None:
    talk = Talk()
    talk.ok(newgame(game, {}))
    talk.ok("param nodes 300")
    for seat in (1, 2):
        stream = opened(talk, f"{prefix}genmove_analyze {seat} 1")
        assert stream.wait(PATIENCE)
        line, play = stream.end().split("\n")
        best = read(f"{prefix}analyze", line)[0].move
        assert play == f"play {best}"
        assert talk.ok("history").split("\n")[-1] == f"{seat} {best}"
        assert " pv " in talk.ok("explain_last_move")


@pytest.mark.parametrize("game", GAMES)
def test_a_generating_analysis_searches_as_a_move_would_be(game: str) -> None:
    """An analysis that only looks may prefer what proves how soon each move wins."""
    methods = []
    for command in ("genmove", "genmove_analyze 2 1"):
        talk = Talk()
        talk.ok(newgame(game, {}))
        talk.ok("param level 0")
        talk.ok("param seed 5")
        talk.ok("genmove")  # away from the beginning, which may be on record
        talk.ok("param level 10")
        talk.ok("param nodes 30")
        talk.ok(command)
        methods.append(talk.ok("explain_last_move").split()[0])
    assert methods[0] == methods[1]


def test_a_generating_analysis_keeps_the_level() -> None:
    talk = Talk()
    talk.ok("param level 0")
    assert talk.ok("genmove_analyze b 1").startswith("play ")
    assert talk.ok("explain_last_move").startswith("random ")


def test_a_generating_analysis_may_resign() -> None:
    talk = Talk()
    talk.ok(f"setposition {LOST}")
    talk.ok("param resign on")
    talk.ok("param nodes 0")
    stream = opened(talk, "genmove_analyze w 1")
    assert stream.wait(PATIENCE)
    assert stream.end().endswith("\nplay resign")
    assert talk.ok("side_to_move") == "none"
    assert talk.ok("score").startswith("win 1")
