"""What the programs that write parts of pages share.

A part stands between two comments, ``<!-- NAME: written by docs/PROGRAM -->`` and
``<!-- NAME end -->``; what is around it is written by hand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

Parts = Mapping[str, Callable[[], str]]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def with_parts(text: str, program: str, parts: Parts) -> str:
    """The text of a page with its parts made anew. Raises: ValueError without the comments."""
    for name, make in parts.items():
        begin, end = f"<!-- {name}: written by docs/{program} -->", f"<!-- {name} end -->"
        head, found, rest = text.partition(begin)
        _, found_end, tail = rest.partition(end)
        if not found or not found_end:
            raise ValueError(f"the page lacks the comments {begin} and {end}")
        text = f"{head}{begin}\n\n{make()}\n\n{end}{tail}"
    return text


def rewrite(path: Path, page: Callable[[str], str]) -> None:
    """Bring a page up to date."""
    path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
