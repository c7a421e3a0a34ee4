"""Live analysis through pipes: what ends it, what comes after it, and CASES E19."""

import time
from collections.abc import Callable

import pytest

from engine.games.registry import GAMES

from .analysis_lines import read
from .engine_process import DEADLINE, SOON, Engine

Start = Callable[..., Engine]
ANALYSES = ("analyze", "lz-analyze", "kata-analyze")
GENERATING = ("genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze")


def begin(engine: Engine, line: str, status: str = "= ") -> None:
    """Begin an analysis; its status line comes before any result."""
    engine.send(f"{line}\n".encode())
    assert engine.line(SOON) == status


def end(engine: Engine, line: bytes) -> None:
    """End the analysis with a line: what is still under way is followed by one empty line."""
    engine.send(line)
    while heard := engine.line(SOON):
        assert heard.startswith("info ")


# ---------------------------------------------------------------------- what ends it


@pytest.mark.parametrize("command", ANALYSES)
def test_the_status_comes_at_once_and_then_line_after_line(engine: Engine, command: str) -> None:
    begin(engine, f"12 {command} b 5", "=12 ")
    for _ in range(3):
        assert read(command, engine.line())
    end(engine, b"\n")
    assert engine.is_silent(0.2)


@pytest.mark.parametrize("command", ANALYSES)
@pytest.mark.parametrize(
    "line", [b"\n", b"\r\n", b"   \n", b"# a comment\n", b"43\n", b"\x00\n", b"\xef\xbb\xbf\n"]
)
def test_a_line_that_asks_nothing_ends_it_without_an_answer(
    engine: Engine, command: str, line: bytes
) -> None:
    begin(engine, f"{command} 2")
    assert read(command, engine.line())
    end(engine, line)
    if line == b"\xef\xbb\xbf\n":
        assert engine.answer(SOON) == "? unknown command"  # a mark is dropped at the start only
    assert engine.is_silent(0.1)
    assert engine.ask("9 name") == "=9 Quatuor"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("5 name", "=5 Quatuor"),
        ("6 nonsense", "?6 unknown command"),
        ("7 play b", "?7 syntax error: MOVE missing: play COLOUR MOVE"),
        ("8 play w D4", "?8 illegal move"),
        ("stop", "= "),
        ("9 history", "=9 "),
    ],
)
@pytest.mark.parametrize("command", ANALYSES)
def test_e19_the_line_that_ends_it_is_answered_and_nothing_else_follows(
    engine: Engine, command: str, line: str, answer: str
) -> None:
    begin(engine, f"{command} 1")
    assert read(command, engine.line())
    end(engine, f"{line}\n".encode())
    assert engine.answer(SOON) == answer
    assert engine.is_silent(0.3)
    assert engine.ask("name") == "= Quatuor"


def test_e19_lines_that_come_together_are_answered_in_order(engine: Engine) -> None:
    engine.send(
        b"1 analyze 1\n2 lz-analyze 1\n3 play b D4\n4 kata-analyze w 1\n5 history\n6 quit\n"
    )
    heard = engine.rest().decode().split("\n\n")
    assert [answer.split("\n")[0] for answer in heard] == [
        *("=1 ", "=2 ", "=3 ", "=4 ", "=5 1 D4", "=6 ", "")
    ]
    assert engine.wait(SOON) == 0


def test_half_a_line_ends_nothing(engine: Engine) -> None:
    begin(engine, "analyze 1")
    engine.send(b"na")
    for _ in range(3):
        assert read("analyze", engine.line())
    end(engine, b"me\n")
    assert engine.answer(SOON) == "= Quatuor"


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_follows_the_game(engine: Engine, game: str) -> None:
    """Restarted on a new position, it says nothing more about the old one."""
    engine.ok(f"newgame {game}")
    for ply in range(6):
        seat = 1 + ply % 2
        begin(engine, f"lz-analyze {seat} 2")
        moves = [segment.move for segment in read("lz-analyze", engine.line())]
        end(engine, f"legal_moves\nplay {seat} {moves[0]}\n".encode())
        legal = engine.answer(SOON).removeprefix("= ").split()
        assert set(moves) <= set(legal)
        assert engine.answer(SOON) == "= "
    assert len(engine.ok("history").split("\n")) == 6


def test_an_analysis_changes_nothing(engine: Engine) -> None:
    engine.ok("newgame gorami")
    engine.ok("param nodes 500")
    before = engine.state()
    begin(engine, "analyze 1 maxmoves 2")
    for _ in range(5):
        assert len(read("analyze", engine.line())) <= 2
    end(engine, b"\n")
    assert engine.state() == before


