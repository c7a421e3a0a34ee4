"""An arena that knows no game, as arenas for UGI are, and a referee beside it who knows all.

It asks the engines whose turn it is, whether the game is over and who has won, and reads an answer
only in a line of two words. The referee compares whatever the engines say with the rules.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.games.randomness import Dice
from engine.games.state import State

from .engine_process import DEADLINE, Engine

RESULTS = {None: "draw", 1: "p1win", 2: "p2win"}
_EFFORT = r"nodes \d+ time \d+ nps \d+ hashfull (?:\d{1,3}|1000)"
_SCORE = r"score (?:cp -?\d{1,5}|mate -?\d{1,2})"
INFO = re.compile(
    rf"info depth \d+ seldepth \d+(?: multipv (?P<rank>\d+) {_SCORE})? {_EFFORT}"
    r"(?: pv (?P<pv>\S+(?: \S+)*))?"
)


@dataclass
class Search:
    """What an engine has said between ``go`` and ``bestmove``, that included."""

    move: str
    infos: list[str] = field(default_factory=list)

    def lines_of_play(self) -> list[list[str]]:
        """The principal variations, in the order in which they were said."""
        found = (INFO.fullmatch(info) for info in self.infos)
        return [match["pv"].split() for match in found if match and match["pv"]]


class Player:
    """One engine, and what an arena says to it."""

    def __init__(self, engine: Engine) -> None:
        """`engine` speaks UGI and has not been spoken to."""
        self.engine = engine

    def send(self, line: str) -> None:
        self.engine.send(f"{line}\n".encode())

    def expect(self, line: str, within: float = DEADLINE) -> None:
        """The next line must be this one."""
        heard = self.engine.line(within)
        assert heard == line, f"{line!r} expected, not {heard!r}"

    def hello(self) -> list[str]:
        """The answer to ``ugi``, without its last line."""
        self.send("ugi")
        heard = [self.engine.line()]
        while heard[-1] != "ugiok":
            heard.append(self.engine.line())
        return heard[:-1]

    def is_ready(self) -> None:
        self.send("isready")
        self.expect("readyok")

    def set_option(self, name: str, value: str) -> None:
        self.send(f"setoption name {name} value {value}")

    def query(self, question: str) -> str:
        self.send(f"query {question}")
        words = self.engine.line().split(" ")
        assert words[0] == "response"
        assert len(words) == 2
        return words[1]

    def position(self, start: str, moves: Sequence[str]) -> None:
        """Set a position; `start` is ``startpos`` or what follows ``fen``."""
        words = ["position", start] if start == "startpos" else ["position", "fen", start]
        self.send(" ".join([*words, *(["moves", *moves] if moves else [])]))

    def go(self, limits: str) -> Search:
        """Search; every line before ``bestmove`` must be a well-formed ``info``."""
        self.send(f"go {limits}".rstrip())
        return self.search_end()

    def search_end(self, within: float = DEADLINE) -> Search:
        """What is said up to ``bestmove``."""
        infos: list[str] = []
        until = time.monotonic() + within
        while not (line := self.engine.line(until - time.monotonic())).startswith("bestmove "):
            assert INFO.fullmatch(line), line
            infos.append(line)
        _, move = line.split(" ")
        return Search(move, infos)

    def is_silent(self) -> bool:
        """Whether nothing is waiting to be heard: answers come in order."""
        self.send("isready")
        return self.engine.line() == "readyok"


def check_search(search: Search, state: State) -> None:
    """The move and all lines of play must be legal, and the last line begin with the move."""
    assert search.move in state.legal_moves()
    lines = search.lines_of_play()
    for line in lines:
        ahead = state.copy()
        for move in line:
            assert ahead.play(move) == move
    if lines:
        assert lines[-1][0] == search.move


def check_answers(player: Player, state: State) -> None:
    """Whatever an engine says of the position must be what the rules say."""
    outcome = state.outcome()
    assert player.query("gameover") == ("true" if outcome else "false")
    assert player.query("result") == (RESULTS[outcome.winner] if outcome else "none")
    first = (state.history[-1].seat == 2) if state.history else (state.seat == 1)
    assert player.query("p1turn") == ("true" if first else "false")


def play_game(
    players: Sequence[Player], start: str, state: State, limits: str, opening: Sequence[str] = ()
) -> str:
    """Play a game to its end; returns its result as both engines have said it.

    `state` is the position that `start` names, before the `opening`; it is played on.
    """
    moves = list(opening)
    for move in moves:
        state.play(move)
    for player in players:
        player.is_ready()
        player.send("uginewgame")
    while not _is_over(players, start, moves, state):
        mover = players[0 if players[0].query("p1turn") == "true" else 1]
        search = mover.go(limits)
        check_search(search, state)
        moves.append(state.play(search.move))
    (result,) = {player.query("result") for player in players}
    return result


def _is_over(players: Sequence[Player], start: str, moves: list[str], state: State) -> bool:
    """Ask both engines, and compare what they say with the rules."""
    for player in players:
        player.is_ready()
        player.position(start, moves)
        check_answers(player, state)
    return players[0].query("gameover") == "true"


def random_moves(state: State, plies: int, dice: Dice) -> list[str]:
    """Moves from a state on, fewer if the game ends before; the state stays as it is."""
    ahead = state.copy()
    for _ in range(plies):
        if ahead.seat is not None:
            ahead.play(dice.choice(ahead.legal_moves()))
    return [played.text for played in ahead.history]
