"""A configuration while it is read: values that are right by themselves, and where they stand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from clients.referee.configuration_error import Path, Problem, key_name
from clients.referee.keys import BY_SECTION, Key
from clients.referee.kinds import WrongValue

Values = dict[str, Any]

#: Keys that say what kind of time limits an engine, and those that belong to them.
KINDS_OF_TIME = ("movetime", "main", "byo_time")
TIME_KEYS = (*KINDS_OF_TIME, "increment", "byo_stones")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: ``match.toml:7``, or the option ``--games``.

    A line of a file does not say which key is meant, an option does.
    """

    order: int
    text: str
    is_line: bool


@dataclass(slots=True)
class Draft:
    """What was read from one source, which is a file or the command line.

    `source` is the name of the file, empty for the command line.
    """

    source: str = ""
    sections: dict[str, Values] = field(default_factory=dict)
    engines: list[Values] = field(default_factory=list)
    places: dict[Path, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def read(self, into: Values, where: Path, key: Key, value: object) -> None:
        """Read the value of a key that stands at `where`, or note what is wrong with it."""
        try:
            into[key.name] = key.kind.read(value)
        except WrongValue as error:
            inside = () if error.inside is None else (error.inside,)
            self.problems.append(Problem((*where, *inside), str(error)))

    def values(self, section: str) -> Values:
        """The values of a section, which can be changed."""
        return self.sections.setdefault(section, {})

    def errors(self, problems: Iterable[Problem]) -> Iterator[str]:
        """All problems as lines, in the order of their places."""
        told = [(*self._place(problem.where), problem.why) for problem in problems]
        for _, text, why in sorted(told, key=lambda each: each[0]):
            yield f"{text}: {why}"

    def _place(self, where: Path) -> tuple[int, str]:
        """The order and the name of `where`, or of the smallest part around it that has a place."""
        for end in range(len(where), 0, -1):
            place = self.places.get(where[:end])
            if place and place.is_line:
                return place.order, f"{place.text}: {short_name(where)}"
            if place:
                return place.order, ": ".join([place.text, *map(str, where[end:])])
        return 0, f"{self.source}: {key_name(where)}" if self.source else flag(where)


def short_name(where: Path) -> str:
    """A key without its section: ``games``, ``params.level``; the section if it is one."""
    names = [str(name) for name in where[1:] if not isinstance(name, int)]
    return ".".join(names) or str(where[0])


def flag(where: Path) -> str:
    """A key as it is called on the command line."""
    section, *rest = where
    if section == "engine":
        number = f" {rest[0] + 1}" if rest and isinstance(rest[0], int) else ""
        return f"--engine{number}: {short_name(where)}" if len(rest) > 1 else f"--engine{number}"
    key = BY_SECTION.get(str(section), {}).get(str(rest[0]) if rest else "")
    return key.flag if key else short_name(where)


def merged_limits(common: Mapping[str, Any], own: Mapping[str, Any]) -> Values:
    """`own` limits over the `common` ones; a kind of time replaces the common time as a whole."""
    if any(name in own for name in KINDS_OF_TIME):
        common = {name: value for name, value in common.items() if name not in TIME_KEYS}
    return {**common, **own}
