"""All moves of a setup, numbered as OpenSpiel wants its actions: 0, 1, 2 … without gaps."""

from engine.games.game import Setup
from engine.games.position import Position

#: What may follow a cell in a move (RULES C3).
PIECES = ("", "=1", "=2", "=3", "=S", "=T")


class Moves:
    """The moves that some position of a setup may have.

    Actions are in the order of the setup's cells, on each cell in the order of RULES C3
    (numbers ascending, a stone before a tower); `pass` comes last, where a rule knows it.
    """

    def __init__(self, setup: Setup) -> None:
        self._texts = _all_moves(setup)
        codes = (setup.move_code(text) for text in self._texts)
        self._actions = {code: action for action, code in enumerate(codes)}

    def __len__(self) -> int:
        return len(self._texts)

    def text(self, action: int) -> str:
        """The canonical text of an action. Raises: ValueError if there is no such action."""
        if not 0 <= action < len(self._texts):
            raise ValueError(f"an action from 0 to {len(self) - 1} expected, not {action}")
        return self._texts[action]

    def action(self, text: str) -> int:
        """The action of a move in canonical text. Raises: ValueError if there is none."""
        return self._texts.index(text)

    def legal_actions(self, position: Position) -> list[int]:
        """The legal actions, ascending; empty when the game is over."""
        return sorted([self._actions[code] for code in position.legal()])

    def kinds(self) -> list[str]:
        """The pieces that moves name, in the order of their first actions; [] if all are alike."""
        return list(dict.fromkeys(piece for _, equals, piece in self._parted() if equals))

    def cells(self) -> list[str]:
        """The cell that each action fills, empty for `pass`."""
        return ["" if cell == "pass" else cell for cell, _, _ in self._parted()]

    def _parted(self) -> list[tuple[str, str, str]]:
        return [text.partition("=") for text in self._texts]


def _all_moves(setup: Setup) -> list[str]:
    words = [cell + piece for cell in setup.cells for piece in PIECES] + ["pass"]
    codes = (setup.move_code(word) for word in words)
    return list(dict.fromkeys(setup.move_text(code) for code in codes if code is not None))
