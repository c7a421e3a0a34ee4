"""Games as files in SGF: a file to a state, a match to a text, a text to a file (docs/sgf.md)."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

import engine
from engine.games.errors import IllegalMove, InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Game
from engine.games.state import State, read_setup
from engine.session.match import Match
from engine.session.standard import NAME
from protocol.errors import CANNOT_LOAD_FILE, CANNOT_WRITE_FILE, Failure
from protocol.game_record import GameRecord, Move, read_sgf, result_text, write_sgf
from protocol.sgf import MAX_FILE, SgfError
from protocol.words import shown

#: How the names of files that are written end.
ENDING = ".sgf"
STDOUT = 1


def load(name: str, before: int | None, games: Mapping[str, Game]) -> State:
    """The state after the main line of a file's first game, or before its move `before`, from 1.

    A game with fewer moves is taken whole; moves that are not to be played are not judged.
    Raises: Failure, with the file, the line and the number of the move that is wrong.
    """
    try:
        record = read_sgf(_contents(name))
        moves = record.moves if before is None else record.moves[: before - 1]
        return _replayed(record, moves, games)
    except SgfError as error:
        raise Failure(f"{CANNOT_LOAD_FILE}: {shown(name)}: {error}") from error


def as_sgf(match: Match) -> str:
    """The game so far as a file in SGF."""
    return write_sgf(_record(match))


def save(name: str, text: str) -> None:
    """Put a file in place as a whole, or leave all as it was.

    Raises: Failure. Refused is a name without `ENDING`, lest a slip of the tongue replaces a file
    of another kind, and what is no ordinary file, the engine's own output among it.
    """
    if not name.lower().endswith(ENDING):
        raise Failure(f"{CANNOT_WRITE_FILE}: {shown(name)}: the name has to end in {ENDING}")
    try:
        path = os.path.realpath(name)
        if not _may_be_replaced(path):
            raise Failure(f"{CANNOT_WRITE_FILE}: {shown(name)}: it is no ordinary file")
        _replace(path, text.encode())
    except (OSError, ValueError) as error:
        raise Failure(f"{CANNOT_WRITE_FILE}: {shown(name)}: {_why(error)}") from error


# ---------------------------------------------------------------------- a record to a state


def _replayed(record: GameRecord, moves: Iterable[Move], games: Mapping[str, Game]) -> State:
    """The state after these moves of a record. Raises: SgfError, with line and number."""
    state = _start(record, games)
    for number, move in enumerate(moves, start=1):
        if move.seat != state.seat:
            turn = f"it is the turn of seat {state.seat}" if state.seat else "the game is over"
            raise SgfError(f"seat {move.seat} moves, but {turn}", move.line, move=number)
        try:
            state.play(move.text)
        except IllegalMove as error:
            why = f"illegal move: {shown(move.text)}: {error.why} ({error.rule})"
            raise SgfError(why, move.line, move=number) from error
    return state


def _start(record: GameRecord, games: Mapping[str, Game]) -> State:
    """The state before the first move of a record."""
    try:
        if record.position:
            return State.from_text(f"{record.setup} {record.position}", games)
        return State(read_setup(record.setup, games))
    except (UnknownGame, InvalidOption, InvalidPosition) as error:
        raise SgfError(str(error), record.line) from error


# ---------------------------------------------------------------------- a match to a record


def _record(match: Match) -> GameRecord:
    return GameRecord(
        setup=match.setup.line,
        position=_beginning(match.state),
        moves=tuple(Move(played.seat, played.text) for played in match.state.history),
        result=_result(match),
        application=NAME,
        version=engine.__version__,
    )


def _beginning(state: State) -> str:
    """The words of ``position`` after the setup for where the moves began.

    Empty if that is the beginning of the game. The moves are taken back and played again.
    """
    moves = [played.text for played in state.history]
    state.undo(len(moves))
    text = state.text()
    for move in moves:
        state.play(move)
    begin = State(state.setup).text()
    return "" if text == begin else text.removeprefix(state.setup.line).strip()


def _result(match: Match) -> str:
    """The result as a record has it; empty as long as the game goes on."""
    outcome = match.outcome()
    if outcome is None:
        return ""
    winners = outcome.drawn if outcome.winner is None else (outcome.winner,)
    how = "R" if match.resigned else str(outcome.margin or "")
    return result_text(winners, match.setup.seats, how)


# ---------------------------------------------------------------------- files


def _contents(name: str) -> bytes:
    """All bytes of a file; one that is larger than any record is not read to its end.

    Raises: Failure. A pipe or a terminal is refused: the engine would wait for it.
    """
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise Failure(f"{CANNOT_LOAD_FILE}: {shown(name)}: it is no ordinary file")
        with open(name, "rb") as file:
            return file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        raise Failure(f"{CANNOT_LOAD_FILE}: {shown(name)}: {_why(error)}") from error


def _may_be_replaced(path: str) -> bool:
    """Whether nothing is there, or a file that is not the engine's own output."""
    if not os.path.exists(path):
        return True
    return os.path.isfile(path) and not os.path.samestat(os.stat(path), os.fstat(STDOUT))


def _replace(path: str, data: bytes) -> None:
    """Write a file beside `path` and move it there. Raises: OSError, ValueError."""
    beside = os.path.join(os.path.dirname(path), f".quatuor-{os.getpid()}.part")
    file = open(beside, "xb")  # noqa: SIM115 - what is not ours must not be removed
    try:
        with file:
            file.write(data)
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            os.remove(beside)


def _why(error: OSError | ValueError) -> str:
    return str(error.strerror if isinstance(error, OSError) else error)
