"""What the tests of configurations share: tournaments of every kind."""

from hypothesis import strategies as st

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

#: Commands that can be started wherever the tests run.
COMMANDS = (("quatuor",), ("quatuor", "gtp", "--param", "level=3"), ("sh", "-c", 'echo "\\ #='))

_TIMES = st.floats(0.001, 1e6)
_COUNTS = st.integers(1, 10**12)
_LINES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
_WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)


def _optional(each: st.SearchStrategy[int] | st.SearchStrategy[float]) -> st.SearchStrategy[object]:
    return st.none() | each


@st.composite
def limits(draw: st.DrawFn) -> Limits:
    """Limits that fit together."""
    kinds: list[dict[str, object]] = [
        {"movetime": draw(_TIMES)},
        {"main": draw(_TIMES), "increment": draw(st.floats(0, 100))},
        {"byo_time": draw(_TIMES), "byo_stones": draw(_COUNTS), "main": draw(_optional(_TIMES))},
        {"nodes": draw(_COUNTS)},
        {"depth": draw(_COUNTS), "nodes": draw(_optional(_COUNTS))},
    ]
    waits = {name: draw(_TIMES) for name in ("margin", "answer", "startup")}
    return Limits(**draw(st.sampled_from(kinds)), **waits)  # type: ignore[arg-type]


@st.composite
def engines(draw: st.DrawFn, name: str) -> Engine:
    """An engine that can be started."""
    values = st.text("abc123. '\"\\=", min_size=1).filter(str.strip)
    return Engine(
        command=draw(st.sampled_from(COMMANDS)),
        name=name,
        limits=draw(limits()),
        params=draw(st.dictionaries(_WORDS, values, max_size=3)),
        env=draw(st.dictionaries(st.sampled_from(["A", "B c", 'D"']), st.text("ab\n\t'\x7f"))),
        cwd=draw(st.sampled_from([None, "/", "."])),
        restart=draw(st.sampled_from(Restart)),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """A tournament that can be played."""
    count = draw(st.integers(2, 4))
    formats = [each for each in Format if count == 2 or each not in (Format.MATCH, Format.SPRT)]
    format_ = draw(st.sampled_from(formats))
    names = draw(st.lists(st.just("") | _LINES, min_size=count, max_size=count))
    used = [name if name not in names[:place] else "" for place, name in enumerate(names)]
    elo0 = draw(st.floats(-100, 100))
    return Tournament(
        game=draw(st.sampled_from(["gorami board=16", "gorami", "siege_stones towers=9"])),
        engines=tuple(draw(engines(name)) for name in used),
        format=format_,
        games=2 * draw(st.integers(1, 10**6)),
        rounds=draw(st.none() | st.integers(1, 20)) if format_ is Format.SWISS else None,
        seed=draw(st.integers(0, 2**63 - 1)),
        openings=Openings(plies=draw(st.integers(0, 3))),
        adjudication=Adjudication(
            draw(st.none() | st.floats(0.1, 1e9)),
            draw(st.integers(1, 9)),
            draw(st.none() | _COUNTS),
        ),
        sprt=SprtTest(
            elo0,
            elo0 + draw(st.floats(0.5, 100)),
            draw(st.floats(1e-9, 0.49)),
            draw(st.floats(1e-9, 0.49)),
            draw(st.sampled_from(["logistic", "normalized"])),
        ),
        start_fault=draw(st.sampled_from(StartFault)),
    )


@st.composite
def conducts(draw: st.DrawFn) -> Conduct:
    """How a tournament may be carried out."""
    return Conduct(
        draw(st.integers(1, 1000)),
        draw(st.none() | _LINES),
        draw(st.none() | _LINES),
        draw(st.sampled_from(["local", "dask://host:8786"])),
    )
