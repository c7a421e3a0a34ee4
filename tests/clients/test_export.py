"""Records as GTP scripts, SGF and CSV: any other program reads the same game in them."""

import csv
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.referee.export import as_csv, as_gtp, as_sgf
from engine.games.registry import GAMES
from engine.games.state import State
from protocol.game_record import read_sgf
from tests.clients.report.factory import COLOURS, Record, fault, game, match, tournament

ROOT = Path(__file__).resolve().parents[2]
SETUPS = {
    "kulami": ("kulami", {"layout": "8x8", "scoring": "both"}),
    "donuts": ("donuts", {"seed": "5"}),
    "gorami": ("gorami", {"board": "24"}),
    "siege_stones": ("siege_stones", {}),
    "three seats": ("siege_stones", {"players": "3"}),
    "four seats": ("siege_stones", {"players": "4"}),
}


def played(name: str, options: dict[str, str], seed: int = 1) -> tuple[Record, State]:
    """A record of a random game, and the game."""
    state, random = State(GAMES[name].setup(options)), Random(seed)
    while state.seat is not None:
        state.play(random.choice(state.legal_moves()))
    outcome = state.outcome()
    assert outcome is not None
    seats = state.setup.seats
    winners = [outcome.winner] if outcome.winner else list(outcome.drawn)
    record = game(tournament("ABCD"[:seats]), 1, range(seats), winners)
    record |= {"game": name, "setup": state.setup.line}
    record["moves"] = [{"seat": each.seat, "move": each.text} for each in state.history]
    for score, real in zip(record["scores"], state.scores(), strict=True):
        score["total"] = real.total
    return record, state


each_game = pytest.mark.parametrize(("name", "options"), SETUPS.values(), ids=SETUPS)


def answers(script: str) -> list[str]:
    """What our engine answers, process and pipe and all."""
    command = [sys.executable, "-m", "engine", "gtp"]
    run = subprocess.run(
        command, input=script, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return run.stdout.rstrip("\n").split("\n\n")


# ---------------------------------------------------------------------- GTP


def final_score(record: Record, margin: int) -> str:
    """What ``final_score`` has to answer (PROTOCOL section 3)."""
    if len(record["players"]) > 2:
        return " ".join(str(score["total"]) for score in record["scores"])
    if len(record["winners"]) > 1:
        return "0"
    return f"{' BW'[record['winners'][0]]}+{margin or ''}"


@each_game
def test_a_script_plays_the_game_again(name: str, options: dict[str, str]) -> None:
    record, state = played(name, options)
    outcome = state.outcome()
    assert outcome is not None
    told = answers(as_gtp(record))
    assert len(told) == len(record["moves"]) + 3
    assert [answer for answer in told if not answer.startswith("=")] == []
    assert told[0] == f"= {record['setup']}"
    assert told[-1] == f"= {final_score(record, outcome.margin)}"


def test_a_script_of_a_game_that_was_broken_off_asks_for_no_score() -> None:
    record, _ = played("kulami", {})
    record["moves"] = record["moves"][:5]
    record["termination"] = "fault"
    told = answers(as_gtp(record))
    assert [answer[0] for answer in told] == ["="] * 7


def test_a_script_tells_who_played_in_comments() -> None:
    lines = as_gtp(match("1", names=("New\n", "Old"))[0]).splitlines()
    assert lines[0] == "# game 1.1: New� (red), Old (black)"
    assert lines[2] == "newgame kulami scoring=both layout=8x8"
    assert lines[3:5] == ["play 1 D4", "play 2 D4"]
    assert all(not line.startswith("#") for line in lines[2:])


@pytest.mark.parametrize("move", ["D4\nquit", "D4 # x", "", "\x00"])
def test_a_move_that_is_no_word_is_not_written(move: str) -> None:
    record = match("1")[0]
    record["moves"][0]["move"] = move
    with pytest.raises(ValueError, match="not a command"):
        as_gtp(record)


# ---------------------------------------------------------------------- SGF


@each_game
def test_sgf_has_the_game(name: str, options: dict[str, str]) -> None:
    record, _ = played(name, options)
    record["opening"] = 2
    found = read_sgf(as_sgf(record).encode())
    assert found.setup == record["setup"]
    assert [(move.seat, move.text) for move in found.moves] == [
        (move["seat"], move["move"]) for move in record["moves"]
    ]
    assert found.players == tuple(player["name"] for player in record["players"])
    assert (found.opening, found.date, found.round) == (2, "2030-01-31", "1.1")


@pytest.mark.parametrize("seed", range(6))
@each_game
def test_sgf_has_the_result(name: str, options: dict[str, str], seed: int) -> None:
    record, state = played(name, options, seed)
    outcome = state.outcome()
    assert outcome is not None
    expected = final_score(record, outcome.margin)
    if state.setup.seats > 2:
        word = "win" if outcome.winner else "draw"
        expected = " ".join([word, *map(str, record["winners"])])
    assert read_sgf(as_sgf(record).encode()).result == expected


def resigned(record: Record) -> None:
    record["termination"] = "resignation"


def late(record: Record) -> None:
    record.update(termination="fault", faults=[fault(2)])


def crashed(record: Record) -> None:
    record.update(termination="fault", faults=[fault(2, kind="exit")])


def adjudicated(record: Record) -> None:
    record["termination"] = "adjudication"


@pytest.mark.parametrize(
    ("happened", "result"),
    [(resigned, "B+R"), (late, "B+T"), (crashed, "B+F"), (adjudicated, "B+")],
)
def test_sgf_says_how_a_game_was_won_otherwise(
    happened: Callable[[Record], None], result: str
) -> None:
    (record,) = match("1")
    happened(record)
    assert read_sgf(as_sgf(record).encode()).result == result


def test_sgf_tells_what_a_move_took() -> None:
    (record,) = match("1")
    record["termination"] = "resignation"
    record["moves"] = [
        {"seat": 1, "move": "D4"},
        {"seat": 2, "move": "D5", "seconds": 0.000094, "nodes": 1200, "depth": 9, "score": -14},
        {"seat": 1, "move": "D6", "seconds": 2},
    ]
    comments = [move.comment for move in read_sgf(as_sgf(record).encode()).moves]
    assert comments == ["", "0.000094 s, nodes 1200, depth 9, score -14", "2 s"]


def test_a_game_that_cannot_be_played_again_has_no_margin() -> None:
    record, _ = played("kulami", {})
    record["winners"] = [1]
    record["moves"][1]["move"] = "Z99"
    with pytest.raises(ValueError, match=r"the game 1\.1 cannot be played again"):
        as_sgf(record)


# ---------------------------------------------------------------------- CSV


def rows(records: list[Record]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(as_csv(records)), newline="")))


