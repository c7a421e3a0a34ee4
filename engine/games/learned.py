"""Weights that were learned at a few stages of a game, made ready for every ply.

Never compiled. The weights themselves stand in the games' ``weights.py``, which ``training``
writes.
"""

from collections.abc import Sequence


def by_ply(
    knots: Sequence[int], rows: Sequence[Sequence[int]], plies: int, room: int
) -> list[list[int]]:
    """A row of weights for each ply from 0 to `plies` - 1, linear between the knots.

    ``rows[k]`` are the weights at ply ``knots[k]``; before the first and after the last knot they
    stay what they are there. Each row is filled up with zeros to `room` weights.
    """
    table = []
    for ply in range(plies):
        near = [(share, row) for share, row in zip(stages(knots, ply), rows, strict=True) if share]
        (share, row), (other_share, other) = near[0], near[-1]
        if len(near) == 1:
            mixed = list(row)
        else:
            pairs = zip(row, other, strict=True)
            mixed = [round(share * weight + other_share * later) for weight, later in pairs]
        table.append(mixed + [0] * (room - len(mixed)))
    return table


def stages(knots: Sequence[int], ply: int) -> list[float]:
    """How much each knot's weights count at `ply`; at most two neighbours share it."""
    shares = [0.0] * len(knots)
    after = next((k for k, knot in enumerate(knots) if knot >= ply), len(knots) - 1)
    before = max(after - 1, 0)
    if ply <= knots[0] or ply >= knots[-1]:
        shares[after] = 1.0
        return shares
    part = (ply - knots[before]) / (knots[after] - knots[before])
    shares[before], shares[after] = 1.0 - part, part
    return shares
