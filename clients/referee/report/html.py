"""A report as one page of HTML that needs nothing but itself: no network, no script, no font.

Whatever comes from records is escaped, and the page forbids browsers to run or load anything.
"""

from collections.abc import Iterator, Sequence
from html import escape

from clients.referee.report import plots, words
from clients.referee.report.sections import Section, Table, sections, setup_labels
from clients.referee.report.style import SHEET
from clients.referee.report.summarize import summarize
from clients.referee.report.summary import Duel, GameLine, SetupLine, Summary
from clients.referee.report.tally import Tally

#: Rows of a table that are shown.
MOST_ROWS = 100
#: Layouts in the plot, those with the most games.
MOST_BARS = 16
#: Games on a layout that a bar is drawn for.
FEW_GAMES = 4
#: Letters of a cell that stay in one line.
LONG = 36
#: How strong the strongest colour of the cross table is.
HEAT = 0.6
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def as_html(tally: Tally) -> str:
    """The page, whole; long tables are cut."""
    return page(summarize(tally))


def page(summary: Summary) -> str:
    """The page of a summary."""
    return "\n".join(_page(summary)) + "\n"


def _page(summary: Summary) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escaped(summary.title)}</title>\n<style>{SHEET}</style>\n</head>\n<body>"
    yield from _header(summary)
    yield "<main>"
    yield from _plots(summary)
    for section in sections(summary):
        yield from _section(section)
    yield from _games(summary)
    yield "</main>"
    yield from _footer(summary)
    yield "</body>\n</html>"


def escaped(text: object) -> str:
    """Text that is shown as it is, also inside an attribute."""
    return escape(words.printable(text))


# ---------------------------------------------------------------------- head and foot


def _header(summary: Summary) -> Iterator[str]:
    about = [str(summary.tournament[key]) for key in ("format", "game") if summary.tournament]
    yield f'<header>\n<p class="quiet">{escaped(" · ".join(about))}</p>'
    yield f"<h1>{escaped(summary.title)}</h1>"
    yield f'<p class="headline">{escaped(summary.headline)}</p>'
    yield '<ul class="tiles">'
    for value, name in _tiles(summary):
        yield f"<li><b>{escaped(value)}</b><span>{escaped(name)}</span></li>"
    yield "</ul>\n</header>"


def _tiles(summary: Summary) -> Iterator[tuple[str, str]]:
    """The key numbers."""
    planned = "" if summary.planned is None else f" of {summary.planned}"
    yield f"{summary.games}{planned}", "games"
    if summary.duel is not None:
        yield from _duel_tiles(summary.duel)
    else:
        yield str(len(summary.engines)), "engines"
    if summary.sprt is not None:
        yield f"{summary.sprt.llr:.2f}", "LLR"
    yield str(sum(sum(line.faults.values()) for line in summary.engines)), "faults"


def _duel_tiles(duel: Duel) -> Iterator[tuple[str, str]]:
    lost = duel.score.games - duel.score.points
    yield f"{words.points(duel.score.points)} – {words.points(lost)}", "score"
    if duel.elo is not None:
        yield words.estimate(duel.elo), f"Elo from {duel.basis}"
    if duel.los is not None:
        yield words.percent(duel.los), "likelihood of superiority"


def _footer(summary: Summary) -> Iterator[str]:
    run = f" of the tournament {escaped(summary.run)}" if summary.run else ""
    yield f"<footer>Made from the records{run}. Errors are half of a 95 % interval.</footer>"


# ---------------------------------------------------------------------- plots


def _plots(summary: Summary) -> Iterator[str]:
    figures = [
        *_ratings_figure(summary),
        *_path_figure(summary),
        *_lengths_figure(summary),
        *_layouts_figure(summary),
    ]
    if figures:
        yield '<section class="plots" aria-label="Plots">'
        yield from figures
        yield "</section>"


def _figure(svg: str, title: str, note: str) -> str:
    told = f"{escaped(title)}<small>{escaped(note)}</small>"
    return f"<figure>\n<figcaption>{told}</figcaption>\n{svg}\n</figure>"


def _ratings_figure(summary: Summary) -> Iterator[str]:
    rows = [
        plots.Row(line.name, line.elo, words.elo(line.elo, line.error), line.error)
        for line in summary.ratings
        if line.elo is not None
    ]
    if rows:
        note = "Elo, relative to the mean, with 95 % intervals"
        yield _figure(plots.ratings(rows, "Ratings"), "Ratings", note)
    elif summary.duel is not None:
        yield from _duel_figure(summary.duel)


