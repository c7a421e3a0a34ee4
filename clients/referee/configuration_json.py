"""A tournament from JSON, the inverse of ``Tournament.as_json``."""

import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from clients.referee.settings import Engine, Tournament


def from_json(value: Mapping[str, object]) -> Tournament:
    """The tournament with ``as_json() == value``, of which JSON has made lists of tuples.

    Keys with a default may be missing.
    Raises: ValueError, naming what has the wrong shape.
    """
    tournament: Tournament = _dataclass(Tournament, value, "tournament")
    return tournament


def _dataclass(owner: type, value: object, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise _wrong(where, "an object", value)
    known = {each.name: each for each in fields(owner)}
    surplus = [name for name in value if name not in known]
    if surplus:
        raise ValueError(f"{where} has no {surplus[0]!r}")
    missing = [name for name, each in known.items() if name not in value and _is_required(each)]
    if missing:
        raise ValueError(f"{where}.{missing[0]} is missing")
    hints = get_type_hints(owner)
    read = {name: _read(hints[name], each, f"{where}.{name}") for name, each in value.items()}
    if owner is Engine and not read["command"]:
        raise ValueError(f"{where}.command: a program expected, not an empty list")
    return owner(**read)


def _is_required(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _read(kind: Any, value: object, where: str) -> Any:
    """The value of the annotated type `kind` that `value` of JSON stands for."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        options = [each for each in get_args(kind) if each is not type(None)]
        return None if value is None else _read(options[0], value, where)
    if origin is Literal:
        return _word(get_args(kind), value, where)
    if origin is tuple:
        return _tuple(get_args(kind)[0], value, where)
    if origin is not None:
        return _texts(value, where)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind, value, where)
    if issubclass(kind, StrEnum):
        return kind(_word([*kind], value, where))
    return _plain(kind, value, where)


def _tuple(kind: Any, value: object, where: str) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _wrong(where, "a list", value)
    return tuple(_read(kind, each, f"{where}[{place}]") for place, each in enumerate(value))


def _texts(value: object, where: str) -> dict[str, str]:
    """A mapping of texts to texts."""
    if not isinstance(value, Mapping):
        raise _wrong(where, "an object", value)
    return {str(name): _plain(str, each, f"{where}.{name}") for name, each in value.items()}


def _word(words: Sequence[str], value: object, where: str) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in words:
        raise _wrong(where, f"one of {', '.join(words)}", value)
    return value


def _plain(kind: type, value: object, where: str) -> Any:
    """A text or a number; a whole number may stand where any number may."""
    allowed = (int, float) if kind is float else (kind,)
    if not isinstance(value, allowed) or isinstance(value, bool):
        raise _wrong(where, {str: "a text", int: "a whole number", float: "a number"}[kind], value)
    if isinstance(value, float) and not math.isfinite(value):
        raise _wrong(where, "a finite number", value)
    return value


def _wrong(where: str, expected: str, value: object) -> ValueError:
    return ValueError(f"{where}: {expected} expected, not {value!r}")
