"""The commands of GoGui's analyze window, most of which draw on the board."""

from collections.abc import Iterator, Sequence

from engine.games.board import Board, Effect, effects
from engine.games.state import State
from engine.search.levels import FULL_LEVEL
from engine.search.report import Candidate, Report
from engine.session.gogui.board_gfx import draw_background
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.gfx import CIRCLE, TRIANGLE, Drawing
from engine.session.gogui.moves import TABLE
from engine.session.gogui.texts import seat_text, standing_text
from engine.session.parameters import PARAMETERS, Choice, Switch, Whole
from engine.session.table import command
from protocol.words import Name, Text

#: How many moves alpha-beta is to value exactly.
LINES = 8
#: What the analyze window offers: the type of the answer, a label, and the command.
MENU = (
    ("gfx", "Board", "gogui-rules_board_gfx"),
    ("gfx", "Legal Moves", "show_legal_moves"),
    ("gfx", "Threats", "show_threats"),
    ("gfx", "Tiles and Stripes", "show_regions"),
    ("gfx", "Evaluation of Moves", "show_values"),
    ("gfx", "Principal Variation", "show_variation"),
    ("string", "Score", "score"),
    ("string", "How the Last Move Was Chosen", "explain_last_move"),
    ("string", "Setup", "setup"),
    ("string", "Position", "position"),
    ("param", "Parameters", "param_dialog"),
)
#: A parameter with at most so many values is chosen from a list.
MOST_CHOICES = 12


@command(table=TABLE)
def gogui__analyze_commands(session: EmbeddedSession) -> str:
    """What the analyze window offers, one a line: the type of the answer, a label, the command."""
    return "\n".join("/".join(entry) for entry in MENU)


@command(table=TABLE)
def param_dialog(
    session: EmbeddedSession, name: Name | None = None, value: Text | None = None
) -> str:
    """All parameters with their types, or set one."""
    match = session.match
    if name is None:
        return "\n".join(_typed(each, match.parameters.text(each)) for each in PARAMETERS)
    if value is None:
        return match.parameters.text(name)
    match.set_parameter(name, value)
    return ""


def _typed(name: str, value: str) -> str:
    """A parameter as a line of the dialog."""
    match PARAMETERS[name].kind:
        case Switch():
            return f"[bool] {name} {int(value == 'on')}"
        case Choice(values):
            return f"[list/{'/'.join(values)}] {name} {value}"
        case Whole(least, most) if most - least < MOST_CHOICES:
            return f"[list/{'/'.join(map(str, range(least, most + 1)))}] {name} {value}"
    return f"[string] {name} {value}"


@command(table=TABLE)
def show_legal_moves(session: EmbeddedSession) -> str:
    """Circles on the vertices that can be played, with the pieces that each may get."""
    drawing = Drawing()
    continuations = session.turns.continuations()
    drawing.mark(CIRCLE, (vertex for vertex in continuations if vertex in _places(session)))
    if not session.open_words:
        for vertex, moves in continuations.items():
            pieces = "".join(sorted(move.partition("=")[2] for move in moves))
            if pieces:
                drawing.label(vertex, pieces)
    drawing.text(f"{standing_text(session.match)}; {len(continuations)} legal")
    return str(drawing)


def _places(session: EmbeddedSession) -> set[str]:
    """Everything that can be marked: cells and palette."""
    return {*session.embedding.cells, *session.embedding.palette.values()}


# ---------------------------------------------------------------------- threats


@command(table=TABLE)
def show_threats(session: EmbeddedSession) -> str:
    """On each vertex how many pieces and regions its best move would gain; circles on moves that
    win, triangles on pieces that can be taken; on a piece that is threatened by how much, black's
    threat first."""
    drawing, match = Drawing(), session.match
    before = match.state.board()
    targets: set[str] = set()
    wins: list[str] = []
    for vertex, moves in session.turns.continuations().items():
        consequences = [_consequence(match.state, before, move) for move in moves]
        gain = max(gain for gain, _, _ in consequences)
        if gain > 0:
            drawing.label(vertex, f"+{gain}")
        if any(won for _, won, _ in consequences):
            wins.append(vertex)
        targets.update(cell for _, _, cells in consequences for cell in cells)
    for cell in before.cells:
        if cell.note and match.seat is not None:
            drawing.label(cell.vertex, cell.note)
    drawing.mark(CIRCLE, wins)
    drawing.mark(TRIANGLE, sorted(targets))
    drawing.text(f"{standing_text(match)}; {len(wins)} moves win")
    return str(drawing)


