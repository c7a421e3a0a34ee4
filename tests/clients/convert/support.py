"""What the tests of conversions share: games of every kind, and the command in this process."""

import io
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from unittest.mock import patch

from hypothesis import strategies as st

from clients.convert.errors import BadGame
from clients.convert.forms import FORMS
from clients.convert.game import Game, Reading
from clients.convert.replay import Replayed, replay
from engine.cli import main
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State
from protocol.game_record import GameRecord, Move, read_collection, write_sgf

ROOT = Path(__file__).resolve().parents[3]
SETUPS = [game.setup(options) for game in GAMES.values() for options in game.samples]
GORAMI = "gorami board=16"

# ---------------------------------------------------------------------- the forms


def readings(form: str, text: str | bytes) -> list[Reading]:
    """What a form finds in a file."""
    data = text if isinstance(text, bytes) else text.encode()
    return list(FORMS[form].read(io.BytesIO(data)))


def games(form: str, text: str | bytes) -> list[Game]:
    """The games of a file that has nothing wrong in it."""
    found = readings(form, text)
    assert [each for each in found if isinstance(each, BadGame)] == []
    return [each for each in found if isinstance(each, Game)]


def replayed(form: str, text: str | bytes) -> Replayed:
    """The only game of a file, played again."""
    (game,) = games(form, text)
    return replay(game)


def errors(form: str, text: str | bytes) -> list[str]:
    """What is wrong with the games of a file called `x`, whether found by reading or by playing."""
    found = []
    for number, reading in enumerate(readings(form, text), start=1):
        try:
            if isinstance(reading, BadGame):
                raise reading
            replay(reading)
        except BadGame as error:
            found.append(error.told("x", number))
    return found


# ---------------------------------------------------------------------- games


def played(setup: Setup, random: Random, plies: int = 999) -> State:
    """A random game, whole or so many plies of it."""
    state = State(setup)
    while state.seat is not None and len(state.history) < plies:
        state.play(random.choice(state.legal_moves()))
    return state


def record_of(state: State) -> GameRecord:
    """The moves of a state as a record, and nothing else."""
    moves = tuple(Move(seat, text) for seat, text in state.history)
    return GameRecord(state.setup.line, moves)


#: Characters that every form keeps, and among them those that mean something to one of them.
CHARS = st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from('[]\\:;()#"{}=?')
LINE = st.text(CHARS, max_size=12).map(str.rstrip)
COMMENT = st.lists(LINE, max_size=3).map("\n".join) | st.sampled_from(
    ["0.5 s, nodes 1200, depth 9, score -1.5", "2 s", "0.25 s, depth 3\nand words", "01 s", "3 s\n"]
)
OF_TWO = ("B+R", "W+R", "B+T", "W+T", "B+F", "W+F")


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """A game of any kind and length, from the beginning or not, with words about it."""
    setup = draw(st.sampled_from(SETUPS))
    random = Random(draw(st.integers(0, 2**32)))
    plies = draw(st.sampled_from([0, 1, 5, 12, 999]))
    before = draw(st.sampled_from([0, 0, 3]))
    begun = played(setup, random, before)
    state = State(setup, begun.position)
    while state.seat is not None and len(state.history) < plies:
        state.play(random.choice(state.legal_moves()))
    comments = draw(st.lists(COMMENT, max_size=4))
    moves = tuple(
        Move(seat, text, comments[number] if number < len(comments) else "")
        for number, (seat, text) in enumerate(state.history)
    )
    position = begun.text().removeprefix(setup.line).strip() if begun.history else ""
    names = draw(st.lists(LINE, max_size=setup.seats))
    return GameRecord(
        setup=setup.line,
        moves=moves,
        position=position,
        opening=draw(st.integers(0, len(moves))),
        players=(*names[:-1], names[-1] or "Zoë") if names else (),
        result=draw(st.sampled_from(_results(state))),
        date=draw(st.sampled_from(["", "2030-01-31", "ca. 1999"])),
        event=draw(LINE),
        round=draw(LINE),
        comment=draw(COMMENT),
    )


def _results(state: State) -> Sequence[str]:
    """Results that a file may claim for a game, apart from the one by the rules."""
    ways = ["", "?", "Void"]
    if state.setup.seats == 2:
        ways += OF_TWO
    if state.seat is not None:
        ways += ["0", "B+", "W+"] if state.setup.seats == 2 else ["win 2", "draw 1 3"]
    return ways


# ---------------------------------------------------------------------- files

ANN = write_sgf(GameRecord(GORAMI, (Move(1, "C3=2"),), players=("Ann",)))
BOB = write_sgf(GameRecord(GORAMI, (Move(1, "C3=3"),), players=("Bob",)))
WRONG = ANN.replace("C3=2", "H9=2")


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def players(path: Path) -> list[str]:
    """The first player's name in every game of a file in SGF."""
    return [record.players[0] for record in read_collection(path.read_bytes())]


def files(folder: Path) -> set[str]:
    """All that is in a folder, hidden or not."""
    return set(os.listdir(folder))


# ---------------------------------------------------------------------- the command


@dataclass(frozen=True)
class Run:
    """What a call of the command did."""

    code: int
    out: str
    err: str


def convert(*words: object, stdin: bytes = b"") -> Run:
    """Call the command in this process."""
    out, err = io.BytesIO(), io.StringIO()
    entrance = io.TextIOWrapper(io.BytesIO(stdin))
    with (
        redirect_stdout(io.TextIOWrapper(out, write_through=True)),
        redirect_stderr(err),
        patch.object(sys, "stdin", entrance),
    ):
        try:
            code = main(["convert", *map(str, words)])
        except SystemExit as error:
            code = int(str(error.code))
        sys.stdout.flush()
        return Run(code, out.getvalue().decode(), err.getvalue())
