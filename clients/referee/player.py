"""An engine as a player: started when it is needed, asked in the words of the protocol."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from selectors import BaseSelector

from clients.process import EngineProcess, Fault, Refused
from protocol.words import WORDS, Seat, Seconds

#: How long a move may take when nothing but nodes or depth limits it, in seconds.
PATIENCE = 60.0
#: Characters of an engine's name or version that are used.
LONGEST_NAME = 60


class Unsuitable(Exception):
    """An engine that cannot do what the match wants of it; nobody's fault in a game."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an engine may use for a move, and how long it is waited for; times in seconds.

    `margin` comes on top of `movetime` before a move is late; `answer` is for all but moves.
    """

    movetime: float | None = 0.2
    nodes: int | None = None
    depth: int | None = None
    margin: float = 2.0
    answer: float = 10.0

    @property
    def deadline(self) -> float:
        """How long a move is waited for."""
        return (PATIENCE if self.movetime is None else self.movetime) + self.margin


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an engine says of its last move, None where it does not; `score` is the mover's."""

    nodes: int | None = None
    depth: int | None = None
    score: float | None = None


class Player:
    """One engine of a match, through all its games and restarts."""

    def __init__(
        self, command: Sequence[str], given_name: str = "", selector: BaseSelector | None = None
    ) -> None:
        """`given_name` goes before what the engine calls itself."""
        self.command = tuple(command)
        self.version = ""
        self._given_name = given_name
        self._greeting = ""
        self._greeted = False
        self._selector = selector
        self._process: EngineProcess | None = None
        self._commands: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The given name, else the engine's own, else its program's."""
        return self._given_name or self._greeting or os.path.basename(self.command[0])

    @property
    def errors(self) -> str:
        """The last of what the engine wrote to standard error."""
        return self._process.errors if self._process else ""

    # ------------------------------------------------------------------ life

    def wake(self) -> None:
        """Start the engine unless it runs and is in order. Raises: Fault."""
        if self._process is not None and self._process.usable:
            return
        self.dismiss()
        self._greeted = False
        self._process = EngineProcess(self.command, selector=self._selector)
        self._process.start()

    def greet(self, limits: Limits) -> None:
        """Ask a newly started engine who it is and what it knows. Raises: Fault."""
        if self._greeted:
            return
        self._greeting = _label(self._ask_if_known("name", limits.answer))
        self.version = _label(self._ask_if_known("version", limits.answer))
        self._commands = frozenset(self._ask_if_known("list_commands", limits.answer).split())
        self._greeted = True

    def dismiss(self) -> None:
        """Stop the engine and forget its process."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    # ------------------------------------------------------------------ a game

    def begin(self, setup_line: str, limits: Limits) -> None:
        """Set a game up. Raises: Fault, also if the engine refuses; Unsuitable."""
        self._demand(f"newgame {setup_line}", limits.answer, "refused to set the game up")
        if "param" in self._commands:
            self._set_parameters(limits)
        else:
            self._set_clock(limits)

    def tell(self, seat: int, move: str, limits: Limits) -> None:
        """Tell a legal move. Raises: Fault, also if the engine refuses it."""
        command = f"play {_colour(seat)} {move}"
        self._demand(command, limits.answer, f"rejected the legal move {move}")

    def move(self, seat: int, limits: Limits) -> str:
        """Ask for a move; what comes may be anything. Raises: Fault, also if it refuses."""
        return self._demand(f"genmove {_colour(seat)}", limits.deadline, "refused to move").strip()

    def explain(self, limits: Limits) -> Explanation:
        """Ask about the last move.

        An engine that fails here has still made that move: the next question that matters to
        the game meets the fault again.
        """
        if "explain_last_move" not in self._commands:
            return Explanation()
        try:
            return read_explanation(self._ask("explain_last_move", limits.answer))
        except (Refused, Fault):
            return Explanation()

    # ------------------------------------------------------------------ words

    def _set_parameters(self, limits: Limits) -> None:
        wanted = {"movetime": limits.movetime, "nodes": limits.nodes, "depth": limits.depth}
        for name, value in wanted.items():
            if value is not None:
                self._set_parameter(name, _number(value), limits)

    def _set_parameter(self, name: str, value: str, limits: Limits) -> None:
        try:
            self._ask(f"param {name} {value}", limits.answer)
        except Refused as refusal:
            why = f"it answered 'param {name} {value}' with '? {refusal}'"
            raise Unsuitable(f"{self.name} cannot be limited by {name}: {why}") from refusal

    def _set_clock(self, limits: Limits) -> None:
        """Give so many seconds for each move; an engine without clocks has its deadline."""
        if limits.nodes is not None or limits.depth is not None:
            raise Unsuitable(f"{self.name} can only be limited by time: it does not know 'param'")
        if limits.movetime is not None:
            seconds = _number(limits.movetime)
            self._ask_if_known(f"time_settings 0 {seconds} 1", limits.answer)

    def _ask(self, command: str, within: float) -> str:
        assert self._process is not None, "wake() comes first"
        return self._process.ask(command, within)

    def _ask_if_known(self, command: str, within: float) -> str:
        """The answer, empty if the engine refuses."""
        try:
            return self._ask(command, within)
        except Refused:
            return ""

    def _demand(self, command: str, within: float, offence: str) -> str:
        """The answer to what no engine may refuse."""
        try:
            return self._ask(command, within)
        except Refused as refusal:
            raise Fault(f"{offence}: it answered '{command}' with '? {refusal}'") from refusal


def read_explanation(text: str) -> Explanation:
    """Read the words ``nodes N``, ``depth N`` and ``score N`` of ``explain_last_move``."""
    words = text.partition(" pv ")[0]
    nodes = re.search(r"\bnodes ([0-9]{1,18})\b", words)
    depth = re.search(r"\bdepth ([0-9]{1,18})\b", words)
    score = re.search(r"\bscore ([+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?)(?!\S)", words)
    return Explanation(
        int(nodes[1]) if nodes else None,
        int(depth[1]) if depth else None,
        float(score[1]) if score else None,
    )


def names(players: Sequence[Player]) -> list[str]:
    """The players' names, numbered where several have the same."""
    plain = [player.name for player in players]
    return [
        f"{name} {number}" if plain.count(name) > 1 else name
        for number, name in enumerate(plain, start=1)
    ]


def _colour(seat: int) -> str:
    return WORDS[Seat].format(seat)


def _number(value: float) -> str:
    return WORDS[Seconds].format(value)


def _label(text: str) -> str:
    """An answer as a name: one short line."""
    return " ".join(text.split())[:LONGEST_NAME]
