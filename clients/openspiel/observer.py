"""A position as the tensor that learning algorithms see."""

from typing import Any

import numpy as np

from clients.openspiel.moves import Moves
from engine.games.game import Setup
from engine.games.vertex import COLUMNS


class BoardObserver:
    """OpenSpiel's ``PyObserver``: planes over the bounding box of the board, each value 0 or 1.

    The tensor ``observation`` is indexed by plane, row (the bottom row is 0) and column, and is
    the same for every player. With n seats and k kinds of pieces the planes are, in order:

    - 1: the cells of the board;
    - n: who owns what is on the cell (who controls a tower);
    - n: who has filled the cell;
    - k: what is on the cell (none if all pieces are alike);
    - n: the cells of the last move, of the one before, and so on, n moves back;
    - n: whose turn it is, all ones for the seat to move, all zeros when the game is over.

    Together with the game's board, which never changes, this is all that influences play and
    result.
    """

    def __init__(self, setup: Setup, moves: Moves, params: Any = None) -> None:
        """Raises: ValueError if there are `params`, for it knows none."""
        if params:
            raise ValueError(f"an observation of Quatuor's games has no parameters, not {params}")
        self._squares = {name: _square(name) for name in setup.cells}
        self._filled = moves.cells()
        kinds, seats = moves.kinds(), setup.seats
        shape = (1 + 4 * seats + len(kinds), setup.height, setup.width)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}
        ends = np.cumsum([1, seats, seats, len(kinds), seats, seats])
        parts = np.split(self.dict["observation"], ends[:-1])
        self._cells, self._owners, self._fillers, self._pieces, self._recent, self._turn = parts
        self._kinds = {kind: number for number, kind in enumerate(kinds)}

    def set_from(self, state: Any, player: int) -> None:
        """Describe `state` in ``tensor``, and so in ``dict``, which shows the same memory."""
        self.tensor.fill(0)
        for cell in state.play.board().cells:
            square = self._squares[cell.vertex]
            self._cells[(0, *square)] = 1
            if cell.owner:
                self._owners[(cell.owner - 1, *square)] = 1
            if cell.piece in self._kinds:
                self._pieces[(self._kinds[cell.piece], *square)] = 1
        self._set_history([(each.player, each.action) for each in state.full_history()])
        if not state.is_terminal():
            self._turn[state.current_player()] = 1

    def _set_history(self, moves: list[tuple[int, int]]) -> None:
        """Enter who has filled which cell, and the last moves."""
        for back, (player, action) in enumerate(reversed(moves)):
            name = self._filled[action]
            if name:
                square = self._squares[name]
                self._fillers[(player, *square)] = 1
                if back < len(self._recent):
                    self._recent[(back, *square)] = 1

    def string_from(self, state: Any, player: int) -> str:
        """The whole position in one line."""
        return str(state)


def _square(name: str) -> tuple[int, int]:
    """Row and column of a cell, from 0, by its name (RULES C2)."""
    return int(name[1:]) - 1, COLUMNS.index(name[0])