def _duel_figure(duel: Duel) -> Iterator[str]:
    estimates = {f"Elo from {duel.basis}": duel.elo}
    if duel.basis == "pairs":
        estimates["Elo from games"] = duel.elo_from_games
    estimates["normalized Elo"] = duel.normalized_elo
    rows = [
        plots.Row(label, found.value, words.estimate(found), found.error)
        for label, found in estimates.items()
        if found is not None
    ]
    if rows:
        title = f"{duel.first} against {duel.second}"
        yield _figure(plots.ratings(rows, title), title, "the difference, with 95 % intervals")


def _path_figure(summary: Summary) -> Iterator[str]:
    test = summary.sprt
    if test is not None and test.path:
        title = "The way of the test"
        note = f"LLR by pairs; H0 is {test.elo0:+g} Elo, H1 {test.elo1:+g} Elo ({test.model})"
        yield _figure(plots.path(test.path, test.lower, test.upper, title), title, note)


def _layouts_figure(summary: Summary) -> Iterator[str]:
    often = [line for line in summary.setups if line.seat_1.games >= FEW_GAMES][:MOST_BARS]
    if len(summary.setups) > 1 and often:
        first = summary.engines[0].name if summary.duel else summary.seats[0].colour
        labels = setup_labels([line.setup for line in summary.setups])
        rows = [
            _bar(label, line, bool(summary.duel))
            for label, line in zip(labels[: len(often)], often, strict=True)
        ]
        title, note = "Score by layout", f"points of {first}, and games"
        yield _figure(plots.shares(rows, title, 1 / len(summary.seats)), title, note)


def _bar(label: str, line: SetupLine, is_duel: bool) -> plots.Row:
    score = line.first_engine if is_duel else line.seat_1
    name = label.removeprefix("layout=")
    return plots.Row(name, score.share or 0.0, f"{words.percent(score.share)} of {score.games}")


def _lengths_figure(summary: Summary) -> Iterator[str]:
    if summary.lengths is not None:
        title = "Lengths of games"
        yield _figure(plots.histogram(summary.lengths.counts, title), title, "games by plies")


# ---------------------------------------------------------------------- tables


def _section(section: Section) -> Iterator[str]:
    yield f'<section id="{escaped(section.name)}">\n<h2>{escaped(section.title)}</h2>'
    if section.table is not None:
        yield from _table(section.table, section.title)
    kind = ' class="note"' if section.table is not None else ""
    for sentence in section.sentences:
        yield f"<p{kind}>{escaped(sentence)}</p>"
    yield "</section>"


def _table(table: Table, caption: str) -> Iterator[str]:
    shown = table.rows[:MOST_ROWS]
    bare = "" if table.head else ' class="bare"'
    yield f'<div class="table" tabindex="0">\n<table{bare}>\n<caption>{escaped(caption)}</caption>'
    if table.head:
        cells = "".join(_head(cell, place < table.left) for place, cell in enumerate(table.head))
        yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for number, row in enumerate(shown):
        heat = table.heat[number] if table.heat else (None,) * len(row)
        yield f"<tr>{''.join(_row(row, heat, table.left))}</tr>"
    yield "</tbody>\n</table>\n</div>"
    if len(shown) < len(table.rows):
        yield f'<p class="note">… and {len(table.rows) - len(shown)} more</p>'


def _head(cell: str, is_word: bool) -> str:
    kind = ' class="word"' if is_word else ""
    return f'<th scope="col"{kind}>{escaped(cell)}</th>' if cell else f"<td{kind}></td>"


def _row(row: Sequence[str], heat: Sequence[float | None], left: int) -> Iterator[str]:
    for place, (cell, share) in enumerate(zip(row, heat, strict=True)):
        kinds = [*(["word"] if place < left else []), *(["long"] if len(cell) > LONG else [])]
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        style = "" if share is None else f' style="background-color: {_colour(share)}"'
        tag = 'th scope="row"' if place == 0 else "td"
        yield f"<{tag}{kind}{style}>{escaped(cell)}</{tag[:2]}>"


def _colour(share: float) -> str:
    """Green above one half, red below, the stronger the farther."""
    strength = HEAT * abs(2 * share - 1)
    return f"rgba({'47, 138, 87' if share >= 0.5 else '194, 84, 63'}, {strength:.2f})"


def _games(summary: Summary) -> Iterator[str]:
    if not summary.first_games:
        return
    shown, all_ = len(summary.first_games), summary.games
    which = f"The {shown} games" if shown == all_ else f"The first {shown} of {all_} games"
    yield f"<details>\n<summary>{which}</summary>"
    head = ("game", "result", "ended by", "plies", "time")
    rows = tuple(map(_game_row, summary.first_games))
    yield from _table(Table(head, rows, left=3), which)
    yield "</details>"


def _game_row(game: GameLine) -> tuple[str, ...]:
    return (game.game, game.result, game.termination, str(game.plies), words.span(game.seconds))
