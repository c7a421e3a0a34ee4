"""A tournament as a TOML file: read it, with every mistake and its line, and write it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clients.referee.configuration import tournament_of
from clients.referee.configuration_draft import Draft, Place
from clients.referee.configuration_error import ConfigurationError, Path, Problem
from clients.referee.keys import BY_SECTION, KEYS, SECTIONS, Key
from clients.referee.kinds import did_you_mean, shown
from clients.referee.settings import Conduct, Tournament
from clients.referee.toml_lines import lines_of_keys

_SYNTAX_PLACE = re.compile(
    r"(.*) \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)", re.DOTALL
)


def read_toml(path: str) -> tuple[Tournament, Conduct]:
    """The tournament that a file describes.

    Paths in it are relative to the current directory, not to the file.
    Raises: ConfigurationError, with all mistakes in the order of their lines.
    """
    return tournament_of(read_draft(path))


def read_draft(path: str) -> Draft:
    """What a file says; the draft also has what is wrong with its keys and values.

    Raises: ConfigurationError if it cannot be read or is no TOML.
    """
    text = _text(path)
    draft = _draft(path, text)
    for where, line in lines_of_keys(text).items():
        draft.places[where] = Place(line, f"{path}:{line}", True)
    return draft


def draft_of(source: str, tournament: Tournament, conduct: Conduct) -> Draft:
    """The draft of a tournament that is known; errors name its `source` and no lines."""
    return _draft(source, write_toml(tournament, conduct))


def _draft(source: str, text: str) -> Draft:
    """What the text says, without places. Raises: ConfigurationError if it is no TOML."""
    draft = Draft(source)
    for name, value in _parsed(source, text).items():
        _read_section(draft, name, value)
    return draft


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise ConfigurationError([f"cannot read {path}: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise ConfigurationError([f"{path}: it is no text in UTF-8"]) from error


def _parsed(path: str, text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also of a number with very many digits
        raise ConfigurationError([_syntax_error(path, text, str(error))]) from error


def _syntax_error(path: str, text: str, told: str) -> str:
    found = _SYNTAX_PLACE.fullmatch(told)
    what = found[1] if found else told
    line = int(found[2]) if found and found[2] else text.count("\n") + 1
    column = f" (column {found[3]})" if found and found[3] else ""
    hint = ": a text needs quotation marks" if what == "Invalid value" else ""
    return f"{path}:{line}: this is no TOML: {what}{column}{hint}"


# ---------------------------------------------------------------------- sections


def _read_section(draft: Draft, name: str, value: object) -> None:
    if name not in SECTIONS:
        draft.problems.append(Problem((name,), _unknown_section(name, value)))
    elif name == "engine":
        _read_engines(draft, value)
    elif not isinstance(value, dict):
        form = f"a section [{name}] expected, once"
        draft.problems.append(Problem((name,), f"{form}, not {shown(value)}"))
    else:
        _read_keys(draft, (name,), value, draft.values(name))


def _read_engines(draft: Draft, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        why = "a section [[engine]], with two brackets, expected for each engine"
        draft.problems.append(Problem(("engine",), why))
        return
    for number, each in enumerate(value):
        draft.engines.append({})
        _read_keys(draft, ("engine", number), each, draft.engines[number])


def _read_keys(
    draft: Draft, where: Path, values: Mapping[str, object], into: dict[str, Any]
) -> None:
    known = BY_SECTION[str(where[0])]
    for name, value in values.items():
        if name in known:
            draft.read(into, (*where, name), known[name], value)
        else:
            why = _unknown_key(name, known)
            draft.problems.append(Problem((*where, name), why))


def _unknown_section(name: str, value: object) -> str:
    if not isinstance(value, (dict, list)):
        return _unknown_key(name, {})
    return f"there is no section of this name{did_you_mean(name, SECTIONS)}"


def _unknown_key(name: str, known: Mapping[str, Key]) -> str:
    homes = [section for section in SECTIONS if name in BY_SECTION[section]]
    if homes:
        return f"this key belongs to the section [{homes[0]}]"
    return f"there is no key of this name here{did_you_mean(name, known)}"


# ---------------------------------------------------------------------- writing


def write_toml(tournament: Tournament, conduct: Conduct) -> str:
    """A file that ``read_toml`` reads as this; values at their default are left out."""
    limits = [engine.limits for engine in tournament.engines]
    are_common = all(each == limits[0] for each in limits)
    sections = [
        ("[tournament]", _lines("tournament", tournament, conduct)),
        ("[limits]", _lines("limits", *limits[:1]) if are_common else []),
        ("[openings]", _lines("openings", tournament.openings)),
        ("[adjudication]", _lines("adjudication", tournament.adjudication)),
        ("[sprt]", _lines("sprt", tournament.sprt)),
    ]
    for engine in tournament.engines:
        own = [] if are_common else _lines("limits", engine.limits)
        sections.append(("[[engine]]", [*_lines("engine", engine), *own]))
    return "\n".join(_section(title, lines) for title, lines in sections if lines)


def _section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *lines, ""])


def _lines(section: str, *owners: object) -> list[str]:
    return [line for key in KEYS if key.section == section for line in _line(key, owners)]


def _line(key: Key, owners: Sequence[object]) -> Iterator[str]:
    for owner in owners:
        value = getattr(owner, key.name, key.default)
        if value != key.default:
            yield f"{key.name} = {key.kind.write(value)}"
