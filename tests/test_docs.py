"""The documentation says what is true: pages, pictures and talks against the program."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from docs import make_pictures, make_protocol
from engine.cli import parser
from engine.games.donuts.board import HOUSE_FACES
from engine.games.donuts.faces import read_faces
from engine.games.game import Game, Option
from engine.games.registry import GAMES
from engine.search.levels import NODES
from engine.session.analysis_commands import SWITCHES
from engine.session.dispatch import handle
from engine.session.parameters import PARAMETERS
from engine.session.start import new_session
from engine.session.table import Entry
from protocol import errors
from protocol.wire import CommandReader, encode_answer
from protocol.words import WORDS, Text
from tests.session.engine_process import DEADLINE, Engine

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
#: What in an expected answer stands for anything.
ANYTHING = "…"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def sections(page: str) -> dict[str, str]:
    """The page's parts under headings of the second level."""
    _, *parts = re.split(r"^## ", read(page), flags=re.MULTILINE)
    return {title.strip(): body for title, _, body in (part.partition("\n") for part in parts)}


# ---------------------------------------------------------------------- links and pictures


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda path: str(path.name)
)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(file), f"{page.name} links to {target}"


def anchors(page: Path) -> set[str]:
    """What a link to a heading of the page ends with."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_pictures_are_up_to_date() -> None:
    drawn = dict(make_pictures.pictures())
    assert set(make_pictures.FOLDER.glob("*.svg")) == set(drawn), (
        "run: python docs/make_pictures.py"
    )
    for path, content in drawn.items():
        assert path.read_text(encoding="utf-8") == content, "run: python docs/make_pictures.py"


def test_every_picture_is_shown_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in [*PAGES, ROOT / "README.md"])
    for name in make_pictures.scenes():
        assert f"pictures/{name}.svg" in text


# ---------------------------------------------------------------------- games.md


def test_every_game_has_a_section_in_the_order_of_the_table() -> None:
    titles = [game.title for game in GAMES.values()]
    assert [title for title in sections("docs/games.md") if title in titles] == titles


def option_row(option: Option) -> str:
    """How the row of an option's table begins."""
    default = f"`{option.default}`" if option.default else "none"
    return f"| `{option.name}` | {default} | {option.values.replace(' | ', ', ')} |"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_options_are_those_of_the_table(game: Game) -> None:
    section = sections("docs/games.md")[game.title]
    rows = [
        line for line in section.splitlines() if re.match(r"\| `[a-z_0-9]+` \| .* \| .* \|", line)
    ]
    assert [row[: len(option_row(o))] for row, o in zip(rows, game.options, strict=True)] == [
        option_row(option) for option in game.options
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_colours_and_parts_of_the_score_are_named(game: Game) -> None:
    page = sections("docs/games.md")
    assert all(f"`{colour}`" in page[game.title] for colour in game.colours)
    setup = game.setup()
    results = page["How a result is written"]
    row = next(line for line in results.splitlines() if line.startswith(f"| {game.title} |"))
    assert all(f"`{part}`" in row for part in setup.parts(setup.start(), 1))


def test_the_faces_shown_are_the_house_faces(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```", read("docs/games.md"), re.M | re.S)
    file = tmp_path / "faces.json"
    file.write_text(shown, encoding="utf-8")
    assert read_faces(file) == HOUSE_FACES


# ---------------------------------------------------------------------- protocol.md


ENTRIES = [entry for entry, _ in make_protocol.entries()]
#: A failure that is made where it is raised: the beginning of its text.
RAISED = re.compile(r"\bFailure\(\s*f?\"([^\":{]+)")


def test_the_page_of_the_protocol_is_up_to_date() -> None:
    text = read("docs/protocol.md")
    assert make_protocol.page(text) == text, "run: python docs/make_protocol.py"


def test_every_failure_text_is_explained() -> None:
    assert set(make_protocol.failure_names()) == set(make_protocol.WHEN)
    source = "".join(read(str(path)) for path in (ROOT / "engine/session").glob("*.py"))
    assert set(RAISED.findall(source)) <= set(make_protocol.OTHERS)
    assert all(f'"{text}' in source for text in make_protocol.OTHERS)


def test_every_command_and_parameter_has_notes_and_no_other() -> None:
    assert set(make_protocol.NOTES) == {entry.name for entry in ENTRIES}
    assert set(make_protocol.DATA["parameters"]) == set(PARAMETERS)
    assert all(f" {nodes}" in make_protocol.DATA["parameters"]["level"] for nodes in NODES.values())


def test_every_option_of_the_engine_is_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser("gtp").parse_args(["gtp", "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    documented = re.findall(r"^\| `(--[a-z]+)", read("docs/protocol.md"), re.MULTILINE)
    assert options == set(documented)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.name))
