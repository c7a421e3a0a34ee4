"""Records of tournaments that nobody played, for tests of what is said about them.

The moves are no moves of any game; everything else has the shape of a real record.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

Record = dict[str, Any]

COLOURS = ("red", "black", "blue", "green")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RUN = "0123456789ab"


def engine(name: str, **changes: Any) -> Record:
    """An engine of a tournament."""
    limits = dict.fromkeys(("main", "byo_time", "byo_stones", "nodes", "depth"))
    return {
        "command": ["quatuor", "gtp"],
        "name": name,
        "limits": {"movetime": 0.05, **limits, "increment": 0.0, "margin": 0.25},
        "params": {"level": "5"},
        "env": {},
        "cwd": None,
        "restart": "fault",
        "cpus": [],
        **changes,
    }


def tournament(names: Sequence[str], **changes: Any) -> Record:
    """A tournament as a record has it."""
    return {
        "game": "kulami layout=8x8",
        "engines": [engine(name) for name in names],
        "format": "match" if len(names) == 2 else "round-robin",
        "games": 20,
        "rounds": None,
        "seed": 1,
        "openings": {"plies": 2, "file": None, "layouts": []},
        "adjudication": {"resign_score": None, "resign_moves": 3, "move_cap": None},
        "sprt": {"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"},
        "start_fault": "void",
        **changes,
    }


def game(
    of: Record,
    number: int,
    seating: Sequence[int],
    winners: Sequence[int],
    **changes: Any,
) -> Record:
    """A finished game; `seating` gives each seat's engine, from 0; `winners` are seats.

    Two games, the odd one first, make a pair of two seats.
    """
    seats = len(seating)
    pair, turn = (number + seats - 1) // seats, (number - 1) % seats + 1
    names = [of["engines"][index]["name"] for index in seating]
    points = [1 / len(winners) if seat in winners else 0.0 for seat in range(1, seats + 1)]
    return {
        "schema": 2,
        "id": f"{pair}.{turn}",
        "number": number,
        "pair": pair,
        "round": 1,
        "run": RUN,
        "tournament": of,
        "host": "node7",
        "started": f"2030-01-31T12:{number // 60 % 60:02}:{number % 60:02}.000Z",
        "seconds": 1.5,
        "game": "kulami",
        "setup": "kulami scoring=both layout=8x8",
        "opening": 0,
        "players": [
            {
                "seat": seat,
                "colour": COLOURS[seat - 1],
                "engine": index + 1,
                "name": name,
                "program": "Quatuor",
                "version": "1.0",
                "command": ["quatuor", "gtp"],
            }
            for seat, (index, name) in enumerate(zip(seating, names, strict=True), start=1)
        ],
        "moves": [move(seat) for seat in range(1, seats + 1)],
        "result": f"{names[0]} met {names[1]}",
        "reason": "nobody can move (K7)",
        "termination": "rules",
        "winners": list(winners),
        "scores": [
            {
                "seat": seat,
                "colour": COLOURS[seat - 1],
                "total": 30 + seat,
                "parts": {"tiles": "28"},
                "points": points[seat - 1],
            }
            for seat in range(1, seats + 1)
        ],
        "faults": [],
        **changes,
    }


def move(seat: int, seconds: float | None = 0.05, **told: Any) -> Record:
    """A move; without seconds it is one of the opening."""
    timed = {} if seconds is None else {"seconds": seconds}
    return {"seat": seat, "move": "D4", **timed, **told}


def fault(seat: int, name: str = "B", kind: str = "time", **changes: Any) -> Record:
    """A fault of a seat."""
    return {
        "seat": seat,
        "name": name,
        "kind": kind,
        "reason": "did not answer 'genmove' in 0.30 s",
        "exit_status": None,
        "signal": 9 if kind == "exit" else None,
        "stderr": "",
        **changes,
    }


def match(results: str, names: Sequence[str] = ("A", "B"), **changes: Any) -> list[Record]:
    """A match of two, told by the first engine's results: ``1``, ``=`` or ``0`` for each game."""
    of = tournament(names, **{"games": len(results), **changes})
    return [_told(of, number, word) for number, word in enumerate(results, start=1)]


def _told(of: Record, number: int, word: str) -> Record:
    seat = 1 if number % 2 else 2
    winners = {"1": [seat], "0": [3 - seat], "=": [1, 2]}[word]
    return game(of, number, (0, 1) if seat == 1 else (1, 0), winners)


def drawn(
    of: Record, games: int, seats: int = 2, seed: int = 1, setups: int = 4
) -> Iterator[Record]:
    """Random games; the lower an engine's number, the more often it wins. With faults."""
    random = Random(seed)
    groups = list(combinations(range(len(of["engines"])), seats))
    for number in range(1, games + 1):
        pair = (number - 1) // seats
        group = groups[pair % len(groups)]
        turn = (number - 1) % seats
        seating = group[turn:] + group[:turn]
        yield _random_game(of, number, seating, Random(f"{seed} {pair % setups}"), random)


def _random_game(
    of: Record, number: int, seating: tuple[int, ...], board: Random, random: Random
) -> Record:
    seats = len(seating)
    weights = [1 / (2 + index) for index in seating]
    winner = random.choices(range(1, seats + 1), weights)[0]
    winners = sorted({winner, random.randint(1, seats)}) if random.random() < 0.3 else [winner]
    plies = random.randint(30, 56)
    moves = [
        move(
            1 + ply % seats,
            None if ply < 2 else round(random.uniform(0.01, 0.06), 4),
            **({} if ply < 2 else {"nodes": random.randint(9000, 30000), "depth": 9}),
        )
        for ply in range(plies)
    ]
    changes: Record = {"moves": moves, "opening": 2, "seconds": round(random.uniform(1, 3), 2)}
    changes["setup"] = "kulami scoring=both layout=" + "".join(board.choices("ABCDEFGH", k=64))
    if random.random() < 0.03:
        loser = random.randint(1, seats)
        winners = [seat for seat in range(1, seats + 1) if seat != loser]
        name = of["engines"][seating[loser - 1]]["name"]
        kind = random.choice(("time", "exit", "illegal"))
        changes |= {"faults": [fault(loser, name, kind)], "termination": "fault"}
    return game(of, number, seating, winners, **changes)
