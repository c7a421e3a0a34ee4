"""CASES E10–E14 and E17: playing, taking back, scores and clocks."""

import itertools
import re
from typing import Any

import pytest

from engine.games.randomness import Dice
from engine.games.registry import GAMES

from .engine_process import SOON, Engine
from .sessions import Talk, finished, golden, newgame


def named(record: dict[str, Any]) -> str:
    return str(record["name"]).replace(" ", "-")


@pytest.fixture
def talk() -> Talk:
    return Talk()


def random_game(engine: Talk, seed: int = 1) -> list[str]:
    """Play at random to the end; gives `COLOUR MOVE` words."""
    dice = Dice(seed)
    played = []
    while (side := engine.ok("side_to_move")) != "none":
        move = dice.choice(engine.ok("legal_moves").split())
        played.append(f"{side.split()[0]} {move}")
        engine.ok(f"play {played[-1]}")
    return played


# ---------------------------------------------------------------------- E10, E11


def test_e10_play_straight_after_the_start(engine: Engine) -> None:
    assert engine.ask("play b D4") == "= "
    before = engine.state()
    assert engine.ask("play b D4") == "? illegal move"
    assert engine.state() == before
    assert engine.ask("play w D4") == "? illegal move"
    assert engine.state() == before


@pytest.mark.parametrize("game", GAMES)
def test_e10_the_same_move_twice(shared: Engine, game: str) -> None:
    shared.ok(f"newgame {game}")
    move = shared.ok("legal_moves").split()[0]
    shared.ok(f"play 1 {move}")
    before = shared.state()
    for seat in (1, 2):
        assert shared.ask(f"play {seat} {move}") == "? illegal move"
    assert shared.state() == before


@pytest.mark.parametrize("game", GAMES)
def test_e10_illegal_moves_of_every_kind(shared: Engine, game: str) -> None:
    shared.ok(f"newgame {game}")
    move = shared.ok("legal_moves").split()[0]
    before = shared.state()
    for words in (f"2 {move}", "1 pass", "1 resign", "1 K99", "b A1=3=T"):
        assert shared.ask(f"play {words}").startswith(("? illegal move", "? syntax error"))
    assert shared.ask(f"play 2 {move}") == "? illegal move"
    assert shared.ask("play 1 pass") == "? illegal move"
    assert shared.state() == before


@pytest.mark.parametrize("game", GAMES)
def test_e10_no_move_after_the_end(talk: Talk, game: str) -> None:
    talk.ok(f"newgame {game}")
    cells = talk.ok("legal_moves").split()
    random_game(talk)
    before = talk.ok("position")
    for seat, move in itertools.product(range(1, talk.state.setup.seats + 1), cells):
        assert talk.ask(f"play {seat} {move}") == "? illegal move"
    assert talk.ok("position") == before
    assert talk.ok("legal_moves") == ""


@pytest.mark.parametrize("game", GAMES)
def test_e11_undo_to_the_empty_board(talk: Talk, game: str) -> None:
    talk.ok(f"newgame {game}")
    passed = [(talk.ok("position"), talk.ok("legal_moves"), talk.state.position.hash())]
    for words in (moves := random_game(talk)):
        assert re.fullmatch(r"[1-4] \S+", words)
    talk.ok("clear_board")
    for words in moves:
        talk.ok(f"play {words}")
        passed.append((talk.ok("position"), talk.ok("legal_moves"), talk.state.position.hash()))
    for position in reversed(passed[:-1]):
        assert talk.ask("undo") == "= "
        state = (talk.ok("position"), talk.ok("legal_moves"), talk.state.position.hash())
        assert state == position
    assert talk.ask("undo") == "? cannot undo"
    assert talk.ok("history") == ""
    assert talk.ok("position") == passed[0][0]


