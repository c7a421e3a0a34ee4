"""Kulami's recipe: which boards are played, and which numbers are learned from the games."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from engine.games.kulami import weights
from engine.games.kulami.board import SCORING
from engine.games.kulami.tables import FEATURES, TRAITS
from engine.games.randomness import Dice
from training.fitting import fit_policy, fit_value, policy_loss, value_loss
from training.request import Count, Request, Say
from training.rows import policy_rows, split, value_rows
from training.selfplay import Options, Plan, Record, make_games, read_games
from training.weights import SCALE, Rows, hundredths, write

#: How often each mode of scoring is played, and on which kind of random board, in per cent.
SHARES = {
    ("standard", "8x8"): 28,
    ("standard", "irregular"): 12,
    ("both", "8x8"): 10,
    ("both", "irregular"): 20,
    ("areas", "8x8"): 8,
    ("areas", "irregular"): 7,
    ("lines", "8x8"): 8,
    ("lines", "irregular"): 7,
}
KNOTS = (0, 14, 28, 42, 56)
#: What draws the weights of all modes together to 0, and those of each mode to them.
VALUE_RIDGES, POLICY_RIDGES = (10.0, 100.0), (5.0, 50.0)
ENGINE = Path(__file__).parent.parent / "engine" / "games" / "kulami" / "weights.py"


def make(request: Request, count: Count) -> None:
    """Play the games that are missing. Raises: as ``folder.fill``."""
    plan = Plan("kulami", request.simulations, request.seed, request.search)
    tell = count("kulami", request.games)
    make_games(plan, setups, request.games, request.folder, request.workers, tell)


def learn(request: Request, say: Say) -> Path:
    """Fit the weights to the games of the folder, and write them. Raises: TooFewGames, OSError."""
    found: list[str] = []

    def tell(text: str) -> None:
        found.append(text)
        say(text)

    tables = fit(list(read_games(request.folder, request.games)), tell)
    path = request.weights or ENGINE
    write(path, header(request.command, found), KNOTS, tables)
    return path


def header(command: str, found: Sequence[str]) -> str:
    """The recipe of the weights, for those who read them."""
    losses = "\n".join(f"    {line}" for line in found)
    return (
        "Weights in hundredths of a logit, learned from self-play; do not edit.\n\n"
        f"Made by\n\n    {command}\n\n"
        "Log loss and cross entropy in nats, on the tenth of the games that was not fitted, with\n"
        f"the weights before and with these:\n\n{losses}\n"
    )


def setups(number: int) -> Options:
    """A random board and mode, the same for the same number."""
    mark = Dice(number).below(sum(SHARES.values()))
    for (scoring, layout), share in SHARES.items():
        mark -= share
        if mark < 0:
            return {"scoring": scoring, "layout": layout, "seed": str(number)}
    raise AssertionError("the mark lies within the sum of the shares")


def fit(records: Sequence[Record], tell: Say) -> Mapping[str, Mapping[str, Rows]]:
    """The evaluation's and the ratings' weights for each mode of scoring.

    `tell` hears the losses on games that were not fitted, with the weights so far and the new.

    Raises: TooFewGames.
    """
    parts = {scoring: split(of_mode(scoring, records)) for scoring in SCORING}
    fitted = [record for part, _ in parts.values() for record in part]
    tables: dict[str, dict[str, Rows]] = {"VALUE": {}, "PRIOR": {}}
    start = np.zeros((len(KNOTS), len(FEATURES)))
    common = fit_value(value_rows(fitted), KNOTS, VALUE_RIDGES[0], start)
    for scoring, (learning, judging) in parts.items():
        rows, others = value_rows(learning), value_rows(judging)
        found = fit_value(rows, KNOTS, VALUE_RIDGES[1], common)
        before = value_loss(np.array(weights.VALUE[scoring]) / SCALE, weights.KNOTS, others)
        after = value_loss(found, KNOTS, others)
        tell(f"{scoring}: value {before:.4f} to {after:.4f}, {len(rows.plies)} positions")
        tables["VALUE"][scoring] = hundredths(found.tolist())
    start = np.zeros((len(KNOTS), len(TRAITS)))
    common = fit_policy(policy_rows(fitted), KNOTS, POLICY_RIDGES[0], start)
    for scoring, (learning, judging) in parts.items():
        moves, rest = policy_rows(learning), policy_rows(judging)
        found = fit_policy(moves, KNOTS, POLICY_RIDGES[1], common)
        before = policy_loss(np.array(weights.PRIOR[scoring]) / SCALE, weights.KNOTS, rest)
        after = policy_loss(found, KNOTS, rest)
        tell(f"{scoring}: policy {before:.4f} to {after:.4f}, {len(moves.plies)} moves")
        tables["PRIOR"][scoring] = hundredths(found.tolist())
    return tables


def of_mode(scoring: str, records: Sequence[Record]) -> list[Record]:
    """The games with this mode of scoring."""
    return [record for record in records if f" scoring={scoring} " in record.setup]
