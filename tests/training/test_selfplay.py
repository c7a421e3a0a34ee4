"""Folders of games: the same for the same plan, and whole after an interruption."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games.learned import by_ply
from engine.games.registry import GAMES

pytest.importorskip("numpy")

from engine.games.kulami import tables, weights
from engine.games.siege_stones import weights as shipped
from training import __main__ as main
from training import folder, kulami, rows, selfplay
from training.weights import write

#: Seconds that processes may take to end, far more than they need.
PATIENCE = 30.0
PLAN = selfplay.Plan("kulami", simulations=20, seed=5)


def play(seed: int) -> selfplay.Record:
    return selfplay.play(GAMES["kulami"].setup({"layout": "R9", "scoring": "both"}), PLAN, seed)


def test_a_record_can_be_played_again() -> None:
    record = play(1)
    position = rows.setup_of(record.setup).start()
    assert len(record.searched) == len(record.moves)
    for move, searched in zip(record.moves, record.searched, strict=True):
        assert move in position.legal()
        if searched:
            assert len(searched.visits) == len(position.legal())
            assert sum(searched.visits) <= PLAN.simulations
            assert 0 <= searched.value <= 1
        position.play(move)
    assert position.is_over()
    assert sum(record.rewards) == 1
    assert record.rewards == [(s in position.winning_seats()) * record.rewards[s] for s in (0, 1)]


def test_the_engines_own_search_plays_other_games_and_says_so() -> None:
    """A solved position has one best move, and its exact value."""
    plan = selfplay.Plan("siege_stones", simulations=60, seed=5, search="mcts")
    assert selfplay.described(plan)["search"] == "mcts"
    assert "search" not in selfplay.described(PLAN)
    setup = GAMES["siege_stones"].setup({})
    record = selfplay.play(setup, plan, 1)
    assert record == selfplay.play(setup, plan, 1)
    assert record.moves != selfplay.play(setup, replace(plan, search="uct"), 1).moves
    last = record.searched[-1]
    assert last is not None
    assert last.value == 1.0
    assert sorted(last.visits)[-2:] == [0, 60]


def test_openings_are_random_and_short() -> None:
    openings = [sum(searched is None for searched in play(seed).searched) for seed in range(12)]
    assert max(openings) <= PLAN.opening
    assert len(set(openings)) > 1


def test_a_folder_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """A missing chunk is made again, what is there is left alone, another plan is refused."""
    told: list[int] = []
    games = folder.CHUNK + 1
    selfplay.make_games(PLAN, kulami.setups, games, tmp_path, 2, told.append)
    assert told[0] == 0
    assert told[-1] == 2 * folder.CHUNK
    paths = sorted(tmp_path.glob("*.jsonl"))
    texts = [path.read_text() for path in paths]
    assert len(set("".join(texts).splitlines())) == 2 * folder.CHUNK
    paths[0].unlink()
    (tmp_path / "games-00000.part").write_text("half a li")
    selfplay.make_games(PLAN, kulami.setups, games, tmp_path, 1, told.append)
    assert [path.read_text() for path in paths] == texts
    assert len(list(selfplay.read_games(tmp_path, games))) == games
    other = selfplay.Plan("kulami", simulations=21, seed=5)
    with pytest.raises(folder.OtherPlan, match="21"):
        selfplay.make_games(other, kulami.setups, games, tmp_path, 1, told.append)


def test_a_killed_process_is_told_of(tmp_path: Path) -> None:
    """Here each game ends its process; the folder holds no chunk then, and nothing hangs."""
    told: list[int] = []
    with pytest.raises(BrokenProcessPool):
        folder.fill(tmp_path, {}, os._exit, 2 * folder.CHUNK, 2, told.append)
    assert told == [0]
    assert not list(tmp_path.glob("*.jsonl"))


def test_who_is_told_to_end_leaves_no_process_behind(tmp_path: Path) -> None:
    words = ["kulami", "--games", "100000", "--simulations", "20", "--workers", "2", "--only-play"]
    command = [sys.executable, "-m", "training", *words, "--out", str(tmp_path)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if f"kulami: {2 * folder.CHUNK} of" in line:
                break
        process.send_signal(signal.SIGTERM)
        last = process.stderr.read().splitlines()[-1]
    assert process.returncode == 130
    assert last == "interrupted; the same command goes on from here"
    until = time.monotonic() + PATIENCE
    while is_alive(process.pid):
        assert time.monotonic() < until
        time.sleep(0.05)


def is_alive(group: int) -> bool:
    """Whether any process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_result_after_a_slip_does_not_count() -> None:
    """Before the slip the target is the search's value, after it the mean with the result."""
    record = play(3)
    slip = len(record.moves) // 2
    record = selfplay.Record(record.setup, record.moves, record.searched, [slip], [1.0, 0.0])
    found = rows.value_rows([record])
    thought = [(ply, each) for ply, each in enumerate(record.searched) if each]
    assert len(found.targets) == len(thought)
    for (ply, searched), target in zip(thought, found.targets, strict=True):
        result = record.rewards[ply % 2]
        wanted = searched.value if ply <= slip else (searched.value + result) / 2
        assert target == pytest.approx(wanted)