@pytest.mark.parametrize("game", GAMES)
def test_e11_gg_undo_is_all_or_nothing(talk: Talk, game: str) -> None:
    talk.ok(f"newgame {game}")
    empty = talk.ok("position")
    moves = random_game(talk)
    full = talk.ok("position")
    assert talk.ask(f"gg-undo {len(moves) + 1}") == "? cannot undo"
    assert (talk.ok("position"), talk.ok("history")) == (full, "\n".join(moves))
    assert talk.ask("gg-undo 0") == "= "
    assert talk.ok("position") == full
    assert talk.ask("gg-undo 2") == "= "
    assert talk.ok("history") == "\n".join(moves[:-2])
    assert talk.ask(f"gg-undo {len(moves) - 2}") == "= "
    assert (talk.ok("position"), talk.ok("history")) == (empty, "")


@pytest.mark.parametrize("game", GAMES)
def test_e11_play_sequence_is_all_or_nothing(talk: Talk, game: str) -> None:
    talk.ok(f"newgame {game}")
    moves = random_game(talk)
    end = talk.ok("position")
    talk.ok("clear_board")
    empty = talk.ok("position")
    bad = [f"{moves[0]}", "1 pass", "9 A1", "1 nonsense", "1"]
    for wrong in bad:
        answer = talk.ask(f"play_sequence {' '.join(moves[:4])} {wrong}")
        assert answer == "? illegal move" or answer.startswith("? syntax error: ")
        assert (talk.ok("position"), talk.ok("history")) == (empty, "")
    assert talk.ask("play_sequence") == "= "
    assert talk.ok("position") == empty
    assert talk.ask(f"play_sequence {' '.join(moves)}") == "= "
    assert (talk.ok("position"), talk.ok("history")) == (end, "\n".join(moves))


# ---------------------------------------------------------------------- E12


@pytest.mark.parametrize("game", GAMES)
def test_e12_no_final_score_before_the_end(talk: Talk, game: str) -> None:
    talk.ok(f"newgame {game}")
    moves = random_game(talk)
    talk.ok("clear_board")
    for words in moves:
        assert talk.ask("final_score") == "? cannot score"
        assert talk.ok("score").split("\n")[0] == "ongoing"
        talk.ok(f"play {words}")
    assert talk.answer("final_score").ok
    assert talk.ok("score").split("\n")[0] != "ongoing"


def result(first_line: str) -> str:
    """The form of ``final_score`` that goes with the first line of ``score``; two seats."""
    patterns = {"win 1": r"B\+\d*", "win 2": r"W\+\d*", "draw 1 2": "0"}
    return patterns[first_line]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_e12_final_score_equals_score(talk: Talk, game: str, seed: int) -> None:
    samples = GAMES[game].samples
    talk.ok(newgame(game, samples[seed % len(samples)]))
    random_game(talk, seed)
    standing, *seats = talk.ok("score").split("\n")
    totals = [line.split()[2] for line in seats]
    assert [line.split()[0] for line in seats] == [str(i + 1) for i in range(len(seats))]
    if len(seats) > 2:
        assert talk.ok("final_score") == " ".join(totals)
    else:
        assert re.fullmatch(result(standing), talk.ok("final_score"))


@pytest.mark.parametrize("record", golden(), ids=named)
def test_e12_golden_scores(talk: Talk, record: dict[str, Any]) -> None:
    """Totals, parts, winners and legal moves of the golden games, through the commands."""
    expect = record["expect"]
    talk.ok(newgame(record["game"], record["options"]))
    for move in record["moves"]:
        talk.ok(f"play {talk.ok('side_to_move').split()[0]} {move}")
    standing, *seats = talk.ok("score").split("\n")
    if "over" in expect:
        assert standing == golden_standing(expect)
        assert (talk.ok("side_to_move") == "none") == expect["over"]
    if "legal" in expect:
        assert talk.ok("legal_moves") == " ".join(sorted(expect["legal"]))
    for seat, total in expect.get("scores", {}).items():
        assert seats[int(seat) - 1].split()[2] == str(total)
    for seat, parts in expect.get("detail", {}).items():
        words = seats[int(seat) - 1].split()[3:]
        assert {f"{name}={value}" for name, value in parts.items()} <= set(words)
    for seat, discs in expect.get("supply", {}).items():
        assert f"discs={','.join(map(str, discs))}" in seats[int(seat) - 1].split()


