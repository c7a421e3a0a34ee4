"""The words of a command: PROTOCOL section 2, RULES C1 to C3 and K, D, G, S colours."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import SyntaxFailure
from protocol.words import (
    WORDS,
    Context,
    Count,
    Integer,
    Move,
    Name,
    Number,
    Option,
    Seat,
    Seconds,
    Text,
)

from .feeding import patient

KULAMI = ("red", "black")
DONUTS = ("chocolate", "vanilla")
GORAMI = ("yellow", "blue")
SIEGE = ("blue", "yellow", "red", "green")
ANY = Context(KULAMI, 1)


def parse(kind: object, text: str, context: Context = ANY) -> object:
    return WORDS[kind].parse(text, context)


def refusal(kind: object, text: str) -> SyntaxFailure | None:
    try:
        parse(kind, text)
    except SyntaxFailure as failure:
        return failure
    return None


SEATS = [
    (KULAMI, "b", 1),
    (KULAMI, "B", 1),
    (KULAMI, "1", 1),
    (KULAMI, "red", 1),
    (KULAMI, "Red", 1),
    (KULAMI, "w", 2),
    (KULAMI, "W", 2),
    (KULAMI, "white", 2),
    (KULAMI, "WHITE", 2),
    (KULAMI, "2", 2),
    (DONUTS, "black", 1),
    (DONUTS, "chocolate", 1),
    (DONUTS, "white", 2),
    (DONUTS, "Vanilla", 2),
    (GORAMI, "yellow", 1),
    (GORAMI, "blue", 2),
    (GORAMI, "black", 1),
    (SIEGE, "blue", 1),
    (SIEGE, "yellow", 2),
    (SIEGE, "red", 3),
    (SIEGE, "green", 4),
    (SIEGE, "black", 1),
    (SIEGE, "white", 2),
    (SIEGE, "3", 3),
    (SIEGE, "4", 4),
    (SIEGE[:3], "3", 3),
]


@pytest.mark.parametrize(("colours", "word", "seat"), SEATS)
@pytest.mark.parametrize("side", [None, 1, 2, 3, 4])
def test_seat_whoever_is_to_move(
    colours: tuple[str, ...], word: str, seat: int, side: int | None
) -> None:
    assert parse(Seat, word, Context(colours, side)) == seat


CLASHES = [
    (KULAMI, "black", 1, 1),
    (KULAMI, "black", 2, 2),
    (KULAMI, "black", None, 2),
    (KULAMI, "BLACK", 1, 1),
    (("white", "black"), "white", 1, 1),
    (("white", "black"), "white", 2, 2),
    (("white", "black"), "white", None, 1),
    (("white", "black"), "black", 1, 1),
    (("white", "black"), "black", None, 2),
    (("red", "green", "black"), "black", 1, 1),
    (("red", "green", "black"), "black", 2, 3),
    (("red", "green", "black"), "black", 3, 3),
    (("black", "white"), "black", 2, 1),
    (("black", "white"), "white", 1, 2),
]


@pytest.mark.parametrize(("colours", "word", "side", "seat"), CLASHES)
def test_side_to_move_decides_where_two_seats_fit(
    colours: tuple[str, ...], word: str, side: int | None, seat: int
) -> None:
    assert parse(Seat, word, Context(colours, side)) == seat


NO_SEATS = [
    (KULAMI, word)
    for word in ["", "purple", "0", "3", "4", "5", "01", "+1", "-1", "1.0", "bl", "blue", " b", "١"]
] + [(SIEGE[:3], "4"), (SIEGE[:3], "green"), (SIEGE, "5"), (SIEGE, "chocolate")]


@pytest.mark.parametrize(("colours", "word"), NO_SEATS)
def test_seat_the_game_does_not_have(colours: tuple[str, ...], word: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(Seat, word, Context(colours, 1))


MOVES = {
    "D4": "D4",
    "d4": "D4",
    "A1": "A1",
    "h8": "H8",
    "j9": "J9",
    "K10": "K10",
    "a99": "A99",
    "c3=2": "C3=2",
    "C3=1": "C3=1",
    "C3=3": "C3=3",
    "d4=t": "D4=T",
    "D4=S": "D4=S",
    "d4=s": "D4=S",
    "pass": "pass",
    "PASS": "pass",
    "Pass": "pass",
    "resign": "resign",
    "Resign": "resign",
}


@pytest.mark.parametrize("text", MOVES)
def test_move(text: str) -> None:
    assert parse(Move, text) == MOVES[text]


NO_MOVES = [
    *["", "D", "4", "4D", "I4", "i4", "L1", "Z9", "A0", "A00", "A01", "A100", "A-1", "AA1", "D4D5"],
    *["D4=", "D4=0", "D4=4", "D4=12", "D4=X", "D4=TT", "=T", "D=T", "D4T", "D4==T", "D4=B"],
    *["passs", "pas", "pass=1", "resign=1", "resigned"],
    *[" D4", "D4 ", "D4\n", "D 4", "D4,C3", "D4#", "D4 =T", "\ufeffD4"],
    *["D٤", "Ｄ4", "\u212a1", "D4=\u017f", "pa\u017fs", "É4"],
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_no_move(text: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(Move, text)


NUMBERS = {
    "0": 0.0,
    "5": 5.0,
    "+5": 5.0,
    "-5": -5.0,
    "0.5": 0.5,
    ".5": 0.5,
    "5.": 5.0,
    "-0.25": -0.25,
    "007": 7.0,
    "1e3": 1000.0,
    "1.5E-2": 0.015,
}
NO_NUMBERS = [
    *["", "nan", "NaN", "-nan", "inf", "-inf", "+Infinity", "1e999", "-1e999", "9" * 400],
    *["x", "1x", "1_000", "0x10", "1,5", "1.2.3", "--5", "+-5", "e5", "1e", ".", "-", "- 5"],
    *[" 5", "5 ", "5\n", "٣", "５", "½"],
]


@pytest.mark.parametrize("kind", [Seconds, Number])
@pytest.mark.parametrize("text", NUMBERS)
def test_number(kind: object, text: str) -> None:
    value = parse(kind, text)
    assert type(value) is float
    assert value == NUMBERS[text]


@pytest.mark.parametrize("kind", [Seconds, Number])
@pytest.mark.parametrize("text", NO_NUMBERS)
def test_no_number(kind: object, text: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(kind, text)


COUNTS = {"0": 0, "-0": 0, "7": 7, "+7": 7, "007": 7, "9223372036854775807": 2**63 - 1}
COUNTS["0" * 5000 + "7"] = 7
NEGATIVES = {"-1": -1, "-007": -7, "-9223372036854775808": -(2**63)}
NO_INTEGERS = [
    *["", "x", "7x", "7.0", "7.", "1e3", "1_000", "0x10", "+", "-", "--7", " 7", "7 ", "7\n"],
    *["٣", "7.5", "9223372036854775808", "-9223372036854775809", "9" * 5000],
]


@pytest.mark.parametrize("text", COUNTS)
def test_count(text: str) -> None:
    value = parse(Count, text)
    assert type(value) is int
    assert value == COUNTS[text]


@pytest.mark.parametrize("text", [*NO_INTEGERS, *NEGATIVES])
def test_no_count(text: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(Count, text)


@pytest.mark.parametrize(("text", "value"), [*COUNTS.items(), *NEGATIVES.items()])
def test_integer(text: str, value: int) -> None:
    assert parse(Integer, text) == value


@pytest.mark.parametrize("text", NO_INTEGERS)
def test_no_integer(text: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(Integer, text)


@pytest.mark.parametrize("text", ["kulami", "Siege_Stones", "gg-undo", "7", "ñ"])
def test_name(text: str) -> None:
    assert parse(Name, text) == text


@pytest.mark.parametrize("text", ["", " ", "two words", "kulami ", "a\tb", "a\n"])
def test_no_name(text: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(Name, text)


OPTIONS = {
    "seed=7": ("seed", "7"),
    "Layout=R8": ("layout", "R8"),
    "FIRST_TOWER=Other": ("first_tower", "Other"),
    "layout=AAB/CC.": ("layout", "AAB/CC."),
    "a=b=c": ("a", "b=c"),
    "layout=": ("layout", ""),
    "layout==": ("layout", "="),
}


@pytest.mark.parametrize("text", OPTIONS)
def test_option(text: str) -> None:
    option = parse(Option, text)
    assert isinstance(option, Option)
    assert (option.name, option.value) == OPTIONS[text]


@pytest.mark.parametrize("text", ["", "seed", "=", "=7", "seed 7", "a =b", "a= b", "a=b c", "7=7"])
def test_no_option(text: str) -> None:
    with pytest.raises(SyntaxFailure):
        parse(Option, text)


@pytest.mark.parametrize("text", ["", " ", "any thing", "a=b", "ñ\t"])
def test_text(text: str) -> None:
    assert parse(Text, text) == text


FAILURES = [
    (Seat, "purple", "colour expected, not 'purple' (b, w, red, black)"),
    (Move, "I5", "move expected, not 'I5' (such as D4, C3=2, D4=T or pass)"),
    (Seconds, "nan", "seconds expected, not 'nan' (such as 10 or 0.5)"),
    (Count, "-1", "whole number expected, not '-1' (0 or more)"),
    (Integer, "1.5", "whole number expected, not '1.5' (such as 7 or -7)"),
    (Number, "x", "number expected, not 'x' (such as 7 or 0.5)"),
    (Name, "", "name expected, not '' (one word)"),
    (Option, "seed", "option expected, not 'seed' (such as name=value)"),
]


@pytest.mark.parametrize(("kind", "text", "what"), FAILURES)
def test_failure_says_what_is_wrong_and_what_is_right(kind: object, text: str, what: str) -> None:
    with pytest.raises(SyntaxFailure) as caught:
        parse(kind, text)
    assert caught.value.text == f"syntax error: {what}"


def test_failure_names_the_colours_of_the_game() -> None:
    with pytest.raises(SyntaxFailure, match=r"\(b, w, 3, blue, yellow, red\)"):
        parse(Seat, "4", Context(SIEGE[:3], 1))


SHOWN = {
    "x" * 40: "'" + "x" * 40 + "'",
    "x" * 41: "'" + "x" * 37 + "...'",
    "x" * 9000: "'" + "x" * 37 + "...'",
    "a\n\x1bb": "'a??b'",
    "\u202eb": "'?b'",
    "ñ": "'ñ'",
}


@pytest.mark.parametrize("text", SHOWN)
def test_failure_repeats_a_short_printable_word(text: str) -> None:
    with pytest.raises(SyntaxFailure) as caught:
        parse(Seat, text)
    assert f"not {SHOWN[text]} (" in caught.value.text


WRITTEN = [
    (Seat, 1, "b"),
    (Seat, 2, "w"),
    (Seat, 3, "3"),
    (Seat, 4, "4"),
    (Move, "D4=T", "D4=T"),
    (Move, "pass", "pass"),
    (Seconds, 10.0, "10"),
    (Seconds, 10, "10"),
    (Seconds, 0.5, "0.5"),
    (Seconds, -1.25, "-1.25"),
    (Count, 7, "7"),
    (Integer, -7, "-7"),
    (Number, 6.5, "6.5"),
    (Name, "kulami", "kulami"),
    (Option, Option("seed", "7"), "seed=7"),
    (Text, "any thing", "any thing"),
]


@pytest.mark.parametrize(("kind", "value", "text"), WRITTEN)
def test_format(kind: object, value: object, text: str) -> None:
    assert WORDS[kind].format(value) == text


VALUES: dict[object, st.SearchStrategy[object]] = {
    Seat: st.integers(1, 4),
    Move: st.from_regex(r"\A([A-HJK][1-9][0-9]?(=[123ST])?|pass|resign)\Z"),
    Seconds: st.floats(allow_nan=False, allow_infinity=False),
    Count: st.integers(0, 2**63 - 1),
    Integer: st.integers(-(2**63), 2**63 - 1),
    Number: st.floats(allow_nan=False, allow_infinity=False),
    Name: st.text(st.characters(exclude_characters=" \t\n"), min_size=1),
    Option: st.builds(
        Option, st.from_regex(r"\A[a-z][a-z0-9_]*\Z"), st.text(st.characters(categories=["L", "P"]))
    ),
    Text: st.text(),
}


def test_every_word_is_tested() -> None:
    assert set(VALUES) == set(WORDS) == {kind for kind, _, _ in WRITTEN}


@pytest.mark.parametrize("kind", VALUES)
@patient
@given(st.data(), st.sampled_from([None, 1, 2, 3, 4]))
def test_round_trip(kind: object, data: st.DataObject, side: int | None) -> None:
    value = data.draw(VALUES[kind])
    text = WORDS[kind].format(value)
    assert parse(kind, text, Context(SIEGE, side)) == value


@pytest.mark.parametrize("side", [None, 1, 2])
@pytest.mark.parametrize("seat", [1, 2])
def test_round_trip_of_seats_where_words_clash(seat: int, side: int | None) -> None:
    assert parse(Seat, WORDS[Seat].format(seat), Context(KULAMI, side)) == seat


@pytest.mark.parametrize("kind", VALUES)
@patient
@given(st.text() | st.from_regex(r"[-+A-Kbw0-9.=einfsx]{1,12}", fullmatch=True))
def test_any_text_is_read_or_refused_in_a_short_printable_line(kind: object, text: str) -> None:
    failure = refusal(kind, text)
    assert failure is None or failure.text.isprintable()
    assert failure is None or len(failure.text) < 160


def test_names_in_help() -> None:
    names = {kind: word.name for kind, word in WORDS.items()}
    assert names == {
        Seat: "COLOUR",
        Move: "MOVE",
        Seconds: "SECONDS",
        Count: "COUNT",
        Integer: "INTEGER",
        Number: "NUMBER",
        Name: "NAME",
        Option: "OPTION",
        Text: "TEXT",
    }


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        WORDS[Seat] = WORDS[Text]  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        WORDS[Seat].name = "SEAT"  # type: ignore[misc]
