"""Writes the golden playthroughs: ``python -m tests.playthroughs.transcript``.

A change in these files is a change of the rules as people see them: read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.games.game import Game
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State

FOLDER = Path(__file__).parent
SEED = 7


def transcript(game: Game) -> str:
    """A random game on every sample of `game`, with all that can be said at every ply."""
    return "\n".join(line for options in game.samples for line in _playthrough(game, dict(options)))


def _playthrough(game: Game, options: dict[str, str]) -> Iterator[str]:
    state = State(game.setup(options))
    dice = Dice(SEED)
    yield f"setup {state.setup.line}"
    while state.seat is not None:
        legal = state.legal_moves()
        yield f"ply {len(state.history)} {state.colour} legal {len(legal)}: {' '.join(legal)}"
        move = dice.choice(legal)
        for effect in state.effects(move):
            yield f"  {effect.kind} {' '.join(effect.cells)}: {effect.before} to {effect.after}"
        state.play(move)
        scores = "; ".join(
            f"{score.colour} {score.total} ({' '.join(f'{k}={v}' for k, v in score.parts.items())})"
            for score in state.scores()
        )
        yield f"  {move} -> {scores}"
    yield state.text()
    yield f"outcome {state.outcome()}\n"


def main() -> None:
    """Write the file of every game in the table."""
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(transcript(game), encoding="utf-8")


if __name__ == "__main__":
    main()
