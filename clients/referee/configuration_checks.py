"""What can be wrong with a tournament although each of its values alone is right."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from clients.referee.configuration_error import Path, Problem
from clients.referee.openings import Beginnings, NoOpening
from clients.referee.openings_file import OpeningsFileError
from clients.referee.settings import Format, Tournament
from clients.referee.variants import layout_options, read_game, setup_of
from engine.games.errors import InvalidOption, InvalidPosition, UnknownGame
from engine.games.game import Setup

GAME: Path = ("tournament", "game")
FORMAT: Path = ("tournament", "format")
GAMES: Path = ("tournament", "games")
ROUNDS: Path = ("tournament", "rounds")
ENGINES: Path = ("engine",)
PLIES: Path = ("openings", "plies")
FILE: Path = ("openings", "file")
LAYOUTS: Path = ("openings", "layouts")
ELO0: Path = ("sprt", "elo0")
ELO1: Path = ("sprt", "elo1")
SEED: Path = ("tournament", "seed")

#: The formats in which two engines meet.
FOR_TWO = (Format.KNOCKOUT, Format.SWISS, Format.SPRT)
#: How many beginnings are drawn beforehand, to see whether it can be done; one of each layout
#: and opening, so many at least and at most.
DRAWN_FIRST = 4
DRAWN_MOST = 200
#: In how few attempts. In the tournament it has many more, and so does not fail by bad luck.
ATTEMPTS = 100

_WRONG_GAME = (UnknownGame, InvalidOption, InvalidPosition)
Check = Callable[[Tournament], Iterator[Problem]]


def problems(tournament: Tournament, unknown: Collection[Path] = ()) -> list[Problem]:
    """All that is wrong; what depends on one of the keys `unknown` is not looked at."""
    return [
        problem
        for needs, check in CHECKS
        if not any(each in unknown for each in needs)
        for problem in check(tournament)
    ]


# ---------------------------------------------------------------------- game and engines


def _game(tournament: Tournament) -> Iterator[Problem]:
    try:
        _setup_or_error(tournament)
    except _WRONG_GAME as error:
        yield Problem(GAME, f"{error} (a line as for newgame expected: kulami layout=8x8)")


def _setup(tournament: Tournament) -> Setup | None:
    """A setup of the game, None if the game line is wrong."""
    try:
        return _setup_or_error(tournament)
    except _WRONG_GAME:
        return None


def _setup_or_error(tournament: Tournament) -> Setup:
    rules, options = read_game(tournament.game)
    return setup_of(rules, options, tournament.seed)


def _engines(tournament: Tournament) -> Iterator[Problem]:
    setup = _setup(tournament)
    given = len(tournament.engines)
    if setup is None or (tournament.format in FOR_TWO and setup.seats != 2):
        return
    is_fixed = tournament.format in (Format.MATCH, Format.SPRT)
    if given < setup.seats or (is_fixed and given > setup.seats):
        yield Problem(
            ENGINES,
            f"{setup.seats} engines{'' if is_fixed else ' or more'} expected for a "
            f"{tournament.format} of {setup.game.title} with {setup.seats} seats, not {given}",
        )


def _names(tournament: Tournament) -> Iterator[Problem]:
    counts: Counter[str] = Counter()
    for number, engine in enumerate(tournament.engines):
        counts[engine.name] += 1
        if engine.name and counts[engine.name] == 2:
            yield Problem(
                ("engine", number, "name"),
                f"{engine.name!r} is the name of another engine: give each its own",
            )


# ---------------------------------------------------------------------- format and games


def _seats_of_format(tournament: Tournament) -> Iterator[Problem]:
    setup = _setup(tournament)
    if setup is not None and setup.seats != 2 and tournament.format in FOR_TWO:
        yield Problem(
            FORMAT,
            f"{tournament.format} is for two seats, and this game has {setup.seats}: match, "
            "round-robin or gauntlet expected",
        )


def _games(tournament: Tournament) -> Iterator[Problem]:
    setup = _setup(tournament)
    if setup is None or tournament.games % setup.seats == 0:
        return
    less = tournament.games // setup.seats * setup.seats
    right = f"{less} or {less + setup.seats}" if less else str(setup.seats)
    yield Problem(
        GAMES,
        f"{right} expected, not {tournament.games}: on each beginning every engine has each of "
        f"the {setup.seats} seats once",
    )


def _rounds(tournament: Tournament) -> Iterator[Problem]:
    if tournament.rounds is not None and tournament.format is not Format.SWISS:
        yield Problem(
            ROUNDS,
            f"only swiss has a number of rounds, a {tournament.format} has not: leave it out",
        )


def _sprt(tournament: Tournament) -> Iterator[Problem]:
    sprt = tournament.sprt
    if sprt.elo0 >= sprt.elo1:
        yield Problem(ELO1, f"more than elo0 = {sprt.elo0:g} expected, not {sprt.elo1:g}")


# ---------------------------------------------------------------------- openings


def _layouts(tournament: Tournament) -> Iterator[Problem]:
    setup = _setup(tournament)
    if setup is None:
        return
    rules, options = read_game(tournament.game)
    for text in tournament.openings.layouts:
        try:
            other = setup_of(rules, {**options, **layout_options(rules, text)}, tournament.seed)
        except (InvalidOption, InvalidPosition) as error:
            yield Problem(LAYOUTS, f"{text!r}: {error}")
        else:
            if other.seats != setup.seats:
                yield Problem(LAYOUTS, f"{text!r}: {_other_seats(setup, other.seats)}")


def _either_layouts_or_file(tournament: Tournament) -> Iterator[Problem]:
    if tournament.openings.layouts and tournament.openings.file is not None:
        yield Problem(LAYOUTS, "either layouts or a file of openings expected, not both")


def _openings(tournament: Tournament) -> Iterator[Problem]:
    """Whether the beginnings can be drawn; everything they are made of is right by itself."""
    if any(True for check in (_game, _layouts) for _ in check(tournament)):
        return
    try:
        beginnings = Beginnings(tournament, ATTEMPTS)
    except OpeningsFileError as error:
        yield from (Problem(FILE, each) for each in error.errors)
        return
    count = min(max(DRAWN_FIRST, len(beginnings.variants)), DRAWN_MOST)
    try:
        for number in range(1, count + 1):
            beginnings.beginning(number)
    except NoOpening as error:
        yield Problem(PLIES, f"a smaller number expected: {error}")


def _other_seats(setup: Setup, seats: int) -> str:
    return f"this has {seats} seats, and the tournament's game has {setup.seats}"


#: Each check with the keys that it looks at.
CHECKS: tuple[tuple[tuple[Path, ...], Check], ...] = (
    ((GAME,), _game),
    ((GAME, FORMAT, ENGINES), _engines),
    ((), _names),
    ((GAME, FORMAT), _seats_of_format),
    ((GAME, GAMES), _games),
    ((FORMAT, ROUNDS), _rounds),
    ((ELO0, ELO1), _sprt),
    ((GAME, LAYOUTS), _layouts),
    ((LAYOUTS, FILE), _either_layouts_or_file),
    ((GAME, SEED, PLIES, FILE, LAYOUTS), _openings),
)
