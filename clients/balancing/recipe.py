"""What decides which openings are found, as plain values, and the candidates it draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clients.referee.openings import Beginning, NoOpening, random_opening
from clients.referee.variants import is_drawn, setup_of
from engine.games.game import Game as Rules
from engine.games.randomness import WORD, Dice, splitmix
from engine.games.state import State

#: How often an opening is drawn that must leave a choice of moves; almost always once is enough.
ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Stage:
    """A search of so many nodes, and between which chances to win of the side to move it passes."""

    nodes: int
    low: float
    high: float

    def passes(self, chance: float) -> bool:
        """Whether an opening with this chance is still a candidate."""
        return self.low <= chance <= self.high

    def __str__(self) -> str:
        return f"{self.nodes}:{self.low:g}-{self.high:g}"


#: The first stages only save time: what they pass over would hardly stand the last one.
STAGES = (Stage(3_000, 0.3, 0.7), Stage(30_000, 0.35, 0.65), Stage(300_000, 0.4, 0.6))


@dataclass(frozen=True, slots=True)
class Recipe:
    """A game with options of ``newgame``, the plies of an opening, a seed, and the screening."""

    rules: Rules
    options: Mapping[str, str]
    least_plies: int = 4
    most_plies: int = 8
    seed: int = 1
    stages: Sequence[Stage] = STAGES

    @property
    def game(self) -> str:
        """A line as for ``newgame``: the whole setup, or the options that draw one each time."""
        if not is_drawn(self.rules, self.options):
            return setup_of(self.rules, self.options, 1).line
        options = {each.name: each.default for each in self.rules.options if each.recorded}
        chosen = {**options, **self.options}
        return " ".join([self.rules.name, *(f"{name}={value}" for name, value in chosen.items())])

    def candidate(self, number: int) -> Beginning:
        """The candidate with this number, from 1: a setup, and random moves that leave a choice.

        Raises: NoOpening.
        """
        seed = splitmix(splitmix(self.seed) + number & WORD) >> 11
        dice = Dice(splitmix(seed))
        setup = setup_of(self.rules, self.options, seed)
        plies = self.least_plies + dice.below(self.most_plies - self.least_plies + 1)
        for _ in range(ATTEMPTS):
            moves = random_opening(setup, plies, dice, attempts=ATTEMPTS)
            if len(after(Beginning(setup, moves)).legal_moves()) > 1:
                return Beginning(setup, moves)
        raise NoOpening(f"{self.rules.title} leaves no choice after {plies} plies")


def after(beginning: Beginning) -> State:
    """The game after its opening."""
    state = State(beginning.setup)
    for move in beginning.opening:
        state.play(move)
    return state
