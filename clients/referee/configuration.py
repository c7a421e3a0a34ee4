"""From values that were read to a tournament that can be played."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from clients.referee.commands import why_no_cpus, why_no_folder, why_not_startable
from clients.referee.configuration_checks import ENGINES, GAME
from clients.referee.configuration_checks import problems as problems_of
from clients.referee.configuration_draft import KINDS_OF_TIME, Draft, Values, merged_limits
from clients.referee.configuration_error import ConfigurationError, Path, Problem
from clients.referee.configuration_json import from_json
from clients.referee.keys import BY_SECTION
from clients.referee.settings import (
    Adjudication,
    Conduct,
    Engine,
    Limits,
    Openings,
    SprtTest,
    Tournament,
)

__all__ = ["ConfigurationError", "Problem", "from_json", "tournament_of"]

LIMITS: Path = ("limits",)
#: Keys of an engine that stand for one of its parameters.
SHORT_PARAMS = ("hash", "threads")
#: Stands for a command that is missing or wrong.
UNKNOWN = ("?",)
_LIMITING = (*KINDS_OF_TIME, "nodes", "depth")


def tournament_of(draft: Draft) -> tuple[Tournament, Conduct]:
    """The tournament that a draft describes.

    Engines must be there to be started, unless other machines play.
    Raises: ConfigurationError, with everything that is wrong.
    """
    tournament = _tournament(draft)
    conduct = Conduct(**_picked(Conduct, draft.values("tournament")))
    problems = [*draft.problems, *_missing(draft), *_limits(draft), *_params(draft)]
    unknown = {problem.where for problem in problems}
    problems += problems_of(tournament, unknown)
    if conduct.executor == "local":
        problems += _startability(tournament)
    if problems:
        raise ConfigurationError(draft.errors(problems))
    return tournament, conduct


# ---------------------------------------------------------------------- values


def _tournament(draft: Draft) -> Tournament:
    own = _picked(Tournament, draft.values("tournament"))
    own.setdefault("game", "")
    return Tournament(
        **own,
        engines=tuple(_engine(draft, number) for number in range(len(draft.engines))),
        openings=Openings(**draft.values("openings")),
        adjudication=Adjudication(**draft.values("adjudication")),
        sprt=SprtTest(**draft.values("sprt")),
    )


def _engine(draft: Draft, number: int) -> Engine:
    own = draft.engines[number]
    values = _picked(Engine, own)
    short = {name: str(own[name]) for name in SHORT_PARAMS if name in own}
    values["params"] = {**values.get("params", {}), **short}
    values.setdefault("command", UNKNOWN)
    return Engine(limits=Limits(**_limits_of(draft, number)), **values)


def _limits_of(draft: Draft, number: int) -> Values:
    """The limits of an engine: its own over the common ones."""
    return merged_limits(draft.values("limits"), _picked(Limits, draft.engines[number]))


def _picked(owner: type, values: Mapping[str, Any]) -> Values:
    """The values that are fields of a dataclass."""
    names = {each.name for each in fields(owner)}
    return {name: value for name, value in values.items() if name in names}


# ---------------------------------------------------------------------- what may be wrong


def _missing(draft: Draft) -> Iterator[Problem]:
    known = {problem.where for problem in draft.problems}
    if "game" not in draft.values("tournament") and GAME not in known:
        yield Problem(GAME, 'it is missing: a line as for newgame expected, "kulami layout=8x8"')
    if not draft.engines and ENGINES not in known:
        why = "there is none: give each engine a section [[engine]] with its command"
        yield Problem(ENGINES, why if draft.source else "give it once for each engine: command=...")
    for number, engine in enumerate(draft.engines):
        where = ("engine", number, "command")
        if "command" not in engine and where not in known:
            yield Problem(where, 'it is missing: the program expected, ["quatuor", "gtp"]')


def _limits(draft: Draft) -> Iterator[Problem]:
    names = BY_SECTION["limits"]
    if any(each.where[0] == "limits" or each.where[-1] in names for each in draft.problems):
        return
    common = draft.values("limits")
    commonly_wrong = dict(_wrong_limits(common))
    for name, why in commonly_wrong.items():
        yield Problem((*LIMITS, name), why)
    unlimited = []
    for number in range(len(draft.engines)):
        limits = _limits_of(draft, number)
        for name, why in _wrong_limits(limits):
            if name not in commonly_wrong:
                yield Problem(("engine", number, name), why)
        if not any(name in limits for name in _LIMITING):
            unlimited.append(number)
    if unlimited:
        is_general = len(unlimited) == len(draft.engines)
        where: Path = LIMITS if is_general else ("engine", unlimited[0])
        yield Problem(
            where, "nothing limits a move: give movetime (0.1, say), main, byo_time, nodes or depth"
        )


def _wrong_limits(limits: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys that do not fit the others, and why."""
    if "movetime" in limits and ("main" in limits or "byo_time" in limits):
        yield "movetime", "either movetime or a clock (main, byo_time) expected, not both"
    if limits.get("increment"):
        if "byo_time" in limits:
            yield "increment", "either increment or byo_time expected, not both"
        elif "main" not in limits:
            yield "increment", "it needs main, the time that it adds to"
    if "byo_time" in limits and "byo_stones" not in limits:
        yield "byo_time", "it needs byo_stones, the moves that it is for"
    if "byo_stones" in limits and "byo_time" not in limits:
        yield "byo_stones", "it needs byo_time, the time for so many moves"


def _params(draft: Draft) -> Iterator[Problem]:
    for number, engine in enumerate(draft.engines):
        for name in SHORT_PARAMS:
            if name in engine and name in engine.get("params", {}):
                yield Problem(
                    ("engine", number, name), f"also given as params.{name}: leave one out"
                )


def _startability(tournament: Tournament) -> Iterator[Problem]:
    for number, engine in enumerate(tournament.engines):
        no_folder = why_no_folder(engine.cwd)
        if no_folder:
            yield Problem(("engine", number, "cwd"), no_folder)
        elif engine.command is not UNKNOWN:
            no_command = why_not_startable(engine.command, engine.cwd, engine.env)
            if no_command:
                yield Problem(("engine", number, "command"), no_command)
        no_cpus = why_no_cpus(engine.cpus)
        if no_cpus:
            yield Problem(("engine", number, "cpus"), no_cpus)
