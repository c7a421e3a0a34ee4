"""What can be wrong with what a person or a program says about a game.

All are ``ValueError``: the caller's input was wrong and nothing has changed.
"""


class InvalidOption(ValueError):
    """An option of a setup that cannot be used.

    `name` is the option's name and `why` a sentence that says what would be right.
    """

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.why = why


class UnknownGame(ValueError):
    """A game's name that is not in the registry."""


class InvalidPosition(ValueError):
    """A position text that does not describe a possible position; the text says why."""


class IllegalMove(ValueError):
    """A move that may not be played now; `rule` is its number in RULES, `why` the sentence."""

    def __init__(self, move: str, rule: str, why: str) -> None:
        super().__init__(f"{move}: {why} ({rule})")
        self.move = move
        self.rule = rule
        self.why = why


class CannotUndo(ValueError):
    """More moves to take back than were played."""
