"""From the words of the command line and what a folder keeps to the record of what is to do."""

import argparse
from collections.abc import Mapping

from engine.games.game import Game
from engine.games.registry import GAMES, with_faces
from engine.games.state import State, read_setup
from engine.session.solving.errors import BadRequest
from engine.session.solving.journal import Folder, Record, fingerprint
from engine.session.solving.problem import UNUSABLE, Problem, play_all
from protocol.errors import Failure

DEFAULT_MEBIBYTES = 256


def named(options: argparse.Namespace) -> State | None:
    """The position that the command line names; None if it names none. Raises BadRequest."""
    if sum(map(bool, (options.setup, options.sgf, options.position))) > 1:
        raise BadRequest("one position at a time: a GAME, or --sgf FILE, or --position TEXT")
    if not (options.setup or options.sgf or options.position):
        if options.moves:
            raise BadRequest("--moves need a GAME, --sgf FILE or --position TEXT to begin at")
        return None
    try:
        state = _begin(options, with_faces(options.faces) if options.faces else GAMES)
    except UNUSABLE as error:
        raise BadRequest(str(error)) from error
    except Failure as error:
        raise BadRequest(f"--sgf: {error}") from error
    try:
        play_all(state, options.moves.replace(",", " ").split())
    except BadRequest as error:
        raise BadRequest(f"--moves: {error}") from error
    _check_solvable(state)
    return state


def _begin(options: argparse.Namespace, games: Mapping[str, Game]) -> State:
    if options.sgf:
        from engine.session.sgf_files import load  # only this option needs it

        return load(options.sgf, None, games)
    if options.position:
        return State.from_text(options.position, games)
    return State(read_setup(" ".join(options.setup), games))


def _check_solvable(state: State) -> None:
    """Raises BadRequest."""
    seats = state.setup.seats
    if seats != 2:
        raise BadRequest(f"only games of two seats can be solved, and this one has {seats}")
    if state.seat is None:
        raise BadRequest("the game is over at this position: there is nothing to solve")


def new_record(options: argparse.Namespace, state: State) -> Record:
    """The record of a position of which nothing is known yet."""
    mebibytes = options.hash or DEFAULT_MEBIBYTES
    return Record(Problem.of(state), mebibytes, fingerprint(state.position))


def kept_record(options: argparse.Namespace, state: State | None, folder: Folder) -> Record | None:
    """What the folder keeps of `state`, or of whatever it is of if that is None; None if nothing.

    Raises BadRequest if that does not fit to the command line, or to this program.
    """
    kept = folder.read()
    if kept is None:
        return None
    place = f"--state {folder.path}"
    if state is not None and Problem.of(state) != kept.problem:
        raise BadRequest(
            f"{place} is of another position: {kept.problem}; --state alone goes on with that, "
            "and this one needs another folder"
        )
    if options.hash not in (None, kept.mebibytes):
        raise BadRequest(
            f"{place} has a table of {kept.mebibytes} MiB, not {options.hash}: leave out --hash, "
            "or begin anew in another folder"
        )
    position = kept.problem.state(GAMES)
    _check_solvable(position)
    if kept.fingerprint != fingerprint(position.position):
        raise BadRequest(
            f"{place} was made by a version whose moves and tables mean something else: go on "
            "with that version, or begin anew in another folder"
        )
    return kept
