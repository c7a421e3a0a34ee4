"""The fingerprint: a functional change must update it on purpose.

After such a change put what ``quatuor bench`` prints into ``tests/data/bench.txt``.
"""

import pytest

from engine.games.registry import GAMES
from engine.search.driver import Thinker
from engine.session.bench import trials
from tests.games.support import COMPILED, DATA

SMALL = 20000


@pytest.mark.parametrize("line", (DATA / "bench.txt").read_text(encoding="utf-8").splitlines())
def test_fingerprint_line(line: str, found: dict[str, int]) -> None:
    if line.startswith("nodes "):
        if COMPILED:
            assert sum(found.values()) == int(line.split()[1])
        return
    title, nodes = line.rsplit(maxsplit=2)[0], int(line.split()[-2])
    key = " ".join(title.split())
    if not COMPILED and key not in found:
        pytest.skip("too slow for the uncompiled kernel")
    assert found[key] == nodes


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    """The nodes of every trial; only the cheap ones on the uncompiled kernel."""
    return {f"{t.title} {t.method}": t.nodes for t in trials(GAMES, Thinker())}
