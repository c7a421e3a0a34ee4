"""Text, JSON, Markdown and the page: the same numbers, whatever the records hold."""

import json
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.report.html import as_html
from clients.referee.report.markdown import as_markdown
from clients.referee.report.plain import as_json
from clients.referee.report.tally import Tally
from clients.referee.report.text import WIDEST, as_text
from clients.referee.report.words import width
from tests.clients.report.factory import Record, drawn, fault, game, match, tournament

ROOT = Path(__file__).resolve().parents[3]
FORMS: dict[str, Callable[[Tally], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "page": as_html,
}
SPRT = tournament(("A", "B"), format="sprt", games=1000)
FIVE = tournament(("Alpha", "Beta", "Gamma", "Delta", "Epsilon"))


def tallied(records: list[Record], tournament: Record | None = None) -> Tally:
    tally = Tally(tournament)
    for record in records:
        tally.add(record)
    return tally


TALLIES: dict[str, Tally] = {
    "nothing": Tally(),
    "no game": Tally(SPRT),
    "one game": tallied(match("1")),
    "one pair": tallied(match("10")),
    "all won": tallied(match("1111")),
    "all drawn": tallied(match("====")),
    "no winner": tallied([game(SPRT, 1, (0, 1), []), game(SPRT, 2, (1, 0), [])]),
    "no moves": tallied([game(SPRT, 1, (0, 1), [1], moves=[])]),
    "match": tallied(list(drawn(tournament(("A", "B")), 40))),
    "sprt": tallied(list(drawn(SPRT, 300))),
    "five": tallied(list(drawn(FIVE, 100))),
    "three seats": tallied(list(drawn(FIVE, 90, seats=3))),
    "gauntlet": tallied(list(drawn(FIVE | {"format": "gauntlet"}, 100))),
    "many setups": tallied(list(drawn(tournament(("A", "B")), 300, setups=200))),
}
each_tally = pytest.mark.parametrize("tally", TALLIES.values(), ids=TALLIES)


def seen(form: str, tally: Tally) -> str:
    """What a reader sees of a form, in one line."""
    text = FORMS[form](tally)
    if form == "page":
        text = unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.S))
    if form == "markdown":
        text = re.sub(r"\\(.)", r"\1", text).replace("*", "")
    return " ".join(text.split())


# ---------------------------------------------------------------------- the same numbers


@pytest.mark.parametrize("form", FORMS)
@each_tally
def test_every_form_has_the_headline(tally: Tally, form: str) -> None:
    assert " ".join(as_json(tally)["headline"].split()) in seen(form, tally)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_the_numbers_of_a_match(form: str) -> None:
    tally = tallied(match("11=0" * 5))
    told = as_json(tally)
    (duel,) = told["duels"]
    text = seen(form, tally)
    assert duel["wdl"] == {"wins": 10, "draws": 5, "losses": 5}
    assert "10, 5, 5" in text
    assert duel["penta"] == {"ll": 0, "ld": 5, "wldd": 0, "wd": 0, "ww": 5}
    assert "0, 5, 0, 0, 5" in text
    for key in ("elo", "elo_from_games", "normalized_elo"):
        assert f"{duel[key]['value']:+.1f} ± {duel[key]['error']:.1f}" in text
    assert f"{100 * duel['los']:.1f} %" in text
    assert duel["score"] == {"points": 12.5, "games": 20, "share": 0.625}
    assert "12.5" in text
    assert "62.5 %" in text


def test_the_elo_of_a_match() -> None:
    """75 % of the points are 400 · log10(3) = 190.85 Elo."""
    (duel,) = as_json(tallied(match("11==" * 10)))["duels"]
    assert duel["elo"]["value"] == pytest.approx(190.8485, abs=1e-4)
    assert duel["elo_from_games"]["value"] == pytest.approx(190.8485, abs=1e-4)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_the_test(form: str) -> None:
    tally = TALLIES["sprt"]
    test = as_json(tally)["sprt"]
    text = seen(form, tally)
    assert f"{test['llr']:.2f}" in text
    assert f"{test['lower']:.2f}, {test['upper']:.2f}" in text
    assert (test["lower"], test["upper"]) == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert test["pairs"] == 150


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_the_ratings_and_the_cross_table(form: str) -> None:
    tally = TALLIES["five"]
    told = as_json(tally)
    text = seen(form, tally)
    for rating in told["ratings"]:
        assert f"{rating['elo']:+.1f} ± {rating['error']:.1f}" in text
    assert sum(rating["elo"] for rating in told["ratings"]) == pytest.approx(0, abs=1e-6)
    for row in told["cross"]:
        for score in filter(None, row):
            assert f"{score['points']:g}/{score['games']}" in text