def test_csv_has_a_line_for_each_game() -> None:
    first, second = match("1=")
    second["faults"] = [fault(2, "A")]
    assert rows([first, second])[1] == {
        "id": "1.2",
        "number": "2",
        "pair": "1",
        "round": "1",
        "started": "2030-01-31T12:00:02.000Z",
        "seconds": "1.5",
        "game": "kulami",
        "setup": "kulami scoring=both layout=8x8",
        "engine_1": "B",
        "points_1": "0.5",
        "total_1": "31",
        "engine_2": "A",
        "points_2": "0.5",
        "total_2": "32",
        "result": "B met A",
        "reason": "nobody can move (K7)",
        "termination": "rules",
        "winners": "1 2",
        "plies": "2",
        "faults": "seat 2 (time): did not answer 'genmove' in 0.30 s",
    }


def test_csv_has_columns_for_all_seats() -> None:
    of = tournament("ABCD")
    (row,) = rows([game(of, 1, (3, 2, 1, 0), [2])])
    assert [row[f"engine_{seat}"] for seat in range(1, 5)] == ["D", "C", "B", "A"]
    assert [row[f"points_{seat}"] for seat in range(1, len(COLOURS) + 1)] == [
        "0.0",
        "1.0",
        "0.0",
        "0.0",
    ]


def test_csv_without_games_has_the_names_of_the_columns() -> None:
    (line,) = as_csv([])
    assert line.startswith("id,number,pair,round,")
    assert line.endswith(",plies,faults\r\n")


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text())
def test_csv_keeps_any_text(name: str, reason: str) -> None:
    (record,) = match("1", names=(name, "B"))
    record["reason"] = reason
    lines = io.StringIO("".join(as_csv([record])), newline="")
    (row,) = csv.DictReader(lines)
    assert (row["engine_1"], row["reason"]) == (name, reason)
