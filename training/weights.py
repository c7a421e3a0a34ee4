"""Weights as Python source that the kernel reads at import."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill, indent

Rows = Sequence[Sequence[int]]
#: Weights are written in hundredths of a logit.
SCALE = 100


def hundredths(weights: Sequence[Sequence[float]]) -> list[list[int]]:
    """Weights in logits as the kernel counts them."""
    return [[round(SCALE * weight) for weight in row] for row in weights]


def write(
    path: Path, recipe: str, knots: Sequence[int], tables: Mapping[str, Mapping[str, Rows]]
) -> None:
    """Write the weights to `path`: `recipe` as its docstring, then each table by kind of game.

    Raises: OSError.
    """
    lines = [f'"""{recipe}"""', "", "# fmt: off", f"KNOTS = {tuple(knots)}"]
    for name, by_kind in tables.items():
        lines.append(f"{name} = {{")
        for kind, rows in by_kind.items():
            lines.append(f'    "{kind}": (')
            for row in rows:
                numbers = fill(", ".join(map(str, row)), width=88)
                lines.append(indent(f"({numbers}),", " " * 8))
            lines.append("    ),")
        lines.append("}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
