"""Plots as SVG, made of plain numbers.

The colours are those of the page's style sheet, by class, so that a plot is light or dark as the
page is. Each plot has a title and a description for those who cannot see it.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain, count
from math import ceil, floor, log10
from typing import NamedTuple

from clients.referee.report import words

#: Units of the drawing. A page shows it as wide as there is room.
WIDTH = 480.0
ROW = 26.0
LABELS = 140.0
VALUES = 96.0
FOOT = 24.0
#: Letters of a label that fit beside a row.
LETTERS = 14
#: About how many bars a histogram has at most.
BARS = 30


class Row(NamedTuple):
    """A line of a plot: what it is about, its value, what is written at its end.

    `error` is half the width of its interval, None without one.
    """

    label: str
    value: float
    told: str
    error: float | None = None


class _Scale(NamedTuple):
    """Values from `low` to `high` on pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value; what is out of range is put to the edge."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round values from `low` to `high`, at most `most`, 1, 2 or 5 times a power of 10 apart."""
    power = 10.0 ** floor(log10(((high - low) or 1.0) / most))
    steps = (power * each for each in (1, 2, 5, 10, 20))
    spans = ((step, range(ceil(low / step), floor(high / step) + 1)) for step in steps)
    step, places = next(span for span in spans if len(span[1]) <= most)
    return [round(place * step, 9) + 0.0 for place in places]


# ---------------------------------------------------------------------- the plots


def ratings(rows: Sequence[Row], title: str) -> str:
    """A point with its error bar for each row; Elo to the right."""
    low = min(-10.0, *(row.value - (row.error or 0) for row in rows))
    high = max(10.0, *(row.value + (row.error or 0) for row in rows))
    scale = _Scale(low, high, LABELS, WIDTH - VALUES)
    described = "; ".join(f"{row.label} {row.told}" for row in rows)
    return _document(title, described, len(rows) * ROW + FOOT, _ratings(rows, scale))


def _ratings(rows: Sequence[Row], scale: _Scale) -> Iterator[str]:
    bottom = len(rows) * ROW
    yield from _grid(scale, bottom, zero=0.0)
    for place, row in enumerate(rows):
        y = (place + 0.5) * ROW
        yield from _labels(row, y)
        if row.error is not None:
            left, right = scale.at(row.value - row.error), scale.at(row.value + row.error)
            ends = "".join(f"M{_n(x)} {_n(y - 5)}V{_n(y + 5)}" for x in (left, right))
            yield f'<path class="error" d="M{_n(left)} {_n(y)}H{_n(right)}{ends}"/>'
        yield f'<circle class="point" cx="{_n(scale.at(row.value))}" cy="{_n(y)}" r="5"/>'


def shares(rows: Sequence[Row], title: str, fair: float) -> str:
    """A bar from the `fair` share to each share of points."""
    scale = _Scale(0.0, 1.0, LABELS, WIDTH - VALUES)
    described = "; ".join(f"{row.label} {row.told}" for row in rows)
    return _document(title, described, len(rows) * ROW + FOOT, _shares(rows, scale, fair))


def _shares(rows: Sequence[Row], scale: _Scale, fair: float) -> Iterator[str]:
    middle = scale.at(fair)
    yield from _grid(scale, len(rows) * ROW, zero=fair, per_cent=True)
    for place, row in enumerate(rows):
        x, y = scale.at(row.value), (place + 0.5) * ROW
        kind = "good" if row.value >= fair else "bad"
        yield from _labels(row, y)
        yield (
            f'<rect class="{kind}" x="{_n(min(x, middle))}" y="{_n(y - 8)}" '
            f'width="{_n(max(abs(x - middle), 2))}" height="16" rx="2"/>'
        )


def histogram(counts: Mapping[int, int], title: str) -> str:
    """How many games were how long, in bars of equal width."""
    bars, step = _bars(counts)
    described = "; ".join(f"{_bar_name(low, step)} plies: {words.games(n)}" for low, n in bars)
    return _document(title, described, 190.0, _histogram(bars, step))


