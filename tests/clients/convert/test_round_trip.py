"""SGF to JSON to GTP to SGF: the same game comes back."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from clients.convert.forms import FORMS
from clients.convert.game import Game
from clients.convert.replay import replay
from engine.games.state import State
from engine.session.results import result_text
from protocol.game_record import GameRecord, read_sgf, write_sgf
from tests.clients.convert.support import (
    OF_TWO,
    SETUPS,
    convert,
    played,
    record_of,
    records,
    replayed,
)
from tests.session.sessions import Talk

CHAIN = ["sgf", "jsonl", "gtp", "sgf", "gtp", "jsonl", "sgf"]


def by_the_rules(record: GameRecord) -> str:
    """The result that the end of a game makes, as ``final_score`` or ``score`` says it."""
    talk = Talk()
    talk.ok(f"setposition {record.setup} {record.position}" if record.position else newgame(record))
    for move in record.moves:
        talk.ok(f"play {move.seat} {move.text}")
    standing = talk.ok("score").split("\n")[0]
    if standing == "ongoing":
        return ""
    return standing if talk.state.setup.seats > 2 else talk.ok("final_score")


def newgame(record: GameRecord) -> str:
    return f"newgame {record.setup}"


def expected_result(record: GameRecord) -> str:
    """What a form has to say of the result."""
    ended = by_the_rules(record)
    if record.result in (*OF_TWO, "Void"):
        return record.result
    return ended or record.result.replace("?", "")


def handed_on(record: GameRecord) -> GameRecord:
    """The record after it went through all forms."""
    text = write_sgf(record)
    for here, there in pairwise(CHAIN):
        text = FORMS[there].write(replayed(here, text), 1)
    return read_sgf(text.encode())


@settings(max_examples=120)
@given(records())
def test_every_form_hands_the_game_on(record: GameRecord) -> None:
    found = handed_on(record)
    assert found.application == "Quatuor convert"
    expected = replace(record, result=expected_result(record))
    assert replace(found, application="", version="") == expected


@settings(max_examples=30)
@given(records())
def test_json_gives_what_a_move_took_as_numbers(record: GameRecord) -> None:
    line = FORMS["jsonl"].write(replay(Game("sgf", record)), 1)
    for told, move in zip(json.loads(line)["moves"], record.moves, strict=True):
        assert (told["seat"], told["move"]) == (move.seat, move.text)
        if move.comment.startswith("0.5 s, nodes"):
            assert (told["seconds"], told["nodes"], told["depth"]) == (0.5, 1200, 9)
            assert told["score"] == -1.5
            assert "comment" not in told
        elif move.comment.startswith("01 s"):
            assert told["comment"] == "01 s"


@settings(max_examples=30)
@given(records())
def test_sgfmill_reads_what_is_written(record: GameRecord) -> None:
    grammar = pytest.importorskip("sgfmill.sgf_grammar")
    text = FORMS["sgf"].write(replay(Game("sgf", record)), 1)
    (tree,) = grammar.parse_sgf_collection(text.encode())
    root, *nodes = grammar.main_sequence_iter(tree)
    assert grammar.simpletext_value(root["QST"][0]).decode() == record.setup
    assert len(nodes) == len(record.moves)
    for move, node in zip(record.moves, nodes, strict=True):
        name = {1: "B", 2: "W"}.get(move.seat, "QMV")
        value = move.text if move.seat < 3 else f"{move.seat}:{move.text}"
        assert grammar.simpletext_value(node[name][0]).decode() == value
        assert grammar.text_value(node.get("C", [b""])[0]).decode() == move.comment


@settings(max_examples=30)
@given(records())
def test_a_script_plays_the_game_in_the_engine(record: GameRecord) -> None:
    script = FORMS["gtp"].write(replay(Game("sgf", record)), 1)
    talk = Talk()
    for line in script.splitlines():
        if not line.startswith("#"):
            talk.ok(line)
    assert [(each.seat, each.text) for each in talk.state.history] == [
        (move.seat, move.text) for move in record.moves
    ]
    assert talk.state.setup.line == record.setup


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_result_is_the_one_of_the_rules(number: int) -> None:
    state = played(SETUPS[number], Random(number))
    outcome = state.outcome()
    assert outcome is not None
    found = replay(Game("sgf", record_of(state)))
    totals = [score.total for score in state.scores()]
    winners = (outcome.winner,) if outcome.winner else outcome.drawn
    assert found.verdict.winners == winners
    if len(totals) == 2:
        assert found.record.result == result_text(outcome, totals)


def test_a_collection_of_all_games_goes_through_files(tmp_path: Path) -> None:
    states = [played(setup, Random(7), 20) for setup in SETUPS]
    first = tmp_path / "first.sgf"
    first.write_text("".join(write_sgf(record_of(state)) for state in states), encoding="utf-8")
    assert convert(first, tmp_path / "all.jsonl").code == 0
    assert convert(tmp_path / "all.jsonl", f"{tmp_path}/games/", "--to", "gtp").code == 0
    scripts = [tmp_path / "games" / f"all-{n}.gtp" for n in range(1, len(states) + 1)]
    assert sorted(scripts) == sorted((tmp_path / "games").iterdir())
    assert convert(*scripts, tmp_path / "last.sgf").code == 0
    done = convert(tmp_path / "last.sgf", "-", "--to", "jsonl")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [(line["setup"], [move["move"] for move in line["moves"]]) for line in lines] == [
        (state.setup.line, [move.text for move in state.history]) for state in states
    ]


def test_a_line_of_json_is_written_as_it_was(tmp_path: Path) -> None:
    """Also what no other form has a place for."""
    line = FORMS["jsonl"].write(replay(Game("sgf", record_of(State(SETUPS[0])))), 1)
    told = {**json.loads(line), "host": "node7", "mine": [1, {"a": None}], "odd": "\ud800"}
    text = json.dumps(told) + "\n"
    assert json.loads(FORMS["jsonl"].write(replayed("jsonl", text), 5)) == told
    (tmp_path / "in.jsonl").write_text(text)
    assert convert(tmp_path / "in.jsonl", tmp_path / "out.jsonl").code == 0
    assert json.loads((tmp_path / "out.jsonl").read_bytes()) == told
