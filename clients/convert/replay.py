"""Every game is played again before it is written: ``engine.games`` judges each move."""

from dataclasses import dataclass, replace
from functools import lru_cache

from clients.convert.errors import BadGame
from clients.convert.game import Game
from clients.convert.verdict import Verdict, judge, read_result
from clients.referee.variants import is_drawn, read_game
from engine.games.errors import IllegalMove, InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import SeatScore, Setup
from engine.games.state import State, named_values
from protocol.game_record import GameRecord, Move
from protocol.words import shown

#: Setups that are kept, as games of a file often share them.
KEPT = 64


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that was played again: everything in `record` is legal and in canonical form.

    `state` is its end; `record.result` is the text of `verdict`.
    """

    game: Game
    record: GameRecord
    state: State
    verdict: Verdict

    @property
    def setup(self) -> Setup:
        """The board and the seats."""
        return self.state.setup

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat, empty where it is not known."""
        unknown = self.setup.seats - len(self.record.players)
        return (*self.record.players, *[""] * unknown)


def replay(game: Game) -> Replayed:
    """Play a game again.

    Raises: BadGame, naming the line and the move that are wrong.
    """
    record = game.record
    state = begin(record)
    begun = State(state.setup, state.position)
    moves = tuple(_played(state, number, move) for number, move in enumerate(record.moves, start=1))
    _check_seats(record, state.setup)
    claim = game.claim or read_result(record.result, state.setup.seats)
    try:
        verdict = judge(claim, state)
        _check_totals(game, state.scores())
    except BadGame as error:
        raise BadGame(error.why, record.line or game.line) from error
    canonical = replace(
        record,
        setup=state.setup.line,
        position=position_text(begun),
        moves=moves,
        result=verdict.text(state.setup.seats),
    )
    return Replayed(game, canonical, state, verdict)


def _played(state: State, number: int, move: Move) -> Move:
    try:
        return replace(move, text=play(state, move.seat, move.text))
    except BadGame as error:
        raise BadGame(error.why, move.line, move=number) from error


def play(state: State, seat: int, text: str) -> str:
    """Play a move of a seat; its canonical text. Raises: BadGame, without a place."""
    if seat != state.seat:
        turn = f"it is the turn of seat {state.seat}" if state.seat else "the game is over"
        raise BadGame(f"seat {seat} moves, but {turn}")
    try:
        return state.play(text)
    except IllegalMove as error:
        raise BadGame(f"illegal move {shown(text)}: {error.why} ({error.rule})") from error


# ---------------------------------------------------------------------- beginnings


def begin(record: GameRecord) -> State:
    """The state before the first move. Raises: BadGame."""
    try:
        setup = setup_of_line(record.setup)
        if not record.position:
            return State(setup)
        return State(setup, setup.rebuild(named_values(record.position.split())))
    except BadGame as error:
        raise BadGame(error.why, record.line) from error
    except (UnknownGame, InvalidOption, InvalidPosition) as error:
        raise BadGame(str(error), record.line) from error


@lru_cache(KEPT)
def setup_of_line(line: str) -> Setup:
    """The setup of a line as for ``newgame``.

    Raises: UnknownGame, InvalidOption, InvalidPosition; BadGame if the line leaves the board to
    chance, for then nobody knows on which one the moves were played.
    """
    rules, options = read_game(line)
    if is_drawn(rules, options):
        raise BadGame(
            f"the setup {shown(line)} draws a board at random: the layout itself has to be there, "
            "as `newgame` answers it"
        )
    return rules.setup(options)


def position_text(state: State) -> str:
    """What ``position`` says after the setup line; empty at the beginning of a game."""
    text = state.text()
    begun = State(state.setup).text()
    return "" if text == begun else text.removeprefix(state.setup.line).strip()


# ---------------------------------------------------------------------- what else must fit


def _check_seats(record: GameRecord, setup: Setup) -> None:
    seats = setup.seats
    if len(record.players) > seats:
        raise BadGame(f"{len(record.players)} players for {seats} seats", record.line)
    if record.opening > len(record.moves):
        told = f"an opening of {record.opening} moves in a game of {len(record.moves)}"
        raise BadGame(told, record.line)


def _check_totals(game: Game, scores: list[SeatScore]) -> None:
    """Raises: BadGame if a line of JSON has other totals than its moves make."""
    if game.told is None:
        return
    told = [score["total"] for score in game.told["scores"]]
    real = [score.total for score in scores]
    if told != real:
        says, are = ("-".join(map(str, totals)) for totals in (told, real))
        raise BadGame(f"the file says {says} in 'scores', but the moves make it {are}")
