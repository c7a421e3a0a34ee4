"""What the command was asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.search.report import UCT
from training.folder import Tell

#: Hears a line that people read.
Say = Callable[[str], None]
#: Begins a count of games, given what is counted and how many are wanted.
Count = Callable[[str, int], Tell]


@dataclass(frozen=True, slots=True)
class Request:
    """A game, how many games of it, and where they are; see the options of the command.

    `board` is empty where a game has no choice of boards, `simulations` 0 where games are solved
    and not played; `weights` is where to write, or None for the engine's own place. The games of
    the folders `also` are learned from, too.
    """

    game: str
    board: str
    games: int
    simulations: int
    seed: int
    search: str
    workers: int
    folder: Path
    weights: Path | None
    also: tuple[Path, ...] = ()

    @property
    def command(self) -> str:
        """What to enter for the same games and the same weights."""
        if not self.simulations:
            return f"python -m training {self.game} --games {self.games} --out DIR"
        board = f"--board {self.board} " if self.board else ""
        search = "" if self.search == UCT else f"--search {self.search} "
        return (
            f"python -m training {self.game} {board}--games {self.games} "
            f"--simulations {self.simulations} {search}--seed {self.seed} --out DIR"
            + " --also DIR"
            * len(self.also)
        )