def test_notes_are_about_arguments_that_the_command_has(entry: Entry) -> None:
    assert set(make_protocol.NOTES[entry.name].takes) <= set(make_protocol.arguments(entry))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.name))
def test_a_command_is_shown_with_a_success_and_each_failure(entry: Entry) -> None:
    notes = make_protocol.NOTES[entry.name]
    own = [answer for line, answer in exchanges(notes.talk) if line.split()[0] == entry.name]
    failures = {answer for answer in own if answer.startswith("?")}
    shown = {text: {a for a in failures if answers(f"? {text}", a)} for text in notes.fails}
    assert len(failures) < len(own)
    assert all(shown.values()), f"not shown: {[text for text, found in shown.items() if not found]}"
    assert failures == set().union(*shown.values()), "a failure is shown that is not explained"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.name))
def test_the_failures_of_a_command_are_those_that_its_arguments_can_cause(entry: Entry) -> None:
    known = {getattr(errors, name) for name in make_protocol.WHEN} | set(make_protocol.OTHERS)
    notes = make_protocol.NOTES[entry.name]
    assert {text.partition(":")[0] for text in notes.fails} <= known
    assert set(notes.also) <= set(make_protocol.OTHERS)
    refusable = any(
        not argument.optional or argument.word is not WORDS[Text] for argument in entry.arguments
    )
    assert ("syntax error: …" in notes.fails) == (refusable or not entry.standard)


# ---------------------------------------------------------------------- talks


