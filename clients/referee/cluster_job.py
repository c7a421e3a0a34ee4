"""What travels between a cluster's driver and its workers, as texts of JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clients.referee.configuration_json import from_json
from clients.referee.openings import Beginning
from clients.referee.records import Json
from clients.referee.schedule import Fixture, Pair
from clients.referee.settings import Tournament
from clients.referee.variants import read_game


@dataclass(frozen=True, slots=True)
class Job:
    """The games of a pair that are still to be played, and whether their exchange is wanted.

    `version` is that of the driver's program, `seats` the number of engines in each game.
    """

    version: str
    tournament: Tournament
    seats: int
    pair: Pair = ()
    wants_exchange: bool = False

    def text(self) -> str:
        """The job as it is sent."""
        return json.dumps(
            {
                "version": self.version,
                "tournament": self.tournament.as_json(),
                "seats": self.seats,
                "pair": [_fixture_as_json(fixture) for fixture in self.pair],
                "wants_exchange": self.wants_exchange,
            }
        )


def read_job(text: str) -> Job:
    """The inverse of ``Job.text``. Raises: ValueError, KeyError, TypeError for any other text."""
    told = json.loads(text)
    return Job(
        told["version"],
        from_json(told["tournament"]),
        told["seats"],
        tuple(_fixture_from_json(each) for each in told["pair"]),
        told["wants_exchange"],
    )


@dataclass(slots=True)
class Answer:
    """What came of a job.

    `games` are records in the order of their end, each with whether the game was void; `retired`
    the engines that are not started again, by index; `exchange` the bytes of each game's log as
    Latin-1. `trouble` says why the host cannot play, naming it, and `broken_off` that the job was
    not wanted any more.
    """

    games: list[tuple[Json, bool]] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    exchange: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    broken_off: bool = False

    def text(self) -> str:
        """The answer as it is sent."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})


def read_answer(text: str) -> Answer:
    """The inverse of ``Answer.text``."""
    return Answer(**json.loads(text))


def _fixture_as_json(fixture: Fixture) -> Mapping[str, object]:
    return {
        "id": fixture.id,
        "number": fixture.number,
        "pair": fixture.pair,
        "round": fixture.round,
        "seating": fixture.seating,
        "setup": fixture.beginning.setup.line,
        "opening": fixture.beginning.opening,
    }


def _fixture_from_json(told: Mapping[str, Any]) -> Fixture:
    return Fixture(
        told["id"],
        told["number"],
        told["pair"],
        told["round"],
        tuple(told["seating"]),
        _beginning(told["setup"], told["opening"]),
    )


def _beginning(line: str, opening: Sequence[str]) -> Beginning:
    rules, options = read_game(line)
    return Beginning(rules.setup(options), tuple(opening))
