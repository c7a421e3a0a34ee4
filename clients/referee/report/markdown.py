"""A report as Markdown, in the form of GitHub (GFM)."""

import re
from collections.abc import Iterator, Sequence

from clients.referee.report.sections import Section, Table, sections
from clients.referee.report.summarize import summarize
from clients.referee.report.summary import Summary
from clients.referee.report.tally import Tally
from clients.referee.report.words import printable

#: Rows of a table that are shown.
MOST_ROWS = 100
#: What means something in a line of Markdown; a backslash before it takes that away.
_MARKS = re.compile(r"([\\`*_\[\]<>|~&#@$])")


def as_markdown(tally: Tally) -> str:
    """The report, ending with a line break; long tables are cut."""
    return markdown(summarize(tally))


def markdown(summary: Summary) -> str:
    """The report of a summary."""
    lines = [f"# {escaped(summary.title)}", "", f"**{escaped(summary.headline)}**"]
    for section in sections(summary):
        lines += ["", f"## {escaped(section.title)}", "", *_section(section)]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Text that is shown as it is."""
    return _MARKS.sub(r"\\\1", printable(text))


def _section(section: Section) -> Iterator[str]:
    if section.table is not None:
        shown = section.table.rows[:MOST_ROWS]
        yield from _table(section.table, shown)
        if len(shown) < len(section.table.rows):
            yield from ("", f"… and {len(section.table.rows) - len(shown)} more")
        if section.sentences:
            yield ""
    for number, sentence in enumerate(section.sentences):
        yield from ([""] if number else [])
        yield escaped(sentence)


def _table(table: Table, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    columns = len(rows[0])
    yield _row(table.head or [""] * columns)
    yield _row(["---" if place < table.left else "--:" for place in range(columns)], escape=False)
    yield from map(_row, rows)


def _row(cells: Sequence[str], escape: bool = True) -> str:
    return f"| {' | '.join(escaped(cell) if escape else cell for cell in cells)} |"
