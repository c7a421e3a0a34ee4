"""A report as a value of JSON; docs/report.md explains its keys."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from clients.referee.report.summarize import summarize
from clients.referee.report.summary import Summary
from clients.referee.report.tally import Tally

#: The version of the form; it grows when a key changes its meaning or goes away.
SCHEMA = 1


def as_json(tally: Tally) -> dict[str, Any]:
    """The report, whole: no list is cut but `first_games` and `last_faults`."""
    return plain_summary(summarize(tally))


def plain_summary(summary: Summary) -> dict[str, Any]:
    """The report of a summary."""
    told: dict[str, Any] = _plain(summary)
    return {"schema": SCHEMA, **told}


def _plain(value: Any) -> Any:
    """Objects for data classes and named tuples, arrays for other tuples."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(item) for name, item in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    return value
