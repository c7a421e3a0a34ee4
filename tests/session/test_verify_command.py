"""``quatuor verify``: what is true is found true, and every kind of falsehood is found."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.solving.problem import Problem
from engine.session.solving.results import Solution
from engine.session.solving.verification import Wrong, verify

from .solve_support import LOST, Done, Shell, late

#: Plies that trying everything can afford in an instant.
FEW = 7


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def solved(shell: Shell, *words: object) -> dict[str, Any]:
    """A result as the file has it."""
    return shell.solve(*words, "--json", "--quiet", "--hash", "1").json


def verified(shell: Shell, folder: Path, *results: object, nodes: int = 200_000) -> Done:
    """What is said of results, each of them JSON or already a line."""
    file = folder / "results.jsonl"
    lines = [each if isinstance(each, str) else json.dumps(each) for each in results]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return shell("verify", file, "--nodes", nodes)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_true(shell: Shell, tmp_path: Path, game: str) -> None:
    told = solved(shell, *late(game, FEW))
    done = verified(shell, tmp_path, told)
    first, last = done.out.splitlines()
    value = f"{told['value']} {told['number']} {told['unit']}"
    assert first.startswith(f"1: proved: {value if told['number'] else 'draw'}, line of ")
    assert (done.code, last) == (0, "1 right")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by", [-1, 1])
def test_another_number(shell: Shell, tmp_path: Path, game: str, by: int) -> None:
    told = solved(shell, *late(game, FEW))
    told["number"] += by
    done = verified(shell, tmp_path, told)
    assert done.code == 1
    assert done.out.startswith("1: WRONG: ")
    assert done.out.endswith("\n0 of 1 right\n")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", ["win", "loss", "draw", "unknown"])
def test_another_value(shell: Shell, tmp_path: Path, game: str, value: str) -> None:
    told = solved(shell, *late(game, FEW))
    if value != told["value"]:
        done = verified(shell, tmp_path, {**told, "value": value})
        assert (done.code, done.out[:10]) == (1, "1: WRONG: ")


def test_another_unit(shell: Shell, tmp_path: Path) -> None:
    told = solved(shell, "--position", LOST)
    for unit in ("points", "moves", None):
        assert verified(shell, tmp_path, {**told, "unit": unit}).code == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_other_line_to_another_end(shell: Shell, tmp_path: Path, game: str) -> None:
    """One move is another one, and then first moves are played to the end of the game."""
    told = solved(shell, *late(game, FEW))
    problem = Problem.from_json(told)
    claim = Solution.from_json(told).claim
    true = verify(Solution.from_json(told), GAMES, 10**6)
    assert (true.first, true.plies) == (0, len(told["line"]))
    for place in range(len(told["line"])):
        for move in other_moves(problem, told["line"][:place], told["line"][place]):
            line = to_the_end(problem, (*told["line"][:place], move))
            judge(Solution(problem, claim, line), place)


def other_moves(problem: Problem, line: list[str], move: str) -> list[str]:
    state = problem.state(GAMES)
    for each in line:
        state.play(each)
    return [each for each in state.legal_moves() if each != move]


def to_the_end(problem: Problem, line: tuple[str, ...]) -> tuple[str, ...]:
    """The line and then the first legal moves to the end of the game."""
    state = problem.state(GAMES)
    for move in line:
        state.play(move)
    while state.seat is not None:
        state.play(state.legal_moves()[0])
    begin = len(problem.moves)
    return tuple(played.text for played in state.history[begin:])


def judge(solution: Solution, place: int) -> None:
    """A line is believed if and only if every position on it has the claimed value."""
    holds = all(exact(solution, place) for place in range(len(solution.line) + 1))
    try:
        verify(solution, GAMES, 10**6)
    except Wrong:
        assert not holds
    else:
        assert holds


def exact(solution: Solution, place: int) -> bool:
    """Whether the position at that ply of the line has the value of the first, by minimax."""
    state = solution.problem.state(GAMES)
    seat = state.position.seat_to_move()
    value = minimax(state, seat)
    for move in solution.line[:place]:
        state.play(move)
    return minimax(state, seat) == value


def minimax(state: State, seat: int) -> int:
    """The final score for `seat`, as if it were to move at the end."""
    position = state.position
    if position.is_over():
        score = position.value()
        return score if position.seat_to_move() == seat else -score
    values = []
    for move in position.legal():
        position.play(move)
        values.append(minimax(state, seat))
        position.take_back()
    return max(values) if position.seat_to_move() == seat else min(values)


def test_a_line_that_is_not_played_by_the_rules(shell: Shell, tmp_path: Path) -> None:
    told = solved(shell, *late("kulami", FEW))
    done = verified(shell, tmp_path, {**told, "line": [told["moves"][0], *told["line"][1:]]})
    assert "1: WRONG: move 1 of the line: " in done.out
    done = verified(shell, tmp_path, {**told, "line": told["line"][:-1]})
    assert "1: WRONG: the line stops before the game is over" in done.out
    done = verified(shell, tmp_path, {**told, "line": [*told["line"], "A1"]})
    assert "The game is over." in done.out


def test_another_position_with_the_same_line(shell: Shell, tmp_path: Path) -> None:
    told = solved(shell, *late("gorami", FEW))
    done = verified(shell, tmp_path, {**told, "moves": told["moves"][:-1]})
    assert (done.code, done.out[:10]) == (1, "1: WRONG: ")


def test_how_far_back_it_has_come(shell: Shell, tmp_path: Path) -> None:
    told = solved(shell, *late("kulami", 12))
    done = verified(shell, tmp_path, told, nodes=600)
    assert done.code == 0
    assert "1: right as far as seen: " in done.out
    found = verify(Solution.from_json(told), GAMES, 600)
    assert 0 < found.first < found.plies
    assert found.nodes <= 600
    assert f"its last {found.plies - found.first} plies verified" in done.out


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "Expecting property name"),
        ("[]", "a JSON object expected"),
        ("{}", 'it has not "kind"'),
        ('{"kind": "quatuor solution", "schema": 2}', "its schema is 2, and 1 is known here"),
    ],
)
def test_lines_that_are_no_results(shell: Shell, tmp_path: Path, line: str, why: str) -> None:
    told = solved(shell, *late("donuts", 2))
    done = verified(shell, tmp_path, line, "", told)
    assert done.code == 1
    first, second, last = done.out.splitlines()
    assert first.startswith(f"1: WRONG: {why}")
    assert second.startswith("3: proved: ")
    assert last == "1 of 2 right"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"number": -1}, "number: a whole number from 0 expected, not -1"),
        ({"line": "A1"}, "line: a list of moves expected"),
        ({"setup": "chess"}, "'chess' is not one of kulami"),
        ({"moves": ["Z9"]}, "move 1: Z9: "),
        ({"setup": "siege_stones players=3", "moves": []}, "only a game of two seats"),
    ],
)
def test_fields_that_are_wrong(
    shell: Shell, tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    told = {**solved(shell, *late("donuts", 2)), **changes}
    assert f"1: WRONG: {why}" in verified(shell, tmp_path, told).out


def test_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.dumps(solved(shell, *late("donuts", 2)))
    monkeypatch.setattr("sys.stdin", io.StringIO(told))
    assert shell("verify", "-").out.startswith("1: proved: ")


def test_files_that_cannot_be_read(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name, why in (
        ("none", "No such file or directory"),
        (".", "Is a directory"),
        ("empty", "holds no results"),
        ("bytes", "codec can't decode"),
    ):
        done = shell("verify", tmp_path / name)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"quatuor: {tmp_path / name}")
        assert why in done.err
