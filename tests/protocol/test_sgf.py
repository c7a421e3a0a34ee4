"""The grammar of SGF FF[4], from its specification, and what no file may do to a reader."""

import codecs
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import sgf
from protocol.sgf import (
    MAX_FILE,
    MAX_GAME,
    Node,
    SgfError,
    decode,
    main_lines,
    read_composed,
    read_simple_text,
    read_text,
    write_composed,
    write_property,
    write_simple_text,
    write_text,
)

Plain = dict[str, list[str]]


def plain(nodes: Sequence[Node]) -> list[Plain]:
    """Nodes without the numbers of their lines."""
    return [{name: found.values for name, found in node.items()} for node in nodes]


def lines_of(text: str) -> list[list[Plain]]:
    """The main line of every game of a file."""
    return [plain(nodes) for nodes in main_lines(text)]


def comments(text: str) -> str:
    """The comments of the first game's main line, one after the other."""
    return "".join(node["C"][0] for node in lines_of(text)[0] if "C" in node)


# ---------------------------------------------------------------------- trees

TREES = {
    "a root": ("(;C[a])", "a"),
    "a sequence": ("(;C[a];C[b];C[c])", "abc"),
    "a variation": ("(;C[a];C[b](;C[c];C[d])(;C[x]))", "abcd"),
    "variations in variations": (
        "(;C[a](;C[b](;C[c];C[d](;C[e])(;C[x]))(;C[x];C[x]))(;C[x](;C[x])(;C[x])))",
        "abcde",
    ),
    "empty nodes": ("(;;C[a];;C[b];)", "ab"),
    "white space everywhere": (" (\n;\tC \r\n [a] \n;\n C[b]\n(\v; C[c] )\f( ;C[x] ) )", "abc"),
    "parentheses and semicolons in values": ("(;X[(;];C[a];X[;)];C[b])", "ab"),
    "brackets in values": (r"(;X[\]];C[a];X[[\\];C[b])", "ab"),
    "text in front": ("Subject: a game\n\n(I think)\n(;C[a])", "a"),
    "text behind": ("(;C[a])\n-- \nsigned )]", "a"),
}


@pytest.mark.parametrize("text", TREES)
def test_main_line(text: str) -> None:
    written, expected = TREES[text]
    assert comments(written) == expected


def test_properties() -> None:
    text = "(;FF[4]AB[aa] [bb]\n[cc];B[];LB[dd:1][ee:a\\:b])"
    assert lines_of(text) == [
        [
            {"FF": ["4"], "AB": ["aa", "bb", "cc"]},
            {"B": [""]},
            {"LB": ["dd:1", "ee:a\\:b"]},
        ]
    ]


def test_a_property_that_comes_twice_has_all_the_values() -> None:
    assert lines_of("(;AB[aa]C[x]AB[bb][cc])") == [[{"AB": ["aa", "bb", "cc"], "C": ["x"]}]]


def test_names_as_in_ff3() -> None:
    assert lines_of("(;GaMe[1]White[dd]BlacK[x])") == [[{"GM": ["1"], "W": ["dd"], "BK": ["x"]}]]


def test_several_games() -> None:
    text = "one (;C[a];C[b]) two (;C[c](;C[d])(;C[x]))(;C[e])"
    assert lines_of(text) == [
        [{"C": ["a"]}, {"C": ["b"]}],
        [{"C": ["c"]}, {"C": ["d"]}],
        [{"C": ["e"]}],
    ]


def test_a_game_is_read_when_it_is_asked_for() -> None:
    games = main_lines("(;C[a])(;C[")
    assert plain(next(games)) == [{"C": ["a"]}]
    with pytest.raises(SgfError):
        next(games)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r"], ids=ascii)
def test_lines_are_counted(end: str) -> None:
    text = "x\n(;C[a\nb]D[e]\n\n\n;E[f])\n(;G\n[h])".replace("\n", end)
    games = list(main_lines(text))
    assert [{name: found.line for name, found in node.items()} for node in games[0]] == [
        {"C": 2, "D": 3},
        {"E": 6},
    ]
    assert games[1][0]["G"].line == 7


# ---------------------------------------------------------------------- what is not SGF

