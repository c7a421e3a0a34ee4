"""What a person sees while a tournament is played, on standard error.

It runs in the thread of the referee, so it is drawn seldom and costs little. If nobody reads it
any more, as after a closed pipe, the tournament goes on without it.
"""

import atexit
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from clients.referee.records import Json
from clients.referee.report import words
from clients.referee.report.columns import bar, columns, gauge
from clients.referee.report.live import LiveStandings
from clients.referee.report.tally import Tally
from clients.referee.settings import Conduct, Tournament
from clients.referee.watcher import UnderWay, Watcher

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.live import Live
    from rich.segment import Segment
    from rich.text import Text

#: Seconds between two lines of progress.
LINE_EVERY = 10.0
#: Seconds between two pictures on a terminal, a little less than between two ticks.
DRAW_EVERY = 0.45
#: Lines of trouble that are shown between two pictures.
MOST_TROUBLES = 5
#: Columns of a name.
NAME = 20
#: Columns of a bar.
WIDEST_BAR = 60


def choose(quiet: bool) -> Watcher:
    """The watcher that fits: none if `quiet`, a picture on a terminal that can, else lines."""
    if quiet:
        return QuietDisplay()
    if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return TerminalDisplay()
    return LineDisplay()


class QuietDisplay:
    """Nothing is shown."""

    def recalled(self, record: Json) -> None:
        """Say nothing."""

    def begun(
        self, tournament: Tournament, conduct: Conduct, total: int | None, already: int
    ) -> None:
        """Say nothing."""

    def finished(self, record: Json) -> None:
        """Say nothing."""

    def unsaved(self, record: Json) -> None:
        """Say nothing."""

    def void(self, record: Json) -> None:
        """Say nothing."""

    def stopped(self, names: tuple[str, ...], why: str) -> None:
        """Say nothing."""

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        """Say nothing."""

    def ended(self, why: str) -> None:
        """Say nothing."""


class _Display:
    """What both displays know: the tally, and how fast it goes."""

    def __init__(self) -> None:
        self._tally = Tally()
        self._standing = LiveStandings(self._tally)
        self._is_read = True
        self._total: int | None = None
        self._already = 0
        self._new = 0
        self._start = monotonic()

    def recalled(self, record: Json) -> None:
        """Count a game of an earlier run."""
        self._tally.add(record)

    def begun(
        self, tournament: Tournament, conduct: Conduct, total: int | None, already: int
    ) -> None:
        """Show what is going to be played."""
        if not self._tally.tournament:
            self._tally = Tally(tournament.as_json())
            self._standing = LiveStandings(self._tally)
        self._total = total
        self._already = already
        self._start = monotonic()
        self._show_beginning(_beginning(tournament, conduct, total, already))

    def finished(self, record: Json) -> None:
        """Count a game and show its faults."""
        self._tally.add(record)
        self._new += 1
        for fault in record["faults"]:
            self._show_trouble(f"game {record['id']}: {fault['name']} {fault['reason']}")

    def unsaved(self, record: Json) -> None:
        """Show what could not be written, since it is nowhere else."""
        self._show_trouble(f"game {record['id']} could not be saved: {record['result']}")

    def void(self, record: Json) -> None:
        """Show why a game was void."""
        self._tally.add_void(record)
        reasons = "; ".join(f"{fault['name']} {fault['reason']}" for fault in record["faults"])
        self._show_trouble(f"game {record['id']} is void: {reasons or record['reason']}")

    def stopped(self, names: tuple[str, ...], why: str) -> None:
        """Show that a pairing is not played any more."""
        self._show_trouble(f"{' – '.join(names)} will not be played on: {why}")

    def _show_beginning(self, line: str) -> None:
        raise NotImplementedError

    def _show_trouble(self, line: str) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------ in words

    @property
    def _done(self) -> int:
        return self._already + self._new

    def _progress(self, is_over: bool = False) -> str:
        """``40 of 200 games, 12.5 a minute, 12 min 48 s left``."""
        total = "" if self._total is None else f" of {self._total}"
        parts = [f"{self._done}{total} game{'s' * (self._total is not None or self._done != 1)}"]
        seconds = monotonic() - self._start
        if self._new and seconds:
            parts.append(f"{60 * self._new / seconds:.1f} a minute")
            if not is_over and self._total is not None and self._total > self._done:
                left = words.span((self._total - self._done) * seconds / self._new)
                at_most = "at most " * (self._tally.progress is not None)
                parts.append(f"{at_most}{left} left")
        return ", ".join(parts)

    def _ending(self, why: str) -> str:
        if why:
            how = f"ended ({why})" if why.startswith("SPRT") else f"broken off ({why})"
        else:
            is_whole = self._total in (None, self._done)
            how = "all games are played" if is_whole else "the rest cannot be played"
        return f"{self._progress(is_over=True)}: {how}"