def _bars(counts: Mapping[int, int]) -> tuple[list[tuple[int, int]], int]:
    """Each bar's shortest length with its number of games, and how many lengths a bar has."""
    low, high = min(counts), max(counts)
    step = next(each for each in chain((1, 2, 5, 10), count(20, 20)) if (high - low) / each < BARS)
    start = low // step * step
    bars = dict.fromkeys(range(start, high + 1, step), 0)
    for plies, games in counts.items():
        bars[start + (plies - start) // step * step] += games
    return list(bars.items()), step


def _bar_name(low: int, step: int) -> str:
    return str(low) if step == 1 else f"{low} to {low + step - 1}"


def _histogram(bars: Sequence[tuple[int, int]], step: int) -> Iterator[str]:
    bottom, left = 162.0, 40.0
    first, last = bars[0][0], bars[-1][0] + step
    across = _Scale(first, last, left, WIDTH - 10)
    up = _Scale(0, max(games for _, games in bars), bottom, 12)
    yield from _levels(up, left)
    for low, games in bars:
        x, y = across.at(low), up.at(games)
        wide = min(across.at(low + step) - x - 1.5, 40)
        yield (
            f'<rect class="bar" x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" '
            f'height="{_n(bottom - y)}"><title>{_bar_name(low, step)} plies: '
            f"{words.games(games)}</title></rect>"
        )
    for tick in [each for each in ticks(first, last, 9) if each < last and each == int(each)]:
        centre = across.at(tick + 0.5)
        yield _text(centre, bottom + 17, f"{tick:g}", "middle")


def path(steps: Sequence[tuple[int, float]], lower: float, upper: float, title: str) -> str:
    """The LLR after each number of pairs, between its bounds."""
    last_pairs, last = steps[-1] if steps else (0, 0.0)
    described = (
        f"The LLR is {last:.2f} after {words.some(last_pairs, 'pair')}. H0 is accepted at "
        f"{lower:.2f}, H1 at {upper:.2f}."
    )
    return _document(title, described, 220.0, _path(steps, lower, upper))


def _path(steps: Sequence[tuple[int, float]], lower: float, upper: float) -> Iterator[str]:
    values = [value for _, value in steps]
    low, high = min([*values, lower]) - 0.3, max([*values, upper]) + 0.3
    across = _Scale(0, max(steps[-1][0], 1) if steps else 1, 40, WIDTH - 48)
    up = _Scale(low, high, 196, 8)
    yield from _levels(up, across.start, across.end)
    for name, bound in (("H1", upper), ("H0", lower)):
        y = _n(up.at(bound))
        yield f'<path class="bound" d="M{_n(across.start)} {y}H{_n(across.end)}"/>'
        yield _text(across.end + 6, up.at(bound) + 4, name, "start", "strong")
    points = [(0, 0.0), *steps]
    line = " ".join(f"{_n(across.at(pairs))},{_n(up.at(llr))}" for pairs, llr in points)
    yield f'<polyline class="line" points="{line}"/>'
    pairs, llr = points[-1]
    yield f'<circle class="point" cx="{_n(across.at(pairs))}" cy="{_n(up.at(llr))}" r="4"/>'
    for tick in [each for each in ticks(0, across.high, 6) if each == int(each)]:
        yield _text(across.at(tick), 213, f"{tick:g}", "middle")


# ---------------------------------------------------------------------- their parts


def _document(title: str, description: str, height: float, parts: Iterator[str]) -> str:
    inner = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {_n(WIDTH)} {_n(height)}" role="img">\n'
        f"<title>{_escaped(title)}</title>\n<desc>{_escaped(description)}</desc>\n"
        f"{inner}\n</svg>"
    )


def _grid(scale: _Scale, bottom: float, zero: float, per_cent: bool = False) -> Iterator[str]:
    """Vertical lines at round values, one of them strong."""
    for tick in ticks(scale.low, scale.high, 5):
        x = scale.at(tick)
        kind = "zero" if tick == zero else "grid"
        told = f"{100 * tick:g} %" if per_cent else f"{tick:+g}" if tick else "0"
        yield f'<path class="{kind}" d="M{_n(x)} 0V{_n(bottom)}"/>'
        yield _text(x, bottom + 17, told, "middle")
    if zero not in ticks(scale.low, scale.high, 5):
        yield f'<path class="zero" d="M{_n(scale.at(zero))} 0V{_n(bottom)}"/>'


def _levels(scale: _Scale, left: float, right: float = WIDTH - 10) -> Iterator[str]:
    """Horizontal lines at round values."""
    for tick in ticks(scale.low, scale.high, 5):
        y = scale.at(tick)
        kind = "grid" if tick else "zero"
        yield f'<path class="{kind}" d="M{_n(left)} {_n(y)}H{_n(right)}"/>'
        yield _text(left - 6, y + 4, f"{tick:g}", "end")


def _labels(row: Row, y: float) -> Iterator[str]:
    yield _text(LABELS - 10, y + 4, words.printable(row.label, LETTERS), "end", "strong")
    yield _text(WIDTH, y + 4, row.told, "end")


def _text(x: float, y: float, words_: str, anchor: str, kind: str = "") -> str:
    look = f' class="{kind}"' if kind else ""
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}"{look}>{_escaped(words_)}</text>'


def _escaped(text: str) -> str:
    return escape(words.printable(text))


def _n(value: float) -> str:
    """A number as short as can be."""
    return f"{value:.1f}".removesuffix(".0")
