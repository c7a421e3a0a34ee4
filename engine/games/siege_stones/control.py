"""Who controls which towers, and who has won by that (RULES S7 and S9).

`threat` has five words for each seat, and tower n has lane n & 7, eight bits, of word n >> 3; no
threat is more than 30. Lanes that hold no tower are 0. `counts` has eight bits for each seat: how
many towers it controls. C types are in ``control.pxd``.
"""

from collections.abc import Sequence

import cython

if not cython.compiled:
    from engine.games.bits import exceeds, tally
else:
    from cython.cimports.engine.games.bits import exceeds, tally  # type: ignore[no-redef]

TOPS = 0x8080808080808080
#: What 5 and 4 lack to the top bit of a lane (S7, S9).
ENOUGH = (TOPS >> 7) * (128 - 5)
FOUR = (TOPS >> 7) * (128 - 4)


def controlled(threat: Sequence[int], seats: int, seat: int, word: int) -> int:
    """The towers of a word that `seat` controls (S7), by the top bits of their lanes."""
    own = threat[5 * seat + word]
    lanes = (own + ENOUGH) & TOPS
    for other in range(seats):
        if other != seat:
            lanes &= exceeds(own, threat[5 * other + word])
    return lanes


def count(threat: Sequence[int], seats: int, words: int) -> int:
    """The counts of all seats for these threats."""
    if seats == 2 and words == 1:
        own = threat[0]
        other = threat[5]
        return (
            tally((own + ENOUGH) & exceeds(own, other))
            | tally((other + ENOUGH) & exceeds(other, own)) << 8
        )
    counts = 0
    for seat in range(seats):
        held = 0
        for word in range(words):
            held += tally(controlled(threat, seats, seat, word))
        counts |= held << 8 * seat
    return counts


def most_towers(counts: int, seats: int) -> int:
    """The seats that control most towers, as a bit mask."""
    best = leaders = 0
    for seat in range(seats):
        held = counts >> 8 * seat & 255
        if held > best:
            best = held
            leaders = 0
        if held == best:
            leaders |= 1 << seat
    return leaders


def outright(counts: int, seats: int) -> int:
    """The bit of the seat that has won outright (S9), 0 if none has."""
    if not (counts + FOUR) & TOPS:
        return 0
    leaders = most_towers(counts, seats)
    return 0 if leaders & (leaders - 1) else leaders
