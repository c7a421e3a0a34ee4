"""A report as plain text for a terminal."""

from collections.abc import Iterator, Sequence

from clients.referee.report.columns import columns
from clients.referee.report.sections import Section, Table, sections
from clients.referee.report.summarize import summarize
from clients.referee.report.summary import Summary
from clients.referee.report.tally import Tally
from clients.referee.report.words import printable, width

#: Columns of a line of words.
WIDEST = 100
#: Columns of a cell of words.
WIDEST_CELL = 28
#: Rows of a table that are shown.
MOST_ROWS = 24
#: Sections in which every row matters.
WHOLE = ("standings", "knockout", "swiss", "cross")


def as_text(tally: Tally) -> str:
    """The report, ending with a line break; long tables are cut."""
    return text(summarize(tally))


def text(summary: Summary) -> str:
    """The report of a summary."""
    lines = [*_wrapped(summary.headline)]
    for section in sections(summary):
        lines += ["", printable(section.title), *_section(section)]
    return "\n".join(lines) + "\n"


def _section(section: Section) -> Iterator[str]:
    if section.table is not None:
        rows = section.table.rows
        shown = rows if section.name in WHOLE else rows[:MOST_ROWS]
        yield from aligned(section.table, shown)
        if len(shown) < len(rows):
            yield f"  … and {len(rows) - len(shown)} more"
    for sentence in section.sentences:
        yield from _wrapped(sentence)


def aligned(table: Table, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Head and rows in columns."""
    cells = [[printable(cell, WIDEST_CELL) for cell in row] for row in (table.head, *rows) if row]
    yield from (f"  {line}" for line in columns(cells, table.left))


def _wrapped(sentence: str) -> Iterator[str]:
    """Lines of at most `WIDEST` columns, the later ones indented."""
    line = ""
    for word in printable(sentence).split(" "):
        if line.strip() and width(line) + 1 + width(word) > WIDEST:
            yield line
            line = "  "
        line = f"{line} {word}" if line.strip() else line + word
    yield line
