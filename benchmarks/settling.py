"""How often does a tree change its mind later? What ``tree_need`` of ``pacing`` rests on.

    python -m benchmarks.settling GAME [GAMES [SIMULATIONS]]

At moves of self-play after three random plies, before the last plies that are solved, a tree is
grown to SIMULATIONS and then to three times as many. For each nearness of the second most
visited move at first: how often another move leads at last, and how much more reward it has.
"""

import sys
from collections import defaultdict

from benchmarks.measuring import print_table
from engine.games.game import Game
from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.search.uct import Nodes, Uct

MEBIBYTES = 64
#: Random plies at the start, and of how many moves of self-play one is looked at.
OPENING, EACH = 3, 2
#: What goes into one row: a fifth of the way from no rival to one that is level.
FIFTHS = 5
#: How much larger the tree is at last.
LATER = 3
#: Simulations for a move of self-play that is not looked at.
QUICK = 2000

#: For each fifth: how many moves, how many changed, and the reward that they gained.
Rows = dict[int, list[float]]


def look(position: Position, room: Nodes, seed: int, simulations: int, rows: Rows) -> int:
    """Count one position; returns the move that leads at last."""
    tree = Uct(position, room, seed)
    tree.run(simulations)
    first, second = sorted(tree.root_moves(), key=lambda move: -move[1])[:2]
    tree.run((LATER - 1) * simulations)
    means = {move: reward / max(visits, 1) for move, visits, reward in tree.root_moves()}
    last = tree.principal_variation()[0]
    row = rows[min(int(FIFTHS * second[1] / first[1]), FIFTHS - 1)]
    for column, value in enumerate((1, last != first[0], means[last] - means[first[0]])):
        row[column] += value
    return last


def play(game: Game, room: Nodes, seed: int, simulations: int, rows: Rows) -> None:
    """Play one game against itself and look at some of its moves."""
    dice = Dice(seed)
    position = game.setup(game.samples[0]).start()
    ply = 0
    while not position.is_over() and position.plies_left() > game.endgame:
        moves = position.legal()
        if ply < OPENING:
            move = moves[dice.below(len(moves))]
        elif len(moves) > 1 and dice.below(EACH) == 0:
            move = look(position, room, seed, simulations, rows)
        else:
            tree = Uct(position, room, seed)
            tree.run(QUICK)
            move = tree.principal_variation()[0]
        position.play(move)
        ply += 1


def main(name: str, games: int = 20, simulations: int = 30_000) -> None:
    """Play the games and print a row for each fifth."""
    room = Nodes(MEBIBYTES)
    rows: Rows = defaultdict(lambda: [0.0, 0.0, 0.0])
    for seed in range(games):
        play(GAMES[name], room, seed, simulations, rows)
    print_table(
        [
            (f"{fifth / FIFTHS:.1f}", int(count), f"{changed / count:.2f}", f"{gain / count:.4f}")
            for fifth, (count, changed, gain) in sorted(rows.items())
        ],
        *("rival from", "moves", "changed", "gain"),
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
