"""What every game says of itself: its options, and what one choice of them means.

A ``Game`` is an entry of the registry's table. ``Game.setup`` turns options into a
``Setup``, which knows the words of the game (moves, fields of a position, score parts) and
makes the compiled positions. Seats are counted from 1 here.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from engine.games.board import Board
from engine.games.errors import InvalidOption, InvalidPosition
from engine.games.position import Position


@dataclass(frozen=True, slots=True)
class Option:
    """An option of ``newgame``.

    `values` tells a person what may be given. An option that is not `recorded` only helps to
    draw a setup (a seed) and is not part of it.
    """

    name: str
    default: str
    values: str
    recorded: bool = True


class Refusal(NamedTuple):
    """Why a move is illegal: the number of the rule and one sentence for a player."""

    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's line of a score report: its total (RULES C7) and the game's own parts."""

    seat: int
    colour: str
    total: int
    parts: Mapping[str, str] = field(default_factory=dict)


class Setup(ABC):
    """A game with all its options chosen: the board before the first move.

    Two setups are equal if and only if their lines are.
    """

    game: "Game"
    #: The recorded options in canonical form, in the order of the game's table.
    options: Mapping[str, str]
    #: Vertex names by cell number, as the position counts them.
    cells: Sequence[str]
    #: The bounding box in columns and rows.
    width: int
    height: int

    @cached_property
    def known_moves(self) -> dict[str, int]:
        """The numbers of moves by canonical text, as far as any game here has met them."""
        return {}

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.colours)

    @property
    def colours(self) -> tuple[str, ...]:
        """The seats' colour words, seat 1 first."""
        return self.game.colours

    @property
    def line(self) -> str:
        """The canonical line that rebuilds this setup anywhere (PROTOCOL, ``newgame``)."""
        return " ".join([self.game.name, *(f"{k}={v}" for k, v in self.options.items())])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.line == other.line

    def __hash__(self) -> int:
        return hash(self.line)

    def __repr__(self) -> str:
        return f"<Setup {self.line}>"

    @abstractmethod
    def start(self) -> Position:
        """A new position before the first move."""

    @abstractmethod
    def move_text(self, move: int) -> str:
        """The canonical text of a move (RULES C3)."""

    @abstractmethod
    def move_code(self, text: str) -> int | None:
        """The kernel's number of a move in canonical text.

        None if it is no move of this game on this board, whatever the position.
        """

    @abstractmethod
    def why_not(self, position: Position, move: int) -> Refusal:
        """Why `move`, a number of ``move_code``, is illegal in a game that is not over."""

    @abstractmethod
    def board(self, position: Position) -> Board:
        """The board as data, cells in the order of `cells`."""

    @abstractmethod
    def parts(self, position: Position, seat: int) -> Mapping[str, str]:
        """The game's own parts of the score of `seat`, in the order of PROTOCOL ``score``."""

    @abstractmethod
    def reason(self, position: Position) -> str:
        """Why the finished game has ended and what decided it, with rule numbers."""

    @abstractmethod
    def fields(self, position: Position) -> Mapping[str, str]:
        """All that is needed to rebuild the position on this setup: names to words."""

    @abstractmethod
    def rebuild(self, fields: Mapping[str, str]) -> Position:
        """The position with these fields (the inverse of ``fields``; case does not matter).

        Raises: InvalidPosition, naming the field and what would be right.
        """

    def scores(self, position: Position) -> list[SeatScore]:
        """A line of the score report for each seat, seat 1 first."""
        totals = position.totals()
        return [
            SeatScore(seat, colour, totals[seat - 1], self.parts(position, seat))
            for seat, colour in enumerate(self.colours, start=1)
        ]


class Game(ABC):
    """A game of the registry's table."""

    name: ClassVar[str]
    #: What a person calls it.
    title: ClassVar[str]
    #: Colour words of all seats that the game can have, seat 1 first.
    colours: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]]
    #: Options of setups that together show everything the game can do; the suites walk them,
    #: and ``setup_of_size`` looks for a board's size among them.
    samples: ClassVar[tuple[Mapping[str, str], ...]]

    #: Whether short proofs decide the game so often that exact search plays it better than
    #: sampling does (measured by matches; see docs/strength.md).
    tactical: ClassVar[bool] = False
    #: With at most so many plies left, exact search mostly sees a game to its end within 0.1 s.
    endgame: ClassVar[int] = 0
    #: How many times as long it takes with a ply more, greater than 1 (docs/strength.md).
    endgame_growth: ClassVar[float] = 2.0
    #: The part of the plies that might be left that is played in most games; clocks are shared
    #: accordingly.
    usual_length: ClassVar[float] = 1.0

    @abstractmethod
    def build(self, options: Mapping[str, str]) -> Setup:
        """The setup for a complete set of options in lower-case names.

        Raises: InvalidOption.
        """

    def setup(self, options: Mapping[str, str] | None = None) -> Setup:
        """The setup with `options` (names in any case) and defaults for the others.

        Raises: InvalidOption.
        """
        chosen = {option.name: option.default for option in self.options}
        for name, value in (options or {}).items():
            if name.lower() not in chosen:
                raise InvalidOption(name, f"{self.name} has the options {', '.join(chosen)}")
            chosen[name.lower()] = value
        return self.build(chosen)

    def setup_of_size(self, current: Setup, width: int, height: int) -> Setup | None:
        """`current` if its bounding box is `width` by `height`, else another of that size.

        The other options stay as they are in `current`. None if the game has no such board.
        """
        if (current.width, current.height) == (width, height):
            return current
        for sample in self.samples:
            other = self.setup({**current.options, **sample})
            if (other.width, other.height) == (width, height):
                return other
        return None


def choice(options: Mapping[str, str], name: str, values: Sequence[str]) -> str:
    """The value of an option that must be one of `values`, in any case.

    Raises: InvalidOption.
    """
    value = options[name].lower()
    if value not in values:
        raise InvalidOption(name, f"{' or '.join(values)} expected, not {options[name]!r}")
    return value


def whole_number(options: Mapping[str, str], name: str, least: int, most: int) -> int:
    """The value of an option that must be a whole number from `least` to `most`.

    Raises: InvalidOption.
    """
    text = options[name]
    digits = text.lstrip("0") or text[-1:]
    if not (
        text.isascii() and text.isdigit() and len(digits) < 20 and least <= int(digits) <= most
    ):
        raise InvalidOption(name, f"a whole number from {least} to {most} expected, not {text!r}")
    return int(digits)


#: The largest seed that may be given.
MOST_SEED = 2**63 - 1


def seed(options: Mapping[str, str]) -> int | None:
    """The value of the option ``seed``; None if it was not given.

    Raises: InvalidOption.
    """
    return whole_number(options, "seed", 0, MOST_SEED) if options["seed"] else None


def demand(fields: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """The fields of a position text, which must be just `names`.

    Raises: InvalidPosition.
    """
    missing = [name for name in names if name not in fields]
    surplus = [name for name in fields if name not in names]
    if missing:
        raise InvalidPosition(f"{missing[0]}= is missing")
    if surplus:
        raise InvalidPosition(f"{surplus[0]}= is no field of this game ({', '.join(names)})")
    return dict(fields)
