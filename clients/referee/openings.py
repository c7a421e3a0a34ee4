"""How games begin: the setup and the first moves of every pair.

Everything that is drawn follows from the seed of the tournament and the number of the
beginning, so that any of them can be drawn again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from clients.referee.openings_file import read_openings
from clients.referee.settings import Tournament
from clients.referee.variants import Variant, is_drawn, layout_options, read_game, setup_of
from engine.games.game import Setup
from engine.games.randomness import WORD, Dice, splitmix
from engine.games.state import State

#: How often an opening is drawn that must not end the game.
ATTEMPTS = 10_000
#: How often one is drawn that no other pair shall have.
RETRIES = 20


class NoOpening(ValueError):
    """The game has no opening of so many plies; the text says so."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A setup, and moves that are played on it before any engine is asked."""

    setup: Setup
    opening: tuple[str, ...] = ()


class Beginnings:
    """The beginnings of a tournament, by number from 1.

    The file's positions come in an order that the seed shuffles, the layouts in their own; both
    start again when all have been used.
    """

    def __init__(self, tournament: Tournament, attempts: int = ATTEMPTS) -> None:
        """Read all that is needed; an opening is drawn at most so many times.

        Raises: UnknownGame, InvalidOption, InvalidPosition; OpeningsFileError.
        """
        self._seed = tournament.seed
        self._plies = tournament.openings.plies
        self._attempts = attempts
        self._rules, options = read_game(tournament.game)
        self.variants = tuple(self._read_variants(tournament, options))
        self._fixed = [self._fixed_setup(variant) for variant in self.variants]
        self._retries: list[int] = []
        self._seen: set[bytes] = set()

    def _read_variants(self, tournament: Tournament, options: Mapping[str, str]) -> list[Variant]:
        openings = tournament.openings
        if openings.file is not None:
            variants = list(read_openings(openings.file, self._rules, options))
            Dice(self._seed).shuffle(variants)
            return variants
        words = openings.layouts
        chosen = [layout_options(self._rules, each) for each in words] or [{}]
        return [Variant({**options, **each}) for each in chosen]

    def _fixed_setup(self, variant: Variant) -> Setup | None:
        """The one setup that all games of a variant share; None if each pair draws its own."""
        if is_drawn(self._rules, variant.options):
            return None
        return setup_of(self._rules, variant.options, self._seed)

    @property
    def seats(self) -> int:
        """How many seats every game has."""
        return self._setup(1).seats

    def beginning(self, number: int) -> Beginning:
        """The beginning with this number.

        With random moves no two of them are the same on the same layout, as far as different
        ones can be found; layouts that are drawn differ anyway.
        Raises: NoOpening.
        """
        return self._draw(number, self._retry(number) if self._plies else 0)

    def _retry(self, number: int) -> int:
        """Which of the openings that can be drawn is the first that none before it has."""
        while len(self._retries) < number:
            self._retries.append(self._first_new(len(self._retries) + 1))
        return self._retries[number - 1]

    def _first_new(self, number: int) -> int:
        if self._fixed[self._place(number)] is None:
            return 0
        for retry in range(RETRIES):
            digest = _digest(self._draw(number, retry))
            if digest not in self._seen:
                break
        self._seen.add(digest)
        return retry

    def _draw(self, number: int, retry: int) -> Beginning:
        setup = self._setup(number)
        dice = Dice(splitmix(self._seed_of(number) + 1 + retry))
        moves = self.variants[self._place(number)].moves
        return Beginning(setup, random_opening(setup, self._plies, dice, moves, self._attempts))

    def _setup(self, number: int) -> Setup:
        place = self._place(number)
        options = self.variants[place].options
        return self._fixed[place] or setup_of(self._rules, options, self._seed_of(number))

    def _place(self, number: int) -> int:
        return (number - 1) % len(self.variants)

    def _seed_of(self, number: int) -> int:
        return splitmix(splitmix(self._seed) + number & WORD) >> 11


def random_opening(
    setup: Setup,
    plies: int,
    dice: Dice,
    first: tuple[str, ...] = (),
    attempts: int = ATTEMPTS,
) -> tuple[str, ...]:
    """The moves `first` and so many random ones, which do not end the game.

    Raises: NoOpening; IllegalMove for `first`.
    """
    for _ in range(attempts):
        state = State(setup)
        for move in first:
            state.play(move)
        while state.seat is not None and len(state.history) < len(first) + plies:
            state.play(dice.choice(state.legal_moves()))
        if state.seat is not None:
            return tuple(played.text for played in state.history)
    raise NoOpening(f"{setup.game.title} was over before {plies} random plies, {attempts} times")


def _digest(beginning: Beginning) -> bytes:
    """A short name of a beginning, by which 100 000 of them can be remembered."""
    text = " ".join([beginning.setup.line, *beginning.opening])
    return blake2b(text.encode(), digest_size=8).digest()
