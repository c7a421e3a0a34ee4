"""What is each part of a search worth? Matches of it without the part.

    python -m benchmarks.parts "GAME ..." [GAMES [SECONDS [PART ...]]]

Each opening is played in both seatings: the balanced ones of that game and its options, or if
there are none, two random plies. Both sides have the same processor time for each move, so that
it does not matter what else the machine does. Without PART those of the Monte Carlo search are
tried, and it plays against ``uct``, the textbook search. ``uct4`` is the same with four times as
much time, and so on; ``alphabeta`` is the other search of the engine, whose own parts are
``reductions`` and ``pruning``, and ``selection`` is both.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from threading import Thread
from types import MappingProxyType

from benchmarks.measuring import print_table
from clients.referee.balanced import BALANCED, NoBook, balanced_book
from clients.referee.openings import random_opening
from clients.referee.openings_file import read_openings
from clients.referee.statistics.elo import elo
from clients.referee.statistics.outcomes import Penta
from clients.referee.variants import read_game, setup_of
from engine.games.game import Game, Setup
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.state import State
from engine.search.alphabeta import AlphaBeta
from engine.search.deepening import DeepeningWorker
from engine.search.graphs import Graphs
from engine.search.mcts import Mcts
from engine.search.report import Limits
from engine.search.table import Table
from engine.search.uct import Nodes, Uct

MEBIBYTES = 64
#: Simulations between two looks at the clock.
SLICE = 100
#: The textbook search as an opponent; a number behind it is how many times as much time it has.
UCT = "uct"
#: Alpha-beta as an opponent.
ALPHABETA = "alphabeta"
RANDOM_OPENINGS, RANDOM_PLIES = 100, 2
#: Seconds between two looks at the processor's clock of a thread.
GLANCE = 0.001

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


#: What alpha-beta is left without.
ALPHABETA_PARTS: Mapping[str, Callable[[AlphaBeta], None]] = MappingProxyType(
    {
        "reductions": lambda search: search.tune(reductions=False),
        "pruning": lambda search: search.tune(pruning=False),
        "selection": lambda search: search.tune(False, False),
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


def alphabeta_mover(seconds: float, tune: Callable[[AlphaBeta], None]) -> Mover:
    """A player of one game by iterative deepening, who keeps the table from move to move."""
    table = Table(MEBIBYTES)

    def move(position: Position) -> int:
        table.grow_older()
        worker = DeepeningWorker(position, table)
        tune(worker.kernel)
        deepen(worker, seconds)
        return position.legal()[0] if worker.move is None else worker.move

    return move


def deepen(worker: DeepeningWorker, seconds: float) -> None:
    """Let alpha-beta run in a thread of its own for so much processor time of it."""
    thread = Thread(target=worker.work, args=(Limits(), None), daemon=True)
    thread.start()
    while thread.is_alive() and used_by(thread) < seconds:
        thread.join(GLANCE)
    worker.halt()
    thread.join()


def used_by(thread: Thread) -> float:
    """The processor time in seconds of a thread; enough for any limit if it has just ended."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident or 0))
    except OSError:
        return float("inf")


def points(position: Position, movers: Sequence[Mover]) -> float:
    """Play the game to its end; what the first mover gets, who has the side to move."""
    position = position.copy()
    first = position.seat_to_move()
    while not position.is_over():
        position.play(movers[position.seat_to_move() != first](position))
    winners = position.winning_seats()
    return (first in winners) / len(winners)


def rivals(part: str, seconds: float, seed: int) -> tuple[Mover, Mover]:
    """The full search, and the one without the part or the other one."""
    if part in ALPHABETA_PARTS:
        mine = alphabeta_mover(seconds, lambda search: search.tune())
        return mine, alphabeta_mover(seconds, ALPHABETA_PARTS[part])
    mine = mcts_mover(seconds, full, True, seed)
    if part == ALPHABETA:
        return mine, alphabeta_mover(seconds, lambda search: search.tune())
    if part.startswith(UCT):
        return mine, uct_mover(seconds * int(part.removeprefix(UCT) or 1), seed)
    return mine, mcts_mover(seconds, PARTS[part], part != "memory", seed)


def pair(position: Position, part: str, seconds: float, seed: int) -> float:
    """The points of the full search in both seatings, from 0 to 2."""
    found = 0.0
    for seat in range(2):
        mine, other = rivals(part, seconds, seed)
        result = points(position, (mine, other) if seat == 0 else (other, mine))
        found += result if seat == 0 else 1 - result
    return found


def beginnings(rules: Game, options: Mapping[str, str]) -> list[Position]:
    """The positions of the balanced openings, or else random ones."""
    try:
        balanced_book(rules, options)
    except NoBook:
        setups = [setup_of(rules, options, seed) for seed in range(1, RANDOM_OPENINGS + 1)]
        return [after(setup, random_opening(setup, RANDOM_PLIES, Dice(7))) for setup in setups]
    found = read_openings(BALANCED, rules, options)
    return [after(rules.setup(variant.options), variant.moves) for variant in found]


def after(setup: Setup, moves: Sequence[str]) -> Position:
    """The position after these moves."""
    state = State(setup)
    for text in moves:
        state.play(text)
    return state.position


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
    known = (*PARTS, *ALPHABETA_PARTS, ALPHABETA)
    for part in parts:
        odds = part.removeprefix(UCT) if part.startswith(UCT) else ""
        if part not in known and part != UCT and not odds.isdigit():
            sys.exit(f"{part} is no part; there are {', '.join(known)}, {UCT} and {UCT}4")
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
