"""A match: rounds of games in which the engines change seats on the same beginning.

With two engines a round is a pair of games with colours swapped. Everything drawn at random
follows from the match's seed and the number of the round, so that any game can be drawn again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from clients.referee.game import Beginning, Game, Result
from clients.referee.player import Limits, Player
from engine.games.game import Game as Rules
from engine.games.game import Setup
from engine.games.randomness import WORD, Dice, splitmix
from engine.games.state import State

SEED = "seed"
#: How often an opening is drawn that must not end the game.
ATTEMPTS = 100


class NoOpening(ValueError):
    """The game has no opening of so many plies; the text says so."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played. Games and rounds are counted from 1.

    `seating` gives for each seat, seat 1 first, the index of its player.
    """

    number: int
    round: int
    seating: tuple[int, ...]
    beginning: Beginning


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played as `fixture` wants."""

    fixture: Fixture
    result: Result

    def points(self, player: int) -> float:
        """The share of the point of the player with this index."""
        return self.result.points(self.fixture.seating.index(player) + 1)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Which games a match has.

    `options` are the words of ``newgame``; `plies` random moves begin each game; `rounds` have
    as many games as the game has seats.
    """

    rules: Rules
    options: Mapping[str, str]
    plies: int
    rounds: int
    seed: int

    def __iter__(self) -> Iterator[Fixture]:
        """The fixtures in order. Raises: InvalidOption, NoOpening."""
        number = 0
        for round_ in range(1, self.rounds + 1):
            beginning = self.beginning(round_)
            seats = beginning.setup.seats
            for turn in range(seats):
                number += 1
                seating = tuple((seat + turn) % seats for seat in range(seats))
                yield Fixture(number, round_, seating, beginning)

    def beginning(self, round_: int) -> Beginning:
        """The setup and the opening of a round. Raises: InvalidOption, NoOpening."""
        seed = splitmix(splitmix(self.seed) + round_ & WORD) >> 11
        setup = self.rules.setup({**self._drawing(seed), **self.options})
        return Beginning(setup, random_opening(setup, self.plies, Dice(seed)))

    def _drawing(self, seed: int) -> dict[str, str]:
        """The option that draws a setup, if the game has one."""
        has_seed = any(option.name == SEED for option in self.rules.options)
        return {SEED: str(seed)} if has_seed else {}


def random_opening(setup: Setup, plies: int, dice: Dice) -> tuple[str, ...]:
    """So many random moves that do not end the game. Raises: NoOpening."""
    for _ in range(ATTEMPTS):
        state = State(setup)
        while state.seat is not None and len(state.history) < plies:
            state.play(dice.choice(state.legal_moves()))
        if state.seat is not None:
            return tuple(played.text for played in state.history)
    raise NoOpening(f"{setup.game.title} was over before {plies} random plies, {ATTEMPTS} times")


def play_match(
    players: Sequence[Player],
    schedule: Schedule,
    limits: Limits,
    finished: Callable[[Played], None],
    watch: Callable[[Fixture, State], None] = lambda fixture, state: None,
) -> None:
    """Play all games, one after the other; each is handed to `finished` when it is over.

    The players are left running: whoever made them dismisses them.
    Raises: Unsuitable, InvalidOption, NoOpening, and what `finished` raises.
    """
    for fixture in schedule:
        seated = [players[index] for index in fixture.seating]
        game = Game(seated, fixture.beginning, limits, partial(watch, fixture))
        finished(Played(fixture, game.play()))
