"""A game in progress: text moves, history, undo, outcome, and the position as text."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.board import Board, Effect, effects
from engine.games.errors import CannotUndo, IllegalMove, InvalidPosition, UnknownGame
from engine.games.game import Game, Refusal, SeatScore, Setup
from engine.games.position import Position

_MOVE = re.compile(r"(?:[A-HJK][1-9][0-9]?(?:=[123ST])?|PASS)\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended.

    `winner` is a seat from 1, or None for a draw between `drawn`. `margin` is by how much the
    criterion that decided was won; 0 for a draw and for a win outright.
    """

    winner: int | None
    drawn: tuple[int, ...]
    margin: int
    reason: str


class Played(NamedTuple):
    """A move that was played: by which seat, from 1, and its canonical text."""

    seat: int
    text: str


class State:
    """A setup, the moves played on it, and the position they lead to.

    Every method that raises leaves the state as it was.
    """

    def __init__(self, setup: Setup, root: Position | None = None) -> None:
        """Start before the first move, or at `root`, a position of that setup."""
        self.setup = setup
        self.position = root.copy() if root else setup.start()
        self.history: list[Played] = []

    @classmethod
    def from_text(cls, text: str, games: Mapping[str, Game]) -> "State":
        """The state that ``text`` describes, without history (the inverse of ``text``).

        Raises: UnknownGame, InvalidOption, InvalidPosition.
        """
        name, *words = text.split() or [""]
        game = find(games, name)
        values = named_values(words)
        known = {option.name for option in game.options}
        setup = game.setup({k: v for k, v in values.items() if k in known})
        return cls(setup, setup.rebuild({k: v for k, v in values.items() if k not in known}))

    def text(self) -> str:
        """The whole position in one line: the setup line and the position's fields."""
        fields = self.setup.fields(self.position)
        return " ".join([self.setup.line, *(f"{k}={v}" for k, v in fields.items())])

    @property
    def seat(self) -> int | None:
        """The seat to move, from 1; None when the game is over."""
        return None if self.position.is_over() else self.position.seat_to_move() + 1

    @property
    def colour(self) -> str | None:
        """The colour word of the seat to move; None when the game is over."""
        return self.setup.colours[self.seat - 1] if self.seat else None

    def legal_moves(self) -> list[str]:
        """The legal moves as canonical texts, sorted; empty when the game is over."""
        return sorted(self.setup.move_text(move) for move in self.position.legal())

    def why_illegal(self, text: str) -> Refusal | None:
        """Why the side to move may not play `text`; None if it may."""
        word = text.upper()
        if not text.isascii() or not _MOVE.match(word):
            return Refusal("C3", f"{text!r} is not written as a move")
        if self.position.is_over():
            return Refusal("C6", "The game is over.")
        move = self.setup.move_code(canonical(word))
        if move is None:
            return Refusal("C3", f"{canonical(word)} is no move of {self.setup.game.title} here.")
        if move in self.position.legal():
            return None
        return self.setup.why_not(self.position, move)

    def play(self, text: str) -> str:
        """Play a move of the side to move; returns its canonical text.

        Raises: IllegalMove.
        """
        move = self.setup.known_moves.get(text)
        if move is None or move not in self.position.legal():
            move, text = self._legal(text)
        self.history.append(Played(self.position.seat_to_move() + 1, text))
        self.position.play(move)
        return text

    def _legal(self, text: str) -> tuple[int, str]:
        """A legal move's number and canonical text, by which it is known from now on."""
        refusal = self.why_illegal(text)
        if refusal:
            raise IllegalMove(text, *refusal)
        move = self.setup.move_code(canonical(text.upper()))
        assert move is not None
        word = self.setup.move_text(move)
        self.setup.known_moves[word] = move
        return move, word

    def undo(self, count: int = 1) -> None:
        """Take back `count` moves.

        Raises: CannotUndo.
        """
        if not 0 <= count <= len(self.history):
            raise CannotUndo(f"{len(self.history)} moves were played, not {count}")
        for _ in range(count):
            self.position.take_back()
            self.history.pop()

    def outcome(self) -> Outcome | None:
        """How the game ended; None if it has not."""
        if not self.position.is_over():
            return None
        seats = tuple(seat + 1 for seat in self.position.winning_seats())
        reason = self.setup.reason(self.position)
        if len(seats) == 1:
            return Outcome(seats[0], (), self.position.winning_margin(), reason)
        return Outcome(None, seats, 0, reason)

    def scores(self) -> list[SeatScore]:
        """A line of the score report for each seat, seat 1 first."""
        return self.setup.scores(self.position)

    def board(self) -> Board:
        """The board as data."""
        return self.setup.board(self.position)

    def effects(self, text: str) -> tuple[Effect, ...]:
        """What the legal move `text` would turn or take.

        Raises: IllegalMove.
        """
        after = self.copy()
        played = after.play(text)
        return effects(self.board(), after.board(), played.partition("=")[0])

    def copy(self) -> "State":
        """An independent state with the same position and no history."""
        return State(self.setup, self.position)


def canonical(word: str) -> str:
    """A move in upper case as it is written on output: ``pass`` is in lower case (RULES C3)."""
    return word.lower() if word == "PASS" else word


def find(games: Mapping[str, Game], name: str) -> Game:
    """The game called `name`, in any case.

    Raises: UnknownGame.
    """
    game = games.get(name.lower())
    if game is None:
        raise UnknownGame(f"{name!r} is not one of {', '.join(games)}")
    return game


def read_setup(line: str, games: Mapping[str, Game]) -> Setup:
    """The setup that a line describes, as ``newgame`` takes it; what is left out is at default.

    Raises: UnknownGame, InvalidOption, InvalidPosition.
    """
    name, *words = line.split() or [""]
    return find(games, name).setup(named_values(words))


def named_values(words: Iterable[str]) -> dict[str, str]:
    """``name=value`` words as a mapping with names in lower case.

    Raises: InvalidPosition.
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise InvalidPosition(f"name=value expected, not {word!r}")
        if name.lower() in values:
            raise InvalidPosition(f"{name.lower()}= is given twice")
        values[name.lower()] = value
    return values