@pytest.mark.parametrize("form", FORMS)
def test_every_form_tells_of_faults_and_void_games(form: str) -> None:
    records = match("10")
    records[1]["faults"] = [fault(1)]
    tally = tallied(records)
    for minute in (1, 2):
        started = f"2030-01-31T13:{minute:02}:00.000Z"
        broken = [fault(2, kind="start", reason="ended with exit status 3")]
        tally.add_void(
            game(records[0]["tournament"], 3, (0, 1), [], started=started, faults=broken)
        )
    text = seen(form, tally)
    assert "Game 1.2: B did not answer 'genmove' in 0.30 s (time)." in text
    assert "2 games void" in text
    assert "B ended with exit status 3" in text
    assert "A – B: stopped" in text


def test_the_cross_table_mirrors_itself() -> None:
    cross = as_json(TALLIES["five"])["cross"]
    for row in range(5):
        assert cross[row][row] is None
        for column in range(row):
            here, there = cross[row][column], cross[column][row]
            assert here["points"] + there["points"] == here["games"] == there["games"]


# ---------------------------------------------------------------------- whatever the records hold


@each_tally
def test_json_is_finite_and_strict(tally: Tally) -> None:
    told = as_json(tally)
    assert json.loads(json.dumps(told, allow_nan=False)) == told


@each_tally
def test_text_fits_a_terminal(tally: Tally) -> None:
    lines = as_text(tally).splitlines()
    assert max(map(width, lines)) <= WIDEST + 10
    assert not re.search(r"\b(nan|inf|None)\b", "\n".join(lines))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nothing", "No game was finished."),
        ("no game", "No game was finished."),
        ("one game", "No pair of games is complete yet."),
        ("all won", "so the difference has no limit"),
        ("all drawn", "A and B are level 2–2 in 4 games"),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_little_is_said_in_words(form: str, name: str, sentence: str) -> None:
    assert sentence in seen(form, TALLIES[name])


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in its order."""

    VOID = ("meta", "br", "link", "img", "rect", "circle", "path", "polyline")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


HOSTILE = st.text(
    st.one_of(st.sampled_from("<>&\"'`\\|*_[]()#\x1b\x00\n\r\u202e{}$%"), st.characters()),
    min_size=1,
    max_size=30,
) | st.sampled_from(
    ["<script>alert(1)</script>", '" onload="x', "]]><svg onload=x>", "\x1b[2J\x1b]0;x\x07", "${x}"]
)


@settings(max_examples=40)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_names_and_reasons_are_only_read(name: str, reason: str, setup: str) -> None:
    records = match("10==", names=(name, "B"))
    for number, record in enumerate(records):
        record["faults"] = [fault(1, name, kind=reason, reason=reason)]
        record["setup"] = f"{setup}{number % 2}"
        record["result"] = record["host"] = record["termination"] = reason
    tally = tallied(records)
    page = Page(as_html(tally))
    assert page.tags <= TAGS
    assert page.attributes <= ATTRIBUTES
    assert words_of(name) <= words_of(" ".join(page.text))
    for text in (as_text(tally), as_markdown(tally)):
        assert all(line.isprintable() for line in text.split("\n"))
    without_escapes = re.sub(r"\\.", "", as_markdown(tally))
    assert not re.search(r"[<>&`\[\]]", without_escapes)
    assert json.loads(json.dumps(as_json(tally)))["engines"][0]["name"] == name


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def pages(read: Callable[[Page], set[str]]) -> set[str]:
    return set().union(*(read(Page(as_html(tally))) for tally in TALLIES.values()))


TAGS = pages(lambda page: page.tags)
ATTRIBUTES = pages(lambda page: page.attributes)


def test_pages_have_no_scripts_and_load_nothing() -> None:
    assert TAGS.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "a"})
    assert not [name for name in ATTRIBUTES if name.startswith("on") or name in ("src", "href")]


def test_every_plot_and_table_has_a_name() -> None:
    for tally in TALLIES.values():
        page = as_html(tally)
        for plot in re.findall(r"<svg.*?</svg>", page, re.S):
            assert re.search(r'role="img">\s*<title>\S.*?</title>\s*<desc>\S', plot, re.S)
        assert page.count("<table") == len(re.findall(r"<caption>\S", page))


# ---------------------------------------------------------------------- the documentation


def keys(value: Any, free: tuple[str, ...] = ()) -> set[str]:
    """All names of an object and those inside it; what is under `free` ones has no fixed names."""
    if isinstance(value, list):
        return set().union(*(keys(item, free) for item in value))
    if isinstance(value, dict):
        inner = (keys(item, free) for name, item in value.items() if name not in free)
        return set(value).union(*inner)
    return set()


def test_the_keys_are_those_of_the_documentation() -> None:
    text = (ROOT / "docs/report.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([a-z_0-9]+)` \|", text, re.M))
    of = tournament("ABC", format="swiss", games=2)
    knockout = tournament("AB", format="knockout", games=2)
    tallies = [
        *TALLIES.values(),
        tallied(list(drawn(of, 2))),
        tallied(list(drawn(knockout, 2))),
    ]
    tallies[-1].add_void(game(knockout, 3, (0, 1), []))
    free = ("tournament", "limits", "params", "faults", "counts", "hosts", "terminations")
    found = set().union(*(keys(as_json(tally), free) for tally in tallies))
    assert found == documented
