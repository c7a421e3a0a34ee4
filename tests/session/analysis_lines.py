"""Reading lines of live analysis by PROTOCOL section 4 alone: nothing of the engine's is used."""

import re
from typing import NamedTuple

#: The keys before ``pv``, in their order, and what their values look like, by the dialect.
MOVE = r"(?:[A-HJ-K][1-9]\d?(?:=[123ST])?|pass)"
HUNDREDTHS = r"(?:10000|\d{1,4})"
FRACTION = r"(?:0\.\d+|1\.0+)"
LEAD = r"-?\d+\.\d+"
SEGMENT = (
    rf"info move (?P<move>{MOVE}) visits (?P<visits>\d+) winrate (?P<winrate>{{winrate}})"
    rf" scoreLead (?P<lead>{LEAD})(?: depth (?P<depth>\d+))?{{own}}"
    rf" order (?P<order>\d+) pv (?P<pv>{MOVE}(?: {MOVE})*)"
)
SOLVED = r"(?: solved (?P<solved>win|loss|draw) (?P<number>\d+) (?P<unit>points|plies))?"
GRAMMARS = {
    "analyze": re.compile(SEGMENT.format(winrate=HUNDREDTHS, own=SOLVED)),
    "lz-analyze": re.compile(SEGMENT.format(winrate=HUNDREDTHS, own="")),
    "kata-analyze": re.compile(SEGMENT.format(winrate=FRACTION, own="")),
}


class Segment(NamedTuple):
    """What one segment says; `winrate` is from 0 to 1 in every dialect."""

    move: str
    visits: int
    winrate: float
    lead: float
    depth: int | None
    solved: tuple[str, int, str] | None
    pv: list[str]


def read(command: str, line: str) -> list[Segment]:
    """The segments of a line, which must be of the grammar to its last character."""
    grammar = GRAMMARS[command.replace("genmove_", "")]
    segments: list[Segment] = []
    for order, part in enumerate(re.split(r" (?=info )", line)):
        match = grammar.fullmatch(part)
        assert match, f"no segment of {command}: {part!r}"
        values = match.groupdict()
        assert int(values["order"]) == order, line
        segments.append(_segment(values))
    assert len({segment.move for segment in segments}) == len(segments), line
    return segments


def _segment(values: dict[str, str]) -> Segment:
    winrate = values["winrate"]
    solved = values.get("solved")
    return Segment(
        values["move"],
        int(values["visits"]),
        float(winrate) if "." in winrate else int(winrate) / 10_000,
        float(values["lead"]),
        int(values["depth"]) if values["depth"] else None,
        (solved, int(values["number"]), values["unit"]) if solved else None,
        values["pv"].split(" "),
    )
