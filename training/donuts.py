"""Donuts' recipe: who wins each house board, and a first move that does.

Nothing is fitted here: every board is solved from the empty position by proof numbers. What
the folder calls a game is a board, numbered as in ``engine.games.donuts.first_moves``.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.games.donuts.board import SIDE
from engine.games.donuts.first_moves import BOARDS, DRAWN, FILE, LOST, board
from engine.games.donuts.position import Donuts
from engine.search.proof_table import ProofTable
from engine.search.proving import Prover
from training.folder import fill, read_lines
from training.request import Count, Request, Say
from training.rows import TooFewGames

ENGINE = Path(__file__).parent.parent / "engine" / "games" / "donuts"
#: MiB for each proof.
ROOM = 64.0


def make(request: Request, count: Count) -> None:
    """Solve the boards that are missing, all at most. Raises: as ``folder.fill``."""
    boards = min(request.games, BOARDS)
    tell = count("donuts", boards)
    fill(request.folder, {"game": "donuts"}, line_of_board, boards, request.workers, tell)


def line_of_board(number: int) -> str:
    """Solve a board; its line for the folder. `number` counts on from the first one."""
    prover = Prover(Donuts(board(number % BOARDS)), ProofTable(ROOM))
    value = 1 if prover.ask(1) else 0 if prover.ask(0) else -1
    y, x = divmod(prover.best_move, 8)
    first = SIDE * y + x if value > 0 else None
    return json.dumps({"board": number, "value": value, "first": first, "nodes": prover.nodes})


def learn(request: Request, say: Say) -> Path:
    """Write the table of first moves, and beside it what it rests on.

    Raises: TooFewGames, OSError.
    """
    boards = {each["board"]: each for each in read_boards(request.folder)}
    missing = BOARDS - sum(number in boards for number in range(BOARDS))
    if missing:
        raise TooFewGames(f"{missing} of {BOARDS} boards are not solved yet: --games {BOARDS}")
    found = [boards[number] for number in range(BOARDS)]
    path = request.weights or ENGINE / FILE
    path.write_bytes(bytes(entry(each) for each in found))
    story = told(found, request.command)
    say(json.dumps(story))
    path.with_suffix(".recipe.json").write_text(json.dumps(story, indent=2) + "\n", "utf-8")
    return path


def read_boards(folder: Path) -> Iterator[Mapping[str, int]]:
    """What is known of each board of the folder."""
    return map(json.loads, read_lines(folder, 2 * BOARDS))


def entry(solved: Mapping[str, int]) -> int:
    """A board's byte in the table."""
    if solved["value"] > 0:
        return solved["first"]
    return DRAWN if solved["value"] == 0 else LOST


def told(found: Sequence[Mapping[str, int]], command: str) -> dict[str, object]:
    """What the table rests on, and what it says in all."""
    values = Counter(each["value"] for each in found)
    nodes = sorted(each["nodes"] for each in found)
    return {
        "command": command,
        "boards": len(found),
        "seat 1": {"wins": values[1], "draws": values[0], "loses": values[-1]},
        "nodes": {
            "median": nodes[len(nodes) // 2],
            "most": nodes[-1],
            "mean": round(sum(nodes) / len(nodes)),
        },
    }