def test_limits_of_moves_do_not_end_it(engine: Engine) -> None:
    for line in ("param nodes 10", "param depth 1", "param movetime 0.01", "time_settings 1 0 0"):
        engine.ok(line)
    begin(engine, "analyze 1")
    for _ in range(10):
        read("analyze", engine.line())
    assert sum(segment.visits for segment in read("analyze", engine.line())) > 10
    end(engine, b"\n")


def test_a_solved_position_is_told_again_and_again(engine: Engine) -> None:
    """An analysis that has nothing left to find still waits for the line that ends it."""
    engine.ok(f"setposition {LOST}")
    begin(engine, "analyze 2 maxmoves 1")
    lines = {engine.line() for _ in range(20)}
    assert "solved loss 2 plies " in lines.pop()
    end(engine, b"\n")


LOST = "siege_stones pieces=...T1../...1.2./..T.1../....T../...T.../..1..../1T....."

# ---------------------------------------------------------------------- moves that are played


@pytest.mark.parametrize("command", GENERATING)
@pytest.mark.parametrize("game", GAMES)
def test_a_generating_analysis_ends_by_itself(engine: Engine, game: str, command: str) -> None:
    engine.ok(f"newgame {game}")
    engine.ok("param movetime 0.4")
    engine.send(f"3 {command} b 10\n4 history\n".encode())
    first, *lines, play = engine.answer().split("\n")
    assert first == "=3 "
    assert lines
    best = [read(command, line)[0].move for line in lines]
    assert play == f"play {best[-1]}"
    assert engine.answer() == f"=4 1 {best[-1]}"


@pytest.mark.parametrize("command", GENERATING)
def test_stop_shortens_it_and_is_answered(start: Start, command: str) -> None:
    engine = start()
    engine.ok("param movetime 600")
    begin(engine, f"{command} 5")
    read(command, engine.line())
    engine.send(b"1 stop\n2 side_to_move\n")
    *_, play = engine.answer(SOON).split("\n")
    assert play.startswith("play ")
    assert engine.answer(SOON) == "=1 "
    assert engine.answer(SOON) == "=2 2 black"


def test_other_lines_wait_for_it(engine: Engine) -> None:
    engine.ok("param search uct")  # which never is sure of its move before
    engine.ok("param movetime 0.5")
    begin_time = time.monotonic()
    engine.send(b"genmove_analyze b 10\n\n# nothing\n8 name\n")
    assert engine.answer().split("\n")[-1].startswith("play ")
    assert time.monotonic() - begin_time > 0.4
    assert engine.answer() == "=8 Quatuor"


# ---------------------------------------------------------------------- pondering


def processor_time(engine: Engine) -> float:
    return float(engine.ok("cputime"))


@pytest.mark.parametrize("search", ["auto", "alphabeta", "mcts", "uct"])
def test_pondering_uses_the_time_of_others(engine: Engine, search: str) -> None:
    for line in (f"param search {search}", "param movetime 0.05", "param hash 8"):
        engine.ok(line)
    engine.ok("genmove b")
    before = processor_time(engine)
    time.sleep(0.5)
    assert processor_time(engine) - before < 0.1
    engine.ok("newgame kulami")
    engine.ok("param ponder on")
    engine.ok("genmove b")
    until = time.monotonic() + DEADLINE
    while processor_time(engine) - before < 0.5:
        assert time.monotonic() < until
        time.sleep(0.2)


def test_pondering_is_silent_and_ends_with_stop(engine: Engine) -> None:
    for line in ("param ponder on", "param movetime 0.05", "genmove b"):
        engine.ok(line)
    assert engine.is_silent(0.3)
    assert engine.ask("stop", SOON) == "= "
    before = processor_time(engine)
    time.sleep(0.5)
    assert processor_time(engine) - before < 0.1


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_pondering(engine: Engine, game: str) -> None:
    """Seat 1 ponders, seat 2 moves by the first legal move; every answer is right."""
    for line in (f"newgame {game}", "param ponder on", "param nodes 300", "param hash 4"):
        engine.ok(line)
    while (side := engine.ok("side_to_move")) != "none":
        legal = engine.ok("legal_moves").split()
        if side.startswith("1"):
            assert engine.ok("genmove b") in legal
        else:
            engine.ok(f"play w {legal[0]}")
    assert engine.ok("final_score")


@pytest.mark.parametrize("ending", [b"quit\n", None])
def test_pondering_does_not_keep_the_process(start: Start, ending: bytes | None) -> None:
    engine = start()
    for line in ("param ponder on", "param movetime 0.05", "genmove b"):
        engine.ok(line)
    time.sleep(0.2)
    if ending:
        engine.send(ending)
    else:
        engine.end_input()
    assert engine.wait(SOON) == 0
    assert engine.errors() == ""
