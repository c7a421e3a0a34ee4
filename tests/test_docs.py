"""The documentation says what is true: pages, pictures and talks against the program."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import make_pictures, make_protocol
from engine.games.donuts.board import HOUSE_FACES
from engine.games.donuts.faces import read_faces
from engine.games.game import Game, Option
from engine.games.registry import GAMES
from engine.session.dispatch import handle
from engine.session.session import Session
from protocol.wire import CommandReader, encode_answer

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


def test_tables_of_the_protocol_are_up_to_date() -> None:
    text = read("docs/protocol.md")
    assert make_protocol.page(text) == text, "run: python docs/make_protocol.py"


def test_every_failure_text_is_explained() -> None:
    assert set(make_protocol.failure_names()) == set(make_protocol.WHEN)


def talks() -> Iterator[object]:
    """Every talk of every page, as a pytest parameter."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for number, talk in enumerate(re.findall(r"^```gtp\n(.*?)^```", text, re.M | re.S), 1):
            yield pytest.param(talk, id=f"{page.stem} {number}")


def exchanges(talk: str) -> Iterator[tuple[str, str]]:
    """The commands of a talk, each with its answer."""
    for part in talk.strip().split("\n\n"):
        command, _, answer = part.partition("\n")
        assert answer[:1] in ("=", "?"), f"an answer expected after {command!r}"
        yield command, answer


@pytest.mark.parametrize("talk", list(talks()))
def test_talks_are_real(talk: str) -> None:
    session = Session(GAMES)
    for command, expected in exchanges(talk):
        (message,) = CommandReader().feed(command.encode() + b"\n")
        said = encode_answer(handle(session, message)).decode()
        said = "\n".join(line.rstrip() for line in said.splitlines()).rstrip()
        pattern = re.escape(expected.strip()).replace(re.escape(ANYTHING), ".*")
        assert re.fullmatch(pattern, said, re.S), f"{command}: {said}"


def test_there_are_talks() -> None:
    assert len(list(talks())) >= 4


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
