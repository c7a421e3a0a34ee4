"""Weaker play for people and for tests: plain Python on purpose, speed is no aim.

Level 0 plays at random, level 1 looks one ply ahead at the bare score, the levels between
them and the full strength search so many nodes.
"""

from engine.games.position import Position
from engine.games.randomness import Dice

FULL_LEVEL = 10
RANDOM_LEVEL = 0
GREEDY_LEVEL = 1
#: Nodes (alpha-beta) or simulations (UCT) of the levels that search; full strength has none.
NODES = {2: 20, 3: 60, 4: 180, 5: 500, 6: 1500, 7: 4000, 8: 12000, 9: 36000}


def random_move(position: Position, dice: Dice) -> int:
    """Any legal move of a game that is not over."""
    return dice.choice(position.legal())


def greedy_move(position: Position, dice: Dice) -> int:
    """The move after which the mover is best off in bare points; chance decides ties."""
    seat = position.seat_to_move()
    scores = {}
    for move in position.legal():
        position.play(move)
        scores[move] = standing(position, seat)
        position.take_back()
    best = max(scores.values())
    return dice.choice([move for move, score in scores.items() if score == best])


def standing(position: Position, seat: int) -> tuple[int, int]:
    """How `seat`, from 0, stands: won (2), drawn or open (1) or lost (0); then its lead."""
    totals = position.totals()
    lead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    if not position.is_over():
        return 1, lead
    winners = position.winning_seats()
    return (0 if seat not in winners else 2 if len(winners) == 1 else 1), lead
