"""GoGui's graphics: a drawing as the lines of commands that GoGui reads.

GoGui blends a colour in equal parts with its board, on which it lies like wood, and draws stones
over it, labels over stones, and marks over all. The colours here differ in lightness, so that
they can be told apart in shades of grey as well.
"""

from collections.abc import Iterable

#: For cells that are told apart by their print, and for neighbouring regions.
TONES = ("#ffffff", "#0072b2", "#f0e442", "#d55e00", "#56b4e9", "#303030")
#: For what is no cell, for the palette, and for pieces of another kind than stones.
NO_CELL, PALETTE, SPECIAL = "#000000", "#f0e442", "#f0e442"
CIRCLE, SQUARE, TRIANGLE, CROSS = "CIRCLE", "SQUARE", "TRIANGLE", "MARK"


class Drawing:
    """Colours, labels and marks of vertices, a variation, and a text for the status bar."""

    def __init__(self) -> None:
        self._colours: dict[str, list[str]] = {}
        self._marks: dict[str, list[str]] = {}
        self._labels: dict[str, str] = {}
        self._influence: dict[str, float] = {}
        self._variation: list[str] = []
        self._texts: list[str] = []
        self._anew = False

    def begin_anew(self) -> None:
        """Take everything away first that other drawings have left on the board."""
        self._anew = True

    def colour(self, colour: str, vertices: Iterable[str]) -> None:
        """Give vertices a background."""
        self._colours.setdefault(colour, []).extend(vertices)

    def mark(self, mark: str, vertices: Iterable[str]) -> None:
        """Draw a mark (CIRCLE, SQUARE, TRIANGLE or CROSS) on vertices."""
        self._marks.setdefault(mark, []).extend(vertices)

    def label(self, vertex: str, text: str) -> None:
        """Write a word without blanks on a vertex, in place of one that is there."""
        self._labels[vertex] = text

    def erase(self, vertex: str) -> None:
        """Write nothing on a vertex."""
        self._labels.pop(vertex, None)

    def influence(self, vertex: str, value: float) -> None:
        """Draw a square of the size of a value from -1 (white) to 1 (black)."""
        self._influence[vertex] = value

    def variation(self, moves: Iterable[tuple[int, str]]) -> None:
        """Draw seats' moves as translucent stones with numbers; labels are written over them."""
        self._variation += [f"{'bw'[seat - 1]} {vertex}" for seat, vertex in moves]

    def text(self, text: str) -> None:
        """Write a line for the status bar; GoGui shows several in a window of their own."""
        self._texts.append(text)

    def __str__(self) -> str:
        lines = ["CLEAR"] if self._anew else []
        lines += [f"COLOR {colour} {' '.join(on)}" for colour, on in self._colours.items() if on]
        if self._variation:
            lines.append(" ".join(["VAR", *self._variation]))
        if self._labels:
            pairs = (f"{vertex} {text}" for vertex, text in self._labels.items())
            lines.append(" ".join(["LABEL", *pairs]))
        if self._influence:
            values = (f"{vertex} {value:.2f}" for vertex, value in self._influence.items())
            lines.append(" ".join(["INFLUENCE", *values]))
        lines += [f"{mark} {' '.join(on)}" for mark, on in self._marks.items() if on]
        return "\n".join([*lines, *(f"TEXT {text}" for text in self._texts)])