def _beginning(tournament: Tournament, conduct: Conduct, total: int | None, already: int) -> str:
    """``match of A, B: kulami, 0.1 s a move, 200 games (40 already played), 4 at a time``."""
    names = ", ".join(engine.name for engine in tournament.engines)
    limits = {words.limits(asdict(engine.limits)) for engine in tournament.engines}
    parts = [tournament.game, limits.pop() if len(limits) == 1 else "limits differ"]
    if total is not None:
        parts.append(words.games(total))
    if already:
        parts[-1] += f" ({already} already played)"
    if conduct.executor != "local":
        parts.append(f"on {conduct.executor}")
    if conduct.executor == "local" or conduct.concurrency > 1:
        parts.append(f"{conduct.concurrency} at a time")
    return f"{tournament.format} of {names}: {', '.join(parts)}"


# ---------------------------------------------------------------------- lines


class LineDisplay(_Display):
    """Few plain lines: the beginning, progress every ten seconds, trouble at once, the end."""

    def __init__(self, out: TextIO | None = None) -> None:
        """`out` is standard error if it is None."""
        super().__init__()
        self._out = out
        self._last_line = monotonic()
        self._last_done = 0

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        """Show progress if there was some and it is time."""
        if monotonic() - self._last_line >= LINE_EVERY and self._done > self._last_done:
            self._print(f"{self._progress()}; {self._standing.sentence()}")
            self._last_line, self._last_done = monotonic(), self._done

    def ended(self, why: str) -> None:
        """Show how it ended."""
        self._print(self._ending(why))

    def _show_beginning(self, line: str) -> None:
        self._last_line, self._last_done = monotonic(), self._done
        self._print(line)

    def _show_trouble(self, line: str) -> None:
        self._print(line)

    def _print(self, line: str) -> None:
        if not self._is_read:
            return
        try:
            print(words.printable(line), file=self._out or sys.stderr, flush=True)
        except BrokenPipeError:
            self._is_read = False


# ---------------------------------------------------------------------- pictures