def golden_standing(expect: dict[str, Any]) -> str:
    if not expect["over"]:
        return "ongoing"
    if expect["winner"]:
        return f"win {expect['winner']}"
    return " ".join(["draw", *map(str, expect["draw_between"])])


def golden_result(record: dict[str, Any]) -> str:
    """``final_score`` by PROTOCOL section 3, as a pattern: a record may not tell the margin."""
    expect = record["expect"]
    if record["options"].get("players", "2") != "2":
        return " ".join(str(expect["scores"][seat]) for seat in sorted(expect["scores"]))
    if not expect["winner"]:
        return "0"
    return rf"{'BW'[expect['winner'] - 1]}\+{margin(record)}"


def margin(record: dict[str, Any]) -> str:
    """The margin of the criterion that decided, empty for a game won outright."""
    game, expect, scores = record["game"], record["expect"], record["expect"].get("scores")
    if game == "donuts":
        return "" if len(record["moves"]) < 30 else r"[1-9]\d*"
    if game == "siege_stones" and len(record["moves"]) < 37:
        return ""
    if scores["1"] != scores["2"]:
        return str(abs(scores["1"] - scores["2"]))
    second = {"gorami": "middle", "siege_stones": "stones"}[game]
    return str(abs(expect["detail"]["1"][second] - expect["detail"]["2"][second]))


@pytest.mark.parametrize("record", finished(), ids=named)
def test_e12_golden_results(talk: Talk, record: dict[str, Any]) -> None:
    talk.ok(newgame(record["game"], record["options"]))
    for move in record["moves"]:
        talk.ok(f"play {talk.ok('side_to_move').split()[0]} {move}")
    assert re.fullmatch(golden_result(record), talk.ok("final_score"))


# ---------------------------------------------------------------------- E13, E14

#: No position has more legal moves.
MOST_MOVES = 80
SETTINGS = ("0 0 0", "600 0 0", "0 30 5", "5 0 1", "0.0 30.0 5.0")
LEFT = (
    *("{} 0 0", "{} -1 0", "{} -1.5 3", "{} 0.25 0", "{} 0.001 1", "{} 1e-9 0", "{} 12.5 2"),
    *("{} 7 0", "{} 7 0.0", "{} 7.5 2.0", "{} 0 1", "{} -3600 25"),
    *("{} +5 0", "{} .5 0", "{} 5. 0", "{} 7 -1"),
)


@pytest.mark.parametrize("setting", SETTINGS)
def test_e13_clocks_are_never_an_error(shared: Engine, setting: str) -> None:
    shared.ok("newgame kulami")
    shared.ok("param nodes 1")
    assert shared.ask(f"time_settings {setting}") == "= "
    for colour, left in itertools.product(("b", "w", "red", "black"), LEFT):
        assert shared.ask(f"time_left {left.format(colour)}") == "= "
    assert re.fullmatch(r"[A-H][1-8]", shared.ok("genmove"))
    shared.ok("param nodes 0")


@pytest.mark.parametrize("setting", ["-5 -5 -5", "0.5 0.25 1", "1e300 0 0", "0 1e300 1", "1e3 9 0"])
def test_e13_odd_settings_are_never_an_error(shared: Engine, setting: str) -> None:
    shared.ok("newgame kulami")
    shared.ok("param nodes 1")
    assert shared.ask(f"time_settings {setting}") == "= "
    assert shared.ask("time_left w 1e300 1") == "= "
    for _ in range(2):
        assert re.fullmatch(r"[A-H][1-8]", shared.ok("genmove"))
    shared.ok("param nodes 0")


