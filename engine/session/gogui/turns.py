"""Moves in words that a Go board knows: who has said what, and what can be said next.

A simple move is one word, a move with a piece two: the cell, then the piece's vertex in the
palette. Between them the half-move is open. Clients that let the colours alternate strictly fill
in passes; such a pass is a word of no effect.
"""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import NamedTuple

from engine.games.errors import CannotUndo, IllegalMove
from engine.games.state import State
from engine.search.report import Thought
from engine.session.gogui.embedding import Embedding, embed
from engine.session.gogui.two_player_match import TwoPlayerMatch
from engine.session.match import RESIGN
from protocol.errors import Failure

PASS = "pass"


class Part(Enum):
    """What a word is of a move."""

    WHOLE = auto()
    FIRST = auto()
    LAST = auto()
    FILLER = auto()


class Said(NamedTuple):
    """A word that was played: by which seat, from 1, and what was thought with a first word."""

    seat: int
    word: str
    part: Part
    thought: Thought | None = None


class Turns:
    """The words that have led to a match's state.

    They count as long as the match's state is the one they have led to. If somebody else has
    changed it, they are those of its history, and no half-move is open. Every method that raises
    leaves all as it was.
    """

    def __init__(self, match: TwoPlayerMatch) -> None:
        self.match = match
        self._said: list[Said] = []
        self._stamp = self._now()

    # ------------------------------------------------------------------ what was said

    @property
    def embedding(self) -> Embedding:
        """How the match's board lies in the square."""
        return embed(self.match.setup)

    @property
    def said(self) -> list[Said]:
        """All words in order."""
        if self._stamp != self._now():
            history = self.match.state.history
            self._said = [word for seat, move in history for word in self._words(seat, move)]
            self._stamp = self._now()
        return self._said

    def _now(self) -> tuple[State, int, int]:
        """What the words have led to, as far as it can be told apart quickly."""
        state = self.match.state
        return state, len(state.history), state.position.hash()

    def _words(self, seat: int, move: str) -> list[Said]:
        """The words of a move that was made at once."""
        words = self.embedding.spell(move)
        parts = [Part.WHOLE] if len(words) == 1 else [Part.FIRST, Part.LAST]
        return [Said(seat, word, part) for word, part in zip(words, parts, strict=True)]

    @property
    def opened(self) -> Said | None:
        """The first word of the half-move that is open; None if none is."""
        said = self.said
        if self.match.seat is None:
            return None
        last = next((each for each in reversed(said) if each.part is not Part.FILLER), None)
        return last if last and last.part is Part.FIRST else None

    @property
    def open_words(self) -> list[str]:
        """The first words of a move of which the last are still to come."""
        opened = self.opened
        return [opened.word] if opened else []

    def continuations(self) -> Mapping[str, list[str]]:
        """The words that can be said next, and the legal moves in canonical text they lead to."""
        match, begun = self.match, self.open_words
        found: dict[str, list[str]] = {}
        if match.seat is not None:
            for code in match.state.position.legal():
                move = match.setup.move_text(code)
                words = self.embedding.spell(move)
                if words[: len(begun)] == begun:
                    found.setdefault(words[len(begun)], []).append(move)
        return found

    def legal_words(self) -> list[str]:
        """The words that the side to move can say, sorted; none when the game is over."""
        return sorted(self.continuations())

    # ------------------------------------------------------------------ saying words

    def play(self, seat: int, word: str) -> None:
        """Say a word of a move. Raises IllegalMove."""
        if word == PASS and self.fills_in(seat):
            self._fill_in(seat)
            return
        if seat != self.match.seat:
            raise IllegalMove(word, "C1", f"It is not the turn of seat {seat}.")
        moves = self.continuations().get(word)
        if moves is None:
            raise IllegalMove(word, "C3", f"{word} cannot be said now.")
        begun = self.open_words
        if len(self.embedding.spell(moves[0])) > len(begun) + 1:
            self._add(Said(seat, word, Part.FIRST))
            return
        self.match.play(seat, moves[0])
        self._add(Said(seat, word, Part.LAST if begun else Part.WHOLE))

    def fills_in(self, seat: int | None) -> bool:
        """Whether this seat, None for the one to move, can do nothing but fill in a pass."""
        if self.match.seat is None:
            return True
        return self.opened is not None and seat not in (None, self.match.seat)

    def _fill_in(self, seat: int) -> None:
        self.said.append(Said(seat, PASS, Part.FILLER))

    def _add(self, said: Said) -> None:
        """Add a word that has been carried out, to words that were up to date before."""
        self._said.append(said)
        self._stamp = self._now()

    def play_sequence(self, words: Iterable[tuple[int, str]]) -> None:
        """Say all words, which may be read as they are said, or none.

        Raises what ``play`` and `words` raise.
        """
        kept, state = list(self.said), self.match.state
        moves = len(state.history)
        try:
            for seat, word in words:
                self.play(seat, word)
        except (Failure, ValueError):
            state.undo(len(state.history) - moves)
            self._said, self._stamp = kept, self._now()
            raise

    def undo(self, count: int) -> None:
        """Take back words; a resignation goes with the last one. Raises CannotUndo."""
        said = self.said
        if count > len(said):
            raise CannotUndo(f"{len(said)} words were said, not {count}")
        if count == 0:
            return
        moves = sum(each.part in (Part.WHOLE, Part.LAST) for each in said[-count:])
        self.match.undo(moves + (1 if self.match.resigned else 0))
        del said[-count:]
        self._stamp = self._now()

    # ------------------------------------------------------------------ choosing words

    def generate(self, seat: int | None) -> str:
        """Choose the next word of a move, say it and return it, or ``resign``.

        A seat that can only fill in, and everybody after the end, says ``pass``. Raises Failure
        if `seat`, None for the one to move, is not to move.
        """
        if self.fills_in(seat):
            self._fill_in(seat or self.next_seat)
            return PASS
        return self.settle(self._think(seat))

    def settle(self, thought: Thought) -> str:
        """Say the next word of what was thought for the side to move, or resign.

        A thought that does not go on with an open half-move is thought again. Raises Failure.
        """
        seat, begun = self.match.mover(None), self.open_words
        if self._spelled(thought)[: len(begun)] != begun:
            thought = self._think(seat)
        words = self._rest(thought)
        if len(words) > 1 and not self.match.resigns(thought):
            self._add(Said(seat, words[0], Part.FIRST, thought))
            return words[0]
        if self.match.settle(thought) == RESIGN:
            return RESIGN
        self._add(Said(seat, words[-1], Part.LAST if begun else Part.WHOLE))
        return words[-1]

    def preview(self, seat: int | None) -> str:
        """The word that ``generate`` would choose with nothing remembered; changes nothing."""
        if self.fills_in(seat):
            return PASS
        with self.match.thinker.afresh():
            return self._rest(self._think(seat))[0]

    @property
    def next_seat(self) -> int:
        """The seat to move; after the end the one whose turn it would be."""
        if self.match.seat is not None:
            return self.match.seat
        return 3 - self.said[-1].seat if self.said else 1

    def _think(self, seat: int | None) -> Thought:
        """The move whose next word `seat` is to say, which does not fill in. Raises Failure."""
        opened = self.opened
        if opened is None:
            return self.match.think(seat)
        if opened.thought is not None:
            return opened.thought
        moves = [move for moves in self.continuations().values() for move in moves]
        return self.match.think_among(moves)

    def _rest(self, thought: Thought) -> list[str]:
        """The words of what was thought that are not said yet."""
        return self._spelled(thought)[len(self.open_words) :]

    def _spelled(self, thought: Thought) -> list[str]:
        return self.embedding.spell(self.match.setup.move_text(thought.move))
