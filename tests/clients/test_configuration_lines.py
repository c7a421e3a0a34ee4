"""On which lines the keys of a TOML file stand."""

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.configuration_error import Path
from clients.referee.toml_lines import lines_of_keys


def test_lines_of_keys() -> None:
    text = '''\
# a comment = 1
top = 1
[tournament] # [x]
game = "a # = [" # b = 3
"games" = 4
multi = """
seed = 3 \\"""
[limits]
"""""
literal = \'\'\'
a = 1\'\'\'
list = [
  # x = 3
  "a", [1,
 2], { b = "]" },
]
seed.x."y.z" = 1
[[engine]]
name = "A"
params = { level = 5 }
[engine.env]
A = "b"
[[ engine ]]
name = 'B=['
  [ engine . "params" ] # x
  level = 1
[a.b]
'''
    tomllib.loads(text)
    expected: dict[Path, int] = {
        ("top",): 2,
        ("tournament",): 3,
        ("tournament", "game"): 4,
        ("tournament", "games"): 5,
        ("tournament", "multi"): 6,
        ("tournament", "literal"): 10,
        ("tournament", "list"): 12,
        ("tournament", "seed"): 17,
        ("tournament", "seed", "x"): 17,
        ("tournament", "seed", "x", "y.z"): 17,
        ("engine",): 18,
        ("engine", 0): 18,
        ("engine", 0, "name"): 19,
        ("engine", 0, "params"): 20,
        ("engine", 0, "env"): 21,
        ("engine", 0, "env", "A"): 22,
        ("engine", 1): 23,
        ("engine", 1, "name"): 24,
        ("engine", 1, "params"): 25,
        ("engine", 1, "params", "level"): 26,
        ("a", "b"): 27,
    }
    assert lines_of_keys(text) == expected


#: Values with everything in them that could mislead, and no unclosed bracket or string.
MISLEADING = st.sampled_from(
    [
        *(
            "1",
            '"[ # x = 1"',
            "'{ \\'",
            '"\\" = 1"',
            "[ 1, # ] =\n 2,\n]",
            '[ "]", [] ]',
            "{ a = '}' }",
        ),
        *('"""\na = 1\n[b]\n"""', "'''\n# \"\n'''", '"""\\""""', '""""a"""', "''''''", '""'),
    ]
)
COMMENTS = st.sampled_from(["", " # x = [", " #\n", "\n\n  # [a]", "\t"])


@given(st.lists(st.tuples(st.sampled_from(["k", "[[t]]", "[s]"]), MISLEADING, COMMENTS)))
@settings(max_examples=100, deadline=None)
def test_nothing_in_a_value_misleads(statements: list[tuple[str, str, str]]) -> None:
    """Each statement is written where the scanner has to find it."""
    expected: dict[Path, int] = {}
    section: Path = ()
    tables = 0
    text = ""
    for number, (kind, value, comment) in enumerate(statements):
        line = text.count("\n") + 1
        if kind == "[[t]]":
            section = ("t", tables)
            expected.setdefault(("t",), line)
            tables += 1
        elif kind == "[s]":
            section = (f"s{number}",)
        head = {"k": "", "[[t]]": kind, "[s]": f"[s{number}]"}[kind]
        if head:
            expected[section] = line
        text += f"{head}{comment}\n" if head else f"k{number} = {value}{comment}\n"
        if not head:
            expected[*section, f"k{number}"] = line
    tomllib.loads(text)
    assert lines_of_keys(text) == expected
