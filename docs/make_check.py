"""Writes the table of docs/check.md: ``python docs/make_check.py``.

The table stands between two comments; what is around it is written by hand. It comes from the
program's own table of steps, and a test fails when it is not up to date.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from clients.referee.compliance import as_markdown
from docs.page_parts import rewrite, with_parts

PAGE = Path(__file__).parent / "check.md"


def page(text: str) -> str:
    """The page with its table brought up to date. Raises: ValueError without the comments."""
    return with_parts(text, "make_check.py", {"steps": lambda: as_markdown().rstrip("\n")})


def main() -> None:
    """Rewrite the page."""
    rewrite(PAGE, page)


if __name__ == "__main__":
    main()
