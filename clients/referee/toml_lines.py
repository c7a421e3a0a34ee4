"""On which line of a TOML file each key stands, which ``tomllib`` does not tell.

The text is known to be valid TOML, so that only strings, comments and brackets have to be told
apart: a statement ends with a line on which no bracket is open.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping

from clients.referee.configuration_error import Path

_TOKEN = re.compile(
    r'''
      """(?:\\.|[^\\])*?"""(?!")      # strings of several lines, which may end with more quotes
    | \'\'\'.*?\'\'\'(?!\')
    | "(?:\\.|[^"\\])*"               # strings of one line
    | '[^']*'
    | \#[^\n]*                        # a comment
    | [\[\]{}=\n]
    | [^"'#\[\]{}=\n]+
    ''',
    re.VERBOSE | re.DOTALL,
)


def lines_of_keys(text: str) -> dict[Path, int]:
    """The line, from 1, of every section and key that has a statement of its own.

    Tables of an array are numbered from 0: ``("engine", 1, "name")``.
    """
    lines: dict[Path, int] = {}
    counts: Counter[Path] = Counter()
    section: Path = ()
    for line, statement in _statements(text):
        if statement.startswith("[["):
            names = _numbered(_path(statement.strip("[] \t")), counts)
            section = (*names, counts[names])
            counts[names] += 1
            lines.setdefault(names, line)
            lines[section] = line
        elif statement.startswith("["):
            section = _numbered(_path(statement.strip("[] \t")), counts)
            lines.setdefault(section, line)
        else:
            path = (*section, *_path(statement))
            for end in range(len(section) + 1, len(path) + 1):
                lines.setdefault(path[:end], line)
    return lines


def _numbered(path: Path, counts: Mapping[Path, int]) -> Path:
    """The path with the number of the last table wherever it leads through an array of tables."""
    found: Path = ()
    for depth, name in enumerate(path):
        found = (*found, name)
        if counts.get(found) and depth < len(path) - 1:
            found = (*found, counts[found] - 1)
    return found


def _path(key: str) -> Path:
    """The names of a dotted key, whose quotation marks ``tomllib`` understands."""
    names: list[str] = []
    value: object = tomllib.loads(f"{key} = 0")
    while isinstance(value, dict):
        ((name, value),) = value.items()
        names.append(name)
    return tuple(names)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The line of each statement and what stands before its equals sign."""
    line, depth = 1, 0
    start, head, is_key = 1, "", True
    for token in _TOKEN.findall(text.replace("\r\n", "\n")):
        if token == "\n" and depth == 0:
            if head.strip():
                yield start, head.strip()
            head, is_key = "", True
        elif token == "=" and depth == 0:
            is_key = False
        elif is_key and not token.startswith("#"):
            if not head.strip():
                start = line
            head += token
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token, 0)
        line += token.count("\n")
    if head.strip():
        yield start, head.strip()
