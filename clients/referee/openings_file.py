"""Openings from a file, one a line; a comment begins with ``#``.

    kulami layout=C1 ; D4 D5      a setup line, a semicolon, moves
    gorami board=24               a setup line
    C3=2 D4=1                     moves, on the tournament's setup

A setup line need only say what differs from the tournament's game line.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from clients.referee.balanced import BALANCED, balanced_book
from clients.referee.variants import Variant, is_drawn, setup_of
from engine.games.errors import IllegalMove, InvalidOption, InvalidPosition
from engine.games.game import Game as Rules
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State, named_values

#: How many mistakes of a file are told.
TOLD = 10


class OpeningsFileError(ValueError):
    """A file of openings that cannot be used; `errors` are lines like ``book.txt:3: why``."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__("\n".join(errors))
        self.errors = tuple(errors)


def read_openings(path: str, rules: Rules, options: Mapping[str, str]) -> tuple[Variant, ...]:
    """The openings of a file for a tournament with this game and these options of ``newgame``.

    The path ``balanced`` stands for the file that comes with the program.
    Raises: OpeningsFileError.
    """
    if path == BALANCED:
        path = _balanced_path(rules, options)
    found: list[Variant] = []
    errors: list[str] = []
    for number, line in _lines(path):
        try:
            found.append(read_opening(line, rules, options))
        except ValueError as error:
            errors.append(f"{path}:{number}: {error}")
    if not found and not errors:
        errors = [f"{path} has no openings: one a line expected, 'setup line ; moves'"]
    if errors:
        raise OpeningsFileError(_shortened(errors))
    return tuple(found)


def _balanced_path(rules: Rules, options: Mapping[str, str]) -> str:
    try:
        return str(balanced_book(rules, options))
    except ValueError as error:
        raise OpeningsFileError([str(error)]) from error


def read_opening(line: str, rules: Rules, options: Mapping[str, str]) -> Variant:
    """The opening that a line describes.

    Raises: ValueError, whose text says what is wrong and what would be right.
    """
    head, _, tail = line.partition(";")
    words = head.split()
    if words and words[0].lower() in GAMES:
        if words[0].lower() != rules.name:
            raise ValueError(f"the tournament plays {rules.name}, not {words[0]}")
        other = {**options, **_setup_options(rules, head)}
        _check_seats(setup_of(rules, options, 1), setup_of(rules, other, 1))
        return _checked(rules, other, tail.split())
    if words and tail.strip():
        raise ValueError(f"a line with a semicolon begins with the game, {rules.name}")
    return _checked(rules, dict(options), [*words, *tail.split()])


def _check_seats(expected: Setup, setup: Setup) -> None:
    if setup.seats != expected.seats:
        raise ValueError(f"the tournament's game has {expected.seats} seats, not {setup.seats}")


def _setup_options(rules: Rules, head: str) -> dict[str, str]:
    """The options of a setup line. Raises: InvalidOption, InvalidPosition, ValueError."""
    given = named_values(head.split()[1:])
    known = {option.name for option in rules.options}
    if not known.issuperset(given) and _is_position(head):
        raise ValueError(
            "a position without its moves cannot begin a game: write the setup line, a semicolon "
            "and the moves that lead to it"
        )
    return given


def _is_position(text: str) -> bool:
    with suppress(InvalidOption, InvalidPosition):
        State.from_text(text, GAMES)
        return True
    return False


def _checked(rules: Rules, options: Mapping[str, str], moves: list[str]) -> Variant:
    """The variant, if its moves can be played and leave a game to play."""
    setup = setup_of(rules, options, 1)
    if not moves:
        return Variant(options)
    if is_drawn(rules, options):
        raise ValueError(
            "moves need a board that is the same each time: name a layout, write its rows out, or "
            "add seed=N"
        )
    return Variant(options, _played(setup, moves))


def _played(setup: Setup, moves: list[str]) -> tuple[str, ...]:
    """The canonical texts of `moves`. Raises: ValueError."""
    state = State(setup)
    for number, move in enumerate(moves, start=1):
        try:
            state.play(move)
        except IllegalMove as error:
            raise ValueError(f"move {number}, {error}") from error
    if state.seat is None:
        raise ValueError(f"the game is over after these {len(moves)} moves")
    return tuple(played.text for played in state.history)


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers. Raises: OpeningsFileError."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                text = line.partition("#")[0].strip()
                if text:
                    yield number, text
    except OSError as error:
        raise OpeningsFileError([f"cannot read {path}: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise OpeningsFileError([f"cannot read {path}: it is no text in UTF-8"]) from error


def _shortened(errors: list[str]) -> list[str]:
    left_out = len(errors) - TOLD
    return [*errors[:TOLD], f"and {left_out} more"] if left_out > 0 else errors
