"""Results as lines of JSON: one position and its value a line (docs/solve.md)."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from engine import __version__
from engine.games.state import State
from engine.search.report import Value
from engine.session.solving.claim import UNITS, Claim, bound_in_words
from engine.session.solving.errors import BadRequest, why
from engine.session.solving.problem import Problem, moves_of
from engine.session.solving.standing import Standing

#: The version of the schema; a reader refuses what it does not know.
SCHEMA = 1
KIND = "quatuor solution"
UNKNOWN = "unknown"

Json = Mapping[str, Any]


def as_json(state: State, known: Standing, options: Mapping[str, object]) -> Json:
    """What is known of a position; `options` are those of the search.

    If the value is not, `value` is ``UNKNOWN`` and `low` and `high` are the bounds in words.
    """
    value: Json
    if known.is_proved:
        claim = Claim.of(known.low, state.position.ply)
        value = {"value": str(claim.value), "number": claim.number, "unit": claim.unit}
    else:
        low, high = (bound_in_words(each, state.position.ply) for each in (known.low, known.high))
        value = {"value": UNKNOWN, "low": low, "high": high}
    return {
        "kind": KIND,
        "schema": SCHEMA,
        **Problem.of(state).as_json(),
        "side": state.seat,
        **value,
        "line": list(known.line),
        "nodes": known.nodes,
        "seconds": round(known.seconds, 3),
        "runs": known.runs,
        "options": dict(options),
        "program": f"quatuor {__version__}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def as_text(told: Json) -> str:
    """The same for people, in a few lines."""
    if told["value"] == UNKNOWN:
        value = f"{UNKNOWN}, from {told['low']} to {told['high']}"
    else:
        value = str(Claim(Value(told["value"]), told["number"], told["unit"]))
    words = {
        "setup": told["setup"],
        "position": told["position"],
        "moves": " ".join(told["moves"]),
        "side": told["side"],
        "value": value,
        "line": " ".join(told["line"]),
        "nodes": told["nodes"],
        "seconds": f"{told['seconds']:.3f}",
    }
    return "\n".join(f"{name} {word}" for name, word in words.items() if word != "")


@dataclass(frozen=True, slots=True)
class Solution:
    """A claim about a position, and the best play of both sides from it to the end."""

    problem: Problem
    claim: Claim
    line: tuple[str, ...]

    @classmethod
    def from_json(cls, told: object) -> Self:
        """What ``as_json`` has made of a known value. Raises BadRequest for all else."""
        if not isinstance(told, dict):
            raise BadRequest("a JSON object expected")
        if told.get("kind") != KIND:
            raise BadRequest(f'it has not "kind": "{KIND}"')
        if told.get("schema") != SCHEMA:
            raise BadRequest(f"its schema is {told.get('schema')!r}, and {SCHEMA} is known here")
        return cls(Problem.from_json(told), _claim(told), moves_of(told.get("line"), "line"))


def _claim(told: Json) -> Claim:
    value, number, unit = told.get("value"), told.get("number"), told.get("unit")
    if value not in list(Value):
        raise BadRequest(f"value: {', '.join(Value)} expected, not {value!r}")
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise BadRequest(f"number: a whole number from 0 expected, not {number!r}")
    if unit not in UNITS:
        raise BadRequest(f"unit: {' or '.join(UNITS)} expected, not {unit!r}")
    return Claim(Value(value), number, unit)


# ---------------------------------------------------------------------- files


def check_that_it_can_grow(path: str) -> None:
    """Raises BadRequest if no line can be added to a file; leaves things as they are."""
    is_new = not os.path.lexists(path)
    if not is_new and not os.path.isfile(path):
        raise BadRequest(f"--out {path}: it is no ordinary file")
    try:
        with open(path, "ab"):
            pass
        if is_new:
            os.remove(path)
    except OSError as error:
        raise BadRequest(f"--out {path}: {why(error)}") from error


def add(path: str, told: Json) -> None:
    """Add a line to a file; one that was cut off before is ended first. Raises BadRequest."""
    line = json.dumps(told, ensure_ascii=False).encode() + b"\n"
    try:
        with open(path, "ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadRequest(f"--out {path}: {why(error)}") from error
