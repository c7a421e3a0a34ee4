"""CASES E3–E7: lines in, answers out."""

import re

import pytest

from engine.games.registry import GAMES

from .engine_process import Engine, answers, lines, output

GREETING = b"= Quatuor\n\n"
MEBIBYTE = 1 << 20

#: Input, and exactly the output that PROTOCOL section 1 demands.
E3_LINES = {
    "plain": (b"name\n", GREETING),
    "CRLF": (b"name\r\nprotocol_version\r\n", GREETING + b"= 2\n\n"),
    "CR in a word": (b"na\rme\n", GREETING),
    "tab as blank": (b"known_command\tplay\n", b"= true\n\n"),
    "tabs around": (b"\t name \t\n", GREETING),
    "control characters": (b"\x01n\x02a\x1bm\x7fe\x08\n", GREETING),
    "NUL bytes": (b"\x00na\x00me\x00\n", GREETING),
    "vertical tab is no blank": (b"known_command\x0bplay\n", b"? unknown command\n\n"),
    "comment": (b"name # who are you\n", GREETING),
    "comment without a blank": (b"name#x\n", GREETING),
    "only comments": (b"# name\n  # name\n\t#\n", b""),
    "blank lines": (b"\n\r\n  \n\t\n \x01 \nname\n", GREETING),
    "id": (b"7 name\n", b"=7 Quatuor\n\n"),
    "id 0": (b"0 name\n", b"=0 Quatuor\n\n"),
    "leading zeros": (b"0039 name\n", b"=39 Quatuor\n\n"),
    "many zeros": (b"0" * 5000 + b"7 name\n", b"=7 Quatuor\n\n"),
    "id without a blank": (b"39name\n", b"=39 Quatuor\n\n"),
    "id with a tab": (b"39\tname\n", b"=39 Quatuor\n\n"),
    "largest id": (b"2147483647 name\n", b"=2147483647 Quatuor\n\n"),
    "lone id": (b"43\n", b""),
    "lone id and comment": (b"43 # x\n", b""),
    "lone id, then a command": (b"43\n44 name\n", b"=44 Quatuor\n\n"),
    "id of a failure": (b"44 nonsense\n", b"?44 unknown command\n\n"),
    "id of a bad argument": (b"45 komi\n", b"?45 syntax error"),
    "negative id": (b"-5 name\n", GREETING),  # as GNU Go does: see test_gnugo_oracle.py
    "lone negative id": (b"-5\n", b""),
    "invalid UTF-8 in a name": (b"na\xffme\nname\n", b"? unknown command\n\n" + GREETING),
    "invalid UTF-8 in an argument": (b"known_command \xc3\x28\n", b"= false\n\n"),
    "invalid UTF-8 in a comment": (b"name # \xff\xfe\n", GREETING),
    "only invalid UTF-8": (b"\xff\xfe\xfd\n", b"? unknown command\n\n"),
    "case of names": (b"Name\nNAME\n", b"? unknown command\n\n" * 2),
    "case of words": (b"PLAY b D4\nplay ReD d4\nundo\n", b"? unknown command\n\n= \n\n= \n\n"),
    "superfluous words": (b"name x y z\n", GREETING),
    "superfluous words, own command": (b"setup x\n", b"? syntax error"),
    "2 MB line": (b"x" * (2 * MEBIBYTE) + b"\nname\n", b"? line too long\n\n" + GREETING),
    "2 MB line with id": (b"9 " + b"x" * (2 * MEBIBYTE) + b"\n", b"?9 line too long\n\n"),
    "2 MB comment": (b"#" * (2 * MEBIBYTE) + b"\nname\n", b"? line too long\n\n" + GREETING),
    "just 1 MiB": (b"name #" + b"x" * (MEBIBYTE - 6) + b"\n", GREETING),
    "one byte more": (b"name #" + b"x" * (MEBIBYTE - 5) + b"\n", b"? line too long\n\n"),
}