def talks() -> Iterator[object]:
    """Every talk of every page, and the arguments of its engine, as pytest parameters."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        found = re.findall(r"^```gtp([^\n]*)\n(.*?)^```", text, re.M | re.S)
        for number, (words, talk) in enumerate(found, 1):
            yield pytest.param(words.split(), talk, id=f"{page.stem} {number}")


def exchanges(talk: str) -> Iterator[tuple[str, str]]:
    """The commands of a talk, each with its answer."""
    for part in talk.strip().split("\n\n"):
        command, _, answer = part.partition("\n")
        assert answer[:1] in ("=", "?"), f"an answer expected after {command!r}"
        yield command, answer


def answers(expected: str, said: str) -> bool:
    """Whether an answer is what was expected.

    `ANYTHING` stands for a part of a line, or alone on a line for any number of lines; after the
    status and alone, for any text.
    """
    if expected == f"= {ANYTHING}":
        return said.startswith("=")
    pattern = "".join(map(_lines_like, expected.strip().splitlines()))
    said = "".join(f"{line.rstrip()}\n" for line in said.rstrip().splitlines())
    return re.fullmatch(pattern, said) is not None


def _lines_like(line: str) -> str:
    if line == ANYTHING:
        return r"(?:.*\n)*"
    return ".*".join(map(re.escape, line.split(ANYTHING))) + r"\n"


@pytest.mark.parametrize(("words", "talk"), list(talks()))
def test_talks_are_real(
    words: list[str], talk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    heard = heard_live if "\ninfo " in talk else heard_here
    for (command, expected), said in zip(exchanges(talk), heard(words, talk), strict=True):
        assert answers(expected, said), f"{command}: {said}"


def heard_here(words: list[str], talk: str) -> list[str]:
    """What a session says in a talk."""
    options = parser("gtp").parse_args(["gtp", *words])
    session = new_session(options.game, options.param, options.verbose, options.dialect)
    messages = [CommandReader().feed(line.encode() + b"\n") for line, _ in exchanges(talk)]
    return [encode_answer(handle(session, message)).decode() for (message,) in messages]


def heard_live(words: list[str], talk: str) -> list[str]:
    """What an engine says in a talk with live analysis.

    Each answer is read until it is what was expected. What is then sent, the next command or an
    empty line, ends it if it would go on.
    """
    engine = Engine("gtp", *words, cwd=Path.cwd())
    said = ["\n\n"]
    try:
        for command, expected in exchanges(talk):
            engine.send(f"{command}\n".encode())
            said[-1] = listen(engine, said[-1])
            said.append(listen(engine, "", partial(answers, expected)))
        engine.send(b"\n")
        said[-1] = listen(engine, said[-1])
    finally:
        engine.kill()
    return said[1:]


def listen(engine: Engine, text: str, enough: Callable[[str], bool] = lambda _: False) -> str:
    """An answer of which `text` was read, up to its end or until it is `enough`."""
    until = time.monotonic() + DEADLINE
    while not text.endswith("\n\n") and not enough(text):
        assert time.monotonic() < until, f"not enough: {text}"
        text += f"{engine.line()}\n"
    return text


def test_there_are_talks() -> None:
    assert len(list(talks())) >= 4 + len(ENTRIES)


def test_anything_stands_for_no_more_than_it_says() -> None:
    assert answers("=\na … c\n…\nd", "= \na b c\nx\ny\nd\n\n")
    assert answers("=\n…\nd", "= \nd\n\n")
    assert answers("= …", "= 1\n2\n\n")
    assert not answers("= …", "? no\n\n")
    assert not answers("=\na … c", "= \na b\nc\n\n")
    assert not answers("=\na …\nd", "= \na b\nc\nd\n\n")
    assert not answers("=\n…\nd", "= \nx\n\n")


# ---------------------------------------------------------------------- analysis.md


#: What a rule of the grammar is made of; the operators are those of regular expressions.
SYMBOL = re.compile(r'"(?P<text>[^"]*)"|#x(?P<code>[0-9A-F]+)|\[[^]]*\]|(?P<rule>[\w-]+)| +')
#: Setups and positions where all that an analysis can say is said.
ANALYSED = (
    "newgame kulami",
    "newgame siege_stones",
    "newgame siege_stones players=4",
    # Blue wins at once.
    "setposition siege_stones pieces=......T/......1/......./T..22.T/1..2.../1....../T......",
    # Blue will lose by stripes.
    "setposition gorami board=16 owners=.12../1.2.1/11.21/..11. numbers=.32../1.1.2/23.23/..23."
    " left=2,1,0/2,0,2 side=2",
    # With D6 a draw by size of groups; A6 loses to five in a row.
    "setposition donuts layout=SHVSSB/BSBSBV/SHVHVV/SBVBVS/BHVVBV/VHSBHH"
    " donuts=.21.22/2111.2/1.2..2/..1.21/121.11/121211 last=B6",
)
#: How many lines of an analysis that goes on are read.
SOME_LINES = 2
FORMS = ("analyze", "lz-analyze", "kata-analyze")
GENERATING = ("genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze")


def grammar() -> dict[str, str]:
    """The rules on the page, by their names."""
    (text,) = re.findall(r"^```ebnf\n(.*?)^```", read("docs/analysis.md"), re.M | re.S)
    return dict(re.findall(r"^([\w-]+) +::= (.+)$", text, re.MULTILINE))


def pattern(rules: dict[str, str], rule: str) -> str:
    """A rule as a regular expression: none of the rules leads back to itself.

    What was read as a segment is not read in another way, or a long answer would take ages.
    """

    def translated(symbol: re.Match[str]) -> str:
        text, code, name = symbol["text"], symbol["code"], symbol["rule"]
        if text is not None:
            return re.escape(text)
        if code:
            return re.escape(chr(int(code, 16)))
        return pattern(rules, name) if name else symbol[0].strip()

    group = "?>" if rule.endswith("-info") else "?:"
    return f"({group}{SYMBOL.sub(translated, rules[rule])})"


def analyses(command: str) -> Iterator[str]:
    """Whole answers to a command of live analysis, one in each of `ANALYSED`."""
    engine = Engine("gtp", "--param", "nodes=500", "--param", "hash=4")
    try:
        for number, line in enumerate(ANALYSED):
            engine.ok(line)
            engine.send(f"{number}{command} 1\n".encode())
            text = listen(engine, "", lambda text: text.count("\n") > SOME_LINES)
            if command in FORMS:
                engine.send(b"\n")
            yield listen(engine, text)
    finally:
        engine.kill()


@pytest.mark.parametrize("command", [*FORMS, *GENERATING])
def test_the_grammar_reads_all_that_an_analysis_says(command: str) -> None:
    rule = re.compile(pattern(grammar(), command))
    for answer in analyses(command):
        assert rule.fullmatch(answer), answer
        assert not rule.fullmatch(answer.removesuffix("\n"))


def test_the_keys_of_analysis_are_those_on_the_page() -> None:
    page = sections("docs/analysis.md")["The lines"]
    documented = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    said = "".join(analyses("analyze"))
    segments = re.findall(r"info (move .*?) pv ", said)
    keys = {word for segment in segments for word in segment.split(" ")[::2]}
    assert {key for key in keys if not key.isdigit()} | {"pv"} == documented


def test_proved_values_are_those_that_the_rules_give() -> None:
    """By hand: blue's win. By playing all games to their ends: the others."""
    *_, win, loss, draw = analyses("analyze")
    assert "solved win 1 plies order 0" in win
    assert re.search(r"move B1=1 .* depth 6 solved loss 2 points order 0", loss)
    assert re.search(r"move D6 .* solved draw 0 points order 0 .*move A6 .* loss 2 plies", draw)


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        (" order 0", ""),
        (" pv ", " "),
        ("winrate ", "winrate 1"),
        ("visits ", "visits -"),
        (" depth ", " deep "),
        ("win 1 plies", "win 1"),
        ("info move", "info  move"),
        ("\ninfo", "\n\ninfo"),
    ],
)
def test_the_grammar_refuses_what_is_damaged(part: str, instead: str) -> None:
    rule = re.compile(pattern(grammar(), "analyze"))
    answer = (
        "=1 \ninfo move F4 visits 55 winrate 10000 scoreLead 4.00 depth 1 solved win 1 plies"
        " order 0 pv F4 G5=S pass\n\n"
    )
    assert rule.fullmatch(answer)
    assert part in answer
    assert not rule.fullmatch(answer.replace(part, instead))


