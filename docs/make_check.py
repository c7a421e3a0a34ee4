"""Writes the table of docs/check.md: ``python docs/make_check.py``.

The table stands between two comments; what is around it is written by hand. It comes from the
program's own table of steps, and a test fails when it is not up to date.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from clients.referee.compliance import as_markdown

PAGE = Path(__file__).parent / "check.md"
BEGIN, END = "<!-- steps: written by docs/make_check.py -->", "<!-- steps end -->"


def page(text: str) -> str:
    """The page with its table brought up to date. Raises: ValueError without the comments."""
    head, found, rest = text.partition(BEGIN)
    _, found_end, tail = rest.partition(END)
    if not found or not found_end:
        raise ValueError(f"{PAGE.name} lacks the comments {BEGIN} and {END}")
    return f"{head}{BEGIN}\n\n{as_markdown()}\n{END}{tail}"


def main() -> None:
    """Rewrite the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