#: The same about the beginning and the end of input.
E3_ENDS = {
    "byte-order mark": (b"\xef\xbb\xbfname\n", GREETING),
    "byte-order mark and id": (b"\xef\xbb\xbf5 name\n", b"=5 Quatuor\n\n"),
    "no last LF": (b"name", GREETING),
    "no last LF, with id": (b"name\n8 name", GREETING + b"=8 Quatuor\n\n"),
    "nothing": (b"", b""),
    "2 MB without LF": (b"x" * (2 * MEBIBYTE), b"? line too long\n\n"),
}


@pytest.mark.parametrize(("data", "expected"), E3_LINES.values(), ids=E3_LINES)
def test_e3_odd_lines(shared: Engine, data: bytes, expected: bytes) -> None:
    shared.send(data + b"1999 protocol_version\n")
    heard = b""
    while not heard.endswith(b"=1999 2\n\n"):
        heard += shared.answer().encode() + b"\n\n"
    written = heard.removesuffix(b"=1999 2\n\n")
    if expected.endswith(b"syntax error"):  # the text behind it is the engine's own
        assert re.fullmatch(re.escape(expected) + rb"(: [^\n]+)?\n\n", written)
    else:
        assert written == expected


@pytest.mark.parametrize(("data", "expected"), E3_ENDS.values(), ids=E3_ENDS)
def test_e3_beginning_and_end_of_input(data: bytes, expected: bytes) -> None:
    assert output(data) == expected


def test_e3_survives_every_byte() -> None:
    data = bytes(byte for byte in range(256) if byte != ord("\n")) + b"\n" + b"name\n"
    assert output(data).endswith(GREETING)


#: Commands whose answers have many lines, or none.
E4_COMMANDS = (
    *("showboard", "list_commands", "list_games", "score", "param", "history", "position"),
    *("setup", "legal_moves", "explain_last_move", "clear_board", "play", "nonsense"),
)


@pytest.mark.parametrize("game", GAMES)
def test_e4_exactly_one_empty_line(game: str) -> None:
    prelude = [f"newgame {game}", "param nodes 1", "genmove"]
    written = output(lines([*prelude, *E4_COMMANDS, "name"])).decode()
    texts = written.split("\n\n")
    assert texts.pop() == ""
    assert len(texts) == len(prelude) + len(E4_COMMANDS) + 1
    for answer in texts:
        assert answer[:2] in ("= ", "? ")
        assert all(line.strip() for line in answer.split("\n")[1:])
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", answer)


def test_e4_the_showboard_of_every_sample(shared: Engine) -> None:
    for game in GAMES.values():
        for sample in game.samples:
            shared.ok(" ".join(["newgame", game.name, *(f"{k}={v}" for k, v in sample.items())]))
            board = shared.ok("showboard").split("\n")
            assert len(board) > 2
            assert all(line.strip() for line in board)
            assert shared.ok("name") == "Quatuor"
    shared.ok("newgame kulami")


#: Bad or missing arguments of commands that exist.
E5_BAD_ARGUMENTS = (
    *("known_command", "boardsize", "boardsize x", "boardsize 8.5", "rectangular_boardsize 8"),
    *("rectangular_boardsize x y", "komi", "komi x", "komi nan", "komi inf", "play", "play b"),
    *("play x D4", "play b x", "play b I4", "play b D0", "play b D4=9", "play 3 D4", "genmove x"),
    *("reg_genmove x", "time_settings", "time_settings 1", "time_settings 1 2"),
    *("time_settings x y z", "time_settings nan 0 0", "time_settings inf 0 0"),
    *("time_left", "time_left b", "time_left b 1", "time_left x 1 1", "time_left b x 1"),
    *("time_left b nan 0", "set_game", "set_game kulami x", "newgame kulami x", "newgame a=1 b"),
    *("newgame kulami scoring=both SCORING=both", "setup x", "legal_moves x", "all_legal x"),
    *("side_to_move x", "score x", "explain_last_move x", "position x", "setposition"),
    *("setposition kulami", "setposition kulami x", "history x", "gg-undo", "gg-undo x"),
    *("gg-undo -1", "gg-undo 1.5", "gg-undo 1 1", "play_sequence b", "play_sequence b D4 w"),
    *("play_sequence x D4", "play_sequence b x", "param nodes 1 x", "list_games x", "stop x"),
    "bench x",
)
E5_UNKNOWN = (
    *("nonsense", "nonsense b D4", "Name", "play_", "gg_undo", "genmove_black", "quit_", "=", "?"),
    *("--help", "__class__", "known-command", "Ω", "name,", "gg__undo"),
)


