"""What can be wrong with the configuration of a tournament, and the error that says all of it."""

from collections.abc import Iterable
from dataclasses import dataclass

#: Where a value stands: ``("tournament", "games")``, ``("engine", 0, "params", "level")``.
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it is, and a sentence that says what is wrong and what would be right."""

    where: Path
    why: str

    def __str__(self) -> str:
        return f"{key_name(self.where)}: {self.why}" if self.where else self.why


class ConfigurationError(ValueError):
    """A tournament that cannot be played as it is described.

    `errors` are all the mistakes, one line each; as text, one below the other.
    """

    def __init__(self, errors: Iterable[str]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(self.errors))


def key_name(where: Path) -> str:
    """A key as a person calls it: ``games``, ``engine 2: movetime``, ``engine 1: params.level``."""
    section, *rest = where
    if rest and isinstance(rest[0], int):
        label = f"{section} {rest[0] + 1}"
        names = ".".join(map(str, rest[1:]))
        return f"{label}: {names}" if names else label
    return ".".join(map(str, rest)) or str(section)
