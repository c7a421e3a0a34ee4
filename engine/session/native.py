"""The commands of our own (PROTOCOL section 3)."""

from collections.abc import Iterator
from typing import cast

from engine.session.match import Match
from engine.session.parameters import PARAMETERS
from engine.session.results import score_line, solution_text, standing
from engine.session.session import Session
from engine.session.table import command
from protocol.errors import SyntaxFailure
from protocol.words import WORDS, Context, Count, Move, Name, Option, Seat, Seconds, Text


@command()
def list_games(session: Session) -> str:
    """All games, one a line."""
    return "\n".join(session.match.games)


@command()
def set_game(session: Session, game: Name) -> None:
    """Begin a game with its defaults; `unsupported game` if there is no such game."""
    session.match.new_game(game, {})


@command()
def newgame(session: Session, *words: Text) -> str:
    """`newgame [GAME] [NAME=VALUE…]`: begin a game; says the complete setup on one line.

    The line, sent back after `newgame`, rebuilds just this setup anywhere.
    """
    context = Context(session.match.setup.colours, session.match.seat)
    game = words[0] if words and "=" not in words[0] else None
    options: dict[str, str] = {}
    for word in words[1:] if game else words:
        option = cast(Option, WORDS[Option].parse(word, context))
        if option.name in options:
            raise SyntaxFailure(f"option {option.name} is given twice")
        options[option.name] = option.value
    session.match.new_game(game, options)
    return session.match.setup.line


@command()
def setup(session: Session) -> str:
    """The complete setup of the current game on one line."""
    return session.match.setup.line


@command("all_legal")
def legal_moves(session: Session) -> str:
    """The legal moves of the side to move, sorted; empty when the game is over."""
    return "" if session.match.seat is None else " ".join(session.match.state.legal_moves())


@command()
def side_to_move(session: Session) -> str:
    """The seat to move and its colour word, or `none` when the game is over."""
    seat = session.match.seat
    return "none" if seat is None else f"{seat} {session.match.setup.colours[seat - 1]}"


@command()
def score(session: Session) -> str:
    """`ongoing`, `win SEAT` or `draw SEATS`, then each seat's total and its parts."""
    lines = map(score_line, session.match.state.scores())
    return "\n".join([standing(session.match.outcome()), *lines])


@command()
def explain_last_move(session: Session) -> str:
    """How the last generated move was chosen, on one line."""
    return session.match.explanation


@command()
def position(session: Session) -> str:
    """The whole position on one line, without its history."""
    return session.match.state.text()


@command()
def setposition(session: Session, *text: Text) -> None:
    """`setposition TEXT…`: go on at a position that `position` has said, without history."""
    if not text:
        raise SyntaxFailure("TEXT missing: setposition TEXT, as `position` says it")
    session.match.set_position(" ".join(text))


@command()
def history(session: Session) -> str:
    """The moves so far, seat and move, one a line."""
    return "\n".join(f"{played.seat} {played.text}" for played in session.match.state.history)


@command()
def gg__undo(session: Session, moves: Count) -> None:
    """Take back so many moves, all or none."""
    session.match.undo(moves)


@command()
def play_sequence(session: Session, *words: Text) -> None:
    """`play_sequence COLOUR MOVE COLOUR MOVE…`: play all moves or none."""
    if len(words) % 2:
        raise SyntaxFailure("MOVE missing: play_sequence COLOUR MOVE COLOUR MOVE…")
    session.match.play_sequence(_pairs(session.match, words))


def _pairs(match: Match, words: tuple[Text, ...]) -> Iterator[tuple[Seat, Move]]:
    """The colours and moves, each colour read as the side to move then gives it a meaning."""
    for i in range(0, len(words), 2):
        context = Context(match.setup.colours, match.seat)
        yield (
            cast(Seat, WORDS[Seat].parse(words[i], context)),
            cast(Move, WORDS[Move].parse(words[i + 1], context)),
        )


@command()
def param(session: Session, name: Name | None = None, value: Text | None = None) -> str:
    """All parameters, one, or set one."""
    match = session.match
    if name is None:
        return "\n".join(f"{each} {match.parameters.text(each)}" for each in PARAMETERS)
    if value is None:
        return match.parameters.text(name)
    match.set_parameter(name, value)
    return ""


@command()
def stop(session: Session) -> None:
    """End the running search or analysis at once, and pondering."""
    session.match.rest()


@command()
def solve(session: Session, seconds: Seconds | None = None) -> str:
    """Prove the exact value of the position in so many seconds, or in the time of a `genmove`:
    `win N`, `loss N` or `draw` for the side to move, and the best line; else `unknown` and the
    bounds that are proved.
    """
    if seconds is not None and seconds < 0:
        raise SyntaxFailure("seconds from 0 expected")
    return solution_text(session.match.setup, session.match.solve(seconds))


@command()
def bench(session: Session) -> str:
    """A fixed search on fixed positions: its nodes, the same everywhere, and nodes a second."""
    from engine.session.bench import bench_nodes  # only this command needs it

    nodes, seconds = bench_nodes(session.match.games, session.match.thinker)
    return f"nodes {nodes}\nnps {round(nodes / max(seconds, 1e-9))}"