@pytest.mark.parametrize("left", ["0 0", "-1 0", "-1 5", "0.1 0", "0.05 1", "1e-9 1"])
def test_e13_late_as_it_is_it_answers_at_once(shared: Engine, left: str) -> None:
    """No limit but the clock, and hardly any time on it; the bar is in benchmarks."""
    shared.ok("newgame kulami")
    shared.ok("time_settings 600 0 0")
    for colour in ("b", "w"):
        shared.ok(f"time_left {colour} {left}")
        assert re.fullmatch(r"[A-H][1-8]", shared.ok(f"genmove {colour}", within=SOON))
    shared.ok("time_settings 0 0 0")


def test_e13_no_limit(talk: Talk) -> None:
    """0 0 0, and a byo-yomi time with 0 stones: as if there were no clock at all."""
    talk.ok("param nodes 0")
    without = talk.session.match.limits()
    for setting in ("0 0 0", "0 30 0", "600 30 0", "0 0.5 0"):
        talk.ok("time_settings 5 0 1")
        assert talk.session.match.limits() != without
        talk.ok(f"time_settings {setting}")
        assert talk.session.match.limits() == without


def spend(talk: Talk, main: float, byo: float, stones: int) -> None:
    """Play a whole game in which each search takes all it may; no clock may run out.

    The clocks are the controller's: it counts the time of a move with the way to and fro.
    """
    clocks = {seat: [main, 0] if main else [byo, stones] for seat in (1, 2, 3, 4)}
    overhead = talk.session.match.parameters.seconds("overhead")
    while (side := talk.ok("side_to_move")) != "none":
        seat = int(side.split()[0])
        clock = clocks[seat]
        talk.ok(f"time_left {seat} {clock[0]} {clock[1]}")
        seconds = talk.session.match.limits().seconds
        assert seconds is not None
        assert 0 < seconds + overhead <= clock[0] + 1e-9
        clock[0] -= seconds + overhead
        if clock[1]:
            clock[1] -= 1
            if not clock[1]:
                clock[:] = [byo, stones]
        talk.ok(f"play {seat} {talk.ok('legal_moves').split()[0]}")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", [(600, 0, 0), (60, 0, 0), (0, 30, 5), (5, 0, 1), (0, 5, 1)])
def test_e13_no_loss_on_time_by_the_engines_fault(
    talk: Talk, game: str, clock: tuple[float, float, int]
) -> None:
    talk.ok("param nodes 0")
    talk.ok(f"newgame {game}")
    talk.ok("time_settings {} {} {}".format(*clock))
    spend(talk, *clock)


def test_e14_no_limit_configured(engine: Engine) -> None:
    """The default of one second ends the search; its length is measured in benchmarks.

    It may end sooner if nothing can change the move any more.
    """
    assert re.fullmatch(r"[A-H][1-8]", engine.ok("genmove", within=SOON))
    seconds = re.search(r" seconds (\S+) ", engine.ok("explain_last_move"))
    assert seconds
    assert 0.1 < float(seconds[1]) < SOON


@pytest.mark.parametrize("method", ["auto", "alphabeta", "mcts", "uct"])
def test_a_limit_of_nodes_ends_every_search(talk: Talk, method: str) -> None:
    """Whatever kind of node the limit is reached at: a leaf, an inner node, the game's end.

    The leaves below the last node may come on top.
    """
    talk.ok(f"param search {method}")
    talk.ok("param movetime 0.2")  # only so that a failure ends, too
    for nodes in range(1, 41):
        talk.ok(f"param nodes {nodes}")
        talk.ok("clear_board")
        for _ in range(4):
            talk.ok("genmove")
            searched = re.search(r"nodes (\d+) ", talk.ok("explain_last_move"))
            assert searched
            assert int(searched[1]) <= nodes + MOST_MOVES


