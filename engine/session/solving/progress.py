"""What a person sees while something is solved, on standard error."""

import os
import shutil
import sys
from time import monotonic
from typing import Protocol

from engine.games.position import ON_POINTS
from engine.search.proof import BETWEEN
from engine.session.solving.claim import Claim, bound_in_words
from engine.session.solving.proof import Proof
from engine.session.solving.standing import Standing

#: Seconds between two lines if nothing new is proved, and between two pictures on a terminal.
LINE_EVERY, DRAW_EVERY = 10.0, 0.25
#: Puts the cursor at the beginning of the line, and what clears the rest of it.
HOME, CLEAR = "\r", "\x1b[K"
UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class Progress(Protocol):
    """Told of a proof again and again."""

    def show(self, proof: Proof) -> None:
        """Show how far it is, if it is time."""

    def say(self, text: str) -> None:
        """Say a line."""

    def end(self) -> None:
        """Leave the screen to others."""


def choose(is_quiet: bool) -> Progress:
    """A line that changes on a terminal that can, else lines; none of them if `is_quiet`."""
    if is_quiet:
        return Silence()
    if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return ChangingLine()
    return Lines()


class Silence:
    """Only says what has to be said."""

    def show(self, proof: Proof) -> None:
        """Show nothing."""

    def say(self, text: str) -> None:
        """Say a line."""
        print(f"quatuor solve: {text}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Do nothing."""


class Lines(Silence):
    """A line whenever something is proved, and every ``LINE_EVERY`` seconds."""

    def __init__(self) -> None:
        self._next = monotonic() + LINE_EVERY
        self._bounds: tuple[int, int] | None = None

    def show(self, proof: Proof) -> None:
        """Show how far it is, if it is time."""
        known = proof.standing()
        bounds = known.low, known.high
        before = self._bounds or (proof.before.low, proof.before.high)
        if bounds != before or monotonic() >= self._next:
            self._next = monotonic() + LINE_EVERY
            self._bounds = bounds
            self.say(status(proof))


class ChangingLine(Silence):
    """One line that is written again and again."""

    def __init__(self) -> None:
        self._next = 0.0
        self._is_drawn = False

    def show(self, proof: Proof) -> None:
        """Show how far it is, if it is time."""
        if monotonic() >= self._next:
            self._next = monotonic() + DRAW_EVERY
            columns = shutil.get_terminal_size().columns
            text = status(proof)[: columns - 1]
            print(f"{HOME}{text}{CLEAR}", end="", file=sys.stderr, flush=True)
            self._is_drawn = True

    def say(self, text: str) -> None:
        """Say a line in place of the one that changes."""
        self.end()
        super().say(text)

    def end(self) -> None:
        """Take the line away."""
        if self._is_drawn:
            print(f"{HOME}{CLEAR}", end="", file=sys.stderr, flush=True)
            self._is_drawn = False


# ---------------------------------------------------------------------- words


def status(proof: Proof) -> str:
    """How far a proof is, on one line; nodes and seconds are those of all runs."""
    known, ply = proof.standing(), proof.state.position.ply
    rate = proof.nodes / max(proof.seconds, 1e-3)
    parts = [
        f"{known.seconds:.0f} s",
        f"{short(known.nodes)} nodes",
        f"{short(rate)}/s",
        f"table {round(100 * proof.hash_full)} %",
        bounds(known, ply),
    ]
    if known.is_proved:
        parts.append("finding the line")
    elif proof.question is not None:
        parts.append(f"is it {question(proof.question, ply)}?")
    return ", ".join(parts)


def bounds(known: Standing, ply: int) -> str:
    """What is proved of a position at `ply`: the value, or the bounds of it."""
    if known.is_proved:
        return str(Claim.of(known.low, ply))
    return f"from {bound_in_words(known.low, ply)} to {bound_in_words(known.high, ply)}"


def question(value: int, ply: int) -> str:
    """What is to be proved or refuted, that a position at `ply` is worth at least `value`."""
    if -ON_POINTS <= value <= 0:
        return "a draw or better"
    if 0 < value <= ON_POINTS:
        return "a win"
    if value == BETWEEN:
        return "a win outright"
    if value == 1 - BETWEEN:
        return "no loss outright"
    return f"{Claim.of(value, ply)} or better"


def short(number: float) -> str:
    """A number in three or four figures: ``12.3 M``."""
    for size, letter in UNITS:
        if number >= size:
            return f"{number / size:.{1 if number < 100 * size else 0}f} {letter}"
    return f"{number:.0f}"
