"""The one table of everything that can be configured.

The TOML reader, the options of the command line, their help and the documentation are made of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from types import MappingProxyType

from clients.referee.kinds import (
    ELO,
    ERROR_RATE,
    POSITIVE,
    TIME,
    TIME_OR_NONE,
    Choice,
    Command,
    Cpus,
    GameLine,
    Kind,
    Line,
    Lines,
    OneOf,
    Pattern,
    Table,
    Whole,
)
from clients.referee.settings import (
    Adjudication,
    Conduct,
    Engine,
    Format,
    Limits,
    Openings,
    Restart,
    SprtTest,
    StartFault,
    Tournament,
)
from clients.referee.statistics.sprt import MODELS
from engine.games.game import MOST_SEED

#: What each section is read into, and one line about it.
SECTIONS: Mapping[str, tuple[tuple[type, ...], str]] = MappingProxyType(
    {
        "tournament": ((Tournament, Conduct), "what is played, and how it is carried out"),
        "limits": ((Limits,), "what every engine may use; each [[engine]] may have its own"),
        "engine": ((Engine,), "an [[engine]] for each entrant, with any key of [limits] too"),
        "openings": ((Openings,), "what comes before the engines' first move"),
        "adjudication": ((Adjudication,), "when a game ends before the rules end it"),
        "sprt": ((SprtTest,), "the hypotheses of an SPRT test, in Elo"),
    }
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a section. `option` is what it is called on the command line if not the same."""

    section: str
    name: str
    kind: Kind
    help: str
    option: str = ""

    @property
    def flag(self) -> str:
        """The option of the command line; the word before ``=`` for a key of an engine."""
        if self.section == "engine":
            return self.option or self.name
        return f"--{self.option or self.name.replace('_', '-')}"

    @property
    def default(self) -> object:
        """The value if none is given; None for none, ``MISSING`` if there has to be one."""
        for owner in SECTIONS[self.section][0]:
            for each in fields(owner):
                if each.name == self.name:
                    factory = each.default_factory
                    return each.default if factory is MISSING else factory()
        return None


_EXECUTOR = Pattern("local or dask://HOST:PORT", r"local|dask://[^\s/:]+:[0-9]{1,5}")
_BOOK = Line("a file name, or balanced,")
_BOOK_HELP = "openings, one a line; balanced: those that come with the program"
_LAYOUTS = Lines('layouts, ["R8", "layout=8x8"],')
_MODEL = Choice(MODELS)
#: A word of the protocol, and the rest of a line that is not blank (PROTOCOL section 1).
_WORD, _REST = r"[^\s#=\0]+", r"(?=.*\S)[^#\x00-\x1f\x7f]*"
_PARAMS = Table("parameters, { level = 5 },", _WORD, _REST, has_flags=True)
_ENV = Table('variables, { NAME = "value" },', r"[^=\0]+", r"[^\0]*", has_flags=False)


def _keys() -> Iterator[Key]:
    section = "tournament"
    for name, kind, text in (
        ("game", GameLine("a game"), "a line as for newgame; a random layout is drawn per pair"),
        ("format", OneOf(Format), "who meets whom"),
        ("games", Whole(1), "games of a match, of each pairing, or at most of an SPRT"),
        ("rounds", Whole(1), "rounds of a swiss; by default as many as a knockout would need"),
        ("seed", Whole(0, MOST_SEED), "draws layouts, openings and the order of a file"),
        ("concurrency", Whole(1), "games at the same time"),
        ("results", Line("a file name"), "log of finished games, one line of JSON each"),
        ("log", Line("a folder"), "folder for the whole exchange with the engines"),
        ("executor", _EXECUTOR, "who plays: this machine, or a cluster of dask"),
        ("start_fault", OneOf(StartFault), "what a fault before the first move means"),
    ):
        yield Key(section, name, kind, text)
    yield from _limits()
    yield from _engine()
    yield from _games()


