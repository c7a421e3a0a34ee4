"""The result: what the file says of it against what the rules say (``engine.games``)."""

import re
from dataclasses import dataclass

from clients.convert.errors import BadGame
from clients.convert.game import Claim
from clients.referee.game import Termination
from engine.games.state import Outcome, State
from protocol.game_record import result_text
from protocol.words import shown

#: Terminations of converted games that the referee's games do not have (docs/convert.md).
UNFINISHED, VOID = "unfinished", "void"
TERMINATIONS = (*map(str, Termination), UNFINISHED, VOID)

_LETTERS = "BW"
_OF_TWO = re.compile(r"([BW])\+(?:([0-9]{1,6}(?:\.[0-9]{1,6})?)|([RTF]))?", re.ASCII)
_OF_MORE = re.compile(r"(win|draw)((?: [1-4])+)", re.ASCII)
_ENDS = {
    "": None,
    "R": str(Termination.RESIGNATION),
    "T": str(Termination.FAULT),
    "F": str(Termination.FAULT),
}
#: What the seats that have lost did, by the letter of FF[4].
DEEDS = {"R": "resigned", "T": "lost on time", "F": "forfeited the game"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended: the rules' word where they have one, else the file's.

    `termination` is one of `TERMINATIONS`. `winners` are seats from 1, all that share a draw.
    `how` is the margin of a win by the rules, a letter of `DEEDS`, or empty. `reason` is a sentence
    with rule numbers, or with what happened.
    """

    termination: str
    winners: tuple[int, ...]
    how: str
    reason: str

    def text(self, seats: int) -> str:
        """The result as ``protocol.game_record`` writes it; empty for a game without one."""
        if self.termination == UNFINISHED:
            return ""
        return result_text(self.winners, seats, self.how)


def read_result(text: str, seats: int) -> Claim:
    """What a result of SGF claims, in a game of so many seats. Raises: BadGame."""
    text = text.strip()
    if text in ("", "?"):
        return Claim()
    if text == "Void":
        return Claim(text, VOID, ())
    if text == "0":
        return Claim(text, None, tuple(range(1, seats + 1)))
    claim = _claim_of_two(text) if seats == len(_LETTERS) else None
    claim = claim or _claim_of_more(text)
    if claim is None or any(seat > seats for seat in claim.winners or ()):
        raise BadGame(
            f"the result {shown(text)} is none of {seats} seats: {_right(seats)} expected"
        )
    return claim


def _claim_of_two(text: str) -> Claim | None:
    found = _OF_TWO.fullmatch(text)
    if not found:
        return None
    letter, margin, how = found.groups(default="")
    winner = (_LETTERS.index(letter) + 1,)
    if margin:
        return Claim(text, str(Termination.RULES), winner, margin=float(margin))
    return Claim(text, _ENDS[how], winner, how)


def _claim_of_more(text: str) -> Claim | None:
    found = _OF_MORE.fullmatch(text)
    winners = tuple(sorted(map(int, found[2].split()))) if found else ()
    if not found or len(set(winners)) != len(winners):
        return None
    return Claim(text, None, winners) if (found[1] == "win") == (len(winners) == 1) else None


def _right(seats: int) -> str:
    if seats == len(_LETTERS):
        return "B+4, W+, B+R (resignation), W+T (time), B+F (forfeit), 0 (draw), Void or ?"
    return "'win 3', 'draw 1 2', Void or ?"


# ---------------------------------------------------------------------- the judgement


def judge(claim: Claim, state: State) -> Verdict:
    """How the game ended whose last position `state` is.

    A resignation, a loss on time, a forfeit and a void game are taken from the file; else the
    rules' word counts, where they have one. Raises: BadGame for a claim that contradicts them.
    """
    outcome = state.outcome()
    if claim.termination in (Termination.RESIGNATION, Termination.FAULT, VOID):
        return _kept(claim, state)
    if outcome is not None:
        return _by_the_rules(claim, outcome, state.setup.seats)
    if claim.termination == Termination.RULES:
        raise _contradiction(claim, f"the game is not over: it is the turn of {state.colour}")
    if not claim.winners:
        return Verdict(UNFINISHED, (), "", "not finished")
    return Verdict(str(Termination.ADJUDICATION), claim.winners, "", "not decided by the rules")


def _kept(claim: Claim, state: State) -> Verdict:
    winners = claim.winners or ()
    colours = enumerate(state.setup.colours, start=1)
    losers = " and ".join(colour for seat, colour in colours if seat not in winners)
    deed = f"{losers} {DEEDS[claim.how]}" if claim.how else "does not count"
    return Verdict(str(claim.termination), winners, claim.how, deed)


def _by_the_rules(claim: Claim, outcome: Outcome, seats: int) -> Verdict:
    winners = outcome.drawn if outcome.winner is None else (outcome.winner,)
    how = str(outcome.margin or "")
    verdict = Verdict(str(Termination.RULES), winners, how, outcome.reason)
    told = f"the moves make it {verdict.text(seats)}: {outcome.reason}"
    if claim.termination not in (None, Termination.RULES):
        raise _contradiction(claim, told)
    if claim.winners not in (None, winners) or claim.margin not in (None, outcome.margin):
        raise _contradiction(claim, told)
    return verdict


def _contradiction(claim: Claim, why: str) -> BadGame:
    return BadGame(f"the file says {shown(claim.text)}, but {why}")
