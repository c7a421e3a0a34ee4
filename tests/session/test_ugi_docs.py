"""docs/ugi.md against the program: the conversation, the options, the words of ``go``."""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.session.ugi import COMMANDS
from engine.session.ugi_command import new_ugi
from engine.session.ugi_go import INFINITE, NUMBERS
from engine.session.ugi_options import Option
from engine.session.ugi_search import centilogits
from protocol.messages import Command

from .engine_process import Engine

PAGE = (Path(__file__).parents[2] / "docs" / "ugi.md").read_text(encoding="utf-8")
#: What in a line stands for anything; as a whole line, for any number of lines.
ANYTHING = "…"
#: Defaults that the page tells in words.
IN_WORDS = {"Setup": "the setup at the start"}


def section(title: str) -> str:
    """The part of the page under a heading."""
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    _, _, rest = section(title).partition("\n|")
    table = f"|{rest}".split("\n\n")[0]
    return [cells(line) for line in table.splitlines()[2:]]


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


# ---------------------------------------------------------------------- the conversation


def talks() -> list[tuple[list[str], list[str]]]:
    """Each conversation: the command line, and the lines."""
    found = re.findall(r"^```ugi quatuor ([^\n]*)\n(.*?)^```", PAGE, re.M | re.S)
    return [(command.split(), talk.splitlines()) for command, talk in found]


def hear(engine: Engine, expected: Iterator[str]) -> None:
    """Every line must come as expected."""
    for line in expected:
        if line == ANYTHING:
            line = next(expected)
            while (heard := engine.line()) != line:
                pass
        else:
            heard = engine.line()
        pattern = re.escape(line).replace(re.escape(ANYTHING), ".*")
        assert re.fullmatch(pattern, heard), f"{line!r} expected, not {heard!r}"


@pytest.mark.parametrize(("command", "talk"), talks())
def test_the_conversation_is_real(
    start: Callable[..., Engine], command: list[str], talk: list[str]
) -> None:
    engine = start(*command)
    for part in re.split(r"^> ", "\n".join(talk), flags=re.M)[1:]:
        sent, *expected = part.strip().split("\n")
        engine.send(f"{sent}\n".encode())
        hear(engine, iter(expected))
    assert engine.rest() == b""
    assert engine.wait() == 0


def test_there_is_a_conversation() -> None:
    ((_, talk),) = talks()
    assert {line[2:].split()[0] for line in talk if line.startswith("> ")} >= {
        *(name for name in COMMANDS if name != "stop"),
        "quit",
    }


# ---------------------------------------------------------------------- the tables


def values(option: Option) -> str:
    """What the page says may be given to an option that is not a string."""
    words = option.kind.rest.split()
    if option.kind.type == "spin":
        return f"{words[1]} to {words[3]}"
    return ", ".join(f"`{word}`" for word in words[1::2] or ("true", "false"))


def test_the_options_are_those_of_the_program() -> None:
    options = new_ugi(None, [], [], False).options
    for row, option in zip(rows("Options"), options, strict=True):
        default = IN_WORDS.get(option.name, f"`{option.default}`")
        assert row[:3] == [f"`{option.name}`", option.kind.type, default]
        assert option.kind.type == "string" or row[3] == values(option)


def test_the_commands_are_those_of_the_program() -> None:
    first = [re.findall(r"`(\w+)", row[0])[0] for row in rows("Commands")]
    assert list(dict.fromkeys(first)) == [*COMMANDS, "quit"]


def test_the_words_of_go_are_those_of_the_program() -> None:
    named = [re.findall(r"\w*[a-z]\w*", row[0]) for row in rows("What `go` understands")]
    assert [word for words in named for word in words] == [*NUMBERS, INFINITE]


def test_the_words_of_info_are_those_of_the_program() -> None:
    ugi = new_ugi(None, [], [], False)
    ugi.answer(Command(None, "go", ("nodes", "50")))
    assert ugi.running is not None
    ugi.running.search.wait(60)
    (info, _) = ugi.conclude()
    said = {word for word in info.split(" pv ")[0].split() if word.isalpha()} | {"pv", "mate"}
    named = " ".join(row[0] for row in rows("What `info` says"))
    assert set(re.findall(r"[a-z]+", named)) == said - {"info"}


def test_the_table_of_chances_follows_the_formula() -> None:
    chances, cps = (
        cells(line)[1:]
        for line in section("What `info` says").splitlines()
        if line.startswith(("| chance", "| `cp` |"))
    )
    for chance, cp in zip(chances, cps, strict=True):
        p = int(chance.split()[0]) / 100
        assert round(100 * math.log(p / (1 - p))) == int(cp) == centilogits(p)