WRONG: dict[str, tuple[str, int, int, str]] = {
    "nothing": ("", 0, 0, "no game"),
    "no game": ("A letter. (Really; one.)", 0, 0, "no game"),
    "no end": ("(;B[aa]\n;W[bb]\n", 3, 1, "')' is missing"),
    "no end of a variation": ("(;B[aa](;W[bb])", 1, 16, "')' is missing"),
    "no end of a value": ("(;B[aa]\n;W[bb", 2, 3, "']' is missing"),
    "a backslash at the end": ("(;C[aa\\", 1, 4, "']' is missing"),
    "a protected bracket at the end": ("(;C[aa\\]", 1, 4, "']' is missing"),
    "a name at the end": ("(;C[a]BB", 1, 7, "'BB' has no value"),
    "no value": ("(;FF[4]\n;B\n;W[aa])", 2, 2, "'B' has no value"),
    "no name": ("(;[aa])", 1, 3, "expected, not '['"),
    "a strange character": ("(;B[aa]\n  !W[bb])", 2, 3, "expected, not '!'"),
    "a letter that is none of A to Z": ("(;Ä[aa])", 1, 3, "expected, not 'Ä'"),
    "a tree without a node": ("(;B[aa](W[bb]))", 1, 9, "after '(' only ';' can stand, not 'W'"),
    "an empty tree": ("(;B[aa]())", 1, 9, "after '(' only ';' can stand, not ')'"),
    "a node after a variation": ("(;B[aa](;W[bb]);B[cc])", 1, 16, "after ')' only '(' or ')'"),
    "a property after a variation": ("(;B[aa](;W[bb])C[x])", 1, 16, "not 'C'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors_say_where_and_what(case: str) -> None:
    text, line, column, why = WRONG[case]
    with pytest.raises(SgfError) as caught:
        list(main_lines(text))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert why in caught.value.why


def test_errors_as_text() -> None:
    assert str(SgfError("too big")) == "too big"
    assert str(SgfError("odd", line=3, column=7)) == "line 3, column 7: odd"
    assert str(SgfError("illegal", line=3, move=12)) == "line 3, move 12: illegal"


# ---------------------------------------------------------------------- hostile files

DEPTH = 80_000


def test_deep_nesting() -> None:
    assert len(lines_of("(;" * DEPTH + ")" * DEPTH)[0]) == DEPTH


def test_many_variations() -> None:
    assert comments("(;C[a]" + "(;C[b])" * (MAX_GAME // 8) + ")") == "ab"


def test_many_values() -> None:
    values = MAX_GAME // 4
    assert lines_of("(;AB" + "[x]" * values + ")") == [[{"AB": ["x"] * values}]]


def test_many_properties_of_one_name() -> None:
    assert len(lines_of("(;" + "B[]" * 80_000 + ")")[0][0]["B"]) == 80_000


def test_many_backslashes() -> None:
    assert read_text(lines_of("(;C[" + "\\\\" * 120_000 + "])")[0][0]["C"][0]) == "\\" * 120_000


@pytest.mark.parametrize(
    "text",
    [
        *("(;" * 300_000, "(" * 300_000 + ";", "(;" + ";" * 600_000, "(;" + " " * 600_000),
        *("(;C[" + "a" * 600_000 + "])", "(;C[" + "\\a" * 600_000, "(;" + "A[" * 600_000),
        *("(;" + "A" * 600_000 + "[x])", "(;C" + "[x]" * 300_000 + ")"),
    ],
    ids=lambda text: f"{text[:8]}… of {len(text)}",
)
def test_what_is_too_large_or_endless(text: str) -> None:
    with pytest.raises(SgfError):
        list(main_lines(text))


def test_the_largest_game() -> None:
    value = "a" * (MAX_GAME - len("(;C[])"))
    assert comments(f"(;C[{value}])") == value
    with pytest.raises(SgfError, match=f"more than {MAX_GAME} characters"):
        list(main_lines(f"(;C[{value}a]) and more"))


def test_a_bound_is_for_each_game() -> None:
    value = "a" * (MAX_GAME - len("(;C[])"))
    assert len(list(main_lines(f"(;C[{value}])" * 3))) == 3


def test_the_largest_file() -> None:
    game = b"(;C[a])"
    assert decode(game + b" " * (MAX_FILE - len(game))).startswith("(;C[a])")
    with pytest.raises(SgfError, match="more than 16 MiB"):
        decode(game + b" " * (MAX_FILE - len(game) + 1))


# ---------------------------------------------------------------------- bytes


def encoded(name: str, text: str, codec: str) -> bytes:
    return f"(;CA[{name}]C[{text}])".encode(codec)


@pytest.mark.parametrize(
    ("name", "text", "codec"),
    [
        ("UTF-8", "Übung 本因坊", "utf-8"),
        ("utf8", "Übung", "utf-8"),
        ("US-ASCII", "plain", "ascii"),
        ("ISO-8859-1", "Übung", "latin-1"),
        ("Latin1", "Übung", "latin-1"),
        ("ISO-8859-2", "Łódź", "iso8859-2"),
        ("windows-1252", "“Übung”", "cp1252"),
        ("KOI8-R", "ход", "koi8-r"),
        ("Big5", "許功蓋", "big5"),  # their second bytes are those of backslashes
        ("Shift_JIS", "表示", "shift_jis"),
        ("GB18030", "围棋", "gb18030"),
        ("EUC-KR", "바둑", "euc_kr"),
    ],
)
def test_character_sets(name: str, text: str, codec: str) -> None:
    assert comments(decode(encoded(name, text, codec))) == text


def test_without_a_name_it_is_latin_1() -> None:
    assert comments(decode("(;C[Übung])".encode("latin-1"))) == "Übung"
    assert comments(decode("(;C[a];CA[UTF-8]C[é])".encode())) == "aÃ©"


def test_a_byte_order_mark_decides() -> None:
    data = codecs.BOM_UTF8 + encoded("ISO-8859-1", "Übung", "utf-8")
    assert comments(decode(data)) == "Übung"


@pytest.mark.parametrize(
    "name",
    ["", "UTF-9", "zip", "rot13", "punycode", "idna", "utf-7", "utf-16", "undefined", "a\0b", "§"],
    ids=ascii,
)
def test_unknown_character_sets(name: str) -> None:
    with pytest.raises(SgfError, match=r"line 2: the character set .* is not known"):
        decode(f"(;FF[4]\nCA[{name}])".encode("latin-1"))


@pytest.mark.parametrize("charset", sorted(sgf.CHARSETS))
def test_every_character_set_exists_and_has_ascii(charset: str) -> None:
    assert codecs.lookup(charset).name == charset
    ascii_text = "".join(map(chr, range(0x20, 0x7F)))
    assert ascii_text.encode("ascii").decode(charset) == ascii_text


def test_bytes_that_are_no_characters() -> None:
    with pytest.raises(SgfError, match=r"line 2: the bytes are not in the character set utf-8"):
        decode(b"(;CA[UTF-8]\nC[\xff])")


def test_utf_16_is_no_sgf() -> None:
    with pytest.raises(SgfError):
        list(main_lines(decode("(;CA[UTF-16]C[a])".encode("utf-16"))))


# ---------------------------------------------------------------------- values

TEXTS = {
    "plain": ("a b", "a b", "a b"),
    "a hard line break": ("a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e"),
    "a soft line break": ("a\\\nb\\\r\nc\\\rd\\\n\re", "abcde", "abcde"),
    "a soft and a hard one": ("a\\\n\nb", "a\nb", "a b"),
    "white space": ("a\tb\vc\fd", "a b c d", "a b c d"),
    "protected white space": ("a\\\tb\\ c", "a b c", "a b c"),
    "protected characters": (r"\]\\\:\a", r"]\:a", r"]\:a"),
    "a backslash before a backslash before a line break": ("a\\\\\nb", "a\\\nb", "a\\ b"),
    "blanks at the ends": ("  a  ", "  a  ", "  a  "),
}


@pytest.mark.parametrize("case", TEXTS)
def test_texts(case: str) -> None:
    value, text, simple = TEXTS[case]
    assert read_text(value) == text
    assert read_simple_text(value) == simple


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("Quatuor:1.2", ("Quatuor", "1.2")),
        (r"a\:b:c:d", ("a:b", "c:d")),
        (r"a\\:b", ("a\\", "b")),
        (r"a\\\:b", (r"a\:b", "")),
        ("alone", ("alone", "")),
        (":", ("", "")),
        ("a\nb:c\\\nd", ("a b", "cd")),
    ],
)
def test_composed_values(value: str, parts: tuple[str, str]) -> None:
    assert read_composed(value) == parts


def test_writing() -> None:
    assert write_text("a]b\\c:d\r\ne") == "a\\]b\\\\c:d\ne"
    assert write_simple_text("a\nb\tc") == "a b c"
    assert write_composed("a:b", "c:]") == "a\\:b:c\\:\\]"
    assert write_property("AB", "aa", "bb") == "AB[aa][bb]"


def test_what_cannot_be_written() -> None:
    assert write_text("a\0b\x1bc\x7fd\x85e") == "abcde"
    assert write_text("\ud800\udfff") == "??"


ANY = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("[]\\:;()\n"))


@given(ANY)
def test_texts_there_and_back(text: str) -> None:
    assert read_text(write_text(text)) == text
    assert read_simple_text(write_simple_text(text)) == text.replace("\n", " ")


@given(ANY, ANY)
def test_composed_values_there_and_back(first: str, second: str) -> None:
    parts = (first.replace("\n", " "), second.replace("\n", " "))
    assert read_composed(write_composed(first, second)) == parts


# ---------------------------------------------------------------------- any text

Tree = tuple[list[Plain], list[Any]]
VALUES = st.text(st.sampled_from("a;()[]\\:\n"), max_size=6).map(write_text)
NODES = st.dictionaries(
    st.sampled_from(["A", "BB", "CCC"]), st.lists(VALUES, min_size=1, max_size=3), max_size=3
)
TREE: st.SearchStrategy[Tree] = st.recursive(
    st.tuples(st.lists(NODES, min_size=1, max_size=3), st.just([])),
    lambda trees: st.tuples(
        st.lists(NODES, min_size=1, max_size=3), st.lists(trees, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


def written(tree: Tree) -> str:
    nodes, variations = tree
    sequence = "".join(
        ";" + "".join(write_property(name, *values) for name, values in node.items())
        for node in nodes
    )
    return f"({sequence}{''.join(map(written, variations))})"


def main_line_of(tree: Tree) -> Iterator[Plain]:
    nodes, variations = tree
    yield from nodes
    if variations:
        yield from main_line_of(variations[0])


@settings(max_examples=40)
@given(st.lists(TREE, min_size=1, max_size=3))
def test_any_tree(trees: list[Tree]) -> None:
    assert lines_of("\n".join(map(written, trees))) == [list(main_line_of(tree)) for tree in trees]


SNIPPETS = ["(", "(;", ";", ")", "A", "b", "[", "]", "\\", "[a]", "B[x]", " ", "\n", "é", ":"]
SOUP = st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join)


def outcome(read: Callable[[], Any]) -> tuple[Any, SgfError | None]:
    """What is read, or how it is refused; anything else is raised."""
    try:
        return read(), None
    except SgfError as error:
        return None, error


@given(SOUP)
def test_any_text_is_read_or_refused(text: str) -> None:
    games, error = outcome(lambda: lines_of(text))
    assert error or (games and all(games))
    assert not error or error.line <= text.count("\n") + 1


@given(st.binary(max_size=60) | SOUP.map(lambda text: f"(;CA[{text}]".encode()))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    text, error = outcome(lambda: decode(data))
    assert isinstance(text, str) != bool(str(error or ""))


# ---------------------------------------------------------------------- another reader


@settings(max_examples=80)
@given(
    SOUP | st.lists(TREE, min_size=1, max_size=3).map(lambda trees: "".join(map(written, trees)))
)
def test_what_is_read_is_read_the_same_by_sgfmill(text: str) -> None:
    grammar = pytest.importorskip("sgfmill.sgf_grammar")
    ours, error = outcome(lambda: lines_of(text))
    if error:
        return
    theirs = [
        list(grammar.main_sequence_iter(game))
        for game in grammar.parse_sgf_collection(text.encode())
    ]
    assert ours == [
        [{name: [v.decode() for v in values] for name, values in node.items()} for node in nodes]
        for nodes in theirs
    ]


PIECES = ["a", ":", " ", "\t", "\n", "\r", "\r\n", "\n\r", "é"]
RAW = st.lists(st.sampled_from([*PIECES, "\\]", "\\\\", *(f"\\{piece}" for piece in PIECES)]))


@given(RAW.map("".join))
def test_values_mean_the_same_to_sgfmill(value: str) -> None:
    grammar = pytest.importorskip("sgfmill.sgf_grammar")
    data = value.encode()
    assert grammar.is_valid_property_value(data)
    assert read_text(value).encode() == grammar.text_value(data)
    assert read_simple_text(value).encode() == grammar.simpletext_value(data)
    parts = [grammar.simpletext_value(part or b"") for part in grammar.parse_compose(data)]
    assert [part.encode() for part in read_composed(value)] == parts
