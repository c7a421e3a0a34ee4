"""`solve`: what it says, what it leaves alone, and what ends it."""

import re
import time
from typing import Any

import pytest

from engine.games.registry import GAMES
from tests.games.support import load

from .engine_process import SOON, Engine
from .sessions import Talk, newgame

#: Yellow, to move, cannot keep blue from winning with the next move but one.
LOST = "siege_stones pieces=...T1../...1.2./..T.1../....T../...T.../..1..../1T....."
VALUE = re.compile(r"(?:win|loss) [1-9]\d*|draw")
BOUND = r"(?:(?:win|loss)(?: \d+)?|draw)"


def late(item: dict[str, Any], plies: int) -> Talk:
    """A game so many plies before its end, or less if it ended early."""
    talk = Talk()
    talk.ok(newgame(item["game"], item["options"]))
    for move in item["moves"][:-plies]:
        talk.ok(f"play {talk.ok('side_to_move').split()[0]} {move}")
    return talk


@pytest.mark.parametrize("game", GAMES)
def test_the_line_leads_to_the_value(game: str) -> None:
    """Played to its end, the line wins as `solve` has said, by as much or as soon."""
    item = next(each for each in load("random_games.jsonl") if each["game"] == game)
    talk = late(item, 4)
    talk.ok("param nodes 0")
    seat = int(talk.ok("side_to_move").split()[0])
    value, line = talk.ok("solve 60").split("\n")
    assert VALUE.fullmatch(value)
    for move in line.split():
        talk.ok(f"play {talk.ok('side_to_move').split()[0]} {move}")
    assert talk.ok("side_to_move") == "none"
    result = talk.ok("final_score")
    won = {"B": 1, "W": 2}.get(result[0], 0)
    word, _, number = value.partition(" ")
    assert word == ("draw" if not won else "win" if won == seat else "loss")
    if result[2:]:
        assert number == result[2:]
    elif won:
        assert int(number) == len(line.split())


def test_nothing_changes() -> None:
    talk = late(next(each for each in load("random_games.jsonl") if each["game"] == "gorami"), 5)
    before = [talk.ok(each) for each in ("position", "history", "param", "explain_last_move")]
    talk.ok("solve 5")
    assert before == [
        talk.ok(each) for each in ("position", "history", "param", "explain_last_move")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_it_says_when_it_comes_nowhere(game: str) -> None:
    talk = Talk()  # which has set one node a search
    talk.ok(f"newgame {game}")
    first, second = talk.ok("solve").split("\n")
    assert first == "unknown"
    assert re.fullmatch(f"from {BOUND} to {BOUND}", second)


def test_stop_ends_it_and_it_goes_on_where_it_was(engine: Engine) -> None:
    engine.ok(f"setposition {LOST}")
    assert engine.ok("solve 10").split("\n")[0] == "loss 2"
    engine.ok("newgame kulami")
    engine.send(b"1 solve 600\n")
    time.sleep(0.3)
    engine.send(b"2 stop\n3 solve 0.05\n")
    assert re.fullmatch(f"=1 unknown\nfrom {BOUND} to {BOUND}", engine.answer(SOON))
    assert engine.answer(SOON) == "=2 "
    assert engine.answer(SOON).startswith("=3 unknown")


@pytest.mark.parametrize("words", ["-1", "x", "1 2", "1e999"])
def test_what_is_refused(words: str) -> None:
    assert Talk().ask(f"solve {words}").startswith("? syntax error: ")