def _limits() -> Iterator[Key]:
    section = "limits"
    for name, kind, text in (
        ("movetime", TIME, "time for each move"),
        ("main", TIME, "main time of the clock"),
        ("increment", TIME_OR_NONE, "time that each move adds to main"),
        ("byo_time", TIME, "time for byo_stones moves, again and again, after main"),
        ("byo_stones", Whole(1), "moves in byo_time"),
        ("nodes", Whole(1), "nodes of each search"),
        ("depth", Whole(1), "depth of each search"),
        ("margin", TIME_OR_NONE, "how late a move may be without loss"),
        ("answer", TIME, "how long any other answer may take"),
        ("startup", TIME, "how long the first answer after the start may take"),
    ):
        yield Key(section, name, kind, text)


def _engine() -> Iterator[Key]:
    section = "engine"
    yield Key(section, "name", Line("a name"), "its name; by default that of its program")
    yield Key(section, "command", Command(), "program and arguments; quatuor is this very program")
    yield Key(section, "params", _PARAMS, "parameters, set by param", "param.NAME")
    yield Key(section, "hash", Whole(1), "short for params.hash, MiB")
    yield Key(section, "threads", Whole(1), "short for params.threads")
    yield Key(section, "env", _ENV, "added to its environment", "env.NAME")
    yield Key(section, "cwd", Line("a folder"), "its working directory")
    yield Key(section, "restart", OneOf(Restart), "when it is started again")
    yield Key(section, "cpus", Cpus(), "the processors that it may run on")


def _games() -> Iterator[Key]:
    yield Key("openings", "plies", Whole(0), "random moves that begin each game")
    yield Key("openings", "file", _BOOK, _BOOK_HELP, "openings")
    yield Key("openings", "layouts", _LAYOUTS, "layouts of the game, taken in turn")
    section = "adjudication"
    yield Key(section, "resign_score", POSITIVE, "a side is lost if both say that it is behind so")
    yield Key(section, "resign_moves", Whole(1), "in so many moves of each side in a row")
    yield Key(section, "move_cap", Whole(1), "moves after which a game is drawn")
    section = "sprt"
    yield Key(section, "elo0", ELO, "difference of the null hypothesis")
    yield Key(section, "elo1", ELO, "difference of the alternative")
    yield Key(section, "alpha", ERROR_RATE, "chance to accept elo1 although elo0 is true")
    yield Key(section, "beta", ERROR_RATE, "chance to accept elo0 although elo1 is true")
    yield Key(section, "model", _MODEL, "how the Elo is meant")


#: All keys, section by section.
KEYS: tuple[Key, ...] = tuple(_keys())
#: The keys of each section by name; an engine also has those of ``limits``.
BY_SECTION: Mapping[str, Mapping[str, Key]] = {
    section: {
        key.name: key
        for key in KEYS
        if key.section == section or (section == "engine" and key.section == "limits")
    }
    for section in SECTIONS
}


def default_text(key: Key) -> str:
    """The default for a person: a value of TOML, ``required``, or a dash."""
    if key.default is MISSING:
        return "required"
    is_given = key.default not in (None, "", (), {})
    return key.kind.write(key.default) if is_given else "–"


def keys_table() -> str:
    """All keys as tables in Markdown, one for each section."""
    parts = []
    for section, (_, about) in SECTIONS.items():
        header = f"[[{section}]]" if section == "engine" else f"[{section}]"
        option = "in `--engine`" if section == "engine" else "option"
        rows = [f"| key | {option} | value | default | meaning |", "|---|---|---|---|---|"]
        rows += [_row(key) for key in KEYS if key.section == section]
        parts.append("\n".join([f"### `{header}`: {about}", "", *rows]))
    return "\n\n".join(parts) + "\n"


def _row(key: Key) -> str:
    values = key.kind.expected.rstrip(",").replace("|", "\\|")
    default = default_text(key)
    shown = default if default in ("–", "required") else f"`{default}`"
    return f"| `{key.name}` | `{key.flag}` | {values} | {shown} | {key.help} |"