class TerminalDisplay(_Display):
    """A picture that is redrawn in its place; trouble scrolls by above it and stays there.

    Finished games do not scroll by: there can be hundreds in a second.
    """

    def __init__(self, console: "Console | None" = None) -> None:
        """`console` is standard error if it is None."""
        super().__init__()
        from rich.console import Console

        self._console = console or Console(stderr=True, highlight=False)
        self._live: Live | None = None
        self._header = ""
        self._troubles: list[str] = []
        self._last_drawn = 0.0

    def tick(self, under_way: Sequence[UnderWay]) -> None:
        """Draw the picture if it is time."""
        if self._live is not None and monotonic() - self._last_drawn >= DRAW_EVERY:
            self._draw(under_way)

    def ended(self, why: str) -> None:
        """Take the picture away, and show how it ended; the terminal is then as it was."""
        self._draw([])
        self._close()
        self._try(lambda: self._console.print(self._line(self._ending(why))))

    def _show_beginning(self, line: str) -> None:
        from rich.live import Live

        self._header = line
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        atexit.register(self._close)
        self._try(self._live.start)
        self._draw([])

    def _show_trouble(self, line: str) -> None:
        self._troubles.append(line)

    def _draw(self, under_way: Sequence[UnderWay]) -> None:
        self._try(lambda: self._redraw(under_way))
        self._last_drawn = monotonic()

    def _redraw(self, under_way: Sequence[UnderWay]) -> None:
        if self._live is None:
            return
        for line in self._troubles[:MOST_TROUBLES]:
            self._console.print(self._line(line, "yellow"))
        if len(self._troubles) > MOST_TROUBLES:
            more = f"… and {len(self._troubles) - MOST_TROUBLES} more; all are in the results"
            self._console.print(self._line(more, "yellow"))
        self._troubles.clear()
        self._live.update(self._picture(under_way), refresh=True)

    def _close(self) -> None:
        """Give the terminal back as it was."""
        atexit.unregister(self._close)
        live, self._live = self._live, None
        if live is not None:
            self._try(live.stop)

    def _try(self, show: Callable[[], None]) -> None:
        """Show something, unless the terminal is gone: then nothing is shown any more."""
        if self._is_read:
            try:
                show()
            except OSError:
                self._is_read = False

    # ------------------------------------------------------------------ the picture

    def _picture(self, under_way: Sequence[UnderWay]) -> "_Picture":
        """As many lines as fit: the standings first, then the games."""
        wide, high = self._console.size
        lines = [(self._header, "bold"), *self._progress_lines(wide), *self._standings(wide)]
        room = high - 2 - len(lines)
        if under_way and room > 1:
            lines += [("", ""), *_games_lines(under_way, room - 1)]
        return _Picture([(words.printable(line, wide), style) for line, style in lines[: high - 1]])

    def _line(self, line: str, style: str = "") -> "Text":
        from rich.text import Text

        return Text(words.printable(line), style)

    def _progress_lines(self, wide: int) -> Iterator[tuple[str, str]]:
        yield self._progress(), ""
        if self._total:
            yield bar(self._done / self._total, min(wide, WIDEST_BAR)), "green"

    def _standings(self, wide: int) -> Iterator[tuple[str, str]]:
        yield "", ""
        rows = [(words.printable(line.name, NAME), *line[1:]) for line in self._standing.lines()]
        for line in columns(rows):
            yield line, ""
        duel, test = self._standing.duel, self._standing.test
        if duel is not None:
            told = words.estimate(duel.elo) + " Elo" if duel.elo else duel.remark
            yield f"{told} for {duel.first}", "cyan"
        if test is not None:
            wide = max(min(wide, WIDEST_BAR) - 20, 5)
            yield f"LLR {test.llr:.2f}: {gauge(test.lower, test.llr, test.upper, wide)}", "cyan"


@dataclass(frozen=True, slots=True)
class _Picture:
    """Lines with their styles, no longer than the terminal is wide; nothing has to be wrapped."""

    lines: Sequence[tuple[str, str]]

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[Segment]":
        from rich.segment import Segment

        for line, style in self.lines:
            yield Segment(line, console.get_style(style) if style else None)
            yield Segment.line()


def _games_lines(under_way: Sequence[UnderWay], room: int) -> Iterator[tuple[str, str]]:
    """The games under way, in at most so many lines; those that began last are left out."""
    if room < 2 < len(under_way):
        yield f"{len(under_way)} games are under way", "dim"
        return
    shown = under_way if len(under_way) <= room else under_way[: room - 1]
    rows = [
        (
            str(game.number),
            " – ".join(words.printable(label, NAME) for label in game.labels),
            "-".join(map(str, game.totals)),
            f"{game.plies} plies",
            words.span(game.seconds),
        )
        for game in shown
    ]
    for line in columns(rows, left=2):
        yield line, "dim"
    if len(shown) < len(under_way):
        yield f"… and {len(under_way) - len(shown)} more games", "dim"