# ---------------------------------------------------------------------- E17


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["genmove", "reg_genmove"])
def test_e17_the_wrong_colour(shared: Engine, game: str, command: str) -> None:
    shared.ok(f"newgame {game}")
    shared.ok("param nodes 1")
    before = shared.state()
    assert shared.ask(f"{command} w") == "? wrong colour"
    assert shared.ask(f"{command} 2") == "? wrong colour"
    assert shared.state() == before
    assert shared.ask(f"{command} b").startswith("= ")
    shared.ok("param nodes 0")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["genmove", "genmove b", "genmove w", "reg_genmove b"])
def test_e17_after_the_end(talk: Talk, game: str, command: str) -> None:
    talk.ok(f"newgame {game}")
    random_game(talk)
    before = talk.ok("position")
    assert talk.ask(command) == "? game over"
    assert talk.ok("position") == before
    assert talk.ok("side_to_move") == "none"


def test_e17_black_is_the_side_to_move_in_kulami(talk: Talk) -> None:
    """PROTOCOL section 2: the full word fits either seat there, `b` stays seat 1."""
    talk.ok("newgame kulami")
    assert talk.answer("genmove black").ok
    assert talk.ask("genmove b") == "? wrong colour"
    assert talk.answer("genmove black").ok
    assert [line[0] for line in talk.ok("history").split("\n")] == ["1", "2"]


def forced_pass(talk: Talk) -> None:
    """Play GORami at random until a side has nothing but a pass."""
    for seed in range(300):
        talk.ok("newgame gorami board=16")
        dice = Dice(seed)
        while moves := talk.ok("legal_moves").split():
            if moves == ["pass"]:
                return
            side = talk.ok("side_to_move").split()[0]
            talk.ok(f"play {side} {dice.choice(moves)}")
    raise AssertionError("no game with a pass found")


@pytest.mark.skipif("gorami" not in GAMES, reason="there is no game with a pass yet")
@pytest.mark.parametrize("level", [0, 1, 10])
def test_e17_a_forced_pass(talk: Talk, level: int) -> None:
    forced_pass(talk)
    talk.ok(f"param level {level}")
    side = talk.ok("side_to_move").split()[0]
    assert talk.ask("reg_genmove") == "= pass"
    assert talk.ask(f"play {side} A2=1") == "? illegal move"
    assert talk.ask(f"genmove {side}") == "= pass"
    assert talk.ok("history").split("\n")[-1] == f"{side} pass"
    talk.ok("undo")
    assert talk.ask(f"play {side} PASS") == "= "
    assert talk.ok("side_to_move").split()[0] != side


# ---------------------------------------------------------------------- resigning


def resigned(talk: Talk) -> int:
    """Play the last moves of a decided game until one side resigns; gives its seat."""
    setting = ("search alphabeta", "nodes 0", "depth 60", "resign on")
    record = next(each for each in golden() if each["name"].startswith("kulami G2 rulebook"))
    talk.ok(newgame("kulami", record["options"]))
    for move in record["moves"][:-8]:
        talk.ok(f"play {talk.ok('side_to_move')[0]} {move}")
    for line in setting:
        talk.ok(f"param {line}")
    while True:
        seat = int(talk.ok("side_to_move")[0])
        if talk.ok("genmove") == "resign":
            return seat


def test_resigning_ends_the_game_and_can_be_taken_back(talk: Talk) -> None:
    """Only with `param resign on`: the opponent has won, without a margin."""
    loser = resigned(talk)
    winner = 3 - loser
    assert talk.ok("side_to_move") == "none"
    assert talk.ok("legal_moves") == ""
    assert talk.ok("score").split("\n")[0] == f"win {winner}"
    assert talk.ok("final_score") == f"{'BW'[winner - 1]}+"
    assert talk.ask("genmove") == "? game over"
    assert talk.ask(f"play {loser} A1") == "? illegal move"
    assert talk.ask("undo") == "= "
    assert talk.ok("side_to_move")[0] == str(loser)
    talk.ok("param resign off")
    assert talk.ok("genmove") != "resign"
