"""Donuts: does the engine win every game that can be won, in either seat?

    python -m benchmarks.winning_donuts [BOARDS [SECONDS]]

Random boards of house faces, each played twice against our textbook UCT with SECONDS a move for
both, the engine once in each seat. Before each of the engine's moves it is proved apart whether
the position can be won. For each seat: games, those that could be won at any of its moves, those
that were won, and those that were let go: won once and not won in the end.
"""

import sys
from collections import Counter

from benchmarks.measuring import print_table, progress
from engine.games.position import Position
from engine.games.registry import GAMES
from engine.search.proof_table import ProofTable
from engine.search.proving import Prover
from engine.session.match import Match
from engine.session.parameters import Parameters

BOARDS, SECONDS = 50, 0.2
#: Room for a proof, in MiB.
ROOM = 64.0


def player(seed: int, seconds: float, search: str) -> Match:
    """One side's engine, at the start of a game on the board of that seed."""
    match = Match(GAMES, f"donuts seed={seed}", Parameters())
    match.set_parameter("movetime", str(seconds))
    match.set_parameter("search", search)
    match.set_parameter("seed", str(seed))
    return match


def can_be_won(position: Position, table: ProofTable) -> bool:
    """Whether the side to move can force a win."""
    return Prover(position, table).ask(1)


def play(seed: int, seconds: float, seat: int) -> tuple[bool, bool]:
    """Whether the engine, which has this seat, could win at any of its moves; whether it won."""
    players = {seat: player(seed, seconds, "auto"), 3 - seat: player(seed, seconds, "uct")}
    table = ProofTable(ROOM)
    state = players[seat].state
    winnable = False
    while state.seat is not None:
        mover = state.seat
        if mover == seat:
            winnable = winnable or can_be_won(state.position, table)
        move = players[mover].generate(mover)
        players[3 - mover].play(mover, move)
    outcome = state.outcome()
    return winnable, outcome is not None and outcome.winner == seat


def main(boards: int, seconds: float) -> None:
    """Play the games and print a row for each seat."""
    found: Counter[tuple[int, str]] = Counter()
    for seed in range(1, boards + 1):
        for seat in (1, 2):
            winnable, won = play(seed, seconds, seat)
            found[seat, "winnable"] += winnable
            found[seat, "won"] += won
            found[seat, "let go"] += winnable and not won
        progress(f"{seed} of {boards} boards")
    rows = [
        (seat, boards, *(found[seat, what] for what in ("winnable", "won", "let go")))
        for seat in (1, 2)
    ]
    print_table(rows, "seat", "games", "winnable", "won", "let go")


if __name__ == "__main__":
    words = [*sys.argv[1:], *(str(BOARDS), str(SECONDS))[len(sys.argv) - 1 :]]
    main(int(words[0]), float(words[1]))
