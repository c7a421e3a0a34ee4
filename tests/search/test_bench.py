"""The fingerprint: a functional change must update it on purpose.

After such a change put what ``quatuor bench`` prints, but for the last line, into
``tests/data/bench.txt``. The uncompiled kernel must give the same numbers, to the node.
"""

from engine.games.registry import GAMES
from engine.search.driver import Thinker
from engine.session.bench import trials
from tests.games.support import DATA


def test_fingerprint() -> None:
    golden = (DATA / "bench.txt").read_text(encoding="utf-8").splitlines()
    found = list(trials(GAMES, Thinker()))
    lines = [f"{trial.title:36} {trial.method:9} {trial.nodes:>10} nodes" for trial in found]
    assert [*lines, f"nodes {sum(trial.nodes for trial in found)}"] == golden
