"""The dialect in a process of its own: how it starts, and how a search is interrupted."""

import time
from collections.abc import Callable

import pytest

from engine.games.registry import GAMES

from .engine_process import ENDLESS, SOON, Engine, output

Starter = Callable[..., Engine]
GOGUI = ("gtp", "--dialect", "gogui")


@pytest.mark.parametrize("command", ["genmove b", "reg_genmove b", "show_values"])
def test_an_interrupt_ends_a_search(start: Starter, command: str) -> None:
    engine = start(*GOGUI)
    engine.ok("gogui-interrupt")
    engine.ok(ENDLESS)
    engine.send(f"{command}\n".encode())
    time.sleep(0.5)
    engine.send(b"# interrupt\n")
    assert engine.answer(SOON).startswith("= ")
    assert engine.ok("name") == "Quatuor"


def test_an_interrupt_at_rest_is_a_comment(start: Starter) -> None:
    engine = start(*GOGUI, "--param", "nodes=50")
    engine.send(b"# interrupt\n")
    assert engine.ok("genmove b") in GAMES["kulami"].setup().cells
    assert engine.is_silent(0.1)


def test_a_first_word_is_kept_when_a_search_was_interrupted(start: Starter) -> None:
    engine = start(*GOGUI, "--game", "gorami")
    engine.ok(ENDLESS)
    engine.send(b"genmove b\n")
    time.sleep(0.5)
    engine.send(b"# interrupt\n")
    cell = engine.answer(SOON).removeprefix("= ")
    assert engine.ok("genmove w", SOON) == "pass"
    piece = engine.ok("genmove b", SOON)
    assert engine.ok("history") == f"1 {cell}\n2 pass\n1 {piece}"


def test_a_pass_ends_a_live_analysis_at_once(start: Starter) -> None:
    engine = start(*GOGUI, "--game", "gorami")
    engine.ok(ENDLESS)
    engine.ok("play b D3")
    assert engine.ask("lz-genmove_analyze w 10", SOON) == "= \nplay pass"
    assert engine.ok("history") == "1 D3\n2 pass"


def test_boards_left_to_chance_are_the_same_in_every_process() -> None:
    for line in ("donuts", "kulami layout=irregular", "kulami layout=8x8 scoring=both"):
        said = {output(b"setup\n", *GOGUI, "--game", line) for _ in range(2)}
        assert len(said) == 1
    given = [output(b"setup\n", *GOGUI, "--game", f"donuts seed={seed}") for seed in (1, 2)]
    assert given[0] == output(b"setup\n", *GOGUI, "--game", "donuts")
    assert given[1] != given[0]


def test_a_board_that_is_given_is_kept() -> None:
    line = "donuts layout=HHHHHH/VVVVVV/SSSSSS/BBBBBB/HHHHHH/VVVVVV"
    assert output(b"setup\n", *GOGUI, "--game", line).decode() == f"= {line}\n\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("siege_stones players=3", "the gogui dialect has stones of two colours"),
        ("siege_stones players=4", "this game has 4 players"),
        ("chess", "is not one of kulami, donuts, gorami, siege_stones"),
        ("donuts seed=x", "seed: a whole number"),
        ("donuts seed", "name=value expected"),
        ("", "is not one of"),
    ],
)
def test_a_start_that_cannot_be(start: Starter, line: str, why: str) -> None:
    engine = start(*GOGUI, "--game", line)
    assert engine.wait() == 1
    assert engine.rest() == b""
    assert engine.errors().startswith("quatuor: --game: ")
    assert why in engine.errors()
    assert len(engine.errors().splitlines()) == 1
