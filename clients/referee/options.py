"""A tournament by the options of the command line, alone or over those of a TOML file."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from clients.referee.configuration import tournament_of
from clients.referee.configuration_draft import Draft, Place, Values, merged_limits
from clients.referee.configuration_error import Path, Problem
from clients.referee.keys import BY_SECTION, KEYS, SECTIONS, Key, default_text
from clients.referee.kinds import did_you_mean
from clients.referee.settings import Conduct, Tournament
from clients.referee.toml_file import draft_of, read_draft

#: Other words for keys of an engine, as other arenas have them.
SYNONYMS = {"cmd": "command"}
#: Keys of an engine that are tables, by the word before the point: ``param.level=5``.
TABLES = {"param": "params", "env": "env"}
#: Errors of options come after those of a file.
AFTER_FILE = 1 << 40

_ENGINE_HELP = (
    "an entrant, once for each: KEY=VALUE words, with the keys command (or cmd), name, "
    "param.NAME, hash, threads, env.NAME, cwd, restart, cpus, and those of the limits: "
    "--engine name=A command='quatuor gtp' param.level=5; instead of the file's engines"
)
_EACH_HELP = "the same for every engine: over the file's engines, under those of --engine"


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the options for everything that can be configured, and a file.

    The file comes first: some options take any number of words.
    """
    parser.usage = "%(prog)s [FILE.toml] [OPTION ...]"
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE.toml",
        help="the tournament; options override it; paths are relative to the current directory",
    )
    for section, (_, about) in SECTIONS.items():
        group = parser.add_argument_group(f"[{section}]", about)
        if section == "engine":
            _add_words(group, "--engine", _ENGINE_HELP)
            _add_words(group, "--each", _EACH_HELP)
            continue
        for key in KEYS:
            if key.section == section:
                _add(group, key)


def _add_words(group: argparse._ArgumentGroup, flag: str, text: str) -> None:
    group.add_argument(flag, action="append", nargs="+", default=[], metavar="KEY=VALUE", help=text)


def _add(group: argparse._ArgumentGroup, key: Key) -> None:
    default = default_text(key).replace("%", "%%")
    shown = "" if default == "–" else f" ({default})"
    group.add_argument(
        key.flag,
        dest=_destination(key),
        nargs="+" if key.kind.is_list else None,
        metavar=key.name.upper(),
        help=f"{key.help}: {key.kind.expected.rstrip(',')}{shown}".replace("%", "%%"),
    )


def _destination(key: Key) -> str:
    return f"{key.section}.{key.name}"


def read_options(namespace: argparse.Namespace) -> tuple[Tournament, Conduct]:
    """The tournament that the options describe, over the file if one is given.

    Raises: ConfigurationError, with all mistakes of both.
    """
    return _read(namespace, read_draft(namespace.file) if namespace.file else None)


def read_options_over(
    namespace: argparse.Namespace, source: str, tournament: Tournament, conduct: Conduct
) -> tuple[Tournament, Conduct]:
    """The same over a tournament that is known from `source`; the file is not looked at.

    Raises: ConfigurationError.
    """
    return _read(namespace, draft_of(source, tournament, conduct))


def _read(namespace: argparse.Namespace, lower: Draft | None) -> tuple[Tournament, Conduct]:
    upper = Draft()
    given = vars(namespace)
    for order, key in enumerate(KEYS):
        text = given.get(_destination(key))
        if text is not None:
            _read_option(upper, key, text, AFTER_FILE + order)
    each = _read_each(upper, namespace.each)
    _read_engines(upper, namespace.engine)
    draft = _over(upper, lower) if lower else upper
    draft.engines = [
        _merged_engine(each, own) if upper.engines else _merged_engine(own, each)
        for own in draft.engines
    ]
    return tournament_of(draft)


def _read_option(draft: Draft, key: Key, text: str | list[str], order: int) -> None:
    where = (key.section, key.name)
    draft.places[where] = Place(order, key.flag, False)
    value = key.kind.from_text(text) if isinstance(text, str) else text
    draft.read(draft.values(key.section), where, key, value)


# ---------------------------------------------------------------------- engines


def _read_engines(draft: Draft, engines: Sequence[Sequence[str]]) -> None:
    for number, words in enumerate(engines):
        draft.engines.append({})
        _read_engine(draft, ("engine", number), f"--engine {number + 1}", words, draft.engines[-1])


def _read_each(draft: Draft, words: Sequence[Sequence[str]]) -> Values:
    values: Values = {}
    flat = [word for some in words for word in some]
    _read_engine(draft, ("each",), "--each", flat, values)
    return values


def _read_engine(draft: Draft, where: Path, flag: str, words: Sequence[str], into: Values) -> None:
    """Read KEY=VALUE words; mistakes are noted in the draft."""
    known = BY_SECTION["engine"]
    order = AFTER_FILE + len(KEYS) + len(draft.places)
    draft.places[where] = Place(order, flag, False)
    tables: dict[str, dict[str, str]] = {}
    for word in words:
        name, equals, text = word.partition("=")
        table, point, inside = name.partition(".")
        name = SYNONYMS.get(name, name)
        place: Path = (
            (*where, TABLES[table], inside) if point and table in TABLES else (*where, name)
        )
        draft.places[place] = Place(order, f"{flag}: {name}", False)
        if point and equals and table in TABLES:
            tables.setdefault(TABLES[table], {})[inside] = text
        elif equals and name in known and name not in TABLES.values():
            draft.read(into, place, known[name], known[name].kind.from_text(text))
        else:
            draft.problems.append(Problem(place, _unknown_word(word, known)))
    for name, values in tables.items():
        draft.read(into, (*where, name), known[name], values)


def _unknown_word(word: str, known: Mapping[str, Key]) -> str:
    name, equals, _ = word.partition("=")
    if not equals or " " in name:
        return f"KEY=VALUE expected, not {word!r}: command='quatuor gtp', say"
    if name in (*TABLES, *TABLES.values()):
        return "a name expected after a point: param.level=5, env.NAME=value"
    return f"there is no key of this name{did_you_mean(name, known)}"


# ---------------------------------------------------------------------- over a file


def _over(upper: Draft, file: Draft) -> Draft:
    """Both together; what `upper` has overrides what the file has."""
    for section, values in upper.sections.items():
        file.sections[section] = _merged_section(section, file.values(section), values)
    if upper.engines:
        file.engines = upper.engines
        file.problems = [each for each in file.problems if each.where[0] != "engine"]
        file.places = {where: at for where, at in file.places.items() if where[0] != "engine"}
    file.places.update(upper.places)
    file.problems += upper.problems
    return file


def _merged_section(section: str, lower: Values, upper: Values) -> Values:
    if section == "limits":
        return merged_limits(lower, upper)
    if section == "openings" and ("file" in upper or "layouts" in upper):
        lower = {name: value for name, value in lower.items() if name == "plies"}
    return {**lower, **upper}


def _merged_engine(lower: Values, upper: Values) -> Values:
    """The keys of an engine, `upper` over `lower`; tables and limits are merged too."""
    merged: dict[str, Any] = merged_limits(lower, upper)
    for name in TABLES.values():
        if name in lower and name in upper:
            merged[name] = {**lower[name], **upper[name]}
    return merged
