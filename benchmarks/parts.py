"""What is each part of the Monte Carlo search worth? Matches of it without the part.

    python -m benchmarks.parts "GAME ..." [GAMES [SECONDS [PART ...]]]

The game and its options are those of a file of balanced openings, each of which is played in
both seatings. Both sides have the same processor time for each move, so that it does not matter
what else the machine does. Beside the parts there is ``uct``, the textbook search, and ``uct4``,
which has four times as much time, and so on.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from benchmarks.measuring import print_table
from clients.referee.openings_file import read_openings
from clients.referee.statistics.elo import elo
from clients.referee.statistics.outcomes import Penta
from clients.referee.variants import read_game
from engine.games.game import Game
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.state import State
from engine.search.graphs import Graphs
from engine.search.mcts import Mcts
from engine.search.uct import Nodes, Uct

MEBIBYTES = 64
#: Simulations between two looks at the clock.
SLICE = 100
#: The textbook search as an opponent; a number behind it is how many times as much time it has.
UCT = "uct"

Mover = Callable[[Position], int]


def full(search: Mcts) -> None:
    """The search as it is."""


def without_playouts(search: Mcts) -> None:
    """A leaf is worth what the game expects."""
    search.tune(playout_share=0.0)


def without_evaluation(search: Mcts) -> None:
    """A leaf is worth its playout."""
    search.tune(playout_share=1.0)


def without_priors(search: Mcts) -> None:
    """All moves of a new node look alike."""
    search.tune(priors=False)


def without_proofs(search: Mcts) -> None:
    """Nothing is proved, and no move is known to decide the game."""
    search.tune(proofs=False)


PARTS: Mapping[str, Callable[[Mcts], None]] = MappingProxyType(
    {
        "playouts": without_playouts,
        "evaluation": without_evaluation,
        "priors": without_priors,
        "proofs": without_proofs,
        "memory": full,
    }
)


def grow(search: Mcts | Uct, seconds: float) -> int:
    """Let a search run for so much processor time; the move it has found."""
    begin = time.thread_time()
    while time.thread_time() - begin < seconds and not search.is_solved():
        search.run(SLICE)
    return search.principal_variation()[0]


def mcts_mover(seconds: float, tune: Callable[[Mcts], None], keeps: bool, seed: int) -> Mover:
    """A player of one game; with `keeps` it remembers the graph from move to move."""
    graphs = Graphs(MEBIBYTES, 1)
    dice = Dice(seed)

    def move(position: Position) -> int:
        if not keeps:
            graphs.forget()
        (search,) = graphs.searches(position, dice)
        tune(search)
        return grow(search, seconds)

    return move


def uct_mover(seconds: float, seed: int) -> Mover:
    """A player of one game by the textbook search."""
    nodes = Nodes(MEBIBYTES)
    dice = Dice(seed)
    return lambda position: grow(Uct(position, nodes, dice.below(1 << 30)), seconds)


def points(position: Position, movers: Sequence[Mover]) -> float:
    """Play the game to its end; what the first mover gets, who has the side to move."""
    position = position.copy()
    first = position.seat_to_move()
    while not position.is_over():
        position.play(movers[position.seat_to_move() != first](position))
    winners = position.winning_seats()
    return (first in winners) / len(winners)


def pair(position: Position, part: str, seconds: float, seed: int) -> float:
    """The points of the full search in both seatings, from 0 to 2."""
    found = 0.0
    for seat in range(2):
        mine = mcts_mover(seconds, full, True, seed)
        if part.startswith(UCT):
            other = uct_mover(seconds * int(part.removeprefix(UCT) or 1), seed)
        else:
            other = mcts_mover(seconds, PARTS[part], part != "memory", seed)
        result = points(position, (mine, other) if seat == 0 else (other, mine))
        found += result if seat == 0 else 1 - result
    return found


def beginnings(rules: Game, options: Mapping[str, str]) -> list[Position]:
    """The positions of the balanced openings."""
    found = []
    for variant in read_openings("balanced", rules, options):
        state = State(rules.setup(variant.options))
        for text in variant.moves:
            state.play(text)
        found.append(state.position)
    return found


def row(openings: Sequence[Position], part: str, games: int, seconds: float) -> tuple[str, ...]:
    """The match against the search without a part."""
    kinds: Counter[float] = Counter()
    for number in range(games // 2):
        kinds[pair(openings[number % len(openings)], part, seconds, number)] += 1
    outcomes = Penta(*(kinds[half / 2] for half in range(5)))
    estimate = elo(outcomes)
    difference = "none" if estimate is None else f"{estimate.value:+.0f}"
    if estimate is not None and estimate.error is not None:
        difference += f" ± {estimate.error:.0f}"
    return part, str(outcomes.sample().games), f"{outcomes.sample().mean:.0%}", difference


def main(line: str, games: int, seconds: float, parts: Sequence[str]) -> None:
    """Play the matches and print a row for each; the score is that of the full search."""
    unknown = [part for part in parts if part not in PARTS and not part.startswith(UCT)]
    if unknown:
        sys.exit(f"{unknown[0]} is no part; there are {', '.join(PARTS)}, {UCT} and {UCT}4")
    rules, options = read_game(line)
    openings = beginnings(rules, options)
    rows = [row(openings, part, games, seconds) for part in parts or (*PARTS, UCT)]
    print(f"{line}: {games} games each, {seconds} s of processor time a move")
    print_table(rows, "without", "games", "score", "Elo")


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    words = [*sys.argv[1:], *("100", "0.1")[len(sys.argv) - 2 :]]
    main(words[0], int(words[1]), float(words[2]), words[3:])
