"""Records of games in SGF: each property, there and back, and what is no record."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.game_record import (
    GAME_NUMBER,
    GameRecord,
    Move,
    read_collection,
    read_sgf,
    result_text,
    write_sgf,
)
from protocol.sgf import MAX_FILE, MAX_GAME, SgfError, main_lines

KULAMI = GameRecord(
    setup="kulami scoring=both layout=AAB/CCB",
    moves=(Move(1, "D4", "0.5 s, depth 7"), Move(2, "D7"), Move(1, "pass", "two\nlines")),
    opening=1,
    players=("Ann [3]", "Bob: \\o/"),
    result="B+4",
    date="2030-01-31",
    event="Cup",
    round="2",
    comment="Ann beats Bob 31-27.\n(K8)",
    application="Quatuor",
    version="1.0",
)
SIEGE = GameRecord(
    setup="siege_stones players=4 towers=12 opening=any first_tower=any",
    moves=(Move(3, "D4=S"), Move(4, "E4=T", "here: a tower]"), Move(1, "A1=S"), Move(2, "G7=S")),
    position="pieces=......1/......2/......./T......",
    players=("", "", "Carol: the third", "Dave"),
    result="draw 1 4",
)


def read(text: str) -> GameRecord:
    return read_sgf(text.encode())


# ---------------------------------------------------------------------- the form


def test_a_game_of_two() -> None:
    assert write_sgf(KULAMI) == "\n".join(
        [
            "(;FF[4]GM[1000]CA[UTF-8]AP[Quatuor:1.0]",
            "PB[Ann [3\\]]",
            "PW[Bob: \\\\o/]",
            "QST[kulami scoring=both layout=AAB/CCB]",
            "QOP[1]",
            "EV[Cup]",
            "RO[2]",
            "DT[2030-01-31]",
            "RE[B+4]",
            "GC[Ann beats Bob 31-27.",
            "(K8)]",
            ";B[D4]C[0.5 s, depth 7]",
            ";W[D7]",
            ";B[pass]C[two",
            "lines]",
            ")",
            "",
        ]
    )


def test_a_game_of_four() -> None:
    assert write_sgf(SIEGE) == "\n".join(
        [
            "(;FF[4]GM[1000]CA[UTF-8]",
            "QNA[3:Carol\\: the third][4:Dave]",
            "QST[siege_stones players=4 towers=12 opening=any first_tower=any]",
            "QPO[pieces=......1/......2/......./T......]",
            "QRE[draw 1 4]",
            ";QMV[3:D4=S]",
            ";QMV[4:E4=T]C[here: a tower\\]]",
            ";B[A1=S]",
            ";W[G7=S]",
            ")",
            "",
        ]
    )


@pytest.mark.parametrize("record", [KULAMI, SIEGE, GameRecord("gorami board=22")])
def test_there_and_back(record: GameRecord) -> None:
    assert read(write_sgf(record)) == record


def test_the_number_of_the_game_is_none_of_those_that_ff4_has_given_away() -> None:
    assert GAME_NUMBER not in range(1, 41)


def test_lines_are_told() -> None:
    record = read("(;FF[4]\nQST[kulami]\n;B[D4];W[D7]\n\n;B[D1])")
    assert record.line == 2
    assert [move.line for move in record.moves] == [3, 3, 5]


@pytest.mark.parametrize("seat", [0, 5, -1])
def test_there_are_four_seats(seat: int) -> None:
    with pytest.raises(ValueError, match="a seat from 1 to 4"):
        write_sgf(GameRecord("kulami", (Move(seat, "D4"),)))


def test_there_are_four_names() -> None:
    with pytest.raises(ValueError, match="a seat from 1 to 4"):
        write_sgf(GameRecord("kulami", players=("", "", "", "", "Eve")))


@pytest.mark.parametrize(
    ("winners", "seats", "how", "text"),
    [
        ((1,), 2, "4", "B+4"),
        ((2,), 2, "12", "W+12"),
        ((1,), 2, "", "B+"),
        ((2,), 2, "R", "W+R"),
        ((1,), 2, "T", "B+T"),
        ((2,), 2, "F", "W+F"),
        ((1, 2), 2, "", "0"),
        ((), 2, "", "Void"),
        ((3,), 3, "", "win 3"),
        ((1,), 4, "F", "win 1"),
        ((1, 4), 4, "", "draw 1 4"),
        ((), 3, "", "Void"),
    ],
)
def test_results(winners: Sequence[int], seats: int, how: str, text: str) -> None:
    assert result_text(winners, seats, how) == text
    assert read(write_sgf(GameRecord("kulami", result=text))).result == text


PAGE = Path(__file__).parents[2] / "docs" / "sgf.md"


def test_the_page_names_every_property_and_every_bound() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[A-Z]+`(?:, )?)+) \|", page, re.MULTILINE)
    texts = (write_sgf(KULAMI), write_sgf(SIEGE))
    nodes = [node for text in texts for game in main_lines(text) for node in game]
    assert {name for row in rows for name in re.findall("[A-Z]+", row)} == set().union(*nodes)
    assert f"{MAX_GAME:,} characters" in page
    assert f"{MAX_FILE >> 20} MiB" in page
    assert f"| `GM` | `{GAME_NUMBER}` |" in page


# ---------------------------------------------------------------------- what others write

EDITED: dict[str, tuple[str, Mapping[str, Any]]] = {
    "another number, program and size": (
        "(;GM[1]FF[3]AP[An: editor:2.0]SZ[19]KM[6.5]ST[2]QST[kulami])",
        {"application": "An", "version": " editor:2.0"},
    ),
    "long names of properties, as in FF[3]": (
        "(;QST[kulami]PlayerBlack[Ann];Black[D4];White[D7])",
        {"players": ("Ann",), "moves": (Move(1, "D4"), Move(2, "D7"))},
    ),
    "variations": (
        "(;QST[kulami];B[D4](;W[D7];B[D1])(;W[D8]))",
        {"moves": (Move(1, "D4"), Move(2, "D7"), Move(1, "D1"))},
    ),
    "a move in the root": ("(;QST[kulami]B[D4];W[D7])", {"moves": (Move(1, "D4"), Move(2, "D7"))}),
    "nodes without a move": (
        "(;QST[kulami];C[Well];B[D4]N[x]BL[3.5]TR[D4];;W[D7])",
        {"moves": (Move(1, "D4"), Move(2, "D7"))},
    ),
    "an empty move": ("(;QST[kulami];B[])", {"moves": (Move(1, "pass"),)}),
    "blanks around": (
        "(;QST[\n kulami\n scoring=both ];B[ D4 ];QMV[3: D4=S])",
        {"setup": "kulami  scoring=both", "moves": (Move(1, "D4"), Move(3, "D4=S"))},
    ),
    "seats 1 and 2 in the way of the others": (
        "(;QST[kulami]QNA[1:Ann][4:Dave];QMV[1:D4];QMV[2:D7])",
        {"players": ("Ann", "", "", "Dave"), "moves": (Move(1, "D4"), Move(2, "D7"))},
    ),
    "texts about the game in a later node": (
        "(;QST[kulami];B[D4];PB[Ann]GC[a\\\nb])",
        {"moves": (Move(1, "D4"),), "players": ("Ann",), "comment": "ab"},
    ),
    **{
        f"the result {long}": (f"(;QST[kulami]RE[{long}])", {"result": short})
        for long, short in (
            *(("Draw", "0"), ("B+Resign", "B+R"), ("W+Time", "W+T"), ("W+Forfeit", "W+F")),
            *(("0", "0"), ("?", "?"), ("Void", "Void"), ("B+3.5", "B+3.5"), ("Black", "Black")),
        )
    },
}


@pytest.mark.parametrize("case", EDITED)
def test_other_programs(case: str) -> None:
    text, expected = EDITED[case]
    assert read(text) == replace(GameRecord("kulami"), **expected)


def test_a_collection() -> None:
    text = write_sgf(KULAMI) + "and\n" + write_sgf(SIEGE)
    assert list(read_collection(text.encode())) == [KULAMI, SIEGE]
    assert read(text) == KULAMI


# ---------------------------------------------------------------------- what is no record

WRONG: dict[str, tuple[str, tuple[int, int], str]] = {
    "a game of Go": ("(;FF[4]GM[1]SZ[9];B[dd];W[ff])", (0, 0), "QST"),
    "a setup in a variation": ("(;FF[4](;B[D4])(;QST[kulami]))", (0, 0), "QST"),
    "two moves in a node": ("(;QST[kulami]\n;B[D4]\n;W[D7]B[D1])", (3, 3), "two moves"),
    "two values of a move": ("(;QST[kulami]\n;B[D4][D7])", (2, 2), "two moves"),
    "stones": ("(;QST[kulami]\nAB[D4])", (2, 0), "AB"),
    "no stones": ("(;QST[kulami];B[D4]\n;AE[D4])", (2, 0), "AE"),
    "a fifth seat": ("(;QST[kulami];B[D4]\n;QMV[5:D4])", (2, 2), "not '5'"),
    "no seat": ("(;QST[kulami]\n;QMV[D4])", (2, 1), "not 'D4'"),
    "a huge seat": (f"(;QST[kulami]\n\nQNA[{'9' * 99}:Eve])", (3, 0), "a seat from 1 to 4"),
    "a strange number": ("(;QST[kulami]\nQOP[some])", (2, 0), "not 'some'"),
    "a negative number": ("(;QST[kulami]\nQOP[-1])", (2, 0), "not '-1'"),
    "no SGF": ("(;QST[kulami]\n;B[D4)", (2, 0), "']' is missing"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors_say_line_and_move(case: str) -> None:
    text, (line, move), why = WRONG[case]
    with pytest.raises(SgfError) as caught:
        read(text)
    assert (caught.value.line, caught.value.move) == (line, move)
    assert why in caught.value.why


# ---------------------------------------------------------------------- any record

CHARS = st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("[]\\:;()")
LINE = st.text(CHARS, max_size=12)
LINES = st.lists(LINE, max_size=4).map("\n".join)
WORDS = LINE.map(lambda text: " ".join(text.split()))
MOVES = st.builds(
    Move,
    st.integers(1, 4),
    st.sampled_from(["D4", "C3=2", "E5=T", "pass", "]", "\\", "a:b"]),
    LINES,
)
RESULTS = st.sampled_from(["", "B+", "W+3", "0", "Void", "?", "W+R", "win 3", "draw 1 2 4"])
RECORDS = st.builds(
    GameRecord,
    setup=WORDS.map(lambda words: f"kulami {words}".strip()),
    moves=st.lists(MOVES, max_size=5).map(tuple),
    position=WORDS,
    opening=st.integers(0, 99),
    players=st.lists(LINE, max_size=3).map(lambda names: (*names, "Zoë") if names else ()),
    result=RESULTS,
    date=LINE,
    event=LINE,
    round=LINE,
    comment=LINES,
    application=st.just("Quatuor") | LINE.map(lambda text: f"An {text}"),
    version=LINE,
)


@given(RECORDS)
def test_any_record_there_and_back(record: GameRecord) -> None:
    assert read(write_sgf(record)) == record


@given(st.lists(RECORDS, min_size=1, max_size=3))
@settings(max_examples=20)
def test_any_collection_there_and_back(records: list[GameRecord]) -> None:
    data = "".join(map(write_sgf, records)).encode()
    assert list(read_collection(data)) == records


@given(RECORDS, st.text(st.characters(categories=["Cc", "Cs"]), min_size=1, max_size=5))
def test_odd_characters_do_no_harm(record: GameRecord, odd: str) -> None:
    """They may change, but only themselves, and not if they are read and written again."""
    noisy = replace(record, event=f"{odd}Cup{odd}", comment=f"{odd}{record.comment}")
    heard = read(write_sgf(noisy))
    assert heard.event.strip(" ?") == "Cup"
    assert replace(heard, event=record.event, comment=record.comment) == record
    assert read(write_sgf(heard)) == heard


@settings(max_examples=50)
@given(RECORDS)
def test_sgfmill_reads_the_same_properties(record: GameRecord) -> None:
    grammar = pytest.importorskip("sgfmill.sgf_grammar")
    text = write_sgf(record)
    (ours,) = main_lines(text)
    (game,) = grammar.parse_sgf_collection(text.encode())
    root, *nodes = grammar.main_sequence_iter(game)
    assert [{name: found.values for name, found in node.items()} for node in ours] == [
        {name: [value.decode() for value in values] for name, values in node.items()}
        for node in (root, *nodes)
    ]
    assert grammar.simpletext_value(root["QST"][0]).decode() == record.setup
    assert grammar.text_value(root.get("GC", [b""])[0]).decode() == record.comment
    for move, node in zip(record.moves, nodes, strict=True):
        assert grammar.text_value(node.get("C", [b""])[0]).decode() == move.comment
        name, value = {1: ("B", move.text), 2: ("W", move.text)}.get(
            move.seat, ("QMV", f"{move.seat}:{move.text}")
        )
        assert grammar.simpletext_value(node[name][0]).decode() == value


# ---------------------------------------------------------------------- broken records

WHOLE = write_sgf(KULAMI).encode()


def test_a_file_that_was_cut_off() -> None:
    for length in range(len(WHOLE.rstrip())):
        with pytest.raises(SgfError):
            read_sgf(WHOLE[:length])