@pytest.mark.parametrize("line", E5_BAD_ARGUMENTS)
def test_e5_bad_arguments_are_syntax_errors(shared: Engine, line: str) -> None:
    before = shared.state()
    assert re.fullmatch(r"\? syntax error(: \S[^\n]*)?", shared.ask(line))
    assert shared.ok(f"known_command {line.split()[0]}") == "true"
    assert shared.state() == before


@pytest.mark.parametrize("name", E5_UNKNOWN)
def test_e5_unknown_commands(shared: Engine, name: str) -> None:
    assert shared.ask(name) == "? unknown command"
    assert shared.ok(f"known_command {name.split()[0]}") == "false"


#: Numbers of more digits than Python reads by itself.
LONG_NUMBERS = ("gg-undo {}", "boardsize {}", "komi {}", "param seed {}", "newgame kulami seed={}")


@pytest.mark.parametrize("line", LONG_NUMBERS)
@pytest.mark.parametrize("digit", "09")
def test_e5_numbers_of_any_length(engine: Engine, line: str, digit: str) -> None:
    assert engine.ask(line.format(digit * 5000 + "1"))[:2] in ("= ", "? ")
    assert engine.ok("name") == "Quatuor"


def test_e5_the_list_of_commands_is_true(shared: Engine) -> None:
    """``list_commands``, ``known_command`` and what is carried out agree; aliases included."""
    names = shared.ok("list_commands").split("\n")
    assert len(set(names)) == len(names)
    assert {"play", "genmove", "legal_moves", "all_legal", "gg-undo", "quit"} <= set(names)
    for name in names:
        assert shared.ok(f"known_command {name}") == "true"


#: Nonsense that no command takes for anything else than a bad argument.
E6_NONSENSE = ("§", "-1e", "D4=D4")


@pytest.mark.parametrize("count", range(1, 4))
def test_e6_nonsense_to_every_command(engine: Engine, count: int) -> None:
    """Over the process; tests/session/test_fuzz.py says for each command what is right."""
    for line in ("param nodes 1", "play b D4"):
        engine.ok(line)
    before = engine.state()
    for name in engine.ok("list_commands").split("\n"):
        if name in ("quit", "clear_board", "undo"):  # take no argument: not a failure
            continue
        engine.send(lines([" ".join([name, *E6_NONSENSE[:count]])]))
        assert engine.answer()[:2] in ("= ", "? ")
        assert engine.state() == before, name


def test_e7_two_hundred_commands_in_one_write(engine: Engine) -> None:
    words = ["name", "protocol_version", "nonsense", "side_to_move"]
    texts = ["= Quatuor", "= 2", "? unknown command", "= 1 red"]
    engine.send(lines(f"{number} {words[number % 4]}" for number in range(200)))
    for number in range(200):
        status, text = texts[number % 4].split(" ", 1)
        assert engine.answer() == f"{status}{number} {text}"
    assert engine.ok("name") == "Quatuor"


def test_e7_a_game_in_one_write_up_to_the_end_of_input() -> None:
    """Order matters: each command sees what the ones before it have done."""
    game = ["play red D4", "play black A4", "history", "undo", "history", "undo", "history"]
    assert answers(lines(game * 30)) == 30 * [
        *("= ", "= ", "= 1 D4\n2 A4", "= ", "= 1 D4", "= ", "= "),
    ]
