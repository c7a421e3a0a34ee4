"""Tournaments as JSON, there and back."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings

from clients.referee.configuration import from_json
from clients.referee.settings import Engine, Limits, Tournament
from tests.clients.configuration_support import tournaments

PLAIN = Tournament("kulami", (Engine(("a",), params={"level": "1"}), Engine(("b", "c"))))


def told(tournament: Tournament) -> dict[str, Any]:
    """The tournament after a trip through JSON."""
    value: dict[str, Any] = json.loads(json.dumps(tournament.as_json()))
    return value


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_from_json_is_the_inverse_of_as_json(tournament: Tournament) -> None:
    found = from_json(told(tournament))
    assert found == tournament
    assert found.run == tournament.run


def test_numbers_stay_as_they_are() -> None:
    """A whole number for seconds is still one, so that the fingerprint stays the same."""
    tournament = Tournament("kulami", (Engine(("a",), limits=Limits(movetime=1)),))
    found = from_json(told(tournament))
    assert type(found.engines[0].limits.movetime) is int
    assert found.run == tournament.run


def test_keys_with_a_default_may_be_missing() -> None:
    found = from_json({"game": "kulami", "engines": [{"command": ["a"]}]})
    assert found == Tournament("kulami", (Engine(("a",)),))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": 3}, "tournament.game: a text expected, not 3"),
        ({"games": "3"}, "tournament.games: a whole number expected, not '3'"),
        ({"games": 2.0}, "tournament.games: a whole number expected, not 2.0"),
        ({"games": True}, "tournament.games: a whole number expected, not True"),
        ({"format": "chess"}, "tournament.format: one of match, .*sprt expected, not 'chess'"),
        ({"format": ["match"]}, "tournament.format: one of"),
        ({"engines": {}}, "tournament.engines: a list expected"),
        ({"engines": ["a"]}, r"tournament.engines\[0\]: an object expected, not 'a'"),
        ({"engines": [{}]}, r"tournament.engines\[0\].command is missing"),
        ({"engines": [{"command": []}]}, r"engines\[0\].command: a program expected"),
        ({"engines": [{"command": [1]}]}, r"engines\[0\].command\[0\]: a text expected, not 1"),
        ({"engines": [{"command": ["a"], "params": {"x": 1}}]}, "params.x: a text expected"),
        ({"engines": [{"command": ["a"], "env": []}]}, "env: an object expected"),
        ({"sprt": {"elo0": float("nan")}}, "sprt.elo0: a finite number expected"),
        ({"sprt": {"elo0": None}}, "sprt.elo0: a number expected, not None"),
        ({"colour": "red"}, "tournament has no 'colour'"),
    ],
)
def test_wrong_shapes_are_said(change: Mapping[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        from_json({**told(PLAIN), **change})


def test_no_object_at_all() -> None:
    with pytest.raises(ValueError, match="tournament: an object expected"):
        from_json([])  # type: ignore[arg-type]  # what a stranger's file may hold