def test_the_kernel_adds_up_the_features_that_are_fitted() -> None:
    """Weights times features and traits are the evaluation and the ratings, to the number."""
    record = play(4)
    value = by_ply(weights.KNOTS, weights.VALUE["both"], 57, len(tables.FEATURES))
    prior = by_ply(weights.KNOTS, weights.PRIOR["both"], 57, len(tables.TRAITS))
    for position in rows.positions(record):
        row = value[position.ply]
        assert position.value() == sum(
            weight * count for weight, count in zip(row, position.features(), strict=True)
        )
        ratings = [sum(prior[position.ply][t] for t in traits) for traits in position.move_traits()]
        assert position.rates() == ratings


def test_weights_survive_the_way_through_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.py"
    table = {"VALUE": {"standard": [list(range(-40, 40)), [7] * 80]}}
    write(path, "How they were made.", (0, 56), table)
    assert all(len(line) <= 100 for line in path.read_text().splitlines())
    spec = importlib.util.spec_from_file_location("written", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.KNOTS == (0, 56)
    assert [list(row) for row in module.VALUE["standard"]] == table["VALUE"]["standard"]


def test_the_command_learns_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every mode of scoring gets its weights; a second run plays nothing again."""
    out, path = tmp_path / "games", tmp_path / "weights.py"
    words = ["kulami", "--games", "40", "--simulations", "8", "--seed", "2"]
    words += ["--out", str(out), "--weights", str(path)]
    assert main.main(words) == 0
    text = path.read_text()
    assert "--games 40 --simulations 8 --seed 2" in text
    assert all(f"    {mode}: value " in text for mode in ("standard", "areas", "lines", "both"))
    stamps = {each: each.stat().st_mtime_ns for each in out.iterdir()}
    assert main.main(words) == 0
    assert path.read_text() == text
    assert {each: each.stat().st_mtime_ns for each in out.iterdir()} == stamps
    assert main.main([*words[:2], "2", *words[3:]]) == 1
    assert main.main([*words[:3], "--simulations", "9", *words[5:]]) == 1
    assert json.loads((out / "plan.json").read_text())["simulations"] == 8
    errors = capsys.readouterr().err
    assert "more games are needed" in errors
    assert "wanted" in errors
    assert "kulami: 20 of 40 games" in errors
    assert " a second, 0 s to go" in errors


def test_siege_stones_are_learned_by_the_same_command(tmp_path: Path) -> None:
    """For each number of seats there is a folder, and the tables have the kernel's sizes."""
    out, path = tmp_path / "games", tmp_path / "weights.py"
    words = ["siege_stones", "--games", "4", "--simulations", "6", "--out", str(out)]
    assert main.main([*words, "--only-play"]) == 0
    assert not path.exists()
    assert {each.name for each in out.iterdir()} == {f"siege_stones-{n}" for n in (2, 3, 4)}
    plans = [json.loads((each / "plan.json").read_text()) for each in sorted(out.iterdir())]
    assert [(plan["simulations"], plan["seed"]) for plan in plans] == [(6, 1), (4, 2), (4, 3)]
    assert main.main([*words, "--only-fit", "--weights", str(path)]) == 0
    text = path.read_text()
    assert "python -m training siege_stones --games 4 --simulations 6 --seed 1" in text
    spec = importlib.util.spec_from_file_location("written", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert len(module.SEATS) == len(shipped.SEATS)
    assert len(module.MOVES) == len(shipped.MOVES)
    assert main.main([*words[:2], "1", *words[3:], "--only-fit", "--weights", str(path)]) == 1
