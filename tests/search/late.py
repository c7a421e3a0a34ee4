"""Late positions of all games of two seats, and what they are worth by playing all games out."""

from typing import Any

import pytest

from engine.games.game import Setup
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.alphabeta import AlphaBeta
from engine.search.bruteforce import BruteForce
from engine.search.table import Table

PLENTY = 10**6


def full_width(position: Position, mebibytes: float = 1) -> AlphaBeta:
    """An alpha-beta search that leaves nothing out: its score at a depth is that of minimax."""
    search = AlphaBeta(position, Table(mebibytes))
    search.tune(reductions=False, pruning=False)
    return search


def value_of(position: Position, seat: int) -> int:
    """1 if `seat`, from 0, can force a win, 0 if only a draw, else -1: by brute force."""
    for least, value in ((1, 1), (0, 0)):
        if BruteForce(seat, least, Position.hash, PLENTY).can_force(position):
            return value
    return -1


def value_after(position: Position, move: int) -> int:
    """The same of the seat to move, once it has played `move`."""
    seat = position.seat_to_move()
    position.play(move)
    value = value_of(position, seat)
    position.take_back()
    return value


def late_positions(plies: int, each: int) -> list[Any]:
    """Pytest parameters: `each` positions of random games of each sample of each game.

    At most so many plies are left. All have a choice of moves.
    """
    return [
        pytest.param(position, id=f"{name} {place} {count}")
        for name, game in GAMES.items()
        for place, options in enumerate(game.samples)
        if (setup := game.setup(options)).seats == 2
        for count, position in enumerate(late_positions_of(setup, plies, each))
    ]


def late_positions_of(setup: Setup, plies: int, each: int) -> list[Position]:
    found: list[Position] = []
    seed = 0
    while len(found) < each:
        seed += 1
        state = random_state(State(setup), plies, Dice(seed))
        if state.seat and len(state.legal_moves()) > 1:
            found.append(state.position)
    return found


def random_state(state: State, plies: int, dice: Dice) -> State:
    """Play random moves until at most so many plies are left; the game may be over."""
    while state.seat and state.position.plies_left() > plies:
        state.play(dice.choice(state.legal_moves()))
    return state
