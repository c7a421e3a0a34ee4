"""Draws the boards of the documentation: ``python docs/make_pictures.py``.

The pictures are committed; a test fails when they are not what this program draws.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from clients.pictures import CROSS, DOT, svg
from engine.games.registry import GAMES
from engine.games.state import State

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
RECORDED = ROOT / "tests" / "data" / "random_games.jsonl"

Marks = Mapping[str, str]


@dataclass(frozen=True)
class Scene:
    """A position to draw: the moves that lead to it, and what is marked on it."""

    title: str
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    moves: Sequence[str] = ()
    marks: Callable[[State], Marks] = lambda _: {}

    def state(self) -> State:
        """The position."""
        state = State(GAMES[self.game].setup(self.options))
        for move in self.moves:
            state.play(move)
        return state

    def draw(self) -> str:
        """The picture."""
        state = self.state()
        last = self.moves[-1].partition("=")[0] if self.moves else ""
        return svg(state.board(), state.setup.colours, self.title, last, self.marks(state))


# ---------------------------------------------------------------------- marks


def targets(state: State) -> Marks:
    """A dot on every cell that may be filled."""
    return {move.partition("=")[0]: DOT for move in state.legal_moves()}


def targets_and_taboos(state: State) -> Marks:
    """A dot on every legal cell, a cross on the others in the last marble's row and column."""
    last = state.history[-1].text
    barred = {
        cell.vertex: CROSS
        for cell in state.board().cells
        if not cell.piece and (cell.vertex[0] == last[0] or cell.vertex[1:] == last[1:])
    }
    return {**barred, **targets(state)}


def written(text: str) -> Callable[[State], Marks]:
    """Marks as they are: ``A1:text B2:text``."""
    marks = dict(word.split(":") for word in text.split())
    return lambda _: marks


def dotted(vertices: str) -> Callable[[State], Marks]:
    """A dot on each of these cells."""
    return lambda _: dict.fromkeys(vertices.split(), DOT)


# ---------------------------------------------------------------------- positions


def recorded(title: str, game: str, number: int, plies: int) -> Scene:
    """The position after so many plies of the recorded game of that number, from 0."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    games = [item for item in map(json.loads, lines) if item["game"] == game]
    item = games[number]
    return Scene(title, game, item["options"], item["moves"][:plies])


def scenes() -> Mapping[str, Scene]:
    """Every picture by the name of its file."""
    reply = Scene(
        "After red D4 and black D7 on the layout R8: red's replies, and what K6 forbids.",
        "kulami",
        moves=["D4", "D7"],
        marks=targets_and_taboos,
    )
    return {
        "kulami": recorded("Kulami, layout R8, after 30 marbles.", "kulami", 32, 30),
        "kulami_irregular": recorded("Kulami, layout KA, after 24 marbles.", "kulami", 52, 24),
        "kulami_reply": reply,
        **_donuts(),
        **_gorami(),
        **_siege_stones(),
    }


def _donuts() -> Mapping[str, Scene]:
    before = recorded("Donuts, before an insertion at B2.", "donuts", 93, 9)
    after = recorded("Donuts, after it: four donuts have turned.", "donuts", 93, 10)
    line = recorded("Donuts: the last donut's line, and the cells on it.", "donuts", 4, 5)
    return {
        "donuts": recorded("Donuts after 15 donuts.", "donuts", 135, 15),
        "donuts_line": replace(line, marks=targets),
        "donuts_before": replace(before, marks=dotted("B2")),
        "donuts_after": after,
    }


def _gorami() -> Mapping[str, Scene]:
    middles = {"16": "C3 C2", "22": "D3 C2 D2 E2", "24": "C3 D3 E3 C2 D2 E2"}
    before = recorded("GORami, before yellow plays C3=3.", "gorami", 29, 8)
    return {
        "gorami": recorded("GORami, 22 fields, after 12 discs.", "gorami", 20, 12),
        **{
            f"gorami_{board}": Scene(
                f"The board of {board} fields; dots are on its middle fields.",
                "gorami",
                {"board": board},
                marks=dotted(middle),
            )
            for board, middle in middles.items()
        },
        "gorami_stripe": Scene(
            "A rising stripe of the board of 22 fields.",
            "gorami",
            marks=dotted("B1 C1 C2 D2 D3 E3 E4"),
        ),
        "gorami_before": replace(before, marks=dotted("C3")),
        "gorami_after": recorded("GORami, after it: two discs have turned.", "gorami", 29, 9),
    }


def _siege_stones() -> Mapping[str, Scene]:
    moves = ["D4=T", "E5=T", "C4=S", "E4=S", "D6=S", "D5=S"]
    before = Scene(
        "Siege Stones: blue threatens the tower D4 with 5, yellow with 4.",
        "siege_stones",
        moves=moves[:5],
        marks=written("C4:5 E4:4 D6:6 D4:5 E5:4"),
    )
    after = Scene(
        "Siege Stones, after yellow D5: yellow threatens both towers with 8.",
        "siege_stones",
        moves=moves,
        marks=written("C4:5 E4:4 D6:6 D5:4 D4:8 E5:8"),
    )
    return {
        "siege_stones": recorded("Siege Stones after 22 pieces.", "siege_stones", 0, 22),
        "siege_stones_before": before,
        "siege_stones_after": after,
    }


def pictures() -> Iterator[tuple[Path, str]]:
    """Every picture's file and content."""
    for name, scene in scenes().items():
        yield FOLDER / f"{name}.svg", scene.draw()


def main() -> None:
    """Write all pictures, and remove those that are no longer drawn."""
    FOLDER.mkdir(exist_ok=True)
    drawn = dict(pictures())
    for path in set(FOLDER.glob("*.svg")) - set(drawn):
        path.unlink()
    for path, content in drawn.items():
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
