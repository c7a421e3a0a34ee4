"""Which position is to be solved: a setup, where its moves begin, and the moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.games.errors import IllegalMove, InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Game
from engine.games.state import State, read_setup
from engine.session.solving.errors import BadRequest

#: What the games say is wrong with a setup or a position.
UNUSABLE = (UnknownGame, InvalidOption, InvalidPosition)


@dataclass(frozen=True, slots=True)
class Problem:
    """A position, by words that mean the same everywhere.

    `setup` is a setup line; `position` the words that ``position`` says after it where the moves
    begin, empty for the beginning of the game; `moves` are in canonical form.
    """

    setup: str
    position: str
    moves: tuple[str, ...]

    @classmethod
    def of(cls, state: State) -> Self:
        """The problem of a game in progress."""
        moves = tuple(played.text for played in state.history)
        state.undo(len(moves))
        text = state.text()
        for move in moves:
            state.play(move)
        begin = State(state.setup).text()
        position = "" if text == begin else text.removeprefix(state.setup.line).strip()
        return cls(state.setup.line, position, moves)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """The inverse of ``as_json``. Raises BadRequest for what has not its form."""
        setup, position, moves = (told.get(key) for key in ("setup", "position", "moves"))
        if not isinstance(setup, str):
            raise BadRequest(f"setup: a setup line expected, not {setup!r}")
        if not isinstance(position, str):
            raise BadRequest(f"position: the words of a position expected, not {position!r}")
        return cls(setup, position, moves_of(moves, "moves"))

    def as_json(self) -> dict[str, object]:
        """For a file."""
        return {"setup": self.setup, "position": self.position, "moves": list(self.moves)}

    def state(self, games: Mapping[str, Game]) -> State:
        """The game at the position. Raises BadRequest."""
        try:
            if self.position:
                state = State.from_text(f"{self.setup} {self.position}", games)
            else:
                state = State(read_setup(self.setup, games))
        except UNUSABLE as error:
            raise BadRequest(str(error)) from error
        play_all(state, self.moves)
        return state

    def __str__(self) -> str:
        words = [self.setup, self.position, *(("moves", *self.moves) if self.moves else ())]
        return " ".join(filter(None, words))


def moves_of(told: object, name: str) -> tuple[str, ...]:
    """Moves that were read as JSON. Raises BadRequest."""
    if not isinstance(told, list) or not all(isinstance(move, str) for move in told):
        raise BadRequest(f"{name}: a list of moves expected")
    return tuple(told)


def play_all(state: State, moves: Sequence[str]) -> None:
    """Play moves. Raises BadRequest with the number of the one that is wrong, from 1."""
    for number, move in enumerate(moves, start=1):
        try:
            state.play(move)
        except IllegalMove as error:
            raise BadRequest(f"move {number}: {error}") from error
