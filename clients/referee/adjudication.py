"""When a game ends before the rules end it: agreement of both sides, or too many moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clients.referee.settings import Adjudication

if TYPE_CHECKING:
    from clients.referee.game import Move


@dataclass(frozen=True, slots=True)
class Verdict:
    """`loser` is the seat that has lost, None for a draw."""

    loser: int | None
    reason: str


def adjudicate(rules: Adjudication, moves: Sequence["Move"]) -> Verdict | None:
    """What `rules` say of a game after these moves; None if it goes on."""
    if rules.move_cap is not None and len(moves) >= rules.move_cap:
        return Verdict(None, f"adjudicated a draw after {len(moves)} moves")
    if rules.resign_score is None:
        return None
    return _agreement(rules.resign_score, rules.resign_moves, moves)


def _agreement(score: float, count: int, moves: Sequence["Move"]) -> Verdict | None:
    """The loser on whom two seats agree in their last `count` moves each; None without one.

    The last score of the seat that has just moved may not be known yet, and is then left out.
    """
    told = list(moves)
    if told and told[-1].explanation.score is None:
        told.pop()
    last = [move for seat in (1, 2) for move in _last_of(seat, told, count)]
    if len(last) < 2 * count or any(move.seat > 2 for move in moves):
        return None
    for loser in (1, 2):
        if all(_is_behind(move.seat, move.explanation.score, loser, score) for move in last):
            return Verdict(loser, f"both sides agreed for {count} moves that seat {loser} has lost")
    return None


def _last_of(seat: int, moves: Sequence["Move"], count: int) -> Sequence["Move"]:
    return [move for move in moves if move.seat == seat][-count:]


def _is_behind(seat: int, value: float | None, loser: int, score: float) -> bool:
    """Whether the mover says that `loser` is behind by `score` or more."""
    if value is None:
        return False
    return value <= -score if seat == loser else value >= score
