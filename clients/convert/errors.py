"""What can be wrong with a conversion."""


class BadUsage(Exception):
    """What was asked for cannot be done; the text says what would be right."""


class BadFile(Exception):
    """A file cannot be read or written; the text names it and says why."""


class BadGame(Exception):
    """A game that cannot be taken over; nothing of it is.

    `line` and `column` of its file and `move` of the game count from 1; each is 0 where it says
    nothing.
    """

    def __init__(self, why: str, line: int = 0, column: int = 0, move: int = 0) -> None:
        super().__init__(why, line, column, move)
        self.why = why
        self.line = line
        self.column = column
        self.move = move

    def __str__(self) -> str:
        return self.why

    def told(self, file: str, game: int) -> str:
        """The error with its place: ``cup.sgf:5:7: game 2, move 3: why``."""
        place = [str(number) for number in (self.line, self.column) if number]
        moves = f", move {self.move}" if self.move else ""
        return f"{':'.join([file, *place])}: game {game}{moves}: {self.why}"