def test_the_commands_and_ignored_words_of_analysis_are_on_the_page() -> None:
    page = read("docs/analysis.md").lower()
    assert {entry.name for entry in ENTRIES if "analyze" in entry.name} == {*FORMS, *GENERATING}
    assert all(f"`{word}`" in page for word in (*SWITCHES, *FORMS, *GENERATING))


# ---------------------------------------------------------------------- records.md


def keys(value: object) -> Iterator[str]:
    """All names in a record but those of a game's own parts of the score and of settings."""
    if isinstance(value, list):
        for item in value:
            yield from keys(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from keys(item) if name not in ("parts", "tournament") else ()


def recorded(folder: Path, *engines: str) -> set[str]:
    """The names in the records of a short match."""
    file = folder / "results.jsonl"
    command = [sys.executable, "-m", "engine", "match", "kulami", "--nodes", "20", "--quiet"]
    for engine in engines:
        command += ["--engine", engine]
    command += ["--games", "2", "--openings", "1", "--results", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=60)
    lines = file.read_text(encoding="utf-8").splitlines()
    return {name for line in lines for name in keys(json.loads(line))}


def test_records_have_the_documented_keys(tmp_path: Path) -> None:
    text = read("docs/records.md")
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE)) - {"left", "speed"}
    (tmp_path / "good").mkdir()
    found = recorded(tmp_path / "good", "quatuor --param search=alphabeta", "quatuor")
    found |= recorded(tmp_path, "quatuor", f"{sys.executable} -c pass")
    assert found == documented
