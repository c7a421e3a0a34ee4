"""Games in GTP scripts: the commands that an engine would carry out (PROTOCOL section 3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import BinaryIO, cast

from clients.convert.errors import BadGame
from clients.convert.game import Game, Note, Reading, tidied
from clients.convert.gtp_comments import read_comments
from clients.convert.replay import play, position_text, setup_of_line
from clients.convert.source import contents
from engine.games.errors import CannotUndo, InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State, find, named_values
from protocol.errors import CANNOT_UNDO, UNACCEPTABLE_SIZE, SyntaxFailure
from protocol.game_record import GameRecord, Move
from protocol.messages import Blank, Command, Malformed
from protocol.wire import CommandReader
from protocol.words import WORDS, Context, Count, Integer, Seat, shown
from protocol.words import Move as MoveWord

NAME = "gtp"

#: The game that an engine has at its start.
FIRST = "kulami"
RESIGN = "resign"

#: Commands that ask for what the moves make anyway, or end the talk.
SILENT = frozenset(("showboard", "final_score", "quit"))
#: Commands that change no game; what they say is not kept.
IDLE = frozenset(
    (
        *("protocol_version", "name", "version", "known_command", "list_commands", "komi"),
        *("time_settings", "time_left", "cputime", "printsgf", "reg_genmove", "list_games"),
        *("setup", "legal_moves", "all_legal", "side_to_move", "score", "explain_last_move"),
        *("position", "history", "param", "stop", "solve", "bench"),
        *("analyze", "lz-analyze", "kata-analyze"),
    )
)
#: Commands after which nobody but the engine would know the game, and what to do.
UNKNOWABLE = {
    **dict.fromkeys(
        (
            *("genmove", "genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze"),
            "kgs-genmove_cleanup",
        ),
        "lets an engine choose; the script has to say `play` and the move",
    ),
    "loadsgf": "reads another file; convert that one",
}


def read(file: BinaryIO) -> Iterator[Reading]:
    """The games of a script; a command that begins one ends the game before it. Raises: OSError."""
    try:
        data = contents(file)
    except BadGame as error:
        yield error
        return
    script = _Script()
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            yield from script.take(line, number)
        except BadGame as error:
            yield BadGame(error.why, error.line or number, error.column, error.move)
            script.break_off()
        if script.has_quit:
            break
    yield from script.end()


class _Script:
    """An engine that plays what it is told, and hands over every game that has moves."""

    def __init__(self) -> None:
        self.has_quit = False
        self._reader = CommandReader()
        self._above: list[str] = []
        self._found = 0
        self._is_broken = False
        self._lost: set[str] = set()
        self._notes: list[Note] = []
        self._closed = False
        self._state = State(find(GAMES, FIRST).setup())
        self._start(self._state, 0)
        self._begun = False

    # ------------------------------------------------------------------ lines

    def take(self, data: bytes, line: int) -> Iterator[Reading]:
        """Carry out a line; gives the game that it ends, if any. Raises: BadGame."""
        _check_encoding(data)
        for event in self._reader.feed_lines(data + b"\n"):
            if isinstance(event, Malformed):
                raise BadGame(event.failure)
            if isinstance(event, Blank):
                self._comment(event.text)
            else:
                yield from self._carry_out(event, line)
                self._comment(_comment_behind(data))

    def end(self) -> Iterator[Reading]:
        """The last game, and the error if there was none at all."""
        if self._above and self._begun:
            self._lost.add("comments behind the last move's")
        if self._moves or (self._begun and not self._found):
            yield self._game()
        elif not self._found and not self._is_broken:
            yield BadGame("there is no game: neither `newgame` nor `play`")

    def break_off(self) -> None:
        """After an error everything is read over up to where a game is begun by name."""
        self._is_broken = True
        self._moves.clear()
        self._found += 1

    def _comment(self, text: str) -> None:
        if not text.startswith("#"):
            return
        text = text.removeprefix("#").removeprefix(" ")
        if self._talks_of_move and self._moves:
            self._comments[-1].append(text)
        elif self._begun and not self._moves and not self._closed:
            self._inside.append(text)
        else:
            self._above.append(text)

    # ------------------------------------------------------------------ commands

    def _carry_out(self, command: Command, line: int) -> Iterator[Reading]:
        if self._is_broken and not _names_a_game(command):
            return
        begin = BEGINNINGS.get(command.name)
        act = ACTIONS.get(command.name)
        if begin is not None:
            if self._moves:
                yield self._game()
                self._moves.clear()
            self._start(begin(self._state.setup, command.arguments), line)
        elif act is not None:
            act(self, command.arguments, line)
        else:
            self._pass_over(command, line)

    def _pass_over(self, command: Command, line: int) -> None:
        name = command.name
        self._talks_of_move = False
        self._closed = self._closed or bool(self._moves)
        self.has_quit = name == "quit"
        if name in UNKNOWABLE:
            raise BadGame(f"'{name}' {UNKNOWABLE[name]}")
        if name in IDLE:
            self._lost.add(f"the command {name}")
        elif name not in SILENT:
            self._notes.append(Note(line, f"the command {shown(name)} is not understood"))

    def _start(self, state: State, line: int) -> None:
        """Begin a game; what comments have said before the line is about it."""
        self._header, self._above = self._above, []
        self._inside: list[str] = []
        self._state = state
        self._position = position_text(state)
        self._moves: list[Move] = []
        self._comments: list[list[str]] = []
        self._line = line
        self._begun = True
        self._closed = False
        self._talks_of_move = False
        self._is_broken = False

    def play(self, words: Sequence[str], line: int) -> None:
        """`play COLOUR MOVE`."""
        if len(words) < 2:
            raise BadGame("syntax error: play COLOUR MOVE")
        self._play(words[0], words[1], line)

    def play_sequence(self, words: Sequence[str], line: int) -> None:
        """`play_sequence COLOUR MOVE COLOUR MOVE…`."""
        if len(words) % 2:
            raise BadGame("syntax error: MOVE missing: play_sequence COLOUR MOVE COLOUR MOVE…")
        for place in range(0, len(words), 2):
            self._play(words[place], words[place + 1], line)

    def _play(self, colour: str, text: str, line: int) -> None:
        if not self._begun:
            self._start(self._state, line)
        number = len(self._moves) + 1
        try:
            seat, move = self._seat(colour), cast(str, _word(MoveWord, text, self._context()))
            if move == RESIGN:
                raise BadGame("resign is no move: say it before the game as `# result: W+R`")
            played = play(self._state, seat, move)
        except BadGame as error:
            raise BadGame(error.why, line, move=number) from error
        self._moves.append(Move(seat, played, line=line))
        self._comments.append([])
        self._talks_of_move = True

    def _seat(self, word: str) -> int:
        return cast(int, _word(Seat, word, self._context()))

    def _context(self) -> Context:
        return Context(self._state.setup.colours, self._state.seat)

    def undo(self, words: Sequence[str], line: int) -> None:
        """`undo`."""
        self._undo(1)

    def undo_many(self, words: Sequence[str], line: int) -> None:
        """`gg-undo N`."""
        if len(words) != 1:
            raise BadGame("syntax error: gg-undo MOVES")
        self._undo(cast(int, _word(Count, words[0], self._context())))

    def _undo(self, count: int) -> None:
        try:
            self._state.undo(count)
        except CannotUndo as error:
            raise BadGame(f"{CANNOT_UNDO}: {error}") from error
        del self._moves[len(self._moves) - count :], self._comments[len(self._comments) - count :]

    # ------------------------------------------------------------------ a game

    def _game(self) -> Reading:
        """The game as it stands, or what is wrong with its comments."""
        self._found += 1
        setup = self._state.setup
        record = GameRecord(
            setup=setup.line,
            moves=tuple(
                replace(move, comment="\n".join(comment))
                for move, comment in zip(self._moves, self._comments, strict=True)
            ),
            position=self._position,
            line=self._line,
        )
        lost, notes = frozenset(self._lost), tuple(self._notes)
        self._lost.clear()
        self._notes.clear()
        try:
            told = read_comments(chain(self._header, self._inside), record, setup.colours)
        except BadGame as error:
            return error
        return Game(NAME, tidied(told), self._line, lost=lost, notes=notes)


def _check_encoding(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise BadGame("the bytes are not in UTF-8", column=error.start + 1) from error


def _comment_behind(data: bytes) -> str:
    """The comment behind a command, with its `#`."""
    _, mark, comment = data.partition(b"#")
    (event,) = CommandReader().feed_lines(mark + comment + b"\n")
    return event.text if isinstance(event, Blank) else ""


def _names_a_game(command: Command) -> bool:
    """Whether the command begins a game whatever there was before it."""
    name, words = command.name, command.arguments
    return name in ("set_game", "setposition") or (
        name == "newgame" and bool(words) and "=" not in words[0]
    )


def _word(kind: object, text: str, context: Context) -> object:
    try:
        return WORDS[kind].parse(text, context)
    except SyntaxFailure as error:
        raise BadGame(f"syntax error: {error.what}") from error


# ---------------------------------------------------------------------- commands that begin a game


def _newgame(setup: Setup, words: Sequence[str]) -> State:
    named = bool(words) and "=" not in words[0]
    return _first_state(" ".join(words if named else [setup.game.name, *words]))


def _set_game(setup: Setup, words: Sequence[str]) -> State:
    if len(words) != 1:
        raise BadGame("syntax error: set_game GAME")
    return _first_state(words[0])


def _first_state(line: str) -> State:
    try:
        return State(setup_of_line(line))
    except (UnknownGame, InvalidOption, InvalidPosition) as error:
        raise BadGame(str(error)) from error


def _clear_board(setup: Setup, words: Sequence[str]) -> State:
    return State(setup)


def _setposition(setup: Setup, words: Sequence[str]) -> State:
    """A position, the setup of which has to be complete as for `newgame`."""
    try:
        name, *values = words or [""]
        options = {option.name for option in find(GAMES, name).options}
        board = [word for word in values if word.partition("=")[0].lower() in options]
        fields = [word for word in values if word not in board]
        setup = setup_of_line(" ".join([name, *board]))
        return State(setup, setup.rebuild(named_values(fields)))
    except (UnknownGame, InvalidOption, InvalidPosition) as error:
        raise BadGame(str(error)) from error


def _resize(setup: Setup, words: Sequence[str]) -> State:
    """`boardsize N` and `rectangular_boardsize W H`; words behind those are ignored."""
    context = Context(setup.colours, None)
    sizes = [cast(int, _word(Integer, word, context)) for word in words[:2]]
    if not sizes:
        raise BadGame("syntax error: INTEGER missing")
    other = setup.game.setup_of_size(setup, sizes[0], sizes[-1])
    if other is None:
        raise BadGame(UNACCEPTABLE_SIZE)
    return State(other)


#: What the commands that begin a game make of the setup before them. They raise BadGame.
BEGINNINGS: dict[str, Callable[[Setup, Sequence[str]], State]] = {
    "newgame": _newgame,
    "set_game": _set_game,
    "clear_board": _clear_board,
    "setposition": _setposition,
    "boardsize": _resize,
    "rectangular_boardsize": _resize,
}
#: The commands that change a game. They raise BadGame.
ACTIONS: dict[str, Callable[[_Script, Sequence[str], int], None]] = {
    "play": _Script.play,
    "play_sequence": _Script.play_sequence,
    "gogui-play_sequence": _Script.play_sequence,
    "undo": _Script.undo,
    "gg-undo": _Script.undo_many,
}
