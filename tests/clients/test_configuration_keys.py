"""The table of keys: what is made of it, and that it is complete; configurations there and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.configuration_error import ConfigurationError
from clients.referee.keys import KEYS, SECTIONS, keys_table
from clients.referee.settings import Conduct, Engine, Limits, Tournament
from clients.referee.toml_file import read_toml, write_toml
from tests.clients.configuration_support import conducts, tournaments

#: Values of TOML of every type, right for some keys and wrong for others.
VALUES = st.sampled_from(
    [
        *("1", "-1", "0.5", "true", "nan", "inf", '"a b"', "''", '"\\u0000"', "1" + 400 * "0"),
        *("[]", "[1]", '["a"]', "[[1]]", "{}", "{ a = 1 }", "{ a = { b = 1 } }"),
        *("2026-01-01", "07:30:00"),
    ]
)
NAMES = st.sampled_from([*(key.name for key in KEYS), "x", '"a b"'])


@given(
    st.dictionaries(
        st.sampled_from([*(f"[{section}]" for section in SECTIONS), "[[engine]]", "[x]", "[[x]]"]),
        st.dictionaries(NAMES, VALUES, max_size=5),
        max_size=4,
    )
)
@settings(max_examples=200, deadline=None)
def test_any_values_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, sections: dict[str, dict[str, str]]
) -> None:
    """There are always mistakes, as no two engines are given; never another exception."""
    text = "".join(
        f"{title}\n" + "".join(f"{name} = {value}\n" for name, value in keys.items())
        for title, keys in sections.items()
    )
    path = tmp_path_factory.mktemp("any") / "match.toml"
    path.write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        read_toml(str(path))
    assert all(error.startswith(f"{path}:") for error in caught.value.errors)


# ---------------------------------------------------------------------- writing


@given(tournaments(), conducts())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_as_the_same(
    tmp_path_factory: pytest.TempPathFactory, tournament: Tournament, conduct: Conduct
) -> None:
    path = tmp_path_factory.mktemp("written") / "match.toml"
    path.write_text(write_toml(tournament, conduct), encoding="utf-8")
    assert read_toml(str(path)) == (tournament, conduct)


def test_what_is_written_is_short() -> None:
    limits = Limits(nodes=100)
    engines = (Engine(("quatuor",), "A", limits), Engine(("quatuor",), "B", limits))
    assert (
        write_toml(Tournament("gorami", engines), Conduct())
        == """\
[tournament]
game = "gorami"

[limits]
nodes = 100

[[engine]]
name = "A"
command = ["quatuor"]

[[engine]]
name = "B"
command = ["quatuor"]
"""
    )


def test_engines_with_different_limits_have_their_own() -> None:
    engines = (
        Engine(("a",), "A", limits=Limits(nodes=100)),
        Engine(("b",), "B", limits=Limits(depth=3)),
    )
    assert (
        write_toml(Tournament("gorami", engines), Conduct())
        == """\
[tournament]
game = "gorami"

[[engine]]
name = "A"
command = ["a"]
nodes = 100

[[engine]]
name = "B"
command = ["b"]
depth = 3
"""
    )


# ---------------------------------------------------------------------- the table


def test_every_field_of_the_settings_has_a_key() -> None:
    fields = {
        (section, name)
        for section, (owners, _) in SECTIONS.items()
        for owner in owners
        for name in owner.__dataclass_fields__  # type: ignore[attr-defined]  # a dataclass
    }
    parts = {"engines", "openings", "adjudication", "sprt", "limits"}
    keys = {(key.section, key.name) for key in KEYS}
    assert {each for each in fields if each[1] not in parts} == keys - {
        ("engine", "hash"),
        ("engine", "threads"),
    }


def test_the_table_has_a_row_for_every_key() -> None:
    rows = [line.split(" | ") for line in keys_table().splitlines() if line.startswith("| `")]
    assert [row[0] for row in rows] == [f"| `{key.name}`" for key in KEYS]
    assert len({len(row) for row in rows}) == 1
    assert next(row[:2] for row in rows if "margin" in row[0]) == ["| `margin`", "`--margin`"]
    assert "`0.25`" in next(row for row in rows if "margin" in row[0])
