"""What a tournament is made of, as plain values: no file, no process, no clock.

Times are seconds. A value of None means "not limited" or "not wanted".
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from clients.referee.statistics.sprt import Model


class Format(StrEnum):
    """Who meets whom."""

    MATCH = "match"
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    KNOCKOUT = "knockout"
    SWISS = "swiss"
    SPRT = "sprt"


class Restart(StrEnum):
    """When an engine is started again."""

    FAULT = "fault"
    """After a fault; until then one process plays game after game."""
    GAME = "game"
    """For each game."""
    NEVER = "never"
    """Not at all: after a fault the pairings of the engine are stopped."""


class StartFault(StrEnum):
    """What a fault before the first move means."""

    VOID = "void"
    """The game does not count and is played again; two in a row stop the pairing."""
    LOSS = "loss"
    """The engine loses the game."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one engine may use, and how long it is waited for.

    `movetime` is for each move; `main` with `increment` and `byo_time` for `byo_stones` moves
    are a clock that runs through the game. `margin` is what a move may be late without loss.
    `startup` is for the first answer after the start, `answer` for every other command.
    """

    movetime: float | None = None
    main: float | None = None
    increment: float = 0.0
    byo_time: float | None = None
    byo_stones: int | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.25
    answer: float = 5.0
    startup: float = 5.0

    @property
    def has_clock(self) -> bool:
        """Whether time runs through the game, move after move."""
        return self.main is not None or self.byo_time is not None


@dataclass(frozen=True, slots=True)
class Engine:
    """One entrant. `params` are set by ``param``; `cpus` are what its threads may run on.

    An empty `name` becomes that of its program in a ``Tournament``.
    """

    command: tuple[str, ...]
    name: str = ""
    limits: Limits = field(default_factory=Limits)
    params: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    restart: Restart = Restart.FAULT
    cpus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """What comes before the engines' first move.

    `plies` random moves; or the positions of `file`, one a line: a setup line, with moves after
    a semicolon if there are any (``gorami board=24 ; C3=2 D4=1``); the name ``balanced`` stands for
    a file that comes with the program. `layouts` are options of the
    game that are taken in turn (``layout=R8``); without them the game line alone decides.
    """

    plies: int = 0
    file: str | None = None
    layouts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game ends before the rules end it; off by default.

    After `resign_moves` moves in a row of each side on which both say that one of them is behind
    by `resign_score` or more, that one has lost. After `move_cap` plies the game is drawn.
    """

    resign_score: float | None = None
    resign_moves: int = 3
    move_cap: int | None = None


@dataclass(frozen=True, slots=True)
class SprtTest:
    """The hypotheses of an SPRT, in Elo of its model, and its error rates."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"


def named(engines: Sequence[Engine]) -> tuple[Engine, ...]:
    """The engines, those without a name called after their programs, numbered where two agree."""
    plain = [each.name or os.path.basename((*each.command, "")[0]) for each in engines]
    counts = Counter(plain)
    labels = [
        f"{name} {number}" if counts[name] > 1 else name for number, name in enumerate(plain, 1)
    ]
    return tuple(
        each if each.name else replace(each, name=label)
        for each, label in zip(engines, labels, strict=True)
    )


#: Void games in a row that stop a pairing.
MOST_VOIDS = 2
#: Formats whose first games are the same however many follow.
LENGTHENABLE = (Format.MATCH, Format.ROUND_ROBIN, Format.GAUNTLET, Format.SPRT)


@dataclass(frozen=True)
class Tournament:
    """All that decides which games are played and how.

    `game` is a line as for ``newgame``. `games` is the number of games of a match, the most
    games of an SPRT test, and the games of each pairing in all other formats. `rounds` is for
    Swiss (None: as many as a knockout would need). The first engine is the gauntlet's.
    """

    game: str
    engines: tuple[Engine, ...]
    format: Format = Format.MATCH
    games: int = 2
    rounds: int | None = None
    seed: int = 1
    openings: Openings = field(default_factory=Openings)
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: SprtTest = field(default_factory=SprtTest)
    start_fault: StartFault = StartFault.VOID

    def __post_init__(self) -> None:
        """Give every engine a name."""
        object.__setattr__(self, "engines", named(self.engines))

    def as_json(self) -> dict[str, object]:
        """The tournament as a value of JSON; ``from_json`` of ``configuration`` reads it back."""
        return dict(self._json)

    @cached_property
    def _json(self) -> dict[str, object]:
        return asdict(self)

    @cached_property
    def run(self) -> str:
        """A fingerprint of all that decides which games are played.

        The number of games is not in it where more of them only follow the others, so that such
        a tournament can be made longer.
        """
        told = self.as_json()
        if self.format in LENGTHENABLE:
            del told["games"]
        text = json.dumps(told, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a tournament is carried out; nothing here changes which games are played."""

    concurrency: int = 1
    results: str | None = None
    log: str | None = None
    executor: str = "local"
