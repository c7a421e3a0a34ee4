"""Sentences about a match, with each seat by its own colour and by that of its stones."""

from engine.session.match import Match

#: What a Go board calls the seats; index 0 is nobody.
STONES = ("", "black", "white")


def seat_text(match: Match, seat: int) -> str:
    """A seat by its own colour and by its stones': `red (black stones)`."""
    return f"{match.setup.colours[seat - 1]} ({STONES[seat]} stones)"


def standing_text(match: Match) -> str:
    """How the game ended, or whose turn it is, in a sentence without a full stop."""
    outcome = match.outcome()
    if outcome is None:
        return f"{seat_text(match, match.mover(None))} to move"
    if outcome.winner is None:
        return f"draw: {outcome.reason}"
    margin = f" by {outcome.margin}" if outcome.margin else ""
    return f"{seat_text(match, outcome.winner)} wins{margin}: {outcome.reason}"


def totals_text(match: Match) -> str:
    """Each seat's total (RULES C7): `red 12, black 9`."""
    return ", ".join(f"{score.colour} {score.total}" for score in match.state.scores())
