"""A session in the gogui dialect, spoken to in lines, and its answers told apart."""

from collections.abc import Mapping, Sequence

from engine.games.registry import GAMES
from engine.session.gogui.session import GoguiSession

from .sessions import Talk

#: Setups that together show all squares: every sample for two seats.
SETUPS = [
    (game.name, options)
    for game in GAMES.values()
    for options in game.samples
    if game.setup(options).seats == 2
]
SETUP_IDS = [f"{game}-{number}" for number, (game, _) in enumerate(SETUPS)]
#: The first and the last sample of each game.
SOME_SETUPS = [
    setup
    for name in GAMES
    for own in ([each for each in SETUPS if each[0] == name],)
    for setup in (own[0], own[-1])
]


class GoguiTalk(Talk):
    """A session of the dialect, and how to speak to it."""

    def __init__(self, line: str = "kulami") -> None:
        self.session: GoguiSession = GoguiSession(GAMES, line)
        self.ok("param hash 1")
        self.ok("param nodes 1")

    def everything(self) -> list[str]:
        """All that a controller can see."""
        commands = ("position", "history", "param", "legal_moves", "gogui-rules_board")
        more = ("gogui-rules_side_to_move", "gogui-rules_board_gfx", "side_to_move", "score")
        return [self.ok(line) for line in (*commands, *more)]

    def rows(self) -> list[list[str]]:
        """The square, top row first."""
        return [line.split() for line in self.ok("gogui-rules_board").split("\n")]

    def play_out(self, words: Sequence[str]) -> None:
        """Play `COLOUR VERTEX` words one after the other."""
        for word in words:
            self.ok(f"play {word}")


def square(rows: Sequence[Sequence[str]]) -> Mapping[str, str]:
    """The marks of a square by vertex."""
    size = len(rows)
    return {
        f"{'ABCDEFGHJKLMNOPQRST'[x]}{size - y}": mark
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
    }


def gfx(text: str) -> dict[str, list[list[str]]]:
    """A drawing's lines: the words behind each command."""
    found: dict[str, list[list[str]]] = {}
    for line in text.split("\n"):
        command, *words = line.split(" ")
        found.setdefault(command, []).append(words)
    return found


def marked(text: str, command: str) -> set[str]:
    """The vertices that a drawing marks with CIRCLE, SQUARE, TRIANGLE or MARK."""
    return {vertex for words in gfx(text).get(command, []) for vertex in words}


def labels(text: str) -> dict[str, str]:
    """The labels of a drawing by vertex."""
    words = [word for line in gfx(text).get("LABEL", []) for word in line]
    return dict(zip(words[::2], words[1::2], strict=True))
