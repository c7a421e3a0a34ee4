"""The failure texts, once (PROTOCOL section 1): contract, for some controllers compare them."""

from typing import Self

UNKNOWN_COMMAND = "unknown command"
SYNTAX_ERROR = "syntax error"
LINE_TOO_LONG = "line too long"
ILLEGAL_MOVE = "illegal move"
UNSUPPORTED_GAME = "unsupported game"
UNACCEPTABLE_SIZE = "unacceptable size"
CANNOT_UNDO = "cannot undo"
CANNOT_SCORE = "cannot score"
CANNOT_SOLVE = "cannot solve"
CANNOT_LOAD_FILE = "cannot load file"
CANNOT_WRITE_FILE = "cannot write file"
INVALID_OPTION = "invalid option"
GAME_OVER = "game over"
WRONG_COLOUR = "wrong colour"


def syntax_error(what: str = "") -> str:
    """Say which arguments are missing or not of their type, and why."""
    return f"{SYNTAX_ERROR}: {what}" if what else SYNTAX_ERROR


def invalid_option(name: str, why: str) -> str:
    """Say why an option of `newgame` or a `param` is refused."""
    return f"{INVALID_OPTION}: {name}: {why}"


class Failure(Exception):
    """A command that failed and changed nothing; `text` goes behind the `?` of its answer."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class SyntaxFailure(Failure):
    """Arguments missing or not of their type; `what` says which and what would be right."""

    def __init__(self, what: str = "") -> None:
        super().__init__(syntax_error(what))
        self.what = what

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.what,)
