"""The calculator ``referee stats``: what a match's outcomes say about its first player."""

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from clients.referee.statistics.elo import elo, los, normalized_elo, remark
from clients.referee.statistics.outcomes import Outcomes, Penta, Wdl
from clients.referee.statistics.sprt import MODELS, Sprt, wald_bounds

#: The highest count that is taken for one.
MOST_COUNT = 10**12
DEFAULT_MODEL = "normalized"


class BadNumbers(Exception):
    """Something the user has to put right; the text says what and how."""


def describe(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stats``."""
    counted = sub.add_argument_group("outcomes of the first player, one of")
    outcomes = counted.add_mutually_exclusive_group(required=True)
    outcomes.add_argument(
        "--wdl",
        nargs=3,
        type=_count,
        metavar=("W", "D", "L"),
        help="single games: wins, draws and losses",
    )
    outcomes.add_argument(
        "--penta",
        nargs=5,
        type=_count,
        metavar=("LL", "LD", "WLDD", "WD", "WW"),
        help="pairs of games with swapped seats, by their points: 0, 1/2, 1, 1 1/2, 2; where "
        "games were played in pairs this is the better one, and its errors are smaller",
    )
    _describe_test(sub.add_argument_group("sequential test (SPRT)"))
    sub.add_argument("--json", action="store_true", help="write one JSON object, not lines to read")


def _describe_test(test: argparse._ArgumentGroup) -> None:
    test.add_argument(
        "--elo0", type=_number, metavar="X", help="hypothesis H0, in Elo: not stronger than this"
    )
    test.add_argument(
        "--elo1",
        type=_number,
        metavar="Y",
        help="hypothesis H1, in Elo: at least as strong as this",
    )
    test.add_argument(
        "--model",
        choices=MODELS,
        default=DEFAULT_MODEL,
        help="what X and Y are: logistic is common Elo, the expected score; normalized Elo, "
        f"which most referees and this one test, does not depend on draws ({DEFAULT_MODEL})",
    )
    for name, mistake in (("alpha", "H1 accepted, H0 true"), ("beta", "H0 accepted, H1 true")):
        test.add_argument(
            f"--{name}",
            type=_number,
            default=0.05,
            metavar=name[0].upper(),
            help=f"the highest probability of this mistake: {mistake} (0.05)",
        )


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise argparse.ArgumentTypeError(f"a whole number, 0 or more, expected, not {word}")
    if len(word) > len(str(MOST_COUNT)) or int(word) > MOST_COUNT:
        raise argparse.ArgumentTypeError(f"at most {MOST_COUNT} expected, not {word[:30]}")
    return int(word)


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"a number expected, not {word}")
    return value


@dataclass(frozen=True, slots=True)
class Findings:
    """What the outcomes say; None where they do not tell, and `note` says why.

    `score` and `los` are from 0 to 1, errors half the width of a 95 % interval. Without
    hypotheses `llr` and `verdict` are None; a verdict is H0, H1 or continue.
    """

    score: float | None
    elo: float | None
    elo_error: float | None
    nelo: float | None
    nelo_error: float | None
    los: float | None
    llr: float | None
    lower: float
    upper: float
    verdict: str | None
    note: str


def run(options: argparse.Namespace) -> int:
    """Print what the outcomes say; the exit code: 0, or 1 for an error."""
    try:
        outcomes, test = _outcomes(options), _test(options)
        findings = find(outcomes, test, options.alpha, options.beta)
    except BadNumbers as error:
        print(f"quatuor referee stats: {error}", file=sys.stderr)
        return 1
    if options.json:
        return _write(json.dumps({"input": _echo(options), **asdict(findings)}, allow_nan=False))
    return _write("\n".join(_lines(outcomes, test, findings)))


def _outcomes(options: argparse.Namespace) -> Outcomes:
    return Penta(*options.penta) if options.wdl is None else Wdl(*options.wdl)


def _test(options: argparse.Namespace) -> Sprt | None:
    """The test, if one is wanted. Raises: BadNumbers."""
    missing = [name for name in ("elo0", "elo1") if getattr(options, name) is None]
    if len(missing) == 1:
        raise BadNumbers(f"a test needs both --elo0 and --elo1: --{missing[0]} is missing")
    try:
        wald_bounds(options.alpha, options.beta)
        if missing:
            return None
        return Sprt(options.elo0, options.elo1, options.alpha, options.beta, options.model)
    except ValueError as error:
        raise BadNumbers(str(error)) from error


def find(outcomes: Outcomes, test: Sprt | None, alpha: float, beta: float) -> Findings:
    """All numbers. Raises: ValueError for counts or rates out of range."""
    sample = outcomes.sample()
    strength, normalized = elo(outcomes), normalized_elo(outcomes)
    lower, upper = wald_bounds(alpha, beta)
    return Findings(
        score=sample.mean if sample.trials else None,
        elo=strength and strength.value,
        elo_error=strength and strength.error,
        nelo=normalized and normalized.value,
        nelo_error=normalized and normalized.error,
        los=los(outcomes),
        llr=test.llr(outcomes) if test else None,
        lower=lower,
        upper=upper,
        verdict=(test.decide(outcomes) or "continue") if test else None,
        note=remark(outcomes),
    )


def _echo(options: argparse.Namespace) -> dict[str, object]:
    """The input, by the names of the options."""
    names = ["wdl" if options.penta is None else "penta", "elo0", "elo1", "model", "alpha", "beta"]
    return {name: getattr(options, name) for name in names}


def _write(text: str) -> int:
    """Print; the exit code. A reader who has gone away wants no more."""
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"quatuor referee stats: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    return 0


# ---------------------------------------------------------------------- in words


def _lines(outcomes: Outcomes, test: Sprt | None, findings: Findings) -> Iterator[str]:
    for name, words in _rows(outcomes, test, findings):
        yield f"{name:<16}{words}"


def _rows(outcomes: Outcomes, test: Sprt | None, found: Findings) -> Iterator[tuple[str, str]]:
    """Names and what there is to say about them, for the first player."""
    sample = outcomes.sample()
    pairs = f", in {sample.trials} pairs" if sample.games_per_trial > 1 else ""
    yield "games", f"{sample.games}{pairs}"
    yield "score", "unknown" if found.score is None else f"{100 * found.score:.2f} %"
    yield "Elo", _estimate(found.elo, found.elo_error)
    yield "normalized Elo", _estimate(found.nelo, found.nelo_error)
    yield "LOS", _probability(found.los)
    if found.note:
        yield "note", found.note
    if test and found.llr is not None:
        yield "LLR", f"{found.llr:+.3f}, H0 at {found.lower:+.3f}, H1 at {found.upper:+.3f}"
        yield "verdict", _verdict(test, found.verdict)


def _estimate(value: float | None, error: float | None) -> str:
    if value is None:
        return "unknown"
    if error is None:
        return f"{value:+.1f}, error unknown"
    return f"{value:+.1f} +/- {error:.1f} (95 % interval)"


def _probability(value: float | None) -> str:
    meaning = "the probability to be the stronger one"
    if value is None:
        return "unknown"
    if not 0.0001 <= value <= 0.9999:
        return f"{'below 0.01' if value < 0.5 else 'above 99.99'} %, {meaning}"
    return f"{100 * value:.2f} %, {meaning}"


def _verdict(test: Sprt, verdict: str | None) -> str:
    if verdict not in ("H0", "H1"):
        return "continue: too few games to decide"
    elos = [test.elo0, test.elo1] if verdict == "H0" else [test.elo1, test.elo0]
    return f"{verdict} accepted: {test.model} Elo {elos[0]:g} rather than {elos[1]:g}"