def _consequence(state: State, before: Board, move: str) -> tuple[int, bool, list[str]]:
    """A move's gain in pieces and regions, whether it wins, and the pieces that it takes."""
    mover, after = state.seat, state.copy()
    changes = effects(before, _after(after, move), move.partition("=")[0])
    gain = sum((each.after == mover) - (each.before == mover) for each in changes)
    outcome = after.outcome()
    won = outcome is not None and outcome.winner == mover
    return gain, won, [cell for each in changes for cell in _taken(each, mover)]


def _after(state: State, move: str) -> Board:
    state.play(move)
    return state.board()


def _taken(effect: Effect, mover: int | None) -> Sequence[str]:
    """The pieces that an effect gives to the mover."""
    return effect.cells if effect.kind in ("turn", "control") and effect.after == mover else ()


# ---------------------------------------------------------------------- regions


@command(table=TABLE)
def show_regions(session: EmbeddedSession) -> str:
    """Whose tiles and stripes each cell belongs to, as a dark or a light square: the larger, the
    more of the regions that meet there one seat has ahead of the other."""
    drawing, match = Drawing(), session.match
    regions = match.state.board().regions
    leads: dict[str, list[int]] = {}
    for region in regions:
        for cell in region.cells:
            leads.setdefault(cell, []).append((region.owner == 1) - (region.owner == 2))
    for cell, owners in leads.items():
        if any(owners):
            drawing.influence(cell, sum(owners) / len(owners))
    counts = [sum(region.owner == seat for region in regions) for seat in (1, 2, 0)]
    names = [*(seat_text(match, seat) for seat in (1, 2)), "nobody"]
    shares = (f"{name} {count}" for name, count in zip(names, counts, strict=True))
    drawing.text(", ".join(shares) if regions else f"{match.setup.game.title} has no regions")
    return str(drawing)


# ---------------------------------------------------------------------- searches


@command(table=TABLE)
def show_values(session: EmbeddedSession) -> str:
    """Search as for a move, and write on each vertex its mover's chance in hundredths; a circle on
    the best. Ended by `# interrupt`, it tells what was found."""
    drawing = Drawing()
    report = _report(session)
    chances: dict[str, float] = {}
    for candidate in _candidates(session, report):
        chances.setdefault(_words(session, candidate.move)[0], candidate.winrate)
    for vertex, chance in chances.items():
        drawing.label(vertex, f"{100 * chance:.0f}")
    drawing.mark(CIRCLE, list(chances)[:1])
    drawing.text(_told(session, report))
    return str(drawing)


@command(table=TABLE)
def show_variation(session: EmbeddedSession) -> str:
    """Search as for a move, and show the best play of both sides as numbered stones."""
    drawing = Drawing()
    report = _report(session)
    best = next(_candidates(session, report), None)
    if best is not None:
        drawing.begin_anew()
        draw_background(drawing, session)
        _draw_line(drawing, session, best.line)
    drawing.text(_told(session, report))
    return str(drawing)


def _report(session: EmbeddedSession) -> Report | None:
    """What a search of the position finds at full strength; None when the game is over."""
    if session.match.seat is None:
        return None
    search = session.match.begin_search(lines=LINES, level=FULL_LEVEL)
    search.wait()
    search.finish()
    return search.report()


def _candidates(session: EmbeddedSession, report: Report | None) -> Iterator[Candidate]:
    """The candidates that go on with what was said, best first."""
    begun = session.open_words
    for candidate in report.candidates if report else ():
        if session.spell(session.match.setup.move_text(candidate.move))[: len(begun)] == begun:
            yield candidate


def _words(session: EmbeddedSession, move: int) -> list[str]:
    """The words of a candidate that are still to be said."""
    return session.spell(session.match.setup.move_text(move))[len(session.open_words) :]


def _draw_line(drawing: Drawing, session: EmbeddedSession, line: Sequence[int]) -> None:
    """A variation: of each move the cell, with the piece behind its number."""
    state = session.match.state.copy()
    moves: list[tuple[int, str]] = []
    for number, code in enumerate(line, start=1):
        move = state.setup.move_text(code)
        cell, _, piece = move.partition("=")
        vertex = _words(session, code)[0] if number == 1 else cell
        moves.append((state.seat or 1, vertex))
        drawing.erase(vertex)
        if piece:
            drawing.label(vertex, f"{number}={piece}")
        state.play(move)
    drawing.variation(moves)


def _told(session: EmbeddedSession, report: Report | None) -> str:
    """How much was searched and what came out, for the status bar."""
    best = next(_candidates(session, report), None)
    if report is None or best is None:
        return standing_text(session.match)
    words = " ".join(_words(session, best.move))
    return f"{standing_text(session.match)}; {words} {best.winrate:.0%} after {report.nodes} nodes"
